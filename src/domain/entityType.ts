// What the fields of an entity type mean: which definitions contradict themselves, what of a page's items breaks them, and which
// items a new page begins with. Pure. Resource reference 16.19.
import type { StoredEntityTypeField } from '../generated/rows.ts';
import { parseDecimal, type Decimal } from './decimal.ts';
import { mostViolations, type Violation } from './errors.ts';

/** The kinds of items that a field may have, as the scopes of permissions name them. */
export type ItemKindName = StoredEntityTypeField['kind'];

/** A field of a type: what is left out is null, false or an empty list. */
export interface TypeField {
  readonly name: string;
  readonly kind: ItemKindName;
  readonly required: boolean;
  readonly repeated: boolean;
  readonly maxItems: number | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Decimal texts, as are the numbers of items. */
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly choices: readonly string[];
  readonly entityTypes: readonly string[];
  readonly defaults: Readonly<Record<string, unknown>> | null;
}

/** What the rules need to know of an item. */
export interface TypedItem {
  readonly urn: string;
  readonly kind: ItemKindName;
  readonly name: string | null;
  /** Code points of its text; null where it has none. */
  readonly length: number | null;
  /** The beginning of its text, at least as long as the longest choice. */
  readonly text: string | null;
  /** Its number as text; null where it has none. */
  readonly number: string | null;
  /** The type of the living entity that it refers to; null where there is none. */
  readonly targetType: string | null;
}

/** A rule of a type that a page breaks. `path` is the list and the name of the field, and of several items the place among them. */
export interface Deviation extends Violation {
  readonly field: string;
  readonly itemUrn: string | null;
}

/** The longest choice. */
export const longestChoice = 255;

const texts: ReadonlySet<ItemKindName> = new Set(['TEXT_ITEM', 'MARKDOWN_ITEM', 'TEMPLATE_ITEM']);
const numbers: ReadonlySet<ItemKindName> = new Set(['LONG_ITEM', 'DOUBLE_ITEM']);

/**
 * What a page breaks of its type, in the order of the fields, 100 at most. Items that no field names are no concern of the type.
 * @param listOf the list of an entity that holds items of a kind
 */
export function deviationsOf(
  fields: readonly TypeField[],
  items: readonly TypedItem[],
  listOf: (kind: ItemKindName) => string,
): Deviation[] {
  const byField = new Map<string, TypedItem[]>();
  for (const item of items) {
    const key = `${item.kind} ${item.name ?? ''}`;
    const known = byField.get(key);
    if (known) known.push(item);
    else byField.set(key, [item]);
  }
  const found: Deviation[] = [];
  for (const field of fields) {
    const own = byField.get(`${field.kind} ${field.name}`) ?? [];
    found.push(...ofField(field, own, `/${listOf(field.kind)}/${segment(field.name)}`));
    if (found.length >= mostViolations) break;
  }
  return found.slice(0, mostViolations);
}

function ofField(field: TypeField, items: readonly TypedItem[], path: string): Deviation[] {
  const whole = (code: Violation['code'], message: string, limit?: number): Deviation => ({
    path,
    code,
    message: `${field.name}: ${message}`,
    field: field.name,
    itemUrn: null,
    ...(limit !== undefined && { limit }),
  });
  const found: Deviation[] = [];
  if (field.required && !items.some(({ length }) => length !== 0)) found.push(whole('REQUIRED', 'Required.'));
  const most = field.repeated ? field.maxItems : 1;
  if (most !== null && items.length > most) found.push(whole('TOO_MANY', `At most ${String(most)}.`, most));
  for (const [at, item] of items.entries()) {
    const broken = valueProblem(field, item);
    if (!broken) continue;
    const place = items.length > 1 ? `${path}/${String(at)}` : path;
    const message = `${field.name}: ${broken.message}`;
    found.push({ ...broken, path: place, message, field: field.name, itemUrn: item.urn, related: [item.urn] });
  }
  return found;
}

type Problem = Pick<Violation, 'code' | 'message' | 'limit'>;

function valueProblem(field: TypeField, item: TypedItem): Problem | null {
  return textProblem(field, item) ?? numberProblem(field, item) ?? targetProblem(field, item);
}

function textProblem({ minLength, maxLength, choices }: TypeField, { length, text }: TypedItem): Problem | null {
  // An empty text is none: whether there must be one is what `required` says.
  if (length === null || length === 0) return null;
  if (minLength !== null && length < minLength) {
    return { code: 'TOO_SHORT', message: `At least ${String(minLength)} characters.`, limit: minLength };
  }
  if (maxLength !== null && length > maxLength) {
    return { code: 'TOO_LONG', message: `At most ${String(maxLength)} characters.`, limit: maxLength };
  }
  if (choices.length === 0 || (text !== null && length <= longestChoice && choices.includes(text))) return null;
  return {
    code: 'INVALID_ENUM',
    message: 'The value is none of the choices.',
    limit: choices.join(', ').slice(0, 1024),
  };
}

