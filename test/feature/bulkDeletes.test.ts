// Rows of kinds without rules of their own for sets are deleted many at once, and everything is as if they were deleted one by one: what goes
// along, what is emptied, events, logs, records, and what is refused. Resource reference 1.9, 9.8.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulksOf, statuses } from '../support/bulk.ts';
import { eventsOf, modes, remove, waysOf } from '../support/bulkWays.ts';
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

/** Rows of a kind, and others that live in them or name them, all by names. */
interface Lot {
  readonly rows: readonly string[];
  readonly others?: Readonly<Record<string, string>>;
}

const lots: Readonly<Record<string, () => Promise<Lot>>> = {
  async permission() {
    const person = await people.person('Somebody', []);
    const project = await people.make('project', { name: 'P' });
    const labels = ['READ', 'ADMIN', 'UPDATE', 'MANAGE', 'CREATE'];
    const rows: string[] = [];
    for (const label of labels) rows.push(await people.grant('IDENTITY', person.identity, 'PROJECT', project, label));
    return { rows };
  },
  async group() {
    const rows = [await people.group(), await people.group(), await people.group()];
    const [one = '', two = '', three = ''] = rows;
    const person = await people.person('Member');
    const [member = ''] = await people.join(one, person);
    const thread = await people.make('messagethread', { group: two, name: 'Thread' });
    const post = await people.make('threadpost', { messageThread: thread, content: 'Hello' });
    const edge = await people.grant('GROUP', three, 'COMPANY', admin.company, 'READ');
    return { rows, others: { member, thread, post, edge } };
  },
  async messagethread() {
    const group = await people.group();
    await people.join(group, await people.person('Member'));
    const rows: string[] = [];
    for (const name of ['A', 'B', 'C']) rows.push(await people.make('messagethread', { group, name }));
    const post = await people.make('threadpost', { messageThread: rows[1], content: 'Hello' });
    return { rows, others: { post } };
  },
  async project() {
    const rows: string[] = [];
    for (const name of ['A', 'B', 'C']) rows.push(await people.make('project', { name }));
    const task = (title: string, project?: string): Promise<string> =>
      people.make('task', { ...bareTask, title, project });
    const [a, b, c] = [await task('a', rows[0]), await task('b', rows[1]), await task('c', rows[1])];
    return { rows, others: { a, b, c } };
  },
  async asset() {
    const rows: string[] = [];
    for (const name of ['A', 'B', 'C']) rows.push(await people.make('asset', { name }));
    const { urn: entity } = await people.page();
    await people.make('linkitem', { entity, name: 'link', sortOrder: 1, asset: rows[1] });
    return { rows };
  },
  async entitytype() {
    const rows: string[] = [];
    const fields = [{ name: 'title', kind: 'TEXT_ITEM' }];
    for (const name of ['A', 'B', 'C'])
      rows.push(await people.make('entitytype', { name: `${name} ${crypto.randomUUID()}`, fields }));
    const { urn } = await people.page();
    expect((await admin.rest('PATCH', `/n/v1/entity/${urn}`, { body: { entityType: rows[2] } })).status).toBe(200);
    return { rows };
  },
};

async function stateOf(kind: string, { rows, others = {} }: Lot): Promise<unknown> {
  const named = [
    ...rows.map((urn, at) => [urn, `row ${String(at)}`]),
    ...Object.entries(others).map(([name, urn]) => [urn, name]),
  ];
  const list = `VALUES ${named.map(([urn = '', name = '']) => `('${urn}'::uuid, '${name}')`).join(', ')}`;
  const names = `SELECT x.urn, x.name FROM (${list}) x(urn, name)`;
  const table = { messagethread: 'message_thread', entitytype: 'entity_type' }[kind] ?? kind;
  return {
    rows: await sql(
      service,
      `SELECT n.name, t."version", t."deleted_timestamp" IS NOT NULL AS gone FROM "${table}" t JOIN (${names}) n ON n.urn = t."urn" ORDER BY 1`,
    ),
    deletions: await sql(
      service,
      `SELECT n.name, d."kind" FROM "deletion" d JOIN (${names}) n ON n.urn = d."urn" ORDER BY 1`,
    ),
    events: await eventsOf(service, names),
    edges: await sql(
      service,
      `SELECT n.name, a."event" FROM "permission_audit" a JOIN (${names}) n ON n.urn = a."permission" ORDER BY 1, 2`,
    ),
    ended: await sql(
      service,
      `SELECT n.name, l."field" FROM "ended_link" l JOIN (${names}) n ON n.urn = l."cause" ORDER BY 1, 2`,
    ),
    log: await sql(
      service,
      `SELECT n.name, l."activity" FROM "task_log" l JOIN (${names}) n ON n.urn = l."task" ORDER BY 1, l."created_timestamp", 2`,
    ),
  };
}

describe.each(Object.keys(lots))('Deletes of the kind %s in a bulk', (kind) => {
  test.each(modes)('leave everything as single deletes do (%s)', async (mode) => {
    const make = lots[kind] as () => Promise<Lot>;
    const [alone, set] = [await make(), await make()];
    const unknown = mode === 'INDEPENDENT' ? [crypto.randomUUID()] : [];
    const of = ({ rows }: Lot) => [...rows, ...unknown].map((urn) => remove(kind, urn));
    const answers = await oneByOne(of(alone));
    // All or none: what is refused undoes the others.
    if (mode === 'ATOMIC' && answers.some((answer) => answer !== 204)) return;
    expect(await together(mode, of(set))).toEqual(answers);
    expect(await stateOf(kind, set)).toEqual(await stateOf(kind, alone));
  });
});

test('A group that gives the right to delete the next one goes first', async () => {
  const helper = await people.person('Helper', []);
  const [one, two] = [await people.group(), await people.group()];
  await people.join(one, helper);
  await people.grant('API_CLIENT', helper.client, 'GROUP', one, 'MANAGE');
  await people.grant('GROUP', one, 'GROUP', two, 'MANAGE');
  const operations = [one, two].map((urn) => remove('group', urn));
  expect(statuses(await send('INDEPENDENT', operations, helper))).toEqual([204, 404]);
});

test.each(modes)('A permission that gives the right to end the next one goes first (%s)', async (mode) => {
  const rights = async (): Promise<readonly [Person, string[]]> => {
    const [helper, other, group] = [
      await people.person('Helper', []),
      await people.person('Other', []),
      await people.group(),
    ];
    const own = await people.grant('API_CLIENT', helper.client, 'GROUP', group, 'ADMIN');
    const others: string[] = [];
    for (const label of ['READ', 'UPDATE'])
      others.push(await people.grant('IDENTITY', other.identity, 'GROUP', group, label));
    const [first = '', last = ''] = others;
    return [helper, [first, own, last]];
  };
  const [one, alone] = await rights();
  const single: number[] = [];
  for (const urn of alone) single.push((await one.rest('DELETE', `/n/v1/permission/${urn}`)).status);
  expect(single).toEqual([204, 204, 404]);
  const [two, set] = await rights();
  const answers = statuses(
    await send(
      mode,
      set.map((urn) => remove('permission', urn)),
      two,
    ),
  );
  expect(answers).toEqual(mode === 'ATOMIC' ? [424, 424, 404] : single);
});
