// Reads schema/ once and turns the annotated SDL into the Contract. The only place that knows the directives' syntax.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Kind,
  parse,
  print,
  visit,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type InputValueDefinitionNode,
  type NameNode,
  type ObjectTypeDefinitionNode,
} from 'graphql';
import { followLabel } from '../domain/label.ts';
import { once } from '../domain/once.ts';
import { describeAll } from './describe.ts';
import { readInputs, readVerbs } from './loadVerbs.ts';
import { argumentsOf, directive, readField, snake, type Reader } from './readField.ts';
import {
  isCreatable,
  scopeOf,
  type Contract,
  type Field,
  type Resource,
  type ObjectType,
  type Operation,
} from './resource.ts';

const schemaDirectory = fileURLToPath(new URL('../../schema', import.meta.url));

/** The SDL files below schema/ in the order of their paths: those that people wrote, or those printed from them. */
function readFiles(isPrinted: boolean): string {
  return readdirSync(schemaDirectory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql') && name.startsWith('generated') === isPrinted)
    .sort()
    .map((name) => readFileSync(join(schemaDirectory, name), 'utf8'))
    .join('\n');
}

/** The definition, with the arguments of a page wherever a field gives one and says nothing about the first row. */
function withPages(definition: DefinitionNode): DefinitionNode {
  if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION)
    return definition;
  const fields = definition.fields?.map((field) => {
    const [, name] = /^(\w+)Connection!$/.exec(print(field.type)) ?? [];
    const given = field.arguments ?? [];
    if (!name || given.some((one) => one.name.value === 'first')) return field;
    return { ...field, arguments: [...pageArguments(name), ...given] };
  });
  return fields ? { ...definition, fields } : definition;
}

function pageArguments(name: string): readonly InputValueDefinitionNode[] {
  const types = ['first: Int', 'after: String', 'last: Int', 'before: String'];
  const choice = [`where: ${name}Where`, `orderBy: [${name}OrderBy!]`];
  const [type] = parse(`type _ { _(${[...types, ...choice].join(', ')}): _ }`, { noLocation: true }).definitions;
  return type?.kind === Kind.OBJECT_TYPE_DEFINITION ? (type.fields?.[0]?.arguments ?? []) : [];
}

// Read once: files of the program do not change while it runs.
const written = once(() => parse(readFiles(false), { noLocation: true }).definitions.map(withPages));
const printed = once(() => parse(readFiles(true), { noLocation: true }).definitions.map(withPages));

/** The whole SDL as a document, with all descriptions. Its validity is a test's business. */
export const schemaDocument: () => DocumentNode = once(() => ({
  kind: Kind.DOCUMENT,
  definitions: describeAll([...printed(), ...written()], loadContract()),
}));

/**
 * The text of the whole SDL as clients read it: with all descriptions, every type in one piece, and without the directives
 * that only the service reads, whose names mean something else to other tools.
 */
export const readSchema: () => string = once(() => print(forClients(schemaDocument())));

function forClients({ kind, definitions }: DocumentNode): DocumentNode {
  const own = new Set(
    definitions.flatMap((one) =>
      one.kind === Kind.DIRECTIVE_DEFINITION && one.locations.every(({ value }) => !isExecutable(value))
        ? [one.name.value]
        : [],
    ),
  );
  const extensions = definitions.filter((one) => one.kind === Kind.OBJECT_TYPE_EXTENSION);
  const whole = definitions
    .filter((one) => one.kind !== Kind.OBJECT_TYPE_EXTENSION)
    .map((one) => {
      if (one.kind !== Kind.OBJECT_TYPE_DEFINITION) return one;
      const more = extensions.filter(({ name }) => name.value === one.name.value);
      return { ...one, fields: [one, ...more].flatMap(({ fields }) => fields ?? []) };
    });
  const drop = ({ name }: { readonly name: NameNode }): null | undefined => (own.has(name.value) ? null : undefined);
  return visit({ kind, definitions: whole }, { Directive: drop, DirectiveDefinition: drop });
}

const isExecutable = (location: string): boolean => /^(FIELD|FRAGMENT_SPREAD|INLINE_FRAGMENT)$/.test(location);

/** The contract that schema/ states. Throws when the SDL contradicts itself. */
export const loadContract: () => Contract = once(() => contractFrom(written()));

