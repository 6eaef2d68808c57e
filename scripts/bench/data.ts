// Fills the database at DATABASE_URL with the data of the benches: `npm run bench:data -- --scale 10`. The service must
// have run on it once. It shows how far it is, and says so in lines where it does not run on a terminal.
import { parseArgs } from 'node:util';
import { lackWords } from './background.ts';
import { sizesAt, writeDataset } from './dataset.ts';

const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
const scale = Number(values.scale);
const databaseUrl = process.env['DATABASE_URL'];
if (!Number.isInteger(scale) || scale < 1 || scale > 1_000) {
  console.error('--scale is a whole number from 1 to 1000.');
  process.exit(2);
}
if (!databaseUrl) {
  console.error('DATABASE_URL says which database to fill; its user must be a superuser.');
  process.exit(2);
}
const { entities } = sizesAt(scale);
console.log(`${entities.toLocaleString('en')} entities and what belongs to them`);
const started = performance.now();
let said = -1;
await writeDataset(databaseUrl, scale, (what, done) => {
  const percent = Math.floor(done * 100);
  if (process.stdout.isTTY) {
    const filled = Math.round(done * 30);
    process.stdout.write(`\r\u001b[2K[${'#'.repeat(filled)}${'.'.repeat(30 - filled)}] ${String(percent)} % ${what}`);
  } else if (Math.floor(percent / 10) > said) {
    said = Math.floor(percent / 10);
    console.log(`${String(percent)} % (${what})`);
  }
});
// The words of what was written are indexed from the service's next start on.
await lackWords({ databaseUrl });
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`${process.stdout.isTTY ? '\r\u001b[2K' : ''}Done in ${String(seconds)} s`);
