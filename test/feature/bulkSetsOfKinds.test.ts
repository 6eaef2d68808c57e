// Tasks, posts and pages of a bulk are written many at once, and everything is as if they were written one by one: rows, logs, events,
// what is refused and for whom. Resource reference 1.9, 16.8.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulksOf, statuses, type Operation } from '../support/bulk.ts';
import { eventsOf, modes, patch, post, remove, waysOf } from '../support/bulkWays.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { sql } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { bareTask } from '../support/work.ts';

let service: TestService;
let people: Community;
let admin: Tenant;

beforeAll(async () => {
  service = await startService({ RATE_LIMITS: '1' });
  people = await community(service);
  admin = people.admin;
});
afterAll(() => service.close());

const { send } = bulksOf(() => admin);
const { oneByOne, together } = waysOf(() => admin);
const events = (rows: string): Promise<unknown> => eventsOf(service, rows);

async function tasksOf(project: string): Promise<unknown> {
  const own = `SELECT "urn", "title" FROM "task" WHERE "project" = '${project}'`;
  return {
    tasks: await sql(
      service,
      `SELECT "title", "description", "status", "version", "priority", "identity_for_logs", "completed_timestamp" IS NOT NULL AS done,` +
        ` "completed_timestamp" = "updated_timestamp" AS now, "deleted_timestamp" IS NOT NULL AS gone FROM "task" WHERE "project" = '${project}' ORDER BY 1`,
    ),
    lists: await sql(
      service,
      `SELECT t.title, l."field", l."position" FROM "link" l JOIN (${own}) t ON t."urn" = l."from_urn" ORDER BY 1, 2, 3`,
    ),
    log: await sql(
      service,
      `SELECT t.title, l."activity", l."identity", l."sort_order", l."deleted_timestamp" IS NOT NULL AS gone FROM "task_log" l JOIN (${own}) t ON t."urn" = l."task" ORDER BY 1, 2, 4`,
    ),
    deletions: await sql(
      service,
      `SELECT count(*)::int AS count FROM "deletion" WHERE "urn" IN (SELECT "urn" FROM "task" WHERE "project" = '${project}')`,
    ),
    events: await events(own),
  };
}

