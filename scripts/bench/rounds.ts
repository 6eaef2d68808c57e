// Compares who answers a question: answers first, then rounds of requests to each in turn. The median of a figure counts.
import { isDeepStrictEqual } from 'node:util';
import { load, type Amount, type Asked } from './load.ts';
import { cpuMillis, residentMegabytes } from './processTimes.ts';
import { median, percentile } from './table.ts';

/** How much is measured. */
export interface Amounts {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

/** Somebody who asks: a server, a token, and the request of each number. */
export interface Candidate {
  readonly name: string;
  readonly server: Server;
  readonly token: string | null;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly ask: (number: number) => Asked;
  /** The members that an answer has in the form of the floor's; what the graph or REST of the service answer if not given. */
  readonly membersOf?: (answer: unknown) => unknown;
}

/** A process that answers, and the database connections that it works with. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly backends: () => Promise<readonly number[]>;
}

/** What was measured of a candidate, in medians of the rounds: requests per second, and milliseconds of a request. */
export interface Line {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the processor: the server's, and PostgreSQL's. */
  readonly server: number;
  readonly postgres: number;
  /** Megabytes of the server, the most of all rounds. */
  readonly resident: number;
  /** How far the rounds are apart, as a part of the median. */
  readonly spread: number;
}

/**
 * Throws unless all answer the same as the first: but for the order of members, the spelling of instants, and the
 * address that REST adds.
 */
export async function requireSame(name: string, candidates: readonly Candidate[]): Promise<void> {
  for (const number of [0, 1, 2]) {
    const [floor, ...others] = candidates;
    if (!floor) return;
    const expected = comparable(await answerOf(floor, number));
    for (const one of others) {
      const answered = comparable(await answerOf(one, number));
      if (!isDeepStrictEqual(answered, expected))
        throw new Error(
          `${name}: ${one.name} answers otherwise than ${floor.name}\n${JSON.stringify(answered)}\n${JSON.stringify(expected)}`,
        );
    }
  }
}

async function answerOf(
  { server, token, ask, membersOf = membersOfService }: Candidate,
  number: number,
): Promise<unknown> {
  const { method, path: at, body = null } = ask(number);
  const headers = {
    accept: 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  };
  const response = await fetch(server.url + at, { method, headers, body });
  return membersOf(await response.json());
}

// A graph's answer is `{ data: { field } }`; members are looked at by the comparison.
function membersOfService(answer: unknown): unknown {
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

/** Warms all candidates and measures them in turn, each when `settled` has resolved. */
export async function compare(
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

async function measure(
  { server, token, headers = {}, ask }: Candidate,
  connections: number,
  amount: Amount,
): Promise<Round> {
  const from = asked;
  const before = await times(server);
  const { url } = server;
  const done = await load({ url, token, headers, connections, ask: (number) => ask(from + number) }, amount);
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

/** The lines as a Markdown table; the first is the floor. */
export function tableOfLines(lines: readonly Line[]): string {
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
