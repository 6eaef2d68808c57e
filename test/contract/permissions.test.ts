// Callers without a grant are refused everywhere: each kind, on both faces, for a viewer of another tenant, one without
// grants and one whose grants expired; and each root field and route for callers without a token. A new type, field or
// route that is in no list here fails. Spec: Permission; resource reference 7.2.
import Fastify from 'fastify';
import {
  getNamedType,
  isNonNullType,
  isInputObjectType,
  isEnumType,
  isListType,
  isObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLField,
} from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildGraph } from '../../src/graphql/schema.ts';
import { loadContract } from '../../src/contract/load.ts';
import { registerRest } from '../../src/rest/router.ts';
import type { Client } from '../support/client.ts';
import { isTried } from '../support/matrix.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { contextsOf } from '../unit/rest/sampleRows.ts';
import { bodyOf, make } from './make.ts';
import { oneOfEach } from './everyKind.ts';

const contract = loadContract();

// Typed here and not taken from the label: content is what resources.md 16.1 names.
const isContent = ({ name }: { readonly name: string }): boolean =>
  /^(Asset|Entity|EntityList|EntityListItem|EntityType|ImageItemFile|Redirect|\w+Item)$/.test(name);
const graph = buildGraph(contract);
const kinds = contract.resources.filter((r) => r.operations.has('READ'));

/** The caller, and the urns of its own resources. */
interface Stranger {
  readonly name: string;
  readonly client: Client;
  readonly own: ReadonlySet<string>;
}

let service: SharedService;
let admin: Tenant;
let urns: ReadonlyMap<string, string> = new Map();
const strangers: Stranger[] = [];

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
  const foreign = await service.tenant();
  strangers.push({ name: 'a viewer of another tenant', client: foreign, own: await everythingOf(foreign) });
  strangers.push(await restricted('a viewer without grants', null));
  strangers.push(await restricted('a viewer whose grants ended', '2021-01-01T00:00:00.000Z'));
  urns = await oneOfEach(service, admin);
});

async function restricted(name: string, grantsEnded: string | null): Promise<Stranger> {
  const client = (await make(admin, 'ApiClient')).urn;
  const { answer, urn } = await make(admin, 'ApiClientBearerToken', { apiClient: client });
  const viewer = service.client(answer.body.bearerToken as string);
  const { clientContext } = await viewer.data('{ clientContext { identity { urn } } }');
  const own = new Set([client, urn, clientContext.identity.urn as string]);
  if (grantsEnded) {
    for (const label of ['READ', 'READ_DRAFT', 'ADMIN']) {
      const edge = {
        subjectUrn: client,
        subjectScope: 'API_CLIENT',
        objectUrn: admin.company,
        objectScope: 'COMPANY',
        label,
      };
      own.add((await make(admin, 'Permission', { ...edge, toTimestamp: grantsEnded })).urn);
    }
  }
  return { name, client: viewer, own };
}

async function everythingOf(tenant: Tenant): Promise<Set<string>> {
  const own = new Set<string>();
  for (const kind of contract.resources.filter((r) => r.operations.has('LIST'))) {
    const { body } = await tenant.rest('GET', `/n/v1/${kind.plural}?limit=200`);
    for (const row of body[kind.plural] as { urn: string }[]) own.add(row.urn);
  }
  return own;
}

const urnOf = (kind: string): string => urns.get(kind) ?? '';

