// Reads one annotated field or argument of the SDL. Every directive that is read is noted, so that the loader can refuse
// those that nothing reads. Called by load.ts and loadVerbs.ts.
import {
  Kind,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type ObjectTypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import type { AccessRule, Contract, Field, RestField, Storage, TypeClass } from './resource.ts';

/** What is known of the SDL while its parts are read. */
export interface Reader {
  /** The contract that is being read; filled when everything is. */
  readonly contract: Contract;
  /** Every field that was read, to be linked then. */
  readonly fields: Field[];
  /** The kinds. */
  readonly names: ReadonlySet<string>;
  readonly enums: ReadonlyMap<string, readonly string[]>;
  readonly types: ReadonlyMap<string, ObjectTypeDefinitionNode>;
  /** The input objects. */
  readonly inputs: ReadonlySet<string>;
  /** The directives that were read so far. */
  readonly read: Set<ConstDirectiveNode>;
  /** What computed fields are made from, as the SDL names it. */
  readonly madeFrom: Map<Field, readonly string[]>;
}

/** `camelCase` to `snake_case`; a run of capitals is one word: `clientID` is `client_id`. */
export function snake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1_')
    .toLowerCase();
}

/** A field of a type, or an argument; `inItem` for the fields of item kinds, which share one table. */
export function readField(
  reader: Reader,
  node: FieldDefinitionNode | InputValueDefinitionNode,
  inItem: boolean,
): Field {
  const name = node.name.value;
  const shape = unwrap(node.type);
  const isPaged = shape.name.endsWith('Connection');
  const typeName = isPaged ? shape.name.slice(0, -'Connection'.length) : shape.name;
  const computed = directive(reader, node, 'computed');
  const computedArgs = argumentsOf(computed);
  const inverse = directive(reader, node, 'inverse');
  const inverseOf = inverse ? String(argumentsOf(inverse)['by']) : null;
  const typeClass = classOf(reader, typeName);
  const isList = shape.isList || isPaged;
  const length = directive(reader, node, 'length');
  const range = directive(reader, node, 'range');
  const filter = directive(reader, node, 'filter');
  const required = directive(reader, node, 'required');
  const [filterArgs, lengthArgs, rangeArgs] = [argumentsOf(filter), argumentsOf(length), argumentsOf(range)];
  const defaultNode = directive(reader, node, 'default');
  const field: Field = {
    name,
    description: node.description?.value ?? '',
    typeName,
    typeClass,
    isList,
    isPaged,
    isNonNull: node.type.kind === Kind.NON_NULL_TYPE,
    storage: storageOf(reader, { isComputed: computed !== null, typeClass, isList, inverseOf, typeName }),
    column: columnName(name, typeName, inItem),
    members: reader.enums.get(typeName) ?? [],
    target: null,
    object: null,
    inverse: null,
    inverseOf,
    isPagedAround: isPaged && 'arguments' in node && (node.arguments ?? []).some((one) => one.name.value === 'around'),
    rest: restFieldOf(name, argumentsOf(directive(reader, node, 'restField'))),
    isRequired: required !== null,
    isFilledIn: argumentsOf(required)['filledIn'] === true,
    isIgnoredOnUpdate: directive(reader, node, 'ignoredOnUpdate') !== null,
    isReadOnly: directive(reader, node, 'readOnly') !== null,
    isImported: directive(reader, node, 'imported') !== null,
    isWriteOnly: directive(reader, node, 'writeOnly') !== null,
    isSensitive: directive(reader, node, 'sensitive') !== null,
    isPath: directive(reader, node, 'path') !== null,
    isComputed: computed !== null,
    sameAs: typeof computedArgs['as'] === 'string' ? computedArgs['as'] : null,
    isTransient: computedArgs['transient'] === true,
    madeFrom: [],
    // The directive's own declaration types the argument; checked by the schema test.
    access: (argumentsOf(directive(reader, node, 'access'))['rule'] ?? null) as AccessRule | null,
    filter: filter ? { as: typeof filterArgs['as'] === 'string' ? filterArgs['as'] : null } : null,
    length: length ? { min: Number(lengthArgs['min'] ?? 0), max: Number(lengthArgs['max']) } : null,
    range: range ? { min: numberOrNull(rangeArgs['min']), max: numberOrNull(rangeArgs['max']) } : null,
    example: argumentsOf(directive(reader, node, 'example'))['value'],
    defaultValue: defaultNode ? (JSON.parse(String(argumentsOf(defaultNode)['value'])) as unknown) : undefined,
  };
  note(reader, field, computedArgs['from']);
  return field;
}

