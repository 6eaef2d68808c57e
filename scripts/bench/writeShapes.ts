// What the bench of writes asks: each beside one hand-written statement, which is one transaction, that writes the same rows, their
// histories, their events, and the word to the search index. What is numbered and indexed meanwhile costs the service, not the floor.
import { randomUUID } from 'node:crypto';
import { bareTask } from '../../test/support/bareTask.ts';
import { nth, sizesAt, urnOf } from './dataset.ts';
import type { Shape } from './shapeQuestions.ts';

const { entities, tasks, threads, companies, identities } = sizesAt(1);

const entity = (number: number): string => urnOf('entity', nth(entities, number));
const company = (number: number): string => urnOf('company', nth(companies, number));
const task = (number: number): string => urnOf('task', nth(tasks, number));
// Not the first, which holds ten thousand posts.
const thread = (number: number): string => urnOf('thread', 2 + (number % (threads - 1)));
const speaker = (number: number): string => urnOf('identity', nth(identities, number));

/** Items that were made, which are deleted again. */
const made: string[] = [];
const makeOne = (): string => {
  const urn = randomUUID();
  made.push(urn);
  return urn;
};
const takeOne = (): string => {
  const urn = made.pop();
  if (urn === undefined) throw new Error('No item is left to be deleted: measure itemCreate before, for as long.');
  return urn;
};

const event = (subject: string, kind: string, fields: string, from: string): string =>
  `INSERT INTO webhook_trigger (urn, version, owner, tenant, subject, event, target_urn, target_version, changed_fields, actor, created_timestamp, updated_timestamp)` +
  ` SELECT gen_random_uuid(), 1, owner, tenant, '${subject}', '${kind}', urn, version, ${fields}, '{}', now(), now() FROM ${from}`;
const history = (from: string, isTombstone: boolean): string =>
  `INSERT INTO item_value (urn, item_urn, tenant, kind, version, entity, created_timestamp, is_tombstone, actor, sort_order, name, value_string)` +
  ` SELECT entry, urn, tenant, kind, version, entity, updated_timestamp, ${String(isTombstone)}, '{}', sort_order, name, value_string FROM ${from}`;
const registered = (kind: string, from: string): string =>
  `INSERT INTO resource (urn, kind) SELECT urn, '${kind}' FROM ${from}`;
const edited = (from: string): string =>
  `UPDATE entity SET last_edited_timestamp = now(), last_edited_by = '{}' WHERE urn = (SELECT entity FROM ${from} LIMIT 1)`;
const wordsOf = (from: string): string =>
  `INSERT INTO search_queue (tenant, urn, is_of_drafts) SELECT DISTINCT tenant, entity, true FROM ${from}`;
const wordsOfRow = (kind: string, from: string): string =>
  `INSERT INTO search_row_queue (tenant, kind, urn) SELECT tenant, '${kind}', urn FROM ${from}`;
const logged = (activity: string, from: string): string =>
  `log AS (INSERT INTO task_log (urn, version, created_timestamp, updated_timestamp, task, activity, sort_order, owner, tenant)` +
  ` SELECT gen_random_uuid(), 1, now(), now(), urn, '${activity}', 1, owner, tenant FROM ${from} RETURNING urn), noted AS (${registered('TaskLog', 'log')})`;
const answered = (columns: string, from: string): string =>
  `SELECT row_to_json(r)::text AS text FROM (SELECT ${columns} FROM ${from}) r`;
const itemRows = (count: number): string =>
  `INSERT INTO item (urn, version, tenant, is_published, sort_order, created_timestamp, updated_timestamp, name, entity, kind, owner, entry, value_string)` +
  ` SELECT ${count === 1 ? '$3::uuid' : 'gen_random_uuid()'}, 1, e.tenant, false, $2::int * ${String(count)} + n, now(), now(), 'made', e.urn, 'TextItem', e.owner, gen_random_uuid(), 'Made'` +
  ` FROM entity e, generate_series(1, ${String(count)}) n WHERE e.urn = $1 AND e.deleted_timestamp IS NULL RETURNING *`;
const itemsMade = (count: number): string =>
  `WITH made AS (${itemRows(count)}), known AS (${registered('TextItem', 'made')}), history AS (${history('made', false)}),` +
  ` event AS (${event('TEXT_ITEM', 'CREATE', `'{}'`, 'made')}), edited AS (${edited('made')}), words AS (${wordsOf('made')})` +
  ` SELECT json_agg(r)::text AS text FROM (SELECT urn, value_string AS value FROM made) r`;