describe.each(kinds.map((kind, row) => ({ name: kind.name, kind, row })))('$name', ({ kind, row }) => {
  const tried = (): Stranger[] => strangers.filter((_, column) => isTried(row, column, 3));

  test('cannot be read without a grant, by itself or in lists, now or in its history', async () => {
    const urn = urnOf(kind.name);
    for (const { name, client, own } of tried()) {
      expect([name, (await client.rest('GET', `/n/v1/${kind.path}/${urn}`)).status]).toEqual([name, 404]);
      const single = await client.data(
        `query ($urn: ID!) { node(urn: $urn) { urn } one: ${kind.singularField}(urn: $urn) { urn } }`,
        { urn },
      );
      expect([name, single]).toEqual([name, { node: null, one: null }]);
      if (kind.historyPath) {
        expect((await client.rest('GET', `/n/v1/${kind.historyPath}/${urn}`)).status).toBe(404);
        expect((await client.rest('PUT', `/n/v1/${kind.historyPath}/${urn}`, { body: { item: { urn } } })).status).toBe(
          404,
        );
      }
      if (!kind.operations.has('LIST')) continue;
      const list = await client.rest('GET', `/n/v1/${kind.plural}?count=true&limit=200`);
      const rows = (list.body[kind.plural] as { urn: string }[]).map((row) => row.urn);
      expect([name, rows.filter((one) => !own.has(one))]).toEqual([name, []]);
      expect([name, list.body.pagination.totalCount]).toEqual([name, rows.length]);
      const found = await client.data(
        `{ ${kind.pluralField}(first: 200) { totalCount nodes { urn } edges { node { urn } } } }`,
      );
      const { totalCount, nodes, edges } = found[kind.pluralField];
      expect([name, totalCount, nodes.length, edges.length]).toEqual([name, rows.length, rows.length, rows.length]);
      const filtered = await client.rest('GET', `/n/v1/${kind.plural}?filter[urn]=${urn}`);
      // Some kinds cannot be filtered by urn; none reveals anything through it.
      if (filtered.status === 200) expect(filtered.body[kind.plural]).toEqual([]);
    }
  });

  test('cannot be changed, deleted, restored or created without a grant', async () => {
    const urn = urnOf(kind.name);
    const before = (await admin.rest('GET', `/n/v1/${kind.path}/${urn}`)).body;
    const body =
      kind.operations.has('CREATE') && kind.name !== 'Company'
        ? { ...(await bodyOf(admin, kind.name)), ...(kind.fieldByName.has('owner') && { owner: admin.company }) }
        : null;
    for (const { name, client } of tried()) {
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const { status } = await client.rest(
          method,
          `/n/v1/${kind.path}/${urn}`,
          method === 'DELETE' ? {} : { body: {} },
        );
        expect([name, method, status === 404 || status === 405]).toEqual([name, method, true]);
      }
      const path = `/n/v1/${kind.path}/${urn}`;
      const operations = [
        { method: 'PATCH', path, body: {} },
        { method: 'DELETE', path },
      ];
      const together = await client.rest('POST', '/n/v1/bulk', { body: { mode: 'INDEPENDENT', operations } });
      const each = (together.body.results as { status: number }[]).map(({ status }) => status);
      expect([name, each.map((status) => status === 404 || status === 405)]).toEqual([name, [true, true]]);
      const restored = await client.rest('POST', `/n/v1/${kind.path}/${urn}/restore`);
      expect([name, restored.status]).toEqual([name, 404]);
      if (body && kind.name !== 'Search') {
        const made = await client.rest('POST', `/n/v1/${kind.path}`, { body: { ...body, urn: crypto.randomUUID() } });
        expect([name, [403, 404, 422].includes(made.status), made.body?.code]).toEqual([name, true, made.body?.code]);
      }
    }
    const after = (await admin.rest('GET', `/n/v1/${kind.path}/${urn}`)).body;
    // An error names its request, and a calling client shows its last use.
    const passing = ['requestId', 'timestamp', 'lastUsedTimestamp'];
    const lasting = (all: object): unknown => Object.entries(all).filter(([member]) => !passing.includes(member));
    expect(lasting(after)).toEqual(lasting(before));
  });
});

