// The demo of a first start: which of its pages are there for whom and for how long, who may do what, and the office behind them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompany as magazineUrn } from '../../src/domain/demo.ts';
import type { Client } from '../support/client.ts';
import { view, type Body } from '../support/content.ts';
import { startDemoService, type DemoService } from '../support/demo.ts';

// The urns that the documentation names.
const homeUrn = '019a0000-0000-7000-8000-000000000002';
const notebookTitleUrn = '019a0000-0000-7000-8000-000000000005';

// In the order of the blog.
const articles = [
  'keeping-a-commonplace-book',
  'the-lamplighters-ledger',
  'a-walk-along-the-old-canal',
  'bread-on-the-third-day',
  'letters-that-arrived-late',
  'the-weather-in-old-diaries',
  'in-praise-of-the-index',
];
const keepingABook = 'keeping-a-commonplace-book';
const scheduledArticle = 'in-praise-of-the-index';
const keepingABookTitles = [
  'Notes on a notebook',
  'Keeping a notebook',
  'How to keep a notebook',
  'How to keep a commonplace book',
  'How to keep a commonplace book, and why',
];

const firstToken = 'the-first-token-of-this-demo';

let service: DemoService;
let admin: Client;
let reader: Client;
let visitor: Client;

beforeAll(async () => {
  service = await startDemoService({ BOOTSTRAP_TOKEN: firstToken });
  admin = service.client(service.token);
  reader = service.client(service.readerToken);
  visitor = service.client(null);
});
afterAll(() => service.close());

test('the token of the settings is the administrator’s', async () => {
  expect(service.token).toBe(firstToken);
  const { clientContext } = await admin.data('{ clientContext { client { urn accessLevel requestsPerMinute } } }');
  expect(clientContext.client).toMatchObject({ accessLevel: 'COMPANY', requestsPerMinute: 60_000 });
  const tokens = await admin.rest('GET', `/n/v1/apiclientbearertokens?filter[apiClient]=${clientContext.client.urn}`);
  const [token, ...others] = tokens.body.apiclientbearertokens as Body[];
  expect(others).toEqual([]);
  expect((days(token, token.expirationTimestamp) ?? 0) / 365.25).toBeCloseTo(10, 1);
});

const day = 86_400_000;
// Days from the moment a row was written to one of its times.
const days = ({ createdTimestamp }: Body, to: string | null): number | null =>
  to === null ? null : Math.round((Date.parse(to) - Date.parse(createdTimestamp)) / day);

const languages = ['en', 'de', 'fr'];

test('every page is published in its languages, but for the scheduled article and the internal page', async () => {
  const { entities } = await admin.data(
    `{ entities(first: 200) { nodes { path language variant status owner { urn } createdTimestamp publishTimestamp unpublishTimestamp
       images { src } texts { name value } } } }`,
  );
  const said = entities.nodes.map(({ path, language, variant, status }: Body) =>
    [path, language, variant, status].filter((word) => word !== '').join(' '),
  );
  const statusOf = (article: string, language: string): string => {
    if (article === scheduledArticle) return 'PUBLISH_PENDING';
    return article === keepingABook && language === 'en' ? 'PUBLISHED_WITH_DRAFTS' : 'PUBLISHED';
  };
  const others = ['/about', '/authors/ines-calloway', '/authors/tomasz-brandt', '/home', '/subscribe'];
  const expected = [
    ...languages.flatMap((language) => [
      ...articles.map((article) => `/articles/${article} ${language} ${statusOf(article, language)}`),
      ...others.map((path) => `${path} ${language} PUBLISHED`),
    ]),
    '/about ar PUBLISHED',
    '/home en summer PUBLISHED',
    '/house-style en DRAFT_UNPUBLISHED',
    '/reading-evening en PUBLISHED',
  ];
  expect(said.sort()).toEqual(expected.sort());

  const at = (path: string): Body[] => entities.nodes.filter((one: Body) => one.path === path);
  const scheduled = at(`/articles/${scheduledArticle}`);
  expect(scheduled.map((one) => days(one, one.publishTimestamp))).toEqual([1, 1, 1]);
  const leaving = entities.nodes.filter((one: Body) => one.unpublishTimestamp !== null);
  expect(leaving.map((one: Body) => [one.path, days(one, one.unpublishTimestamp)])).toEqual([['/reading-evening', 7]]);
  const elsewhere = entities.nodes.filter((one: Body) => one.owner.urn !== magazineUrn);
  expect(elsewhere.map(({ path }: Body) => path)).toEqual(['/house-style']);
  // One picture for all languages.
  const pictures = at(`/articles/${keepingABook}`).map(({ images }) => images.map(({ src }: Body) => src));
  expect(new Set(pictures.flat()).size).toBe(1);
  expect(pictures.map((of) => of.length)).toEqual([1, 1, 1]);
});

