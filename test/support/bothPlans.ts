// Rows in every state, callers of every kind, and two services over them: one that answers with a statement what it can, and one that
// executes field by field.
import { expect } from 'vitest';
import { earliestInstant, latestInstant } from '../../src/domain/instant.ts';
import { createClient, type Client } from './client.ts';
import { community, type Community } from './community.ts';
import { change, page, picture, text, upload, write } from './content.ts';
import { startService, type Tenant, type TestService } from './service.ts';
import { task } from './work.ts';

/** What was made. */
interface Made {
  /** Every row, by kind, and one that there is not. */
  readonly urns: { kind: string; urn: string }[];
  /** A page that is live. */
  live: string;
  /** A company below the caller's. */
  elsewhere: string;
  list: string;
  thread: string;
  person: string;
}

/** Both services, with what is in their database. */
export interface BothPlans extends Readonly<Made> {
  readonly service: TestService;
  /** The one that executes field by field. */
  readonly plain: Awaited<ReturnType<TestService['another']>>;
  readonly admin: Tenant;
  /** Clients of the same caller for the one and the other. */
  readonly callers: ReadonlyMap<string, { readonly text: Client; readonly fields: Client }>;
  /** Their tokens; null for nobody. */
  readonly tokens: ReadonlyMap<string, string | null>;
  /** One of the rows of a kind. */
  urnOf(kind: string, at: number): string;
  close(): Promise<void>;
}

/** Starts them and makes the rows. */
export async function startBothPlans(): Promise<BothPlans> {
  const service = await startService();
  const plain = await service.another({ hasTextPlan: false });
  const town = await community(service);
  const { admin } = town;
  const made: Made = { urns: [], live: '', elsewhere: '', list: '', thread: '', person: '' };
  await content(made, town, service.url);
  await others(made, town);
  const tokens = new Map<string, string | null>([
    ['an administrator', admin.token],
    ['a reader of the company', await tokenWith(town, [['COMPANY', admin.company, 'READ']])],
    ['an outsider', (await service.tenant()).token],
    ['nobody', null],
    ['one with single edges', await tokenWith(town, singleEdges(made))],
    ['a member of a group', (await memberOf(made, town)).token],
    ['a reader who sees drafts of one page and one item', await tokenWith(town, someDrafts(made, town))],
    ['a token narrowed to one company', await narrowedToken(made, town)],
  ]);
  const callers = new Map(
    [...tokens].map(([name, token]) => [
      name,
      { text: createClient(service.url, token), fields: createClient(plain.url, token) },
    ]),
  );
  return {
    ...made,
    service,
    plain,
    admin,
    callers,
    tokens,
    urnOf: (kind, at) => urnOf(made, kind, at),
    async close() {
      await plain.close();
      await service.close();
    },
  };
}

/** Statements about the caller, and in the background. */
export const beside =
  /^SELECT t\.urn, .*access_epoch|caller AS|last_used|min\(due\)|SKIP LOCKED|"setting"|event_log|727279|access_record/;

/** Whether a statement answers a question as a whole. */
export const isAtOnce = (statement: string): boolean => statement.includes('row_to_json(answer$)::text');

/** What differs between two requests that are answered alike: who they are, and that the use of a token is noted meanwhile. */
export const passing = /"(requestId|lastUsedTimestamp)":(?:null|"[^"]*")/g;

function note({ urns }: Made, kind: string, urn: string): string {
  urns.push({ kind, urn });
  return urn;
}

