// Measures the service against a minimal implementation of the same work, in one run on one machine: `npm run bench`
// runs everything, `npm run bench -- events reads` only the named benches. It prints ratios, with the measured figures
// beside them.
import { cpus, loadavg } from 'node:os';
import { events } from './events.ts';
import { lists } from './listFlatness.ts';
import { reads } from './reads.ts';
import { printTable, type Row } from './table.ts';
import { webhooks } from './webhooks.ts';

/** By name; each creates its own database and processes and removes them. */
const benches: Readonly<Record<string, () => Promise<readonly Row[]>>> = { events, webhooks, reads, lists };

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}

const rows: Row[] = [];
const loads: string[] = [load()];
for (const [name, run] of Object.entries(benches)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.error(`${name} ...`);
  for (const row of await run()) rows.push({ ...row, bench: name });
  loads.push(load());
}
console.log(`Node ${process.version}, ${String(cpus().length)} cores, load average ${loads.join(' -> ')}\n`);
printTable(rows);
process.exit(0);

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '?';
}
