// Reads of requests that replicas may answer: which statements, how new, and what a request has committed meanwhile.
import type { StatementRequest } from './connectionQueue.ts';
import type { PoolState } from './pools.ts';
import { createPositions, type Positions } from './positions.ts';
import { openReplicas, type Replicas } from './replicas.ts';
import type { Executor, Statement } from './statement.ts';

/** What one request needs of replicas. */
export interface RequestReads {
  /** The position that a replica has to have replayed before it answers; null for none. */
  needed(): Promise<bigint | null>;
  /** Says that something of the request came from the server that takes writes: no replica may answer after it. */
  leave(): void;
  /** Called with the position of each transaction that the request committed. */
  committed(position: bigint): void;
}

/** Which replicas there are, and what is called for statements. */
export interface ReplicaOptions {
  /** Standbys that may answer reads, one host each; absent and empty for none. */
  readonly readUrls?: readonly string[];
  /** By what the server and its standbys are known; null where it does not tell. */
  readonly cluster?: string | null;
  /** How far behind a read may be that needs nothing newer, in milliseconds. */
  readonly readLagMillis?: number;
  /** Called with every statement before it is sent, and whether to a replica; tests count them. */
  readonly onStatement?: (statement: { readonly text: string }, isOnReplica: boolean) => void;
}

/** What they share with the server that takes writes. */
export interface SharedParts {
  /** Connections to each. */
  readonly size: number;
  readonly executor: () => Executor;
  readonly onLost: (error: Error) => void;
}

/** The replicas of a database. */
export interface ReplicatedReads {
  readonly positions: Positions;
  /** The rows of a statement of that request, from a replica; null where the server that takes writes has to answer. */
  readonly answer: (
    reads: RequestReads,
    statement: Statement,
    request: StatementRequest,
  ) => Promise<Record<string, unknown>[] | null>;
  /** What is called with where a transaction of that request was committed. */
  readonly committedIn: (reads: RequestReads) => (position: unknown, sentAt: number) => void;
  readonly pools: () => PoolState[];
  readonly counts: () => ReadCounts;
  readonly close: () => Promise<void>;
}

/** Statements so far that might run on a replica, by the server that ran them. */
export interface ReadCounts {
  readonly replica: number;
  /** None had come far enough in time, or none was there. */
  readonly primary: number;
}

/** Opens them; null when there are none. */
export function openReplicatedReads(
  { readUrls: urls = [], readLagMillis = 0, cluster = null, onStatement }: ReplicaOptions,
  { size, executor, onLost }: SharedParts,
): ReplicatedReads | null {
  if (urls.length === 0) return null;
  const positions = createPositions(executor, readLagMillis);
  const replicas = openReplicas({
    urls,
    size,
    cluster,
    timeline: positions.timeline,
    onStatement: (statement) => onStatement?.(statement, true),
    onLost,
  });
  const counts = { replica: 0, primary: 0 };
  const answer: Replicas['answer'] = async (statement, needed, request) => {
    const rows = await replicas.answer(statement, needed, request);
    counts[rows === null ? 'primary' : 'replica'] += 1;
    return rows;
  };
  return {
    positions,
    counts: () => counts,
    answer: (reads, statement, request) => onReplica({ answer }, reads, statement, request),
    committedIn: (reads) => committedIn(positions, reads),
    pools: replicas.pools,
    close: replicas.close,
  };
}

const onlyReads = /^(SELECT|WITH)\b/;

async function onReplica(
  replicas: Pick<Replicas, 'answer'>,
  reads: RequestReads,
  statement: Statement,
  request: StatementRequest,
): Promise<Record<string, unknown>[] | null> {
  if (statement.isOfPrimary) reads.leave();
  const needed = onlyReads.test(statement.text) ? await reads.needed() : null;
  const rows = needed === null ? null : await replicas.answer(statement, needed, request);
  // What the request reads next must not be older than this.
  if (rows === null) reads.leave();
  return rows;
}

function committedIn(positions: Positions, reads: RequestReads): (position: unknown, sentAt: number) => void {
  return (position, sentAt) => {
    const lsn = positions.note(position, sentAt);
    if (lsn !== null) reads.committed(lsn);
  };
}
