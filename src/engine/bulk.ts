// Several writes in one request: each does what it would do alone, in one transaction for all of them or in one for each. Neighbors that
// may be written at once are (writeSets.ts). Resource reference 1.9.
import type { Transaction } from '../database/connection/database.ts';
import { rowTag } from '../domain/entityTag.ts';
import { invalid, ServiceError, type Violation } from '../domain/errors.ts';
import { bulkOperationCost } from '../domain/requestLimits.ts';
import { requireCaller } from './authorize.ts';
import { putOffTo, type BulkWrite } from './bulkEnd.ts';
import {
  asRefusal,
  inOperation,
  refused,
  targetOf,
  writeOf,
  type BulkOperation,
  type BulkResult,
  type PlacedOperation,
} from './bulkOperation.ts';
import type { Context } from './context.ts';
import { createResource } from './createResource.ts';
import { databaseWithin } from './databaseWithin.ts';
import { deleteResource } from './deleteResource.ts';
import { makeLoaders } from './loaders.ts';
import { chargeAhead } from './requestBudget.ts';
import { updateResource } from './updateResource.ts';
import { addWarning, createWarnings, type Warnings } from './warnings.ts';
import { isInSets, mayJoin, writeSet, type SetWrite } from './writeSets.ts';

export type { BulkOperation, BulkResult } from './bulkOperation.ts';

/** How the writes hang together: all or none, or each by itself. */
export type BulkMode = 'ATOMIC' | 'INDEPENDENT';

/**
 * Carries the operations out in their order; answers a result for each. Throws, with nothing done, when the request as a
 * whole is refused, and in ATOMIC mode for what no operation is to blame for.
 */
export async function bulk(
  context: Context,
  { mode, operations }: { readonly mode: BulkMode; readonly operations: readonly BulkOperation[] },
  isStrict: boolean,
): Promise<BulkResult[]> {
  requireCaller(context.viewer);
  requireDistinctRefs(operations);
  await chargeAhead(context, operations.length * bulkOperationCost);
  const work = mode === 'ATOMIC' ? allOrNone : eachByItself;
  const results = await work(context, operations, isStrict);
  context.loaders.clear();
  return results;
}

function requireDistinctRefs(operations: readonly BulkOperation[]): void {
  const refs = operations.map(({ ref }) => ref ?? null);
  const violations = refs.flatMap((ref, at): Violation[] =>
    ref === null || refs.indexOf(ref) === at
      ? []
      : [{ path: `/operations/${String(at)}/ref`, code: 'DUPLICATE', message: 'Another operation has this name.' }],
  );
  if (violations.length > 0) throw invalid(violations);
}

/** What is kept of the time of a request for telling what was done, in milliseconds. */
const answerMillis = 2_000;

async function eachByItself(
  context: Context,
  operations: readonly BulkOperation[],
  isStrict: boolean,
): Promise<BulkResult[]> {
  const made = new Map<string, string>();
  const results: BulkResult[] = [];
  const places = operations.map((operation, at): PlacedOperation => ({ operation, at, made, isStrict, context }));
  const isLate = (): boolean => context.budget.timeLeft() < answerMillis;
  const alone = async (place: PlacedOperation): Promise<void> => {
    const { operation, at } = place;
    try {
      // A budget that is used up refuses the answer, too.
      if (isLate())
        throw new ServiceError('TIMEOUT', 'The request reached its deadline before this operation started.');
      results.push(await carryOut(place));
    } catch (error) {
      // What the other operations did stays done, and the answer must say so.
      if (!(error instanceof ServiceError)) context.reportBug(error, context.requestId);
      results.push(refused(operation, asRefusal(error, at)));
    }
  };
  await inSets(places, {
    alone,
    async together(set) {
      if (isLate()) return null;
      try {
        return await carryOutSet(context, set, results);
      } catch (error) {
        // Whether it was done is not known, or there is no time to do it again.
        if (!(error instanceof ServiceError) || !ofRequest.has(error.code)) return null;
        results.push(...set.map(({ place }) => refused(place.operation, asRefusal(error, place.at))));
        return new Set();
      }
    },
  });
  return results;
}

