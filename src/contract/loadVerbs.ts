// Reads the root fields of Query and Mutation that are written by hand into verbs. Called by load.ts.
import {
  Kind,
  valueFromASTUntyped,
  type DefinitionNode,
  type FieldDefinitionNode,
  type ObjectTypeDefinitionNode,
} from 'graphql';
import { argumentsOf, directive, directives, readField, type Reader } from './readField.ts';
import {
  type Field,
  type Resource,
  type ObjectType,
  type Verb,
  type RestForm,
  bodyArgument,
  pathNames,
} from './resource.ts';

/** The fields of these roots by name. Throws for a REST form that does not fit its field. */
export function readVerbs(
  reader: Reader,
  definitions: readonly DefinitionNode[],
  resources: readonly Resource[],
  roots: readonly Verb['root'][],
): Map<string, Verb> {
  const verbs = roots.flatMap((root) =>
    rootFields(definitions, root).map((node) => readVerb(reader, root, node, resources)),
  );
  return new Map(verbs.map((verb) => [verb.name, verb]));
}

/** The input objects that people wrote, and the printed ones of value objects that those hold, by name. */
export function readInputs(
  reader: Reader,
  definitions: readonly DefinitionNode[],
  objects: readonly ObjectType[],
): Map<string, ObjectType> {
  const nodes = definitions.filter((d) => d.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION);
  const inputs = new Map(
    nodes.map((d) => {
      const fields = (d.fields ?? []).map((node) => readArgument(reader, node));
      return [d.name.value, { name: d.name.value, description: d.description?.value ?? '', fields }] as const;
    }),
  );
  const held = new Set([...inputs.values()].flatMap(({ fields }) => fields.map(({ typeName }) => typeName)));
  const printed = objects.map((object) => ({ ...object, name: `${object.name}Input` }));
  return new Map([...inputs, ...printed.filter(({ name }) => held.has(name)).map((one) => [one.name, one] as const)]);
}

/** The fields of a root that these definitions state. */
export function rootFields(definitions: readonly DefinitionNode[], root: string): FieldDefinitionNode[] {
  return definitions
    .filter((d) => d.kind === Kind.OBJECT_TYPE_DEFINITION || d.kind === Kind.OBJECT_TYPE_EXTENSION)
    .filter((d) => d.name.value === root)
    .flatMap((d) => [...(d.fields ?? [])]);
}

function readVerb(reader: Reader, root: Verb['root'], node: FieldDefinitionNode, resources: readonly Resource[]): Verb {
  const field = readField(reader, node, false);
  const { name, description } = field;
  const payload = root === 'Mutation' ? payloadOf(reader, field, resources) : null;
  const verb: Verb = {
    name,
    root,
    description,
    args: (node.arguments ?? []).filter(isChecked).map((argument) => readArgument(reader, argument)),
    answer: payload?.member ?? field,
    showsCurrent: payload?.showsCurrent ?? false,
    isPublic: directive(reader, node, 'public') !== null,
    rest: directives(reader, node, 'rest').map((one) => readForm(name, argumentsOf(one))),
  };
  for (const form of verb.rest) checkForm(verb, form);
  return verb;
}

/** Whether an argument is checked by the rules of its type. What list to give is read by the list itself (listQuery.ts). */
export function isChecked({ name }: { readonly name: { readonly value: string } }): boolean {
  return name.value !== 'where' && name.value !== 'orderBy';
}

// A link is sent as a urn; what is neither null nor has a default must be there.
function readArgument(reader: Reader, node: Parameters<typeof readField>[1]): Field {
  const field = readField(reader, node, false);
  const sent = 'defaultValue' in node ? node.defaultValue : undefined;
  return {
    ...field,
    storage: 'COMPUTED',
    typeClass: field.typeName === 'ID' ? 'LINK' : isInput(reader, field.typeName) ? 'OBJECT' : field.typeClass,
    isRequired: field.isNonNull && sent === undefined,
    defaultValue: sent === undefined ? undefined : valueFromASTUntyped(sent),
  };
}

// One that people wrote, or the printed one of a value object.
const isInput = ({ inputs, types }: Reader, name: string): boolean =>
  inputs.has(name) || (name.endsWith('Input') && types.has(name.slice(0, -'Input'.length)));

function payloadOf(
  reader: Reader,
  field: Field,
  resources: readonly Resource[],
): { readonly member: Field; readonly showsCurrent: boolean } {
  const written = reader.types.get(field.typeName);
  if (written) return { member: memberOf(reader, written), showsCurrent: false };
  const [, operation, kind] = /^(Create|Update)(\w+)Payload$/.exec(field.typeName) ?? [];
  const resource = resources.find((r) => r.name === kind);
  if (!resource) throw new Error(`${field.name}: the payload ${field.typeName} does not exist`);
  const result = {
    name: resource.singularField,
    typeName: resource.name,
    typeClass: 'LINK',
    isNonNull: false,
  } as const;
  return { member: { ...field, ...result }, showsCurrent: operation === 'Update' };
}

function memberOf(reader: Reader, payload: ObjectTypeDefinitionNode): Field {
  const [first] = payload.fields ?? [];
  if (!first) throw new Error(`${payload.name.value} has no member for what it answers`);
  return readField(reader, first, false);
}

function readForm(name: string, args: Readonly<Record<string, unknown>>): RestForm {
  const member = typeof args['member'] === 'string' ? args['member'] : name;
  // The directive's declaration types the arguments; a test holds that the SDL is valid.
  const method = args['method'] as RestForm['method'];
  return { method, path: String(args['path']), status: Number(args['status'] ?? 200), member };
}

function checkForm(verb: Verb, { method, path }: RestForm): void {
  const refuse = (why: string): never => {
    throw new Error(`${verb.name}: ${method} ${path} ${why}`);
  };
  if (!/^(\/(n\/v1|\.well-known))(\/([a-z-]+|\{\w+\}))+$/.test(path)) refuse('is no path of the REST face');
  for (const name of pathNames(path)) {
    const argument = verb.args.find((a) => a.name === name);
    if (!argument && name !== 'urn') refuse(`names ${name}, which is no argument`);
    if (argument && argument.typeName !== 'ID' && argument.typeClass !== 'ENUM') refuse(`cannot hold ${name}`);
  }
  if (method !== 'POST' && bodyArgument(verb)) refuse('has no body');
  const isChange = verb.root === 'Mutation';
  if (method === 'GET' ? isChange : method === 'DELETE' && !isChange) refuse(`does not fit ${verb.root}`);
}