/** The contract that these definitions state. Throws for a directive that nothing reads where it stands. */
export function contractFrom(definitions: readonly DefinitionNode[]): Contract {
  const roots: readonly string[] = ['Query', 'Mutation', 'Subscription'];
  const types = definitions
    .filter((d) => d.kind === Kind.OBJECT_TYPE_DEFINITION)
    .filter((d) => !roots.includes(d.name.value));
  const enums = new Map(
    definitions
      .filter((d) => d.kind === Kind.ENUM_TYPE_DEFINITION)
      .map((d) => [d.name.value, (d.values ?? []).map((v) => v.name.value)] as const),
  );
  const defaults = resourceDefaults(definitions);
  const isResource = (d: ObjectTypeDefinitionNode): boolean =>
    (d.directives ?? []).some(({ name }) => name.value === 'resource');
  // Kinds hold the contract that they are part of, so it is there before them and filled after.
  const contract = {} as Contract;
  const reader: Reader = {
    contract,
    fields: [],
    names: new Set(types.filter(isResource).map((d) => d.name.value)),
    enums,
    types: new Map(types.map((d) => [d.name.value, d])),
    inputs: new Set(definitions.filter((d) => d.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION).map((d) => d.name.value)),
    read: new Set(),
    madeFrom: new Map(),
  };
  const resources = types.filter(isResource).map((d) => readResource(reader, d, defaults));
  const objects = types.filter((d) => !isResource(d)).map((d) => readObject(reader, d));
  const inputs = readInputs(reader, definitions, objects);
  const verbs = readVerbs(reader, definitions, resources, ['Query', 'Mutation']);
  const subscriptions = readVerbs(reader, definitions, resources, ['Subscription']);
  refuseUnread(definitions, reader);
  refuseUnknownMembers(definitions, enums);
  checkInverses(resources);
  checkScopes(resources, enums);
  Object.assign(contract, {
    resources,
    kinds: Object.fromEntries(resources.map((r) => [r.name, r])),
    byName: new Map(resources.map((r) => [r.name, r])),
    byPath: new Map(resources.map((r) => [r.path, r])),
    objects: new Map(objects.map((o) => [o.name, o])),
    enums,
    inputs,
    verbs,
    subscriptions,
  } satisfies Record<keyof Contract, unknown>);
  linkFields(contract, reader.fields);
  for (const resource of resources) linkIngredients(resource, reader.madeFrom);
  requireLengths(contract);
  return contract;
}

type Unlinked<T> = { -readonly [Member in keyof T]: T[Member] };

// Fields name kinds in the SDL; from here on they hold them.
function linkFields(contract: Contract, fields: readonly Unlinked<Field>[]): void {
  for (const field of fields) {
    field.target = contract.byName.get(field.typeName) ?? null;
    field.object = contract.objects.get(field.typeName) ?? null;
    field.inverse = field.target?.fieldByName.get(field.inverseOf ?? '') ?? null;
  }
}

// The fields that were read here are linked here.
function linkIngredients({ name: kind, fields, fieldByName }: Resource, names: Reader['madeFrom']): void {
  for (const field of fields as readonly Unlinked<Field>[]) {
    field.madeFrom = (names.get(field) ?? []).map((name) => {
      const [first = '', second = null] = name.split('.');
      const link = second === null ? null : (fieldByName.get(first) ?? null);
      const column = second === null ? fieldByName.get(first) : link?.target?.fieldByName.get(second);
      if (column?.storage !== 'COLUMN' || column.isList || (link && (link.storage !== 'COLUMN' || link.isList)))
        throw new Error(`${kind}.${field.name} cannot be made from ${name}`);
      return { name, field: column, link };
    });
  }
}

