// Which fields a request may set and which arguments a verb takes, and how a value can break their rules. Knows every limit only
// from the contract; the database is never queried here. Returns canonical values: urns in lower case, instants in UTC.
import { codePoints, isStorable } from '../domain/text.ts';
import { type Violation, invalid, mostViolations, ServiceError } from '../domain/errors.ts';
import { didYouMean } from '../domain/nearestName.ts';
import { isTooFine } from '../domain/instant.ts';
import { parseUrn } from '../domain/urn.ts';
import {
  targetOf,
  isCreatable,
  isUpdatable,
  mayBeNull,
  type Contract,
  type Field,
  type Resource,
  type Verb,
  bodyArgument,
} from './resource.ts';
import { checkScalar, isObject } from './scalarRules.ts';

/** What came of checking a body. */
export interface Checked {
  /** Canonical values of the fields that were sent and may be set; defaults filled in on create. */
  readonly values: Record<string, unknown>;
  readonly violations: Violation[];
}

/** How a body is checked. */
export interface CheckOptions {
  readonly operation: 'CREATE' | 'UPDATE';
  /** JSON Pointer of the object that is checked; empty for the whole body. */
  readonly path: string;
  /** `Prefer: handling=strict`: unknown members are refused. */
  readonly isStrict: boolean;
  /** Fields the caller gives by position rather than by value, such as the parent of an embedded child. */
  readonly given: ReadonlySet<string>;
  /** Takes the paths of instants that were cut to the microseconds that are kept; strict handling refuses them. */
  readonly cut: string[];
  /** Takes what is said of members that nobody knows, which lenient handling passes over. */
  readonly ignored?: string[];
}

/** Checks a request body against the rules of its kind. Never throws; all violations come back together. */
export function checkInput(contract: Contract, resource: Resource, input: unknown, options: CheckOptions): Checked {
  const values: Record<string, unknown> = {};
  const violations: Violation[] = [];
  if (!isObject(input)) {
    violations.push({ path: options.path, code: 'INVALID_FORMAT', message: 'Expected an object.' });
    return { values, violations };
  }
  const mayset = options.operation === 'CREATE' ? isCreatable : isUpdatable;
  for (const field of resource.fields) {
    const path = `${options.path}/${field.name}`;
    const isSent = input[field.name] !== undefined;
    if (options.given.has(field.name)) continue;
    if (!mayset(field)) {
      // What the service keeps itself begins at its default, whatever was sent.
      if (options.operation === 'CREATE' && field.defaultValue !== undefined) values[field.name] = field.defaultValue;
      continue;
    }
    if (!isSent) {
      if (options.operation === 'UPDATE') continue;
      if (field.isRequired) violations.push({ path, code: 'REQUIRED', message: 'Required.' });
      else if (field.defaultValue !== undefined) values[field.name] = field.defaultValue;
      continue;
    }
    // What is never answered reads as null: sent back, it means nothing.
    if (field.isWriteOnly && input[field.name] === null && options.operation === 'UPDATE') continue;
    const checked = checkValue(contract, field, input[field.name], { ...options, path });
    violations.push(...checked.violations);
    values[field.name] = checked.value;
  }
  if (options.isStrict) violations.push(...unknownNames(resource.fields, input, options.path));
  else options.ignored?.push(...passedOver(resource.fields, mayset, input, options.path));
  return { values, violations };
}

function unknownNames(fields: readonly Field[], input: Readonly<Record<string, unknown>>, path: string): Violation[] {
  const known = new Set(fields.map(({ name }) => name));
  return Object.keys(input)
    .filter((name) => !known.has(name))
    .slice(0, mostViolations)
    .map((name) => ({ path: `${path}/${pointer(name)}`, code: 'UNKNOWN_FIELD', message: 'The field does not exist.' }));
}

// A name that stands in a header as it is.
const plainName = /^[\w$.:@-]{1,64}$/;

function passedOver(
  fields: readonly Field[],
  mayset: (field: Field) => boolean,
  input: Readonly<Record<string, unknown>>,
  path: string,
): string[] {
  const settable = fields.filter(mayset).map(({ name }) => name);
  return unknownNames(fields, input, path).map((unknown) => {
    const name = unknown.path.slice(path.length + 1);
    if (!plainName.test(name)) return `${path}/: a member was ignored that has no such name.`;
    return `${unknown.path} was ignored: there is no such field.${didYouMean(name, settable)}`;
  });
}

