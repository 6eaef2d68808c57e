// What one request may spend, counted while it runs: objects and bytes of its answer, rows read, what is rendered, pixels decoded,
// time. Work that has used it up is refused at its next step, whichever step that is, and long work leaves the event loop to
// others in between. What it is charged follows from the counts alone, never from the time it took: the same request costs the
// same on an idle and on a busy service. Resource reference 1.8, 1.10, 16.4.
import { ServiceError } from '../domain/errors.ts';
import { createPacer } from '../domain/pacer.ts';
import type { Admission } from '../domain/requestLimits.ts';
import type { Database } from '../database/connection/database.ts';
import type { CallerProof } from './callerProof.ts';

/** The numbers of a budget. */
export interface BudgetLimits {
  /** Resources and parts of them in one answer. */
  readonly objects: number;
  /** Bytes of one answer. */
  readonly bytes: number;
  /** Rows read from the database. */
  readonly rows: number;
  /** Steps of templates and characters of markdown, as src/rendering counts them. */
  readonly rendering: number;
  /** Pixels of images that are decoded. */
  readonly pixels: number;
  /** From the beginning of the request to its end. */
  readonly milliseconds: number;
}

/** What every request may spend. */
export const requestLimits: BudgetLimits = {
  objects: 20_000,
  bytes: 32 * 1024 * 1024,
  rows: 100_000,
  rendering: 20_000_000,
  pixels: 400_000_000,
  milliseconds: 10_000,
};

/** For work that no request waits for. */
export const unlimited: BudgetLimits = {
  objects: Infinity,
  bytes: Infinity,
  rows: Infinity,
  rendering: Infinity,
  pixels: Infinity,
  milliseconds: Infinity,
};

/** What was spent so far. */
export type Spent = Omit<BudgetLimits, 'milliseconds'>;

/** The budget of one request. Whatever throws here throws RESULT_TOO_LARGE or TIMEOUT, and keeps throwing it. */
export interface RequestBudget {
  /** Throws once something is used up or the time is over. */
  check(): void;
  addObjects(count: number): void;
  addBytes(count: number): void;
  addRows(count: number): void;
  addRendering(units: number): void;
  addPixels(count: number): void;
  /** Milliseconds until the request has to be answered. */
  timeLeft(): number;
  /** Restarts the time, with this much of it: after a body that took long to arrive. */
  restart(milliseconds: number): void;
  /** Waits until others had their turn, when requests have worked for a while in this one; null when it may go on at once. */
  pause(): Promise<void> | null;
  /** Waits until nothing of this request is held back by `pause`; null when nothing is. */
  calm(): Promise<void> | null;
  /** What ended it; null as long as nothing did. */
  failure(): ServiceError | null;
  spent(): Spent;
  /** What an answer may still hold. */
  left(): Pick<Spent, 'objects' | 'bytes' | 'rows'>;
  /** Notes what was charged for the request. */
  notePrice(units: number): void;
  /** What was charged for the request so far. */
  price(): number;
}

const tooLarge: Readonly<Record<keyof Spent, string>> = {
  objects: 'The answer holds too many objects: ask for fewer, or in pages.',
  bytes: 'The answer is too long: ask for fewer fields, or in pages.',
  rows: 'The request reads too many rows: ask for fewer, or in pages.',
  rendering: 'The request renders too much: ask for fewer views at once.',
  pixels: 'The request decodes too many pixels: send or ask for fewer images at once.',
};

/** A budget that begins now. */
export function createRequestBudget(limits: BudgetLimits = requestLimits): RequestBudget {
  const spent = { objects: 0, bytes: 0, rows: 0, rendering: 0, pixels: 0 };
  let until = performance.now() + limits.milliseconds;
  let price = 0;
  const pacer = createPacer();
  let failure: ServiceError | null = null;
  const fail = (error: ServiceError): never => {
    failure = error;
    throw error;
  };
  const check = (): void => {
    if (failure) throw failure;
    if (performance.now() > until) fail(new ServiceError('TIMEOUT'));
  };
  const add = (what: keyof typeof spent, count: number): void => {
    if (failure) throw failure;
    spent[what] += count;
    if (spent[what] > limits[what]) {
      const most = limits[what];
      fail(new ServiceError('RESULT_TOO_LARGE', tooLarge[what], [], { limit: most }));
    }
  };
  return {
    check,
    addObjects: (count) => add('objects', count),
    addBytes: (count) => add('bytes', count),
    addRows: (count) => add('rows', count),
    addRendering: (units) => add('rendering', units),
    addPixels: (count) => add('pixels', count),
    timeLeft: () => Math.max(0, until - performance.now()),
    restart(milliseconds) {
      until = performance.now() + milliseconds;
    },
    pause: () => (failure ? null : pacer.pause()),
    calm: () => pacer.calm(),
    failure: () => failure,
    spent: () => ({ ...spent }),
    left: () => ({
      objects: limits.objects - spent.objects,
      bytes: limits.bytes - spent.bytes,
      rows: limits.rows - spent.rows,
    }),
    notePrice(units) {
      price += units;
    },
    price: () => price,
  };
}

