// How a server that a bench runs as a child says that it listens, and that nothing of it outlives the run.
import type { Server } from 'node:http';

/** Listens on a port of its own and tells the parent where. The process ends when the parent says so or is gone. */
export function serveChild(server: Server): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', () => process.exit(0));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    process.send?.({ url: `http://127.0.0.1:${String(port)}` });
  });
}
