// The schemas of request bodies: what a create and an update may send, with every limit of the contract. They are open:
// members that a request may not set are ignored, so that a resource read before can be sent back.
import {
  targetOf,
  isCreatable,
  isUpdatable,
  mayBeNull,
  type Contract,
  type Field,
  type Resource,
} from '../resource.ts';
import { childName, isEmbedded } from './openapiAnswers.ts';
import { described, listOf, nullable, ofDefault, ref, scalarSchema, type Json } from './openapiFields.ts';

/** Every schema of requests, by name: `Create<Kind>`, `Update<Kind>`, and the children they hold. */
export function requestSchemas(contract: Contract): Readonly<Record<string, Json>> {
  const kinds = contract.resources.flatMap((resource) => [
    ...(resource.operations.has('CREATE')
      ? [[`Create${resource.name}`, createSchema(contract, resource)] as const]
      : []),
    ...(resource.operations.has('UPDATE')
      ? [[`Update${resource.name}`, updateSchema(contract, resource)] as const]
      : []),
  ]);
  return Object.fromEntries([...objectInputs(contract), ...childInputs(contract), ...kinds]);
}

function createSchema(contract: Contract, resource: Resource, without: string | null = null): Json {
  const fields = resource.fields.filter((field) => isCreatable(field) && field.name !== without);
  const required = fields.filter((field) => field.isRequired && !field.isFilledIn).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, inputSchema(contract, resource, field, true)])),
    ...(required.length > 0 && { required }),
  };
}

function updateSchema(contract: Contract, resource: Resource): Json {
  const fields = resource.fields.filter(isUpdatable);
  const properties = fields.map((field) => [field.name, inputSchema(contract, resource, field, false)] as const);
  return {
    type: 'object',
    description:
      'Members that are absent keep their values. null clears a nullable member. A list replaces the whole stored list.',
    properties: Object.fromEntries(properties),
  };
}

function inputSchema(contract: Contract, resource: Resource, field: Field, isCreate: boolean): Json {
  const element = elementSchema(contract, resource, field);
  const whole = field.isList ? listOf(field, element, 'REQUEST') : element;
  // Nothing is left without an owner (engine/handOver.ts); a create without one has the caller's company.
  const staysOwned = field.name === 'owner' && !isCreate;
  const schema = mayBeNull(field) && !staysOwned ? nullable(whole) : whole;
  const description = isCreate ? ofDefault(field) : field.description;
  return { ...described(schema, description), ...(field.isWriteOnly && { writeOnly: true }) };
}

function elementSchema(contract: Contract, resource: Resource, field: Field): Json {
  if (isEmbedded(field)) return ref(`Create${childName(resource, field)}`);
  if (field.typeClass === 'LINK') return ref('LinkInput');
  const isObject = field.typeClass === 'OBJECT' && contract.objects.has(field.typeName);
  return isObject ? ref(`${field.typeName}Input`) : scalarSchema(field, 'REQUEST');
}

// A child inside its parent needs no link to it. One that is sent with its urn in an update changes that child, so
// nothing is required there; the service distinguishes the two cases.
function childInputs(contract: Contract): (readonly [string, Json])[] {
  return contract.resources.flatMap((parent) =>
    parent.fields
      .filter((field) => isEmbedded(field) && isCreatable(field))
      .map((field) => {
        const child = targetOf(field);
        const { required, ...open } = createSchema(contract, child, field.inverseOf);
        const isReplaced = isUpdatable(field);
        return [
          `Create${childName(parent, field)}`,
          isReplaced ? open : { ...open, ...(required ? { required } : {}) },
        ] as const;
      }),
  );
}

function objectInputs(contract: Contract): (readonly [string, Json])[] {
  const names = new Set(
    contract.resources.flatMap((r) =>
      r.fields.filter((f) => f.typeClass === 'OBJECT' && isCreatable(f)).map((f) => f.typeName),
    ),
  );
  return [...names].flatMap((name) => {
    const type = contract.objects.get(name);
    if (!type) return [];
    const fields = type.fields.filter((field) => !field.isReadOnly);
    const properties = fields.map((field) => {
      const element = scalarSchema(field, 'REQUEST');
      const schema = field.isList ? listOf(field, element, 'REQUEST') : element;
      const isClearable = !field.isRequired && !field.isNonNull;
      return [field.name, described(isClearable ? nullable(schema) : schema, ofDefault(field))];
    });
    const required = fields.filter((field) => field.isRequired).map((field) => field.name);
    const input: Json = { type: 'object', properties: Object.fromEntries(properties), required };
    return [[`${name}Input`, { ...input, description: type.description }] as const];
  });
}
