// What the benches of requests ask: the service as its users start it, on a database that is filled, and beside it the floor
// on the same tables.
import type { ChildProcess } from 'node:child_process';
import { withClient } from '../../test/support/database.ts';
import { createClient, type Client } from '../../test/support/client.ts';
import { backgroundDone, lackWords, queueWords } from './background.ts';
import { sizesAt, urnOf, writeDataset } from './dataset.ts';
import { openPlace, type Place } from './place.ts';
import * as questions from './questions.ts';
import { nthWritten, type AskedData, type Question, type ThreadPage } from './questions.ts';
import type { Candidate, Server } from './rounds.ts';

/** The token of the administrator. */
export const adminToken = `bench_a_${'a'.repeat(40)}`;

/** A service with data, and the floor. */
export interface MeasuredService {
  readonly place: Place;
  readonly admin: Client;
  readonly service: Server;
  readonly floor: Server;
  /** The data as the administrator sees it. */
  readonly data: AskedData;
  /** Resolves when nothing works in the background. */
  readonly settled: () => Promise<void>;
  /** The floor, the graph as the administrator, and REST, if the question can be asked there. */
  readonly candidates: (question: Question) => Candidate[];
}

/** What is opened. */
export interface MeasuredOptions {
  readonly scale: number;
  /** The folder of the database, which is kept and found filled the next time; null for one that is removed. */
  readonly folder: string | null;
  /** The words that are indexed before anything is measured: all, which takes longer than writing them, or of pages that will be written. */
  readonly words: 'all' | 'written';
  /** What is done with the filled database before anything runs on it. */
  readonly prepare?: (place: Place) => Promise<void>;
}

/** Opens it, hands it over, and closes it. */
export async function withMeasuredService<T>(
  { scale, folder, words, prepare }: MeasuredOptions,
  work: (measured: MeasuredService) => Promise<T>,
): Promise<T> {
  const place = await openPlace(folder);
  try {
    const first = await place.asUsersDo(adminToken);
    await first.stop();
    if (!(await isFilled(place))) {
      await fill(place, scale);
      if (words === 'all') await lackWords(place);
      else await queueWords(place, writtenPages(scale));
    }
    await prepare?.(place);
    const { url, process } = await place.asUsersDo(adminToken);
    const service = serverOf(place, { url, process });
    const admin = createClient(url, adminToken);
    console.error('numbering the events and indexing the words ...');
    await backgroundDone(place, admin);
    const child = await place.helper('floorChild.ts', place.databaseUrl);
    const floor = serverOf(place, { url: child.said.url, process: child.process }, 'floor');
    const data = { scale, pages: await threadPages(admin) };
    return await work({
      place,
      admin,
      service,
      floor,
      data,
      settled: () => backgroundDone(place, admin),
      candidates: (question) => candidatesOf(question, { service, floor }, data),
    });
  } finally {
    await place.close();
  }
}

function isFilled({ databaseUrl }: Place): Promise<boolean> {
  return withClient(
    databaseUrl,
    async (database) => (await database.query('SELECT 1 FROM entity LIMIT 1')).rows.length > 0,
  );
}

async function fill(place: Place, scale: number): Promise<void> {
  let said = -1;
  await writeDataset(place.databaseUrl, scale, (what, done) => {
    const tenths = Math.floor(done * 10);
    if (tenths > said) console.error(`writing the data: ${String(tenths * 10)} % (${what})`);
    said = tenths;
  });
}

function writtenPages(scale: number): string[] {
  const numbers = Array.from({ length: sizesAt(scale).entities }, (_, at) => nthWritten(scale, at + 1));
  return [...new Set(numbers)].map((number) => urnOf('entity', number));
}

/** A process with its connections: those that go by its name, or, without one, those that go by none of a child's. */
export function serverOf(
  place: Place,
  { url, process }: { readonly url: string; readonly process: ChildProcess },
  name: string | null = null,
): Server {
  return {
    url,
    pid: process.pid ?? 0,
    backends: () =>
      withClient(place.databaseUrl, async (database) => {
        const { rows } = await database.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
            AND CASE WHEN $1::text IS NULL THEN application_name <> ALL($2::text[]) ELSE application_name = $1 END`,
          [name, ['floor', ...peerNames]],
        );
        return rows.map(({ pid }) => pid);
      }),
  };
}

/** Others that are measured beside the service: the names of their scripts and of their connections. */
export const peerNames = ['postgraphile', 'mercurius', 'directus'] as const;

/** Where pages of threads may begin, as cursors of the caller. */
export async function threadPages(client: Client): Promise<ThreadPage[]> {
  const pages: ThreadPage[] = [];
  for (let after: string | null = null; pages.length < 480; after = pages.at(-1)?.cursor ?? null) {
    const query =
      'query ($after: String) { messageThreads(first: 100, after: $after) { edges { cursor node { urn createdTimestamp } } } }';
    // The document says what it answers.
    const { messageThreads } = (await client.data(query, { after })) as {
      messageThreads: { edges: { cursor: string; node: { urn: string; createdTimestamp: string } }[] };
    };
    if (messageThreads.edges.length === 0) break;
    for (const { cursor, node } of messageThreads.edges)
      pages.push({ cursor, created: node.createdTimestamp, urn: node.urn });
  }
  return pages.slice(0, 480);
}

function candidatesOf(
  question: Question,
  { service, floor }: { readonly service: Server; readonly floor: Server },
  data: AskedData,
): Candidate[] {
  const of = (number: number): Readonly<Record<string, string>> => questions.variablesOf(question, number, data);
  return [
    {
      name: 'floor',
      server: floor,
      token: null,
      ask: (number) => questions.floorRequest(question, of(number), data.pages),
    },
    {
      name: 'graph, admin',
      server: service,
      token: adminToken,
      ask: (number) => questions.graphRequest(question, of(number)),
    },
    ...(question === 'point' || question === 'write'
      ? [
          {
            name: 'REST, admin',
            server: service,
            token: adminToken,
            ask: (number: number) => questions.restRequest(question, of(number)),
          },
        ]
      : []),
  ];
}
