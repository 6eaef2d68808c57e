// An example beside every body of the OpenAPI document, made from its schema: values of fields are those that the SDL states
// with @example, urns and addresses those of a kind. A schema that has a name has one example, which its uses refer to.
import { historyUrlOf, urlOf, type Contract, type ObjectType, type Resource } from '../resource.ts';
import type { Json } from './openapiFields.ts';

type Schemas = Readonly<Record<string, Json>>;

/** The document, as far as it describes bodies. */
interface Described {
  readonly paths: Schemas;
  readonly webhooks: Schemas;
  readonly components: Json & { readonly schemas: Schemas };
}

interface Book {
  readonly contract: Contract;
  readonly schemas: Schemas;
  /** The examples of schemas that have a name, by that name; made when they are first needed. */
  readonly named: Map<string, unknown>;
}

/** Where a value stands. */
interface Place {
  /** The kind or value object around it; null where a schema is of neither. */
  readonly within: Resource | ObjectType | null;
  /** The name of the member. */
  readonly name: string;
  /** The address of the whole body. */
  readonly address: string;
  readonly isRequest: boolean;
  readonly depth: number;
}

const service = { baseUrl: 'https://api.example.com' };
// Kinds hold one another: lists that lie deeper are empty.
const deepest = 5;

/** When everything in the examples happened. */
export const exampleMoment = '2026-11-23T09:30:00.000Z';

/** The urn that a resource of the kind has in all examples. */
export function exampleUrn({ contract, name }: Resource): string {
  const number = contract.resources.findIndex((one) => one.name === name) + 1;
  return `019b0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

/** The address that it has there. */
export function exampleUrl(resource: Resource): string {
  return urlOf(service, resource, exampleUrn(resource));
}

/** The document with an example beside the schema of every body. Bytes of images and pages for people have none. */
export function withExamples<Document extends Json & Described>(contract: Contract, document: Document): Document {
  const book: Book = { contract, schemas: document.components.schemas, named: new Map() };
  const paths = mapped(document.paths, (operations, path) => withBodies(book, operations, addressOf(contract, path)));
  const aboutItself = exampleUrl(contract.kinds.WebhookSubscription);
  const webhooks = mapped(document.webhooks, (operations) => withBodies(book, operations, aboutItself));
  const examples = mapped(Object.fromEntries(book.named), (value) => ({ value }));
  return { ...document, paths, webhooks, components: { ...document.components, examples } };
}

function mapped<From, To>(
  all: Readonly<Record<string, From>>,
  change: (one: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one, name)]));
}

function addressOf(contract: Contract, path: string): string {
  const name = path.split('/')[3];
  const kind = contract.resources.find(({ path: own, historyPath }) => own === name || historyPath === name);
  return service.baseUrl + path.replaceAll(/\{\w+\}/g, exampleUrn(kind ?? contract.kinds.Entity));
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}

function withBodies(book: Book, operations: Json, address: string): Json {
  return mapped(operations, (operation) => {
    if (Array.isArray(operation)) return operation as unknown;
    // What is no list of parameters for all is an operation.
    const { requestBody, responses, ...rest } = operation as { requestBody?: Body; responses: Record<string, Body> };
    const body = requestBody && { requestBody: withMedia(book, requestBody, { address, isRequest: true }) };
    const answers = mapped(responses, (answer) => withMedia(book, answer, { address, isRequest: false }));
    return { ...rest, ...body, responses: answers };
  });
}

function withMedia(book: Book, body: Body, part: Pick<Place, 'address' | 'isRequest'>): Body {
  if (!body.content) return body;
  const content = mapped(body.content, (media, type) => {
    if (/^(image|text\/html)/.test(type)) return media;
    const pointer = media.schema['$ref'];
    const place = { ...part, within: null, name: '', depth: 0 };
    if (typeof pointer !== 'string') return { ...media, example: exampleOf(book, media.schema, place) };
    const name = pointer.split('/').at(-1) ?? '';
    // Lists have two addresses: the first stands for both.
    if (!book.named.has(name)) book.named.set(name, exampleOf(book, media.schema, place));
    return { ...media, examples: { [name]: { $ref: `#/components/examples/${name}` } } };
  });
  return { ...body, content };
}

// Schemas are those that this folder prints: each of their keywords holds what JSON Schema says.
function exampleOf(book: Book, schema: Json, place: Place): unknown {
  const { $ref: pointer, const: only, examples, enum: members, allOf, anyOf, type } = schema;
  if (only !== undefined) return only;
  if (place.name === 'urn' && isResource(place)) return exampleUrn(targetOf(book, place));
  if (place.name === 'url') return isResource(place) ? exampleUrl(targetOf(book, place)) : place.address;
  if (Array.isArray(examples)) return examples[0] as unknown;
  if (typeof pointer === 'string') return exampleOfNamed(book, pointer, place);
  if (Array.isArray(allOf)) {
    // Schemas, too.
    const stated = (allOf as Json[]).filter((part) => part['not'] === undefined);
    return Object.assign({}, ...stated.map((part) => exampleOf(book, part, place)));
  }
  // So are these.
  if (Array.isArray(anyOf)) return exampleOf(book, anyOf[0] as Json, place);
  // What may be null is, where nobody says what else.
  if (type === 'null' || Array.isArray(type)) return null;
  if (Array.isArray(members)) return members[0] as unknown;
  if (type === 'object' || schema['properties']) return exampleOfObject(book, schema, place);
  return exampleOfType(book, schema, place);
}

