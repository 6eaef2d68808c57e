// `commonplace events follow`: what it asks the service for, what it prints and forwards, and how it goes on after a cut.
import { afterEach, expect, test } from 'vitest';
import type { CommandParts } from '../../src/commands/command.ts';
import { eventCommands } from '../../src/commands/eventCommands.ts';
import { startReceiver, type Answer, type Receiver } from '../support/receiver.ts';
import { run, type Ended } from '../support/runCommand.ts';

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function answering(...answers: readonly Answer[]): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  receiver.answer((_request, index) => answers[index] ?? { status: 500 });
  return receiver;
}

const event = (sequence: number, more: Readonly<Record<string, unknown>> = {}) => ({
  id: `id-${String(sequence)}`,
  cursor: `cursor-${String(sequence)}`,
  sequence,
  timestamp: '2026-01-01T00:00:00Z',
  subject: 'ENTITY',
  event: 'UPDATE',
  targetUrn: 'urn',
  targetVersion: 1,
  changedFields: ['name', 'language'],
  ...more,
});
const framed = (body: unknown): string => `event: next\ndata: ${JSON.stringify(body)}\n\n`;
const sent = (...events: readonly unknown[]): Answer => ({
  status: 200,
  body: events.map((one) => framed({ data: { events: one } })).join(''),
});
const follow = (receiver: Receiver, words: readonly string[], given: Partial<CommandParts> = {}): Promise<Ended> =>
  run(eventCommands, ['events', 'follow', '--url', `${new URL(receiver.url).origin}/`, ...words], given);
const variables = ({ received }: Receiver): unknown[] =>
  received.map(({ json }) => (json as { variables: unknown }).variables);

test('prints a line for each, and ends after so many', async () => {
  const one = framed({ data: { events: event(1, { targetUrn: 'ürn' }) } });
  const other = framed({ data: { events: event(12, { changedFields: [], targetUrn: null }) } });
  const service = await answering((response) => {
    // In pieces that end anywhere, with a sign of life before.
    const bytes = [...Buffer.from(`:\n\n${one}${other}${framed({ data: { events: event(13) } })}`)];
    const writeNext = (): void => {
      const byte = bytes.shift();
      if (byte === undefined) return;
      response.write(Buffer.of(byte));
      setImmediate(writeNext);
    };
    writeNext();
  });
  const words = ['--subject', 'ENTITY,TEXT_ITEM', '--after', 'c', '--count', '2'];
  const { code, out, err } = await follow(service, words, {
    setting: (name) => (name === 'COMMONPLACE_TOKEN' ? 'from-the-environment' : null),
  });
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(out).toEqual([
    '2026-01-01T00:00:00Z         1  UPDATE  ENTITY  ürn  name,language',
    '2026-01-01T00:00:00Z        12  UPDATE  ENTITY  ',
  ]);
  expect(service.received).toHaveLength(1);
  expect(service.received[0]).toMatchObject({
    method: 'POST',
    path: '/graphql/stream',
    headers: {
      authorization: 'Bearer from-the-environment',
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
  });
  expect(variables(service)).toEqual([{ after: 'c', subjects: ['ENTITY', 'TEXT_ITEM'] }]);
});

test('goes on after an answer of 429, and behind the last event after a cut', async () => {
  const service = await answering({ status: 429, body: 'later' }, sent(event(1)), sent(event(2)));
  const { code, out, err } = await follow(service, ['--token', 't', '--json', '--count', '2']);
  expect(code).toBe(0);
  expect(out.map((line) => JSON.parse(line) as unknown)).toEqual([event(1), event(2)]);
  expect(err).toEqual(['No connection (HTTP 429); trying again']);
  expect(variables(service)).toEqual([null, null, 'cursor-1'].map((after) => ({ after, subjects: null })));
});

test.each([400, 401, 403, 499])('ends with 1 at an answer of %i', async (status) => {
  const service = await answering({ status, body: `no ${'x'.repeat(600)}` });
  expect(await follow(service, ['--token', 't'])).toEqual({
    code: 1,
    out: [],
    err: [`The service refused: no ${'x'.repeat(497)}`],
  });
});

test('says the sentences and codes of a refusal, and once for each cut what stands in the way of a connection', async () => {
  const errors = [{ message: 'A valid bearer token is required.', extensions: { code: 'UNAUTHENTICATED' } }];
  const service = await answering(
    { status: 500, body: 'one' },
    { status: 500, body: 'two' },
    sent(event(1)),
    { status: 500, body: 'three' },
    { status: 401, body: JSON.stringify({ errors }) },
  );
  const { err } = await follow(service, ['--token', 't']);
  expect(err).toEqual([
    'No connection (HTTP 500); trying again',
    'No connection (HTTP 500); trying again',
    'The service refused: A valid bearer token is required. UNAUTHENTICATED',
  ]);
});

test('waits ever longer for a service that is away, ten seconds at most, and half a second again after it was there', async () => {
  const away = { status: 500, body: '' };
  const service = await answering(...Array.from({ length: 8 }, () => away), sent(event(1)), away, sent(event(2)));
  const waits: number[] = [];
  const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  expect((await follow(service, ['--token', 't', '--count', '2'], { wait })).code).toBe(0);
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 500, 1_000]);
});