describe('a link', () => {
  test('from an object the viewer may read leads only to objects it may read by themselves', async () => {
    const client = (await make(admin, 'ApiClient')).urn;
    const { answer } = await make(admin, 'ApiClientBearerToken', { apiClient: client });
    const viewer = service.client(answer.body.bearerToken as string);
    await letIntoContainers(client);
    for (const scope of [
      'ENTITY',
      'ENTITY_LIST',
      'IDENTITY',
      'TASK',
      'PROJECT',
      'WORKFLOW',
      'GROUP',
      'MESSAGE_THREAD',
      'PAYMENT_INVOICE',
    ]) {
      const kind = scope.toLowerCase().replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
      const edge = { subjectUrn: client, subjectScope: 'API_CLIENT', objectUrn: urnOf(kind), objectScope: scope };
      await make(admin, 'Permission', { ...edge, label: 'MANAGE' });
    }
    let followed = 0;
    for (const kind of kinds) {
      const links = kind.fields.filter(
        (f) => f.typeClass === 'LINK' && !f.isWriteOnly && contract.byName.get(f.typeName)?.operations.has('READ'),
      );
      const selections = links.map(
        (f) => `${f.name} ${f.isPaged ? '{ nodes { __typename urn } }' : '{ __typename urn }'}`,
      );
      if (selections.length === 0) continue;
      const got = await viewer.graph(
        `query ($urn: ID!) { one: ${kind.singularField}(urn: $urn) { urn ${selections.join(' ')} } }`,
        { urn: urnOf(kind.name) },
      );
      expect([kind.name, got.errors]).toEqual([kind.name, undefined]);
      for (const linked of nodesIn(got.data?.one)) {
        const target = contract.byName.get(linked.__typename);
        const alone = await viewer.rest('GET', `/n/v1/${target?.path ?? ''}/${linked.urn}`);
        expect([kind.name, linked.__typename, alone.status]).toEqual([kind.name, linked.__typename, 200]);
        followed += 1;
      }
    }
    expect(followed).toBeGreaterThan(10);
  });
});

// Containers of contained kinds, so that there are links to follow.
async function letIntoContainers(client: string): Promise<void> {
  for (const kind of kinds.filter(
    (k) => k.container && ['Entity', 'Identity', 'Group', 'Task'].includes(k.container.typeName),
  )) {
    const { body } = await admin.rest('GET', `/n/v1/${kind.path}/${urnOf(kind.name)}`);
    const link = body[kind.container?.name ?? ''] as { urn?: string } | string;
    const objectUrn = typeof link === 'string' ? link : link.urn;
    const objectScope = (kind.container?.typeName ?? '').toUpperCase();
    await make(admin, 'Permission', {
      subjectUrn: client,
      subjectScope: 'API_CLIENT',
      objectUrn,
      objectScope,
      label: 'MANAGE',
    });
  }
}

function nodesIn(value: unknown): { __typename: string; urn: string }[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(nodesIn);
  // The query selected both in every link.
  return '__typename' in value && 'urn' in value ? [value as { __typename: string; urn: string }, ...below] : below;
}

describe('an image', () => {
  test('serves its bytes only to callers who may read its file', async () => {
    const everyone = [...strangers.map((s) => s.client), service.client(null)];
    for (const client of everyone) {
      expect((await client.rest('GET', `/v/v1/image/${urnOf('ImageItemFile')}`)).status).toBe(404);
    }
  });
});

/**
 * What a caller without a token may query: content that everyone may VIEW, the view, what a preview link shows, its own state and sign-out, and public lists and
 * keys.
 */
const openQueries = [
  ...contract.resources.filter(isContent).flatMap((kind) => [kind.singularField, kind.pluralField]),
  ...['node', 'nodes', 'search', 'entityPreview', 'entityView', 'entityViews'],
  ...['clientContext', 'locales', 'currencies', 'countries', 'webhookKeys', 'endSession'],
];

/** Mutations of the caller's own: they name nothing of others, or create in the caller's own company. */
const ownVerbs = ['bulk', 'markInboxRead', 'createSearch', 'createTask'];

