// A fast receiver of webhooks in a separate process: answers 204 immediately, and reports when it has received as many
// as its parent waits for.
import { createServer } from 'node:http';

const state = { count: 0, wanted: 0, firstAt: 0, bodies: [] as string[] };
const kept = 200;

function report(): void {
  if (state.wanted === 0 || state.count < state.wanted) return;
  process.send?.({ count: state.count, milliseconds: performance.now() - state.firstAt, bodies: state.bodies });
  state.wanted = 0;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (state.count === 0) state.firstAt = performance.now();
    state.count += 1;
    if (state.bodies.length < kept) state.bodies.push(String(Buffer.concat(chunks)));
    response.writeHead(204).end();
    report();
  });
});
// Nothing outlives the run, however it ends.
process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  if (typeof message !== 'object' || message === null || !('wanted' in message)) process.exit(0);
  Object.assign(state, { count: 0, wanted: Number(message.wanted) });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.send?.({ url: `http://127.0.0.1:${String(port)}/hook` });
});
