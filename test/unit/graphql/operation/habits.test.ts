// What is said to those who write a query from the habit of another service.
import { parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../../src/contract/load.ts';
import { withHabits } from '../../../../src/graphql/operation/habits.ts';
import { buildGraph } from '../../../../src/graphql/schema.ts';

const schema = buildGraph(loadContract());

/** What is proposed of each mistake of a document. */
const proposed = (query: string): string[] =>
  validate(schema, parse(query)).map(
    ({ message }) => / Did you mean (.*)\?$/.exec(withHabits(schema, message))?.[1] ?? '',
  );

const entity = (field: string): string => `{ entity(urn: "x") { ${field} } }`;
const text = (name: string): string => `text(name: "${name}") { value }`;
const items = ', as content is in items';

describe.each<[string, readonly (readonly [string, string])[]]>([
  [
    'content that other services have as fields',
    [
      [entity('title'), text('title') + items],
      [entity('headline'), text('headline') + items],
      [entity('myOwnField'), text('myOwnField') + items],
      [entity('body'), `${text('body')} or markdown(name: "body") { value }${items}`],
      [entity('content'), `${text('content')} or markdown(name: "content") { value }${items}`],
      [entity('excerpt'), `${text('excerpt')} or markdown(name: "excerpt") { value }${items}`],
      [entity('description { html }'), `${text('description')} or markdown(name: "description") { value }${items}`],
      [entity('author { name }'), `reference(name: "author") { entityReference { name } }${items}`],
      [entity('tags'), `references(names: ["tags"]) { entityReference { name } }${items}`],
      [entity('categories { name }'), `references(names: ["categories"]) { entityReference { name } }${items}`],
      [entity('coverImage { url }'), `image(name: "coverImage") { src }${items}`],
      [entity('featured_image { url }'), `image(name: "featured_image") { src }${items}`],
      [entity('seo'), `json(name: "seo") { value }${items}`],
      [entity('date'), `dateTime(name: "date") { value }${items}`],
      [entity('featured'), `boolean(name: "featured") { value }${items}`],
      [entity('price'), `moneyItem(name: "price") { formattedValue }${items}`],
      [entity('location'), `latLong(name: "location") { latitude longitude }${items}`],
      [entity('canonicalUrl'), `link(name: "canonicalUrl") { href }${items}`],
      [entity('viewCount'), `long(name: "viewCount") { value }${items}`],
      [entity('image { src }'), 'image(name: ...) or "images", all of them'],
      [entity('moneyItem { value }'), 'moneyItem(name: ...) or "money", all of them'],
      ['{ entityView(path: "/home") { title } }', text('title') + items],
      ['{ entities { nodes { title } } }', text('title') + items],
      ['{ entities { title } }', `nodes { ${text('title')} }`],
      [
        '{ entities(where: { title: { eq: "x" } }) { totalCount } }',
        `"textItems(where: { name: { eq: "title" }, value: ... })"${items}`,
      ],
      ['mutation ($i: ID!) { updateEntity(urn: $i, input: { title: "x" }) { requestId } }', `"updateTextItem"${items}`],
    ],
  ],
  [
    'names of what every object has',
    [
      [entity('id'), '"urn"'],
      [entity('_id'), '"urn"'],
      [entity('documentId'), '"urn"'],
      [entity('created_at'), '"createdTimestamp"'],
      [entity('_updatedAt'), '"updatedTimestamp"'],
      [entity('locale'), '"language"'],
      [entity('slug'), '"path"'],
      [entity('published'), '"status"'],
      [entity('localizations { name }'), '"alternativeLanguages"'],
      ['{ entities { id } }', '"nodes { urn }"'],
      ['{ entities { slug } }', '"nodes { path }"'],
      ['{ tasks { createdAt } }', '"nodes { createdTimestamp }"'],
      ['{ tasks { title } }', '"nodes { title }"'],
    ],
  ],
  [
    'a mistyped name, as what it is like',
    [
      [entity('pth'), '"path"'],
      [entity('nam'), '"name"'],
      [entity('languag'), '"language"'],
      ['mutation ($i: ID!) { updateEntity(urn: $i, input: { nam: "x" }) { requestId } }', '"name"'],
    ],
  ],
  [
    'queries by the patterns of other services',
    [
      ['{ entity_by_pk(id: 1) { name } }', '"entity(urn: ...)"'],
      ['{ tasks_by_pk(id: 1) { name } }', '"task(urn: ...)"'],
      ['{ text_items_by_pk(id: 1) { name } }', '"textItem(urn: ...)"'],
      ['{ taskById(id: 1) { name } }', '"task(urn: ...)"'],
      ['{ getTask(id: 1) { name } }', '"task(urn: ...)"'],
      ['{ getTasks { name } }', '"tasks"'],
      ['{ findUniqueTask { name } }', '"task(urn: ...)"'],
      ['{ findManyTask { name } }', '"tasks"'],
      ['{ listTasks { name } }', '"tasks"'],
      ['{ pageCollection { name } }', '"entities"'],
      ['{ recipeCollection { name } }', '"entities"'],
      ['{ taskCollection { name } }', '"tasks"'],
      ['{ users_connection { name } }', '"identities"'],
      ['{ allPage { name } }', '"entities"'],
      ['{ allPages { name } }', '"entities"'],
      ['{ all_tasks { name } }', '"tasks"'],
      ['{ allCompany { name } }', '"companies"'],
      ['{ pageBySlug(slug: "x") { name } }', '"entityView(path: ...)"'],
      ['{ task_aggregate { count } }', '"tasks { totalCount }"'],
      ['{ tasks_aggregate { count } }', '"tasks { totalCount }"'],
      ['{ aggregateTask { count } }', '"tasks { totalCount }"'],
      ['{ _allPagesMeta { count } }', '"entities { totalCount }"'],
      [entity('tasks_aggregate { count }'), '"tasks { totalCount }"'],
    ],
  ],
  [
    'mutations by the patterns of other services',
    [
      ['mutation { insert_entities_one(object: {}) { id } }', '"createEntity"'],
      ['mutation { insert_tasks(objects: []) { id } }', '"createTask"'],
      ['mutation { create_text_items_item(data: {}) { id } }', '"createTextItem"'],
      ['mutation { createPage(data: {}) { id } }', '"createEntity"'],
      ['mutation { addTask(data: {}) { id } }', '"createTask"'],
      ['mutation { createManyTasks(data: {}) { id } }', '"createTask"'],
      ['mutation { update_tasks_by_pk(id: 1) { id } }', '"updateTask"'],
      ['mutation { updatePost(id: 1) { id } }', '"updateEntity"'],
      ['mutation { editTask(id: 1) { id } }', '"updateTask"'],
      ['mutation { delete_entities_by_pk(id: 1) { id } }', '"deleteEntity"'],
      ['mutation { removeTask(id: 1) { id } }', '"deleteTask"'],
      ['mutation { upsertTask(id: 1) { id } }', '"createTask" or "updateTask"'],
      ['mutation { moveTask(id: 1) { id } }', '"updateTask(input: { workflowStage: ... })"'],
      ['mutation { assignTaskToUser(id: 1) { id } }', '"updateTask(input: { assignee: ... })"'],
      ['mutation { renameEntity(id: 1) { id } }', '"updateEntity(input: { name: ... })"'],
      ['mutation { closeTask(id: 1) { id } }', '"completeTask"'],
      ['mutation { publish(id: 1) { id } }', '"publishEntity"'],
      ['mutation { unpublish(id: 1) { id } }', '"unpublishEntity"'],
      ['mutation { publishPage(id: 1) { id } }', '"publishEntity"'],
      ['mutation { duplicatePage(id: 1) { id } }', '"copyEntity"'],
      ...['uploadImage', 'upload', 'singleUpload', 'create_media', 'createMediaItem'].map(
        (name) =>
          [
            `mutation { ${name}(file: 1) { id } }`,
            'POST /n/v1/imageitemfile/{urn}, which takes the file of an image item',
          ] as const,
      ),
      ['mutation { deleteEntity(urn: "x") { urn } }', '"deletedUrn"'],
      ['mutation { deleteTask(urn: "x") { id } }', '"deletedUrn"'],
      ['mutation { deleteTask(urn: "x") { success } }', '"deletedUrn" or "userErrors"'],
      ['mutation { deleteTask(urn: "x") { affected_rows } }', '"deletedUrn"'],
      ['mutation { publishEntity(urn: "x") { urn } }', '"entity { urn }"'],
      ['mutation { publishEntity(urn: "x") { id } }', '"entity { urn }"'],
      ['mutation { completeTask(urn: "x") { title } }', '"task { title }"'],
    ],
  ],
  [
    'orders and words',
    [
      ['{ entities(orderBy: NAME_ASC) { totalCount } }', '[{ field: NAME }]'],
      ['{ entities(orderBy: [NAME_DESC]) { totalCount } }', '{ field: NAME, direction: DESC }'],
      ['{ entities(orderBy: createdAt_DESC) { totalCount } }', '[{ field: CREATED_TIMESTAMP, direction: DESC }]'],
      ['{ entities(orderBy: CREATED_AT_ASC) { totalCount } }', '[{ field: CREATED_TIMESTAMP }]'],
      ['{ entities(orderBy: "-updatedAt") { totalCount } }', '[{ field: UPDATED_TIMESTAMP, direction: DESC }]'],
      ['{ entities(orderBy: "name:desc") { totalCount } }', '[{ field: NAME, direction: DESC }]'],
      ['{ entities(orderBy: { field: "NAME" }) { totalCount } }', 'NAME, without quotes'],
      ['{ entities(orderBy: { field: NAME, direction: "desc" }) { totalCount } }', 'DESC, without quotes'],
      ['{ entities(where: { status: { eq: "PUBLISHED" } }) { totalCount } }', 'PUBLISHED, without quotes'],
      ['{ entities(where: { status: { in: ["published"] } }) { totalCount } }', 'PUBLISHED, without quotes'],
      ['{ entities(where: { status: { eq: "draft" } }) { totalCount } }', 'DRAFT_UNPUBLISHED, without quotes'],
      ['{ entities(where: { status: "PUBLISHED" }) { totalCount } }', '{ eq: PUBLISHED }'],
      ['{ tasks(where: { title: "Print" }) { totalCount } }', '{ eq: "Print" }'],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%s is answered with %s', (query, hint) => {
    expect(proposed(query)).toContain(hint);
  });
});

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const of = (kind: string, names: readonly string[]): readonly (readonly [string, string])[] =>
  names.map((name) => [kind, name]);

test.each(loadContract().resources.map((resource) => [resource.name, resource] as const))(
  '%s is proposed for the patterns of other services',
  (kind, { singularField, pluralField, operations }) => {
    const roots = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
    const names = [singularField, pluralField];
    const cases = [
      ...of(
        `"${singularField}(urn: ...)"`,
        names.flatMap((name) => [`${snake(name)}_by_pk`, `${name}ById`]),
      ),
      ...of(
        `"${pluralField}"`,
        names.flatMap((name) => [`${name}Collection`, `all${upper(name)}`, `${name}Connection`]),
      ),
      ...of(
        `"${pluralField} { totalCount }"`,
        names.map((name) => `${snake(name)}_aggregate`),
      ),
      ...(['CREATE', 'UPDATE', 'DELETE'] as const)
        .filter((one) => operations.has(one))
        .flatMap((operation) => {
          const verb = operation.toLowerCase();
          const [other = ''] = { create: ['insert'], update: ['edit'], delete: ['remove'] }[verb] ?? [];
          return of(
            `"${verb}${kind}"`,
            names.flatMap((name) => [
              `${verb}_${snake(name)}_by_pk`,
              `${verb}_${snake(name)}`,
              `${other}_${snake(name)}_one`,
              `${other}${upper(name)}`,
            ]),
          );
        }),
    ].filter(([hint, name]) => !Object.hasOwn(roots, name) && Object.hasOwn(roots, /\w+/.exec(hint)?.[0] ?? ''));

    const typeOf = (hint: string): string => (/^"(create|update|delete)/.test(hint) ? 'mutation' : 'query');
    expect(cases.map(([hint, name]) => [name, ...proposed(`${typeOf(hint)} { ${name} }`)])).toEqual(
      cases.map(([hint, name]) => [name, hint]),
    );
  },
);

// What is proposed for content, put where the mistake was.
test.each([
  'title',
  'body',
  'author',
  'tags',
  'cover',
  'seo',
  'date',
  'featured',
  'price',
  'location',
  'link_url',
  'views',
])('what is proposed for the content %s can be asked as it stands', (name) => {
  const [hint = ''] = proposed(entity(name));
  const ways = hint.replace(items, '').split(' or ');
  for (const way of ways) expect(validate(schema, parse(entity(way)))).toEqual([]);
});

test('what is proposed for content in what an entity is made from can be sent as it stands', () => {
  const created = (content: string): string =>
    `mutation { createEntity(input: { owner: "x", name: "x", language: "en", status: PUBLISHED, ${content} }) { requestId } }`;
  const [hint = ''] = proposed(created('title: "x"'));
  expect(hint).toContain('texts: [{ name: "title"');
  expect(validate(schema, parse(created(hint.replace(items, '').replace('...', '"x"'))))).toEqual([]);
});
