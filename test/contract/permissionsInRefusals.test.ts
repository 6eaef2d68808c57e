// A refusal says nothing of what its caller may not read: not in its details, not by being another one, and not by how long
// it takes. Resource reference 1.7, 7.2.
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { Client, RestAnswer } from '../support/client.ts';
import { community, type Community } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { eventually } from '../support/webhooks.ts';
import { bareTask } from '../support/work.ts';

const contract = loadContract();

let service: SharedService;
let town: Community;
let other: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  other = await community(service);
});

const task = (more: Record<string, unknown> = {}): Promise<string> =>
  town.make('task', { ...bareTask, title: 'Task', ...more });
const errorsOf = ({ status, body }: RestAnswer): unknown => [status, body.code, body.errors];

describe('A refusal', () => {
  test('names only those tasks of a cycle that the caller may read', async () => {
    const [a, b, c] = [await task(), await task(), await task()];
    for (const [from, to] of [
      [a, b],
      [b, c],
    ]) {
      expect((await town.admin.rest('POST', `/n/v1/task/${String(from)}/blockedby/${String(to)}`)).status).toBe(201);
    }
    const caller = await town.holder(['TASK', a, 'READ'], ['TASK', c, 'UPDATE']);
    const refused = await caller.rest('POST', `/n/v1/task/${c}/blockedby/${a}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'DEPENDENCY_CYCLE']);
    expect(refused.text).not.toContain(b);
    expect(refused.text).toContain(a);
  });

  test('names only those dependents of an entity that the caller may read', async () => {
    const page = (): Promise<string> =>
      town.make('entity', { urn: crypto.randomUUID(), name: 'P', language: 'en', status: 'PUBLISH' });
    const [target, from] = [await page(), await page()];
    const item = await town.make('referenceitem', { entity: from, name: 'r', sortOrder: 0, entityReference: target });
    const refused = await (await town.holder(['ENTITY', target, 'DELETE'])).rest('DELETE', `/n/v1/entity/${target}`);
    expect([refused.status, refused.body.code, refused.text.includes(item)]).toEqual([409, 'IN_USE', false]);
    expect(refused.body.errors).toEqual([expect.objectContaining({ message: 'It is needed elsewhere.' })]);
    expect((await town.admin.rest('DELETE', `/n/v1/entity/${target}`)).text).toContain(item);
  });

  test('of a question about permissions is the same for missing and unreadable objects', async () => {
    const company = await town.make('company', { name: 'Asked' });
    const own = { owner: company };
    const caller = await town.holder(['COMPANY', company, 'READ']);
    const draft = { urn: crypto.randomUUID(), name: 'Draft', language: 'en', status: 'DRAFT_UNPUBLISHED' };
    const group = await town.make('group', { ...own, name: 'Hidden', visibility: 'MEMBERS' });
    const unreadable = [
      await town.make('apiclient', { ...own, name: 'Client' }),
      await town.make('role', { ...own, name: `Role ${crypto.randomUUID()}` }),
      await town.make('entity', { ...own, ...draft }),
      group,
      await town.make('messagethread', { group, name: 'Thread' }),
    ];
    const shown = await town.make('project', { ...own, name: 'Shown' });
    const now = new Date().toISOString();
    const checks = [crypto.randomUUID(), ...unreadable, shown].flatMap((objectUrn) => [
      { objectUrn, label: 'READ' },
      { objectUrn, label: 'READ', atTimestamp: now },
    ]);
    const expected = checks.map(({ objectUrn }) => objectUrn === shown);
    const { body } = await caller.rest('POST', '/n/v1/permissioncheck', { body: { checks } });
    expect((body.results as { allowed: boolean }[]).map((one) => one.allowed)).toEqual(expected);
    const { permissionCheck } = await caller.data(
      'query ($checks: [PermissionCheckInput!]!) { permissionCheck(checks: $checks) { allowed } }',
      { checks },
    );
    expect((permissionCheck as { allowed: boolean }[]).map((one) => one.allowed)).toEqual(expected);
  });

  test('is the same for missing, unreadable and foreign objects', async () => {
    const absent = crypto.randomUUID();
    const archive = async (of: Community): Promise<string> => {
      const urn = await of.make('project', { name: 'Old' });
      expect((await of.admin.rest('PATCH', `/n/v1/project/${urn}`, { body: { status: 'ARCHIVED' } })).status).toBe(200);
      return urn;
    };
    const company = await town.make('company', { name: 'Place' });
    const caller = await town.holder(['COMPANY', company, 'ADMIN']);
    const same = (answers: readonly RestAnswer[], urns: readonly string[]): void => {
      const bare = answers.map((answer, at) => JSON.stringify(errorsOf(answer)).replaceAll(String(urns[at]), 'urn'));
      expect(new Set(bare).size, bare.join('\n')).toBe(1);
      expect(answers.map((a) => a.status)).toEqual(answers.map(() => 422));
    };
    const projects = [absent, await archive(town), await archive(other), await town.make('project', { name: 'New' })];
    const inProject = (project: string): Promise<RestAnswer> =>
      caller.rest('POST', '/n/v1/task', { body: { ...bareTask, owner: company, title: 'T', project } });
    same(await Promise.all(projects.map(inProject)), projects);

    const group = await town.make('group', { owner: company, name: 'Group' });
    const thread = await town.make('messagethread', { group, name: 'Thread' });
    const hidden = await town.person('Hidden', []);
    await town.grant('IDENTITY', hidden.identity, 'MESSAGE_THREAD', thread, 'READ');
    const people = [
      absent,
      hidden.identity,
      (await town.person('Hidden', [])).identity,
      (await other.person('H')).identity,
    ];
    const mention = (who: string): Promise<RestAnswer> =>
      caller.rest('POST', '/n/v1/threadpost', { body: { messageThread: thread, content: 'Hi', mentions: [who] } });
    same(await Promise.all(people.map(mention)), people);
  });
});

describe('A write to an object that the caller may not read, or not change', () => {
  // What the graph refuses the same change or removal with.
  const codeOver = async (caller: Client, method: string, path: string, input?: object): Promise<unknown> => {
    if (method === 'POST') return 'NONE';
    const [segment, urn] = path.split('/');
    const kind = String(contract.resources.find((one) => one.path === segment)?.name);
    const call =
      method === 'PATCH'
        ? `mutation ($urn: ID!, $input: Update${kind}Input!) { made: update${kind}(urn: $urn, input: $input) { userErrors { code } } }`
        : `mutation ($urn: ID!) { made: delete${kind}(urn: $urn) { userErrors { code } } }`;
    const { made } = await caller.data(call, { urn, ...(method === 'PATCH' ? { input } : {}) });
    return made.userErrors[0]?.code;
  };

  test.each([
    ['an item whose entity', 'entity'],
    ['a thread that', 'message_thread'],
    ['a task that', 'task'],
    ['a company that', 'company'],
  ])('is answered without waiting for a lock: %s is locked', async (_, table) => {
    const entity = await town.make('entity', {
      ...{ urn: crypto.randomUUID(), name: 'P', language: 'en', status: 'PUBLISH' },
      texts: [{ name: 'title', sortOrder: 0, value: 'T' }],
    });
    const [text] = (await town.admin.rest('GET', `/n/v1/entity/${entity}`)).body.texts as { urn: string }[];
    const thread = await town.make('messagethread', { group: await town.group(), name: 'Thread' });
    const busy: Record<string, string> = {
      entity,
      message_thread: thread,
      task: await task(),
      company: await town.make('company', { name: 'Busy' }),
    };
    const writes: Record<string, readonly (readonly [string, string, object?])[]> = {
      entity: [
        ['PATCH', `entity/${entity}`, { name: 'X' }],
        ['DELETE', `entity/${entity}`],
        ['PATCH', `textitem/${String(text?.urn)}`, { value: 'X' }],
        ['DELETE', `textitem/${String(text?.urn)}`],
        ['POST', 'textitem', { entity, name: 'a', sortOrder: 1, value: 'X' }],
      ],
      message_thread: [
        ['PATCH', `messagethread/${thread}`, { name: 'X' }],
        ['POST', 'threadpost', { messageThread: thread, content: 'X' }],
      ],
      task: [
        ['PATCH', `task/${String(busy['task'])}`, { title: 'X', blockedBy: [] }],
        ['DELETE', `task/${String(busy['task'])}`],
      ],
      company: [['PATCH', `company/${String(busy['company'])}`, { name: 'X' }]],
    };
    const strangers = [await town.holder(), other.admin];
    // A thread is read by members alone.
    const readers = table === 'message_thread' ? [] : [await town.holder(['COMPANY', town.admin.company, 'READ'])];
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query(`SELECT 1 FROM "${table}" WHERE "urn" = $1 FOR UPDATE`, [busy[table]]);
      await client.query(
        `SELECT pg_advisory_xact_lock(hashtextextended('task edges ' || (SELECT "owner" FROM "company" WHERE "urn" = $1)::text, 0))`,
        [town.admin.company],
      );
      // Changes by the tenant itself wait for the lock, and have the turn of what they change.
      const own = (writes[table] ?? []).filter(([method]) => method === 'PATCH');
      const waiting = own.map(([method, path, body]) => town.admin.rest(method, `/n/v1/${path}`, { body }));
      const kept = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(
        async () => (await client.query(kept)).rows.length,
        (count) => count >= own.length,
      );
      for (const [callers, status, code] of [
        [strangers, 404, 'NOT_FOUND'],
        [readers, 403, 'FORBIDDEN'],
      ] as const) {
        for (const caller of callers) {
          for (const [method, path, body] of writes[table] ?? []) {
            const answer = await caller.rest(method, `/n/v1/${path}`, body ? { body } : {});
            const refusal = [answer.status, await codeOver(caller, method, path, body)];
            const expected = method === 'POST' ? [status === 404 ? 422 : status, 'NONE'] : [status, code];
            expect([method, path, ...refusal]).toEqual([method, path, ...expected]);
          }
        }
      }
      await client.query('ROLLBACK');
      for (const one of waiting) expect((await one).status).toBe(200);
    });
  });
});
