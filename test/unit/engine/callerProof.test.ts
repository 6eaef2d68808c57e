// A decision about a caller that was made earlier: nothing is read, written or refused on its word before it is known to hold.
import { expect, test, vi } from 'vitest';
import type { KeptCaller } from '../../../src/domain/callers.ts';
import { anonymousViewer } from '../../../src/domain/viewer.ts';
import type { Database } from '../../../src/database/connection/database.ts';
import { CallerMoved, createCallerProof, holds } from '../../../src/engine/callerProof.ts';
import { createRequestBudget, requestDatabase, unlimited } from '../../../src/engine/requestBudget.ts';

const viewer = { ...anonymousViewer };
const kept: KeptCaller = {
  viewer,
  under: { tenant: 'tenant', epoch: '7', borderMillis: null },
  heldAt: ({ epoch }) => epoch === '7',
};
const now = { epoch: '7', nowMillis: 0 };
const later = { epoch: '8', nowMillis: 0 };

function given({ present = viewer, rows = [{}] as object[] } = {}) {
  const sent: string[] = [];
  const note = (what: string) => () => {
    sent.push(what);
    return Promise.resolve(rows);
  };
  const onHeld = vi.fn();
  const ask = () => {
    sent.push('ask');
    return Promise.resolve(present);
  };
  const proof = createCallerProof(kept, ask, onHeld);
  // Nothing but these is used.
  const own = { query: note('query'), transaction: note('transaction'), writeAtOnce: note('write') };
  const database = requestDatabase(own as unknown as Database, createRequestBudget(unlimited), proof);
  return { proof, database, sent, onHeld };
}

const plain = { text: 'SELECT 1', values: [] };
const turn = { name: 'row', mayWait: () => Promise.resolve() };

test.each<[string, (database: Database) => unknown, string]>([
  ['a statement that says nothing', (database) => database.query(plain), 'query'],
  ['a transaction', (database) => database.transaction(() => Promise.resolve()), 'transaction'],
  ['a write that requires nothing', (database) => database.writeAtOnce?.(plain, turn), 'write'],
])('%s waits for one that asks, once', async (_, run, name) => {
  const { database, sent, onHeld } = given();
  await run(database);
  await run(database);
  expect([sent, onHeld.mock.calls.length]).toEqual([['ask', name, name], 1]);
  const moved = given({ present: { ...viewer } });
  await expect(run(moved.database)).rejects.toThrow(CallerMoved);
  expect([moved.sent, moved.onHeld.mock.calls.length]).toEqual([['ask'], 0]);
});

test('a statement that says when it read proves the caller where its epoch is the same', async () => {
  const { proof, database, sent } = given();
  await database.query({ ...plain, saysEpoch: true });
  expect(proof.isHeld()).toBe(false);
  proof.requireHeld(now);
  await database.query(plain);
  // What was so when the request had arrived is enough.
  proof.requireHeld(later);
  expect([sent, proof.isHeld()]).toEqual([['query', 'query'], true]);
});

test('a decision that did not hold once never does', async () => {
  const { proof, onHeld } = given();
  expect(() => proof.requireHeld(later)).toThrow(CallerMoved);
  expect(() => proof.requireHeld(now)).toThrow(CallerMoved);
  expect([await holds(proof), proof.isHeld(), onHeld.mock.calls.length]).toEqual([false, false, 0]);
});

test.each([
  [[{}], true, ['write', 'query']],
  [[], false, ['write', 'ask', 'query']],
])('a write that requires the epoch proves it where it wrote: %j', async (rows, isHeld, sent) => {
  const found = given({ rows });
  await found.database.writeAtOnce?.({ ...plain, requiresEpoch: true }, turn);
  expect(found.proof.isHeld()).toBe(isHeld);
  await found.database.query(plain);
  expect(found.sent).toEqual(sent);
});

test('who cannot be asked for is neither proved nor moved', async () => {
  const proof = createCallerProof(kept, () => Promise.reject(new Error('the database is away')), vi.fn());
  await expect(holds(proof)).rejects.toThrow('away');
  expect(proof.isHeld()).toBe(false);
});
