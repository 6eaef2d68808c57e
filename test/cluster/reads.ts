// `npm run test:replicas`: callers write at one gateway and read at another, grant rights and take them back, while the
// standby that answers their reads replays late or not at all. Exit code 1 for any read that is older than what its caller
// was promised.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { print } from '../../scripts/print.ts';
import { createTenant } from '../../src/actions/access/bootstrap.ts';
import { chanceOf } from '../crash/chance.ts';
import { startCluster } from '../crash/cluster.ts';
import { createClient, type Client, type RestAnswer } from '../support/client.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import { makeFolder, startGateway } from './gateway.ts';

const { values } = parseArgs({
  options: {
    /** Reads after an own write; a tenth as many rights are granted, used and taken back, and read after that ten times. */
    reads: { type: 'string', default: '10000' },
    callers: { type: 'string', default: '4' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const wanted = Number(values.reads);
const callers = Number(values.callers);
const chance = chanceOf(Number(values.seed));

const count = {
  ownReads: 0,
  stale: 0,
  readsAfterGrant: 0,
  notYet: 0,
  readsAfterRevoke: 0,
  late: 0,
  otherReads: 0,
  failed: 0,
  pauses: 0,
};
// It also keeps this process running, which the servers do not.
const progress = setInterval(
  () =>
    print(`${String(count.ownReads)} of ${String(wanted)} own reads, ${String(count.readsAfterRevoke)} after a revoke`),
  10_000,
);

const folder = makeFolder();
const primary = await startCluster(path.join(folder, 'primary'));
const standby = await primary.standby(path.join(folder, 'standby'));
const settings = {
  ...webhookKeys(),
  DATABASE_URL: primary.url,
  DATABASE_READ_URLS: standby.url,
  // A caller without a position is content with what stood there long ago: what is newer was asked for.
  READ_LAG_MS: '60000',
};
const [one, other] = [await startGateway(settings), await startGateway(settings)];
const { companyUrn: owner, token } = await createTenant(one.services, { name: 'Tenant', token: null });
const [here, there] = [createClient(one.url, token), createClient(other.url, token)];

const findings: string[] = [];
const isOver = (): boolean => count.ownReads >= wanted && count.readsAfterRevoke >= wanted;

function succeeded(answer: RestAnswer): RestAnswer {
  if (answer.status < 300) return answer;
  throw new Error(`${String(answer.status)} ${answer.text}`);
}

async function post(kind: string, body: Readonly<Record<string, unknown>>): Promise<RestAnswer> {
  return succeeded(await here.rest('POST', `/n/v1/${kind}`, { body: { owner, ...body } }));
}

const make = async (kind: string, body: Readonly<Record<string, unknown>>): Promise<RestAnswer['body']> =>
  (await post(kind, body)).body;

const nameAt = async (
  client: Client,
  urn: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> => {
  if (chance.next() < 0.5) {
    const { body, status } = await client.rest('GET', `/n/v1/entity/${urn}`, { headers });
    return body.name ?? status;
  }
  const { data, errors } = await client.graph('query ($urn: ID!) { entity(urn: $urn) { name } }', { urn }, headers);
  return errors ? errors[0]?.extensions['code'] : (data.entity?.name ?? 404);
};

async function writeAndRead(urn: string, name: string): Promise<void> {
  const written = succeeded(await here.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name } }));
  const position = String(written.headers.get('read-position'));
  const own = [nameAt(there, urn, { 'read-position': position }), nameAt(here, urn)];
  for (const seen of await Promise.all(own)) {
    count.ownReads += 1;
    if (seen === name) continue;
    count.stale += 1;
    findings.push(`stale: ${urn} was ${String(seen)}, ${name} was acknowledged`);
  }
  for (let read = 0; read < 4; read += 1) {
    const seen = await nameAt(chance.next() < 0.5 ? here : there, urn);
    count.otherReads += 1;
    if (Number.isNaN(Number(seen)) || seen === 404) {
      count.failed += 1;
      findings.push(`failed: ${urn} was answered with ${String(seen)}`);
    }
  }
}

async function grantAndRevoke(
  reader: { readonly urn: string; readonly client: Client },
  entity: string,
): Promise<void> {
  const label = chance.next() < 0.5 ? 'READ_DRAFT' : 'UPDATE';
  const [objectScope, objectUrn] = chance.next() < 0.5 ? ['ENTITY', entity] : ['COMPANY', owner];
  const edge = { subjectScope: 'API_CLIENT', subjectUrn: reader.urn, objectScope, objectUrn, label };
  const { body, headers } = await post('permission', edge);
  const { urn } = body;
  // What is granted on a single resource is a write like others; everybody who holds something on a company is decided anew.
  const sent: Record<string, string> =
    objectScope === 'ENTITY' ? { 'read-position': String(headers.get('read-position')) } : {};
  count.readsAfterGrant += 1;
  if ((await nameAt(reader.client, entity, sent)) === 404) {
    count.notYet += 1;
    findings.push(`not yet: what ${String(urn)} granted on the ${objectScope} was not read`);
  }
  succeeded(await here.rest('DELETE', `/n/v1/permission/${String(urn)}`));
  for (let read = 0; read < 10; read += 1) {
    const seen = await nameAt(reader.client, entity);
    count.readsAfterRevoke += 1;
    if (seen === 404) continue;
    count.late += 1;
    findings.push(`late: ${entity} was ${String(seen)} after ${String(urn)} was taken back`);
  }
}

async function callAround(): Promise<void> {
  const entity = { urn: crypto.randomUUID(), name: '0', language: 'en', status: 'DRAFT_UNPUBLISHED' };
  await make('entity', entity);
  const { urn } = await make('apiclient', { name: 'Reader', accessLevel: 'RESTRICTED' });
  const expirationTimestamp = new Date(Date.now() + 36_000_000).toISOString();
  const { bearerToken } = await make('apiclientbearertoken', { apiClient: urn, expirationTimestamp });
  const reader = { urn: String(urn), client: createClient(other.url, String(bearerToken)) };
  for (let name = 1; !isOver(); name += 1) {
    await writeAndRead(entity.urn, String(name));
    if (count.readsAfterRevoke < wanted) await grantAndRevoke(reader, entity.urn);
  }
}

// The standby stands still for up to half a second, again and again, and catches up in between.
async function disturb(): Promise<void> {
  while (!isOver()) {
    await standby.ask('SELECT pg_wal_replay_pause()');
    count.pauses += 1;
    await standby.ask(`SELECT pg_sleep(${String(chance.next() / 2)})`);
    await standby.ask('SELECT pg_wal_replay_resume()');
    await standby.ask(`SELECT pg_sleep(${String(chance.next() / 2)})`);
  }
}

const readsOn = (side: 'primary' | 'replica'): number =>
  [one, other].reduce(
    (sum, { sent }) => sum + sent[side].filter((text) => /^(SELECT|WITH)[^]*"entity"/i.test(text)).length,
    0,
  );
await Promise.all([disturb(), ...Array.from({ length: callers }, callAround)]);
clearInterval(progress);
const [onPrimary, onReplica] = [readsOn('primary'), readsOn('replica')];
const rows = {
  seed: values.seed,
  'own reads, stale': `${String(count.ownReads)}, ${String(count.stale)}`,
  'reads after a grant, not yet': `${String(count.readsAfterGrant)}, ${String(count.notYet)}`,
  'reads after a revoke, late': `${String(count.readsAfterRevoke)}, ${String(count.late)}`,
  'other reads, failed': `${String(count.otherReads)}, ${String(count.failed)}`,
  'times that the standby stood still': String(count.pauses),
  'statements that read pages, primary, standby': `${String(onPrimary)}, ${String(onReplica)}`,
};
for (const [name, value] of Object.entries(rows)) print(`${name.padEnd(50)} ${value}`);
for (const finding of findings.slice(0, 20)) print(`  - ${finding}`);
await one.close();
await other.close();
await standby.stop();
await primary.stop();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(findings.length > 0 ? 1 : 0);
