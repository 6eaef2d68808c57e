// What writes of many rows at once share: one write of a set, a set under way, and who of it has to be done alone (writeSets.ts).
import type { Resource } from '../contract/resource.ts';
import type { Transaction } from '../database/connection/database.ts';
import type { StoredRow } from '../database/engine/changedRows.ts';
import type { Row } from '../database/engine/row.ts';
import { mayPass, ServiceError } from '../domain/errors.ts';
import type { Context, WriteOptions } from './context.ts';
import type { Kind, SetHooks, WriteContext } from './kind.ts';

/** One write of a set. */
export interface SetWrite {
  /** The request as this write sees it: what it warns of and what it puts off are its own. */
  readonly context: Context;
  readonly verb: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly resource: Resource;
  /** Null for a create. */
  readonly urn: string | null;
  readonly input: unknown;
  readonly options: WriteOptions;
}

/** What became of a set: the rows as they are answered, null for what was deleted, in the order of the writes; or who stands in the way. */
export type SetOutcome = { readonly rows: readonly (Row | null)[] } | { readonly refused: ReadonlySet<SetWrite> };

/** A set, in its order. */
export type Several<T> = readonly [T, ...T[]];

/** A set whose transaction has begun. */
export interface SetStep {
  readonly context: Context;
  readonly transaction: Transaction;
  readonly writes: Several<SetWrite>;
  /** Who stands in the way. */
  readonly refused: Set<SetWrite>;
}

/** A write of a set, with its step. */
export interface Begun {
  readonly write: SetWrite;
  readonly step: WriteContext;
}

/** A row as it was written, and whether it is answered so; else it is read again. */
export interface Made {
  readonly row: Partial<StoredRow> & Row;
  readonly isKnown: boolean;
}

/** For kinds of which deletes alone are done many at once: what their hooks do then looks at nothing that another delete writes. */
export const deletesInSets = { takes: (operation: WriteContext['operation']): boolean => operation === 'DELETE' };

/** Adds the write to those that stand in the way. */
export function deny(refused: Set<SetWrite>, write: SetWrite): [] {
  refused.add(write);
  return [];
}

/** Null where the work is refused: done alone, it says why. */
export async function unlessRefused<T>(work: () => Promise<T> | T): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && !mayPass(error)) return null;
    throw error;
  }
}

/** Does the work for each step; gives those that are refused. Statements are sent without waiting for one another. */
export async function refusedOf<Name extends string>(
  steps: readonly WriteContext<Name>[],
  work: (step: WriteContext<Name>) => unknown,
): Promise<Set<WriteContext>> {
  const refused = new Set<WriteContext>();
  await allOf(steps, async (step) => {
    const isDone = await unlessRefused(async () => {
      await work(step);
      return true;
    });
    if (isDone === null) refused.add(step);
  });
  return refused;
}

/** Does the work for each. Nothing is left running when one of them fails. */
async function allOf<T>(members: readonly T[], work: (member: T, at: number) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(members.map(work));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** The hooks of the kind of a set. Items of all kinds share those that differ in nothing. */
export function hooksOf({ writes: [{ context, resource }] }: Pick<SetStep, 'writes'>): {
  readonly kind: Kind;
  readonly sets: SetHooks;
} {
  const kind = context.kindOf(resource);
  return { kind, sets: kind.sets ?? {} };
}

/** Fills in and checks the values of all steps of a kind, where it says how; whether it does. */
export async function prepareAll(set: Pick<SetStep, 'writes'>, begun: readonly Begun[]): Promise<boolean> {
  const { sets } = hooksOf(set);
  const [first, ...others] = begun.map(({ step }) => step);
  if (!sets.prepare || !first) return false;
  await sets.prepare([first, ...others]);
  return true;
}

/** Decides about steps of one kind, where it has a say; refused is who has to be done alone, and then nothing was written. */
export async function decideAll(set: SetStep, begun: readonly Begun[]): Promise<void> {
  const { kind, sets } = hooksOf(set);
  const [first, ...others] = begun.map(({ step }) => step);
  if (!first) return;
  const alone = await (sets.decide?.([first, ...others]) ??
    refusedOf([first, ...others], (step) => kind.decide?.(step)));
  for (const { write, step } of begun) if (alone.has(step)) set.refused.add(write);
}

/** Writes what belongs to steps of one kind, with the rows as they are now. */
export async function followAll(
  set: Pick<SetStep, 'writes'>,
  steps: readonly WriteContext[],
  rows: readonly Row[],
): Promise<void> {
  const { kind, sets } = hooksOf(set);
  const [first, ...others] = steps;
  if (!first) return;
  if (sets.after) {
    await sets.after([first, ...others], rows);
    return;
  }
  await allOf(steps, async (step, at) => {
    const row = rows[at];
    if (row) await kind.after?.(step, row);
  });
}

/** The rows as they are answered, once their transaction is done. */
export async function answered(
  { context, writes: [{ resource }] }: Pick<SetStep, 'context' | 'writes'>,
  made: readonly Made[],
  otherwise: (row: Row) => Row,
): Promise<Row[]> {
  context.loaders.clear();
  return Promise.all(
    made.map(async ({ row: { $isRead, ...row }, isKnown }) => {
      if (isKnown) return $isRead === false ? otherwise(row) : row;
      return (await context.loaders.byUrn(resource.name, row.urn)) ?? otherwise(row);
    }),
  );
}
