// The schemas of answers: every kind in full, as a selection of its members, and as a child inside its parent; value
// objects; pages and histories. They are closed, so that an answer with a wrong member fails them.
import { targetOf, type Contract, type Field, type Resource, type ObjectType } from '../resource.ts';
import { answeredValues } from './openapiVerbPaths.ts';
import { described, listOf, nullable, ref, scalarSchema, type Json } from './openapiFields.ts';

/** Texts that a rendered view makes longer than what may be stored. */
const rendered: ReadonlySet<string> = new Set(['MarkdownItem.value', 'TemplateItem.value']);

/** Every schema of answers, by name. */
export function answerSchemas(contract: Contract): Readonly<Record<string, Json>> {
  const kinds = contract.resources.map((resource) => [resource.name, kindSchema(contract, resource)] as const);
  const selections = contract.resources.map(
    (resource) => [`${resource.name}Selection`, partOf(contract, resource, (field) => isAlways(field))] as const,
  );
  const pages = contract.resources.map(
    (resource) => [`${resource.name}Page`, pageSchema(resource.plural, `${resource.name}Selection`)] as const,
  );
  const histories = contract.resources
    .filter((resource) => resource.isItem)
    .map((resource) => [`${resource.name}History`, historySchema(resource)] as const);
  return Object.fromEntries([
    ...objectSchemas(contract),
    ...kinds,
    ...childSchemas(contract),
    ...selections,
    ...pages,
    ...histories,
  ]);
}

/** The fields of lists whose children are spelled out in their parent. */
export function isEmbedded(field: Field): boolean {
  return field.storage === 'INVERSE' && !field.isPaged;
}

/** The name of a kind's schema where it stands inside its parent. */
export function childName(parent: Resource, field: Field): string {
  return `${field.typeName}In${parent.name}`;
}

const isAlways = (field: Field): boolean => field.name === 'urn' || field.name === 'url';

function kindSchema(contract: Contract, resource: Resource): Json {
  const isSearched = resource.name === 'Search';
  const properties = resource.restFields.flatMap((field) => {
    const member = [field.rest.name, described(memberSchema(contract, resource, field), field.description)] as const;
    const isSearch = isSearched && field.name === 'items';
    return field.rest.isNewestPage || isSearch ? [member, ['pagination', ref('Pagination')] as const] : [member];
  });
  const onDemand = new Set(resource.fields.filter(({ rest }) => rest.isOnDemand).map(({ name }) => name));
  const required = properties.map(([name]) => name).filter((name) => !onDemand.has(name));
  return { ...closed(Object.fromEntries(properties), required), description: resource.description };
}

function closed(properties: Json, required: readonly string[]): Json {
  return { type: 'object', properties, required, additionalProperties: false };
}

function memberSchema(contract: Contract, resource: Resource, field: Field): Json {
  if (field.isWriteOnly) return { type: 'null' };
  if (field.typeClass === 'HISTORY') return ref('HistoryLink');
  if (field.typeClass !== 'LINK') return plainSchema(contract, field);
  if (field.rest.isUrnOnly) return nullable({ type: 'string', format: 'uuid' });
  if (field.rest.isNewestPage) return { type: 'array', items: ref(field.typeName) };
  if (isEmbedded(field)) return { type: 'array', items: ref(childName(resource, field)) };
  const link = linkSchema(field);
  return field.isList ? { type: 'array', items: link } : nullable(link);
}

/** A link is shallow unless it was expanded and may be read. */
function linkSchema(field: Field): Json {
  return { anyOf: [ref('Link'), ref(field.typeName)] };
}

function plainSchema(contract: Contract, field: Field): Json {
  const isObject = field.typeClass === 'OBJECT' && contract.objects.has(field.typeName);
  const element = isObject ? ref(field.typeName) : scalarSchema(field, 'ANSWER');
  if (field.isList) return listOf(field, element, 'ANSWER');
  return field.isNonNull ? element : nullable(element);
}