describe('Tasks that are written many at once', () => {
  const urnsOf = async (project: string): Promise<string[]> =>
    (await sql(service, `SELECT "urn" FROM "task" WHERE "project" = '${project}' ORDER BY "title"`)).map(({ urn }) =>
      String(urn),
    );

  test.each(modes)('are left as single writes leave them (%s)', async (mode) => {
    const [alone, set] = [await people.make('project', { name: 'P' }), await people.make('project', { name: 'P' })];
    const page = await people.page();
    const task = (project: string, title: string, more: Operation = {}): Operation =>
      post('task', { ...bareTask, owner: admin.company, project, title, ...more });
    const steps: ((project: string) => Promise<Operation[]>)[] = [
      (project) =>
        Promise.resolve([
          task(project, 'A', { priority: 'HIGH' }),
          task(project, 'B', { associatedEntities: [page.urn], associatedCompanies: [admin.company] }),
          task(project, 'C', { status: 'IN_PROGRESS' }),
          task(project, 'D', { status: 'COMPLETED' }),
          task(project, 'E'),
        ]),
      async (project) => {
        const [a, b, c, d, e] = (await urnsOf(project)) as [string, string, string, string, string];
        return [
          patch('task', a, { description: 'New' }),
          patch('task', b, { title: 'B' }),
          patch('task', c, { status: 'COMPLETED' }),
          patch('task', d, { description: 'New', priority: 'LOW' }),
          patch('task', e, { priority: 'HIGH' }),
        ];
      },
      async (project) => {
        const [a, b, c] = (await urnsOf(project)) as [string, string, string];
        return [remove('task', a), remove('task', b), remove('task', c)];
      },
    ];
    for (const step of steps) {
      expect(await together(mode, await step(set))).toEqual(await oneByOne(await step(alone)));
      expect(await tasksOf(set)).toEqual(await tasksOf(alone));
    }
  });

  test('wait for their blockers in the order of the bulk, and are refused with their reasons', async () => {
    const run = async (write: (operations: Operation[]) => Promise<unknown[]>): Promise<unknown> => {
      const project = await people.make('project', { name: 'P' });
      const archived = await people.make('project', { name: 'Archived' });
      expect((await admin.rest('PATCH', `/n/v1/project/${archived}`, { body: { status: 'ARCHIVED' } })).status).toBe(
        200,
      );
      const make = (title: string, more: Operation = {}): Promise<string> =>
        people.make('task', { ...bareTask, project, title, ...more });
      const first = await make('A');
      const waiting = await make('B', { blockedBy: [first] });
      const done = await make('C', { status: 'COMPLETED' });
      const held = await make('D', { blockedBy: [done] });
      const other = await make('E');
      const answers = await write([
        patch('task', other, { description: 'New' }),
        patch('task', waiting, { status: 'COMPLETED' }),
        patch('task', first, { status: 'COMPLETED' }),
        // Taken up again, it holds up the one that waits for it.
        patch('task', done, { status: 'IN_PROGRESS' }),
        patch('task', held, { status: 'COMPLETED' }),
      ]);
      const again = await write([
        patch('task', waiting, { status: 'COMPLETED' }),
        patch('task', other, { status: 'NONE' }),
        patch('task', other, { project: archived }),
        patch('task', held, { title: '' }),
        patch('task', crypto.randomUUID(), { title: 'Nobody' }),
        remove('task', held),
        remove('task', other),
      ]);
      return [answers, again, await tasksOf(project)];
    };
    expect(await run((operations) => together('INDEPENDENT', operations))).toEqual(await run(oneByOne));
  });

  test('need the label on each, or that of a part', async () => {
    const project = await people.make('project', { name: 'P' });
    const urns = await Promise.all(
      ['A', 'B', 'C'].map((title) => people.make('task', { ...bareTask, project, title })),
    );
    const [a, b, c] = urns as [string, string, string];
    const assignee = (await people.person('Somebody')).identity;
    const helper = await people.holder(['TASK', a, 'UPDATE'], ['TASK', b, 'READ'], ['TASK', b, 'ASSIGN']);
    const operations = [a, b, c].flatMap((urn) => [
      patch('task', urn, { description: 'New' }),
      patch('task', urn, { assignee }),
    ]);
    const { body } = await send('INDEPENDENT', operations, helper);
    const alone: number[] = [];
    for (const { path, body: sent } of operations)
      alone.push((await helper.rest('PATCH', String(path), { body: sent })).status);
    expect(body.results.map(({ status }: { status: number }) => status)).toEqual(alone);
    expect(alone.slice(2)).toContain(403);
  });
});

async function postsOf(thread: string): Promise<unknown> {
  const at = (urn: string): string => `(SELECT x."position" FROM "thread_post" x WHERE x."urn" = ${urn})`;
  return {
    posts: await sql(
      service,
      `SELECT "content", "position", "version", "author_identity", "edited_timestamp" IS NOT NULL AS edited FROM "thread_post" WHERE "message_thread" = '${thread}' ORDER BY 2`,
    ),
    thread: await sql(
      service,
      `SELECT "name", "version", "post_count", "last_position" FROM "message_thread" WHERE "urn" = '${thread}'`,
    ),
    notifications: await sql(
      service,
      `SELECT "identity", "level", "notification_count", "mention_count", "notified_count", ${at('"first_unread_post"')} AS first, "last_read_position" FROM "message_thread_notification" WHERE "message_thread" = '${thread}' ORDER BY 1`,
    ),
    events: await events(`SELECT "urn", "position"::text FROM "thread_post" WHERE "message_thread" = '${thread}'`),
  };
}

