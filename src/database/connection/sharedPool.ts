// Statements of many requests on few connections: each is sent without waiting for the answers of those before it, and what
// is ready at the same time leaves in one write. PostgreSQL answers a connection in its order, so that a slow statement
// keeps back the few behind it, and no others: the next ones go to the connection with the least to do.
import type pg from 'pg';
import { gatherWrites, isCrowded, send, connectMillis, statementMillis } from './connections.ts';
import { connectionLost, isConnectionLost } from './databaseErrors.ts';
import type { DatabaseTime } from './databaseTime.ts';
import type { Statement } from './statement.ts';

/** Runs statements. */
export interface SharedPool {
  /** Throws what the driver throws, and UNAVAILABLE when no connection could be had or the time was over. */
  run(statement: Statement, time: DatabaseTime): Promise<Record<string, unknown>[]>;
  /** How many statements wait to be sent. */
  waiting(): number;
}

interface Lease {
  readonly client: pg.PoolClient;
  readonly gather: () => void;
  inFlight: number;
  /** Nothing more is sent on it: it broke, or keeps too much prepared. */
  isRetired: boolean;
}

interface Waiter {
  readonly resolve: (lease: Lease) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/** How many statements may be under way on one connection. */
const depth = 4;

/** Shares up to `size` connections, which `connect` gives; each goes back once nothing is under way on it. */
export function shareConnections(connect: () => Promise<pg.PoolClient>, size: number): SharedPool {
  const leases: Lease[] = [];
  const waiters: Waiter[] = [];
  let opening = 0;

  const freest = (): Lease | null => {
    let found: Lease | null = null;
    for (const lease of leases)
      if (!lease.isRetired && lease.inFlight < depth && (found === null || lease.inFlight < found.inFlight))
        found = lease;
    return found;
  };
  const hold = (lease: Lease): Lease => {
    lease.inFlight += 1;
    return lease;
  };
  const serve = (): void => {
    for (let lease = freest(); lease && waiters.length > 0; lease = freest()) {
      const waiter = waiters.shift();
      if (!waiter) return;
      clearTimeout(waiter.timer);
      waiter.resolve(hold(lease));
    }
    // Connections that went away are replaced by the next who want one.
    while (waiters.length > opening && leases.length + opening < size) open();
  };
  const open = (): void => {
    opening += 1;
    connect().then(
      (client) => {
        opening -= 1;
        const lease = { client, gather: gatherWrites(client, setImmediate), inFlight: 0, isRetired: false };
        leases.push(lease);
        serve();
        if (lease.inFlight === 0) giveBack(lease);
      },
      (error: unknown) => {
        opening -= 1;
        const waiter = waiters.shift();
        if (!waiter) return;
        clearTimeout(waiter.timer);
        waiter.reject(error);
        serve();
      },
    );
  };
  const giveBack = (lease: Lease): void => {
    leases.splice(leases.indexOf(lease), 1);
    lease.client.release(lease.isRetired);
  };
  const take = (): Promise<Lease> => {
    const isRoom = leases.length + opening < size;
    const lease = isRoom ? null : freest();
    if (lease) return Promise.resolve(hold(lease));
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        resolve,
        reject,
        timer: setTimeout(() => {
          waiters.splice(waiters.indexOf(waiter), 1);
          reject(connectionLost());
        }, connectMillis),
      };
      waiters.push(waiter);
      if (isRoom) open();
    });
  };
  const done = (lease: Lease, isRetired: boolean): void => {
    lease.isRetired ||= isRetired;
    lease.inFlight -= 1;
    if (lease.inFlight === 0 && (lease.isRetired || waiters.length === 0)) giveBack(lease);
    serve();
  };

  return {
    waiting: () => waiters.length,
    async run(statement, time) {
      const lease = await take();
      lease.gather();
      const answered = send(lease.client, statement, time, statementMillis);
      answered.then(
        () => done(lease, isCrowded(lease.client, statement)),
        (error: unknown) => done(lease, isConnectionLost(error)),
      );
      const left = time.left();
      return left < statementMillis ? withinTime(answered, left) : answered;
    },
  };
}

// What has been sent stays under way: ending its connection would end the statements of others with it.
function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(connectionLost()), Math.max(1, milliseconds));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
