// Several writes in one request: each is carried out by the verb that it would be carried out by alone, in one transaction
// for all of them or in one for each. Resource reference 1.9.
import type { Field, Resource } from '../contract/resource.ts';
import type { Transaction } from '../database/connection/database.ts';
import { readTags, rowTag } from '../domain/entityTag.ts';
import { errorCatalog, invalid, ServiceError, type Violation, refusedAt } from '../domain/errors.ts';
import { bulkOperationCost } from '../domain/requestLimits.ts';
import { parseUrn } from '../domain/urn.ts';
import { requireCaller } from './authorize.ts';
import { requiredVersion } from './conditions.ts';
import type { Context, Row } from './context.ts';
import { chargeAhead } from './requestBudget.ts';
import { databaseWithin } from './databaseWithin.ts';
import { createResource } from './createResource.ts';
import { deleteResource } from './deleteResource.ts';
import { makeLoaders } from './loaders.ts';
import { updateResource } from './updateResource.ts';
import { createWarnings } from './warnings.ts';
import { isObject } from '../contract/scalarRules.ts';
import { putOffTo, type BulkWrite } from './bulkEnd.ts';

/** One write of several, as it would be sent over REST. */
export interface BulkOperation {
  readonly ref?: string | null | undefined;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | null | undefined;
  readonly ifMatch?: string | null | undefined;
}

/** What became of one of them. */
export interface BulkResult {
  readonly ref: string | null;
  /** The status that it would have been answered with alone; 424 where it was not done because of another one. */
  readonly status: number;
  readonly urn: string | null;
  /** The strong tag of what was created or changed. */
  readonly etag: string | null;
  /** What was created or changed. */
  readonly resource: Row | null;
  /** Why it was refused, its paths beginning with `/operations/<number>`; null when it was not. */
  readonly error: ServiceError | null;
}

/** How the writes hang together: all or none, or each by itself. */
export type BulkMode = 'ATOMIC' | 'INDEPENDENT';

/**
 * Carries the operations out in their order; answers a result for each. Throws, with nothing done, when the request as a
 * whole is refused, and in ATOMIC mode for what no operation is to blame for.
 */
export async function bulk(
  context: Context,
  { mode, operations }: { readonly mode: BulkMode; readonly operations: readonly BulkOperation[] },
  isStrict: boolean,
): Promise<BulkResult[]> {
  requireCaller(context.viewer);
  requireDistinctRefs(operations);
  await chargeAhead(context, operations.length * bulkOperationCost);
  const work = mode === 'ATOMIC' ? allOrNone : eachByItself;
  const results = await work(context, operations, isStrict);
  context.loaders.clear();
  return results;
}

function requireDistinctRefs(operations: readonly BulkOperation[]): void {
  const refs = operations.map(({ ref }) => ref ?? null);
  const violations = refs.flatMap((ref, at): Violation[] =>
    ref === null || refs.indexOf(ref) === at
      ? []
      : [{ path: `/operations/${String(at)}/ref`, code: 'DUPLICATE', message: 'Another operation has this name.' }],
  );
  if (violations.length > 0) throw invalid(violations);
}

/** What is kept of the time of a request for telling what was done, in milliseconds. */
const answerMillis = 2_000;

async function eachByItself(
  context: Context,
  operations: readonly BulkOperation[],
  isStrict: boolean,
): Promise<BulkResult[]> {
  const made = new Map<string, string>();
  const results: BulkResult[] = [];
  for (const [at, operation] of operations.entries()) {
    try {
      // A budget that is used up refuses the answer, too.
      if (context.budget.timeLeft() < answerMillis)
        throw new ServiceError('TIMEOUT', 'The request reached its deadline before this operation started.');
      results.push(await carryOut(context, operation, { at, made, isStrict }));
    } catch (error) {
      // What the other operations did stays done, and the answer must say so.
      if (!(error instanceof ServiceError)) context.reportBug(error, context.requestId);
      results.push(refused(operation, asRefusal(error, at)));
    }
  }
  return results;
}

