// What is sent on a connection to PostgreSQL in one turn leaves in one write.
import { Duplex } from 'node:stream';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { gatherWrites } from '../../../../src/database/connection/connections.ts';

test('statements that wait for no answer leave together, and those after an answer by themselves', async () => {
  const writes: string[][] = [];
  const stream = new Duplex({
    decodeStrings: false,
    writev(chunks, done) {
      writes.push(chunks.map(({ chunk }) => String(chunk)));
      done();
    },
    write(chunk, _encoding, done) {
      writes.push([String(chunk)]);
      done();
    },
  });
  // What the connection of a client is made of.
  const gather = gatherWrites({ connection: { stream } } as unknown as pg.ClientBase);
  const send = (text: string): void => {
    gather();
    stream.write(text);
  };
  send('one');
  await Promise.resolve();
  send('two');
  await Promise.resolve().then(() => send('three'));
  expect(writes).toEqual([]);
  await new Promise(setImmediate);
  expect(writes).toEqual([['one', 'two', 'three']]);
  send('four');
  await new Promise(setImmediate);
  expect(writes).toEqual([['one', 'two', 'three'], ['four']]);
});
