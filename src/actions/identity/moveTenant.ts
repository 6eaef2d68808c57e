// Moves a tenant to another database: copied while it is served, again what has changed meanwhile, and the rest in the few
// seconds in which nobody of it is let in. For the operator, who has both databases; no caller reaches it. docs/scaling.md.
import { setTimeout as wait } from 'node:timers/promises';
import { writeCell } from '../../database/access/cellStore.ts';
import type { Database } from '../../database/connection/database.ts';
import {
  admitTenant,
  adoptFacts,
  beginMove,
  closeTenant,
  copyServed,
  databaseFacts,
  filesOfTenant,
  forgetTenant,
  guardTenant,
  isAtRest,
  isOnlyMove,
  openMoveSession,
  pauseTenant,
  receiveTenant,
  reopenTenant,
  requestsUnderWay,
  switchTenant,
  tenantPlace,
  unguardTenant,
  type DatabaseFacts,
  type Move,
  type MoveSession,
} from '../../database/move/moveStore.ts';
import type { Cell } from '../../domain/cell.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Services } from '../../engine/context.ts';

/** What a move works with. */
export interface MoveParts {
  readonly database: Pick<Database, 'directUrl' | 'contract' | 'query'>;
  /** Where files are, and where those of the tenant are to be as well; null where they stay. */
  readonly files: { readonly from: Services['files']; readonly to: Services['files'] } | null;
  /** Whether files are in a store that both services may have. */
  readonly isShared: boolean;
  /** Called with what is being done, a sentence at a time. */
  readonly say: (line: string) => void;
}

/** Which tenant moves where. */
export interface MoveOrder {
  readonly tenant: string;
  /** The address of the other database's server itself. */
  readonly to: string;
  /** The name of that database among cells, and the address at which its gateways answer. */
  readonly cell: Cell;
}

/** What a move has done. */
export interface Moved {
  readonly name: string;
  readonly rows: number;
  /** For how long nobody of the tenant was let in; 0 when that was over before. */
  readonly closedMillis: number;
}

/** For so long nobody of a tenant is let in at most, in seconds. */
const mostClosed = 10;
/** What is left of them when the last copy may begin at the latest, for the other database to admit the tenant. */
const forCopy = 8;
/** While it is served, it is copied again until a copy takes less than this, hardly less than the one before, or so often. */
const shortCopyMillis = 1_000;
const mostCopies = 8;
/** For so long a webhook that is under way is waited for, in seconds; the tenant is served meanwhile. */
const mostUnderWay = 60;

/**
 * Moves the tenant, or finishes what an earlier call began. CONFLICT, with the tenant served where it was, when the databases
 * do not fit or it takes too long; NOT_FOUND when there is no such tenant.
 */
export function moveTenant(parts: MoveParts, order: MoveOrder): Promise<Moved> {
  return betweenDatabases(parts, order, async (from, to, facts) => {
    const { tenant, cell } = order;
    const { contract } = parts.database;
    const here = await tenantPlace(from, tenant);
    if (here.name === null) throw new ServiceError('NOT_FOUND', 'There is no tenant with that urn: see tenant list.');
    const there = await tenantPlace(to, tenant);
    if (here.state === 'MOVED') {
      if (here.cell !== cell.name || there.name === null)
        throw refused(`The tenant has moved to the cell ${String(here.cell)} before.`);
      await admitTenant(to, tenant);
      await unguardTenant(to, contract, tenant);
      return { name: here.name, rows: 0, closedMillis: 0 };
    }
    if (here.state === 'DISABLED' || here.state === 'ARRIVING')
      throw refused(
        `The tenant is ${here.state === 'DISABLED' ? 'disabled here' : 'only arriving here'}: it is not served, and cannot move.`,
      );
    if (there.name !== null && there.state !== 'ARRIVING' && there.state !== 'MOVED')
      throw refused('The other database has this tenant already, and serves it.');
    if (!parts.files && !parts.isShared && (await filesOfTenant(from, tenant)).length > 0)
      throw refused(
        'The tenant has images, which are in DATA_DIR here: say with --files where the other service keeps its own, or give both one S3 store.',
      );
    await adoptFacts(to, facts);
    await writeCell(parts.database, cell);
    try {
      return { name: here.name, ...(await carryOver(parts, order, from, to)) };
    } catch (error) {
      return await afterFailure(parts, order, error, here.name);
    }
  });
}

/** Gives up a move that was not finished: the tenant stays, and the other database forgets what has arrived of it. */
export function backOutOfMove(parts: MoveParts, order: Pick<MoveOrder, 'tenant' | 'to'>): Promise<string> {
  return betweenDatabases(parts, order, async (from, to) => {
    const { tenant } = order;
    const { contract } = parts.database;
    const { name, state, cell } = await tenantPlace(from, tenant);
    if (name === null) throw new ServiceError('NOT_FOUND', 'There is no tenant with that urn: see tenant list.');
    if (state === 'MOVED') throw refused(`The tenant lives in the cell ${String(cell)}: move it back from there.`);
    await reopenTenant(from, tenant);
    await unguardTenant(from, contract, tenant);
    if ((await tenantPlace(to, tenant)).state === 'ARRIVING') await forgetTenant(to, contract, tenant);
    return name;
  });
}

async function betweenDatabases<T>(
  { database }: MoveParts,
  { to: url }: Pick<MoveOrder, 'to'>,
  work: (from: MoveSession, to: MoveSession, here: DatabaseFacts) => Promise<T>,
): Promise<T> {
  const from = await openMoveSession(database.directUrl());
  try {
    const to = await openMoveSession(url);
    try {
      return await work(from, to, await requireFit(from, to));
    } finally {
      await to.end();
    }
  } finally {
    await from.end();
  }
}