async function allOrNone(
  context: Context,
  operations: readonly BulkOperation[],
  isStrict: boolean,
): Promise<BulkResult[]> {
  let at = 0;
  try {
    return await context.database.transaction(async (transaction) => {
      const end = putOffTo(transaction);
      const inside = within(context, transaction, (check) => end.add(at, check));
      const made = new Map<string, string>();
      const results: BulkResult[] = [];
      for (at = 0; at < operations.length; at += 1) {
        const operation = operations[at];
        // Whatever an operation has sent is known to have succeeded before the next one begins.
        const refusal = await transaction.attempt(async () => {
          if (operation) results.push(await carryOut(inside, operation, { at, made, isStrict }));
        });
        if (refusal) throw refusal.error;
      }
      const refusal = await end.check(writesOf(context, operations, results));
      if (refusal) {
        ({ at } = refusal);
        throw refusal.error;
      }
      return results;
    });
  } catch (error) {
    if (!(error instanceof ServiceError) || at >= operations.length || ofRequest.has(error.code)) throw error;
    context.remarks.warnings.length = 0;
    const undone = new ServiceError('FAILED_DEPENDENCY');
    return operations.map((one, other) => refused(one, asRefusal(other === at ? error : undone, other)));
  }
}

// These say nothing of an operation: sent again, the same request may succeed. What it costs was charged before it began.
const ofRequest: ReadonlySet<string> = new Set(['UNAVAILABLE', 'TIMEOUT', 'RESULT_TOO_LARGE']);

/** The same request inside of a transaction: what it reads includes what that has written, and its writes are parts of it. */
export function within(context: Context, transaction: Transaction, putOff: Context['putOff']): Context {
  const database = databaseWithin(context.database, transaction, () => context.states.settle(transaction));
  const inside = { ...context, database, putOff };
  return { ...inside, loaders: makeLoaders(inside, context.viewer, context.budget) };
}

/** What each operation wrote, for whoever asks which of them is to blame. */
function writesOf(
  context: Context,
  operations: readonly BulkOperation[],
  results: readonly BulkResult[],
): readonly BulkWrite[] {
  return results.map(({ urn }, at) => {
    const { method = 'DELETE', path = '', body = null } = operations[at] ?? {};
    const names = method === 'POST' ? null : Object.keys(body ?? {});
    return { urn: urn ?? '', resource: targetOf(context, { method, path }, at).resource, names };
  });
}

interface Place {
  /** The number of the operation. */
  readonly at: number;
  /** The urns of what was made so far, by the names of the operations. */
  readonly made: Map<string, string>;
  readonly isStrict: boolean;
}

// Warnings name places in the request, and are given of what was done.
async function carryOut(context: Context, operation: BulkOperation, place: Place): Promise<BulkResult> {
  const remarks = createWarnings();
  const result = await carryOutAlone({ ...context, remarks }, operation, place);
  for (const { code, message } of remarks.warnings) {
    const placed = message.startsWith('/') ? inOperation(place.at, `/body${message}`) : message;
    if (context.remarks.warnings.every((one) => one.message !== placed))
      context.remarks.warnings.push({ code, message: placed });
  }
  return result;
}

async function carryOutAlone(context: Context, operation: BulkOperation, place: Place): Promise<BulkResult> {
  const { method } = operation;
  const { resource, urn } = targetOf(context, operation, place.at);
  const [verb, isNamed] = offered[method];
  if (!resource.operations.has(verb) || isNamed !== (urn !== null)) throw new ServiceError('METHOD_NOT_ALLOWED');
  refuseStray(operation, place.at);
  const ref = operation.ref ?? null;
  if (urn === null) {
    const options = { expectedVersion: null, isStrict: place.isStrict, isForced: false };
    const { row, isNew } = await createResource(context, resource, bodyOf(operation, resource, place), options);
    if (ref !== null) place.made.set(ref, row.urn);
    return { ref, status: isNew ? 201 : 200, urn: row.urn, etag: rowTag(row), resource: row, error: null };
  }
  const conditions = {
    match: readTags('ifMatch', operation.ifMatch ?? undefined),
    noneMatch: null,
    unmodifiedSince: null,
  };
  const expectedVersion = await requiredVersion(context, { resource, urn }, conditions);
  const options = { expectedVersion, isStrict: place.isStrict, isForced: false };
  if (ref !== null) place.made.set(ref, urn);
  if (method === 'DELETE') {
    await deleteResource(context, resource, urn, options);
    return { ref, status: 204, urn, etag: null, resource: null, error: null };
  }
  const { row } = await updateResource(context, { resource, urn }, bodyOf(operation, resource, place), options);
  return { ref, status: 200, urn: row.urn, etag: rowTag(row), resource: row, error: null };
}

/** What each method does, and whether its path names a resource. */
const offered = {
  POST: ['CREATE', false],
  PUT: ['UPDATE', true],
  PATCH: ['UPDATE', true],
  DELETE: ['DELETE', true],
} as const;

