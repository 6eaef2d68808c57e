// The value of a field that is not a column; used by both faces, so that both answer the same.
import { fieldOf, type Field, type Resource } from '../contract/resource.ts';
import type { Row } from '../database/engine/row.ts';
import { canonicalCurrency, formatMoney, type Currency } from '../domain/currency.ts';
import { formatMinor } from '../domain/decimal.ts';
import { categoryOf, type TaskStatus } from '../domain/taskStatus.ts';
import type { Context } from './context.ts';

/** The absolute address of a resource. */
export function urlOf(context: Pick<Context, 'baseUrl'>, resource: Resource, urn: string): string {
  return `${context.baseUrl}/n/v1/${resource.path}/${urn}`;
}

/** The absolute address of an item's history. */
export function historyUrlOf(context: Pick<Context, 'baseUrl'>, resource: Resource, urn: string): string {
  return `${context.baseUrl}/n/v1/${resource.historyPath ?? ''}/${urn}`;
}

type Compute = (context: Context, row: Row, resource: Resource) => unknown;

const everywhere: Readonly<Record<string, Compute>> = {
  url: (context, row, resource) => urlOf(context, resource, row.urn),
  itemUrn: (_, row) => row.$itemUrn ?? row.urn,
  layer: (_, row) => row['layer'] ?? null,
  // Shown in the answer of the request that made them, and never again.
  bearerToken: (_, row) => row['bearerToken'] ?? null,
  clientSecret: (_, row) => row['clientSecret'] ?? null,
};

const byField: Readonly<Record<string, Compute>> = {
  'Entity.requestedStatus': () => null,
  'Entity.alternativeLanguages': (_, row) => row['alternativeLanguages'] ?? [],
  'MoneyItem.value': (_, row) => moneyText(row),
  'MoneyItem.formattedValue': async (context, row) => (await money(context, row)).formattedValue,
  'MoneyItem.currencySymbol': async (context, row) => (await money(context, row)).currencySymbol,
  'ImageItemFile.src': (context, row) => imageUrlOf(context, row.urn),
  'Permission.isActive': (_, row) => isActive(row),
  'Group.memberCount': (context, row) => context.loaders.aggregate('Group.memberCount', row.urn),
  'MessageThread.postCount': (context, row) => context.loaders.aggregate('MessageThread.postCount', row.urn),
  'MessageThread.lastPostTimestamp': (context, row) =>
    context.loaders.aggregate('MessageThread.lastPostTimestamp', row.urn),
  'ThreadPost.replyCount': (context, row) => context.loaders.aggregate('ThreadPost.replyCount', row.urn),
  'Project.taskCounts': (context, row) => context.loaders.aggregate('Project.taskCounts', row.urn),
  'Task.openBlockerCount': (context, row) => context.loaders.aggregate('Task.openBlockerCount', row.urn),
  'Task.isBlocked': async (context, row) =>
    Number(await context.loaders.aggregate('Task.openBlockerCount', row.urn)) > 0,
  // The column holds members of TaskStatus only.
  'Task.statusCategory': (_, row) => categoryOf(row['status'] as TaskStatus),
  'PaymentInvoice.isOverdue': (_, row) => isOverdue(row),
  'PaymentInvoice.formattedTotal': (_, row) => invoiceTotal(row),
  'WebhookDelivery.subject': (context, row) => context.loaders.aggregate('WebhookDelivery.subject', row.urn),
  'WebhookDelivery.body': (context, row) => context.loaders.aggregate('WebhookDelivery.body', row.urn),
  'WebhookSubscription.health': (context, row) => context.loaders.aggregate('WebhookSubscription.health', row.urn),
  'WebhookTrigger.timestamp': (_, row) => row.createdTimestamp,
  'WebhookTrigger.targetUrl': (context, row) => targetUrl(context, row),
  'WebhookTrigger.subscriptions': (context, row) => subscriptionsOf(context, row),
  'Role.apiClients': (context, row) => context.loaders.list('Role', 'apiClients', row.urn),
  'Role.identities': (context, row) => context.loaders.list('Role', 'identities', row.urn),
  'Role.groups': (context, row) => context.loaders.list('Role', 'groups', row.urn),
  // Only reading one search looks for its hits; a list of searches shows their queries.
  'Search.items': () => [],
  'Search.totalCount': () => null,
  'ApiClient.roles': (context, row) => context.loaders.list('ApiClient', 'roles', row.urn),
};

