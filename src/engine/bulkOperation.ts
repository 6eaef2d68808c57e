// One operation of a bulk: what it names, what it is to do, and the result that says why it was refused. Resource reference 1.9.
import type { Field, Resource } from '../contract/resource.ts';
import { isObject } from '../contract/scalarRules.ts';
import { readTags } from '../domain/entityTag.ts';
import { errorCatalog, invalid, refusedAt, ServiceError, type Violation } from '../domain/errors.ts';
import { parseUrn } from '../domain/urn.ts';
import { requiredVersion } from './conditions.ts';
import type { Context, Row } from './context.ts';
import type { SetWrite } from './setParts.ts';

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

/** An operation, and where it stands. */
export interface PlacedOperation {
  readonly operation: BulkOperation;
  /** Its number. */
  readonly at: number;
  /** The urns of what was made so far, by the names of the operations. */
  readonly made: Map<string, string>;
  readonly isStrict: boolean;
  readonly context: Context;
}

/** What the operation is to do. Throws what is wrong with its form, its path and its condition. */
export async function writeOf(place: PlacedOperation): Promise<SetWrite> {
  const { context, operation, isStrict } = place;
  const { resource, urn } = targetOf(context, operation, place.at);
  const [verb, isNamed] = offered[operation.method];
  if (!resource.operations.has(verb) || isNamed !== (urn !== null)) throw new ServiceError('METHOD_NOT_ALLOWED');
  refuseStray(operation, place.at);
  const expectedVersion =
    urn === null ? null : await requiredVersion(context, { resource, urn }, conditionsOf(operation));
  const input = verb === 'DELETE' ? null : bodyOf(operation, resource, place);
  return { context, verb, resource, urn, input, options: { expectedVersion, isStrict, isForced: false } };
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

/** What the path of an operation names. One that leads nowhere is NOT_FOUND, as it is over REST. */
export function targetOf(
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

const conditionsOf = ({ ifMatch }: BulkOperation): Parameters<typeof requiredVersion>[2] => ({
  match: readTags('ifMatch', ifMatch ?? undefined),
  noneMatch: null,
  unmodifiedSince: null,
});

/** The body, with urns in place of the names of operations. */
function bodyOf(
  { body }: BulkOperation,
  resource: Resource,
  { at, made }: PlacedOperation,
): Readonly<Record<string, unknown>> {
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

/** The result of an operation that was refused. */
export function refused({ ref = null }: BulkOperation, error: ServiceError): BulkResult {
  return { ref, status: errorCatalog[error.code].status, urn: null, etag: null, resource: null, error };
}

/** Why an operation is refused: paths lead into the request, where rules of a kind name members of the operation's body. */
export function asRefusal(error: unknown, at: number): ServiceError {
  const known = error instanceof ServiceError ? error : new ServiceError('INTERNAL_ERROR');
  const { code, message, violations, extras } = known;
  const all = violations.length > 0 ? violations : [{ path: '', code, message }];
  const placed = all.map((one) => {
    const isPlaced = one.path.startsWith('/operations/');
    return isPlaced ? one : { ...one, path: inOperation(at, one.path === '' ? '' : `/body${one.path}`) };
  });
  return new ServiceError(code, message, placed, extras);
}

/** A path into an operation. */
export const inOperation = (at: number, path: string): string => `/operations/${String(at)}${path}`;
