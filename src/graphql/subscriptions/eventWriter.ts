// One answer of server-sent events as it is written: the head, what was held until there was somebody to send it to,
// frames in their order, and the heartbeat. GraphQL over SSE; HTML, server-sent events.
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Frame } from './frames.ts';
import { createOutbox, type Outbox } from './outbox.ts';

/** Where events of one stream go. */
export interface EventWriter {
  /** What frames go through; those written before the stream is open count as waiting. */
  readonly outbox: Outbox;
  isOpen(): boolean;
  /** Sends the head of the answer, and the frames so far; `onClose` is called when the peer has gone. */
  open(reply: FastifyReply, onClose: () => void): void;
  /** Ends the answer, after the last frame; the heartbeat ends in any case. */
  close(last?: Buffer): void;
}

/** The answers that are open, so that a server that stops can end them. */
export type OpenAnswers = Set<ServerResponse>;

/** A writer whose heartbeat, every `heartbeatMillis`, moves the peer's Last-Event-ID to `cursor` where there is one. */
export function createEventWriter(
  answers: OpenAnswers,
  heartbeatMillis: number,
  cursor: () => string | null,
): EventWriter {
  let response: ServerResponse | null = null;
  let isClosed = false;
  const held: (readonly [Frame, () => void])[] = [];
  const write = (frame: Frame, done: () => void): void => {
    if (isClosed) done();
    else if (response) frame.forEach((piece, at) => response?.write(piece, at === frame.length - 1 ? done : undefined));
    else held.push([frame, done]);
  };
  const heartbeat = setInterval(() => {
    const at = cursor();
    response?.write(at === null ? ': heartbeat\n\n' : `: heartbeat\nid: ${at}\n\n`);
  }, heartbeatMillis);
  return {
    outbox: createOutbox(write),
    isOpen: () => response !== null,
    open(reply, onClose) {
      const { raw } = reply;
      reply.hijack();
      answers.add(raw);
      raw.on('close', () => {
        answers.delete(raw);
        onClose();
      });
      raw.writeHead(200, { ...headersOf(reply), ...eventHeaders });
      raw.write(': ok\n\n');
      response = raw;
      for (const [frame, done] of held.splice(0)) write(frame, done);
    },
    close(last) {
      if (isClosed) return;
      isClosed = true;
      clearInterval(heartbeat);
      for (const [, done] of held.splice(0)) done();
      response?.end(last);
    },
  };
}

/** The headers of an answer of events. */
export const eventHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
} as const;

// What hooks have set so far, such as CORS and the request id.
function headersOf(reply: FastifyReply): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) headers[name] = String(value);
  return headers;
}