/** Types beside resources whose fields show resources, each with the place that guards it. */
const showing: Readonly<Record<string, string>> = {
  ClientContext: 'links go through the loaders',
  PermissionCheckResult: 'links go through the loaders',
  EntityHistoryEntry: 'needs READ_DRAFT on the entity whose items it names; links go through the loaders',
  EntityTranslation: 'siblings are read in the scope of the reader, as translations.test.ts tries',
  PublishPlan: 'needs READ_DRAFT on the entity whose items it names',
  PublishPlanChange: 'part of PublishPlan; links go through the loaders',
  EntityTypePlanPage: 'pages are read in the scope of the reader, and their drafts for who sees drafts alone',
  PermissionPathStep: 'links go through the loaders',
  PermissionNearMiss: 'links go through the loaders',
  IdentityNotificationInbox: 'read for the caller alone',
  QuotaUse:
    'clients are chosen in the scope of the reader, as requestLimits.test.ts tries; links go through the loaders',
  SearchItem: 'links go through the loaders',
  IdentitySession: 'links go through the loaders; who may list sessions is tried in identitySessions.test.ts',
  IdentityExport: 'rows are read in the scope of the reader',
  TaskDependencyNode: 'rows are read in the scope of the reader',
  EntityViewChange: 'viewed afresh for each subscriber',
  BulkResult: 'what its operation answered the caller; refused by each operation, as tested above for each kind',
  Event: 'reported to those alone who may read its target; links go through the loaders',
};

describe('the graph', () => {
  const roots = (type: GraphQLObjectType | null | undefined): GraphQLField<unknown, unknown>[] =>
    Object.values(type?.getFields() ?? {});

  test('answers callers without a token with public fields only', async () => {
    const anonymous = service.client(null);
    for (const [type, fields] of [
      ['query', roots(graph.getQueryType())],
      ['mutation', roots(graph.getMutationType())],
    ] as const) {
      for (const field of fields.filter((f) => !openQueries.includes(f.name))) {
        const answer = await anonymous.graph(`${type} { ${callOf(field)} }`);
        const codes = answer.errors?.map((e) => e.extensions['code']);
        expect([field.name, answer.status, codes]).toEqual([field.name, 401, ['UNAUTHENTICATED']]);
      }
    }
  });

  test('refuses every mutation to callers without rights', async () => {
    for (const field of roots(graph.getMutationType()).filter((f) => !ownVerbs.includes(f.name))) {
      for (const { name, client } of strangers) {
        const answer = await client.graph(`mutation { ${callOf(field)} }`);
        const payload = answer.data?.[field.name];
        const refused = answer.errors !== undefined || payload?.userErrors?.length > 0;
        expect([field.name, name, refused]).toEqual([field.name, name, true]);
      }
    }
  });

  test('returns resources only in types that are known to be guarded', () => {
    // Mutations return what their action read for the caller; subscription payloads are tested with subscriptions.
    const answers = [...roots(graph.getMutationType()), ...roots(graph.getSubscriptionType())];
    const payloads = new Set(answers.map((f) => getNamedType(f.type).name));
    for (const type of Object.values(graph.getTypeMap())) {
      if (!isObjectType(type) || type.name.startsWith('__') || contract.byName.has(type.name)) continue;
      if (['Query', 'Mutation', 'Subscription'].includes(type.name) || payloads.has(type.name)) continue;
      if (/(Connection|Edge)$/.test(type.name) || /ItemHistory$/.test(type.name)) continue;
      const shows = Object.values(type.getFields()).filter((f) => {
        const name = getNamedType(f.type).name.replace(/Connection$/, '');
        return contract.byName.has(name) || name === 'Node' || name === 'Item';
      });
      if (shows.length > 0) expect([type.name, type.name in showing]).toEqual([type.name, true]);
    }
  });
});

function callOf(field: GraphQLField<unknown, unknown>): string {
  const kind = contract.byName.get(payloadKind(field)) ?? null;
  const sent = field.args
    .filter((arg) => isNonNullType(arg.type))
    .map((arg) => `${arg.name}: ${literalOf(arg.type, kind?.name ?? 'Entity')}`);
  const type = getNamedType(field.type);
  const inner = isObjectType(type) || 'getFields' in type ? selectionOf(type as GraphQLObjectType) : '';
  return `${field.name}${sent.length > 0 ? `(${sent.join(', ')})` : ''} ${inner}`;
}

