// A list request as both faces and the database understand it: conditions, order and page. Checked here against the
// contract, so that an unknown field or a bad value never reaches a statement. Resource reference 1.7.
import { invalidParameter, ServiceError, type Violation } from '../domain/errors.ts';
import { keptAddress } from '../domain/imagePath.ts';
import { didYouMeanOneOf } from '../domain/nearestName.ts';
import { fold } from '../domain/fold.ts';
import { exactNumber } from '../domain/exactNumber.ts';
import { onceFor } from '../domain/once.ts';
import { quotedList } from '../domain/quotedList.ts';
import { parseAskedSelector, spellPath } from '../domain/selector.ts';
import { namedItem, singleItems, sortableItems, valueOfItem } from './listedItems.ts';
import { fieldOf, targetOf, type Field, type Resource } from './resource.ts';
import { checkScalar } from './scalarRules.ts';

/** The operators of a filter. */
const operators = [
  ...(['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte'] as const),
  ...(['contains', 'containsFold', 'startsWith', 'isNull'] as const),
] as const;
/** One of them. */
export type Operator = (typeof operators)[number];

/** A checked condition. */
export interface Condition {
  readonly field: Field;
  readonly operator: Operator;
  /** Canonical; folded for `containsFold`, a list for `in` and `nin`, a boolean for `isNull`. */
  readonly value: unknown;
  /** Of `eq`: what is compared with instead, as SQL of the statement that the list is a part of. Never made from a request. */
  readonly sql?: string;
}

/** Which rows are wanted: one condition, or several put together. */
export type Filter =
  | Condition
  /** All of them hold; none is no demand. */
  | { readonly every: readonly Filter[] }
  /** At least one of them holds: of none, none does. */
  | { readonly some: readonly Filter[] }
  /** It does not hold, or is not known: what has no value is not equal to any. */
  | { readonly not: Filter }
  /** A resource that the link leads to, and that the caller may read, meets it. */
  | { readonly link: Field; readonly where: Filter }
  | ListedFilter;

/** An item of the list, as the caller is shown it, meets the condition; or none does. */
export interface ListedFilter {
  readonly list: Field;
  readonly where: Filter;
  readonly isNone: boolean;
}

/** A filter in plain values: the same filters give the same JSON. */
export function plainFilter(filter: Filter): unknown {
  if ('operator' in filter) return [filter.field.name, filter.operator, filter.value];
  if ('every' in filter) return ['every', filter.every.map(plainFilter)];
  if ('some' in filter) return ['some', filter.some.map(plainFilter)];
  if ('not' in filter) return ['not', plainFilter(filter.not)];
  if ('list' in filter) return [filter.isNone ? 'none' : 'some', filter.list.name, plainFilter(filter.where)];
  return ['link', filter.link.name, plainFilter(filter.where)];
}

/** One step of an order. */
export interface OrderTerm {
  readonly field: Field;
  readonly isDescending: boolean;
  /** Whether the list holds only rows that have a value of the field, though others have none. */
  readonly isPresent?: boolean;
  /**
   * The item that the field is the value of, where pages are put in order by one: the first of that name in the list. The field is then
   * a column that the rows of the list have for it.
   */
  readonly item?: { readonly list: Field; readonly name: unknown };
}

/** What tells the orders of two lists apart: the field, or the item; and the direction. */
export function plainTerm({ field, isDescending, item }: OrderTerm): readonly unknown[] {
  return [item ? [item.list.name, item.name] : field.name, isDescending];
}

/** A position in an ordered list: the values of the order terms, then the urn. */
export type Position = readonly (string | number | boolean | null)[];

/** Stands in a position for a value too long to travel in a cursor; it begins with NUL, which no stored text holds. */
export const longValue = '\u0000long';

/** A checked list request. */
export interface ListQuery {
  /** All of them must hold. */
  readonly conditions: readonly Filter[];
  readonly order: readonly OrderTerm[];
  readonly limit: number;
  readonly after: Position | null;
  readonly before: Position | null;
  /** The page that ends the list (or ends at `before`), rather than the one that begins it. */
  readonly isBackward: boolean;
  readonly wantsCount: boolean;
  /** Whether content is listed, filtered and put in order as it is live, also to callers who see drafts. */
  readonly isOfLive?: boolean;
}

/** Largest and usual page. */
export const pageLimits = { most: 200, usual: 50 } as const;
const mostConditions = 10;

/** One condition as a face received it; `path` names it in a refusal. */
export interface RawCondition {
  readonly path: string;
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
}

/** What a caller may filter by: each field by its own name, and by its second one where it has one. */
export const filtersOf = onceFor((resource: Resource): ReadonlyMap<string, Field> => {
  const fields = resource.fields.filter(isFilterable);
  const second = fields.flatMap((field): [string, Field][] => (field.filter?.as ? [[field.filter.as, field]] : []));
  return new Map([...fields.map((field): [string, Field] => [field.name, field]), ...second]);
});