describe('Posts that are written many at once', () => {
  let group: string;
  let members: Person[];
  beforeAll(async () => {
    group = await people.group();
    members = await Promise.all(['A', 'B', 'C'].map((name) => people.person(name)));
    await people.join(group, ...members);
  });

  const thread = (name: string | null): Promise<string> =>
    people.make('messagethread', name === null ? { group } : { group, name });
  const say = (messageThread: string, content: string, more: Operation = {}): Operation =>
    post('threadpost', { messageThread, content, ...more });

  test.each(modes)('are left as single writes leave them (%s)', async (mode) => {
    for (const name of ['Thread', null]) {
      const [alone, set] = [await thread(name), await thread(name)];
      const author = String(members[0]?.identity);
      const said = (urn: string): Operation[] => [
        say(urn, 'One'),
        say(urn, 'Two', { authorIdentity: author }),
        say(urn, 'Three', { mentions: [author] }),
        say(urn, 'Four'),
        say(urn, 'Five', { mentions: [] }),
        say(urn, 'Six'),
      ];
      expect(await together(mode, said(set))).toEqual(await oneByOne(said(alone)));
      expect(await postsOf(set)).toEqual(await postsOf(alone));
      const edits = async (urn: string): Promise<Operation[]> => {
        const rows = await sql(
          service,
          `SELECT "urn" FROM "thread_post" WHERE "message_thread" = '${urn}' ORDER BY "position"`,
        );
        return rows
          .slice(2)
          .map((row, at) =>
            patch('threadpost', String(row['urn']), { content: at === 0 ? 'Three' : `Edit ${String(at)}` }),
          );
      };
      expect(await together(mode, await edits(set))).toEqual(await oneByOne(await edits(alone)));
      expect(await postsOf(set)).toEqual(await postsOf(alone));
    }
  });

  test('are counted once in each notification, which has one event more', async () => {
    const urn = await thread('Counted');
    await send('ATOMIC', [say(urn, 'First')]);
    const rows = (): Promise<Record<string, unknown>[]> =>
      sql(
        service,
        `SELECT n."notification_count" AS count, n."version", (SELECT count(*)::int FROM "webhook_trigger" t WHERE t."target_urn" = n."urn") AS events` +
          ` FROM "message_thread_notification" n WHERE n."message_thread" = '${urn}' ORDER BY n."urn"`,
      );
    const before = await rows();
    await send('ATOMIC', [say(urn, 'One'), say(urn, 'Two'), say(urn, 'Three')]);
    expect(await rows()).toEqual(
      before.map(({ count, version, events: of }) => ({
        count: Number(count) + 3,
        version: String(Number(version) + 1),
        events: Number(of) + 1,
      })),
    );
    expect(before.length).toBeGreaterThanOrEqual(3);
  });

  test('go to threads that take them, by who may speak there', async () => {
    const [open, closed] = [await thread('Open'), await thread('Closed')];
    expect((await admin.rest('PATCH', `/n/v1/messagethread/${closed}`, { body: { isClosed: true } })).status).toBe(200);
    const [member] = members as [Person];
    const stranger = await people.person('Stranger');
    const operations = [
      say(open, 'One'),
      say(closed, 'Two'),
      say(open, ''),
      say(crypto.randomUUID(), 'Three'),
      say(open, 'Four', { authorIdentity: stranger.identity }),
      say(open, 'Five'),
    ];
    const { body } = await send('INDEPENDENT', operations, member);
    expect(body.results.map(({ status }: { status: number }) => status)).toEqual([201, 409, 422, 422, 403, 201]);
    const refused = await send('INDEPENDENT', [say(open, 'Six'), say(open, 'Seven')], stranger);
    expect(statuses(refused)).toEqual([422, 422]);
    const [theirs] = body.results;
    const [other] = (await send('ATOMIC', [say(open, 'Eight')])).body.results;
    const edits = [
      patch('threadpost', theirs.urn, { content: 'Mine' }),
      patch('threadpost', other.urn, { content: 'Not mine' }),
    ];
    expect(statuses(await send('INDEPENDENT', edits, member))).toEqual([200, 403]);
  });
});

async function pagesOf(folder: string): Promise<unknown> {
  const own = `"path" LIKE '/${folder}/%'`;
  const items = `SELECT i."urn", e."name" || ' ' || i."name" FROM "item" i JOIN "entity" e ON e."urn" = i."entity" WHERE e.${own}`;
  return {
    pages: await sql(
      service,
      `SELECT "name", substr("path", 1 + strpos(substr("path", 2), '/')) AS path, "status", "version", "last_edited_by"::text, "publish_requested_by"::text,` +
        ` "last_edited_timestamp" = "updated_timestamp" AS edited, "live_timestamp" IS NOT NULL AS live, "deleted_timestamp" IS NOT NULL AS gone FROM "entity" WHERE ${own} ORDER BY 1`,
    ),
    items: await sql(
      service,
      `SELECT e."name" AS page, i."name", i."version", i."is_published", i."entity_reference" IS NULL AS unlinked, i."deleted_timestamp" IS NOT NULL AS gone,` +
        ` (SELECT count(*)::int FROM "item_value" v WHERE v."item_urn" = i."urn") AS entries,` +
        ` (SELECT count(*)::int FROM "item_live" v WHERE v."item_urn" = i."urn" AND v."until_timestamp" IS NULL) AS live` +
        ` FROM "item" i JOIN "entity" e ON e."urn" = i."entity" WHERE e.${own} ORDER BY 1, 2`,
    ),
    deletions: await sql(
      service,
      `SELECT count(*)::int AS count FROM "deletion" WHERE "urn" IN (SELECT "urn" FROM "entity" WHERE ${own})`,
    ),
    events: await events(`SELECT "urn", "name" FROM "entity" WHERE ${own} UNION ALL ${items}`),
  };
}