// The kind of resource that a mutation returns: what its urn argument names.
function payloadKind(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return 'Entity';
  const named = Object.values(type.getFields()).map((f) => getNamedType(f.type).name);
  const deleted = /^delete(.+)$/.exec(field.name)?.[1] ?? '';
  return contract.byName.has(deleted) ? deleted : (named.find((name) => contract.byName.has(name)) ?? 'TextItem');
}

function selectionOf(type: GraphQLObjectType): string {
  const fields = type.getFields();
  const errors = 'userErrors' in fields ? 'userErrors { code }' : '';
  return `{ __typename ${errors} }`;
}

function literalOf(type: GraphQLInputType, kind: string): string {
  if (isNonNullType(type)) return literalOf(type.ofType, kind);
  if (isListType(type)) return `[${literalOf(type.ofType, kind)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const needed = Object.values(type.getFields()).filter((f) => isNonNullType(f.type));
    return `{ ${needed.map((f) => `${f.name}: ${literalOf(f.type, kind)}`).join(', ')} }`;
  }
  const scalars: Readonly<Record<string, string>> = {
    ID: `"${urnOf(kind)}"`,
    Int: '1',
    Boolean: 'true',
    Float: '1',
    Long: '1',
    DateTime: '"2030-01-01T00:00:00Z"',
    URL: '"https://a.example"',
    JSON: '{ a: 1 }',
    LanguageTag: '"en"',
    CurrencyCode: '"EUR"',
    CountryCode: '"DE"',
    EmailAddress: '"a@b.example"',
    Date: '"2030-01-01"',
    Decimal: '"1"',
  };
  return scalars[type.name] ?? '"text"';
}

/** Routes that answer callers without a token: content, to be read and searched, the view, image bytes, the caller's own state, and public lists and keys. */
const openRoutes = [
  /^\/v\/v1\//,
  /^\/n\/v1\/clientcontext/,
  // The names of the paths, which /openapi.json lists for everyone.
  /^\/n\/v1\/?$/,
  /^\/n\/v1\/(locales|currencies|countries)$/,
  /^\/\.well-known\//,
  /^\/oauth2\//,
  // Not offered at all: it is 404 for everyone, and reveals nothing.
  /^\/n\/v1\/\*$/,
];

// A list inside is that of its own kind.
const openReads = contract.resources
  .filter(isContent)
  .flatMap((kind) => [
    `/n/v1/${kind.path}`,
    `/n/v1/${kind.path}/`,
    `/n/v1/${kind.plural}`,
    `/n/v1/${kind.path}/:urn`,
    ...kind.fields
      .filter(({ target, isList }) => isList && target && isContent(target))
      .map(({ name }) => `/n/v1/${kind.path}/:urn/${name.toLowerCase()}`),
  ]);

const isOpen = ({ method, url }: { readonly method: string; readonly url: string }): boolean =>
  openRoutes.some((open) => open.test(url)) ||
  (method === 'GET' && [...openReads, '/n/v1/searchitem/:urn'].includes(url));

describe('REST', () => {
  test('answers callers without a token on public routes only', async () => {
    const routes: { method: string; url: string }[] = [];
    const app = Fastify();
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url });
    });
    const contexts = contextsOf(() => Promise.reject(new Error('No request is made here.')));
    registerRest(app, { ...service.services, contexts });
    await app.ready();
    await app.close();
    const anonymous = service.client(null);
    const asked = routes.filter((r) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(r.method));
    expect(asked.length).toBeGreaterThan(300);
    for (const { method, url } of asked.filter((r) => !isOpen(r))) {
      const path = url.replace(/:[a-zA-Z]+/g, urnOf('Entity'));
      const { status } = await anonymous.rest(
        method,
        path,
        method === 'GET' || method === 'DELETE' ? {} : { body: {} },
      );
      // 405 is answered before authentication: it reveals nothing but what OPTIONS shows.
      if (status !== 405) expect([method, url, status]).toEqual([method, url, 401]);
    }
  });
});