interface CheckedValue {
  readonly value: unknown;
  readonly violations: readonly Violation[];
}

function checkValue(contract: Contract, field: Field, value: unknown, options: CheckOptions): CheckedValue {
  const { path } = options;
  if (value === null) {
    if (!mayBeNull(field)) return refuse({ path, code: 'NULL_NOT_ALLOWED', message: 'Null is not allowed.' });
    return { value: null, violations: [] };
  }
  if (!field.isList) return checkElement(contract, field, value, options);
  if (!Array.isArray(value)) return refuse({ path, code: 'INVALID_FORMAT', message: 'Expected a list.' });
  const { length } = field;
  if (length && value.length > length.max) {
    return refuse({ path, code: 'TOO_MANY', message: `At most ${String(length.max)} elements.`, limit: length.max });
  }
  if (length && value.length < length.min) {
    return refuse({ path, code: 'TOO_SHORT', message: `At least ${String(length.min)} elements.`, limit: length.min });
  }
  const canonical: unknown[] = [];
  const violations: Violation[] = [];
  for (const [at, element] of value.entries()) {
    // More are not answered, and nothing of a refused list is used.
    if (violations.length >= mostViolations) break;
    const checked = checkListed(contract, field, element, { ...options, path: `${path}/${String(at)}` });
    canonical.push(checked.value);
    violations.push(...checked.violations);
  }
  return { value: canonical, violations: [...violations, ...repeatedLinks(field, canonical, path)] };
}

function checkListed(contract: Contract, field: Field, element: unknown, options: CheckOptions): CheckedValue {
  if (element !== null) return checkElement(contract, field, element, options);
  const refused = refuse({ path: options.path, code: 'NULL_NOT_ALLOWED', message: 'Null is not allowed.' });
  // Whatever is sent as a child, those who check it further find an object.
  return field.storage === 'INVERSE' ? { ...refused, value: {} } : refused;
}

function repeatedLinks(field: Field, values: readonly unknown[], path: string): Violation[] {
  if (field.storage !== 'LINKS' && field.storage !== 'INVERSE_LINKS') return [];
  const seen = new Set<unknown>();
  return values.flatMap((value, at): Violation[] => {
    const isRepeated = value !== undefined && seen.has(value);
    seen.add(value);
    return isRepeated
      ? [{ path: `${path}/${String(at)}`, code: 'DUPLICATE', message: 'The value is listed more than once.' }]
      : [];
  });
}

function checkElement(contract: Contract, field: Field, value: unknown, options: CheckOptions): CheckedValue {
  if (field.storage === 'INVERSE') return checkChild(contract, field, value, options);
  if (field.typeClass === 'LINK') return checkLink(value, options.path);
  if (field.typeClass === 'OBJECT') return checkObject(contract, field, value, options);
  if (field.typeClass === 'ENUM') return checkMember(field, value, options.path);
  const { path } = options;
  const checked = checkScalar(field, value);
  if ('problem' in checked) return refuse({ path, ...checked.problem });
  if (field.typeName === 'DateTime' && isTooFine(String(value))) {
    const message = 'At most six digits of a second are kept.';
    if (options.isStrict) return refuse({ path, code: 'INVALID_FORMAT', message, limit: 6 });
    options.cut.push(path);
  }
  return { value: checked.value, violations: [] };
}

// A child sent inside its parent: its own rules, but the link to the parent is given by where it stands.
function checkChild(contract: Contract, field: Field, value: unknown, options: CheckOptions): CheckedValue {
  const child = targetOf(field);
  const known = isObject(value) && typeof value['urn'] === 'string' && options.operation === 'UPDATE';
  const checked = checkInput(contract, child, value, {
    ...options,
    operation: 'CREATE',
    given: new Set([field.inverseOf ?? '']),
  });
  // A child that is sent back with its urn is an update of that child: what is absent stays.
  if (!known) return { value: checked.values, violations: checked.violations };
  const sent = Object.entries(checked.values).filter(([name]) => value[name] !== undefined);
  return { value: Object.fromEntries(sent), violations: checked.violations.filter((v) => v.code !== 'REQUIRED') };
}

