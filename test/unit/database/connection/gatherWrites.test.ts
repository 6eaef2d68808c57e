// What is sent on a connection to PostgreSQL in one turn leaves in one write.
import { Duplex } from 'node:stream';
import type pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { gatherWrites } from '../../../../src/database/connection/connections.ts';

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
const client = { connection: { stream } } as unknown as pg.ClientBase;
beforeEach(() => void writes.splice(0));

test('statements that wait for no answer leave together, and those after an answer by themselves', async () => {
  const gather = gatherWrites(client);
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

test('who goes on sending holds up nothing that is ready', () => {
  const ready: (() => void)[] = [];
  const gather = gatherWrites(client, (leave) => ready.push(leave));
  for (const text of ['one', 'two']) {
    gather();
    stream.write(text);
  }
  ready[0]?.();
  expect(writes).toEqual([['one', 'two']]);
});