function readResource(reader: Reader, node: ObjectTypeDefinitionNode, defaults: Record<string, unknown>): Resource {
  const name = node.name.value;
  // The directive's own declaration types these arguments; checked by the schema test.
  const args = { ...defaults, ...argumentsOf(directive(reader, node, 'resource')) } as {
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
    secret: boolean;
  };
  const isItem = (node.interfaces ?? []).some((i) => i.name.value === 'Item');
  const fields = (node.fields ?? []).map((f) => readField(reader, f, isItem));
  const fieldByName = new Map(fields.map((f) => [f.name, f]));
  const container = args.container === null ? null : (fieldByName.get(args.container) ?? null);
  if (args.container !== null && !container) {
    throw new Error(`${name}: the container field ${args.container} does not exist`);
  }
  for (const term of args.sort) {
    if (fieldByName.get(term.replace(/^-/, ''))?.storage !== 'COLUMN')
      throw new Error(`${name} cannot sort by ${term}`);
  }
  for (const { name: computed, sameAs } of fields) {
    if (sameAs !== null && fieldByName.get(sameAs)?.storage !== 'COLUMN')
      throw new Error(`${name}.${computed} cannot have the value of ${sameAs}`);
  }
  return {
    name,
    contract: reader.contract,
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
    operations: new Set(args.operations),
    labels: {
      ...{ create: args.create, read: args.read, update: args.update, delete: args.delete },
      follow: followLabel(args.read),
    },
    sort: args.sort,
    unique: args.unique.map((set) => set.split(' ')),
    isSecret: args.secret,
    fields,
    restFields: fields.filter(({ name }) => !fields.some((f) => f.name !== name && f.rest.name === name)),
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

// A list that callers send has a maximum length: what is done with it takes time, and for some of that no other request is answered.
// How many items a page may have is a setting.
function requireLengths({ resources, inputs, verbs, subscriptions }: Contract): void {
  const sent: (readonly [name: string, fields: readonly Field[]])[] = [
    ...resources.map((one) => [one.name, one.fields.filter(isCreatable)] as const),
    ...[...inputs].map(([name, { fields }]) => [name, fields] as const),
    ...[...verbs, ...subscriptions].map(([name, { args }]) => [name, args] as const),
  ];
  for (const [name, fields] of sent) {
    const open = fields.find((f) => f.isList && !f.isPaged && f.length === null && f.target?.isItem !== true);
    if (open) throw new Error(`${name}.${open.name} is a list that callers send, and states no @length`);
  }
}

// Read by GraphQL's own tools, and by the cost of operations (graphql/operation/limits.ts).
const readElsewhere: readonly string[] = ['deprecated', 'listSize'];

// A directive that stands where it does nothing promises what nothing keeps.
function refuseUnread(definitions: readonly DefinitionNode[], reader: Reader): void {
  visit(
    { kind: Kind.DOCUMENT, definitions },
    {
      Directive(node) {
        // Without variables in the SDL, every directive is a constant one.
        if (reader.read.has(node as ConstDirectiveNode) || readElsewhere.includes(node.name.value)) return;
        throw new Error(`Nothing reads @${node.name.value} where it stands`);
      },
    },
  );
}

// What an argument of a directive names of an enumeration, such as a subject or a label, is one of its members.
function refuseUnknownMembers(
  definitions: readonly DefinitionNode[],
  enums: ReadonlyMap<string, readonly string[]>,
): void {
  const typeOf = new Map(
    definitions
      .filter((one) => one.kind === Kind.DIRECTIVE_DEFINITION)
      .flatMap(({ name, arguments: args }) => (args ?? []).map((arg) => [`${name.value} ${arg.name.value}`, arg.type])),
  );
  visit(
    { kind: Kind.DOCUMENT, definitions },
    {
      Directive(node) {
        for (const { name, value } of node.arguments ?? []) {
          const type = typeOf.get(`${node.name.value} ${name.value}`);
          const members = type && enums.get(print(type).replace(/[[\]!]/g, ''));
          const unknown = members && [valueFromASTUntyped(value)].flat().find((one) => !members.includes(String(one)));
          if (unknown !== undefined)
            throw new Error(`@${node.name.value}(${name.value}: ${String(unknown)}) is no member of its enumeration`);
        }
      },
    },
  );
}

// What a permission can be on is a kind: a scope that none has could be granted, and would mean nothing.
function checkScopes(resources: readonly Resource[], enums: ReadonlyMap<string, readonly string[]>): void {
  const known = resources.map(scopeOf);
  const unknown = enums.get('PermissionObjectScope')?.find((scope) => !known.includes(scope));
  if (unknown !== undefined) throw new Error(`PermissionObjectScope.${unknown} is the scope of no kind`);
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
