// Creates a resource of any kind: rules, permission on the container, the kind's own checks, then one transaction with
// the row, its children, its first history entry and its trigger. A create that is sent again is recognized by the
// request as its caller sent it; for everybody else it is compared with what they may read. Resource reference 1.1, 1.5.
import { checkInput, type Checked } from '../contract/rules.ts';
import type { Resource } from '../contract/resource.ts';
import { databaseNow } from '../database/engine/changeStore.ts';
import type { Transaction } from '../database/connection/database.ts';
import type { Row } from '../database/engine/row.ts';
import { forbidden, invalid, ServiceError, refusedAt } from '../domain/errors.ts';
import { newUrn } from '../domain/urn.ts';
import { announceChanges } from './announcements.ts';
import { leaves, namedScope, requireCaller, notingDenial } from './authorize.ts';
import type { Context, WriteOptions, Written } from './context.ts';
import { isAnsweredAsMade, type Completed, type PendingWrite, type WriteContext } from './kind.ts';
import { requireMoves } from './handOver.ts';
import { differingOnCreate, ignoredIn } from './ignored.ts';
import { warnOnInput } from './warnings.ts';
import { homeOf, lockPlace, placeOf, type Placed, type Sent } from './places.ts';
import { insertTrees, prepareTree } from './writeTree.ts';
import { traced } from '../tracing/traced.ts';
import { isObject } from '../contract/scalarRules.ts';
import { createHmac } from 'node:crypto';
import type { Executor } from '../database/connection/statement.ts';
import { actorOf } from '../domain/actor.ts';
import { creationOf, type Creation } from '../database/engine/deletedStore.ts';

const none: ReadonlySet<string> = new Set();

interface CreateOptions extends WriteOptions {
  /** What else belongs to the create: runs at its end, in its transaction. */
  readonly also?: (step: WriteContext) => Promise<void>;
}

/** Creates the resource. A repeat with the same urn and equal content answers the stored one, as a safe retry. */
export function createResource<Name extends string>(
  context: Context,
  resource: Resource<Name>,
  input: unknown,
  options: CreateOptions,
): Promise<Written<Name>> {
  return traced({ kind: 'ACTION', name: `create ${resource.name}` }, () =>
    notingDenial(context, { operation: `create${resource.name}`, target: null }, () =>
      create(context, resource, input, options),
    ),
  );
}

/** A row that was made, or was there before. */
interface Created extends Written, Pick<WriteContext, 'shownOnce'> {
  /** Whether it is answered as it was made. */
  readonly isKnown: boolean;
}

async function create<Name extends string>(
  context: Context,
  resource: Resource<Name>,
  input: unknown,
  options: CreateOptions,
): Promise<Written<Name>> {
  requireCaller(context.viewer);
  if (!resource.operations.has('CREATE')) throw new ServiceError('METHOD_NOT_ALLOWED');
  // Complete
  const kind = context.kindOf(resource);
  const completed = isObject(input) ? await kind.complete?.(context, input, options) : undefined;
  // Check
  const { checked, asSent, cut, ignored } = checkCreate(context, resource, { input, completed }, options);
  const named = namedCreate(context, resource, asSent);
  const urn = named?.urn ?? newUrn();
  const write = async (transaction: Transaction): Promise<Created> => {
    const earlier = await earlierCreation(transaction, named);
    const own = named && earlier && (await ownRepeat(context, named, earlier));
    if (own) return { row: own, isNew: false, shownOnce: {}, isKnown: false };
    if (earlier && completed?.makeFirst) throw urnTaken();
    await completed?.makeFirst?.(transaction);
    // Lock
    const home = homeOf(context, resource, checked);
    const pending = { context, transaction, resource, operation: 'CREATE', urn, values: checked.values } as const;
    const isOpen = kind.isOpen?.(pending) === true && leaves(context.viewer, resource.labels.create);
    const isLocked = await lockPlace(pending, home, isOpen);
    // Authorize
    const place = await placeOf(pending, home, checked, { isOpen, isLocked });
    if (place && !place.isAllowed) throw forbidden(`The label ${resource.labels.create} is needed to create here.`);
    if (named && earlier && place) {
      const row = await equalRow(context, named, checked.values);
      return { row, isNew: false, shownOnce: {}, isKnown: false };
    }
    const step = await beginCreate(pending, place, { options, ...checked });
    // Prepare
    // A place that cannot be found is a violation already; the rest is checked all the same, to report it together.
    const tree = await prepareTree(step);
    if (step.violations.length > 0) throw invalid(step.violations);
    // Decide
    await requireMoves(step);
    await kind.decide?.(step);
    // Write
    const { changes, rows } = await insertTrees([tree], {
      notes: new Map(named ? [[urn, noteOf(named)]] : []),
      reader: () => (isAnsweredAsMade(step) ? namedScope(context.viewer, resource) : null),
    });
    const row = rows.get(urn);
    if (!row) throw new Error(`${resource.name} ${urn} is gone within its own transaction`);
    // Announce
    await announceChanges(step, changes);
    // After
    await kind.after?.(step, row);
    await options.also?.(step);
    return { row, isNew: true, shownOnce: step.shownOnce, isKnown: isAnsweredAsMade(step) };
  };
  const written = await context.database.transaction(write).catch(async (error: unknown) => {
    // The same request at the same time was first.
    const earlier = isTaken(error) ? await earlierCreation(context.database, named) : null;
    const row = named && earlier && (await ownRepeat(context, named, earlier));
    if (!row) throw error;
    return { row, isNew: false, shownOnce: {}, isKnown: false };
  });
  if (written.isNew) ignored.push(...ignoredIn(resource, differingOnCreate(context, resource, input, written.row)));
  warnOnInput(context, resource, checked.values, { cut, ignored });
  context.loaders.clear();
  const { $isRead, ...stored } = written.row as Row & { readonly $isRead?: boolean };
  const fresh = written.isKnown ? ($isRead === true ? stored : null) : await context.loaders.byUrn(resource.name, urn);
  // The row as it was read, with what is shown once laid over it.
  const row = { ...(fresh ?? { ...stored, $isUnread: true }), ...written.shownOnce } as Row<Name>;
  return { row, isNew: written.isNew };
}