function objectSchemas(contract: Contract): (readonly [string, Json])[] {
  return answeredTypes(contract).map((type) => {
    const properties = type.fields.map((field) => {
      const link = { anyOf: [ref('Link'), { type: 'null' }] };
      const single = field.typeClass === 'LINK' && !field.isList ? link : null;
      const list = field.typeClass === 'LINK' && field.isList ? { type: 'array', items: ref('Link') } : null;
      return [field.name, described(single ?? list ?? plainSchema(contract, field), field.description)] as const;
    });
    const names = properties.map(([name]) => name);
    return [type.name, { ...closed(Object.fromEntries(properties), names), description: type.description }] as const;
  });
}

// The value objects that answers hold: those of the kinds, of the session, and what is inside them.
function answeredTypes(contract: Contract): ObjectType[] {
  const found = new Map<string, ObjectType>();
  const add = (name: string): void => {
    const type = contract.objects.get(name);
    if (!type || found.has(name)) return;
    found.set(name, type);
    for (const field of type.fields) if (field.typeClass === 'OBJECT') add(field.typeName);
  };
  for (const field of contract.resources.flatMap((r) => r.fields))
    if (field.typeClass === 'OBJECT') add(field.typeName);
  add('ClientContext');
  for (const name of answeredValues(contract)) add(name);
  return [...found.values()];
}

// The same members by reference, all or some of them required.
function partOf(contract: Contract, resource: Resource, isRequired: (field: Field) => boolean, without?: string): Json {
  // The contract's schema of the kind has this shape: kindSchema made it.
  const whole = kindSchema(contract, resource)['properties'] as Readonly<Record<string, unknown>>;
  const names = Object.keys(whole).filter((name) => name !== without);
  const properties = names.map((name) => [name, { $ref: `#/components/schemas/${resource.name}/properties/${name}` }]);
  const required = resource.fields
    .filter((field) => field.name !== without && isRequired(field))
    .map(({ name }) => name);
  return closed(Object.fromEntries(properties) as Json, required);
}

function childSchemas(contract: Contract): (readonly [string, Json])[] {
  return contract.resources.flatMap((parent) =>
    parent.fields.filter(isEmbedded).map((field) => {
      const child = targetOf(field);
      const part = partOf(contract, child, ({ rest }) => !rest.isOnDemand, field.inverseOf ?? '');
      return [childName(parent, field), withinParent(contract, child, part)] as const;
    }),
  );
}

// One level down, the lists of a child are links; the text of a rendered one has no limit.
function withinParent(contract: Contract, child: Resource, part: Json): Json {
  const changed = child.fields.flatMap((field) => {
    if (isEmbedded(field)) return [[field.name, { type: 'array', items: linkSchema(field) }] as const];
    if (!rendered.has(`${child.name}.${field.name}`)) return [];
    return [[field.name, plainSchema(contract, { ...field, length: null })] as const];
  });
  // `part` was made by partOf, whose properties are an object.
  return { ...part, properties: { ...(part['properties'] as Json), ...Object.fromEntries(changed) } };
}

// A page object: rows under a name, Pagination and the page's own address.
function pageSchema(member: string, row: string): Json {
  const properties = {
    [member]: { type: 'array', items: ref(row), maxItems: 200 },
    pagination: ref('Pagination'),
    url: { type: 'string', format: 'uri' },
  };
  return closed(properties, [member, 'pagination', 'url']);
}

function historySchema(resource: Resource): Json {
  const properties = {
    item: described(ref(resource.name), 'The item as it is now.'),
    pagination: ref('Pagination'),
    history: {
      type: 'array',
      items: ref(`${resource.name}Selection`),
      maxItems: 200,
      description: 'The values the item had, newest first.',
    },
    url: { type: 'string', format: 'uri', description: 'The address of this resource.' },
  };
  return closed(properties, ['item', 'pagination', 'history', 'url']);
}
