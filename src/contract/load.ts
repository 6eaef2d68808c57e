// Reads schema/ once and turns the annotated SDL into the Contract. The only place that knows the directives' syntax.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Kind,
  parse,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type ObjectTypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import { once } from '../domain/once.ts';
import type { Contract, Field, ObjectType, Operation, Resource, Storage, TypeClass } from './resource.ts';

const schemaDirectory = fileURLToPath(new URL('../../schema', import.meta.url));

/** The SDL files below schema/ in the order of their paths: those that people wrote, or those printed from them. */
function readFiles(isPrinted: boolean): string {
  return readdirSync(schemaDirectory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql') && name.startsWith('generated') === isPrinted)
    .sort()
    .map((name) => readFileSync(join(schemaDirectory, name), 'utf8'))
    .join('\n');
}

/** The text of the whole SDL: what people wrote, and what was printed from it. */
export function readSchema(): string {
  return `${readFiles(true)}\n${readFiles(false)}`;
}

// Read once: files of the program do not change while it runs.
const written = once(() => parse(readFiles(false), { noLocation: true }).definitions);
const printed = once(() => parse(readFiles(true), { noLocation: true }).definitions);

/** The whole SDL as a document. Its validity is a test's business. */
export function schemaDocument(): DocumentNode {
  return { kind: Kind.DOCUMENT, definitions: [...printed(), ...written()] };
}

/** The contract that schema/ states. Throws when the SDL contradicts itself. */
export const loadContract: () => Contract = once(() => contractFrom(written()));

/** The contract that these definitions state. */
function contractFrom(definitions: readonly DefinitionNode[]): Contract {
  const types = definitions.filter((d) => d.kind === Kind.OBJECT_TYPE_DEFINITION);
  const enums = new Map(
    definitions
      .filter((d) => d.kind === Kind.ENUM_TYPE_DEFINITION)
      .map((d) => [d.name.value, (d.values ?? []).map((v) => v.name.value)] as const),
  );
  const defaults = resourceDefaults(definitions);
  const isResource = (d: ObjectTypeDefinitionNode): boolean => directive(d, 'resource') !== null;
  const names = new Set(types.filter(isResource).map((d) => d.name.value));
  const reader: Reader = { names, enums, types: new Map(types.map((d) => [d.name.value, d])) };
  const resources = types.filter(isResource).map((d) => readResource(reader, d, defaults));
  const objects = types.filter((d) => !isResource(d)).map((d) => readObject(reader, d));
  checkInverses(resources);
  return {
    resources,
    byName: new Map(resources.map((r) => [r.name, r])),
    byPath: new Map(resources.map((r) => [r.path, r])),
    objects: new Map(objects.map((o) => [o.name, o])),
    enums,
  };
}

interface Reader {
  readonly names: ReadonlySet<string>;
  readonly enums: ReadonlyMap<string, readonly string[]>;
  readonly types: ReadonlyMap<string, ObjectTypeDefinitionNode>;
}

/** `camelCase` to `snake_case`; a run of capitals is one word: `clientID` is `client_id`. */
function snake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

function readResource(reader: Reader, node: ObjectTypeDefinitionNode, defaults: Record<string, unknown>): Resource {
  const name = node.name.value;
  // The directive's own declaration types these arguments; checked by the schema test.
  const args = { ...defaults, ...argumentsOf(directive(node, 'resource')) } as {
    path: string;
    plural: string;
    singular: string | null;
    subject: string | null;
    container: string | null;
    operations: Operation[];
    create: string;
    read: string;
    update: string;
    delete: string;
    sort: string[];
    unique: string[];
  };
  const isItem = (node.interfaces ?? []).some((i) => i.name.value === 'Item');
  const fields = (node.fields ?? []).map((f) => readField(reader, f, isItem));
  const fieldByName = new Map(fields.map((f) => [f.name, f]));
  const container = args.container;
  const containerKind = container ? (fieldByName.get(container)?.typeName ?? null) : null;
  if (container && !containerKind) throw new Error(`${name}: the container field ${container} does not exist`);
  for (const term of args.sort) {
    if (fieldByName.get(term.replace(/^-/, ''))?.storage !== 'COLUMN')
      throw new Error(`${name} cannot sort by ${term}`);
  }
  return {
    name,
    description: node.description?.value ?? '',
    path: args.path,
    plural: args.plural,
    singularField: args.singular ?? lowerFirst(name),
    pluralField: pluralField(name, args.plural),
    table: isItem ? 'item' : snake(name),
    isItem,
    historyPath: isItem ? `${args.path}history` : null,
    subject: args.subject,
    container,
    containerKind,
    operations: new Set(args.operations),
    labels: { create: args.create, read: args.read, update: args.update, delete: args.delete },
    sort: args.sort,
    unique: args.unique.map((set) => set.split(' ')),
    fields,
    fieldByName,
  };
}

function readObject(reader: Reader, node: ObjectTypeDefinitionNode): ObjectType {
  return {
    name: node.name.value,
    description: node.description?.value ?? '',
    fields: (node.fields ?? []).map((f) => readField(reader, f, false)),
  };
}

function readField(reader: Reader, node: FieldDefinitionNode, inItem: boolean): Field {
  const name = node.name.value;
  const shape = unwrap(node.type);
  const isPaged = shape.name.endsWith('Connection');
  const typeName = isPaged ? shape.name.slice(0, -'Connection'.length) : shape.name;
  const isComputed = directive(node, 'computed') !== null;
  const inverse = directive(node, 'inverse');
  const inverseOf = inverse ? String(argumentsOf(inverse)['by']) : null;
  const typeClass = classOf(reader, typeName);
  const isList = shape.isList || isPaged;
  const length = directive(node, 'length');
  const range = directive(node, 'range');
  const filter = directive(node, 'filter');
  const filterArgs = argumentsOf(filter);
  const lengthArgs = argumentsOf(length);
  const rangeArgs = argumentsOf(range);
  const defaultNode = directive(node, 'default');
  return {
    name,
    description: node.description?.value ?? '',
    typeName,
    typeClass,
    isList,
    isPaged,
    isNonNull: node.type.kind === Kind.NON_NULL_TYPE,
    storage: storageOf(reader, { isComputed, typeClass, isList, inverseOf, typeName }),
    column: columnName(name, typeName, inItem),
    members: reader.enums.get(typeName) ?? [],
    inverseOf,
    isRequired: directive(node, 'required') !== null,
    isIgnoredOnUpdate: directive(node, 'ignoredOnUpdate') !== null,
    isReadOnly: directive(node, 'readOnly') !== null,
    isWriteOnly: directive(node, 'writeOnly') !== null,
    isUntold: directive(node, 'untold') !== null,
    isComputed,
    filter: filter ? { as: typeof filterArgs['as'] === 'string' ? filterArgs['as'] : null } : null,
    length: length ? { min: Number(lengthArgs['min'] ?? 0), max: Number(lengthArgs['max']) } : null,
    range: range ? { min: numberOrNull(rangeArgs['min']), max: numberOrNull(rangeArgs['max']) } : null,
    defaultValue: defaultNode ? (JSON.parse(String(argumentsOf(defaultNode)['value'])) as unknown) : undefined,
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
    return unwrap(other.type).isList ? 'INVERSE_LINKS' : 'INVERSE';
  }
  return field.isList && field.typeClass === 'LINK' ? 'LINKS' : 'COLUMN';
}

// All item kinds share one table, so `value` takes the name of its type: value_boolean, value_long, ...
function columnName(name: string, typeName: string, inItem: boolean): string {
  return inItem && name === 'value' ? `value_${snake(typeName === 'JSON' ? 'Json' : typeName)}` : snake(name);
}

function checkInverses(resources: readonly Resource[]): void {
  for (const resource of resources) {
    for (const set of resource.unique) {
      for (const name of set) {
        if (name !== 'owner' && !resource.fieldByName.has(name))
          throw new Error(`${resource.name}.unique names ${name}`);
      }
    }
  }
}

function unwrap(type: TypeNode): { name: string; isList: boolean } {
  if (type.kind === Kind.NON_NULL_TYPE) return unwrap(type.type);
  if (type.kind === Kind.LIST_TYPE) return { name: unwrap(type.type).name, isList: true };
  return { name: type.name.value, isList: false };
}

function directive(
  node: { readonly directives?: readonly ConstDirectiveNode[] | undefined },
  name: string,
): ConstDirectiveNode | null {
  return node.directives?.find((d) => d.name.value === name) ?? null;
}

function argumentsOf(node: ConstDirectiveNode | null): Record<string, unknown> {
  return Object.fromEntries((node?.arguments ?? []).map((a) => [a.name.value, valueFromASTUntyped(a.value)]));
}

function resourceDefaults(definitions: readonly DefinitionNode[]): Record<string, unknown> {
  const found = definitions.find((d) => d.kind === Kind.DIRECTIVE_DEFINITION && d.name.value === 'resource');
  if (found?.kind !== Kind.DIRECTIVE_DEFINITION) return { singular: null, subject: null, container: null };
  return Object.fromEntries(
    (found.arguments ?? []).map((a) => [a.name.value, a.defaultValue ? valueFromASTUntyped(a.defaultValue) : null]),
  );
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

// `Company` and `companies` share `compan`; what follows in the plural is its ending.
function pluralField(name: string, plural: string): string {
  let shared = 0;
  while (shared < name.length && name.charAt(shared).toLowerCase() === plural.charAt(shared)) shared += 1;
  return lowerFirst(name.slice(0, shared)) + plural.slice(shared);
}

function numberOrNull(value: unknown): number | null {
  return value === undefined || value === null ? null : Number(value);
}
