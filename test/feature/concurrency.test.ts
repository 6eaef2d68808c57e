// Concurrent callers: every acknowledged change is applied, and no caller overwrites a version it has not seen.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { page, reader, text, type Body } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: TestService;
let editor: Tenant;

beforeAll(async () => {
  service = await startService({ DATABASE_POOL: '8' });
  editor = await service.tenant();
});
afterAll(() => service.close());

const item = async (): Promise<string> => (await page(editor, null, { texts: [text('')] })).texts[0].urn;

describe('eight writers of one item', () => {
  test('with If-Match: every acknowledged change is applied, and every other one is refused with the current version', async () => {
    const urn = await item();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        const applied: string[] = [];
        let refused = 0;
        for (let at = 0; at < 5; at += 1) {
          const { body, headers } = await editor.rest('GET', `/n/v1/textitem/${urn}`);
          const token = `${String(writer)}.${String(at)} `;
          const answer = await editor.rest('PUT', `/n/v1/textitem/${urn}`, {
            body: { value: String(body.value) + token },
            headers: { 'if-match': headers.get('etag') ?? '' },
          });
          if (answer.status === 200) applied.push(token);
          else {
            expect([answer.status, answer.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
            expect(answer.body.currentVersion).toBeGreaterThan(body.version);
            refused += 1;
          }
        }
        return { applied, refused };
      }),
    );
    const applied = outcomes.flatMap((outcome) => outcome.applied);
    const refused = outcomes.reduce((sum, outcome) => sum + outcome.refused, 0);
    const { body } = await editor.rest('GET', `/n/v1/textitem/${urn}`);
    expect(applied.length + refused).toBe(40);
    expect(refused).toBeGreaterThan(0);
    expect(String(body.value).split(' ').filter(Boolean).sort()).toEqual(applied.map((token) => token.trim()).sort());
    expect(body.version).toBe(applied.length + 1);
  });

  test('without If-Match: writes run one after the other, and the last one wins', async () => {
    const urn = await item();
    const write = (value: string) => editor.rest('PUT', `/n/v1/textitem/${urn}`, { body: { value } });
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      const own = [];
      for (let at = 0; at < 5; at += 1) own.push(await write(`${String(writer)}.${String(at)}`));
      return own;
    });
    const answers = (await Promise.all(writers)).flat();
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 40 }, () => 200));
    const { body } = await editor.rest('GET', `/n/v1/textitem/${urn}`);
    expect(body.version).toBe(41);
    const { body: history } = await editor.rest('GET', `/n/v1/textitemhistory/${urn}?limit=100`);
    expect(history.history.map((h: Body) => h.version)).toEqual(Array.from({ length: 41 }, (_, at) => 41 - at));
    expect(history.history[0].value).toBe(body.value);
  });
});

