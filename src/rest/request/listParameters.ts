// The parameters of lists: page, order, filter and count. Turns them into a ListQuery; every name and value is checked
// by the contract. Resource reference 1.7.
import { listFingerprint, positionFrom, type CursorParts } from '../../engine/cursor.ts';
import {
  checkConditions,
  checkLimit,
  checkOrder,
  filtersOf,
  type Condition,
  type Filter,
  type ListQuery,
  type OrderTerm,
  type RawCondition,
} from '../../contract/listQuery.ts';
import type { Resource } from '../../contract/resource.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { flagParameter, listParameter, readTogether, textParameter, type QueryParameters } from './queryParameters.ts';
import type { PageQuery } from '../../engine/context.ts';
import { readShape, shapeParameters, type Shape } from './shape.ts';

/** The parameters that say which page. */
export const pageParameters = ['after', 'before', 'limit'] as const;

/** Every parameter of a list of a kind; `filter` stands for every `filter[...]`, the others are there to be proposed. */
export function listParameters(resource: Resource): readonly string[] {
  const filters = [...filtersOf(resource).keys()].map((name) => `filter[${name}]`);
  return [...pageParameters, ...shapeParameters, 'sort', 'filter', 'count', ...filters];
}

const mostConditions = 10;

/** The request for a list, and the name its cursors are bound to. */
export interface ListRequest {
  readonly query: ListQuery;
  readonly list: string;
  /** What of each row is answered. */
  readonly shape: Shape;
}

/**
 * Reads the parameters of a list of a kind. Throws INVALID_PARAMETER or INVALID_CURSOR.
 * @param name what the list is called in its cursors
 * @param fixed conditions that come from the path, not from the caller
 */
export function readListRequest(
  context: CursorParts & { readonly baseUrl: string },
  resource: Resource,
  parameters: QueryParameters,
  { name, fixed = [] }: { readonly name: string; readonly fixed?: readonly Condition[] },
): ListRequest {
  const [conditions, order, wantsCount, shape] = readTogether(
    () => readFilter(resource, parameters, context.baseUrl),
    () => checkOrder(resource, listParameter(parameters, 'sort'), 'sort'),
    () => flagParameter(parameters, 'count'),
    () => readShape(resource, parameters),
    () => pageSize(parameters),
  );
  const list = listFingerprint(name, order, conditions);
  const page = readPage(context, parameters, list, order);
  return { list, shape, query: { ...page, conditions: [...conditions, ...fixed], wantsCount } };
}

/** Reads `after`, `before` and `limit` for a list of that name and order. */
export function readPage(
  context: CursorParts,
  parameters: QueryParameters,
  list: string,
  order: readonly OrderTerm[],
): PageQuery {
  const positions = readPositions(context, parameters, list, order);
  return { order, limit: pageSize(parameters), ...positions, isBackward: positions.before !== null };
}

/** Reads `after` and `before`, of which one at most may be given. */
export function readPositions(
  context: CursorParts,
  parameters: QueryParameters,
  list: string,
  order: readonly unknown[],
): Pick<PageQuery, 'after' | 'before'> {
  const after = textParameter(parameters, 'after');
  const before = textParameter(parameters, 'before');
  if (after !== null && before !== null) {
    throw invalidParameter('before', 'after and before are not allowed together.');
  }
  return {
    after: after === null ? null : positionFrom(context, list, order, after),
    before: before === null ? null : positionFrom(context, list, order, { before }),
  };
}

/** Reads `limit`. Throws INVALID_PARAMETER. */
export function pageSize(parameters: QueryParameters): number {
  return checkLimit(textParameter(parameters, 'limit'), 'limit');
}

/** Reads `filter[field]`, `filter[field][op]` and `filter[or][n][field][op]`. Unknown names are always refused. */
export function readFilter(resource: Resource, parameters: QueryParameters, baseUrl = ''): readonly Filter[] {
  const all: RawCondition[] = [];
  const groups = new Map<string, RawCondition[]>();
  for (const [name, value] of parameters) {
    if (!isFilterName(name)) continue;
    const { condition, group } = readCondition(name, value);
    if (group === null) all.push(condition);
    else groups.set(group, [...(groups.get(group) ?? []), condition]);
  }
  const alternatives = [...groups.values()];
  if (all.length + alternatives.flat().length > mostConditions) {
    throw invalidParameter('filter', `At most ${String(mostConditions)} conditions.`, mostConditions);
  }
  const some = alternatives.map((group) => ({ every: checkConditions(resource, group, baseUrl) }));
  return [...checkConditions(resource, all, baseUrl), ...(some.length > 0 ? [{ some }] : [])];
}

function readCondition(name: string, value: string): { condition: RawCondition; group: string | null } {
  const keys = /^filter(?:\[[^[\]]*\])+$/.test(name) ? name.slice('filter['.length, -1).split('][') : [];
  const isAlternative = keys[0] === 'or' && keys.length > 1;
  const group = isAlternative ? (keys[1] ?? '') : null;
  const [field, operator = 'eq', ...rest] = isAlternative ? keys.slice(2) : keys;
  if (field === undefined || rest.length > 0 || (group !== null && !/^\d{1,2}$/.test(group))) {
    const forms = 'filter[field], filter[field][op] or filter[or][0][field][op] is expected.';
    throw invalidParameter(shortened(name), forms);
  }
  return { condition: { path: `?${shortened(name)}`, field, operator, value }, group };
}

const isFilterName = (name: string): boolean => name === 'filter' || name.startsWith('filter[');

const shortened = (name: string): string => name.slice(0, 100);
