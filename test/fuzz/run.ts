// `npm run test:fuzz`: 10,000 generated GraphQL documents and 10,000 generated REST requests against a service of their own.
// Exit code 1 for any bug, any answer that is not described, and any end of the service that nobody asked for.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildASTSchema } from 'graphql';
import { print } from '../../scripts/print.ts';
import { schemaDocument } from '../../src/contract/load.ts';
import { startCluster } from '../crash/cluster.ts';
import { makeFleet } from '../crash/gateways.ts';
import { createClient } from '../support/client.ts';
import { fuzzGraph, fuzzRest, readUrns, type Verdict } from './judge.ts';

const { values } = parseArgs({
  options: { documents: { type: 'string' }, requests: { type: 'string' }, seed: { type: 'string' } },
});
const documents = Number(values.documents ?? 10_000);
const requests = Number(values.requests ?? 10_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
print(`Seed ${String(seed)}: ${String(documents)} documents, ${String(requests)} requests`);

/** Longer than a run can take. */
const deadline = setTimeout(() => {
  print('The run is not over after two hours.');
  process.exit(1);
}, 7_200_000);

const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-'));
chmodSync(folder, 0o755);
const token = `fuzz-${randomBytes(24).toString('hex')}`;
const cluster = await startCluster(path.join(folder, 'db'));
const fleet = makeFleet([
  {
    DATABASE_URL: cluster.url,
    DATA_DIR: path.join(folder, 'data'),
    BOOTSTRAP_TOKEN: token,
    DEMO: '1',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'error',
  },
]);
const code = await perform().finally(clear);
clearTimeout(deadline);
process.exit(code);

async function perform(): Promise<number> {
  await Promise.all(fleet.gateways.map((gateway) => gateway.start()));
  const [url = ''] = fleet.living();
  const urns = await readUrns(createClient(url, token));
  const target = { url, token, seed, urns, lanes: 3 };
  const schema = buildASTSchema(schemaDocument(), { assumeValidSDL: true });
  const graph = await fuzzGraph(schema, target, documents);
  tell('GraphQL', graph);
  const rest = await fuzzRest(target, requests);
  tell('REST', rest);
  if (graph.findings.length + rest.findings.length > 0)
    for (const { said } of fleet.gateways) print(`The service said at last:\n${said}`);
  const isAlive = fleet.living().length === 1;
  if (!isAlive) print('The service ended by itself.');
  for (const incident of fleet.incidents) print(incident);
  const count = graph.findings.length + rest.findings.length + fleet.incidents.length;
  print(count === 0 && isAlive ? 'Nothing was found.' : `${String(count)} findings`);
  return count === 0 && isAlive ? 0 : 1;
}

function tell(face: string, { findings, answered, slowest }: Verdict): void {
  const counts = [...answered].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${String(count)}`);
  print(`${face}: ${counts.join(', ')}`);
  for (const { milliseconds, request } of slowest) print(`  ${String(milliseconds)} ms ${request.slice(0, 200)}`);
  for (const finding of findings.slice(0, 60)) print(`  ! ${finding.slice(0, 3_000)}`);
}

async function clear(): Promise<void> {
  await fleet.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