function exampleOfType(book: Book, schema: Json, place: Place): unknown {
  const { type, format } = schema;
  if (type === 'array') {
    // Lists that are printed say what is in them.
    const items = schema['items'] as Json;
    // Who sends an example links to nothing that is not there, where the list may be empty.
    const isOfLinks = items['$ref'] === '#/components/schemas/LinkInput' && schema['minItems'] === undefined;
    const isEmpty = place.depth > deepest || (place.isRequest && isOfLinks);
    return isEmpty ? [] : [exampleOf(book, items, { ...place, depth: place.depth + 1 })];
  }
  if (type === 'boolean') return schema['default'] ?? false;
  if (type === 'integer' || type === 'number') return Math.max(Number(schema['minimum'] ?? 1), 1);
  if (format === 'date-time') return exampleMoment;
  return format === 'uuid' ? exampleUrn(targetOf(book, place)) : 'text';
}

// All that must be there; of a request also what the SDL gives an example for, two members where all may be absent.
function exampleOfObject(book: Book, schema: Json, place: Place): Json {
  const properties = (schema['properties'] ?? {}) as Schemas;
  const names = Object.keys(properties);
  const required = (schema['required'] ?? []) as readonly string[];
  const shown = names.filter((name) => Array.isArray(properties[name]?.['examples']));
  const isWanted = (name: string): boolean => required.includes(name) || (place.isRequest && shown.includes(name));
  const some = shown.length > 0 ? shown.slice(0, 2) : names.slice(0, 1);
  const wanted = place.isRequest && required.length === 0 ? some : names.filter(isWanted);
  const members = wanted.map((name) => {
    const member = { ...place, name, depth: place.depth + 1 };
    return [name, exampleOf(book, properties[name] ?? {}, member)] as const;
  });
  return Object.fromEntries(members);
}

function exampleOfNamed(book: Book, pointer: string, place: Place): unknown {
  const [, , , name = '', , member] = pointer.split('/');
  const schema = book.schemas[name] ?? {};
  const within = ownerOf(book, name);
  if (member !== undefined) {
    // Only objects are referred into.
    const properties = schema['properties'] as Schemas;
    return exampleOf(book, properties[member] ?? {}, { ...place, within, name: member });
  }
  const target = targetOf(book, place);
  if (name === 'Link') return { urn: exampleUrn(target), url: exampleUrl(target) };
  if (name === 'LinkInput') return exampleUrn(target);
  // The history of the item that it is a member of.
  if (name === 'HistoryLink')
    return { url: historyUrlOf(service, kindAround(place) ?? target, exampleUrn(kindAround(place) ?? target)) };
  if (name.endsWith('Selection')) return exampleOfNamed(book, pointer.replace(/Selection$/, ''), place);
  if (within && 'path' in within && name === `${within.name}Page`)
    return exampleOf(book, schema, { ...place, within: null, address: `${service.baseUrl}/n/v1/${within.plural}` });
  if (within && 'path' in within && name === `${within.name}History`)
    return exampleOf(book, schema, {
      ...place,
      within: null,
      address: historyUrlOf(service, within, exampleUrn(within)),
    });
  return exampleOf(book, schema, { ...place, within, name: '' });
}

// Names of schemas begin with the kind or value object that they show: `TaskLogInTask`, `CreateTask`.
function ownerOf({ contract }: Book, schema: string): Resource | ObjectType | null {
  const name = schema.replace(/^(Create|Update)/, '');
  const known = [...contract.objects.values(), ...contract.resources];
  const fitting = known.filter((one) => name.startsWith(one.name));
  return fitting.toSorted((one, other) => other.name.length - one.name.length)[0] ?? null;
}

const kindAround = ({ within }: Place): Resource | null => (within && 'path' in within ? within : null);

// Value objects show some resources in short.
const isResource = ({ within }: Place): boolean => within?.fields.some(({ name }) => name === 'urn') ?? false;

// The kind that a urn or link is of: that of the field, or one that is called as the member is.
function targetOf({ contract }: Book, place: Place): Resource {
  const own = kindAround(place);
  if (own && (place.name === 'urn' || place.name === 'url')) return own;
  const field = place.within?.fields.find(({ name, rest }) => name === place.name || rest.name === place.name);
  const called = contract.byName.get(place.name.charAt(0).toUpperCase() + place.name.slice(1));
  return field?.target ?? called ?? own ?? contract.kinds.Entity;
}