/**
 * The value of a computed field: a scalar, a plain object, or rows for a list of links. Throws for a field the contract
 * calls computed but without an implementation: a programming error that the contract tests find.
 */
export async function computedValue(context: Context, resource: Resource, row: Row, field: Field): Promise<unknown> {
  const compute = byField[`${resource.name}.${field.name}`] ?? everywhere[field.name];
  if (!compute) throw new Error(`Nobody computes ${resource.name}.${field.name}`);
  return compute(context, row, resource);
}

/** The value of a column as callers see it: addresses of stored images are kept without the host, and get it here. */
export function columnValue(context: Pick<Context, 'baseUrl'>, row: Row, field: Field): unknown {
  const value = row[field.name];
  return field.typeName === 'URL' && typeof value === 'string' && value.startsWith(imagePath)
    ? context.baseUrl + value
    : value;
}

/** What the addresses of stored images begin with. */
export const imagePath = '/v/v1/image/';

/** The member of an image item that holds the address of each format. */
export const imageFields = { DEFAULT: 'src', MEDIUM: 'mediumSrc', LARGE: 'largeSrc' } as const;

/** Whether code gives this field's value. */
export function isComputable(resource: Resource, name: string): boolean {
  fieldOf(resource, name);
  return `${resource.name}.${name}` in byField || name in everywhere;
}

/** The address of a stored image's bytes. */
function imageUrlOf(context: Pick<Context, 'baseUrl'>, fileUrn: string): string {
  return `${context.baseUrl}${imagePath}${fileUrn}`;
}

function currencyOf(row: Row): Currency {
  const currency = canonicalCurrency(row['currencyCode']);
  if (!currency) throw new Error(`A stored amount has the unknown currency ${String(row['currencyCode'])}`);
  return currency;
}

function moneyText(row: Row): string {
  return formatMinor(BigInt(String(row['unitValue'])), currencyOf(row).exponent);
}

// In the language of the entity; a rendered view gives the language it chose.
async function money(context: Context, row: Row): Promise<{ formattedValue: string; currencySymbol: string }> {
  const entity = row['$language'] ? null : await context.loaders.byUrn('Entity', String(row['entity']));
  const language = String(row['$language'] ?? entity?.language ?? 'und');
  return formatMoney(BigInt(String(row['unitValue'])), currencyOf(row), language);
}

function isActive(row: Row): boolean {
  const now = new Date().toISOString();
  const { fromTimestamp: from, toTimestamp: to } = row;
  return (typeof from !== 'string' || from <= now) && (typeof to !== 'string' || now < to);
}

function isOverdue(row: Row): boolean {
  const due = row['dueTimestamp'];
  return row['status'] === 'OPEN' && typeof due === 'string' && due < new Date().toISOString();
}

function invoiceTotal(row: Row): string {
  return formatMoney(BigInt(String(row['totalUnitValue'])), currencyOf(row), 'und').formattedValue;
}

// The subscriptions a trigger is delivered to, as far as the caller may read them.
async function subscriptionsOf(context: Context, row: Row): Promise<Row[]> {
  // json_agg returns a list of urns.
  const urns = (await context.loaders.aggregate('WebhookTrigger.subscriptions', row.urn)) as readonly string[];
  const rows = await Promise.all(urns.map((urn) => context.loaders.byUrn('WebhookSubscription', urn)));
  return rows.filter((subscription) => subscription !== null);
}

function targetUrl(context: Context, row: Row): string | null {
  const kind = context.contract.resources.find((r) => r.subject === row['subject']);
  return kind && row['targetUrn'] ? urlOf(context, kind, String(row['targetUrn'])) : null;
}

/** Kinds whose existence is a secret: a link to one is shown only to those who may read it. */
export const secretKinds: ReadonlySet<string> = new Set(['Group', 'MessageThread']);
