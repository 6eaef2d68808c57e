// `npm run test:fuzz`: 10,000 generated GraphQL documents and 10,000 generated REST requests against a service of their own.
// Exit code 1 for any bug, any answer that is not described, and any end of the service that nobody asked for.
import { parseArgs } from 'node:util';
import { buildASTSchema } from 'graphql';
import { print } from '../../scripts/print.ts';
import { schemaDocument } from '../../src/contract/load.ts';
import { runOnGateway, type OneGateway } from '../crash/oneGateway.ts';
import { createClient } from '../support/client.ts';
import { fuzzGraph, fuzzRest, readUrns, type Verdict } from './judge.ts';

const { values } = parseArgs({
  options: { documents: { type: 'string' }, requests: { type: 'string' }, seed: { type: 'string' } },
});
const documents = Number(values.documents ?? 10_000);
const requests = Number(values.requests ?? 10_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
print(`Seed ${String(seed)}: ${String(documents)} documents, ${String(requests)} requests`);

await runOnGateway('fuzz', { settings: { RATE_LIMITS: '0' }, mostSeconds: 7_200 }, perform);

async function perform({ url, token, fleet }: OneGateway): Promise<number> {
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
