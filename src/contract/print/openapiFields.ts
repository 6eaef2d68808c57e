// Single fields of the contract as JSON Schema (2020-12), as an answer holds them and as a request may send them. Used
// by the printers of the OpenAPI document only.
import type { Field } from '../resource.ts';

/** A piece of the document. */
export type Json = Readonly<Record<string, unknown>>;

/** A reference to a schema of the document. */
export function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** A list of words. It is printed by a name, so that generated clients have one for it. */
export function enumOf(members: readonly string[]): Json {
  return { type: 'string', enum: members };
}

/** What is said of a member that a request may leave out; the document states no default, which generators take for a member that is there. */
export function ofDefault(field: Field): string {
  return field.defaultValue === undefined
    ? field.description
    : `${field.description} Absent: ${JSON.stringify(field.defaultValue)}.`;
}

/** Whether the schema is of an answer, where limits on what may be sent no longer matter, or of a request. */
export type Side = 'ANSWER' | 'REQUEST';

const uuid = { type: 'string', format: 'uuid', maxLength: 36 };

// Lists of codes and tags grow with the standards: their form is checked here, their members by the service.
const scalars: Readonly<Record<string, Json>> = {
  Boolean: { type: 'boolean' },
  Float: { type: 'number', format: 'double' },
  Long: { type: 'integer', format: 'int64' },
  String: { type: 'string' },
  ID: uuid,
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', pattern: '^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$', examples: ['2026-11-23'] },
  URL: { type: 'string', format: 'uri' },
  JSON: { type: 'object' },
  WriteBody: { type: 'object' },
  LanguageTag: {
    type: 'string',
    maxLength: 16,
    pattern: '^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$',
    examples: ['en-GB'],
  },
  Decimal: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$', examples: ['12.50'] },
  EmailAddress: { type: 'string', maxLength: 254, examples: ['ines@reader.example'] },
  CurrencyCode: { type: 'string', pattern: '^[A-Za-z]{3}$', examples: ['EUR'] },
  CountryCode: { type: 'string', pattern: '^[A-Za-z]{2}$', examples: ['GB'] },
  Node: { type: 'object', properties: { urn: uuid, url: { type: 'string', format: 'uri' } }, required: ['urn', 'url'] },
};

const smallestInt32 = -(2 ** 31);
const largestInt32 = 2 ** 31 - 1;

/** The schema of a scalar or of an enum member, with the field's limits and its example, or else what it has by default. */
export function scalarSchema(field: Field, side: Side): Json {
  const example = field.example ?? (field.isList ? undefined : field.defaultValue);
  return { ...limitedSchema(field, side), ...(example !== undefined && { examples: [example] }) };
}

function limitedSchema(field: Field, side: Side): Json {
  if (field.typeClass === 'ENUM') return ref(field.typeName);
  const { range } = field;
  if (field.typeName === 'Int') {
    return {
      type: 'integer',
      format: 'int32',
      minimum: range?.min ?? smallestInt32,
      maximum: range?.max ?? largestInt32,
    };
  }
  const scalar = scalars[field.typeName];
  if (!scalar) throw new Error(`No schema is known for the scalar ${field.typeName}`);
  const limits = {
    ...(range && range.min !== null && { minimum: range.min }),
    ...(range && range.max !== null && { maximum: range.max }),
    ...(scalar['type'] === 'string' && textLimits(field, side)),
    // An address that callers give may hold characters beyond ASCII.
    ...(field.typeName === 'URL' && !field.isComputed && { format: 'iri-reference' }),
  };
  return { ...scalar, ...limits };
}

// A stored text may have become shorter than a request's least length: the content of a deleted post is empty.
function textLimits({ length, isList }: Field, side: Side): Json {
  if (!length || isList) return {};
  const least = side === 'REQUEST' && length.min > 0 ? { minLength: length.min } : {};
  return { ...least, maxLength: length.max };
}

/** A schema that takes null as well. */
export function nullable(schema: Json): Json {
  if (Array.isArray(schema['anyOf']))
    return { ...schema, anyOf: [...(schema['anyOf'] as unknown[]), { type: 'null' }] };
  const { type } = schema;
  return typeof type === 'string' ? { ...schema, type: [type, 'null'] } : { anyOf: [schema, { type: 'null' }] };
}

/** A list of such elements, with the limits on their number that a request must keep. */
export function listOf(field: Field, items: Json, side: Side): Json {
  const { length } = field;
  if (!length || side === 'ANSWER') return { type: 'array', items };
  return { type: 'array', items, ...(length.min > 0 && { minItems: length.min }), maxItems: length.max };
}

/** A text of no certain form, with one that it may be. */
export function textLike(example: string): Json {
  return { type: 'string', examples: [example] };
}

/** The schema with its description. */
export function described(schema: Json, description: string): Json {
  return description === '' ? schema : { ...schema, description };
}