/** A create as it was sent, checked. */
export interface SentCreate {
  /** As its kind completed it. */
  readonly checked: Checked;
  readonly asSent: Checked;
  /** What it is to be warned of (warnings.ts). */
  readonly cut: string[];
  readonly ignored: string[];
}

/** Checks what was sent, as it is and as its kind completed it. */
export function checkCreate(
  { contract }: Context,
  resource: Resource,
  { input, completed }: { readonly input: unknown; readonly completed: Completed | undefined },
  { isStrict }: WriteOptions,
): SentCreate {
  const cut: string[] = [];
  const ignored: string[] = [];
  const how = { operation: 'CREATE', path: '', isStrict, given: none } as const;
  if (!completed) {
    const checked = checkInput(contract, resource, input, { ...how, cut, ignored });
    return { checked, asSent: checked, cut, ignored };
  }
  const checked = checkInput(contract, resource, completed.input, { ...how, cut });
  const asSent = checkInput(contract, resource, input, { ...how, cut: [], ignored });
  return { checked, asSent, cut, ignored };
}

/** The step of a create in its place; without one, as if it were to live nowhere. */
async function beginCreate(
  pending: PendingWrite,
  place: Placed | null,
  { options, values, violations }: Sent & Pick<WriteContext, 'options'>,
): Promise<WriteContext> {
  return {
    ...pending,
    options,
    before: null,
    container: place?.container ?? null,
    owner: place?.owner ?? '',
    now: place?.now ?? (await databaseNow(pending.transaction)),
    count: place?.count ?? 0,
    path: '',
    values: { ...values, urn: pending.urn },
    hidden: {},
    violations: [...violations],
    shownOnce: {},
  };
}

const isTaken = (error: unknown): boolean => error instanceof ServiceError && error.code === 'ALREADY_EXISTS';

/** A create that names its urn. */
export interface NamedCreate {
  readonly resource: Resource;
  readonly urn: string;
  /** Names its caller, and what the caller sent: the same for the same request alone, and worth nothing to anybody else. */
  readonly digest: { readonly caller: string; readonly content: string };
}

/** The create as it was sent; null where the urn is the service's to choose. */
export function namedCreate({ viewer, cursorKey }: Context, resource: Resource, sent: Checked): NamedCreate | null {
  const { urn, ...values } = sent.values;
  if (typeof urn !== 'string') return null;
  if (resource.fieldByName.has('owner')) values['owner'] ??= viewer.companyUrn;
  const { urn: actor, type } = actorOf(viewer);
  const digest = (...parts: unknown[]): string =>
    createHmac('sha256', cursorKey).update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
  return {
    resource,
    urn,
    digest: { caller: digest(type, actor), content: digest(type, actor, resource.name, values) },
  };
}

/** How a create is noted with what it makes. */
export function noteOf({ digest }: NamedCreate): string {
  return `${digest.caller} ${digest.content}`;
}

/** What the urn of a create was given to before; null for a free one. */
async function earlierCreation(executor: Executor, named: NamedCreate | null): Promise<Creation | null> {
  return named && creationOf(executor, named.urn);
}

/**
 * What the caller made with this very request, as it may read it now; null when it was not this caller who made what has
 * the urn. Throws ALREADY_EXISTS when it made something else, or may not read it any more.
 */
async function ownRepeat(context: Context, named: NamedCreate, earlier: Creation): Promise<Row | null> {
  if (earlier.createdAs?.startsWith(`${named.digest.caller} `) !== true) return null;
  const isSame = earlier.createdAs === noteOf(named);
  const row = isSame ? await context.loaders.byUrn(named.resource.name, named.urn) : null;
  if (row?.urn !== named.urn) throw urnTaken();
  return row;
}

/**
 * The stored row, for another caller who sends equal content. Compared and answered is what it may read of it: of a draft,
 * callers who may not see drafts learn only that the urn is taken. Throws ALREADY_EXISTS for anything else.
 */
async function equalRow(
  context: Context,
  { resource, urn }: NamedCreate,
  sent: Readonly<Record<string, unknown>>,
): Promise<Row> {
  const row = await context.loaders.byUrn(resource.name, urn);
  if (row?.urn !== urn) throw urnTaken();
  for (const field of resource.fields) {
    const value = sent[field.name];
    if (value === undefined || field.isReadOnly) continue;
    // What else was sent along, secrets too, is not compared: it is not to be taken for stored.
    const isEqual =
      field.storage === 'COLUMN'
        ? JSON.stringify(row[field.name]) === JSON.stringify(value)
        : !Array.isArray(value) || value.length === 0;
    if (!isEqual) throw urnTaken();
  }
  return row;
}

/** The urn belongs to something else. */
function urnTaken(): ServiceError {
  return refusedAt('ALREADY_EXISTS', { path: '/urn', message: 'The urn is already in use.' });
}
