// Stops an HTTP server without cutting off a response and without waiting for idle callers: connections that became
// idle after the stop began, and those that never sent a request.
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

// Callers are requested to close their connections; only those left after a moment are closed.
const sweepEvery = 1_000;

// A connection that was accepted may have its first request on the way; it is given this long to say it.
const firstWord = { milliseconds: 250, lookEvery: 10 } as const;

/** To be called before the server listens; the answer closes it once every running request was answered. */
export function orderlyClose(app: FastifyInstance): () => Promise<void> {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  app.server.on('upgrade', ({ socket }) => silent.delete(socket));
  return async () => {
    const until = performance.now() + firstWord.milliseconds;
    while (silent.size > 0 && performance.now() < until) await setTimeout(firstWord.lookEvery);
    const sweep = setInterval(() => {
      app.server.closeIdleConnections();
      // Node calls a connection idle only after its first request; browsers open some ahead of need.
      for (const socket of silent) socket.destroy();
    }, sweepEvery);
    try {
      await app.close();
    } finally {
      clearInterval(sweep);
    }
  };
}