function note(reader: Reader, field: Field, madeFrom: unknown): void {
  reader.fields.push(field);
  if (Array.isArray(madeFrom)) reader.madeFrom.set(field, madeFrom.map(String));
}

function restFieldOf(field: string, { name, onDemand, urnOnly, newestPage }: Record<string, unknown>): RestField {
  return {
    name: typeof name === 'string' ? name : field,
    isOnDemand: onDemand === true,
    isUrnOnly: urnOnly === true,
    isNewestPage: newestPage === true,
  };
}

function classOf(reader: Reader, typeName: string): TypeClass {
  if (reader.names.has(typeName)) return 'LINK';
  if (reader.enums.has(typeName)) return 'ENUM';
  if (typeName.endsWith('History')) return 'HISTORY';
  return reader.types.has(typeName) ? 'OBJECT' : 'SCALAR';
}

function storageOf(
  reader: Reader,
  field: { isComputed: boolean; typeClass: TypeClass; isList: boolean; inverseOf: string | null; typeName: string },
): Storage {
  if (field.isComputed || field.typeClass === 'HISTORY') return 'COMPUTED';
  if (field.inverseOf) {
    const other = reader.types.get(field.typeName)?.fields?.find((f) => f.name.value === field.inverseOf);
    if (!other) throw new Error(`${field.typeName} has no field ${field.inverseOf}, which @inverse names`);
    const isInLinkTable = unwrap(other.type).isList && !other.directives?.some((one) => one.name.value === 'computed');
    return isInLinkTable ? 'INVERSE_LINKS' : 'INVERSE';
  }
  return field.isList && field.typeClass === 'LINK' ? 'LINKS' : 'COLUMN';
}

// All item kinds share one table, so `value` takes the name of its type: value_boolean, value_long, ...
function columnName(name: string, typeName: string, inItem: boolean): string {
  return inItem && name === 'value' ? `value_${snake(typeName === 'JSON' ? 'Json' : typeName)}` : snake(name);
}

function unwrap(type: TypeNode): { name: string; isList: boolean } {
  if (type.kind === Kind.NON_NULL_TYPE) return unwrap(type.type);
  if (type.kind === Kind.LIST_TYPE) return { name: unwrap(type.type).name, isList: true };
  return { name: type.name.value, isList: false };
}

interface Annotated {
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
}

/** The directives of that name, in their order. */
export function directives(reader: Reader, node: Annotated, name: string): ConstDirectiveNode[] {
  const found = (node.directives ?? []).filter((d) => d.name.value === name);
  for (const one of found) reader.read.add(one);
  return found;
}

/** The directive of that name; null without one. */
export function directive(reader: Reader, node: Annotated, name: string): ConstDirectiveNode | null {
  return directives(reader, node, name)[0] ?? null;
}

/** The arguments of a directive that stand in the SDL; none without one. */
export function argumentsOf(node: ConstDirectiveNode | null): Record<string, unknown> {
  return Object.fromEntries((node?.arguments ?? []).map((a) => [a.name.value, valueFromASTUntyped(a.value)]));
}

function numberOrNull(value: unknown): number | null {
  return value === undefined || value === null ? null : Number(value);
}
