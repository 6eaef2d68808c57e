// What is left of each caller's quota, shared by all processes: leases of it are taken, and what was not spent is
// given back. Decided by the database's clock, in one statement for any number of callers.
import { resourceOf } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import type { QuotaRules } from '../../domain/requestLimits.ts';
import { inScope } from '../engine/scope.ts';
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

// Distinguishes the statements of limits from those that answer a request.
const mark = '/* limits */ ';

/** What the names of the quotas of an API client begin with; its urn follows. */
export const quotaKeys = { requests: 'requests ', cost: 'cost ' } as const;

/** What a process requests of one quota. */
export interface LeaseRequest {
  /** Names the quota. */
  readonly key: string;
  /** Units within a window, and how many of them may come at once; the rest of a window is spaced evenly. */
  readonly limit: number;
  readonly burst: number;
  /** Units that requests are waiting for. */
  readonly needed: number;
  /** Units to spend later; given from what would not be missed elsewhere. */
  readonly ahead: number;
  /** Units of an earlier lease that were not spent; given back. */
  readonly unspent: { readonly cell: number; readonly units: number } | null;
}

/** What it was given, and how the quota stands after that. */
export interface Lease {
  readonly key: string;
  /** How many units were given: what was needed first. */
  readonly taken: number;
  /** The second of the database's clock that they are counted in; those taken ahead may be spent within it. */
  readonly cell: number;
  /** What was taken in this second, in the one before, and so on through the window. */
  readonly counts: readonly number[];
  /** When the burst would be whole again, and the present time: seconds of the database's clock. */
  readonly pacedUntil: number;
  readonly now: number;
}

/**
 * Takes leases of several quotas, each key at most once. A window of `seconds` is never over its limit, wherever it
 * begins: units are counted by the second, so one second more than the window is looked at.
 */
export async function takeLeases(
  executor: Executor,
  requests: readonly LeaseRequest[],
  seconds: number,
): Promise<Lease[]> {
  const p = new Parameters();
  const list = (of: (request: LeaseRequest) => unknown, type: string): string => p.add(requests.map(of), `${type}[]`);
  // Figures come in as bigint, so that none is refused, and are held to what a column takes.
  const held = (name: string): string => `least(${name}, 2147483647)::int AS ${name}`;
  const wanted =
    `(SELECT "key", ${['lim', 'burst', 'needed', 'ahead', 'unspent'].map(held).join(', ')}, from_cell FROM` +
    ` unnest(${list((r) => r.key, 'text')}, ${list((r) => r.limit, 'bigint')}, ${list((r) => r.burst, 'bigint')},` +
    ` ${list((r) => r.needed, 'bigint')}, ${list((r) => r.ahead, 'bigint')}, ${list((r) => r.unspent?.cell ?? null, 'bigint')},` +
    ` ${list((r) => r.unspent?.units ?? 0, 'bigint')}) AS u("key", lim, burst, needed, ahead, from_cell, unspent)) a`;
  const cells = p.add(seconds + 1, 'int');
  const gap = `(${p.add(seconds, 'float8')} / a.lim)`;
  const clock = `LATERAL (SELECT extract(epoch FROM clock_timestamp())::float8 AS at, a.lim) clock`;
  // A row that is not there yet stands for an untouched quota.
  const fresh = `least(a.needed + a.ahead, a.burst)`;
  const insert =
    `INSERT INTO "request_rate" AS r ("key", "cell", "counts", "paced_until", "taken")` +
    ` SELECT a."key", floor(at)::bigint, ARRAY[${fresh}] || array_fill(0, ARRAY[${cells} - 1]), at + ${fresh} * ${gap}, ${fresh}` +
    ` FROM ${wanted} CROSS JOIN ${clock} ORDER BY a."key"`;
  // The old seconds move back to make room for those that have passed since; what comes back leaves its own second.
  const moved =
    `LATERAL (SELECT array_agg(CASE WHEN i = cell - a.from_cell + 1 THEN greatest(0, n - a.unspent) ELSE n END ORDER BY i) AS counts,` +
    ` sum(n) - coalesce(sum(least(n, a.unspent)) FILTER (WHERE i = cell - a.from_cell + 1), 0) AS used` +
    ` FROM unnest((array_fill(0, ARRAY[least(${cells}, cell - r."cell")::int]) || r."counts")[1:${cells}]) WITH ORDINALITY AS u(n, i)) moved`;
  // A limit that was raised is not held back by the pace of the old one.
  const room =
    `LATERAL (SELECT least(at + a.burst * ${gap}, greatest(at, r."paced_until" - a.unspent * ${gap})) AS paced) pace, LATERAL (SELECT greatest(0, least(` +
    `a.lim - used, floor((at + a.burst * ${gap} - paced) / ${gap} + 1e-6)))::int AS room) room,` +
    ` LATERAL (SELECT least(needed, room) + least(ahead, greatest(0, (room - needed) / 4)) AS given) given`;
  const update =
    ` ON CONFLICT ("key") DO UPDATE SET ("cell", "counts", "paced_until", "taken") = (SELECT cell, ARRAY[counts[1] + given] || counts[2:],` +
    ` paced + given * ${gap}, given FROM ${wanted}, ${clock}, LATERAL (SELECT greatest(r."cell", floor(at)::bigint) AS cell) present,` +
    ` ${moved}, ${room} WHERE a."key" = r."key")`;
  const answer =
    ` RETURNING "key", "taken", "cell"::float8, array_to_string("counts", ',') AS counts, "paced_until",` +
    ` extract(epoch FROM clock_timestamp())::float8 AS now`;
  const rows = await rowsOf<{
    key: string;
    taken: string | number;
    cell: string | number;
    counts: string;
    paced_until: string | number;
    now: string | number;
  }>(executor, prepared(`${mark}${insert}${update}${answer}`, p));
  return rows.map((row) => ({
    key: row.key,
    taken: Number(row.taken),
    cell: Number(row.cell),
    counts: row.counts.split(',').map(Number),
    pacedUntil: Number(row.paced_until),
    now: Number(row.now),
  }));
}

