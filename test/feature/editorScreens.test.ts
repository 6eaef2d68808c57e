// The screens of an editor's app: each is one request of a client with the usual limits, whatever it shows.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { page, text, write, type Body } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made, task } from '../support/work.ts';

let service: TestService;
let admin: Tenant;
let editor: Client;
let article: Body;
let removed: string;
let stage: string;
let first: string;
const soon = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

beforeAll(async () => {
  service = await startService({ RATE_LIMITS: '1' });
  admin = await service.tenant();
  const { company: owner } = admin;
  // A client as it is made when nothing is said of its limits.
  const client = await made(admin, 'apiclient', { owner, name: 'Editor', accessLevel: 'COMPANY' });
  const grant = { owner, objectUrn: owner, objectScope: 'COMPANY', subjectUrn: client.urn, subjectScope: 'API_CLIENT' };
  await made(admin, 'permission', { ...grant, label: 'ADMIN' });
  const token = await made(admin, 'apiclientbearertoken', { apiClient: client.urn, expirationTimestamp: soon(1) });
  editor = service.client(token.bearerToken);
  const body = { fallbackLanguages: { de: ['en'], fr: ['en'] } };
  await admin.rest('PATCH', `/n/v1/company/${owner}`, { body });
  article = await page(admin, '/article', {
    texts: [text('Title', 'title'), ...Array.from({ length: 20 }, (_, at) => text('Text', 'part', at))],
  });
  await page(admin, '/article', { language: 'de', texts: [text('Titel')] });
  await write(admin, article.texts[0].urn, 'New title');
  for (let at = 0; at < 30; at += 1) {
    const more =
      at % 2 === 0 ? { status: 'PUBLISH', publishTimestamp: soon(at + 1), unpublishTimestamp: soon(at + 40) } : {};
    await page(admin, `/pages/${String(at)}`, { texts: [text('Title')], ...more });
  }
  const gone = await page(admin, '/gone');
  removed = gone.urn;
  await admin.rest('DELETE', `/n/v1/entity/${removed}`);
  const stages = [
    { name: 'Open', order: 1 },
    { name: 'Doing', order: 2 },
  ];
  const workflow = await made(admin, 'workflow', { owner, name: 'W', stages });
  stage = workflow.stages[0].urn;
  const more = { workflowStage: stage, associatedEntities: [article.urn] };
  first = await task(admin, 'First', more);
  for (let at = 0; at < 20; at += 1) await task(admin, `Task ${String(at)}`, more);
  await made(admin, 'project', { owner, name: 'Issue', workflow: workflow.urn });
  await editor.rest('POST', `/n/v1/entity/${String(article.urn)}/editors`);
}, 120_000);
afterAll(() => service.close());

const values = `{ ... on TextItem { value } ... on MarkdownItem { markdown: value } ... on LongItem { whole: value }
  ... on ReferenceItem { entityReference { urn name } } ... on ImageItem { src altText } }`;

interface Screen {
  readonly query: string;
  readonly variables?: () => Record<string, unknown>;
  readonly shows: (data: Body) => unknown;
  readonly as: unknown;
}