test('the title with a history had five values, of which readers see the fourth', async () => {
  const query =
    '{ textItem(urn: "' + notebookTitleUrn + '") { value history { history(first: 10) { nodes { value } } } } }';
  const { textItem } = await admin.data(query);
  expect(textItem.value).toBe(keepingABookTitles.at(-1));
  expect(textItem.history.history.nodes.map(({ value }: Body) => value)).toEqual([...keepingABookTitles].reverse());
  const seen = await view(visitor, `/articles/${keepingABook}`, { 'accept-language': 'en' });
  expect(seen.body.texts.find(({ name }: Body) => name === 'title').value).toBe(keepingABookTitles.at(-2));
});

const paths: readonly (readonly [string, number])[] = [
  ['/home', 200],
  ['/about', 200],
  ['/subscribe', 200],
  ['/reading-evening', 200],
  [`/articles/${keepingABook}`, 200],
  [`/articles/${scheduledArticle}`, 404],
  ['/house-style', 404],
];

test('visitors and the content client see what is live, and the client may do nothing else', async () => {
  for (const client of [visitor, reader])
    for (const [path, status] of paths) expect([path, (await view(client, path)).status]).toEqual([path, status]);
  const blog = '{ entityLists(first: 5) { nodes { name entities { entity { path } } } } }';
  const live = articles
    .filter((one) => one !== scheduledArticle)
    .map((slug) => ({ entity: { path: `/articles/${slug}` } }));
  const [list, ...others] = (await reader.data(blog)).entityLists.nodes;
  expect([list.name, others]).toEqual(['Blog', []]);
  expect(list.entities.filter(({ entity }: Body) => entity !== null)).toEqual(live);
  const change = await reader.rest('PATCH', `/n/v1/entity/${homeUrn}`, { body: { name: 'Mine' } });
  expect([change.status, change.body.code]).toEqual([403, 'FORBIDDEN']);
  for (const kind of ['tasks', 'paymentInvoices', 'groups'])
    expect([kind, (await reader.data(`{ ${kind}(first: 5) { nodes { urn } } }`))[kind].nodes]).toEqual([kind, []]);
  // It knows itself, and what it was given.
  const own = await reader.data(
    '{ identities(first: 5) { nodes { name } } permissions(first: 5) { nodes { label objectScope subjectScope } } }',
  );
  expect(own).toEqual({
    identities: { nodes: [{ name: 'Reader app' }] },
    permissions: {
      nodes: [
        { label: 'READ', objectScope: 'COMPANY', subjectScope: 'ROLE' },
        { label: 'MEMBER', objectScope: 'ROLE', subjectScope: 'API_CLIENT' },
      ],
    },
  });
  const { apiClientBearerTokens } = await admin.data(
    '{ apiClientBearerTokens(first: 20) { nodes { name createdTimestamp expirationTimestamp } } }',
  );
  const tokens = apiClientBearerTokens.nodes.filter(({ name }: Body) => name === 'Reader app');
  expect(tokens.map((one: Body) => days(one, one.expirationTimestamp))).toEqual([365]);
});

test('the pages are rendered with what they refer to, written from the right where their language is', async () => {
  const html = async (path: string, headers: Record<string, string>): Promise<string> =>
    (await view(visitor, path, headers)).body.templates[0].value;
  const home = await html('/home', { 'accept-language': 'en' });
  for (const one of articles) expect(home.includes(`"/articles/${one}"`)).toBe(one !== scheduledArticle);
  expect(await html('/home', { 'accept-language': 'en', variant: 'summer' })).toContain('<p class="notice">');
  expect(home).not.toContain('notice');
  const article = await html(`/articles/the-lamplighters-ledger`, { 'accept-language': 'de' });
  expect(article).toMatch(/Von <a href="\/authors\/tomasz-brandt"/);
  expect(article).toContain(`<a href="/articles/keeping-a-commonplace-book">`);
  expect(await html('/about', { 'accept-language': 'ar' })).toContain('<article lang="ar" dir="rtl">');
  expect((await html('/subscribe', { 'accept-language': 'en' })).match(/<p class="price">/g)).toHaveLength(3);
});