// What would be passed over is refused: a create that names a version means a change.
function refuseStray({ method, body, ifMatch }: BulkOperation, at: number): void {
  const name = method === 'POST' && ifMatch ? 'ifMatch' : method === 'DELETE' && body ? 'body' : null;
  if (name === null) return;
  const message = `${name} is not allowed with ${method}.`;
  throw invalid([{ path: inOperation(at, `/${name}`), code: 'NOT_ALLOWED_TOGETHER', message }]);
}

// A path that leads nowhere is NOT_FOUND, as it is over REST.
function targetOf(
  { contract }: Context,
  { path }: BulkOperation,
  at: number,
): { readonly resource: Resource; readonly urn: string | null } {
  const nowhere = (message: string): ServiceError =>
    refusedAt('NOT_FOUND', { path: `/operations/${String(at)}/path`, message });
  const [, name = '', named] = /^\/n\/v1\/([a-z]+)(?:\/([^/]*))?$/.exec(path) ?? [];
  const resource = contract.byPath.get(name);
  if (!resource) throw nowhere('A path such as /n/v1/task or /n/v1/task/<urn> is expected, without parameters.');
  if (named === undefined || named === '') return { resource, urn: null };
  const urn = parseUrn(named);
  if (urn === null) throw nowhere('The resource was not found.');
  return { resource, urn };
}

/** The body, with urns in place of the names of operations. */
function bodyOf({ body }: BulkOperation, resource: Resource, { at, made }: Place): Readonly<Record<string, unknown>> {
  if (!body) throw new ServiceError('BAD_REQUEST', 'The body must be a JSON object.');
  const violations: Violation[] = [];
  const urnOf = (name: string, path: string): string => {
    const urn = made.get(name);
    if (urn === undefined) {
      const message = 'No earlier operation of that name was carried out.';
      violations.push({ path, code: 'INVALID_REFERENCE', message });
    }
    return urn ?? '';
  };
  const named = withUrns(resource.fields, body, '/body', urnOf);
  if (violations.length > 0) throw invalid(violations.map((v) => ({ ...v, path: inOperation(at, v.path) })));
  return named;
}

type UrnOf = (name: string, path: string) => string;

// Only where a urn is expected: a value of a JSON item may hold such a member of its own.
function withUrns(
  fields: readonly Field[],
  sent: Readonly<Record<string, unknown>>,
  path: string,
  urnOf: UrnOf,
): Record<string, unknown> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const members = Object.entries(sent).map(([name, value]) => {
    const field = byName.get(name);
    return [name, field ? withUrn(field, value, `${path}/${name}`, urnOf) : value] as const;
  });
  return Object.fromEntries(members);
}

function withUrn(field: Field, value: unknown, path: string, urnOf: UrnOf): unknown {
  if (Array.isArray(value)) {
    return value.map((element: unknown, at) => withUrn(field, element, `${path}/${String(at)}`, urnOf));
  }
  if (!isObject(value)) return value;
  if (field.storage === 'INVERSE' && field.target) return withUrns(field.target.fields, value, path, urnOf);
  if (field.typeClass !== 'LINK' && field.typeName !== 'ID') return value;
  const name = refIn(value) ?? refIn(value['urn']);
  return name === null ? value : urnOf(name, path);
}

function refIn(value: unknown): string | null {
  if (!isObject(value) || Object.keys(value).length !== 1) return null;
  const name = value['$ref'];
  return typeof name === 'string' ? name : null;
}

function refused({ ref = null }: BulkOperation, error: ServiceError): BulkResult {
  return { ref, status: errorCatalog[error.code].status, urn: null, etag: null, resource: null, error };
}

// Paths lead into the request: rules of a kind name members of the operation's body.
function asRefusal(error: unknown, at: number): ServiceError {
  const known = error instanceof ServiceError ? error : new ServiceError('INTERNAL_ERROR');
  const { code, message, violations, extras } = known;
  const all = violations.length > 0 ? violations : [{ path: '', code, message }];
  const placed = all.map((one) => {
    const isPlaced = one.path.startsWith('/operations/');
    return isPlaced ? one : { ...one, path: inOperation(at, one.path === '' ? '' : `/body${one.path}`) };
  });
  return new ServiceError(code, message, placed, extras);
}

const inOperation = (at: number, path: string): string => `/operations/${String(at)}${path}`;
