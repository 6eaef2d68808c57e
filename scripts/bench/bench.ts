// Measures the service against a minimal implementation of the same work, in one run on one machine: `npm run bench`
// runs what needs nothing else, `npm run bench -- requests events` only the named benches. It prints ratios, with the
// measured figures beside them. CONTRIBUTING.md names the options.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { events } from './events.ts';
import { longTable, publish, shortTable } from './figures.ts';
import { lists } from './listFlatness.ts';
import { measurePeers, whyNoPeers } from './peers.ts';
import { requests } from './requests.ts';
import { scales } from './scale.ts';
import { shapes } from './shapeQuestions.ts';
import { shapesOf } from './shapes.ts';
import { tableOf, type Row } from './table.ts';
import { webhooks } from './webhooks.ts';
import { writes } from './writeShapes.ts';

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
    questions: { type: 'string', default: '' },
    scale: { type: 'string', default: '100' },
    folder: { type: 'string' },
    publish: { type: 'boolean', default: false },
  },
});
const amounts = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
};
const only = values.questions.split(',').filter((name) => name !== '');

const table = (run: () => Promise<readonly Row[]>) => async (): Promise<string> => tableOf(await run());
/** By name; each creates its own database and processes and removes them, and answers what is to be printed. */
const benches: Readonly<Record<string, () => Promise<string>>> = {
  requests: () => requests(amounts, only),
  shapes: () => shapesOf(amounts, only, shapes),
  writes: () => shapesOf(amounts, only, writes),
  lists: table(lists),
  events: table(events),
  webhooks: table(webhooks),
};
/** Those that need packages of their own, or a database that takes long to fill: they run when they are named. */
const onDemand: typeof benches = {
  peers,
  scale: () => scales(amounts, { scale, only, folder: values.folder ?? null }),
};

const all = { ...benches, ...onDemand };
const unknown = named.filter((name) => !(name in all));
const scale = Number(values.scale);
const problem =
  unknown.length > 0
    ? `There is no bench ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}.`
    : !Number.isInteger(scale) || scale < 1 || scale > 1_000
      ? '--scale is a whole number from 1 to 1000.'
      : named.includes('peers')
        ? whyNoPeers()
        : null;
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

for (const [name, run] of Object.entries(named.length === 0 ? benches : all)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.error(`${name} ...`);
  const before = load();
  const text = await run();
  console.log(
    `## ${name}\n\nNode ${process.version}, ${String(cpus().length)} cores, load average ${before} -> ${load()}\n\n${text}\n`,
  );
}
process.exit(0);

async function peers(): Promise<string> {
  const figures = await measurePeers(amounts, only);
  if (values.publish) publish(figures);
  return `${shortTable(figures)}\n\n${longTable(figures)}`;
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '?';
}
