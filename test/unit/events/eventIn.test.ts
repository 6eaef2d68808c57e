// A message of the stream is an event whole, or it is refused: a follower that went on with half of one would lose its place.
import { expect, test } from 'vitest';
import { eventIn } from '../../../src/events/eventStream.ts';

const event = { epoch: 1, ordinal: 7, sequence: 5, urn: '0189c7a2-0000-7000-8000-000000000001', subject: 'TASK' };
const sent = (text: string): Uint8Array => new TextEncoder().encode(text);

test('What this service wrote is read as it was written.', () => {
  expect(eventIn(sent(JSON.stringify(event)))).toEqual(event);
});

const numbers = ['epoch', 'ordinal', 'sequence'].flatMap((name) =>
  [undefined, null, '7', 7.5, 2 ** 53].map((value: unknown) => ({ name, value })),
);

test.each([...[undefined, null, 7].map((value: unknown) => ({ name: 'urn', value })), ...numbers])(
  'A message whose $name is $value is no event.',
  ({ name, value }) => {
    expect(() => eventIn(sent(JSON.stringify({ ...event, [name]: value })))).toThrow('is no event');
  },
);

test.each(['', 'nothing', '{', 'null'])('A message of %j is refused.', (text) => {
  expect(() => eventIn(sent(text))).toThrow();
});