function isFilterable(field: Field): boolean {
  if (field.storage === 'LINKS') return true;
  if (field.storage === 'COMPUTED') return field.filter !== null;
  if (field.storage !== 'COLUMN' || field.isWriteOnly || field.isList) return false;
  return field.typeClass !== 'OBJECT' && field.typeName !== 'JSON';
}

/**
 * Fields a caller may order by. None that links to what may be hidden from who reads the row: the order, and the cursors on it, would say
 * where the link leads.
 */
export function isSortable(field: Field): boolean {
  return isFilterable(field) && field.storage === 'COLUMN' && field.target?.isSecret !== true;
}

// Texts in the words of people. All others, such as urns, paths, domains, addresses and codes, are put in order by code point.
const worded: ReadonlySet<string> = new Set([
  ...['name', 'title', 'legalName', 'givenName', 'middleName', 'familyName', 'nickname'],
  ...[
    'street',
    'locality',
    'region',
    'area',
    'description',
    'text',
    'altText',
    'content',
    'comment',
    'reason',
    'value',
  ],
]);

/** Whether lists put values of the field in the order of people, the root collation of Unicode, and not of code points. */
export function isWorded(field: Field): boolean {
  return field.typeName === 'String' && !field.isList && worded.has(field.name);
}

/**
 * Checks conditions. Throws INVALID_PARAMETER with every violation.
 * @param baseUrl what the addresses of stored images that a caller was shown begin with
 */
export function checkConditions(resource: Resource, raw: readonly RawCondition[], baseUrl = ''): Filter[] {
  if (raw.length > mostConditions) {
    throw invalidParameter('filter', `At most ${String(mostConditions)} conditions.`, mostConditions);
  }
  const violations: Violation[] = [];
  const conditions: Filter[] = [];
  for (const one of raw) {
    const item = itemOf(resource, one.field);
    const checked = item ? checkItem(item, one, baseUrl) : checkCondition(resource, one, baseUrl);
    if ('violation' in checked) violations.push(checked.violation);
    else conditions.push('filter' in checked ? checked.filter : checked.condition);
  }
  const [first] = violations;
  if (first) throw new ServiceError('INVALID_PARAMETER', `${first.path}: ${first.message}`, violations);
  return conditions;
}

interface NamedItem {
  readonly list: Field;
  readonly name: string;
}

// The item that `text.category` names; null for what is no item of the kind.
function itemOf(resource: Resource, term: string): NamedItem | null {
  const named = namedItem(term);
  const list = named && singleItems(resource).get(named.single);
  return list ? { list, name: named.name } : null;
}

// A condition on the value of an item by its name. That it is not a value, or none, is said of a page without such an item as well.
function checkItem(
  { list, name }: NamedItem,
  raw: RawCondition,
  baseUrl: string,
): { readonly filter: Filter } | Extract<CheckedCondition, { readonly violation: Violation }> {
  const kind = targetOf(list);
  const named: Condition = { field: fieldOf(kind, 'name'), operator: 'eq', value: name };
  const value = valueOfItem(kind);
  const operator = raw.operator === 'ne' ? 'eq' : raw.operator === 'nin' ? 'in' : raw.operator;
  const field = value?.name ?? 'name';
  const checked = checkCondition(kind, { ...raw, field, operator: value ? operator : 'isNull' }, baseUrl);
  if ('violation' in checked) return checked;
  const { condition } = checked;
  const isNone = operator === 'isNull' ? condition.value === true : operator !== raw.operator;
  return { filter: { list, where: { every: operator === 'isNull' ? [named] : [named, condition] }, isNone } };
}

type CheckedCondition = { readonly condition: Condition } | { readonly violation: Violation };

function checkCondition(resource: Resource, raw: RawCondition, baseUrl: string): CheckedCondition {
  const refuse = (message: string): CheckedCondition => ({
    violation: { path: raw.path, code: 'INVALID_PARAMETER', message },
  });
  const filters = filtersOf(resource);
  const field = filters.get(raw.field);
  if (!field) return refuse(`This list cannot be filtered by that field.${didYouMeanOneOf(raw.field, filters.keys())}`);
  const operator = operators.find((o) => o === raw.operator);
  if (!operator) return refuse(`One of ${operators.join(', ')} is expected.`);
  if (operator === 'isNull') {
    const value = raw.value === true || raw.value === 'true';
    const isBoolean = typeof raw.value === 'boolean' || raw.value === 'true' || raw.value === 'false';
    return isBoolean ? { condition: { field, operator, value } } : refuse('true or false is expected.');
  }
  if (isPartial(operator) && !isText(field)) return refuse(`${operator} needs a text field.`);
  if (field.typeClass === 'LINK' && field.isList && !['eq', 'ne', 'in', 'nin'].includes(operator))
    return refuse('eq, ne, in or nin is expected.');
  if ((operator !== 'in' && operator !== 'nin') || raw.value === null) return elementOf(field, operator, raw, baseUrl);
  const list: readonly unknown[] | null = Array.isArray(raw.value) ? raw.value : quotedList(String(raw.value));
  if (!list) return refuse('A value in quotation marks ends with one: "Berg, Ida", with \\" and \\\\ inside.');
  if (list.length > pageLimits.most) return refuse(`At most ${String(pageLimits.most)} values.`);
  const checked = list.map((value: unknown) => elementOf(field, operator, { ...raw, value }, baseUrl));
  const wrong = checked.find((c) => 'violation' in c);
  if (wrong) return wrong;
  return { condition: { field, operator, value: checked.map((c) => ('condition' in c ? c.condition.value : null)) } };
}

