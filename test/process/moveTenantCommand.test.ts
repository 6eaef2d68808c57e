// `tenant move` as an operator runs it, between two PostgreSQL servers: killed with SIGKILL wherever, it leaves a tenant that is
// served on one side, and is run again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeFolder } from '../cluster/gateway.ts';
import { startCluster, type Cluster } from '../crash/cluster.ts';
import { createClient } from '../support/client.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import { entity } from '../support/webhooks.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = makeFolder();
const keys = webhookKeys();
let cluster: Cluster;
let from: TestService;
let to: TestService;
beforeAll(async () => {
  cluster = await startCluster(path.join(folder, 'db'));
  // It says where a tenant lives, instead of passing its requests on.
  from = await startService({ ...keys, CELL_ROUTING: 'tell' });
  to = await startService(keys, { way: async () => cluster.url });
});
afterAll(async () => {
  await from.close();
  await to.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command; it is killed once it has said that. */
async function run(tenant: string, more: readonly string[] = [], killedAt: string | null = null): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder, DATABASE_URL: from.databaseUrl };
  const words = ['tenant', 'move', tenant, '--to', cluster.url, '--cell', 'two', '--at', `${to.url}/`, ...more];
  const child = spawn(process.execPath, ['bin/commonplace.js', ...words], { cwd: root, env });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
    if (killedAt !== null && said.err.includes(killedAt)) child.kill('SIGKILL');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  // Where the sources are newer than what was compiled.
  return { code, out: said.out, err: said.err.replace(/^compiling\n/, '') };
}

const statusAt = async ({ url }: { readonly url: string }, { token, company }: Tenant): Promise<number> =>
  (await createClient(url, token).rest('GET', `/n/v1/company/${company}`)).status;

const guards = (): Promise<number> =>
  withClient(from.databaseUrl, async (client) =>
    Number((await client.query(`SELECT count(*) AS n FROM pg_trigger WHERE tgname LIKE 'moving%'`)).rows[0].n),
  );

test('A command that was killed leaves the tenant served, and finishes when it is run again', async () => {
  const tenant = await from.tenant();
  const urns = [await entity(tenant)];
  expect((await run(tenant.company, [], 'Copied')).code).toBeNull();
  // It is served, and written to, as if nothing had begun; nobody is let in for seconds where the end came after the next step.
  await vi.waitFor(async () => expect(await statusAt(from, tenant)).toBe(200), { timeout: 12_000 });
  urns.push(await entity(tenant));
  expect((await run(tenant.company, [], 'Nobody of the tenant')).code).toBeNull();
  // The seconds in which nobody is let in end by themselves.
  await vi.waitFor(async () => expect(await statusAt(from, tenant)).toBe(200), { timeout: 12_000 });
  urns.push(await entity(tenant));
  expect(await statusAt(to, tenant)).toBe(503);
  const { code, out, err } = await run(tenant.company);
  expect({ code, err }).toEqual({ code: 0, err });
  expect(out).toMatch(/^Tenant lives in two now: \d+ rows, closed for \d\.\d s\.\n$/);
  expect([await statusAt(from, tenant), await statusAt(to, tenant)]).toEqual([421, 200]);
  for (const urn of urns)
    expect((await createClient(to.url, tenant.token).rest('GET', `/n/v1/entity/${urn}`)).status).toBe(200);
  // Killed after it was decided, and before the other side let anybody in.
  await cluster.ask(
    `INSERT INTO disabled_tenant (tenant, since_timestamp, state) VALUES ('${tenant.company}', now(), 'ARRIVING')`,
  );
  expect(await statusAt(to, tenant)).toBe(503);
  expect((await run(tenant.company)).code).toBe(0);
  expect([await statusAt(from, tenant), await statusAt(to, tenant)]).toEqual([421, 200]);
});

test('A move that is given up leaves nothing on either side', async () => {
  const tenant = await from.tenant();
  await run(tenant.company, [], 'Copied');
  expect(await guards()).toBeGreaterThan(50);
  expect(await run(tenant.company, ['--back-out'])).toMatchObject({ code: 0, out: 'Tenant stays.\n' });
  expect([await statusAt(from, tenant), await statusAt(to, tenant)]).toEqual([200, 401]);
  expect(await cluster.ask(`SELECT 1 FROM company WHERE tenant = '${tenant.company}'`)).toEqual([]);
  await entity(tenant);
});
