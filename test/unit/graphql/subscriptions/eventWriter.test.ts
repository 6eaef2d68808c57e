// One answer of server-sent events: in which order it is written, and that nothing of it is left once it is over.
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEventWriter, type OpenAnswers } from '../../../../src/graphql/subscriptions/eventWriter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An answer that keeps what is written. */
function answer() {
  const written: string[] = [];
  const raw = Object.assign(new EventEmitter(), {
    writeHead: (status: number, headers: object) => written.push(`${String(status)} ${JSON.stringify(headers)}`),
    write: (piece: Buffer | string, done?: () => void) => {
      written.push(String(piece));
      done?.();
    },
    end: (last?: Buffer) => written.push(`end ${String(last)}`),
  });
  const reply = { raw, hijack: () => undefined, getHeaders: () => ({ 'x-request-id': 'id', gone: undefined }) };
  return { raw, written, reply: reply as unknown as FastifyReply };
}

test('An event stream begins with its head and what was held, beats while it is open, and is forgotten with its peer.', () => {
  const answers: OpenAnswers = new Set<ServerResponse>();
  let at: string | null = null;
  const writer = createEventWriter(answers, 1_000, () => at);
  writer.outbox.write([Buffer.from('held ')]);
  const { raw, written, reply } = answer();
  let closed = 0;
  writer.open(reply, () => (closed += 1));
  const head = {
    ...{ 'x-request-id': 'id', 'Content-Type': 'text/event-stream; charset=utf-8' },
    ...{ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  };
  expect(written).toEqual([`200 ${JSON.stringify(head)}`, ': ok\n\n', 'held ']);
  expect([writer.isOpen(), answers.size]).toEqual([true, 1]);
  vi.advanceTimersByTime(1_000);
  at = '1.7';
  vi.advanceTimersByTime(1_000);
  expect(written.splice(0).slice(3)).toEqual([': heartbeat\n\n', ': heartbeat\nid: 1.7\n\n']);
  for (const last of ['bye', 'again']) writer.close(Buffer.from(last));
  expect([written, vi.getTimerCount()]).toEqual([['end bye'], 0]);
  raw.emit('close');
  expect([answers.size, closed, writer.outbox.bytes()]).toEqual([0, 1, 0]);
});

test('What waits for a stream that never begins waits no longer once it is over.', () => {
  const writer = createEventWriter(new Set(), 1_000, () => null);
  writer.outbox.write([Buffer.from('held')]);
  expect(writer.outbox.bytes()).toBe(4);
  writer.close();
  expect([writer.outbox.bytes(), vi.getTimerCount()]).toEqual([0, 0]);
  writer.outbox.write([Buffer.from('late')]);
  expect(writer.outbox.bytes()).toBe(0);
});
