// Statements of many requests on few connections: each is sent without waiting for the answers of those before it, and what
// is ready at the same time leaves in one write, reads of single rows as one statement. PostgreSQL answers a connection in its
// order, so that a slow statement keeps back those behind it: nothing more is sent behind one that takes long.
import type pg from 'pg';
import { connectMillis, gatherWrites, send, sendUntraced, statementMillis } from './connections.ts';
import { connectionLost, isConnectionLost } from './databaseErrors.ts';
import { unlimitedTime, type DatabaseTime } from './databaseTime.ts';
import { createJoinedReads, isJoinable, type JoinedReads } from './joinedReads.ts';
import type { Statement } from './statement.ts';

/** Runs statements. */
export interface SharedPool {
  /** Throws what the driver throws, and UNAVAILABLE when no connection could be had or the time was over. */
  run(statement: Statement, time: DatabaseTime): Promise<Record<string, unknown>[]>;
  /** How many statements wait to be sent. */
  waiting(): number;
}

// A connection that is checked out.
type Lease = {
  readonly client: pg.PoolClient;
  readonly gather: () => void;
  inFlight: number;
  /** When the statement that is being answered became the first one, in milliseconds. */
  firstSince: number;
  /** Nothing more is sent on it: it broke. */
  isRetired: boolean;
};

interface Waiter {
  readonly resolve: (lease: Lease) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/** How many statements may be under way on one connection. */
export const sharedDepth = 4;

/** How long the first of them may have taken when another one is sent, in milliseconds. */
const patience = 10;

/** Shares up to `size` connections, which `connect` gives; each goes back once nothing is under way on it. */
export function shareConnections(connect: () => Promise<pg.PoolClient>, size: number): SharedPool {
  return new SharedConnections(connect, size);
}

class SharedConnections implements SharedPool {
  readonly #connect: () => Promise<pg.PoolClient>;
  readonly #size: number;
  readonly #leases: Lease[] = [];
  readonly #waiters: Waiter[] = [];
  readonly #joined: JoinedReads = createJoinedReads((statement) => this.#runJoined(statement));
  #opening = 0;

  constructor(connect: () => Promise<pg.PoolClient>, size: number) {
    this.#connect = connect;
    this.#size = size;
  }

  waiting(): number {
    return this.#waiters.length;
  }

  async run(statement: Statement, time: DatabaseTime): Promise<Record<string, unknown>[]> {
    if (isJoinable(statement)) return inTime(this.#joined(statement, time), time);
    const lease = await this.#take();
    lease.gather();
    return inTime(this.#answered(lease, send(lease.client, statement, time, statementMillis)), time);
  }

  // Those whose statements were joined count and trace them for themselves, and have waited for all that is ready.
  async #runJoined(statement: Statement): Promise<Record<string, unknown>[]> {
    const lease = await this.#take();
    return this.#answered(lease, sendUntraced(lease.client, statement, unlimitedTime, statementMillis));
  }

  #answered<T>(lease: Lease, answered: Promise<T>): Promise<T> {
    answered.then(
      () => this.#done(lease, false),
      (error: unknown) => this.#done(lease, isConnectionLost(error)),
    );
    return answered;
  }

  #take(): Promise<Lease> {
    const isRoom = this.#isRoom();
    const lease = isRoom ? null : this.#freest();
    if (lease) return Promise.resolve(hold(lease));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(connectionLost());
      }, connectMillis);
      const waiter: Waiter = { resolve, reject, timer };
      this.#waiters.push(waiter);
      if (isRoom) this.#open();
    });
  }

  #done(lease: Lease, isRetired: boolean): void {
    lease.isRetired ||= isRetired;
    lease.inFlight -= 1;
    lease.firstSince = performance.now();
    if (lease.inFlight === 0 && (lease.isRetired || this.#waiters.length === 0)) this.#giveBack(lease);
    this.#serve();
  }

  #isRoom(): boolean {
    return this.#leases.length + this.#opening < this.#size;
  }

  #freest(): Lease | null {
    const slowSince = performance.now() - patience;
    return this.#leases.reduce<Lease | null>(
      (found, lease) =>
        isOpen(lease, slowSince) && (found === null || lease.inFlight < found.inFlight) ? lease : found,
      null,
    );
  }

  #serve(): void {
    for (let lease = this.#freest(); lease; lease = this.#freest()) {
      // Those for whom connections are being opened wait for them.
      const isNext = lease.inFlight === 0 || this.#waiters.length > this.#opening;
      const waiter = isNext ? this.#waiters.shift() : undefined;
      if (!waiter) break;
      clearTimeout(waiter.timer);
      waiter.resolve(hold(lease));
    }
    // Connections that went away are replaced by the next who want one.
    while (this.#waiters.length > this.#opening && this.#isRoom()) this.#open();
  }

  #open(): void {
    this.#opening += 1;
    this.#connect().then(
      (client) => {
        this.#opening -= 1;
        const gather = gatherWrites(client, setImmediate);
        const lease: Lease = { client, gather, inFlight: 0, firstSince: 0, isRetired: false };
        this.#leases.push(lease);
        this.#serve();
        if (lease.inFlight === 0) this.#giveBack(lease);
      },
      (error: unknown) => {
        this.#opening -= 1;
        const waiter = this.#waiters.shift();
        if (!waiter) return;
        clearTimeout(waiter.timer);
        waiter.reject(error);
        this.#serve();
      },
    );
  }

  #giveBack(lease: Lease): void {
    this.#leases.splice(this.#leases.indexOf(lease), 1);
    lease.client.release(lease.isRetired);
  }
}

function hold(lease: Lease): Lease {
  if (lease.inFlight === 0) lease.firstSince = performance.now();
  lease.inFlight += 1;
  return lease;
}

const isOpen = ({ isRetired, inFlight, firstSince }: Lease, slowSince: number): boolean =>
  !isRetired && (inFlight === 0 || (inFlight < sharedDepth && firstSince > slowSince));

// What has been sent stays under way: ending its connection would end the statements of others with it.
function inTime<T>(work: Promise<T>, time: DatabaseTime): Promise<T> {
  const left = time.left();
  if (left >= statementMillis) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(connectionLost()), Math.max(1, left));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
