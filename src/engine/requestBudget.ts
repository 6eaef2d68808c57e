// What one request may spend, counted while it runs: objects and bytes of its answer, rows and bytes read, time. Work that
// has used it up is refused at its next step, whichever step that is, and long work leaves the event loop to others in
// between. Resource reference 1.8, 1.10.
import { ServiceError } from '../domain/errors.ts';
import { createPacer } from '../domain/pacer.ts';
import type { Admission } from '../domain/requestLimits.ts';
import type { Database } from '../database/connection/database.ts';

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
  /** From the beginning of the request to its end. */
  readonly milliseconds: number;
}

/** What every request may spend. */
export const requestLimits: BudgetLimits = {
  objects: 20_000,
  bytes: 32 * 1024 * 1024,
  rows: 100_000,
  rendering: 20_000_000,
  milliseconds: 10_000,
};

/** For work that no request waits for. */
export const unlimited: BudgetLimits = {
  objects: Infinity,
  bytes: Infinity,
  rows: Infinity,
  rendering: Infinity,
  milliseconds: Infinity,
};

/** What was spent so far. */
export interface Spent {
  readonly objects: number;
  readonly bytes: number;
  readonly rows: number;
  readonly sqlMillis: number;
  readonly renderMillis: number;
}

/** The budget of one request. Whatever throws here throws RESULT_TOO_LARGE or TIMEOUT, and keeps throwing it. */
export interface RequestBudget {
  /** Throws once something is used up or the time is over. */
  check(): void;
  addObjects(count: number): void;
  addBytes(count: number): void;
  addRows(count: number, milliseconds: number): void;
  addRendering(units: number, milliseconds: number): void;
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
}

const tooLarge: Readonly<Record<'objects' | 'bytes' | 'rows' | 'rendering', string>> = {
  objects: 'The answer holds too many objects: ask for fewer, or in pages.',
  bytes: 'The answer is too long: ask for fewer fields, or in pages.',
  rows: 'The request reads too many rows: ask for fewer, or in pages.',
  rendering: 'The request renders too much: ask for fewer views at once.',
};

/** A budget that begins now. */
export function createRequestBudget(limits: BudgetLimits = requestLimits): RequestBudget {
  const spent = { objects: 0, bytes: 0, rows: 0, rendering: 0 };
  const time = { sql: 0, render: 0, until: performance.now() + limits.milliseconds };
  const pacer = createPacer();
  let failure: ServiceError | null = null;
  const fail = (error: ServiceError): never => {
    failure = error;
    throw error;
  };
  const check = (): void => {
    if (failure) throw failure;
    if (performance.now() > time.until) fail(new ServiceError('TIMEOUT'));
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
    addRows(count, milliseconds) {
      time.sql += milliseconds;
      add('rows', count);
    },
    addRendering(units, milliseconds) {
      time.render += milliseconds;
      add('rendering', units);
    },
    timeLeft: () => Math.max(0, time.until - performance.now()),
    restart(milliseconds) {
      time.until = performance.now() + milliseconds;
    },
    pause: () => (failure ? null : pacer.pause()),
    calm: () => pacer.calm(),
    failure: () => failure,
    spent: () => {
      const { objects, bytes, rows } = spent;
      return { objects, bytes, rows, sqlMillis: time.sql, renderMillis: time.render };
    },
  };
}

/** The cost that what was spent amounts to, in the units of `domain/operationCost`. */
export function spentCost({ objects, bytes, sqlMillis, renderMillis }: Spent): number {
  return Math.floor(
    objects +
      bytes / 4_096 +
      2 * Math.max(0, sqlMillis - freeSqlMillis) +
      10 * Math.max(0, renderMillis - freeRenderMillis),
  );
}

/** Answers of other faces than the graph are free up to this cost, so that ordinary ones charge nothing. */
const freeCost = 1_000;

/** What is charged: what a request has spent, to whom it is counted. */
export interface Charged {
  readonly budget: RequestBudget;
  readonly admission: Pick<Admission, 'chargeSpent'> | null;
}

/** Charges what an answer has cost beyond what was charged before it, or beyond what is free. */
export async function chargeBeyond({ budget, admission }: Charged, paid = freeCost): Promise<void> {
  const cost = spentCost(budget.spent());
  if (cost > paid) await admission?.chargeSpent(cost - paid);
}

/** Pixels that are decoded for one unit of cost. */
const pixelsPerUnit = 10_000;

/** Charges pixels, before they are decoded. Throws RATE_LIMITED when they cost more than is left. */
export async function chargePixels(
  { admission }: { readonly admission: Pick<Admission, 'chargeCost'> | null },
  count: number,
): Promise<void> {
  await admission?.chargeCost(Math.ceil(count / pixelsPerUnit));
}

// Times depend on what else the machine does: only what no ordinary request takes counts.
const freeSqlMillis = 1_000;
const freeRenderMillis = 250;

/** How long a request may wait for the database in all, in milliseconds; with finding a connection it is at most 10 seconds. */
export const databaseMillis = 9_000;

/** The same database for one request. Statements of transactions are not counted: a change is made whole or not at all. */
export function spendingDatabase(database: Database, budget: RequestBudget): Database {
  const { writeAtOnce: write } = database;
  return {
    ...database,
    async query(statement) {
      budget.check();
      const began = performance.now();
      const rows = await database.query(statement);
      budget.addRows(rows.length, performance.now() - began);
      return rows;
    },
    transaction(work, turn) {
      budget.check();
      return database.transaction(work, turn);
    },
    writeAtOnce:
      write &&
      ((statement, turn) => {
        budget.check();
        return write(statement, turn);
      }),
  };
}
