// Looks at the body of a request before its route does.
import type { IncomingMessage } from 'node:http';

/**
 * The whole body of a request once it has come, without taking it: a later reader of the request reads all of it. Null
 * when it ends before.
 */
export function peekBody(request: IncomingMessage, length: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (request.readableLength < length && !request.readableEnded && !request.destroyed) return;
      request.off('readable', look);
      request.off('close', look);
      const bytes = request.readableLength === length ? (request.read() as Buffer | null) : null;
      if (bytes) request.unshift(bytes);
      resolve(bytes);
    };
    // What came along with the head is there by then.
    process.nextTick(() => {
      if (request.readableLength < length) {
        request.on('readable', look);
        request.on('close', look);
      } else look();
    });
  });
}
