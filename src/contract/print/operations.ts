// Prints the parts that differ only in names: inputs, filters, connections, histories, payloads and the root fields of
// every kind. Called by `npm run generate` only; the server reads the committed text.
import { oneOf, words } from '../describe.ts';
import { orderMember, orderNames } from '../fieldGroups.ts';
import { itemLists, singleItems, sortableItems } from '../listedItems.ts';
import { filtersOf } from '../listQuery.ts';
import { isCreatable, isUpdatable, type Contract, type Field, type Resource, type ObjectType } from '../resource.ts';

const header = '# Printed from schema/ by `npm run generate`. Do not edit.\n';

/** The SDL of all root fields and of the types only they use. */
export function printOperations(contract: Contract): string {
  const { resources } = contract;
  const inputs = [...inputObjects(contract).values()].map((type) => printObjectInput(contract, type));
  const parts = [
    header,
    printRoot('Query', resources.flatMap(queryFields)),
    printRoot('Mutation', resources.flatMap(mutationFields)),
    ...resources.flatMap(printNamedItems),
    ...filterTypes(contract),
    ...inputs,
    printConnection({ name: 'SearchItem', pluralField: 'searchItems' }),
    // What all kinds of items have in common.
    printConnection({ name: 'Item', pluralField: 'items' }, 'interface'),
    printHistory({ name: 'Item' }, 'interface'),
    ...resources.flatMap((r) => [
      printConnection(r),
      r.isItem ? printHistory(r) : '',
      has(r, 'LIST') ? printWhere(r) + printOrder(r) : '',
      printInput(contract, r, 'Create'),
      has(r, 'UPDATE') ? printInput(contract, r, 'Update') : '',
      has(r, 'CREATE') ? printPayload(r, 'Create') : '',
      has(r, 'UPDATE') ? printPayload(r, 'Update') : '',
      has(r, 'DELETE') ? printPayload(r, 'Delete') : '',
    ]),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

const has = (resource: Resource, operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'LIST' | 'READ'): boolean =>
  resource.operations.has(operation);

function printRoot(name: string, fields: readonly string[]): string {
  return `extend type ${name} {\n${fields.join('')}}\n`;
}

function queryFields(resource: Resource): string[] {
  const { name, singularField, pluralField } = resource;
  const one = `  "One ${words(name)}; null when it does not exist or may not be read."\n  ${singularField}(urn: ID!): ${name}\n`;
  const many =
    `  "A page of ${words(pluralField)}: those the caller may read."\n` + `  ${pluralField}: ${name}Connection!\n`;
  return [has(resource, 'READ') ? one : '', has(resource, 'LIST') ? many : ''];
}

function mutationFields(resource: Resource): string[] {
  const { name } = resource;
  const hasUpdate = resource.fields.some((f) => isUpdatable(f));
  return [
    has(resource, 'CREATE')
      ? `  "Creates ${oneOf(name)}."\n  create${name}(input: Create${name}Input!): Create${name}Payload!\n`
      : '',
    has(resource, 'UPDATE') && hasUpdate
      ? `  "Changes ${oneOf(name)}. With expectedVersion only if it still has that version."\n  update${name}(urn: ID!, input: Update${name}Input!, expectedVersion: Long): Update${name}Payload!\n`
      : '',
    has(resource, 'DELETE')
      ? `  "Deletes ${oneOf(name)}. With expectedVersion only if it still has that version."\n  delete${name}(urn: ID!, expectedVersion: Long): Delete${name}Payload!\n`
      : '',
  ];
}

// The fields that give an item by its name, beside the lists of items that people wrote.
function printNamedItems(resource: Resource): string[] {
  const single = [...singleItems(resource)];
  if (single.length === 0) return [];
  const one = ([name, { typeName }]: [string, Field]): string =>
    `  "The ${words(typeName)} of this name, the first by sortOrder; null without one."\n` +
    `  ${name}("The name that templates and frontends know the item by." name: String!): ${typeName}\n`;
  const all =
    '  "The items of all kinds by kind and sortOrder; with `names`, those of these names."\n' +
    '  items("Only items of these names, 200 at most." names: [String!]): [Item!]!\n';
  return [`extend type ${resource.name} {\n${single.map(one).join('')}${all}}\n`];
}

type Defined = 'type' | 'interface';

function printConnection(
  { name, pluralField, isItem }: Pick<Resource, 'name' | 'pluralField'> & Partial<Pick<Resource, 'isItem'>>,
  defined: Defined = 'type',
): string {
  const as = (part: string): string => `${defined} ${name}${part}${isItem ? ` implements Item${part}` : ''}`;
  return `"A page of ${words(pluralField)}."
${as('Connection')} {
  "The rows with their cursors."
  edges: [${name}Edge!]!
  "The rows alone."
  nodes: [${name}!]!
  "The position of this page in the list."
  pageInfo: PageInfo!
  "How many the caller may read in all; null beyond 10,000, where totalCountIsEstimate is true."
  totalCount: Int
  "Whether the list has more elements than were counted."
  totalCountIsEstimate: Boolean!
}

"A row of a page."
${as('Edge')} {
  "The position of the row: give it as after or before."
  cursor: String!
  "The row."
  node: ${name}!
}
`;
}

function printHistory({ name }: Pick<Resource, 'name'>, defined: Defined = 'type'): string {
  return `"Every value ${oneOf(name)} had. Reading it is also how the live value is chosen."
${defined} ${name}History${defined === 'type' ? ' implements ItemHistory' : ''} {
  "The item as it is now."
  item: ${name}!
  "The values, newest first; asOf leaves out what was written later."
  history(first: Int, after: String, last: Int, before: String, asOf: DateTime): ${name}Connection!
  "The address of this resource."
  url: URL!
}
`;
}

function printPayload({ name, singularField }: Resource, verb: 'Create' | 'Update' | 'Delete'): string {
  const result =
    verb === 'Delete'
      ? '  "The urn that was deleted; null when it was refused."\n  deletedUrn: ID'
      : `  "The ${words(name)} as stored; null when the change was refused."\n  ${singularField}: ${name}`;
  const current =
    verb === 'Create'
      ? ''
      : `\n  "The ${words(name)} at its current version, if that is not the expected one."\n  current: ${name}`;
  return `"What ${verb.toLowerCase()}${name} gives."
type ${verb}${name}Payload {
${result}${current}
  "Why the change was refused; empty when it was made."
  userErrors: [UserError!]!
  "Names this request in the logs."
  requestId: String!
}
`;
}

function printInput(contract: Contract, resource: Resource, verb: 'Create' | 'Update'): string {
  const may = verb === 'Create' ? isCreatable : isUpdatable;
  const fields = resource.fields.filter(may);
  if (fields.length === 0) return '';
  const body = fields
    .map((f) => {
      const isFixed = verb === 'Create' && isDemanded(resource, f);
      // What has to be there and may be empty need not be spelled out; REST keeps to the letter.
      const end = !isFixed ? '' : mayBeEmpty(f) ? '! = []' : '!';
      const said = describe(f, verb);
      return `  "${end.endsWith('[]') ? said.replace('Required.', 'Empty when absent.') : said}"\n  ${f.name}: ${inputType(contract, f)}${end}\n`;
    })
    .join('');
  const promise =
    verb === 'Create'
      ? 'GraphQL checks that required fields are present. Violations of all other rules are returned together as userErrors.'
      : 'Absent fields keep their values. null clears an optional field.';
  return `"${verb === 'Create' ? `A new ${words(resource.name)}` : `Changes to ${oneOf(resource.name)}`}. ${promise}"\ninput ${verb}${resource.name}Input {\n${body}}\n`;
}

/**
 * Whether the input of a create demands the field. A urn is made where none is sent. The same inputs stand in the lists of
 * a parent, where the link to it goes without saying, and where an update may name a known child by its urn alone.
 */
function isDemanded(resource: Resource, field: Field): boolean {
  if (!field.isRequired || field.isFilledIn || field.defaultValue !== undefined || field.name === 'urn') return false;
  const lists = resource.contract.resources
    .flatMap(({ fields }) => fields)
    .filter((list) => list.storage === 'INVERSE' && !list.isPaged && isCreatable(list) && list.target === resource);
  return !lists.some((list) => isUpdatable(list) || list.inverseOf === field.name);
}

const mayBeEmpty = ({ isList, length }: Field): boolean => isList && (length?.min ?? 0) === 0;

function inputType(contract: Contract, field: Field): string {
  const element = elementType(contract, field);
  return field.isList ? `[${element}!]` : element;
}

function elementType(contract: Contract, field: Field): string {
  if (field.storage === 'INVERSE') return `Create${field.typeName}Input`;
  if (field.typeClass === 'LINK') return 'ID';
  if (field.typeClass === 'OBJECT' && contract.objects.has(field.typeName)) return `${field.typeName}Input`;
  return field.typeName;
}

/** What a caller must know about a field, in one line: its meaning, then its rules. */
function describe(field: Field, verb: 'Create' | 'Update'): string {
  const rules: string[] = [];
  if (verb === 'Create' && field.isRequired && !field.isFilledIn) rules.push('Required.');
  if (field.length) {
    const unit = field.isList ? 'elements' : 'characters';
    const least = field.length.min > 0 ? `At least ${String(field.length.min)}, at` : 'At';
    rules.push(`${least} most ${String(field.length.max)} ${unit}.`);
  }
  if (field.range) rules.push(rangeWords(field.range));
  if (verb === 'Create' && field.defaultValue !== undefined && field.defaultValue !== '') {
    rules.push(`Default ${JSON.stringify(field.defaultValue).replaceAll('"', "'")}.`);
  }
  return [field.description.replaceAll('"', "'"), ...rules].filter((r) => r !== '').join(' ');
}

function rangeWords({ min, max }: { min: number | null; max: number | null }): string {
  if (min === null) return `At most ${String(max)}.`;
  return max === null ? `At least ${String(min)}.` : `${String(min)} to ${String(max)}.`;
}

// Value objects that a request may hold, such as the lines of an invoice.
function inputObjects(contract: Contract): Map<string, ObjectType> {
  const found = new Map<string, ObjectType>();
  for (const field of contract.resources.flatMap((r) => r.fields.filter(isCreatable))) {
    const type = field.typeClass === 'OBJECT' ? contract.objects.get(field.typeName) : undefined;
    if (type) found.set(type.name, type);
  }
  return found;
}

function printObjectInput(contract: Contract, type: ObjectType): string {
  const fields = type.fields.filter((f) => !f.isReadOnly);
  const body = fields.map((f) => `  "${describe(f, 'Create')}"\n  ${f.name}: ${inputType(contract, f)}\n`);
  return `"${type.description}"\ninput ${type.name}Input {\n${body.join('')}}\n`;
}

function printWhere(resource: Resource): string {
  const body = [...filtersOf(resource)].map(([name, field]) => `  ${name}: ${filterName(field)}\n`).join('');
  const { name } = resource;
  const lists = itemLists(resource).map((list) => `  ${list.name}: ${list.typeName}ListFilter\n`);
  return `"Which ${words(resource.pluralField)} to list. All conditions must match. At most 50 conditions, 5 levels deep."
input ${name}Where {
${body}${lists.join('')}  "All of these must hold."
  and: [${name}Where!]
  "At least one of these must hold as a whole."
  or: [${name}Where!]
  "This must not hold."
  not: ${name}Where
}

"Conditions on a link to ${words(name)}, or on a list of them. All of them must match."
input ${name}LinkFilter {
${equalTo('ID')}  "Whether there is no value."
  isNull: Boolean
  "Matches if the linked resource, or at least one of the linked list, meets these conditions and the caller may read it. Conditions cover one link only."
  where: ${name}Where
}
${resource.isItem ? printListFilter(resource) : ''}
`;
}

function printListFilter({ name, pluralField }: Resource): string {
  return `
"Conditions on the ${words(pluralField)} of ${oneOf('Entity')}, as the caller sees them. All of them must match."
input ${name}ListFilter {
  "At least one item meets all of these conditions."
  some: ${name}Where
  "No item meets all of these conditions."
  none: ${name}Where
}
`;
}

function printOrder(resource: Resource): string {
  const members = [...orderNames(resource).keys()].map((member) => `  ${member}\n`).join('');
  const items = [...sortableItems(resource).keys()].map(orderMember);
  const named =
    items.length > 0
      ? `  "The name of the item, required with ${items.join(', ')}. Pages without the item come last."\n  name: String\n`
      : '';
  return `"What ${words(resource.pluralField)} can be ordered by."
enum ${resource.name}OrderField {
${members}}

"One step of an order. The urn always decides last."
input ${resource.name}OrderBy {
  field: ${resource.name}OrderField!
  direction: SortDirection! = ASC
${named}}
`;
}

const equalTo = (type: string): string => `  eq: ${type}\n  ne: ${type}\n  in: [${type}!]\n  nin: [${type}!]\n`;

const numbers = ['Int', 'Float', 'Long', 'DateTime'];

function filterName(field: Field): string {
  if (field.target?.operations.has('LIST') === true) return `${field.typeName}LinkFilter`;
  if (field.typeClass === 'LINK' || field.typeName === 'ID') return 'IDFilter';
  if (field.typeClass === 'ENUM' || field.typeName === 'Boolean' || numbers.includes(field.typeName)) {
    return `${field.typeName}Filter`;
  }
  return 'StringFilter';
}

function filterTypes(contract: Contract): string[] {
  const enums = new Set<string>();
  for (const field of contract.resources.flatMap((r) => [...filtersOf(r).values()])) {
    if (field.typeClass === 'ENUM') enums.add(field.typeName);
  }
  const ordered = (type: string): string => `  lt: ${type}\n  lte: ${type}\n  gt: ${type}\n  gte: ${type}\n`;
  const empty = '  "Whether there is no value."\n  isNull: Boolean\n';
  const partly =
    '  contains: String\n  "As contains, whatever the case, the accents and the forms of the letters."\n  containsFold: String\n  startsWith: String\n';
  const filter = (type: string, what: string, more = ''): string =>
    `"Conditions on ${what}. All of them must match."\ninput ${type}Filter {\n${equalTo(type)}${ordered(type)}${more}${empty}}\n`;
  return [
    filter('String', 'a text, compared by code point', partly),
    filter('ID', 'a urn or a link'),
    filter('Boolean', 'a truth value (false comes before true)'),
    ...numbers.map((type) => filter(type, `${article(type)} ${type} value`)),
    ...[...enums].sort().map((type) => filter(type, `${article(type)} ${type}, in the order of its members`)),
  ];
}

const article = (type: string): string => (/^[AEIOU]/.test(type) ? 'an' : 'a');