function checkLink(value: unknown, path: string): CheckedValue {
  const urn = parseUrn(isObject(value) ? value['urn'] : value);
  if (urn) return { value: urn, violations: [] };
  const message =
    typeof value === 'string'
      ? 'Expected a UUID of 36 characters.'
      : 'A urn is expected, as text or as an object with the member urn.';
  return refuse({ path, code: 'INVALID_FORMAT', message });
}

function checkObject(contract: Contract, field: Field, value: unknown, options: CheckOptions): CheckedValue {
  const type = contract.objects.get(field.typeName) ?? contract.inputs.get(field.typeName);
  if (!type || !isObject(value)) {
    return refuse({ path: options.path, code: 'INVALID_FORMAT', message: 'Expected an object.' });
  }
  const members = type.fields.filter((f) => !f.isReadOnly);
  const { values, violations } = checkMembers(contract, { members, sent: value }, options);
  if (options.isStrict) violations.push(...unknownNames(type.fields, value, options.path));
  return { value: values, violations };
}

function checkMembers(
  contract: Contract,
  { members, sent }: { readonly members: readonly Field[]; readonly sent: Readonly<Record<string, unknown>> },
  options: CheckOptions,
  pathOf: (member: Field) => string = ({ name }) => `${options.path}/${name}`,
): Checked {
  const values: Record<string, unknown> = {};
  const violations: Violation[] = [];
  for (const member of members) {
    const path = pathOf(member);
    const value = sent[member.name];
    if (value === undefined) {
      if (member.isRequired) violations.push({ path, code: 'REQUIRED', message: 'Required.' });
      else if (member.defaultValue !== undefined) values[member.name] = member.defaultValue;
      continue;
    }
    const checked = checkValue(contract, member, value, { ...options, path });
    violations.push(...checked.violations);
    values[member.name] = checked.value;
  }
  return { values, violations };
}

/**
 * Checks the arguments of a verb, as both faces send them, and gives their canonical values with defaults filled in.
 * The members of an input object stand at the root of the paths: over REST it is the body.
 * @param cut takes the paths of instants that were cut
 */
export function checkArguments(
  contract: Contract,
  verb: Verb,
  sent: Readonly<Record<string, unknown>>,
  { isStrict, cut = [] }: { readonly isStrict: boolean; readonly cut?: string[] },
): Checked {
  const body = bodyArgument(verb);
  const options: CheckOptions = { operation: 'CREATE', path: '', isStrict, given: new Set(), cut };
  return checkMembers(contract, { members: verb.args, sent }, options, (arg) => (arg === body ? '' : `/${arg.name}`));
}

function checkMember(field: Field, value: unknown, path: string): CheckedValue {
  if (typeof value !== 'string') return refuse({ path, code: 'INVALID_FORMAT', message: 'Expected a string.' });
  if (field.members.includes(value)) return { value, violations: [] };
  return refuse({
    path,
    code: 'INVALID_ENUM',
    message: `One of ${field.members.join(', ')} is expected.`,
    limit: field.members.join(', '),
  });
}

function refuse(violation: Violation): CheckedValue {
  return { value: undefined, violations: [violation] };
}

/** A member name as a JSON Pointer segment (RFC 6901). */
function pointer(name: string): string {
  const storable = isStorable(name) && codePoints(name) <= 256 ? name : '?';
  return storable.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Canonical values of what was sent. Throws with every violation: VALIDATION_FAILED where arguments are a body over REST,
 * INVALID_PARAMETER where they are parameters.
 * @param cut takes the paths of instants that were cut to the microseconds that are kept
 */
export function readArguments(
  contract: Contract,
  verb: Verb,
  sent: Readonly<Record<string, unknown>>,
  { isStrict = false, cut = [] }: { readonly isStrict?: boolean; readonly cut?: string[] } = {},
): Record<string, unknown> {
  const { values, violations } = checkArguments(contract, verb, sent, { isStrict, cut });
  const [first] = violations;
  if (!first) return values;
  if (verb.root === 'Mutation' || verb.rest.some(({ method }) => method === 'POST')) throw invalid(violations);
  throw new ServiceError(
    'INVALID_PARAMETER',
    `${first.path.slice(1)}: ${first.message}`,
    violations.map((one) => ({ ...one, path: `?${one.path.slice(1)}`, code: 'INVALID_PARAMETER' as const })),
  );
}