describe('forty editors at once, with eight connections', () => {
  test('of one item, without a version: each is served in turn', async () => {
    const urn = await item();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        editor.rest('PUT', `/n/v1/textitem/${urn}`, { body: { value: String(at) } }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect((await editor.rest('GET', `/n/v1/textitem/${urn}`)).body.version).toBe(41);
  });

  test('of one item, all expecting the same version: one is served, the others are refused as stale', async () => {
    const urn = await item();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        editor.rest('PUT', `/n/v1/textitem/${urn}`, { body: { value: String(at) }, headers: { 'if-match': '"1"' } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array.from({ length: 39 }, () => 412)]);
  });

  test('of forty items of one page: each is served', async () => {
    const texts = Array.from({ length: 40 }, (_, at) => text('', `t${String(at)}`));
    const { texts: items } = await page(editor, null, { texts });
    const answers = await Promise.all(
      items.map(({ urn }: Body) => editor.rest('PUT', `/n/v1/textitem/${String(urn)}`, { body: { value: 'x' } })),
    );
    expect(answers.map((answer: { status: number }) => answer.status)).toEqual(items.map(() => 200));
  });

  test('of one item hold a single connection, so that other writers are served meanwhile', async () => {
    const urn = await item();
    await withClient(service.databaseUrl, async (database) => {
      await database.query('BEGIN');
      await database.query('SELECT 1 FROM item WHERE urn = $1 FOR UPDATE', [urn]);
      const waiting = Array.from({ length: 40 }, () =>
        editor.rest('PUT', `/n/v1/textitem/${urn}`, { body: { value: 'late' } }),
      );
      const elsewhere = await editor.rest('PUT', `/n/v1/textitem/${await item()}`, { body: { value: 'at once' } });
      const held = `SELECT count(*)::int AS held FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect((await database.query(held)).rows).toEqual([{ held: 1 }]), {
        timeout: 20_000,
      });
      await database.query('ROLLBACK');
      expect(elsewhere.status).toBe(200);
      expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual(waiting.map(() => 200));
    });
  });
});

describe('a write that waits for a row', () => {
  /** The answer of a write that is sent while another transaction has the row; `meanwhile` is committed before it goes on. */
  const behind = (
    table: string,
    urn: string,
    write: () => Promise<RestAnswer>,
    meanwhile = 'SELECT $1::uuid',
  ): Promise<RestAnswer> =>
    withClient(service.databaseUrl, async (database) => {
      await database.query('BEGIN');
      await database.query(`SELECT 1 FROM "${table}" WHERE "urn" = $1 FOR NO KEY UPDATE`, [urn]);
      const answer = write();
      const held = `SELECT count(*)::int AS held FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      const patience = { timeout: 20_000, interval: 10 };
      await vi.waitFor(async () => expect((await database.query(held)).rows).toEqual([{ held: 1 }]), patience);
      await database.query(meanwhile, [urn]);
      await database.query('COMMIT');
      return answer;
    });

  test('is refused where its right has ended meanwhile, and changes nothing', async () => {
    const { urn } = await made(editor, 'project', { owner: editor.company, name: 'Held' });
    const helper = await reader(service, editor, [{ label: 'UPDATE', objectUrn: urn, objectScope: 'PROJECT' }]);
    const rename = (name: string): Promise<RestAnswer> =>
      helper.rest('PATCH', `/n/v1/project/${String(urn)}`, { body: { name } });
    expect((await rename('Renamed')).status).toBe(200);
    const ended = 'UPDATE "permission" SET "deleted_timestamp" = now() WHERE "object_urn" = $1';
    const late = await behind('project', urn, () => rename('Late'), ended);
    expect([late.status, late.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await editor.rest('GET', `/n/v1/project/${String(urn)}`)).body.name).toBe('Renamed');
  });

  test('that makes a new address the primary one waits for other changes of its identity', async () => {
    const { urn } = await made(editor, 'identity', { owner: editor.company });
    const body = { identity: urn, email: 'one@example.com', isPrimary: true };
    const answer = await behind('identity', urn, () => editor.rest('POST', '/n/v1/email', { body }));
    expect(answer.status).toBe(201);
  });
});

describe('an expected version', () => {
  test('in the graph: the refusal carries the current version', async () => {
    const urn = await item();
    const update = `mutation ($urn: ID!, $value: String!, $version: Long!) {
      updateTextItem(urn: $urn, input: { value: $value }, expectedVersion: $version) {
        textItem { value version } current { value version } userErrors { code }
      }
    }`;
    const first = await editor.data(update, { urn, value: 'One', version: '1' });
    expect(first.updateTextItem).toEqual({ textItem: { value: 'One', version: '2' }, current: null, userErrors: [] });
    const second = await editor.data(update, { urn, value: 'Two', version: '1' });
    expect(second.updateTextItem).toEqual({
      textItem: null,
      current: { value: 'One', version: '2' },
      userErrors: [{ code: 'PRECONDITION_FAILED' }],
    });
  });

  test('applies to publishing too', async () => {
    const { urn } = await page(editor, null);
    const publish = `mutation ($urn: ID!, $version: Long!) {
      publishEntity(urn: $urn, expectedVersion: $version) { entity { status } current { version status } userErrors { code } }
    }`;
    const answer = await editor.data(publish, { urn, version: 7 });
    expect(answer.publishEntity).toEqual({
      entity: null,
      current: { version: '1', status: 'DRAFT_UNPUBLISHED' },
      userErrors: [{ code: 'PRECONDITION_FAILED' }],
    });
    expect((await editor.data(publish, { urn, version: 1 })).publishEntity.entity).toEqual({ status: 'PUBLISHED' });
  });
});

describe('two concurrent creates of the same thing', () => {
  test('one is refused: items of one name and place, pages of one address, resources of one urn', async () => {
    const entity = await page(editor, null);
    const urn = crypto.randomUUID();
    const makers: ((at: number) => Promise<{ status: number; body: Body }>)[] = [
      () => editor.rest('POST', '/n/v1/textitem', { body: { entity: entity.urn, ...text('x', 'same') } }),
      () =>
        editor.rest('POST', '/n/v1/entity', {
          body: {
            urn: crypto.randomUUID(),
            owner: editor.company,
            name: 'x',
            path: '/same',
            language: 'en',
            status: 'PUBLISH',
          },
        }),
      (at) =>
        editor.rest('POST', '/n/v1/entity', {
          body: { urn, owner: editor.company, name: String(at), language: 'en', status: 'DRAFT_UNPUBLISHED' },
        }),
    ];
    for (const make of makers) {
      const answers = await Promise.all([0, 1, 2, 3].map(make));
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
      const refused = answers.filter((answer) => answer.status === 409);
      expect(refused.map((answer) => answer.body.code)).toEqual(refused.map(() => 'ALREADY_EXISTS'));
    }
  });
});
