// Descriptions of what is the same everywhere or follows from something that is described: the arguments of lists and
// changes, the operators of filters, conditions and orders by the fields they are about. They are written once.
import {
  Kind,
  type DefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type StringValueNode,
  type TypeNode,
} from 'graphql';
import { orderMember } from './fieldGroups.ts';
import { sortableItems } from './listedItems.ts';
import type { Contract, Field, Resource } from './resource.ts';

const listArguments: Readonly<Record<string, string>> = {
  first: 'How many to give from the beginning, 1 to 200; 50 when neither first nor last is given.',
  last: 'How many to give from the end, 1 to 200.',
  after: 'The cursor of the row that the page follows.',
  before: 'The cursor of the row that the page comes before.',
  where: 'Which rows to give; all of them when absent.',
  orderBy: 'What to order by, the most important first; the order of the kind when absent.',
  asOf: 'Leaves out what was written after this time.',
  expectedVersion: 'The version that the caller has read; with another one nothing is changed (PRECONDITION_FAILED).',
  input: 'The values to write.',
};

const operators: Readonly<Record<string, string>> = {
  eq: 'Equal to this value.',
  ne: 'Not equal to this value; what has no value counts.',
  in: 'Equal to one of these values, 200 at most.',
  nin: 'Equal to none of these values, 200 at most; what has no value counts.',
  lt: 'Less than this value.',
  lte: 'Less than this value, or equal to it.',
  gt: 'Greater than this value.',
  gte: 'Greater than this value, or equal to it.',
  contains: 'Contains this text.',
  startsWith: 'Begins with this text.',
};

const orderSteps: Readonly<Record<string, string>> = {
  field: 'What to order by.',
  direction: 'Which way.',
};

/** The definitions with a description wherever one follows; what is described by hand is left as it is. */
export function describeAll(definitions: readonly DefinitionNode[], contract: Contract): DefinitionNode[] {
  return definitions.map((definition) => describeOne(definition, contract));
}

function describeOne(definition: DefinitionNode, contract: Contract): DefinitionNode {
  switch (definition.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.OBJECT_TYPE_EXTENSION:
    case Kind.INTERFACE_TYPE_DEFINITION: {
      const fields = definition.fields?.map((field) => withArguments(field, contract));
      return fields ? { ...definition, fields } : definition;
    }
    case Kind.INPUT_OBJECT_TYPE_DEFINITION: {
      const describe = describerOf(definition.name.value, contract);
      const fields = definition.fields?.map((field) => described(field, describe(field.name.value)));
      return fields ? { ...definition, fields } : definition;
    }
    case Kind.ENUM_TYPE_DEFINITION: {
      const kind = contract.byName.get(definition.name.value.replace(/OrderField$/, ''));
      const by = kind ? ordersOf(kind) : new Map<string, string>();
      const values = definition.values?.map((value) => described(value, by.get(value.name.value)));
      return values ? { ...definition, values } : definition;
    }
    default:
      return definition;
  }
}

function ordersOf(kind: Resource): Map<string, string | undefined> {
  const items = [...sortableItems(kind)].map(
    ([single, { typeName }]) => [orderMember(single), `Orders by the ${words(typeName)} that \`name\` names.`] as const,
  );
  return new Map([...items, ...kind.fields.map((field) => [orderMember(field.name), about('Orders', field)] as const)]);
}

function describerOf(name: string, contract: Contract): (member: string) => string | undefined {
  if (name.endsWith('OrderBy')) return (member) => orderSteps[member];
  if (name.endsWith('Filter')) return (member) => operators[member];
  const kind = name.endsWith('Where') ? contract.byName.get(name.slice(0, -'Where'.length)) : undefined;
  return (member) =>
    about('Filters', kind?.fieldByName.get(member) ?? kind?.fields.find((field) => field.filter?.as === member));
}

function withArguments(field: FieldDefinitionNode, contract: Contract): FieldDefinitionNode {
  const given = field.arguments?.map((argument) =>
    described(argument, argument.name.value === 'urn' ? urnOf(field, contract) : listArguments[argument.name.value]),
  );
  return given ? { ...field, arguments: given } : field;
}

// The kind that a root field reads or changes is named by what it answers.
function urnOf(field: FieldDefinitionNode, contract: Contract): string {
  const name = nameOf(field.type).replace(/^(?:Create|Update|Delete)(.*)Payload$/, '$1');
  return contract.byName.has(name) ? `The urn of the ${words(name)}.` : 'The urn of the resource.';
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}

/** Words for people: `TextItem` is "text item". */
export function words(name: string): string {
  const apart = name.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase();
  return apart
    .replace(/\bapi\b/, 'API')
    .replace(/\bo auth\b/, 'OAuth')
    .replace(/\bjson(?=s?\b)/, 'JSON')
    .replace(/\blat long/, 'lat/long');
}

/** Words for one of a kind, with their article: `Entity` is "an entity". */
export function oneOf(name: string): string {
  return `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${words(name)}`;
}

function about(does: 'Filters' | 'Orders', field: Field | undefined): string | undefined {
  if (!field) return undefined;
  const [first = ''] = field.description.split(/(?<=\.) /);
  return `${does} by ${words(field.name)}: ${/^[A-Z][a-z ]/.test(first) ? first.charAt(0).toLowerCase() + first.slice(1) : first}`;
}

type Described = Pick<InputValueDefinitionNode, 'description'>;

function described<Node extends Described>(node: Node, text: string | undefined): Node {
  if (node.description || text === undefined) return node;
  return { ...node, description: { kind: Kind.STRING, value: text } satisfies StringValueNode };
}