describe('Pages that are written many at once', () => {
  const page = (folder: string, name: string, more: Operation = {}): Operation =>
    post('entity', {
      owner: admin.company,
      urn: crypto.randomUUID(),
      path: `/${folder}/${name}`,
      name,
      language: 'en',
      status: 'DRAFT_UNPUBLISHED',
      ...more,
    });
  const urnsOf = async (folder: string): Promise<string[]> =>
    (await sql(service, `SELECT "urn" FROM "entity" WHERE "path" LIKE '/${folder}/%' ORDER BY "name"`)).map(({ urn }) =>
      String(urn),
    );
  const texts = [{ name: 'text', sortOrder: 0, value: 'One' }];

  test.each(modes)('are left as single writes leave them (%s)', async (mode) => {
    const [alone, set] = [crypto.randomUUID(), crypto.randomUUID()];
    const steps: ((folder: string) => Promise<Operation[]>)[] = [
      (folder) =>
        Promise.resolve([
          page(folder, 'a', { texts }),
          page(folder, 'b', { texts, status: 'PUBLISH' }),
          page(folder, 'c', { status: 'PUBLISH', publishTimestamp: '2999-01-01T00:00:00.000Z' }),
          page(folder, 'd', { audience: 'EVERYONE', status: 'PUBLISH' }),
          page(folder, 'e', { texts, longs: [{ name: 'long', sortOrder: 0, value: 1 }] }),
        ]),
      async (folder) => {
        const [a, b, c, d, e] = (await urnsOf(folder)) as [string, string, string, string, string];
        return [
          patch('entity', a, { status: 'PUBLISH' }),
          patch('entity', b, { name: 'b2' }),
          patch('entity', c, { status: 'DRAFT_UNPUBLISHED' }),
          patch('entity', d, { name: 'd' }),
          patch('entity', e, { path: `/${folder}/e2` }),
        ];
      },
      async (folder) => {
        const [a, b] = (await urnsOf(folder)) as [string, string];
        return [post('referenceitem', { entity: a, name: 'to', sortOrder: 1, entityReference: b })];
      },
      async (folder) => {
        const [a, b, c, d] = (await urnsOf(folder)) as [string, string, string, string];
        // Alone, the one that is referred to cannot go first.
        const order = mode === 'ATOMIC' ? [a, b, c, d] : [b, a, c, d];
        return order.map((urn) => remove('entity', urn));
      },
    ];
    for (const step of steps) {
      expect(await together(mode, await step(set))).toEqual(await oneByOne(await step(alone)));
      expect(await pagesOf(set)).toEqual(await pagesOf(alone));
    }
  });

  test.each(modes)('go live and are taken down as by single writes (%s)', async (mode) => {
    const [alone, set] = [crypto.randomUUID(), crypto.randomUUID()];
    const of = async (folder: string, write: (urn: string, at: number) => Operation): Promise<Operation[]> =>
      (await urnsOf(folder)).map(write);
    const steps: ((folder: string) => Promise<Operation[]>)[] = [
      (folder) =>
        Promise.resolve([
          page(folder, 'a', { texts, status: 'PUBLISH', audience: 'EVERYONE' }),
          page(folder, 'b', { texts, status: 'PUBLISH', audience: 'EVERYONE' }),
          page(folder, 'c', { texts }),
          page(folder, 'd', { texts, status: 'PUBLISH', audience: 'GRANTED' }),
          page(folder, 'e', { texts, status: 'PUBLISH', unpublishTimestamp: '2999-01-01T00:00:00.000Z' }),
        ]),
      async (folder) => {
        const rows = await sql(
          service,
          `SELECT i."urn", e."name" FROM "item" i JOIN "entity" e ON e."urn" = i."entity" WHERE e."path" LIKE '/${folder}/%' ORDER BY 2`,
        );
        const [a, b, , d] = rows.map(({ urn }) => String(urn)) as [string, string, string, string];
        for (const urn of [a, b]) await people.grant('COMPANY', admin.company, 'TEXT_ITEM', urn, 'READ');
        return [remove('textitem', a), remove('textitem', b), patch('textitem', d, { value: 'Two' })];
      },
      // Of some nothing is new, and two lose an item.
      (folder) => of(folder, (urn, at) => patch('entity', urn, { status: 'PUBLISH', ...(at === 1 && { name: 'b' }) })),
      (folder) => of(folder, (urn) => patch('entity', urn, { unpublishTimestamp: '2999-01-01T00:00:00.000Z' })),
      (folder) => of(folder, (urn) => patch('entity', urn, { status: 'DRAFT_UNPUBLISHED' })),
      (folder) =>
        of(folder, (urn) => patch('entity', urn, { status: 'PUBLISH', publishTimestamp: '2999-01-01T00:00:00.000Z' })),
      (folder) =>
        of(folder, (urn, at) => patch('entity', urn, { status: at === 0 ? 'PUBLISHED' : 'DRAFT_UNPUBLISHED' })),
    ];
    const grants = (folder: string): Promise<unknown> =>
      sql(
        service,
        `SELECT p."label", p."subject_scope", p."version", p."deleted_timestamp" IS NOT NULL AS ended, o.name FROM "permission" p JOIN (` +
          `SELECT e."urn", e."name" FROM "entity" e WHERE e."path" LIKE '/${folder}/%' UNION ALL SELECT i."urn", e."name" FROM "item" i` +
          ` JOIN "entity" e ON e."urn" = i."entity" WHERE e."path" LIKE '/${folder}/%') o ON o."urn" = p."object_urn" ORDER BY 5, 1, 2`,
      );
    for (const step of steps) {
      expect(await together(mode, await step(set))).toEqual(await oneByOne(await step(alone)));
      expect(await pagesOf(set)).toEqual(await pagesOf(alone));
      expect(await grants(set)).toEqual(await grants(alone));
    }
  });

  test('go live where their caller may publish them, and warn of what nobody sees', async () => {
    const folder = crypto.randomUUID();
    await send('ATOMIC', [page(folder, 'a', { texts }), page(folder, 'b', { texts }), page(folder, 'c', { texts })]);
    const [a, b, c] = (await urnsOf(folder)) as [string, string, string];
    const editor = await people.holder(
      ...[a, b, c].flatMap((urn) => [['ENTITY', urn, 'UPDATE'] as const, ['ENTITY', urn, 'READ_DRAFT'] as const]),
      ['ENTITY', a, 'PUBLISH'],
      ['ENTITY', c, 'PUBLISH'],
    );
    const answer = await send(
      'INDEPENDENT',
      [a, b, c].map((urn) => patch('entity', urn, { status: 'PUBLISH' })),
      editor,
    );
    expect(statuses(answer)).toEqual([200, 403, 200]);
    expect(JSON.stringify(answer.body.warnings ?? [...answer.headers])).toContain(a);
    expect(JSON.stringify(answer.body.warnings ?? [...answer.headers])).toContain(c);
  });

  test('are refused each with its own reason, and the others are made', async () => {
    const folder = crypto.randomUUID();
    const urn = crypto.randomUUID();
    const operations = [
      page(folder, 'a', { urn }),
      page(folder, 'a'),
      page(folder, 'b', { language: 'no language' }),
      page(folder, 'c', { owner: crypto.randomUUID() }),
      page(folder, 'd', { texts: [...texts, ...texts] }),
      page(folder, 'e'),
      page(folder, 'a', { urn }),
    ];
    const answer = await send('INDEPENDENT', operations);
    expect(statuses(answer)).toEqual([201, 409, 422, 422, 422, 201, 200]);
    const refused = await send('ATOMIC', [page(folder, 'f'), page(folder, 'g'), page(folder, 'f')]);
    expect(statuses(refused)).toEqual([424, 424, 409]);
    expect(await urnsOf(folder)).toHaveLength(2);
  });

  test('are answered as they are read', async () => {
    const folder = crypto.randomUUID();
    const { body } = await send('ATOMIC', [page(folder, 'a', { texts }), page(folder, 'b', { status: 'PUBLISH' })]);
    for (const { urn, body: answered } of body.results)
      expect((await admin.rest('GET', `/n/v1/entity/${String(urn)}`)).body).toEqual(answered);
  });
});