function elementOf(field: Field, operator: Operator, raw: RawCondition, baseUrl: string): CheckedCondition {
  const refuse = (message: string): CheckedCondition => ({
    violation: { path: raw.path, code: 'INVALID_PARAMETER', message },
  });
  if (raw.value === null || raw.value === undefined) return refuse('Use isNull to ask for null.');
  const value = fromParameter(field, raw.value);
  if (field.typeClass === 'ENUM') {
    return typeof value === 'string' && field.members.includes(value)
      ? { condition: { field, operator, value } }
      : refuse(`One of ${field.members.join(', ')} is expected.`);
  }
  // What is searched for may be shorter or longer than what may be stored, and a part of it.
  const typeName = field.typeClass === 'LINK' ? 'ID' : isPartial(operator) ? 'String' : field.typeName;
  const rules = { ...field, typeName, length: null, range: null, isList: false, isPath: false };
  const checked = checkScalar(rules, value);
  if (!('value' in checked)) return refuse(checked.problem.message);
  const stored = asStored(field, operator, checked.value, baseUrl);
  // The other side is folded where it is compared.
  return { condition: { field, operator, value: operator === 'containsFold' ? fold(String(stored)) : stored } };
}

// What is stored in one form is found by others of it. Of a path that no page can have, nothing is: it stays as it is.
function asStored(field: Field, operator: Operator, value: unknown, baseUrl: string): unknown {
  if (typeof value !== 'string') return value;
  if (field.typeName === 'URL') return keptAddress(value, baseUrl);
  if (!field.isPath) return value;
  const selector = isPartial(operator) ? { path: spellPath(value) } : parseAskedSelector(value);
  return 'path' in selector ? selector.path : value;
}

const isPartial = (operator: Operator): boolean => ['contains', 'containsFold', 'startsWith'].includes(operator);

const isText = (field: Field): boolean =>
  field.typeClass === 'SCALAR' && !['Boolean', 'Int', 'Float', 'Long', 'ID', 'DateTime'].includes(field.typeName);

// REST parameters are text; the graph sends typed values.
function fromParameter(field: Field, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (field.typeName === 'Boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if ((field.typeName === 'Int' || field.typeName === 'Float') && /^-?[0-9.eE+-]+$/.test(value)) return Number(value);
  // `1e3` is whole, as it is in JSON.
  return field.typeName === 'Long' && wholeWithPower.test(value) ? exactNumber(value) : value;
}

const wholeWithPower = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?$/;

/** Checks an order; empty means the kind's own. Throws INVALID_PARAMETER. */
export function checkOrder(resource: Resource, terms: readonly string[], parameter: string): OrderTerm[] {
  const wanted = terms.length > 0 ? terms : resource.sort;
  if (wanted.length > 5) throw invalidParameter(parameter, 'At most 5 fields.', 5);
  return wanted.map((term, at) => {
    const isDescending = term.startsWith('-');
    const name = isDescending ? term.slice(1) : term;
    const item = itemOf(resource, name);
    const value = item && valueOfItem(targetOf(item.list));
    if (item && value && sortable(resource).includes(item.list)) {
      const column = `$item${String(at)}`;
      return { field: { ...value, column, isNonNull: false }, isDescending, item };
    }
    const field = resource.fieldByName.get(name);
    if (!field || !isSortable(field)) {
      const sortable = resource.fields.filter(isSortable).map((one) => one.name);
      throw invalidParameter(parameter, `This list cannot be ordered by that field.${didYouMeanOneOf(name, sortable)}`);
    }
    return { field, isDescending };
  });
}

const sortable = (resource: Resource): readonly Field[] => [...sortableItems(resource).values()];

/** The kind's own order. */
export function defaultOrder(resource: Resource): OrderTerm[] {
  return resource.sort.map((term) => ({
    field: fieldOf(resource, term.replace(/^-/, '')),
    isDescending: term.startsWith('-'),
  }));
}

/** The order of the values of an item: the newest first. A cursor holds the version of one of them. */
export function newestFirst(resource: Resource): OrderTerm[] {
  return [{ field: fieldOf(resource, 'version'), isDescending: true }];
}

/** Checks a page size. Throws INVALID_PARAMETER naming the parameter. */
export function checkLimit(value: unknown, parameter: string): number {
  if (value === undefined || value === null) return pageLimits.usual;
  const size = typeof value === 'string' && /^-?[0-9]{1,9}$/.test(value) ? Number(value) : value;
  if (typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= pageLimits.most) return size;
  const broken = typeof size === 'number' && size < 1 ? 1 : pageLimits.most;
  throw invalidParameter(parameter, `Must be from 1 to ${String(pageLimits.most)}.`, broken);
}
