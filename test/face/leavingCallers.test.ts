// Callers that go away, whatever they were doing, are no failure of the service: its log is about what somebody has to look at.
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { withClient } from '../crash/connection.ts';
import { community } from '../support/community.ts';
import { openRaw } from '../support/rawSocket.ts';
import { startService } from '../support/service.ts';

const head = (line: string, token: string, more: readonly string[] = []): string =>
  [`${line} HTTP/1.1`, 'Host: service', `Authorization: Bearer ${token}`, ...more, '', ''].join('\r\n');

const withJson = (line: string, token: string, body: string, sent = body): string =>
  head(line, token, ['Content-Type: application/json', `Content-Length: ${String(body.length)}`]) + sent;

const requests: readonly (readonly [string, (token: string) => string])[] = [
  ['half of the head', (token) => head('GET /n/v1/tasks', token).slice(0, 40)],
  ['half of a JSON body', (token) => withJson('POST /n/v1/task', token, '{"title":"x"}', '{"tit')],
  ['half of an operation', (token) => withJson('POST /graphql', token, '{"query":"{ tasks { totalCount } }"}', '{"qu')],
  [
    'half of a chunked body',
    (token) =>
      `${head('POST /n/v1/bulk', token, ['Content-Type: application/json', 'Transfer-Encoding: chunked'])}5\r\n{"ope`,
  ],
  [
    'half of an upload',
    (token) =>
      head('POST /n/v1/imageitemfile', token, [
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 9999',
      ]) + '--b\r\nContent-Disposition: form-data; name="src"; filename="a.png"\r\n\r\nx',
  ],
  ['a list', (token) => head('GET /n/v1/tasks', token)],
  ['a write', (token) => withJson('POST /n/v1/task', token, '{"title":"x"}')],
  ['an operation', (token) => withJson('POST /graphql', token, '{"query":"{ tasks { nodes { title } } }"}')],
  ['a view', (token) => head('GET /v/v1/entityview/home', token)],
  ['a document', (token) => head('GET /openapi.json', token)],
  [
    'a stream',
    (token) =>
      head('POST /graphql/stream', token, [
        'Accept: text/event-stream',
        'Content-Type: application/json',
        'Content-Length: 46',
      ]) + '{"query":"subscription { events { cursor } }"}',
  ],
];

test('A caller that leaves in the middle of its request, or before the answer, is no error in the log', async () => {
  const lines: string[] = [];
  const service = await startService({}, { logger: pino({ level: 'info' }, { write: (line) => lines.push(line) }) });
  try {
    const { token } = await service.tenant();
    const read = (): Promise<Response> =>
      fetch(`${service.url}/n/v1/tasks`, { headers: { authorization: `Bearer ${token}` } });
    for (const [, request] of requests) {
      for (const leave of ['destroy', 'resetAndDestroy'] as const) {
        const caller = await openRaw(service.url);
        caller.send(request(token));
        // By then the service knows who sent it, and reads what is missing or makes the answer.
        await read();
        caller.socket[leave]();
        await caller.closed();
      }
    }
    await read();
  } finally {
    // Waits for what is still under way.
    await service.close();
  }
  // 20 is debug, 30 is info, 40 a warning: of a loop that a busy machine blocked, for one.
  expect(
    lines.map((line): unknown => JSON.parse(line)).filter((line) => (line as { level: number }).level > 40),
  ).toEqual([]);
  expect(lines.some((line) => line.includes('/n/v1/tasks'))).toBe(true);
});

test('The use of a token is recorded, and a change is made, though the caller left before the answer', async () => {
  const service = await startService();
  try {
    const town = await community(service);
    const { token, client } = await town.person('Reader', ['READ']);
    await withClient(service.databaseUrl, async (other) => {
      await other.query('BEGIN; LOCK TABLE project IN ACCESS EXCLUSIVE MODE');
      await other.query('SELECT FROM api_client_bearer_token FOR UPDATE');
      const before = service.statements.length;
      const caller = await openRaw(service.url);
      caller.send(head('GET /n/v1/projects', token));
      await vi.waitFor(() =>
        expect(service.statements.slice(before).some((text) => text.includes('last_used'))).toBe(true),
      );
      caller.socket.resetAndDestroy();
      // By then the service knows that the caller left.
      for (let count = 0; count < 3; count += 1) await fetch(`${service.url}/healthz`);
      await other.query('ROLLBACK');
    });
    const uses = `/n/v1/accessaudit?event=TOKEN_USE&apiClient=${client}`;
    await vi.waitFor(async () => expect((await town.admin.rest('GET', uses)).body.records).toHaveLength(1), 20_000);

    const { admin } = town;
    const made = await admin.rest('POST', '/n/v1/project', { body: { owner: admin.company, name: 'One' } });
    const path = `/n/v1/project/${String(made.body.urn)}`;
    await withClient(service.databaseUrl, async (other) => {
      await other.query('BEGIN');
      await other.query('SELECT FROM project FOR UPDATE');
      const caller = await openRaw(service.url);
      caller.send(withJson(`PATCH ${path}`, admin.token, '{"name":"Two"}'));
      await vi.waitFor(async () => {
        const { rows } = await other.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`);
        expect(rows.length).toBeGreaterThan(0);
      });
      caller.socket.resetAndDestroy();
      for (let count = 0; count < 3; count += 1) await fetch(`${service.url}/healthz`);
      await other.query('ROLLBACK');
    });
    await vi.waitFor(async () => expect((await admin.rest('GET', path)).body.name).toBe('Two'), 10_000);
  } finally {
    await service.close();
  }
});
