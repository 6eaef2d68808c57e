// What FULL webhook bodies say: how each API client that wants one reads the resource when its event is written, kept in the
// transaction of the change. Of what is created or changed that is the state at the end of the write, of what is deleted the one
// before anything of it was removed. While nobody of its tenant wants any, a write sends no statement more and waits no more often. Resource
// reference 9.4, 16.16.
import type { Resource } from '../contract/resource.ts';
import { viewerOfSubject } from '../database/access/tokenStore.ts';
import type { Transaction } from '../database/connection/database.ts';
import {
  edgesAt,
  keepStates,
  lastStateReaders,
  mayWantStates,
  type EventState,
  type KeptState,
} from '../database/engine/stateStore.ts';
import type { Planned } from '../database/engine/triggerStore.ts';
import { createShownRows } from '../domain/shownRows.ts';
import { groupBy } from '../domain/groupBy.ts';
import { slices } from '../domain/slices.ts';
import type { EventStates } from './announcements.ts';
import type { Context, Services } from './context.ts';
import type { Row } from '../database/engine/row.ts';
import { contextOf } from './contextOf.ts';
import { databaseWithin } from './databaseWithin.ts';

/** The JSON text of a resource as a shallow read of the context's viewer gives it, without what events leave out. */
type DescribeResource = (context: Context, resource: Resource, row: Row) => Promise<string>;

/** Longest text of one resource in bytes; beyond it a delivery is THIN. */
export const mostStateBytes = 256 * 1024;

/** Bytes that one transaction keeps; the deliveries beyond it are THIN. */
const mostBytes = 16 * 1024 * 1024;

/** Edges on or of what is deleted at once whose last states are kept. */
const mostEdges = 1_000;

/** Rows that are read together. */
const atOnce = 100;

/** Keeps states with the transactions of the services. */
export function createEventStates(services: () => Services, describe: DescribeResource): EventStates {
  const works = new WeakMap<Transaction, Work>();
  const workOf = (transaction: Transaction): Work => {
    const known = works.get(transaction) ?? new Work(services, describe, transaction);
    works.set(transaction, known);
    return known;
  };
  return {
    async beforeDelete({ transaction, owner }, resource, urns) {
      if (mayWantStates(transaction) && urns.length > 0) await workOf(transaction).keepLast(owner, resource, urns);
    },
    note(transaction, planned) {
      // If it fails, so does the transaction.
      planned.catch(() => undefined);
      // Else nobody waits for it.
      if (mayWantStates(transaction)) workOf(transaction).note(planned);
    },
    settle: (transaction) => workOf(transaction).settle(),
  };
}

/** The states of one transaction. */
class Work {
  readonly #services: () => Services;
  readonly #describe: DescribeResource;
  readonly #transaction: Transaction;
  /** Deliveries whose states have yet to be kept; null before there are any. */
  #planned: Promise<readonly Planned[]>[] | null = null;
  /** Who wants the last states of an owner's resources, by subject. */
  readonly #readers = new Map<string, Promise<Map<string, readonly string[]>>>();
  /** The last states, by client and urn. */
  readonly #last = new Map<string, EventState>();
  #bytes = 0;

  constructor(services: () => Services, describe: DescribeResource, transaction: Transaction) {
    this.#services = services;
    this.#describe = describe;
    this.#transaction = transaction;
  }

  async keepLast(owner: string, resource: Resource, urns: readonly string[]): Promise<void> {
    const known = this.#readers.get(owner) ?? lastStateReaders(this.#transaction, owner);
    this.#readers.set(owner, known);
    const readers = await known;
    const { Permission: permission } = this.#transaction.contract.kinds;
    await this.#keepLastFor(readers, resource, urns);
    // Edges end with their object.
    if (resource === permission || !readers.has(String(permission.subject))) return;
    await this.#keepLastFor(readers, permission, await edgesAt(this.#transaction, urns, mostEdges));
  }

  async #keepLastFor(
    readers: ReadonlyMap<string, readonly string[]>,
    resource: Resource,
    urns: readonly string[],
  ): Promise<void> {
    for (const client of readers.get(String(resource.subject)) ?? []) {
      const asked = urns.filter((urn) => !this.#last.has(keyOf(client, urn))).map((urn) => ({ resource, urn }));
      const states = await this.#statesFor(client, asked);
      for (const [urn, state] of states) this.#last.set(keyOf(client, urn), state);
    }
  }

  note(planned: Promise<readonly Planned[]>): void {
    if (this.#planned === null) this.#transaction.beforeCommit(() => this.settle());
    this.#planned ??= [];
    this.#planned.push(planned);
  }

  async settle(): Promise<void> {
    const planned = (await Promise.all(this.#planned?.splice(0) ?? [])).flat();
    const full = planned.filter(({ payload }) => payload === 'FULL');
    for (const [client, own] of groupBy(full, ({ apiClient }) => apiClient)) {
      // Several subscriptions of a client are told the same.
      const events = [...new Map(own.map((one) => [one.trigger, one])).values()];
      for (const some of slices(events, atOnce)) await this.#keepFor(client, some);
    }
  }

  async #keepFor(client: string, events: readonly Planned[]): Promise<void> {
    const { contract } = this.#transaction;
    const asked = events.flatMap(({ subject, event, target }) => {
      const resource = contract.resources.find((one) => one.subject === subject);
      return resource && event !== 'DELETE' ? [{ resource, urn: target }] : [];
    });
    const states = await this.#statesFor(client, asked);
    const kept = events.flatMap(({ trigger, event, target }): KeptState[] => {
      const state = event === 'DELETE' ? this.#last.get(keyOf(client, target)) : states.get(target);
      return state ? [{ trigger, apiClient: client, ...state }] : [];
    });
    if (kept.length > 0) await keepStates(this.#transaction, kept);
  }

  // As the client reads them now, within the transaction.
  async #statesFor(client: string, asked: readonly Asked[]): Promise<Map<string, EventState>> {
    const states = new Map<string, EventState>();
    if (asked.length === 0) return states;
    const viewer = await viewerOfSubject(this.#transaction, { scope: 'API_CLIENT', urn: client }, null);
    if (!viewer) return states;
    const services = this.#services();
    const context = contextOf({ ...services, database: databaseWithin(services.database, this.#transaction) }, viewer);
    for (const some of slices(asked, atOnce)) {
      const found = await Promise.all(some.map(async ({ resource, urn }) => this.#stateOf(context, resource, urn)));
      for (const [at, { urn }] of some.entries()) {
        const state = found[at];
        if (state) states.set(urn, state);
      }
    }
    return states;
  }

  async #stateOf(context: Context, resource: Resource, urn: string): Promise<EventState | null> {
    const row = await context.loaders.byUrn(resource.name, urn);
    if (!row) return null;
    const shown = createShownRows();
    const data = await this.#describe({ ...context, shown }, resource, row);
    const rows = shown.rows();
    const bytes = Buffer.byteLength(data);
    if (rows === null || bytes > mostStateBytes || this.#bytes + bytes > mostBytes) return null;
    this.#bytes += bytes;
    return { data, shown: rows };
  }
}

interface Asked {
  readonly resource: Resource;
  readonly urn: string;
}

const keyOf = (client: string, urn: string): string => `${client} ${urn}`;