async function allOrNone(
  context: Context,
  operations: readonly BulkOperation[],
  isStrict: boolean,
): Promise<BulkResult[]> {
  let at = 0;
  try {
    return await context.database.transaction(async (transaction) => {
      const end = putOffTo(transaction);
      const inside = within(context, transaction, undefined);
      const made = new Map<string, string>();
      const results: BulkResult[] = [];
      const places = operations.map((operation, number): PlacedOperation => {
        const putOff = (check: () => Promise<void>): void => end.add(number, check);
        return { operation, at: number, made, isStrict, context: { ...inside, putOff } };
      });
      await inSets(places, {
        // Whatever an operation has sent is known to have succeeded before the next one begins.
        async alone(place) {
          ({ at } = place);
          const refusal = await transaction.attempt(async () => {
            results.push(await carryOut(place));
          });
          if (refusal) throw refusal.error;
        },
        async together(set) {
          ({ at } = set[0].place);
          const outcomes: ReadonlySet<SetWrite>[] = [];
          const refusal = await transaction.attempt(async () => {
            outcomes.push(await carryOutSet(inside, set, results));
          });
          return refusal ? null : (outcomes[0] ?? null);
        },
      });
      at = operations.length;
      const refusal = await end.check(writesOf(context, operations, results));
      if (refusal) {
        ({ at } = refusal);
        throw refusal.error;
      }
      return results;
    });
  } catch (error) {
    if (!(error instanceof ServiceError) || at >= operations.length || ofRequest.has(error.code)) throw error;
    context.remarks.warnings.length = 0;
    const undone = new ServiceError('FAILED_DEPENDENCY');
    return operations.map((one, other) => refused(one, asRefusal(other === at ? error : undone, other)));
  }
}

/** An operation that waits for others, to be carried out with them. */
interface Waiting {
  readonly place: PlacedOperation;
  readonly write: SetWrite;
}

type Together = readonly [Waiting, ...Waiting[]];

interface Ways {
  readonly alone: (place: PlacedOperation) => Promise<void>;
  /** Empty where all of them were carried out; who stands in the way where none was; null where each is to be done by itself. */
  readonly together: (set: Together) => Promise<ReadonlySet<SetWrite> | null>;
}

// In their order: neighbors that may be are written at once, and the others one by one.
async function inSets(places: readonly PlacedOperation[], ways: Ways): Promise<void> {
  let waiting: Waiting[] = [];
  const settle = async (): Promise<void> => {
    const set = waiting;
    waiting = [];
    await settleSet(set, ways);
  };
  for (const place of places) {
    const write = await setWriteOf(place);
    const joins = write !== null && waiting.every((other) => mayJoin(other.write, write));
    if (joins) waiting.push({ place, write });
    else {
      const isFirst = waiting.length === 0;
      await settle();
      // Now it may name what was made, and is compared with what was changed.
      const anew = isFirst ? null : await setWriteOf(place);
      if (anew) waiting.push({ place, write: anew });
      else await ways.alone(place);
    }
  }
  await settle();
}

async function settleSet(set: readonly Waiting[], ways: Ways): Promise<void> {
  const [first, second, ...others] = set;
  if (!first) return;
  if (!second) {
    await ways.alone(first.place);
    return;
  }
  const refusals = await ways.together([first, second, ...others]);
  if (refusals === null) {
    for (const { place } of set) await ways.alone(place);
    return;
  }
  if (refusals.size === 0) return;
  // Those between two that stand in the way.
  let free: Waiting[] = [];
  for (const one of set) {
    if (!refusals.has(one.write)) free.push(one);
    else {
      await settleSet(free, ways);
      free = [];
      await ways.alone(one.place);
    }
  }
  await settleSet(free, ways);
}

