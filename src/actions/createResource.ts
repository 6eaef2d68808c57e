// Creates a resource of any kind: rules, permission on the container, the kind's own checks, then one transaction with
// the row, its children, its first history entry and its trigger. Resource reference 1.5.
import { containerField } from '../contract/fieldGroups.ts';
import { checkInput } from '../contract/rules.ts';
import { resourceOf, type Resource } from '../contract/resource.ts';
import { databaseNow } from '../database/changeStore.ts';
import type { Transaction } from '../database/database.ts';
import { rowsByUrn } from '../database/resourceStore.ts';
import type { Row } from '../database/row.ts';
import { kindsOf, standings } from '../database/standingStore.ts';
import { lockThread } from '../database/threadStore.ts';
import { forbidden, invalid, ServiceError, type Violation } from '../domain/errors.ts';
import { newUrn } from '../domain/urn.ts';
import { announceChanges } from './announcements.ts';
import { leaves, readScope, requireCaller, scopeFor } from './authorize.ts';
import type { Context, WriteOptions, Written } from './context.ts';
import { itemsWritten, lockEntity } from './entityOfItem.ts';
import { kindOf } from './kinds/index.ts';
import type { Step } from './kinds/kind.ts';
import { remarkOnCurrencies } from './remarks.ts';
import { insertTree, prepareTree } from './writeTree.ts';

/**
 * Creates the resource. A repeat with the same urn and equal content answers the stored one, as a safe retry.
 * @param also what else belongs to the create: runs at its end, in its transaction
 */
export async function createResource(
  context: Context,
  resource: Resource,
  input: unknown,
  options: WriteOptions,
  also?: (step: Step) => Promise<void>,
): Promise<Written> {
  requireCaller(context.viewer);
  if (!resource.operations.has('CREATE')) throw new ServiceError('METHOD_NOT_ALLOWED');
  const completed = isObject(input) ? await kindOf(resource).defaults?.(context, input, options) : undefined;
  const checked = checkInput(context.contract, resource, completed?.input ?? input, {
    operation: 'CREATE',
    path: '',
    isStrict: options.isStrict,
    given: new Set(),
  });
  const urn = typeof checked.values['urn'] === 'string' ? checked.values['urn'] : newUrn();
  const written = await context.database.transaction(async (transaction) => {
    await completed?.makeFirst?.(transaction);
    const place = await findPlace(context, transaction, resource, checked);
    if (place && !place.isAllowed) throw forbidden(`The label ${resource.labels.create} is needed to create here.`);
    const repeated = place ? await storedTwin(context, transaction, resource, urn, checked.values, place.owner) : null;
    if (repeated) return { row: repeated, isNew: false, shownOnce: {} };
    const step: Step = {
      context,
      transaction,
      resource,
      operation: 'CREATE',
      options,
      urn,
      before: null,
      container: place?.container ?? null,
      owner: place?.owner ?? '',
      now: await databaseNow(transaction),
      path: '',
      values: { ...checked.values, urn },
      hidden: {},
      violations: [...checked.violations],
      shownOnce: {},
    };
    // A place that cannot be found is a violation already; the rest is checked all the same, to report it together.
    const tree = await prepareTree(step);
    if (step.violations.length > 0) throw invalid(dedupe(step.violations));
    await kindOf(resource).decide?.(step);
    const changes = await insertTree(tree);
    const [row] = await rowsByUrn(transaction, context.contract, scopeFor(systemOf(context), 'READ'), resource, [urn]);
    if (!row) throw new Error(`${resource.name} ${urn} is gone within its own transaction`);
    await announceChanges(context, transaction, context.viewer, changes, step.now);
    await itemsWritten(step, row);
    await kindOf(resource).after?.(step, row);
    await also?.(step);
    return { row, isNew: true, shownOnce: step.shownOnce };
  });
  remarkOnCurrencies(context, resource, checked.values);
  context.loaders.clear();
  const fresh = await context.loaders.byUrn(resource.name, urn);
  return { row: { ...(fresh ?? written.row), ...written.shownOnce }, isNew: written.isNew };
}

interface Place {
  readonly owner: string;
  readonly container: Row | null;
  readonly isAllowed: boolean;
}

interface Sent {
  readonly values: Record<string, unknown>;
  readonly violations: Violation[];
}

// Where the new resource will live, and whether the caller may create there.
async function findPlace(
  context: Context,
  transaction: Transaction,
  resource: Resource,
  sent: Sent,
): Promise<Place | null> {
  const field = containerField(resource) ?? resource.fieldByName.get('owner') ?? null;
  if (!field) return { owner: context.viewer.companyUrn ?? '', container: null, isAllowed: true };
  const value = sent.values[field.name] ?? (field.name === 'owner' ? context.viewer.companyUrn : null);
  if (typeof value !== 'string') return null;
  if (field.name === 'owner') sent.values['owner'] = value;
  const kind = resourceOf(context.contract, field.typeName);
  if (kind.name === 'Entity') await lockEntity(context, transaction, value);
  // The posts of a thread are written one after the other, so that their places and the unread counts have no gaps.
  if (kind.name === 'MessageThread') await lockThread(transaction, value);
  const { contract, viewer } = context;
  const standing = (await standings(transaction, contract, viewer, kind, [value], resource.labels.create)).get(value);
  const isOwner = field.name === 'owner';
  const isOpen = kindOf(resource).mayCreateIn?.(context, value) === true && leaves(viewer, resource.labels.create);
  if (!standing && isOwner && isOpen) return { owner: value, container: null, isAllowed: true };
  if (!standing) {
    sent.violations.push({
      path: `/${field.name}`,
      code: 'INVALID_REFERENCE',
      message: `There is no such ${kind.name}.`,
      related: [value],
    });
    return null;
  }
  const [container] = isOwner ? [] : await rowsByUrn(transaction, contract, readScope(viewer, kind), kind, [value]);
  const isAllowed = standing.isAllowed || isOpen;
  return { owner: isOwner ? value : standing.ownerUrn, container: container ?? null, isAllowed };
}

// The same create sent again: the same kind, owner and content under the same urn.
async function storedTwin(
  context: Context,
  transaction: Transaction,
  resource: Resource,
  urn: string,
  values: Readonly<Record<string, unknown>>,
  owner: string,
): Promise<Row | null> {
  if (values['urn'] === undefined) return null;
  const kind = (await kindsOf(transaction, context.contract, [urn])).get(urn);
  if (!kind) return null;
  const taken = new ServiceError('ALREADY_EXISTS', 'The urn is taken.', [
    { path: '/urn', code: 'ALREADY_EXISTS', message: 'The urn is taken.' },
  ]);
  if (kind.name !== resource.name) throw taken;
  const [row] = await rowsByUrn(transaction, context.contract, readScope(context.viewer, resource), resource, [urn]);
  if (row?.$owner !== owner) throw taken;
  const isEqual = resource.fields
    .filter((f) => f.storage === 'COLUMN' && !f.isReadOnly && !f.isWriteOnly && values[f.name] !== undefined)
    .every((f) => JSON.stringify(row[f.name]) === JSON.stringify(values[f.name]));
  if (!isEqual) throw taken;
  return row;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function systemOf(context: Context): Context['viewer'] {
  return { ...context.viewer, kind: 'SYSTEM' };
}

// A rule and a kind's own check may both object to one field; the caller hears of it once.
function dedupe(violations: readonly Violation[]): Violation[] {
  return violations.filter((v, at) => violations.findIndex((o) => o.path === v.path && o.code === v.code) === at);
}