const screens: Readonly<Record<string, Screen>> = {
  'the pages that were edited last, with who did': {
    query: `{ entities(first: 50, orderBy: [{ field: LAST_EDITED_TIMESTAMP, direction: DESC }]) { totalCount pageInfo { hasNextPage endCursor }
      nodes { urn name path language variant status audience entityType { name } lastEditedTimestamp lastEditedBy { urn type name } publishTimestamp } } }`,
    shows: ({ entities }) => [entities.totalCount, entities.nodes[0].lastEditedBy.type],
    as: [32, 'IDENTITY'],
  },
  'a page with its items, its plan, its translations, who edits it, its tasks, comments, previews and back links': {
    query: `query ($urn: ID!) { entity(urn: $urn) { urn name path language variant status version audience lastEditedTimestamp lastEditedBy { name }
        entityType { name fields { name kind required } } parent { urn name path }
        texts { urn name sortOrder value isPublished } markdowns { urn name value } images { urn name src altText } references { name entityReference { urn name } }
        links { name href } longs { name value } money { name formattedValue } booleans { name value } dateTimes { name value }
        translations { language isMissing isOutdated entity { urn name status lastEditedTimestamp } }
        children(first: 20) { nodes { urn name path } } referencedBy(first: 20) { totalCount nodes { name entity { urn name path } } }
        tasks(first: 20) { nodes { title status workflowStage { name } } } threads(first: 20) { nodes { urn name postCount } }
        previewLinks(first: 20) { nodes { name expirationTimestamp } } }
      entityEditors(urn: $urn) { actor { name type } sinceTimestamp }
      publishPlan(urn: $urn) { audience warnings { code message } violations { path message } missingReferences { entityUrn }
        openTasks { title } changes { kind change name before ${values} after ${values} } } }`,
    variables: () => ({ urn: article.urn }),
    shows: ({ entity, entityEditors, publishPlan }) => [
      entity.texts.length,
      entity.translations.map(({ language, isMissing, isOutdated }: Body) => [language, isMissing, isOutdated]),
      entityEditors.length,
      publishPlan.changes.length,
      entity.tasks.nodes.length,
    ],
    as: [
      21,
      [
        ['de', false, true],
        ['fr', true, false],
      ],
      1,
      21,
      20,
    ],
  },
  'what was written of a page, newest first, with authors and values, and the events of the page itself': {
    query: `query ($urn: ID!) { entityHistory(urn: $urn, first: 50) { nodes { timestamp actor { urn type name } itemUrn kind change name before ${values} after ${values} }
        pageInfo { hasNextPage endCursor } }
      webhookTriggers(first: 20, where: { targetUrn: { eq: $urn } }, orderBy: [{ field: SEQUENCE, direction: DESC }]) {
        nodes { event timestamp changedFields actor { name } } } }`,
    variables: () => ({ urn: article.urn }),
    shows: ({ entityHistory, webhookTriggers }) => [
      entityHistory.nodes.length,
      entityHistory.nodes[0].before.value,
      entityHistory.nodes[0].after.value,
      webhookTriggers.nodes.at(-1).event,
    ],
    as: [22, 'Title', 'New title', 'CREATE'],
  },
  'what was deleted, and by whom': {
    query: `{ deletedResources(first: 50, kind: "Entity") { nodes { urn kind name deletedTimestamp deletedBy { name type } restorableUntil }
      pageInfo { hasNextPage endCursor } } }`,
    shows: ({ deletedResources }) => deletedResources.nodes.map(({ urn }: Body) => urn),
    as: null,
  },
  'the calendar: what goes live and what ends within a month': {
    query: `query ($from: DateTime!, $to: DateTime!) {
      starts: entities(first: 100, where: { publishTimestamp: { gte: $from, lt: $to }, status: { eq: PUBLISH_PENDING } }, orderBy: [{ field: PUBLISH_TIMESTAMP }]) {
        nodes { urn name path language publishTimestamp } }
      ends: entities(first: 100, where: { unpublishTimestamp: { gte: $from, lt: $to } }, orderBy: [{ field: UNPUBLISH_TIMESTAMP }]) {
        nodes { urn name path language unpublishTimestamp } } }`,
    variables: () => ({ from: soon(0), to: soon(31 * 24) }),
    shows: ({ starts, ends }) => [starts.nodes.length, ends.nodes.length],
    as: [15, 15],
  },
  'the plan of several pages': {
    query: `query ($urns: [ID!]!) { publishEntitiesPlan(urns: $urns) { entity { urn name } audience warnings { code } violations { message }
      changes { kind change name before ${values} after ${values} } missingReferences { entityUrn } } }`,
    variables: () => ({ urns: [article.urn] }),
    shows: ({ publishEntitiesPlan }) => publishEntitiesPlan.map(({ changes }: Body) => changes.length),
    as: [21],
  },
  'a board: stages with their tasks in order': {
    query: `{ projects(first: 1) { nodes { name workflow { stages { urn name color taskLimit tasks(first: 50, where: { statusCategory: { ne: DONE } },
      orderBy: [{ field: RANK }]) { totalCount nodes { urn title rank priority isBlocked dueTimestamp assignee { name } } } } } } } }`,
    shows: ({ projects }) => {
      const [open, doing] = projects.nodes[0].workflow.stages;
      return [open.tasks.totalCount, open.tasks.nodes[0].title, doing.tasks.totalCount];
    },
    as: [21, 'First', 0],
  },
  'newest events first': {
    query: `{ webhookTriggers(first: 50, orderBy: [{ field: SEQUENCE, direction: DESC }]) {
      nodes { sequence subject event targetUrn timestamp changedFields actor { type urn name } } } }`,
    shows: ({ webhookTriggers }) => webhookTriggers.nodes.length,
    as: 50,
  },
};

test.each(Object.entries(screens))('one request shows %s', async (_, { query, variables, shows, as }) => {
  const answer = await editor.graph(query, variables?.() ?? {});
  expect(answer.errors).toBeUndefined();
  expect(shows(answer.data)).toEqual(as ?? [removed]);
});

test('all screens together cost less than a tenth of what such a client may spend in a minute', async () => {
  const left = async (): Promise<number> =>
    (await editor.data('{ clientContext { rateLimit { costRemaining } } }')).clientContext.rateLimit.costRemaining;
  const before = await left();
  for (const { query, variables } of Object.values(screens)) await editor.data(query, variables?.() ?? {});
  const { costLimit } = (await editor.data('{ clientContext { rateLimit { costLimit } } }')).clientContext.rateLimit;
  expect(before - (await left())).toBeLessThan(costLimit / 10);
});

test('one request returns a page to a moment, says that it is edited, and places a task', async () => {
  const { texts } = article;
  const [last] = (
    await editor.data(
      `query ($s: ID!) { tasks(where: { workflowStage: { eq: $s } }, orderBy: [{ field: RANK, direction: DESC }], first: 1) { nodes { urn } } }`,
      { s: stage },
    )
  ).tasks.nodes;
  const answer = await editor.data(
    `mutation ($urn: ID!, $now: DateTime!, $task: ID!, $first: ID!) {
      returnEntity(urn: $urn, timestamp: $now) { entity { status } userErrors { code } }
      renewEditing(urn: $urn) { editors { actor { name } } }
      placeTask(urn: $task, before: $first) { task { rank } userErrors { code } } }`,
    { urn: article.urn, now: new Date(Date.now() - 1).toISOString(), task: last.urn, first },
  );
  expect(texts).toHaveLength(21);
  expect([answer.returnEntity.userErrors, answer.placeTask.userErrors, answer.renewEditing.editors.length]).toEqual([
    [],
    [],
    1,
  ]);
});
