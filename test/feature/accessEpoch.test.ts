// Access decisions are cached under the access epoch. A change of anything that a decision reads moves the epoch,
// whoever makes the change, and no read that begins after an acknowledged revocation is answered from an older
// decision, in any process.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type pg from 'pg';
import type { App } from '../../src/start/app.ts';
import { createClient, type Client } from '../support/client.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let admin: Tenant;

beforeAll(async () => {
  service = await startService();
  admin = await service.tenant();
});
afterAll(() => service.close());

/** The statements that decide about callers, as they are sent. */
async function decisions(): Promise<string[]> {
  const from = service.statements.length;
  await service.client('x'.repeat(40)).rest('GET', '/n/v1/entities');
  await fetch(`${service.url}/n/v1/clientcontext`, { headers: { cookie: `commonplace-session=${'x'.repeat(43)}` } });
  return service.statements.slice(from).filter((text) => text.includes('caller AS'));
}

/** Tables that a statement reads: the names after FROM and JOIN that are not defined by the statement itself. */
function tablesOf(text: string): string[] {
  const own = new Set([...text.matchAll(/(?:WITH RECURSIVE |\), )(\w+) AS \(/g)].map(([, name]) => name));
  const read = [...text.matchAll(/\b(?:FROM|JOIN) "?([a-z_]+)\b(?!\()/g)].map(([, name]) => name ?? '');
  return [...new Set(read)].filter((name) => !own.has(name) && name !== 'access_epoch');
}

describe('an acknowledged revocation', () => {
  let other: App;
  beforeAll(async () => {
    other = await service.another();
  });
  afterAll(() => other.close());

  /** A reader and what ends its access; each case is independent. */
  interface Case {
    readonly token: string;
    readonly entity: string;
    readonly path: string;
    readonly revoke: () => Promise<unknown>;
  }

  async function page(): Promise<{ entity: string; path: string }> {
    const path = `/epoch-${crypto.randomUUID()}`;
    const texts = [{ name: 'title', sortOrder: 0, value: 'One' }];
    return { entity: await make('entity', { name: 'Page', path, language: 'en', status: 'PUBLISH', texts }), path };
  }

  const edge = (subjectScope: string, subjectUrn: string, objectScope: string, objectUrn: string, label = 'READ') =>
    make('permission', { subjectScope, subjectUrn, objectScope, objectUrn, label });

  async function tokenOf(apiClient: string): Promise<{ urn: string; text: string }> {
    const { body } = await admin.rest('POST', '/n/v1/apiclientbearertoken', {
      body: { apiClient, expirationTimestamp: inTwoHours() },
    });
    return { urn: body.urn, text: body.bearerToken };
  }

  const ended = async (path: string, method = 'DELETE', body?: unknown): Promise<void> => {
    const answer = await admin.rest(method, `/n/v1/${path}`, body === undefined ? {} : { body });
    expect([path, answer.status < 300]).toEqual([path, true]);
  };

  /** A client of a person, which reads the company through a role. */
  async function reader(): Promise<{
    person: string;
    app: string;
    token: { urn: string; text: string };
    role: string;
  }> {
    const app = await make('apiclient', { name: 'Reader' });
    const person = (await admin.rest('GET', `/n/v1/apiclient/${app}`)).body.identity.urn;
    const role = await make('role', { name: `Readers ${app}` });
    return { person, app, token: await tokenOf(app), role };
  }

  const cases: Readonly<Record<string, () => Promise<Case>>> = {
    'of an edge on a company': async () => {
      const { app, token } = await reader();
      const right = await edge('API_CLIENT', app, 'COMPANY', admin.company);
      return { token: token.text, ...(await page()), revoke: () => ended(`permission/${right}`) };
    },
    'of an edge on the entity alone': async () => {
      const { app, token } = await reader();
      const shown = await page();
      const right = await edge('API_CLIENT', app, 'ENTITY', shown.entity);
      return { token: token.text, ...shown, revoke: () => ended(`permission/${right}`) };
    },
    'of a role': async () => {
      const { app, token, role } = await reader();
      await edge('ROLE', role, 'COMPANY', admin.company);
      await ended(`role/${role}`, 'PATCH', { apiClients: [app] });
      return { token: token.text, ...(await page()), revoke: () => ended(`role/${role}`) };
    },
    'of who holds a role': async () => {
      const { app, token, role } = await reader();
      await edge('ROLE', role, 'COMPANY', admin.company);
      await ended(`role/${role}`, 'PATCH', { apiClients: [app] });
      return { token: token.text, ...(await page()), revoke: () => ended(`role/${role}`, 'PATCH', { apiClients: [] }) };
    },
    'of a token': async () => {
      const { app, token } = await reader();
      await edge('API_CLIENT', app, 'COMPANY', admin.company);
      return { token: token.text, ...(await page()), revoke: () => ended(`apiclientbearertoken/${token.urn}`) };
    },
    'of a client': async () => {
      const { app, token } = await reader();
      await edge('API_CLIENT', app, 'COMPANY', admin.company);
      const revoke = (): Promise<void> => ended(`apiclient/${app}`, 'PATCH', { status: 'DISABLED' });
      return { token: token.text, ...(await page()), revoke };
    },
    'of a membership': async () => {
      const { person, token } = await reader();
      const group = await make('group', { name: 'Readers' });
      await edge('GROUP', group, 'COMPANY', admin.company);
      const membership = await make('groupmembership', {
        group,
        identity: person,
        status: 'ACTIVE',
        enrollment: 'BY_OWNER_WITHOUT_CONSENT',
        emailNotification: 'SUBSCRIBED',
        smsNotification: 'UNSUBSCRIBED',
        inAppNotification: 'SUBSCRIBED',
      });
      return { token: token.text, ...(await page()), revoke: () => ended(`groupmembership/${membership}`) };
    },
    'of the link to a company': async () => {
      const { person, token } = await reader();
      const company = await make('company', { name: 'Guests', parentCompany: admin.company });
      await edge('COMPANY', company, 'COMPANY', admin.company);
      await ended(`identity/${person}`, 'PATCH', { companies: [company] });
      const revoke = (): Promise<void> => ended(`identity/${person}`, 'PATCH', { companies: [] });
      return { token: token.text, ...(await page()), revoke };
    },
    'that ends a window': async () => {
      const { app, token } = await reader();
      const right = await edge('API_CLIENT', app, 'COMPANY', admin.company);
      const toTimestamp = new Date(Date.now() - 1_000).toISOString();
      return {
        token: token.text,
        ...(await page()),
        revoke: () => ended(`permission/${right}`, 'PATCH', { toTimestamp }),
      };
    },
  };

  // What a caller can request, each answered with whether the page was visible.
  const reads: readonly ((client: Client, one: Case) => Promise<boolean>)[] = [
    async (client, { entity }) => (await client.rest('GET', `/n/v1/entity/${entity}`)).status === 200,
    async (client, { entity }) => {
      const answer = await client.rest('GET', `/n/v1/entities?limit=100`);
      return answer.status === 200 && answer.text.includes(entity);
    },
    async (client, { entity }) =>
      Boolean((await client.graph('query ($u: ID!) { entity(urn: $u) { urn } }', { u: entity })).data?.entity),
    async (client, { entity }) => {
      const { data } = await client.graph('{ entities(first: 100) { nodes { urn texts { value } } } }');
      return JSON.stringify(data ?? null).includes(entity);
    },
  ];

  test.each(Object.keys(cases))('%s applies to every read that begins after it, in every process', async (name) => {
    const one = await (cases[name] as () => Promise<Case>)();
    const clients = [createClient(service.url, one.token), createClient(other.url, one.token)];
    const { headers } = await (clients[0] as Client).rest('GET', `/n/v1/entity/${one.entity}`);
    const tag = headers.get('etag') ?? '';
    // Both processes have cached the caller and all of its ways to read.
    for (const client of clients)
      for (const read of reads) expect([name, await read(client, one)]).toEqual([name, true]);
    let isRevoked = false;
    let late = 0;
    const reading = clients.flatMap((client) =>
      reads.map(async (read) => {
        for (let left = 10; left > 0;) {
          const begunAfter = isRevoked;
          const isShown = await read(client, one);
          if (!begunAfter) continue;
          left -= 1;
          if (isShown) late += 1;
        }
      }),
    );
    await one.revoke();
    isRevoked = true;
    await Promise.all(reading);
    expect(late).toBe(0);
    const again = { headers: { 'if-none-match': tag } };
    for (const client of clients)
      expect((await client.rest('GET', `/n/v1/entity/${one.entity}`, again)).status).not.toBe(304);
  });
});

describe('what is shared with everyone', () => {
  // Everyone of a company where everyone has something is a part of what is decided once for a caller.
  test('is read at once by callers who are known, and again when it comes back', async () => {
    const company = await make('company', { name: 'Open', parentCompany: admin.company });
    const app = await make('apiclient', { name: 'Known' });
    const { body } = await admin.rest('POST', '/n/v1/apiclientbearertoken', {
      body: { apiClient: app, expirationTimestamp: inTwoHours() },
    });
    const client = service.client(body.bearerToken);
    const project = await make('project', { owner: company, name: 'Open' });
    const status = async (): Promise<number> => (await client.rest('GET', `/n/v1/project/${project}`)).status;
    const statuses = [await status()];
    const edge = { subjectScope: 'EVERYONE', objectScope: 'PROJECT', objectUrn: project, label: 'READ' };
    const shared = await make('permission', { ...edge, owner: company, subjectUrn: company });
    statuses.push(await status());
    await admin.rest('DELETE', `/n/v1/permission/${shared}`);
    // From here on callers are decided without it.
    await make('role', { name: 'New' });
    statuses.push(await status());
    // Statements by hand count, too.
    await withClient(service.databaseUrl, (pg) =>
      pg.query('UPDATE permission SET deleted_timestamp = NULL WHERE urn = $1', [shared]),
    );
    statuses.push(await status());
    expect(statuses).toEqual([404, 200, 404, 200]);
  });
});

describe('a decision', () => {
  test('is made once and shared by all concurrent requests', async () => {
    const app = await make('apiclient', { name: 'Counted' });
    const { body } = await admin.rest('POST', '/n/v1/apiclientbearertoken', {
      body: { apiClient: app, expirationTimestamp: inTwoHours() },
    });
    const client = service.client(body.bearerToken);
    const from = service.statements.length;
    for (let at = 0; at < 10; at += 1) await client.rest('GET', '/n/v1/entities?limit=1');
    await Promise.all(Array.from({ length: 20 }, () => client.rest('GET', '/n/v1/entities?limit=1')));
    const sent = service.statements.slice(from);
    const count = (form: RegExp): number => sent.filter((text) => form.test(text)).length;
    expect([count(/caller AS/), count(/SET last_used_timestamp/)]).toEqual([1, 1]);
    expect(count(/^SELECT t\.urn, .*access_epoch/)).toBeLessThanOrEqual(30);
  });

  test('does not outlive a window that opens or closes with time', async () => {
    const app = await make('apiclient', { name: 'Windows' });
    const { body } = await admin.rest('POST', '/n/v1/apiclientbearertoken', {
      body: { apiClient: app, expirationTimestamp: inTwoHours() },
    });
    const client = service.client(body.bearerToken);
    const entity = await make('entity', {
      name: 'Page',
      path: '/window',
      language: 'en',
      status: 'PUBLISH',
    });
    const status = async (): Promise<number> => (await client.rest('GET', `/n/v1/entity/${entity}`)).status;
    expect(await status()).toBe(404);
    const right = await make('permission', {
      subjectScope: 'API_CLIENT',
      subjectUrn: app,
      objectScope: 'COMPANY',
      objectUrn: admin.company,
      label: 'READ',
      fromTimestamp: new Date(Date.now() + 1_000).toISOString(),
    });
    await expect.poll(status, { timeout: 20_000, interval: 20 }).toBe(200);
    const toTimestamp = new Date(Date.now() + 1_000).toISOString();
    await admin.rest('PATCH', `/n/v1/permission/${right}`, { body: { toTimestamp } });
    await expect.poll(status, { timeout: 20_000, interval: 20 }).toBe(404);
  });
});

// Runs last, because it drops the constraints of the tables.
describe('the epoch', () => {
  /** A tenant that has a row in every table, so that each can be changed. */
  async function furnish(): Promise<void> {
    const person = await make('identity', { name: 'Ada', companies: [admin.company] });
    const app = await make('apiclient', { name: 'App' });
    const role = await make('role', { name: 'Readers', apiClients: [app] });
    const body = { apiClient: app, roles: [role], expirationTimestamp: inTwoHours() };
    expect((await admin.rest('POST', '/n/v1/apiclientbearertoken', { body })).status).toBe(201);
    const group = await make('group', { name: 'Circle' });
    await make('groupmembership', {
      group,
      identity: person,
      status: 'ACTIVE',
      enrollment: 'BY_OWNER_WITHOUT_CONSENT',
      emailNotification: 'SUBSCRIBED',
      smsNotification: 'UNSUBSCRIBED',
      inAppNotification: 'SUBSCRIBED',
    });
    await withClient(service.databaseUrl, async (client) => {
      await client.query(
        `INSERT INTO web_session (urn, tenant, secret_hash, identity, created_timestamp, idle_timestamp, expiration_timestamp)
         VALUES (gen_random_uuid(), $2, 'hash', $1, now(), now() + interval '1 hour', now() + interval '1 day')`,
        [person, admin.company],
      );
      await client.query(
        `WITH made AS (INSERT INTO resource (urn, kind) VALUES (gen_random_uuid(), 'OAuthToken') RETURNING urn)
         INSERT INTO o_auth_token SELECT (json_populate_record(NULL::o_auth_token, json_build_object('urn', urn, 'version', 1,
           'owner', $1::uuid, 'tenant', $1::uuid, 'api_client', $2::uuid, 'identity', $3::uuid, 'grant_type', 'authorization_code', 'scope', 'read',
           'family_urn', gen_random_uuid(), 'issued_timestamp', now(), 'expiration_timestamp', now() + interval '1 hour',
           'created_timestamp', now(), 'updated_timestamp', now(), 'access_hash', 'hash', 'token_type', 'Bearer',
           'granted_scope', 'read'))).* FROM made`,
        [admin.company, app, person],
      );
    });
  }

  test('is moved by a change of any column that a decision reads, and by every row inserted or deleted', async () => {
    await furnish();
    const texts = await decisions();
    expect(texts).toHaveLength(2);
    const tables = [...new Set(texts.flatMap(tablesOf))].sort();
    expect(tables).toEqual(
      [
        'api_client',
        'api_client_bearer_token',
        'company',
        'disabled_tenant',
        'group',
        'group_membership',
        'identity',
        'link',
        'o_auth_token',
        'permission',
        'role',
        'web_session',
      ].sort(),
    );
    const words = new Set(texts.join(' ').match(/[a-z_]+/g));
    const still: string[] = [];
    await withClient(service.databaseUrl, async (client) => {
      // Only what moves the epoch matters here, not what else would refuse the change.
      await client.query(`DO $$ DECLARE one record; BEGIN
        FOR one IN SELECT conrelid::regclass AS t, conname FROM pg_constraint WHERE contype IN ('f', 'c', 'p', 'u', 'x') AND connamespace = 'public'::regnamespace AND conrelid <> 'access_epoch'::regclass
        LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I CASCADE', one.t, one.conname); END LOOP;
        FOR one IN SELECT tgrelid::regclass AS t FROM pg_trigger WHERE tgname = 'keep_tenant' AND tgparentid = 0
        LOOP EXECUTE format('DROP TRIGGER keep_tenant ON %s', one.t); END LOOP; END $$`);
      const moves = async (statement: string): Promise<boolean> => {
        await client.query('BEGIN');
        try {
          const before = await total(client);
          const { rowCount } = await client.query(statement);
          expect({ statement, rowCount }).toEqual({ statement, rowCount: 1 });
          // Runs the deferred triggers, as the end of the transaction would.
          await client.query('SET CONSTRAINTS ALL IMMEDIATE');
          return (await total(client)) !== before;
        } finally {
          await client.query('ROLLBACK');
        }
      };
      // A row of it is there or not, and nothing of it changes.
      const other = `'${crypto.randomUUID()}'::uuid`;
      if (!(await moves(`INSERT INTO disabled_tenant VALUES (${other}, now())`))) still.push('INSERT disabled_tenant');
      await client.query(`INSERT INTO disabled_tenant VALUES (${other}, now())`);
      if (!(await moves(`DELETE FROM disabled_tenant WHERE tenant = ${other}`))) still.push('DELETE disabled_tenant');
      for (const table of tables.filter((name) => name !== 'disabled_tenant')) {
        const one = `ctid = (SELECT ctid FROM "${table}" WHERE ${ofInterest[table] ?? 'true'} LIMIT 1)`;
        const { rows: columns } = await client.query(
          `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
           WHERE attrelid = '"${table}"'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
        );
        for (const { name, type } of columns as { name: string; type: string }[]) {
          if (!words.has(name)) continue;
          const value = changed[type]?.(name);
          if (value === undefined) throw new Error(`No other value for ${table}.${name} (${type})`);
          if (!(await moves(`UPDATE "${table}" SET "${name}" = ${value} WHERE ${one}`))) still.push(`${table}.${name}`);
        }
        if (!(await moves(`DELETE FROM "${table}" WHERE ${one}`))) still.push(`DELETE ${table}`);
      }
      for (const table of ['company', 'permission', 'group_membership', 'role', 'group', 'link']) {
        const { rows } = await client.query(
          `SELECT string_agg(format('%I', attname), ', ') AS names FROM pg_attribute WHERE attrelid = '"${table}"'::regclass
           AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname NOT IN ('urn', 'position')`,
        );
        const names = String(rows[0].names);
        const key = table === 'link' ? ['"position"', '"position" + 1'] : ['urn', 'gen_random_uuid()'];
        const from = `FROM "${table}" WHERE ${ofInterest[table] ?? 'true'} LIMIT 1`;
        await client.query(
          `DO $$ DECLARE one record; BEGIN FOR one IN SELECT indexrelid::regclass AS i FROM pg_index x
           WHERE indrelid = '"${table}"'::regclass AND indisunique LOOP EXECUTE 'DROP INDEX ' || one.i; END LOOP; END $$`,
        );
        const insert = `INSERT INTO "${table}" (${names}, ${key[0]}) SELECT ${names}, ${key[1]} ${from}`;
        if (!(await moves(insert))) still.push(`INSERT ${table}`);
      }
    });
    expect(still).toEqual([]);
  });
});

// Edges and links that decisions about callers depend on.
const ofInterest: Readonly<Record<string, string>> = {
  link: `field = 'ApiClientBearerToken.roles'`,
  permission: `object_scope = 'ROLE'`,
};

const changed: Readonly<Record<string, (column: string) => string>> = {
  uuid: () => 'gen_random_uuid()',
  text: (column) => `coalesce("${column}", '') || 'x'`,
  'text[]': (column) => `"${column}" || 'x'::text`,
  boolean: (column) => `"${column}" IS NOT TRUE`,
  integer: (column) => `coalesce("${column}", 0) + 1`,
  bigint: (column) => `coalesce("${column}", 0) + 1`,
  'timestamp with time zone': (column) => `coalesce("${column}", now()) - interval '1 minute'`,
};

async function total(client: pg.Client): Promise<string> {
  const { rows } = await client.query('SELECT coalesce(sum(epoch), 0)::text AS epoch FROM access_epoch');
  return String(rows[0].epoch);
}

const inTwoHours = (): string => new Date(Date.now() + 7_200_000).toISOString();

async function make(path: string, body: Record<string, unknown>): Promise<string> {
  const answer = await admin.rest('POST', `/n/v1/${path}`, {
    body: { urn: crypto.randomUUID(), owner: admin.company, ...body },
  });
  expect({ path, status: answer.status, errors: answer.body?.errors }).toEqual({ path, status: 201 });
  return String(answer.body.urn);
}
