// How new the answer to a read has to be where replicas answer: never older than what decides about the caller's access,
// than the caller's own writes, wherever they were made, and than what this process knows of its tenant's. Resource
// reference 1.6 (`Read-Position`).
import { LRUCache } from 'lru-cache';
import type { Database, RequestReads } from '../database/connection/database.ts';
import type { Callers } from '../domain/callers.ts';
import { ServiceError } from '../domain/errors.ts';
import { openPosition, sealPosition } from './sealedPosition.ts';
import type { Viewer } from '../domain/viewer.ts';

/** The reads of one request. */
export interface PositionedReads extends RequestReads {
  /** Who asks, and the `Read-Position` that came along. POSITION_INVALID for one that this database never gave. */
  begin(viewer: Viewer, position: string | null): Promise<void>;
  /** Says that the request only reads: from now on replicas may answer. */
  readonly allow: () => void;
  /** The `Read-Position` of the answer: of the newest change that the request has made; null without one. */
  position(): string | null;
}

/** The reads of a service with replicas. */
export interface ReadPositions {
  ofRequest(): PositionedReads;
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

/** Tenants whose last write is remembered. */
const mostTenants = 10_000;

/** The reads of this service; null where there are no replicas. */
export function createReadPositions({ database, callers, eventLog, key }: ReadPositionParts): ReadPositions | null {
  const { positions } = database;
  if (!positions) return null;
  const written = new LRUCache<string, bigint>({ max: mostTenants });
  const learn = (tenant: string | null, lsn: bigint): void => {
    if (tenant !== null && lsn > (written.get(tenant) ?? 0n)) written.set(tenant, lsn);
  };
  const opened = async (text: string): Promise<bigint> => {
    const found = openPosition(key, text);
    const isOurs = found?.epoch === eventLog.epoch;
    if (!isOurs || (found.lsn > positions.farthest() && found.lsn > (await positions.now())))
      throw new ServiceError('POSITION_INVALID');
    return found.lsn;
  };
  return {
    ofRequest() {
      const request = {
        viewer: null as Viewer | null,
        asked: 0n,
        committed: null as bigint | null,
        isOnReplicas: false,
      };
      let needed: Promise<bigint> | null = null;
      const find = async (viewer: Viewer): Promise<bigint> => {
        const access = viewer.kind === 'CLIENT' ? callers.decidedAt(viewer) : null;
        const own = written.get(viewer.tenantUrn ?? '') ?? 0n;
        // Without a decision that is known to stand, and for callers without any, it is the present that decides.
        return highest(access ?? (await positions.now()), await positions.recent(), own, request.asked);
      };
      return {
        async begin(viewer, position) {
          request.viewer = viewer;
          if (position !== null) request.asked = await opened(position);
          learn(viewer.tenantUrn, request.asked);
        },
        allow: () => void (request.isOnReplicas = true),
        leave: () => void (request.isOnReplicas = false),
        async needed() {
          const { viewer, isOnReplicas } = request;
          return viewer && isOnReplicas ? (needed ??= find(viewer)) : null;
        },
        committed(lsn) {
          request.isOnReplicas = false;
          request.committed = lsn;
          learn(request.viewer?.tenantUrn ?? null, lsn);
        },
        position: () =>
          request.committed === null ? null : sealPosition(key, { epoch: eventLog.epoch, lsn: request.committed }),
      };
    },
  };
}

const highest = (...all: readonly bigint[]): bigint => all.reduce((most, one) => (one > most ? one : most));