test('takes a token that is given before that of the environment', async () => {
  const service = await answering(sent(event(1)));
  const given = { setting: () => 'from-the-environment' };
  expect((await follow(service, ['--token', 'given', '--count', '1'], given)).code).toBe(0);
  expect(service.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer given']);
});

test.each([[{}], [{ data: null }], [{ data: { events: null } }]])(
  'ends with 1 at an error in the stream, beside %j',
  async (beside) => {
    const service = await answering({
      status: 200,
      body: framed({ ...beside, errors: [{ message: 'One.' }, { message: 'Two.' }] }),
    });
    expect(await follow(service, ['--token', 't'])).toEqual({
      code: 1,
      out: [],
      err: ['The service ended the stream: One. Two.'],
    });
  },
);

test.each([
  ['SLOW_CONSUMER', 429],
  ['UNAVAILABLE', 503],
])('goes on behind the last event when the stream ends with %s', async (code, httpCode) => {
  const errors = [{ message: 'Later.', extensions: { code, httpCode, cursor: 'cursor-1' } }];
  const service = await answering(
    { status: 200, body: framed({ data: { events: event(1) } }) + framed({ errors }) },
    sent(event(2)),
  );
  const { code: ended, out, err } = await follow(service, ['--token', 't', '--json', '--count', '2']);
  expect([ended, out.length, err]).toEqual([0, 2, ['Connection lost (Later.); trying again']]);
  expect(variables(service)).toEqual([null, 'cursor-1'].map((after) => ({ after, subjects: null })));
});

test('ends with 1 when one of the errors that end the stream does not pass', async () => {
  const errors = [429, 401].map((httpCode) => ({ message: `${String(httpCode)}.`, extensions: { httpCode } }));
  const service = await answering({ status: 200, body: framed({ errors }) });
  expect(await follow(service, ['--token', 't'])).toEqual({
    code: 1,
    out: [],
    err: ['The service ended the stream: 429. 401.'],
  });
});

test('forwards each to the address, and says which it did not take', async () => {
  const hook = await answering({ status: 204 }, { status: 500 });
  const service = await answering(sent(event(1), event(2)), sent(event(1), event(2)));
  const words = ['--token', 't', '--json', '--count', '2', '--forward'];
  const { code, out, err } = await follow(service, [...words, hook.url]);
  expect({ code, printed: out.length }).toEqual({ code: 0, printed: 2 });
  const shown = hook.received.map(({ method, headers, json }) => [
    method,
    headers['content-type'],
    headers['webhook-id'],
    json as unknown,
  ]);
  expect(shown).toEqual([
    ['POST', 'application/json', 'id-1', event(1)],
    ['POST', 'application/json', 'id-2', event(2)],
  ]);
  expect(err).toEqual([`${hook.url} answered 500 to event 2`]);
  const nobody = 'http://127.0.0.1:1/';
  const alone = await follow(service, [...words, nobody]);
  expect([alone.code, alone.err.length]).toEqual([0, 2]);
  expect(alone.err[0]).toContain(`${nobody} did not answer event 1: `);
});