const refused = (reason: string): ServiceError => new ServiceError('CONFLICT', reason);

// Before anything is written.
async function requireFit(from: MoveSession, to: MoveSession): Promise<DatabaseFacts> {
  const [here, there] = [await databaseFacts(from), await databaseFacts(to)];
  if (here.identity === there.identity) throw refused('--to names the database in which the tenant is.');
  if (there.schema !== here.schema)
    throw refused(
      there.schema === null
        ? 'The database at --to has no tables: run `commonplace migrate` with it as DATABASE_URL.'
        : `The database at --to is at ${there.schema}, this one at ${String(here.schema)}: use one version for both.`,
    );
  if (there.keys !== null && there.keys !== here.keys)
    throw refused(
      'The service at --to has other webhook keys: secrets that were sealed here could not be opened there. Give both the same WEBHOOK_SECRET_KEY and WEBHOOK_SIGNING_KEY.',
    );
  if (there.hasTenants && there.epoch !== here.epoch)
    throw refused(
      `The event log at --to is of epoch ${String(there.epoch)}, this one of ${String(here.epoch)}: cursors would mean another past. Move to a database without tenants.`,
    );
  if (!((await isOnlyMove(from)) && (await isOnlyMove(to))))
    throw refused('Another tenant is being moved from or to one of these databases.');
  return here;
}

type Carried = Omit<Moved, 'name'>;

async function carryOver(parts: MoveParts, order: MoveOrder, from: MoveSession, to: MoveSession): Promise<Carried> {
  const { tenant, cell } = order;
  const { contract } = parts.database;
  await guardTenant(from, contract, tenant);
  await receiveTenant(to, contract, tenant);
  const move = await beginMove({ from, to, contract, tenant });
  const copied = await copyWhileServed(parts, move);
  const copyFiles = fileCopier(parts, move);
  await copyFiles();
  parts.say('Waiting for webhooks that are under way ...');
  await letWebhooksEnd(from, tenant);
  const began = performance.now();
  const left = (): number => mostClosed - (performance.now() - began) / 1_000;
  // Whatever hangs, the tenant is given back.
  const now = { isLate: false };
  const timer = setTimeout(() => {
    now.isLate = true;
    from.cut();
  }, mostClosed * 1_000);
  try {
    await closeTenant(from, tenant, mostClosed);
    parts.say('Nobody of the tenant is let in now.');
    while (!(await isAtRest(from, tenant)) && left() > forCopy) await wait(10);
    await copyFiles();
    const rows = await switchTenant(move, { since: copied.since, cell: cell.name, seconds: left() - 0.5 });
    clearTimeout(timer);
    await admitTenant(to, tenant);
    return { rows: copied.rows + rows, closedMillis: Math.round(performance.now() - began) };
  } catch (error) {
    if (!now.isLate && left() > 0.5) throw error;
    throw refused('Nobody of the tenant was let in for ten seconds, and that was not enough: it is served as before.');
  } finally {
    clearTimeout(timer);
  }
}

async function copyWhileServed({ say }: MoveParts, move: Move): Promise<{ since: string; rows: number }> {
  let [since, rows, before]: [string | null, number, number] = [null, 0, Infinity];
  for (let copies = 1; ; copies += 1) {
    const began = performance.now();
    const copy = await copyServed(move, since);
    since = copy.since;
    rows += copy.rows;
    const took = performance.now() - began;
    say(
      `Copied ${copy.rows.toLocaleString('en-US')} rows in ${(took / 1_000).toFixed(1)} s while the tenant is served.`,
    );
    if (copies === mostCopies || took < shortCopyMillis || took > 0.7 * before) return { since, rows };
    before = took;
  }
}

// Answers what copies those that were not copied before.
function fileCopier({ files }: MoveParts, { from, tenant }: Move): () => Promise<void> {
  const copied = new Set<string>();
  return async () => {
    if (!files) return;
    for (const digest of await filesOfTenant(from, tenant)) {
      if (copied.has(digest)) continue;
      const bytes = await files.from.get(digest);
      if (bytes) await files.to.put(digest, bytes);
      copied.add(digest);
    }
  };
}

async function letWebhooksEnd(from: MoveSession, tenant: string): Promise<void> {
  await pauseTenant(from, tenant, mostUnderWay + mostClosed);
  const end = performance.now() + mostUnderWay * 1_000;
  while ((await requestsUnderWay(from, tenant)) > 0) {
    if (performance.now() > end)
      throw refused('A webhook was under way for too long: it might be sent from both sides. Try again.');
    await wait(20);
  }
}

// The connection may be what failed, and the switch may have been decided before.
async function afterFailure(parts: MoveParts, order: MoveOrder, error: unknown, name: string): Promise<Moved> {
  const { tenant, to: url } = order;
  const from = await openMoveSession(parts.database.directUrl());
  try {
    await reopenTenant(from, tenant);
    const { state } = await tenantPlace(from, tenant);
    if (state === 'MOVED') {
      const to = await openMoveSession(url);
      await admitTenant(to, tenant).finally(() => to.end());
      return { name, rows: 0, closedMillis: 0 };
    }
    // Where somebody writes for long they stay, and do nothing.
    await unguardTenant(from, parts.database.contract, tenant).catch(() =>
      parts.say('The triggers of the move are still there: --back-out removes them.'),
    );
    throw error;
  } finally {
    await from.end();
  }
}