test('the people of the office may do what their work needs', async () => {
  const { permissions } = await admin.data(
    `{ permissions(first: 200) { nodes { subjectScope subjectUrn objectUrn objectScope label toTimestamp owner { urn } } } }`,
  );
  const { identities } = await admin.data('{ identities(first: 20) { nodes { urn name type } } }');
  const nameOf = new Map(identities.nodes.map(({ urn, name }: Body) => [urn, name]));
  const { companies } = await admin.data('{ companies(first: 5) { nodes { urn owner { urn } } } }');
  const office = companies.nodes.find(({ urn }: Body) => urn === magazineUrn).owner.urn;
  const granted = permissions.nodes.filter(({ subjectScope }: Body) => subjectScope === 'IDENTITY');
  expect(granted.map((one: Body) => `${String(nameOf.get(one.subjectUrn))} ${one.label}`).sort()).toEqual([
    'Ines Calloway COMMENT',
    'Ines Calloway CREATE',
    'Ines Calloway PUBLISH',
    'Ines Calloway UPDATE',
    'Tomasz Brandt COMMENT',
  ]);
  for (const one of granted)
    expect([one.objectScope, one.objectUrn, one.owner.urn]).toEqual(['COMPANY', office, office]);
});

// Title, stage with its place, status, who does it, priority, days until it is due, what it waits for, what it is about, comments.
const expectedTasks = [
  [
    'Settle the theme of the winter issue',
    'Done',
    4,
    'COMPLETED',
    'Ines Calloway',
    'HIGH',
    -20,
    [],
    [],
    ['Settled on Monday: the theme is “late”.'],
  ],
  [
    'Edit the piece about the nine letters',
    'Done',
    4,
    'COMPLETED',
    'Ines Calloway',
    'MEDIUM',
    -9,
    ['Settle the theme of the winter issue'],
    ['letters-that-arrived-late'],
    [],
  ],
  [
    'Proofread the praise of the index',
    'Review',
    3,
    'IN_PROGRESS',
    'Tomasz Brandt',
    'CRITICAL',
    1,
    ['Settle the theme of the winter issue'],
    ['in-praise-of-the-index'],
    ['English and German are read.', 'French: “index” needs its article in the second paragraph.'],
  ],
  [
    'Decide on the longer title',
    'In progress',
    2,
    'IN_PROGRESS',
    'Ines Calloway',
    'LOW',
    3,
    [],
    ['keeping-a-commonplace-book'],
    [],
  ],
  [
    'Draw the cover',
    'In progress',
    2,
    'IN_PROGRESS',
    'Leïla Haddad',
    'HIGH',
    8,
    ['Settle the theme of the winter issue'],
    [],
    ['First sketch is pinned above the kettle.'],
  ],
  [
    'Lay out the issue',
    'To do',
    1,
    'PENDING',
    'Leïla Haddad',
    'HIGH',
    14,
    ['Draw the cover', 'Proofread the praise of the index'],
    [],
    [],
  ],
  ['Order the paper', 'Done', 4, 'COMPLETED', 'Tomasz Brandt', 'MEDIUM', -4, [], [], []],
  ['Print the address labels', 'To do', 1, 'PENDING', 'Noor Rahman', 'NONE', 16, [], [], []],
  ['Read the printer’s proof', 'To do', 1, 'PENDING', 'Ines Calloway', 'MEDIUM', 18, ['Lay out the issue'], [], []],
  [
    'Print',
    'To do',
    1,
    'PENDING',
    'Tomasz Brandt',
    'HIGH',
    21,
    ['Order the paper', 'Read the printer’s proof'],
    [],
    [],
  ],
  [
    'Carry the issue to the post office',
    'To do',
    1,
    'PENDING',
    null,
    'MEDIUM',
    23,
    ['Print', 'Print the address labels'],
    [],
    [],
  ],
  ['Translate the home page into Arabic', 'In progress', 2, 'IN_PROGRESS', 'Noor Rahman', 'LOW', 30, [], ['/home'], []],
];

