// The minimal fan-out to many sockets: one text to all of them, as often as the parent requests, without any decision.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
const subscribed = new Map<object, string>();
sockets.on('connection', (socket) => {
  socket.on('message', (data) => {
    // With the default binaryType a message is one Buffer of JSON, written by the bench.
    const message = JSON.parse(String(data)) as { readonly type: string; readonly id?: string };
    if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
    else subscribed.set(socket, message.id ?? '');
  });
  socket.on('close', () => subscribed.delete(socket));
});
const payload = JSON.stringify({
  data: {
    events: {
      cursor: '1000',
      sequence: '1000',
      subject: 'ENTITY',
      event: 'UPDATE',
      targetUrn: crypto.randomUUID(),
      timestamp: new Date().toISOString(),
    },
  },
});
// Nothing outlives the run, however it ends.
process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  if (typeof message !== 'object' || message === null || !('texts' in message)) process.exit(0);
  let left = Number(message.texts);
  const step = (): void => {
    for (const socket of sockets.clients)
      socket.send(`{"id":"${subscribed.get(socket) ?? ''}","type":"next","payload":${payload}}`);
    left -= 1;
    if (left > 0) setImmediate(step);
  };
  step();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.send?.({ url: `http://127.0.0.1:${String(port)}` });
});