const errors = 'userErrors { code }';
// Far from the orders of the data set, and from each other's.
const order = (number: number): number => 1_000 + number;
const newTask = (number: number): Readonly<Record<string, unknown>> => ({
  ...bareTask,
  title: 'Made',
  owner: company(number),
});
const hundred = (number: number): Readonly<Record<string, unknown>>[] =>
  Array.from({ length: 100 }, (_, at) => ({
    entity: entity(number),
    name: 'made',
    sortOrder: order(number) * 100 + at,
    value: 'Made',
  }));

/** The writes by name; items are deleted that were made before. */
export const writes: Readonly<Record<string, Shape>> = {
  itemCreate: {
    isWrite: true,
    sql: itemsMade(1),
    values: (number) => [entity(number), String(order(number)), makeOne()],
    document: `mutation ($input: CreateTextItemInput!) { createTextItem(input: $input) { textItem { urn value } ${errors} } }`,
    variables: (number) => ({ input: newItem(number) }),
    rest: (number) => ({
      method: 'POST',
      path: '/n/v1/textitem?fields=value',
      body: JSON.stringify(newItem(number)),
    }),
  },
  itemDelete: {
    isWrite: true,
    sql:
      `WITH gone AS (UPDATE item SET deleted_timestamp = now(), version = version + 1, entry = gen_random_uuid(), updated_timestamp = now() WHERE urn = $1 AND deleted_timestamp IS NULL RETURNING *),` +
      ` history AS (${history('gone', true)}), event AS (${event('TEXT_ITEM', 'DELETE', `'{}'`, 'gone')}), edited AS (${edited('gone')}), words AS (${wordsOf('gone')}),` +
      ` links AS (DELETE FROM link WHERE to_urn = $1) ${answered('urn', 'gone')}`,
    values: () => [takeOne()],
    document: `mutation ($urn: ID!) { deleteTextItem(urn: $urn) { ${errors} } }`,
    variables: () => ({ urn: takeOne() }),
    rest: () => ({ method: 'DELETE', path: `/n/v1/textitem/${takeOne()}` }),
  },
  itemChange: {
    isWrite: true,
    sql:
      `WITH changed AS (UPDATE item SET value_string = $2, version = version + 1, entry = gen_random_uuid(), is_published = false, updated_timestamp = now() WHERE urn = $1 AND deleted_timestamp IS NULL RETURNING *),` +
      ` history AS (${history('changed', false)}), event AS (${event('TEXT_ITEM', 'UPDATE', `ARRAY['value', 'updatedTimestamp']`, 'changed')}),` +
      ` edited AS (${edited('changed')}), words AS (${wordsOf('changed')}) ${answered('urn, value_string AS value', 'changed')}`,
    values: (number) => [urnOf('TextItem3:', nth(entities, number)), `Written ${String(number)}`],
    document: `mutation ($urn: ID!, $value: String!) { updateTextItem(urn: $urn, input: { value: $value }) { textItem { urn value } ${errors} } }`,
    variables: (number) => ({ urn: urnOf('TextItem3:', nth(entities, number)), value: `Written ${String(number)}` }),
    rest: (number) => ({
      method: 'PATCH',
      path: `/n/v1/textitem/${urnOf('TextItem3:', nth(entities, number))}?fields=value`,
      body: JSON.stringify({ value: `Written ${String(number)}` }),
    }),
  },
  pageCreate: {
    isWrite: true,
    sql:
      `WITH made AS (INSERT INTO entity (urn, version, created_timestamp, updated_timestamp, last_edited_timestamp, last_edited_by, owner, tenant, name, path, language, variant, status)` +
      ` SELECT $2::uuid, 1, now(), now(), now(), '{}', c.urn, c.owner, 'Made', '/made/' || $2, 'en', '', 'DRAFT_UNPUBLISHED' FROM company c WHERE c.urn = $1 RETURNING *, urn AS entity),` +
      ` known AS (${registered('Entity', 'made')}), event AS (${event('ENTITY', 'CREATE', `'{}'`, 'made')}), words AS (${wordsOf('made')}) ${answered('urn, name', 'made')}`,
    values: (number) => [company(number), randomUUID()],
    document: `mutation ($input: CreateEntityInput!) { createEntity(input: $input) { entity { urn name } ${errors} } }`,
    variables: (number) => ({ input: newPage(number) }),
    rest: (number) => ({
      method: 'POST',
      path: '/n/v1/entity?fields=name',
      body: JSON.stringify(newPage(number)),
    }),
  },
  taskCreate: {
    isWrite: true,
    sql:
      `WITH made AS (INSERT INTO task (urn, version, created_timestamp, updated_timestamp, owner, tenant, title, description, priority, status, due_timestamp, rank)` +
      ` SELECT $2::uuid, 1, now(), now(), c.urn, c.owner, 'Made', '', 'NONE', 'PENDING', timestamptz '2030-01-01Z', '' FROM company c WHERE c.urn = $1 RETURNING *),` +
      ` known AS (${registered('Task', 'made')}), event AS (${event('TASK', 'CREATE', `'{}'`, 'made')}), ${logged('CREATE', 'made')},` +
      ` words AS (${wordsOfRow('Task', 'made')}) ${answered('urn, title', 'made')}`,
    values: (number) => [company(number), randomUUID()],
    document: `mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { urn title } ${errors} } }`,
    variables: (number) => ({ input: newTask(number) }),
    rest: (number) => ({
      method: 'POST',
      path: '/n/v1/task?fields=title',
      body: JSON.stringify(newTask(number)),
    }),
  },
  taskChange: {
    isWrite: true,
    sql:
      `WITH changed AS (UPDATE task SET title = $2, version = version + 1, updated_timestamp = now() WHERE urn = $1 AND deleted_timestamp IS NULL RETURNING *),` +
      ` event AS (${event('TASK', 'UPDATE', `ARRAY['title', 'updatedTimestamp']`, 'changed')}), ${logged('UPDATE', 'changed')},` +
      ` words AS (${wordsOfRow('Task', 'changed')}) ${answered('urn, title', 'changed')}`,
    values: (number) => [task(number), `Written ${String(number)}`],
    document: `mutation ($urn: ID!, $title: String!) { updateTask(urn: $urn, input: { title: $title }) { task { urn title } ${errors} } }`,
    variables: (number) => ({ urn: task(number), title: `Written ${String(number)}` }),
    rest: (number) => ({
      method: 'PATCH',
      path: `/n/v1/task/${task(number)}?fields=title`,
      body: JSON.stringify({ title: `Written ${String(number)}` }),
    }),
  },
  postCreate: {
    isWrite: true,
    sql:
      `WITH thread AS (UPDATE message_thread SET last_position = last_position + 1, post_count = post_count + 1 WHERE urn = $1 AND deleted_timestamp IS NULL RETURNING *),` +
      ` made AS (INSERT INTO thread_post (urn, version, created_timestamp, updated_timestamp, message_thread, author_identity, content, is_deleted, owner, tenant, position)` +
      ` SELECT $3::uuid, 1, now(), now(), urn, $2::uuid, 'Made', false, owner, tenant, last_position FROM thread RETURNING *),` +
      ` known AS (${registered('ThreadPost', 'made')}), event AS (${event('THREAD_POST', 'CREATE', `'{}'`, 'made')}),` +
      ` counted AS (UPDATE message_thread_notification n SET notification_count = notification_count + 1, notified_count = notified_count + 1, version = version + 1, updated_timestamp = now()` +
      ` WHERE n.message_thread = $1 AND n.identity <> $2 RETURNING *),` +
      ` heard AS (${event('MESSAGE_THREAD_NOTIFICATION', 'UPDATE', `ARRAY['notificationCount']`, 'counted')}),` +
      ` words AS (${wordsOfRow('ThreadPost', 'made')}) ${answered('urn, content', 'made')}`,
    values: (number) => [thread(number), speaker(number), randomUUID()],
    document: `mutation ($input: CreateThreadPostInput!) { createThreadPost(input: $input) { threadPost { urn content } ${errors} } }`,
    variables: (number) => ({ input: newPost(number) }),
    rest: (number) => ({
      method: 'POST',
      path: '/n/v1/threadpost?fields=content',
      body: JSON.stringify(newPost(number)),
    }),
  },
  bulkCreate: {
    isWrite: true,
    sql: itemsMade(100),
    values: (number) => [entity(number), String(order(number))],
    rest: (number) => ({
      method: 'POST',
      path: '/n/v1/bulk',
      body: JSON.stringify({
        mode: 'ATOMIC',
        operations: hundred(number).map((body) => ({ method: 'POST', path: '/n/v1/textitem', body })),
      }),
    }),
  },
};

function newItem(number: number): Readonly<Record<string, unknown>> {
  return { urn: makeOne(), entity: entity(number), name: 'made', sortOrder: order(number), value: 'Made' };
}

function newPage(number: number): Readonly<Record<string, unknown>> {
  return {
    urn: randomUUID(),
    owner: company(number),
    name: 'Made',
    path: `/made/${randomUUID()}`,
    language: 'en',
    status: 'DRAFT_UNPUBLISHED',
  };
}

function newPost(number: number): Readonly<Record<string, unknown>> {
  return { messageThread: thread(number), authorIdentity: speaker(number), content: 'Made', mentions: [] };
}