// Adds the results of a set that was carried out; else who stands in the way.
async function carryOutSet(context: Context, set: Together, results: BulkResult[]): Promise<ReadonlySet<SetWrite>> {
  const [first, ...others] = set;
  const outcome = await writeSet(context, [first.write, ...others.map(({ write }) => write)]);
  if ('refused' in outcome) return outcome.refused;
  context.loaders.clear();
  for (const [number, { place, write }] of set.entries()) {
    const row = outcome.rows[number] ?? null;
    const status = { CREATE: 201, UPDATE: 200, DELETE: 204 }[write.verb];
    const urn = row?.urn ?? write.urn;
    const ref = place.operation.ref ?? null;
    if (ref !== null && urn !== null) place.made.set(ref, urn);
    results.push({ ref, status, urn, etag: row && rowTag(row), resource: row, error: null });
    keepRemarks(place, write.context.remarks);
  }
  return new Set();
}

// These say nothing of an operation: sent again, the same request may succeed. What it costs was charged before it began.
const ofRequest: ReadonlySet<string> = new Set(['UNAVAILABLE', 'TIMEOUT', 'RESULT_TOO_LARGE']);

/** The same request inside of a transaction: what it reads includes what that has written, and its writes are parts of it. */
export function within(context: Context, transaction: Transaction, putOff: Context['putOff']): Context {
  const database = databaseWithin(context.database, transaction, () => context.states.settle(transaction));
  const inside = { ...context, database, putOff };
  return { ...inside, loaders: makeLoaders(inside, context.viewer, context.budget) };
}

/** What each operation wrote, for whoever asks which of them is to blame. */
function writesOf(
  context: Context,
  operations: readonly BulkOperation[],
  results: readonly BulkResult[],
): readonly BulkWrite[] {
  return results.map(({ urn }, at) => {
    const { method = 'DELETE', path = '', body = null } = operations[at] ?? {};
    const names = method === 'POST' ? null : Object.keys(body ?? {});
    return { urn: urn ?? '', resource: targetOf(context, { method, path }, at).resource, names };
  });
}

// Warnings name places in the request, and are given of what was done.
async function carryOut(place: PlacedOperation): Promise<BulkResult> {
  const remarks = createWarnings();
  const result = await carryOutAlone({ ...place, context: { ...place.context, remarks } });
  keepRemarks(place, remarks);
  return result;
}

function keepRemarks({ context, at }: PlacedOperation, { warnings }: Warnings): void {
  for (const { code, message } of warnings) {
    const placed = message.startsWith('/') ? inOperation(at, `/body${message}`) : message;
    addWarning(context.remarks, { code, message: placed });
  }
}

// As one of a set, where it is sound so far; null when it is to be carried out alone, which says what is wrong.
async function setWriteOf(place: PlacedOperation): Promise<SetWrite | null> {
  const context = { ...place.context, remarks: createWarnings() };
  try {
    const { resource } = targetOf(context, place.operation, place.at);
    if (!isInSets(context, resource)) return null;
    const write = await writeOf({ ...place, context });
    return mayJoin(write, write) ? write : null;
  } catch {
    return null;
  }
}

async function carryOutAlone(place: PlacedOperation): Promise<BulkResult> {
  const { context, verb, resource, urn, input, options } = await writeOf(place);
  const ref = place.operation.ref ?? null;
  if (urn === null) {
    const { row, isNew } = await createResource(context, resource, input, options);
    if (ref !== null) place.made.set(ref, row.urn);
    return { ref, status: isNew ? 201 : 200, urn: row.urn, etag: rowTag(row), resource: row, error: null };
  }
  if (ref !== null) place.made.set(ref, urn);
  if (verb === 'DELETE') {
    await deleteResource(context, resource, urn, options);
    return { ref, status: 204, urn, etag: null, resource: null, error: null };
  }
  const { row } = await updateResource(context, { resource, urn }, input, options);
  return { ref, status: 200, urn: row.urn, etag: rowTag(row), resource: row, error: null };
}