/** How much of what is counted costs one unit: as much of each limit as one operation of the largest size may cost. */
const perUnit = { objects: 1, bytes: 4_096, rows: 10, rendering: 1_000, pixels: 10_000 } as const;

/**
 * The cost that what was spent amounts to, in the units in which operations are estimated. Pixels are charged before they are
 * decoded, and have no part in it.
 */
export function spentCost({ objects, bytes, rows, rendering }: Spent): number {
  return Math.floor(
    objects / perUnit.objects + bytes / perUnit.bytes + rows / perUnit.rows + rendering / perUnit.rendering,
  );
}

/** Answers of other faces than the graph are free up to this cost, so that ordinary ones charge nothing. */
const freeCost = 1_000;

/** What is charged: what a request has spent, to whom it is counted. */
export interface Charged {
  readonly budget: Pick<RequestBudget, 'spent' | 'notePrice'>;
  readonly admission: Pick<Admission, 'chargeSpent'> | null;
}

/** Charges what is to be done, before it is. Throws RATE_LIMITED when it costs more than is left. */
export async function chargeAhead(
  {
    budget,
    admission,
  }: { readonly budget: Pick<RequestBudget, 'notePrice'>; readonly admission: Pick<Admission, 'chargeCost'> | null },
  cost: number,
): Promise<void> {
  await admission?.chargeCost(cost);
  budget.notePrice(cost);
}

/**
 * Charges pixels, before they are decoded. Throws RATE_LIMITED when they cost more than is left, RESULT_TOO_LARGE when the
 * request has decoded too many.
 */
export async function chargePixels(
  {
    budget,
    admission,
  }: {
    readonly budget: Pick<RequestBudget, 'notePrice' | 'addPixels'>;
    readonly admission: Pick<Admission, 'chargeCost'> | null;
  },
  count: number,
): Promise<void> {
  budget.addPixels(count);
  await chargeAhead({ budget, admission }, Math.ceil(count / perUnit.pixels));
}

/** Charges what an answer has cost beyond what was charged before it, or beyond what is free; null where that is nothing to wait for. */
export function chargeBeyond({ budget, admission }: Charged, paid = freeCost): Promise<void> | null {
  const cost = spentCost(budget.spent()) - paid;
  if (cost <= 0) return null;
  budget.notePrice(cost);
  return admission?.chargeSpent(cost) ?? null;
}

/** How long a request may wait for the database in all, in milliseconds; with finding a connection it is at most 10 seconds. */
export const databaseMillis = 9_000;

/**
 * The same database for one request. Statements of transactions are not counted: a change is made whole or not at all. Where its caller
 * is still to be proved, nothing is read or written on the word of a kept decision: a statement that does not prove it by itself waits for
 * one that does.
 */
export function requestDatabase(database: Database, budget: RequestBudget, proof: CallerProof | null): Database {
  const { writeAtOnce: write } = database;
  return {
    ...database,
    async query(statement) {
      budget.check();
      const proves = statement.saysEpoch === true || statement.isShownToNobody === true;
      if (proof && !proof.isHeld() && !proves) await proof.prove();
      const rows = await database.query(statement);
      budget.addRows(rows.length);
      return rows;
    },
    async transaction(work, turn) {
      budget.check();
      await proof?.prove();
      return database.transaction(work, turn);
    },
    writeAtOnce:
      write &&
      (async (statement, turn) => {
        budget.check();
        const isRequired = statement.requiresEpoch === true;
        if (!isRequired) await proof?.prove();
        const rows = await write(statement, turn);
        if (isRequired && rows.length > 0) proof?.noteHeld();
        return rows;
      }),
  };
}