test('tasks stand in their stages, with who does them, until when, and what they wait for', async () => {
  const { tasks: shown } = await admin.data(
    `{ tasks(first: 50) { nodes { title status priority dueTimestamp createdTimestamp workflowStage { name order } assignee { name }
       blockedBy { title } associatedEntities { path } project { name } logs(first: 20) { nodes { activity comment } } } } }`,
  );
  const found = shown.nodes.map((one: Body) => [
    ...[one.title, one.workflowStage.name, one.workflowStage.order, one.status, one.assignee?.name ?? null],
    ...[one.priority, days(one, one.dueTimestamp), one.blockedBy.map(({ title }: Body) => title).sort()],
    one.associatedEntities.map(({ path }: Body) => path.replace('/articles/', '')),
    one.logs.nodes.flatMap(({ activity, comment }: Body) => (activity === 'COMMENT_ADDED' ? [comment] : [])),
  ]);
  expect(found).toEqual(expectedTasks);
  expect(new Set(shown.nodes.map((one: Body) => one.project.name))).toEqual(new Set(['Winter issue']));
  const { paymentInvoices } = await admin.data(
    '{ paymentInvoices(first: 5) { nodes { number status totalUnitValue createdTimestamp dueTimestamp customerIdentity { name type } } } }',
  );
  const invoices = paymentInvoices.nodes.map((one: Body) => [
    one.status,
    one.totalUnitValue,
    days(one, one.dueTimestamp),
  ]);
  // 40 × 6.50 and 4 percent, 14.90 and 22 percent.
  expect(invoices).toEqual([['OPEN', '28858', 14]]);
  expect(paymentInvoices.nodes[0].customerIdentity).toEqual({ name: 'Harbour Bookshop', type: 'COMPANY' });
});

test('groups have their members, and threads their answers', async () => {
  const { groups } = await admin.data(
    `{ groups(first: 5) { nodes { name joinPolicy visibility memberships(first: 10) { nodes { identity { name } status role
       emailNotification smsNotification inAppNotification } } threads(first: 5) { nodes { name purpose entities { path } tasks { title }
       invoices { number } posts(first: 10) { nodes { authorIdentity { name } replyTo { authorIdentity { name } } } } } } } } }`,
  );
  const firstName = ({ name }: Body): string => name.split(' ')[0];
  const byName = (a: Body, b: Body): number => a.name.localeCompare(b.name);
  const found = groups.nodes.sort(byName).map((one: Body) => ({
    group: [one.name, one.joinPolicy, one.visibility],
    members: one.memberships.nodes.map((of: Body) => `${firstName(of.identity)} ${of.status} ${of.role}`).sort(),
    threads: one.threads.nodes.sort(byName).map(({ name, purpose, entities, tasks: work, invoices, posts }: Body) => ({
      name,
      purpose,
      about: [...entities, ...work, ...invoices],
      posts: posts.nodes.map(({ authorIdentity, replyTo }: Body) =>
        [authorIdentity, replyTo?.authorIdentity].filter(Boolean).map(firstName).join(' to '),
      ),
    })),
  }));
  expect(found).toEqual([
    {
      group: ['Editors', 'INVITE_ONLY', 'MEMBERS'],
      members: ['Ines ACTIVE MODERATOR', 'Leïla ACTIVE MEMBER', 'Tomasz ACTIVE MEMBER'],
      threads: [
        {
          name: 'Forty copies',
          purpose: 'PAYMENT_INVOICE_DISCUSSION',
          about: [{ number: 'CR-0001' }],
          posts: ['Tomasz', 'Ines to Tomasz'],
        },
        {
          name: 'The cover',
          purpose: 'TASK_DISCUSSION',
          about: [{ title: 'Draw the cover' }],
          posts: ['Leïla', 'Ines to Leïla', 'Leïla to Ines', 'Tomasz to Leïla'],
        },
      ],
    },
    {
      group: ['Reading circle', 'APPROVAL', 'OWNER'],
      members: ['Leïla PENDING_ACCEPTANCE MEMBER', 'Noor ACTIVE MEMBER', 'Tomasz ACTIVE MEMBER'],
      threads: [
        {
          name: 'The nine letters',
          purpose: 'ENTITY_DISCUSSION',
          about: [{ path: '/articles/letters-that-arrived-late' }],
          posts: ['Noor', 'Tomasz to Noor', 'Noor to Tomasz'],
        },
      ],
    },
  ]);
  const settings = groups.nodes.flatMap(({ memberships }: Body) =>
    memberships.nodes.map((of: Body) => [of.emailNotification, of.smsNotification, of.inAppNotification].join(' ')),
  );
  expect(new Set(settings)).toEqual(new Set(['SUBSCRIBED UNSUBSCRIBED SUBSCRIBED']));
});
