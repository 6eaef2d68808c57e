// `npm run test:pressure`: a search for the worst request that is permitted, against a service of its own with heavy pages in
// it. Exit code 1 when one blocks the service, takes more memory or answers more than any request may.
import { parseArgs } from 'node:util';
import { print } from '../../scripts/print.ts';
import { chanceOf } from '../crash/chance.ts';
import { runOnGateway, type OneGateway } from '../crash/oneGateway.ts';
import { readUrns } from '../fuzz/judge.ts';
import { createClient } from '../support/client.ts';
import { asGraph, startClimb, type Tried } from './climb.ts';
import { makeHeavyPages } from './heavyPages.ts';
import { measure, type Effect } from './measure.ts';
import { startPulse } from './pulse.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } });
const seconds = Number(values.seconds ?? 1_800);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
print(`Seed ${String(seed)}, ${String(seconds)} s`);

/** What no permitted request may exceed. */
const bars = { blockedMillis: 250, megabytes: 64, answerMegabytes: 32, milliseconds: 11_000 } as const;
type Bar = keyof typeof bars;
const names = Object.keys(bars) as Bar[];

/** A request that was over a bar is tried so often again, and counts as the least that it did. */
const repeats = 3;

const settings = {
  // Every charge is counted, and none ends the search.
  RATE_BURST: '60000',
  RATE_PER_OWNER: '1000000',
  RATE_PER_ADDRESS: '1000000',
  RATE_COST_PER_REQUEST: '300',
};
await runOnGateway('pressure', { settings, mostSeconds: seconds + 900 }, perform);

async function perform({ url, token, fleet }: OneGateway): Promise<number> {
  const client = createClient(url, token);
  const firsts = await makeHeavyPages(client);
  const urns = await readUrns(client);
  for (const [kind, heavy] of firsts.urns) urns.set(kind, [...heavy, ...heavy, ...(urns.get(kind) ?? [])]);
  const pulse = await startPulse(url);
  const target = { url, token, pid: fleet.gateways[0]?.pid() ?? 0, pulse };
  const climb = startClimb({ chance: chanceOf(seed), urns }, [...firsts.documents.map(asGraph), ...firsts.writes]);
  const worst = new Map<Bar, Tried>();
  const over: Tried[] = [];
  const bySurface = new Map<string, { readonly count: number } & Figures>();
  let count = 0;
  for (const until = performance.now() + seconds * 1_000; performance.now() < until && fleet.living().length === 1;) {
    const sent = climb.next();
    let effect = await measure(target, sent);
    count += 1;
    for (let again = 0; again < repeats && exceeds(effect); again += 1)
      effect = least(effect, await measure(target, sent.again?.[again] ?? sent));
    const tried = { sent, effect };
    climb.note(tried);
    if (exceeds(effect)) over.push(tried);
    const { surface = sent.path === '/graphql' ? 'document' : 'rest' } = sent;
    const known = bySurface.get(surface);
    bySurface.set(surface, { count: (known?.count ?? 0) + 1, ...combined(known ?? effect, effect, Math.max) });
    for (const name of names) if (effect[name] > (worst.get(name)?.effect[name] ?? -1)) worst.set(name, tried);
    if (count % 200 === 0) print(`${String(count)} requests, ${String(over.length)} over a bar`);
  }
  pulse.stop();
  print(`\n${String(count)} requests`);
  for (const [name, tried] of worst) print(`worst ${name} (bar ${String(bars[name])}): ${shown(tried)}`);
  print('\nThe most of each surface:');
  for (const [surface, { count: requests, ...figures }] of bySurface)
    print(`${surface} (${String(requests)}): ${text(figures)}`);
  for (const tried of over.slice(0, 20)) print(`! over: ${shown(tried)}`);
  for (const incident of fleet.incidents) print(incident);
  const isAlive = fleet.living().length === 1;
  if (!isAlive) print('The service ended by itself.');
  return over.length === 0 && fleet.incidents.length === 0 && isAlive ? 0 : 1;
}

function exceeds(effect: Effect): boolean {
  return names.some((name) => effect[name] > bars[name]);
}

function least(one: Effect, other: Effect): Effect {
  return { ...one, ...combined(one, other, Math.min) };
}

type Figures = Readonly<Record<Bar, number>>;

// Every bar is among the names.
function combined(one: Figures, other: Figures, of: (a: number, b: number) => number): Figures {
  return Object.fromEntries(names.map((name) => [name, of(one[name], other[name])])) as Record<Bar, number>;
}

function text(figures: object): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${Number(value).toFixed(1)}`)
    .join(', ');
}

function shown({ sent, effect }: Tried): string {
  const { method, path, surface = '', headers = {}, body = '', frames } = sent;
  const what = frames ? frames.map((frame) => frame.slice(0, 200)).join(' ') : String(body).slice(0, 1_500);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 100)}`);
  return `${text(effect)}\n    ${surface} ${method} ${path.slice(0, 1_500)} ${head.join(' ')} ${what.slice(0, 1_500)}`;
}
