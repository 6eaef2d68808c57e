// The process as a new user meets it: `npm start` on an empty directory, the tokens it prints, a stop under load, a
// crash, and the starts it refuses.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { printOpenapi } from '../../src/contract/print/openapi.ts';
import { startEmbeddedPostgres } from '../../src/database/embedded/embeddedPostgres.ts';
import { demoCompany as magazineUrn } from '../../src/domain/demo.ts';
import { createClient, type Client } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { openRaw } from '../support/rawSocket.ts';
import { ask, eventually } from './databaseProcess.ts';
import { makeServicePlayground, type ReadyService } from './serviceProcess.ts';

const homeUrn = '019a0000-0000-7000-8000-000000000002';

// Some tests start a process, which is slow when many tests run at once.
vi.setConfig({ testTimeout: 90_000 });

const playground = makeServicePlayground();
afterAll(() => playground.clear());

// One data directory is used by all of these, as it would be by a user: the tests run in order.
let service: ReadyService;
let adminToken: string;
let admin: Client;
let reader: Client;
beforeAll(async () => {
  service = await playground.startReady();
  adminToken = service.adminTokens[0] ?? '';
  admin = createClient(service.url, adminToken);
  reader = createClient(service.url, service.restrictedTokens[0] ?? '');
});

describe('the first start', () => {
  test('ends with one block: working addresses, each token once, what to try', async () => {
    const { out, err } = service.output;
    const block = out.slice(out.indexOf('Commonplace is ready'));
    const addresses = [...block.matchAll(/^ {2}[A-Z].* (http:\S+)$/gm)].map(([, address = '']) => address);
    const { url } = service;
    for (const path of ['/', '/desk', '/graphql', '/graphql/ide', '/n/v1']) expect(addresses).toContain(url + path);
    // What no setting has asked for.
    for (const name of ['Sign in', 'Metrics']) expect(block).not.toMatch(new RegExp(`^ {2}${name} `, 'm'));
    expect(service.adminTokens).toHaveLength(1);
    expect(service.restrictedTokens).toHaveLength(1);
    expect(block.match(/ccs_a_/g)).toHaveLength(2);
    expect(out.match(/ccs_a_/g)).toHaveLength(2);
    expect(err).not.toContain('ccs_a_');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const address of addresses) {
      const answer = await fetch(address, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
      expect([address, answer.status]).toEqual([address, 200]);
      await answer.arrayBuffer();
    }
    const command = /^ {2}curl '([^']+)'$/m.exec(block)?.[1] ?? '';
    expect((await fetch(command)).status).toBe(200);
  });

  test('prints a link that signs the pages in, once', async () => {
    const code = /\/desk#open=(\S+)/.exec(service.output.out)?.[1];
    const open = (given: unknown): Promise<Response> =>
      fetch(`${service.url}/graphql/ide/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: given }),
      });
    for (const wrong of ['', 'guess', null, {}]) expect((await open(wrong)).status).toBe(403);
    const opened = await open(code);
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { token, expires } = (await opened.json()) as { token: string; expires: string };
    // It begins at the database's time, to the second or so.
    expect((Date.parse(expires) - Date.now()) / 3_600_000).toBeCloseTo(12, 0);
    const { clientContext } = await createClient(service.url, token).data(
      '{ clientContext { client { accessLevel } } }',
    );
    expect(clientContext.client).toEqual({ accessLevel: 'COMPANY' });
    expect((await open(code)).status).toBe(403);
  });

  test('has the OpenAPI document that its REST reference shows, printed for its address', async () => {
    const { text, status } = await createClient(service.url, null).rest('GET', '/openapi.json');
    expect([status, text === JSON.stringify(printOpenapi(loadContract(), service.url))]).toEqual([200, true]);
  });

  test('writes pages that everyone may read, with images', async () => {
    const anyone = createClient(service.url, null);
    const home = await anyone.rest('GET', '/v/v1/entityview/home');
    expect(home.status).toBe(200);
    expect(home.body.urn).toBe(homeUrn);
    expect(home.body.templates[0].value).toContain('<a href="/articles/the-lamplighters-ledger">');
    const image = await fetch(home.body.images[0].src);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await image.arrayBuffer();
    const arabic = await anyone.rest('GET', '/v/v1/entityview/about?language=ar');
    expect(arabic.body.language).toBe('ar');
    const summer = await anyone.rest('GET', '/v/v1/entityview/home?variant=summer');
    const headline = summer.body.texts.find((text: { name: string }) => text.name === 'headline');
    expect([headline.value, headline.layer]).toEqual(['The Summer Reader', 'VARIANT']);
  });

  test('hides scheduled content, and content for the office, from the public', async () => {
    const anyone = createClient(service.url, null);
    const path = '/v/v1/entityview/articles/in-praise-of-the-index';
    expect((await anyone.rest('GET', path)).status).toBe(404);
    expect((await anyone.rest('GET', '/v/v1/entityview/house-style')).status).toBe(404);
    const tomorrow = new Date(Date.now() + 25 * 3600 * 1000).toISOString();
    expect((await admin.rest('GET', `${path}?atTimestamp=${tomorrow}`)).status).toBe(200);
  });
});

describe('the tokens', () => {
  test('of the administrator work on both faces', async () => {
    const { clientContext, company } = await admin.data(
      `query ($urn: ID!) { clientContext { hasBearer client { accessLevel } } company(urn: $urn) { name } }`,
      { urn: magazineUrn },
    );
    expect(clientContext).toEqual({ hasBearer: true, client: { accessLevel: 'COMPANY' } });
    expect(company).toEqual({ name: 'The Commonplace Reader' });
    const name = 'Note of the administrator';
    const made = await admin.rest('POST', '/n/v1/entitylist', { body: { owner: magazineUrn, name, entities: [] } });
    expect([made.status, made.body.name]).toEqual([201, name]);
    expect((await admin.rest('DELETE', `/n/v1/entitylist/${made.body.urn}`)).status).toBe(204);
  });

  test('of the restricted client read live content of the magazine, and nothing of the office', async () => {
    expect((await reader.rest('GET', '/v/v1/entityview/home')).status).toBe(200);
    const all = await admin.data(`{ entities(first: 100) { nodes { urn path } } }`);
    const style = all.entities.nodes.find((page: { path: string }) => page.path === '/house-style');
    expect((await admin.rest('GET', `/n/v1/entity/${style.urn}`)).status).toBe(200);
    expect((await reader.rest('GET', `/n/v1/entity/${style.urn}`)).status).toBe(404);
    expect((await reader.rest('GET', '/n/v1/tasks')).body.tasks).toEqual([]);
  });

  test('of the restricted client cannot write', async () => {
    const change = await reader.rest('PATCH', `/n/v1/entity/${homeUrn}`, { body: { name: 'Mine' } });
    expect([change.status, change.body.code]).toEqual([403, 'FORBIDDEN']);
    const { data } = await reader.graph(`mutation ($urn: ID!) { deleteEntity(urn: $urn) { userErrors { code } } }`, {
      urn: homeUrn,
    });
    expect(data.deleteEntity.userErrors).toEqual([{ code: 'FORBIDDEN' }]);
    expect((await admin.rest('GET', `/n/v1/entity/${homeUrn}`)).body.name).toBe('Home');
  });
});

interface Answer {
  readonly status: number;
  readonly body: {
    readonly data?: { readonly entities: { readonly nodes: readonly unknown[] } } | null;
    readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
    /** On answers given before the graph is asked. */
    readonly code?: string;
  };
}

const codeOf = (body: Answer['body']): string => body.errors?.[0]?.extensions.code ?? body.code ?? JSON.stringify(body);

// One request on a connection of its own. `sent` resolves once all of it is with the kernel; `answer` rejects when the
// connection ends before the answer is whole.
function post(url: string, token: string, query: string): { sent: Promise<void>; answer: Promise<Answer> } {
  const body = JSON.stringify({ query });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = http.request(`${url}/graphql`, { method: 'POST', agent: false, headers });
  const sent = new Promise<void>((resolve, reject) => {
    request.once('error', reject);
    request.once('socket', (socket) => {
      socket.once('connect', () => request.end(body, () => resolve()));
    });
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('error', reject);
      response.once('end', () => {
        if (response.complete) resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
        else reject(new Error('cut'));
      });
    });
  });
  return { sent, answer };
}

describe('a stop', () => {
  test('under load answers every accepted request in full and ends well in time', async () => {
    // Longer than it takes to send all of them.
    const query =
      '{ entities(first: 20) { nodes { name texts { value history { history(first: 2) { nodes { version } } } } markdowns { value history { history(first: 2) { nodes { version } } } } images { src } } } }';
    const requests = Array.from({ length: 200 }, () => post(service.url, adminToken, query));
    const open = new Set(requests);
    for (const one of requests) void one.answer.finally(() => open.delete(one)).catch(() => undefined);
    await Promise.all(requests.map(({ sent }) => sent));
    // Connections are accepted in turn: once a later one was answered, all of these were accepted.
    await post(service.url, adminToken, '{ __typename }').answer;
    const unanswered = open.size;
    // However often it is told.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) service.process.kill(signal);

    const answers = await Promise.all(requests.map(({ answer }) => answer));
    // A refusal with a code that asks to retry is an answer in full, too.
    const served = answers.filter(({ body }) => body.data?.entities.nodes.length === 20);
    const refusals = answers.filter((one) => !served.includes(one)).map(({ body }) => codeOf(body));
    expect(served.length).toBeGreaterThan(0);
    expect(refusals.filter((code) => !['RATE_LIMITED', 'UNAVAILABLE', 'TIMEOUT'].includes(code))).toEqual([]);
    expect(unanswered).toBeGreaterThan(0);
    expect(await service.ended, service.output.out.slice(-1500) + service.output.err.slice(-1500)).toBe(0);
    expect(service.output.out.match(/ccs_a_/g)).toHaveLength(2);
  });

  test('waits no longer than it is told for a request that does not end', async () => {
    const stopped = await playground.startReady({ SHUTDOWN_SECONDS: '1', HOST: '0.0.0.0', METRICS_PORT: '0' });
    expect(stopped.output.out).toMatch(/^ {2}Metrics {9}http:\/\/127\.0\.0\.1:\d+\/metrics$/m);
    // Where others may reach it: no address is called by what is listened on, and no link signs anybody in.
    expect(stopped.url).toMatch(/^http:\/\/localhost:\d+$/);
    expect(stopped.output.out).not.toContain('#open=');
    const socket = await openRaw(stopped.url);
    const headers = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue';
    socket.send(`POST /graphql HTTP/1.1\r\n${headers}\r\n\r\n`);
    await socket.readUntil(/100 Continue/, 1);
    stopped.process.kill('SIGTERM');
    expect(await stopped.ended).toBe(1);
  });
});

describe('a later start', () => {
  test('prints no token, writes no demo, and accepts the existing tokens', async () => {
    service = await playground.startReady();
    expect(service.output.out).not.toContain('ccs_');
    expect(service.output.out).not.toContain('demo');
    admin = createClient(service.url, adminToken);
    expect((await admin.rest('GET', '/v/v1/entityview/home')).body.urn).toBe(homeUrn);
  });

  test('after kill -9 still has everything that was acknowledged', async () => {
    const body = { owner: magazineUrn, name: 'Written a moment before', entities: [] };
    const { urn } = (await admin.rest('POST', '/n/v1/entitylist', { body })).body;
    service.process.kill('SIGKILL');
    expect(await service.ended).toBe('SIGKILL');

    // For people, whatever reads the log.
    service = await playground.startReady({ LOG_FORMAT: 'pretty', DEVELOPMENT_SIGN_IN: '1' });
    expect(service.output.out).toContain(`\n  Sign in         ${service.url}/signin\n`);
    admin = createClient(service.url, adminToken);
    expect((await admin.rest('GET', `/n/v1/entitylist/${urn}`)).body.name).toBe('Written a moment before');
    await eventually(() => {
      expect(service.output.err).toMatch(/^\d\d:\d\d:\d\d INFO {2}request .*path=\/n\/v1\/entitylist/m);
    }, 10_000);
    expect(service.output.err).not.toMatch(/^\{/m);
  });

  const refusedAfter = async (change: string): Promise<string> => {
    const postgres = await startEmbeddedPostgres({ dataDir: playground.dataDir });
    await ask(postgres.url, change);
    await postgres.stop();
    const refused = playground.start();
    expect(await refused.ended).toBe(1);
    expect(refused.output.out).not.toContain('is ready');
    return refused.output.err.replaceAll(/^\{.*\}\n/gm, '');
  };

  test('on a database that a newer version migrated is refused in one sentence, and what nobody foresaw with its place', async () => {
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    const future = `INSERT INTO migration (timestamp, name) VALUES (9999999999999, 'FromTheFuture')`;
    expect(await refusedAfter(future)).toBe(
      'The database was migrated by a newer version of the service (FromTheFuture).' +
        ' Start that version, or restore a backup that this version made.\n',
    );
    // The service runs compiled; stack traces still point to source locations.
    const byHand = `DELETE FROM migration WHERE timestamp = 9999999999999; ALTER TABLE migration RENAME name TO title`;
    expect(await refusedAfter(byHand)).toMatch(/\(\S+\/src\/database\/connection\/migrate\.ts:\d+/);
  });
});

describe('a start on a database of the operator', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  test('that is stopped before its summary has shown the token of the administrator, which nothing shows again', async () => {
    const stopped = playground.start({ DATABASE_URL: database.url });
    await eventually(() => expect(stopped.output.out).toContain('Writing the demo content'), 60_000);
    stopped.process.kill('SIGINT');
    expect(await stopped.ended).toBe(1);
    expect(stopped.output.out).toMatch(/\nThe administrator's token: ccs_a_[\w-]+\n$/);
  });

  test('signs nobody in by a link, and proposes nothing of a demo that was not written', async () => {
    const ready = await playground.startReady({ DATABASE_URL: database.url, DEMO: '0' });
    for (const said of ['#open=', 'Try:', 'ccs_']) expect(ready.output.out).not.toContain(said);
    ready.process.kill('SIGTERM');
    expect(await ready.ended).toBe(0);
  });
});

describe('a start with wrong settings', () => {
  test('on a port that is taken says so in one sentence, and what to set', async () => {
    const taken = http.createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const refused = playground.start({ PORT: String(port) });
    const code = await refused.ended;
    taken.close();
    expect([code, refused.output.err]).toEqual([
      1,
      `Another program listens on 127.0.0.1:${String(port)}: set PORT to one that is free, such as ${String(port + 1)}.\n`,
    ]);
  });

  test('is refused before anything is created, naming every invalid setting and no value', async () => {
    const refused = playground.start({ PORT: 'eighty', DATABASE_URL: 'mysql://u:hunter2@db/x', DEMO: 'yes' });
    expect(await refused.ended).toBe(1);
    expect(refused.output.out).toBe('');
    expect(refused.output.err).toContain('PORT: a whole number from 0 to 65535 is expected.');
    expect(refused.output.err).toContain('DATABASE_URL: an address with postgres: or postgresql: is expected.');
    expect(refused.output.err).toContain('DEMO: one of 0, 1 is expected.');
    expect(refused.output.err).not.toContain('hunter2');
  });
});