// Pages in every state, and a list that names them all.
async function content(made: Made, town: Community, url: string): Promise<void> {
  const { admin } = town;
  const make: Community['make'] = (path, body) => town.make(path, body);
  const items = {
    texts: [text('Live', 'title', 1), text('Also "{"', 'lead', 2)],
    booleans: [{ name: 'yes', sortOrder: 0, value: true }],
    // Whole seconds, what is finer than a millisecond, and the earliest and the latest that can be stored.
    dateTimes: [
      '2026-01-01T00:00:00.120Z',
      '1969-12-31T23:59:59Z',
      '2026-01-01T00:00:00.1234Z',
      earliestInstant,
      latestInstant,
    ].map((value, sortOrder) => ({ name: 'when', sortOrder, value })),
    doubles: [
      { name: 'half', sortOrder: 0, value: 0.5 },
      { name: 'great', sortOrder: 1, value: 1e21 },
      { name: 'small', sortOrder: 2, value: -0 },
    ],
    images: [{ name: 'none', sortOrder: 0, altText: 'none', src: 'https://example.com/a.png' }],
    jsons: [{ name: 'data', sortOrder: 0, value: { a: [{ b: 1.5 }, {}], c: 'ü\u2028"' } }],
    latLongs: [{ name: 'here', sortOrder: 0, latitude: 1.25, longitude: -3 }],
    links: [{ name: 'link', sortOrder: 0, href: 'https://example.com/' }],
    longs: [{ name: 'long', sortOrder: 0, value: '9007199254740993' }],
    markdowns: [{ name: 'text', sortOrder: 0, value: '*hi*' }],
    money: [{ name: 'price', sortOrder: 0, currencyCode: 'EUR', unitValue: '1999' }],
    templates: [{ name: 'template', sortOrder: 0, value: '{{ title }}' }],
  };
  const one = await page(admin, '/live', { status: 'PUBLISH', ...items });
  made.live = note(made, 'Entity', one.urn);
  const two = await page(admin, '/drafted', {
    status: 'PUBLISH',
    ...items,
    references: [{ name: 'other', sortOrder: 0, entityReference: made.live }],
  });
  note(made, 'Entity', two.urn);
  await write(admin, two.texts[0].urn, 'Draft');
  await admin.rest('PATCH', `/n/v1/textitem/${String(two.texts[1].urn)}`, { body: { sortOrder: 0, name: 'moved' } });
  await admin.rest('PATCH', `/n/v1/markdownitem/${String(two.markdowns[0].urn)}`, { body: { value: 'Draft' } });
  for (const [path, [item]] of [
    ['longitem', two.longs],
    ['markdownitem', two.markdowns],
  ])
    expect((await admin.rest('DELETE', `/n/v1/${String(path)}/${String(item.urn)}`)).status).toBe(204);
  await make('textitem', { entity: two.urn, ...text('Never live', 'new', 9) });
  const three = await page(admin, '/never', { ...items });
  note(made, 'Entity', three.urn);
  const gone = await page(admin, '/gone', { status: 'PUBLISH', ...items });
  note(made, 'Entity', gone.urn);
  made.elsewhere = await make('company', { name: 'Elsewhere', parentCompany: admin.company });
  note(made, 'Company', made.elsewhere);
  const moved = await page(admin, '/moved', { status: 'PUBLISH', ...items });
  note(made, 'Entity', moved.urn);
  const planned = await page(admin, '/planned', { status: 'PUBLISH', ...items });
  note(made, 'Entity', planned.urn);
  const publishTimestamp = new Date(Date.now() + 3_600_000).toISOString();
  await write(admin, planned.texts[0].urn, 'Planned');
  expect((await change(admin, planned.urn, { status: 'PUBLISH', publishTimestamp })).status).toBe(200);
  const entities = [one, two, three, gone, moved, planned].map(({ urn }, sortOrder) => ({ entity: urn, sortOrder }));
  made.list = note(made, 'EntityList', await make('entitylist', { name: 'All', entities }));
  await admin.rest('DELETE', `/n/v1/entity/${String(gone.urn)}`);
  expect((await change(admin, moved.urn, { owner: made.elsewhere })).status).toBe(200);
  for (const [kind, some] of [
    ['TextItem', [...one.texts, ...two.texts, ...three.texts, ...moved.texts, ...gone.texts]],
    ['LongItem', [...one.longs, ...two.longs]],
    ['JsonItem', [...one.jsons, ...two.jsons]],
    ['MarkdownItem', two.markdowns],
    ['ReferenceItem', two.references],
    ['MoneyItem', one.money],
    ['ImageItem', one.images],
    ['DoubleItem', one.doubles],
  ] as const)
    for (const { urn } of some) note(made, kind, urn);
  note(made, 'ImageItem', three.images[0].urn);
  note(made, 'ImageItemFile', await upload(url, admin, three.images[0].urn, await picture()));
  const history = await admin.data(
    `query ($urn: ID!) { textItem(urn: $urn) { history { history(first: 5) { nodes { urn } } } } }`,
    { urn: two.texts[0].urn },
  );
  for (const { urn } of history.textItem.history.history.nodes) note(made, 'TextItem', urn);
}

