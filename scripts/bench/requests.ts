// A page, a list, threads, one item and a write, over both faces, beside one hand-written statement behind a bare HTTP
// server on the same tables: for an administrator, for a viewer who holds a permission on every single object, and with
// registered documents. Answers are compared first; rounds are interleaved, and the median of a figure counts.
import { execFile, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { withClient } from '../../test/support/database.ts';
import { createClient, type Client } from '../../test/support/client.ts';
import { backgroundDone, lackWords } from './background.ts';
import { grantEverySingleOne, writeDataset } from './dataset.ts';
import { load, type Amount, type Asked } from './load.ts';
import { openPlace, type Place } from './place.ts';
import { cpuMillis, residentMegabytes } from './processTimes.ts';
import * as questions from './questions.ts';
import { documents, type Question, type ThreadPage } from './questions.ts';
import { median, percentile } from './table.ts';

/** How much is measured. */
export interface Amounts {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Which of the questions; all of them if it is empty. */
  readonly only: readonly string[];
}

/** Somebody who asks: a server, a token, and the request of each number. */
interface Candidate {
  readonly name: string;
  readonly server: Server;
  readonly token: string | null;
  readonly ask: (number: number) => Asked;
}

/** A process that answers, and the database connections that it works with. */
interface Server {
  readonly url: string;
  readonly pid: number;
  readonly backends: () => Promise<readonly number[]>;
}

/** One line of the table, in medians of the rounds. */
interface Line {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly server: number;
  readonly postgres: number;
  readonly resident: number;
  readonly spread: number;
}

const tokens = { admin: `bench_a_${'a'.repeat(40)}` } as const;

/** Runs the bench; the answer is what it prints. */
export async function requests(amounts: Amounts): Promise<string> {
  const place = await openPlace();
  try {
    const first = await place.asUsersDo(tokens.admin);
    await first.stop();
    console.error('writing the data ...');
    await writeDataset(place.databaseUrl, 1, () => undefined);
    await lackWords(place);
    const service = await place.asUsersDo(tokens.admin);
    const admin = createClient(service.url, tokens.admin);
    const viewer = await makeViewer(place, admin);
    await registerAll(place);
    console.error('indexing the data ...');
    await backgroundDone(place, admin);
    const floor = await place.helper('floorChild.ts', place.databaseUrl);
    const servers = {
      service: serverOf(place, service.url, service.process, false),
      floor: serverOf(place, floor.said.url, floor.process, true),
    };
    const parts: string[] = [];
    const results = new Map<string, readonly Line[]>();
    const pages = { admin: await threadPages(admin), viewer: await threadPages(createClient(service.url, viewer)) };
    const names = Object.keys(documents).filter((name) => amounts.only.length === 0 || amounts.only.includes(name));
    for (const name of names) {
      const question = name as Question;
      const candidates = candidatesOf(question, servers, pages, viewer);
      await requireSame(question, candidates);
      const settled = question === 'write' ? () => backgroundDone(place, admin) : () => Promise.resolve();
      const lines = await compare(name, candidates, { ...amounts, settled });
      results.set(name, lines);
      parts.push(`### ${name}\n\n${tableOf(lines)}`);
    }
    return [summaryOf(results), ...parts].join('\n\n');
  } finally {
    await place.close();
  }
}

function serverOf(place: Place, url: string, process: ChildProcess, isFloor: boolean): Server {
  return {
    url,
    pid: process.pid ?? 0,
    backends: () =>
      withClient(place.databaseUrl, async (database) => {
        const { rows } = await database.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
            AND (application_name = 'floor') = $1`,
          [isFloor],
        );
        return rows.map(({ pid }) => pid);
      }),
  };
}

// A client that may read nothing by its company, and every single object by a permission of its own.
async function makeViewer(place: Place, admin: Client): Promise<string> {
  const owner = await tenantOf(place);
  const client = await admin.rest('POST', '/n/v1/apiclient', { body: { owner, name: 'Viewer' } });
  const expirationTimestamp = new Date(Date.now() + 86_400_000).toISOString();
  const body = { apiClient: client.body.urn, expirationTimestamp };
  const token = await admin.rest('POST', '/n/v1/apiclientbearertoken', { body });
  if (token.status !== 201) throw new Error(token.text);
  await grantEverySingleOne(place.databaseUrl, String(client.body.urn), 1);
  return String(token.body.bearerToken);
}

function tenantOf(place: Place): Promise<string> {
  return withClient(place.databaseUrl, async (database) => {
    const { rows } = await database.query<{ owner: string }>(
      `SELECT owner FROM api_client WHERE access_level = 'COMPANY' ORDER BY created_timestamp LIMIT 1`,
    );
    return rows[0]?.owner ?? '';
  });
}

const idOf = (document: string): string => createHash('sha256').update(document).digest('hex');

// By the command that users have, for the administrator's client.
async function registerAll(place: Place): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-manifest-'));
  const file = path.join(folder, 'persisted-documents.json');
  const texts = Object.values(documents);
  writeFileSync(file, JSON.stringify(Object.fromEntries(texts.map((text) => [idOf(text), text]))));
  const client = await withClient(place.databaseUrl, async (database) => {
    const { rows } = await database.query<{ urn: string }>(
      `SELECT urn FROM api_client WHERE access_level = 'COMPANY' ORDER BY created_timestamp LIMIT 1`,
    );
    return rows[0]?.urn ?? '';
  });
  const script = path.join(import.meta.dirname, '../documents.ts');
  const env = { ...process.env, DATABASE_URL: place.databaseUrl };
  await promisify(execFile)(process.execPath, ['--import', 'tsx', script, 'register', file, '--client', client], {
    env,
  });
  rmSync(folder, { recursive: true });
}

// Where pages of threads may begin, as cursors of the caller.
async function threadPages(client: Client): Promise<ThreadPage[]> {
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
  servers: { readonly service: Server; readonly floor: Server },
  pages: { readonly admin: readonly ThreadPage[]; readonly viewer: readonly ThreadPage[] },
  viewer: string,
): Candidate[] {
  const variables = (who: keyof typeof pages) => (number: number) =>
    questions.variablesOf(question, number, pages[who]);
  const [ofAdmin, ofViewer] = [variables('admin'), variables('viewer')];
  const { service } = servers;
  const graph = (name: string, token: string, of: typeof ofAdmin): Candidate => ({
    name,
    server: service,
    token,
    ask: (number) => questions.graphRequest(question, of(number)),
  });
  const id = idOf(documents[question]);
  return [
    {
      name: 'floor',
      server: servers.floor,
      token: null,
      ask: (number) => questions.floorRequest(question, ofAdmin(number), pages.admin),
    },
    graph('graph, admin', tokens.admin, ofAdmin),
    graph('graph, viewer', viewer, ofViewer),
    {
      name: 'graph, admin, registered',
      server: service,
      token: tokens.admin,
      ask: (number) => questions.trustedRequest(id, ofAdmin(number)),
    },
    ...(question === 'point' || question === 'write'
      ? [
          { name: 'REST, admin', token: tokens.admin, of: ofAdmin },
          { name: 'REST, viewer', token: viewer, of: ofViewer },
        ].map(({ name, token, of }) => ({
          name,
          server: service,
          token,
          ask: (number: number) => questions.restRequest(question, of(number)),
        }))
      : []),
  ];
}

// Compared answers must be identical but for the order of members, the spelling of instants, and the address that REST adds.
async function requireSame(question: Question, candidates: readonly Candidate[]): Promise<void> {
  for (const number of question === 'write' ? [] : [0, 1, 2]) {
    const [floor, ...others] = candidates;
    if (!floor) return;
    const expected = comparable(await answerOf(floor, number));
    for (const one of others) {
      const answered = comparable(await answerOf(one, number));
      if (!isDeepStrictEqual(answered, expected))
        throw new Error(
          `${question}: ${one.name} answers otherwise than the floor\n${JSON.stringify(answered)}\n${JSON.stringify(expected)}`,
        );
    }
  }
}

async function answerOf({ server, token, ask }: Candidate, number: number): Promise<unknown> {
  const { method, path: at, body = null } = ask(number);
  const headers = {
    accept: 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  };
  const answer: unknown = await (await fetch(server.url + at, { method, headers, body })).json();
  // A graph's answer is `{ data: { field } }`; members are looked at by the comparison.
  const { data } = answer as { data?: Record<string, unknown> };
  if (data) return Object.values(data)[0];
  const { url: _, ...members } = answer as Record<string, unknown>;
  return members;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'string') return instant.test(value) ? Date.parse(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, comparable(member)]));
}

type Round = Omit<Line, 'name' | 'spread'>;

async function compare(
  name: string,
  candidates: readonly Candidate[],
  amounts: Amounts & { readonly settled: () => Promise<void> },
): Promise<Line[]> {
  const rounds = new Map<Candidate, Round[]>(candidates.map((one) => [one, []]));
  for (const one of candidates) {
    console.error(`${name}: warming ${one.name}`);
    await warm(one, amounts.connections);
  }
  for (let round = 1; round <= amounts.rounds; round += 1) {
    console.error(`${name}: round ${String(round)} of ${String(amounts.rounds)}`);
    for (const [one, list] of rounds) {
      await amounts.settled();
      list.push(await measure(one, amounts.connections, { seconds: amounts.seconds }));
    }
  }
  return [...rounds].map(([one, list]) => {
    const of = (pick: (round: Round) => number): number => median(list.map(pick));
    const rates = list.map(({ perSecond }) => perSecond);
    const perSecond = median(rates);
    return {
      name: one.name,
      perSecond,
      p50: of((r) => r.p50),
      p99: of((r) => r.p99),
      server: of((r) => r.server),
      postgres: of((r) => r.postgres),
      resident: Math.max(...list.map((r) => r.resident)),
      spread: (Math.max(...rates) - Math.min(...rates)) / perSecond,
    };
  });
}

// V8 compiles what runs often once it has run some thousands of times: before, a request costs two to four times as much, and
// some wait for a tenth of a second. Asked first, a page was measured in that state.
async function warm(one: Candidate, connections: number): Promise<void> {
  let before = Infinity;
  for (let second = 1; second <= mostWarmSeconds; second += 1) {
    const { server } = await measure(one, connections, { seconds: 1 });
    if (server > 0.95 * before) return;
    before = server;
  }
}

const mostWarmSeconds = 12;

// Numbers go on from round to round: writes are never repeats.
let asked = 0;

async function measure({ server, token, ask }: Candidate, connections: number, amount: Amount): Promise<Round> {
  const from = asked;
  const before = await times(server);
  const { url } = server;
  const done = await load({ url, token, connections, ask: (number) => ask(from + number) }, amount);
  asked += done.count;
  const after = await times(server);
  const grown = [...after.backends].reduce((sum, [pid, at]) => sum + at - (before.backends.get(pid) ?? 0), 0);
  return {
    perSecond: done.perSecond,
    p50: percentile(done.latencies, 0.5),
    p99: percentile(done.latencies, 0.99),
    server: (after.server - before.server) / done.count,
    postgres: grown / done.count,
    resident: residentMegabytes(server.pid),
  };
}

async function times(server: Server): Promise<{ server: number; backends: Map<number, number> }> {
  const pids = await server.backends();
  return { server: cpuMillis(server.pid), backends: new Map(pids.map((pid) => [pid, cpuMillis(pid)])) };
}

function tableOf(lines: readonly Line[]): string {
  const [floor] = lines;
  const head =
    '| Asked by | requests/s | of the floor | p50 ms | p99 ms | service ms | PostgreSQL ms | CPU, floor = 1 | memory MB | spread |';
  const cpu = ({ server, postgres }: Line): number => server + postgres;
  const rows = lines.map((line) =>
    [
      line.name,
      Math.round(line.perSecond).toString(),
      floor ? (line.perSecond / floor.perSecond).toFixed(2) : '',
      line.p50.toFixed(1),
      line.p99.toFixed(1),
      line.server.toFixed(2),
      line.postgres.toFixed(2),
      floor ? (cpu(line) / cpu(floor)).toFixed(2) : '',
      Math.round(line.resident).toString(),
      `${String(Math.round(line.spread * 100))} %`,
    ].join(' | '),
  );
  return [head, head.replace(/[^|]+/g, ' --- '), ...rows.map((row) => `| ${row} |`)].join('\n');
}

// One column for each question and face, the rates of the floor being 1.
function summaryOf(results: ReadonlyMap<string, readonly Line[]>): string {
  const columns = [...results].flatMap(([name, lines]) =>
    ['graph', 'REST'].flatMap((face) =>
      lines.some((line) => line.name === `${face}, admin`) ? [{ name, face, lines }] : [],
    ),
  );
  const rateOf = (lines: readonly Line[], name: string): number | undefined =>
    lines.find((line) => line.name === name)?.perSecond;
  const row = (what: string, of: string, against: (face: string) => string): string => {
    const cells = columns.map(({ face, lines }) => {
      const [rate, other] = [rateOf(lines, `${face}, ${of}`), rateOf(lines, against(face))];
      return rate === undefined || other === undefined ? '' : (rate / other).toFixed(2);
    });
    return `| ${[what, ...cells].join(' | ')} |`;
  };
  const head = `| requests/s | ${columns.map(({ name, face }) => `${name}, ${face}`).join(' | ')} |`;
  const lines = [...results.values()].flat();
  const memory = Math.max(...lines.filter(({ name }) => name !== 'floor').map(({ resident }) => resident));
  return [
    head,
    head.replace(/[^|]+/g, ' --- '),
    row('admin, of the floor', 'admin', () => 'floor'),
    row('registered documents, of the floor', 'admin, registered', () => 'floor'),
    row('viewer, of admin', 'viewer', (face) => `${face}, admin`),
    `\nMost memory of the service: ${String(Math.round(memory))} MB`,
  ].join('\n');
}
