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
    meaning: 'What the process does: web answers requests, worker does the work in the background, all does both.',
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
    meaning:
      'The server itself, where DATABASE_URL is a connection pool: for migrations, leadership and notifications.',
    default: null,
    problem: server,
  },
  {
    name: 'DATABASE_READ_URLS',
    meaning: 'Standbys of that server that answer reads, with commas; each may name several hosts.',
    default: null,
    problem: (text) =>
      readUrlsIn(text)
        .map(server)
        .find((problem) => problem !== null) ?? null,
  },
  {
    name: 'READ_LAG_MS',
    meaning: 'How far behind an answer of a standby may be for a caller that names no position; 0 for not at all.',
    default: '1000',
    problem: whole(0, 60_000),
  },
  {
    name: 'DATABASE_POOL',
    meaning:
      'Connections to PostgreSQL, for reads and for writes each; half of those for reads, at least one, serve lists.',
    default: '10',
    problem: whole(1, 200),
  },
] as const satisfies readonly Setting[];

/** What carries events between processes, in the order of docs/configuration.md. */
export const natsSettings = [
  {
    name: 'NATS_URL',
    meaning: 'A NATS server with JetStream that carries events between processes, or several of a cluster with commas.',
    default: null,
    problem: (text) =>
      text.split(',').every((one) => URL.canParse(one) && /^(nats|tls):\/\/[^/?#]+\/?$/.test(one))
        ? null
        : 'a comma list of addresses such as nats://nats:4222 is expected',
  },
  {
    name: 'NATS_CREDENTIALS',
    meaning: 'The file with the credentials for NATS; a user with a password may stand in NATS_URL instead.',
    default: null,
    problem: readableFile,
  },
  {
    name: 'NATS_REPLICAS',
    meaning:
      'How many servers of a NATS cluster hold the events; without it 3, or 1 where the cluster has fewer than 3.',
    default: null,
    problem: oneOf('1', '3', '5'),
  },
] as const satisfies readonly Setting[];
