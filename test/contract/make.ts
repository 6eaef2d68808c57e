// Creates a resource of any kind for a contract test: the body that its specification requires, with existing targets
// for its links, sent over REST as a client would.
import { expect } from 'vitest';
import { newUrn } from '../../src/domain/urn.ts';
import type { RestAnswer } from '../support/client.ts';
import { create } from '../support/repeat.ts';
import type { Tenant } from '../support/service.ts';
import { good, spec, type SpecField, type SpecKind } from './parts.ts';

/** The specification of a kind. */
function kindNamed(name: string): SpecKind {
  const kind = spec.find((one) => one.name === name);
  if (!kind) throw new Error(`The specification has no kind ${name}`);
  return kind;
}

type Body = Record<string, unknown>;

let counter = 0;

/** What a kind requires beyond the rules of its fields, for reasons the specification gives in prose. */
const special: Readonly<Record<string, (tenant: Tenant, number: number) => Promise<Body> | Body>> = {
  Entity: (_, number) => ({ urn: newUrn(), path: `/page/${String(number)}`, status: 'DRAFT_UNPUBLISHED' }),
  EntityListItem: async (tenant) => ({ entity: (await make(tenant, 'Entity')).urn }),
  Redirect: (_, number) => ({ fromPath: `/old/${String(number)}`, toPath: '/new' }),
  EntityType: (_, number) => ({ name: `Type ${String(number)}`, fields: [] }),
  ReferenceItem: async (tenant) => ({ entityReference: (await make(tenant, 'Entity')).urn }),
  Email: (_, number) => ({ email: `person${String(number)}@example.com` }),
  ClientIdentifier: (_, number) => ({ domain: 'contract.example', token: `token-${String(number)}` }),
  Role: (_, number) => ({ name: `Role ${String(number)}` }),
  PaymentInvoice: async (tenant, number) => ({
    number: `2026-${String(number)}`,
    customerIdentity: (await make(tenant, 'Identity')).urn,
    dueTimestamp: '2030-01-01T00:00:00.000Z',
    lines: [{ description: 'Reading', unitPriceUnitValue: 1250 }],
  }),
  Workflow: () => ({ stages: [{ name: 'To do', order: 1 }] }),
  WorkflowStage: (_, number) => ({ name: `Stage ${String(number)}` }),
  GroupMembership: () => ({ status: 'ACTIVE', enrollment: 'BY_OWNER_WITHOUT_CONSENT' }),
  MessageThread: () => ({ name: 'Thread' }),
  TaskLog: () => ({ activity: 'COMMENT_ADDED', comment: 'A comment' }),
  ThreadPost: async (tenant) => ({ authorIdentity: await ownIdentity(tenant), content: 'A post' }),
  Search: () => ({ query: 'page', includeScopes: ['ENTITY'] }),
  ApiClientBearerToken: () => ({ expirationTimestamp: new Date(Date.now() + 86_400_000).toISOString() }),
  Permission: async (tenant) => ({
    subjectUrn: (await make(tenant, 'Role')).urn,
    subjectScope: 'ROLE',
    objectUrn: (await make(tenant, 'Entity')).urn,
    objectScope: 'ENTITY',
    label: 'READ',
  }),
  WebhookSubscription: () => ({
    subject: 'TASK',
    event: 'ALL',
    destinationUrl: 'https://hooks.example.com/contract',
    secret: 'a secret of more than sixteen characters',
    eventsPerMinute: 60,
  }),
  WebhookTrigger: async (tenant) => ({
    subject: 'ENTITY',
    event: 'ALL',
    targetUrn: (await make(tenant, 'Entity')).urn,
  }),
};

async function ownIdentity(tenant: Tenant): Promise<string> {
  const { clientContext } = await tenant.data('{ clientContext { identity { urn } } }');
  return clientContext.identity.urn as string;
}

/** A body that creates a resource of the kind, with everything the specification requires. */
export async function bodyOf(tenant: Tenant, name: string): Promise<Body> {
  counter += 1;
  const number = counter;
  const kind = kindNamed(name);
  const body: Body = {};
  const own = (await special[name]?.(tenant, number)) ?? {};
  for (const field of kind.fields.filter((f) => isNeeded(kind, f) && !(f.name in own))) {
    body[field.name] = await valueFor(tenant, field);
  }
  if (kind.owner !== 'direct') Object.assign(body, await containerOf(tenant, kind));
  return { ...body, ...own };
}

function isNeeded(kind: SpecKind, field: SpecField): boolean {
  return (
    field.req === true &&
    field.ro !== true &&
    (field.unless === undefined || field.name === 'unitValue' || field.name === 'href') &&
    field.name !== containerField(kind)
  );
}

/** The field that names the container of a contained kind. */
export function containerField(kind: SpecKind): string | null {
  if (kind.owner === 'direct') return null;
  return kind.owner.charAt(0).toLowerCase() + kind.owner.slice(1);
}

async function containerOf(tenant: Tenant, kind: SpecKind): Promise<Body> {
  const field = containerField(kind);
  return field ? { [field]: (await make(tenant, kind.owner)).urn } : {};
}

async function valueFor(tenant: Tenant, field: SpecField): Promise<unknown> {
  if (field.name === 'owner') return tenant.company;
  if (field.type === 'links') return [];
  if ((field.type === 'link' || field.type === 'uuid') && field.to) return (await make(tenant, field.to)).urn;
  return plain(good(field));
}

// Bodies are plain JSON here; numbers beyond 2^53 are tried by rules.test.ts.
function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** A created resource. */
export interface Made {
  readonly urn: string;
  readonly body: Body;
  readonly answer: RestAnswer;
}

/** Creates a resource of the kind over REST. */
export async function make(tenant: Tenant, name: string, more: Body = {}): Promise<Made> {
  const body = { ...(await bodyOf(tenant, name)), ...more };
  // A redirect, or an entry of a list, leads to one of the two.
  if (name === 'Redirect' && body['toAddress'] !== undefined) delete body['toPath'];
  // So does a link, to an asset or to an address.
  if (name === 'LinkItem' && more['asset'] !== undefined) delete body['href'];
  if (name === 'EntityListItem' && body['href'] !== undefined) {
    delete body['entity'];
    body['title'] ??= 'Outside';
  }
  const answer = await create(tenant, kindNamed(name).path, body);
  expect(answer.body, `${name}: ${answer.text}`).toHaveProperty('urn');
  return { urn: answer.body.urn as string, body, answer };
}
