// What FULL webhook bodies say of a resource, as each API client read it when its event was written: kept in the transaction of the
// change, read when the event is delivered. Resource reference 9.4, 16.16.
import type { ShownRow } from '../../domain/shownRows.ts';
import { firstOf, Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';
import { tenantOf } from './tenant.ts';

const wanted = (s: string): string =>
  `${s}."payload" = 'FULL' AND ${s}."status" = 'ACTIVE' AND ${s}."deleted_timestamp" IS NULL`;

/** Whether a subscription of the row's tenant wants FULL bodies, of the subject or of any, as SQL: asked along with the row's lock. */
export function wantsStates(tenant: string, subject: string | null = null): string {
  const ofSubject = subject === null ? '' : ` AND w."subject" = '${subject}'`;
  return `EXISTS (SELECT 1 FROM "webhook_subscription" w WHERE w."tenant" = ${tenant}${ofSubject} AND ${wanted('w')})`;
}

/** Transactions of which it was said whether a subscription wanted FULL bodies when they took their first lock. */
const noted = new WeakMap<Executor, boolean>();

/**
 * Notes what was read with the first lock; by that everything in the transaction is decided. Where a subscription was made meanwhile, the
 * statement that plans its delivery fails (triggerStore.ts), and the transaction is done again: then it waits in any case.
 */
export function noteWanted(executor: Executor, isWanted: boolean): void {
  if (!noted.has(executor)) noted.set(executor, isWanted || executor.isRepeated === true);
}

/** Whether somebody may want FULL bodies of what the transaction changes: then it waits to hear who. */
export function mayWantStates(executor: Executor): boolean {
  return noted.get(executor) !== false;
}

/** The API clients that want the last state of what is deleted in the owner's tenant, by subject. */
export async function lastStateReaders(executor: Executor, owner: string): Promise<Map<string, readonly string[]>> {
  const p = new Parameters();
  const text =
    `SELECT w."subject", array_agg(DISTINCT w."api_client") AS clients FROM "webhook_subscription" w` +
    ` WHERE w."tenant" = ${tenantOf(p.add(owner, 'uuid'))} AND w."event" IN ('DELETE', 'ALL') AND ${wanted('w')} GROUP BY 1`;
  const rows = await rowsOf<{ subject: string; clients: readonly string[] }>(executor, prepared(text, p));
  return new Map(rows.map(({ subject, clients }) => [subject, clients]));
}

/** The living permission edges on and of the objects, up to `most`. */
export async function edgesAt(executor: Executor, objects: readonly string[], most: number): Promise<string[]> {
  const p = new Parameters();
  const urns = p.add(objects, 'uuid[]');
  const of = (column: string): string =>
    `SELECT "urn" FROM "permission" WHERE "${column}" = ANY(${urns}) AND "deleted_timestamp" IS NULL`;
  const text = `SELECT "urn" FROM (${of('object_urn')} UNION ${of('subject_urn')}) e LIMIT ${p.add(most, 'int')}`;
  return urnsOf(executor, prepared(text, p));
}

/** What a client is told of a resource, and what it may read as long as it is told. */
export interface EventState {
  readonly data: string;
  readonly shown: readonly ShownRow[];
}

/** A state, and of which event for whom. */
export interface KeptState extends EventState {
  readonly trigger: string;
  readonly apiClient: string;
}

/** Keeps states with their triggers, which this transaction wrote. */
export async function keepStates(executor: Executor, states: readonly KeptState[]): Promise<void> {
  const p = new Parameters();
  const list = (pick: (state: KeptState) => unknown, cast: string): string => p.add(states.map(pick), cast);
  const lists = [
    list((s) => s.trigger, 'uuid[]'),
    list((s) => s.apiClient, 'uuid[]'),
    list((s) => s.data, 'text[]'),
    list((s) => JSON.stringify(s.shown), 'json[]'),
  ].join(', ');
  const text =
    `INSERT INTO "event_state" ("trigger", "api_client", "tenant", "data", "shown", "created_timestamp")` +
    ` SELECT s.trigger, s.client, t."tenant", s.data, s.shown, t."created_timestamp" FROM unnest(${lists}) AS s(trigger, client, data, shown)` +
    ` JOIN "webhook_trigger" t ON t."urn" = s.trigger`;
  await executor.query(prepared(text, p));
}

/** The states that are kept for the client, by trigger. */
export async function statesOf(
  executor: Executor,
  apiClient: string,
  triggers: readonly string[],
): Promise<Map<string, EventState>> {
  const p = new Parameters();
  const text =
    `SELECT "trigger", "data", "shown" FROM "event_state" WHERE "trigger" = ANY(${p.add(triggers, 'uuid[]')})` +
    ` AND "api_client" = ${p.add(apiClient, 'uuid')}`;
  const rows = await rowsOf<EventState & { readonly trigger: string }>(executor, prepared(text, p));
  return new Map(rows.map(({ trigger, data, shown }) => [trigger, { data, shown }]));
}

/** Removes up to `limit` states that are older than `days` and whose triggers are gone. Resolves to how many. */
export async function removeStates(executor: Executor, days: number, limit: number): Promise<number> {
  const p = new Parameters();
  const text =
    `WITH gone AS (DELETE FROM "event_state" WHERE ("trigger", "api_client") IN (SELECT s."trigger", s."api_client" FROM "event_state" s` +
    ` WHERE s."created_timestamp" < now() - make_interval(days => ${p.add(days, 'int')})` +
    ` AND NOT EXISTS (SELECT 1 FROM "webhook_trigger" t WHERE t."urn" = s."trigger") LIMIT ${p.add(limit, 'int')}) RETURNING 1)` +
    ` SELECT count(*)::int AS count FROM gone`;
  return (await firstOf<{ count: number }>(executor, prepared(text, p)))?.count ?? 0;
}