function numberProblem({ minimum, maximum }: TypeField, { number }: TypedItem): Problem | null {
  if (number === null) return null;
  if (minimum !== null && compareNumbers(number, minimum) < 0) {
    return { code: 'OUT_OF_RANGE', message: `At least ${minimum}.`, limit: minimum };
  }
  if (maximum !== null && compareNumbers(number, maximum) > 0) {
    return { code: 'OUT_OF_RANGE', message: `At most ${maximum}.`, limit: maximum };
  }
  return null;
}

function targetProblem({ kind, entityTypes }: TypeField, { targetType }: TypedItem): Problem | null {
  if (kind !== 'REFERENCE_ITEM' || entityTypes.length === 0) return null;
  if (targetType !== null && entityTypes.includes(targetType)) return null;
  return { code: 'INVALID_REFERENCE', message: 'The entity is of no type that may stand here.' };
}

/** What contradicts itself in the definitions, with paths below `path`. */
export function fieldProblems(fields: readonly TypeField[], path: string): Violation[] {
  const found: Violation[] = [];
  const seen = new Set<string>();
  for (const [at, field] of fields.entries()) {
    const refuse = (member: string, code: Violation['code'], message: string): void => {
      found.push({ path: `${path}/${String(at)}/${member}`, code, message });
    };
    if (seen.has(field.name)) refuse('name', 'DUPLICATE', 'Another field of the type has this name.');
    seen.add(field.name);
    misplaced(field, refuse);
    contradictions(field, refuse);
  }
  return found;
}

type Refuse = (member: string, code: Violation['code'], message: string) => void;

// Rules that say nothing about items of the kind.
function misplaced(field: TypeField, refuse: Refuse): void {
  const { kind } = field;
  const only = (member: keyof TypeField, isFitting: boolean, kinds: string): void => {
    const value = field[member];
    const isSet = Array.isArray(value) ? value.length > 0 : value !== null;
    if (isSet && !isFitting) refuse(member, 'NOT_ALLOWED_TOGETHER', `Only ${kinds} have it.`);
  };
  only('minLength', texts.has(kind), 'texts, Markdown texts and templates');
  only('maxLength', texts.has(kind), 'texts, Markdown texts and templates');
  only('minimum', numbers.has(kind), 'LONG_ITEM and DOUBLE_ITEM');
  only('maximum', numbers.has(kind), 'LONG_ITEM and DOUBLE_ITEM');
  only('choices', kind === 'TEXT_ITEM', 'fields of TEXT_ITEM');
  only('entityTypes', kind === 'REFERENCE_ITEM', 'fields of REFERENCE_ITEM');
  only('maxItems', field.repeated, 'repeated fields');
}

function contradictions(field: TypeField, refuse: Refuse): void {
  const { minLength, maxLength, minimum, maximum, choices } = field;
  if (minLength !== null && maxLength !== null && minLength > maxLength) {
    refuse('maxLength', 'OUT_OF_RANGE', 'Must not be less than minLength.');
  }
  if (minimum !== null && maximum !== null && compareNumbers(minimum, maximum) > 0) {
    refuse('maximum', 'OUT_OF_RANGE', 'Must not be less than minimum.');
  }
  for (const [at, choice] of choices.entries()) {
    if (choice === '') refuse(`choices/${String(at)}`, 'TOO_SHORT', 'At least 1 character.');
    if ([...choice].length > longestChoice) {
      refuse(`choices/${String(at)}`, 'TOO_LONG', `At most ${String(longestChoice)} characters.`);
    }
    if (choices.indexOf(choice) < at) refuse(`choices/${String(at)}`, 'DUPLICATE', 'Named more than once.');
  }
}

/** Below 0 when `a` is less than `b`; both are decimal texts, or what a double prints as. */
function compareNumbers(a: string, b: string): number {
  const [one, other] = [parseDecimal(a), parseDecimal(b)];
  // A double of many digits prints with a power of ten.
  if (!one || !other) return Math.sign(Number(a) - Number(b));
  const scale = Math.max(one.scale, other.scale);
  const [x, y] = [scaled(one, scale), scaled(other, scale)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const scaled = ({ digits, scale }: Decimal, wanted: number): bigint => digits * 10n ** BigInt(wanted - scale);

/** An item that a new page begins with: the list that it stands in, and its members. */
export interface DefaultItem {
  readonly list: string;
  readonly item: Readonly<Record<string, unknown>>;
}

/** The items with defaults that were not sent. `sent` says whether a list of the new page holds an item of that name. */
export function missingDefaults(
  fields: readonly TypeField[],
  listOf: (kind: ItemKindName) => string,
  sent: (list: string, name: string) => boolean,
): DefaultItem[] {
  return fields.flatMap(({ name, kind, defaults }) => {
    const list = listOf(kind);
    return defaults === null || sent(list, name) ? [] : [{ list, item: { ...defaults, name, sortOrder: 0 } }];
  });
}

// A name as a segment of a JSON Pointer (RFC 6901).
function segment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
