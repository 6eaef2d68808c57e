// Ports for servers that tests start.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to connections, which would take one before its server is up: from 32,768 on Linux, 49,152 elsewhere. */
const range = [20_000, 32_768] as const;

/** A port of 127.0.0.1 that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...range);
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      return port;
    } catch {
      // Somebody has it.
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }
}
