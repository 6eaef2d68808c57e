// How new the answer to a read has to be where replicas answer: never older than what decides about the caller's access,
// than the caller's own writes, wherever they were made, and than what this process knows of its tenant's. Resource
// reference 1.6 (`Read-Position`).
import { LRUCache } from 'lru-cache';
import type { Database, RequestReads } from '../database/connection/database.ts';
import type { Callers } from '../domain/callers.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Viewer } from '../domain/viewer.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The reads of one request. */
export interface PositionedReads extends RequestReads {
  /**
   * The caller, and the `Read-Position` that it sent, or that its browser kept. POSITION_INVALID for one that was sent and that this
   * database never gave; a browser is not refused for what it kept from before a failover.
   */
  begin(viewer: Viewer, position: string | null, kept?: string | null): Promise<void>;
  /** Says that the request only reads: from now on replicas may answer. */
  readonly allow: () => void;
  /** The `Read-Position` of the answer: of the newest change that the request has made; null without one. */
  position(): string | null;
}

/** The reads of a service with replicas. */
export interface ReadPositions {
  ofRequest(): PositionedReads;
  /** Says that events of these tenants were read from the log: reads from now on see what they tell of. */
  readonly seen: (tenants: ReadonlySet<string>) => void;
  /** The `Read-Position` that covers what this process knows of the tenant's writes and events; null while it knows of none. */
  ofTenant(tenant: string | null): Promise<string | null>;
}

/** What they follow from. */
export interface ReadPositionParts {
  readonly database: Database;
  readonly callers: Callers;
  /** Which past of the event log this process has seen last. */
  readonly eventLog: { readonly epoch: number };
  /** Signs positions; the same for all processes of one database. */
  readonly key: Buffer;
}

/** Tenants whose last write, and last event, is remembered. */
const mostTenants = 10_000;

/** The reads of this service; null where there are no replicas. */
export function createReadPositions({ database, callers, eventLog, key }: ReadPositionParts): ReadPositions | null {
  const { positions } = database;
  if (!positions) return null;
  const written = new LRUCache<string, bigint>({ max: mostTenants });
  /** When events of a tenant came that no position is known for yet. */
  const events = new LRUCache<string, number>({ max: mostTenants });
  const learn = (tenant: string | null, lsn: bigint): void => {
    if (tenant !== null && lsn > (written.get(tenant) ?? 0n)) written.set(tenant, lsn);
  };
  // Whoever reads has just been decided about, which told a position: none is asked for each event.
  const known = async (tenant: string | null): Promise<bigint> => {
    if (tenant === null) return 0n;
    const came = events.get(tenant);
    if (came !== undefined) {
      learn(tenant, await positions.since(came));
      if (events.get(tenant) === came) events.delete(tenant);
    }
    return written.get(tenant) ?? 0n;
  };
  const opened = async (text: string): Promise<bigint | null> => {
    const found = openPosition(key, text);
    const isOurs = found?.epoch === eventLog.epoch;
    return isOurs && (found.lsn <= positions.farthest() || found.lsn <= (await positions.now())) ? found.lsn : null;
  };
  const find = async (viewer: Viewer): Promise<bigint> => {
    const access = viewer.kind === 'CLIENT' ? callers.decidedAt(viewer) : null;
    // Without a decision that is known to stand, and for callers without any, it is the present that decides.
    return highest(access ?? (await positions.now()), await positions.recent(), await known(viewer.tenantUrn));
  };
  return {
    seen(tenants) {
      const now = performance.now();
      for (const tenant of tenants) events.set(tenant, now);
    },
    async ofTenant(tenant) {
      const lsn = await known(tenant);
      return lsn === 0n ? null : sealPosition(key, { epoch: eventLog.epoch, lsn });
    },
    ofRequest: () => readsOf({ find, opened, learn, seal: (lsn) => sealPosition(key, { epoch: eventLog.epoch, lsn }) }),
  };
}

interface KnownPositions {
  /** The position that reads of the viewer need, besides the one that its request names. */
  readonly find: (viewer: Viewer) => Promise<bigint>;
  /** Null for one that this database never gave. */
  readonly opened: (text: string) => Promise<bigint | null>;
  readonly learn: (tenant: string | null, lsn: bigint) => void;
  readonly seal: (lsn: bigint) => string;
}

function readsOf({ find, opened, learn, seal }: KnownPositions): PositionedReads {
  let viewer: Viewer | null = null;
  let requested = 0n;
  let last: bigint | null = null;
  let isOnReplicas = false;
  let needed: Promise<bigint> | null = null;
  return {
    async begin(caller, position, kept = null) {
      viewer = caller;
      const named = position === null ? 0n : await opened(position);
      if (named === null) throw new ServiceError('POSITION_INVALID');
      requested = highest(named, (kept === null ? null : await opened(kept)) ?? 0n);
      learn(caller.tenantUrn, requested);
    },
    allow: () => void (isOnReplicas = true),
    leave: () => void (isOnReplicas = false),
    async needed() {
      if (!viewer || !isOnReplicas) return null;
      needed ??= find(viewer).then((found) => highest(found, requested));
      return needed;
    },
    committed(lsn) {
      isOnReplicas = false;
      last = lsn;
      learn(viewer?.tenantUrn ?? null, lsn);
    },
    position: () => (last === null ? null : seal(last)),
  };
}

const highest = (...all: readonly bigint[]): bigint => all.reduce((most, one) => (one > most ? one : most));

/**
 * A position in the log that PostgreSQL writes ahead, in bytes, in one past of the database.
 * Callers get that of their last write, and send it with their reads. It is signed: a made-up one would have others wait for
 * what was never written.
 */
interface ReadPosition {
  /** The epoch of the event log: another one after changes were lost. */
  readonly epoch: number;
  readonly lsn: bigint;
}

const signatureBytes = 12;

/** The text that stands for a position: opaque, 32 characters. */
export function sealPosition(key: Buffer, { epoch, lsn }: ReadPosition): string {
  const body = Buffer.alloc(12);
  body.writeUInt32BE(epoch);
  body.writeBigUInt64BE(lsn, 4);
  return Buffer.concat([body, signature(key, body)]).toString('base64url');
}

/** The position a text stands for; null for what no process of this database has sealed. */
function openPosition(key: Buffer, text: string): ReadPosition | null {
  if (!/^[\w-]{32}$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  const body = bytes.subarray(0, 12);
  if (!timingSafeEqual(signature(key, body), bytes.subarray(12))) return null;
  return { epoch: body.readUInt32BE(), lsn: body.readBigUInt64BE(4) };
}

function signature(key: Buffer, body: Buffer): Buffer {
  return createHmac('sha256', key).update('read position').update(body).digest().subarray(0, signatureBytes);
}
