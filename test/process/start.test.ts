// The process as a stranger meets it: `npm start` on an empty directory, the tokens it prints, a stop under load, a
// crash, and the starts it refuses.
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../../src/database/embedded/embeddedPostgres.ts';
import { homeUrn, magazineUrn } from '../../src/demo/knownUrns.ts';
import { createClient, type Client } from '../support/client.ts';
import { ask } from './databaseProcess.ts';
import { makeServicePlayground, type ReadyService } from './serviceProcess.ts';

// Some tests start a process, which takes its time where many tests run at once.
vi.setConfig({ testTimeout: 90_000 });

const playground = makeServicePlayground();
afterAll(() => playground.clear());

// One data directory lives through all of these, as it would at a stranger's: the tests follow one another.
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
  test('says where everything is, and each token once', async () => {
    const { out } = service.output;
    expect(out).toContain(`${service.url}/graphql\n`);
    expect(out).toContain(`${service.url}/graphql/ide\n`);
    expect(out).toContain(`${service.url}/n/v1, described in ${service.url}/openapi.json\n`);
    expect(service.adminTokens).toHaveLength(1);
    expect(service.restrictedTokens).toHaveLength(1);
    expect(out.match(/ccs_a_/g)).toHaveLength(2);
    expect(service.output.err).not.toContain('ccs_a_');
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
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

  test('keeps what is scheduled for tomorrow, and what is for the office only, from everyone', async () => {
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

  test('of the restricted client read what is live in the magazine, and nothing of the office', async () => {
    expect((await reader.rest('GET', '/v/v1/entityview/home')).status).toBe(200);
    const all = await admin.data(`{ entities(first: 100) { nodes { urn path } } }`);
    const style = all.entities.nodes.find((page: { path: string }) => page.path === '/house-style');
    expect((await admin.rest('GET', `/n/v1/entity/${style.urn}`)).status).toBe(200);
    expect((await reader.rest('GET', `/n/v1/entity/${style.urn}`)).status).toBe(404);
    expect((await reader.rest('GET', '/n/v1/tasks')).body.tasks).toEqual([]);
  });

  test('of the restricted client write nothing', async () => {
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
    const query = '{ entities(first: 20) { nodes { name texts { value } markdowns { value } images { src } } } }';
    const requests = Array.from({ length: 200 }, () => post(service.url, adminToken, query));
    const open = new Set(requests);
    for (const one of requests) void one.answer.finally(() => open.delete(one)).catch(() => undefined);
    await Promise.all(requests.map(({ sent }) => sent));
    // Connections are accepted in turn: once a later one was answered, all of these were.
    await post(service.url, adminToken, '{ __typename }').answer;
    const unanswered = open.size;
    const begin = performance.now();
    service.process.kill('SIGTERM');

    const answers = await Promise.all(requests.map(({ answer }) => answer));
    // A refusal with a code that asks to come back later is an answer in full, too.
    const served = answers.filter(({ body }) => body.data?.entities.nodes.length === 20);
    const refusals = answers.filter((one) => !served.includes(one)).map(({ body }) => codeOf(body));
    expect(served.length).toBeGreaterThan(0);
    expect(refusals.filter((code) => !['RATE_LIMITED', 'UNAVAILABLE', 'TIMEOUT'].includes(code))).toEqual([]);
    expect(unanswered).toBeGreaterThan(0);
    expect(await service.ended).toBe(0);
    expect(performance.now() - begin).toBeLessThan(10_000);
  });
});

describe('a later start', () => {
  test('prints no token, writes no demo, and knows the old tokens', async () => {
    service = await playground.startReady();
    expect(service.output.out).not.toContain('ccs_');
    expect(service.output.out).not.toContain('demo');
    admin = createClient(service.url, adminToken);
    expect((await admin.rest('GET', '/v/v1/entityview/home')).body.urn).toBe(homeUrn);
  });

  test('after kill -9 has everything that was answered before', async () => {
    const body = { owner: magazineUrn, name: 'Written a moment before', entities: [] };
    const { urn } = (await admin.rest('POST', '/n/v1/entitylist', { body })).body;
    service.process.kill('SIGKILL');
    expect(await service.ended).toBe('SIGKILL');

    service = await playground.startReady();
    admin = createClient(service.url, adminToken);
    expect((await admin.rest('GET', `/n/v1/entitylist/${urn}`)).body.name).toBe('Written a moment before');
  });

  test('on a database that a newer version migrated is refused', async () => {
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    const postgres = await startEmbeddedPostgres({ dataDir: playground.dataDir });
    await ask(postgres.url, `INSERT INTO migration (timestamp, name) VALUES (9999999999999, 'FromTheFuture')`);
    await postgres.stop();

    const refused = playground.start();
    expect(await refused.ended).toBe(1);
    expect(refused.output.err).toContain('migrated by a newer version of the service (FromTheFuture)');
    // The service runs compiled; what went wrong is told in the places people know.
    expect(refused.output.err).toMatch(/at refuseNewer \(\S+\/src\/database\/migrate\.ts:\d+\)/);
    expect(refused.output.out).not.toContain('compiling');
    expect(refused.output.out).not.toContain('ready in');
  });
});

describe('a start with wrong settings', () => {
  test('is refused before anything is made, naming every one of them and no value', async () => {
    const refused = playground.start({ PORT: 'eighty', DATABASE_URL: 'mysql://u:hunter2@db/x', DEMO: 'yes' });
    expect(await refused.ended).toBe(1);
    expect(refused.output.out).toBe('');
    expect(refused.output.err).toContain('PORT: a whole number from 0 to 65535 is expected.');
    expect(refused.output.err).toContain('DATABASE_URL: an address with postgres: or postgresql: is expected.');
    expect(refused.output.err).toContain('DEMO: one of 0, 1 is expected.');
    expect(refused.output.err).not.toContain('hunter2');
  });
});
