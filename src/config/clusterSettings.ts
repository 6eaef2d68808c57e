// The settings of what processes share, and of what each of them does: PostgreSQL and NATS.
import { addressesOf } from '../domain/serverAddresses.ts';
import { oneOf, readableFile, url, whole, type Setting } from './settingRules.ts';

// The host may be missing before the path, where the socket's directory stands in the query.
const server = (text: string): string | null =>
  addressesOf(text.replace('@/', '@localhost/'))
    .map(url('postgres:', 'postgresql:'))
    .find((problem) => problem !== null) ?? null;

/** The servers that a list of addresses names, one address each. */
export const readUrlsIn = (text: string): string[] => text.split(/,(?=\w+:\/\/)/).flatMap(addressesOf);

/** What a process does, and its PostgreSQL, in the order of docs/configuration.md. */
export const databaseSettings = [
  {
    name: 'ROLE',
    meaning: 'The job of this process: web answers requests, worker does background work, all does both.',
    default: 'all',
    problem: oneOf('web', 'worker', 'all'),
  },
  {
    name: 'DATABASE_URL',
    meaning:
      'A PostgreSQL server (15 or later) to use instead of the embedded one; several hosts with commas: the one that takes writes.',
    default: null,
    problem: server,
  },
  {
    name: 'DATABASE_DIRECT_URL',
    meaning: 'The server itself, if DATABASE_URL is a connection pool; for migrations, leadership and notifications.',
    default: null,
    problem: server,
  },
  {
    name: 'DATABASE_READ_URLS',
    meaning: 'Standbys that answer reads, separated by commas; each may name several hosts.',
    default: null,
    problem: (text) =>
      readUrlsIn(text)
        .map(server)
        .find((problem) => problem !== null) ?? null,
  },
  {
    name: 'READ_LAG_MS',
    meaning:
      'How far, in milliseconds, a standby may lag behind the primary for requests without a position. 0 never reads from a lagging standby.',
    default: '1000',
    problem: whole(0, 60_000),
  },
  {
    name: 'DATABASE_POOL',
    meaning:
      'PostgreSQL connections for reads, and as many for writes; half of those for reads, at least one, serve lists.',
    default: '10',
    problem: whole(1, 200),
  },
] as const satisfies readonly Setting[];

/** What carries events between processes, in the order of docs/configuration.md. */
export const natsSettings = [
  {
    name: 'NATS_URL',
    meaning: 'A NATS server with JetStream that carries events between processes; commas between those of a cluster.',
    default: null,
    problem: (text) =>
      text.split(',').every((one) => URL.canParse(one) && /^(nats|tls):\/\/[^/?#]+\/?$/.test(one))
        ? null
        : 'a comma list of addresses such as nats://nats:4222 is expected',
  },
  {
    name: 'NATS_CREDENTIALS',
    meaning: 'The NATS credentials file; NATS_URL may contain a user and password instead.',
    default: null,
    problem: readableFile,
  },
  {
    name: 'NATS_REPLICAS',
    meaning: 'How many servers of a NATS cluster store the events; by default 3, or 1 in a cluster with fewer than 3.',
    default: null,
    problem: oneOf('1', '3', '5'),
  },
] as const satisfies readonly Setting[];