/** What an API client used of its quotas within the window that ends now. */
export interface QuotaUse {
  readonly client: string;
  readonly requests: number;
  readonly requestLimit: number;
  readonly cost: number;
  readonly costLimit: number;
}

/** The API clients in the scope that used some of a quota, the largest part of one first, at most `limit`. */
export async function quotaUse(
  executor: Executor,
  scope: AccessScope,
  { windowSeconds, costPerRequest, leastCost }: QuotaRules,
  limit: number,
): Promise<QuotaUse[]> {
  const p = new Parameters();
  const border = `floor(extract(epoch FROM clock_timestamp())) - ${p.add(windowSeconds, 'int')}`;
  const used = (key: string): string =>
    `LATERAL (SELECT coalesce((SELECT sum(u.n) FROM "request_rate" r, unnest(r."counts") WITH ORDINALITY AS u(n, i)` +
    ` WHERE r."key" = ${p.add(key, 'text')} || c."urn" AND r."cell" - u.i + 1 > ${border}), 0)::int AS n)`;
  const text =
    `SELECT c."urn" AS client, requests.n AS requests, c."requests_per_minute" AS "requestLimit", cost.n AS cost,` +
    ` costs.most AS "costLimit" FROM "api_client" c CROSS JOIN ${used(quotaKeys.requests)} requests` +
    ` CROSS JOIN ${used(quotaKeys.cost)} cost CROSS JOIN LATERAL (SELECT least(2147483647, greatest(${p.add(leastCost, 'bigint')},` +
    ` c."requests_per_minute" * ${p.add(costPerRequest, 'bigint')}))::int AS most) costs` +
    ` WHERE requests.n + cost.n > 0 AND ${inScope(resourceOf(executor.contract, 'ApiClient'), 'c', scope, p)}` +
    ` ORDER BY greatest(requests.n::float8 / c."requests_per_minute", cost.n::float8 / costs.most) DESC, c."urn"` +
    ` LIMIT ${p.add(limit, 'int')}`;
  return rowsOf(executor, prepared(text, p));
}

/** Forgets quotas that have been whole for a while. */
export async function purgeOldRates(executor: Executor, seconds: number): Promise<void> {
  const p = new Parameters();
  const text =
    `${mark}DELETE FROM "request_rate" WHERE "cell" < extract(epoch FROM clock_timestamp()) - ${p.add(2 * seconds, 'float8')}` +
    ` AND "paced_until" < extract(epoch FROM clock_timestamp())`;
  await executor.query(prepared(text, p));
}