// People, a group and its thread, work.
async function others(made: Made, town: Community): Promise<void> {
  const { admin } = town;
  const make: Community['make'] = (path, body, as) => town.make(path, body, as);
  const anna = await town.person('Anna');
  made.person = note(made, 'Identity', anna.identity);
  const human = note(made, 'Person', await make('person', { identity: made.person, birthDate: '1990-05' }));
  note(made, 'PersonName', await make('personname', { person: human, givenName: 'Anna', familyName: 'Berg' }));
  note(made, 'Email', await make('email', { identity: made.person, email: 'anna@example.com', type: 'WORK' }));
  const group = note(made, 'Group', await town.group());
  for (const urn of await town.join(group, anna)) note(made, 'GroupMembership', urn);
  note(made, 'Group', await town.group({ visibility: 'MEMBERS', name: 'Hidden' }));
  made.thread = note(
    made,
    'MessageThread',
    await make('messagethread', { group, name: 'Talk', entities: [made.live] }),
  );
  const first = note(
    made,
    'ThreadPost',
    await make('threadpost', { messageThread: made.thread, content: 'One' }, anna),
  );
  note(
    made,
    'ThreadPost',
    await make(
      'threadpost',
      { messageThread: made.thread, content: 'Two', replyTo: first, mentions: [made.person] },
      anna,
    ),
  );
  const workflow = note(
    made,
    'Workflow',
    await make('workflow', { name: 'Flow', stages: [{ name: 'To do', order: 1 }] }),
  );
  const project = note(made, 'Project', await make('project', { name: 'Project', workflow, lead: made.person }));
  const blocker = note(made, 'Task', await task(admin, 'Before', { owner: admin.company }));
  const later = await task(admin, 'After', {
    owner: admin.company,
    project,
    blockedBy: [blocker],
    associatedEntities: [made.live],
    associatedIdentities: [made.person],
  });
  note(made, 'Task', later);
  note(made, 'ApiClient', anna.client);
  const role = note(made, 'Role', await make('role', { name: 'Editors' }));
  await town.grant('IDENTITY', made.person, 'ROLE', role, 'MEMBER');
  await town.grant('API_CLIENT', anna.client, 'ROLE', role, 'MEMBER');
  await town.grant('GROUP', group, 'ROLE', role, 'MEMBER');
  for (const label of ['READ', 'CREATE']) await town.grant('ROLE', role, 'COMPANY', admin.company, label);
  const altTexts = ['en', 'de'].map((language) => ({ language, text: `In ${language}` }));
  note(made, 'Asset', await make('asset', { name: 'file.pdf', altTexts }));
  const fields = [
    { name: 'headline', kind: 'TEXT_ITEM', required: true, choices: ['a', 'b'] },
    { name: 'size', kind: 'DOUBLE_ITEM', minimum: '0.5' },
  ];
  note(made, 'EntityType', await make('entitytype', { name: 'Article', fields }));
  note(made, 'Company', admin.company);
  note(made, 'Entity', crypto.randomUUID());
}

function singleEdges({ urns, live, list, person, thread }: Made): [string, string, string][] {
  const [, drafted = live] = urns.filter(({ kind }) => kind === 'Entity').map(({ urn }) => urn);
  const texts = urns.filter(({ kind }) => kind === 'TextItem').map(({ urn }) => urn);
  return [
    ['ENTITY', drafted, 'READ'],
    ['TEXT_ITEM', texts[0] ?? '', 'READ'],
    ['TEXT_ITEM', texts[2] ?? '', 'READ_DRAFT'],
    ['ENTITY_LIST', list, 'READ'],
    ['IDENTITY', person, 'READ'],
    ['MESSAGE_THREAD', thread, 'READ'],
    ...urns.filter(({ kind }) => kind === 'Task').map(({ urn }): [string, string, string] => ['TASK', urn, 'READ']),
  ];
}

const urnOf = ({ urns }: Made, wanted: string, at: number): string =>
  urns.filter(({ kind }) => kind === wanted)[at]?.urn ?? '';

function someDrafts(made: Made, { admin }: Community): [string, string, string][] {
  return [
    ['COMPANY', admin.company, 'READ'],
    ['ENTITY', urnOf(made, 'Entity', 2), 'READ_DRAFT'],
    ['TEXT_ITEM', urnOf(made, 'TextItem', 2), 'READ_DRAFT'],
  ];
}

// Its role reads the whole tenant and sees the drafts of a page in each company; its client belongs to one of them.
async function narrowedToken(made: Made, town: Community): Promise<string> {
  const client = await town.make('apiclient', { owner: made.elsewhere, name: 'Narrowed', accessLevel: 'COMPANY' });
  const role = await town.make('role', { name: 'Narrowing' });
  await town.grant('ROLE', role, 'COMPANY', town.admin.company, 'READ');
  for (const page of [urnOf(made, 'Entity', 1), urnOf(made, 'Entity', 4)])
    await town.grant('ROLE', role, 'ENTITY', page, 'READ_DRAFT');
  const expirationTimestamp = new Date(Date.now() + 7_200_000).toISOString();
  const { body } = await town.admin.rest('POST', '/n/v1/apiclientbearertoken', {
    body: { apiClient: client, expirationTimestamp, roles: [role] },
  });
  return String(body.bearerToken);
}

async function tokenWith(town: Community, grants: readonly (readonly [string, string, string])[]): Promise<string> {
  const one = await town.person('Someone', []);
  for (const [scope, urn, label] of grants) await town.grant('API_CLIENT', one.client, scope, urn, label);
  return one.token;
}

// Reads what its group may.
async function memberOf({ urns }: Made, town: Community): Promise<{ readonly token: string }> {
  const one = await town.person('Member', []);
  const group = await town.group({ name: 'Drafters' });
  await town.join(group, one);
  await town.grant('GROUP', group, 'COMPANY', town.admin.company, 'READ');
  for (const { kind, urn } of urns.slice(0, 2))
    if (kind === 'Entity') await town.grant('GROUP', group, 'ENTITY', urn, 'READ_DRAFT');
  return one;
}
