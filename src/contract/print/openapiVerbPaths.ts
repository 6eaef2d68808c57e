// The REST forms of verbs in the OpenAPI document, made from their root fields: parameters and bodies from the arguments,
// answers from the types. The answers that have a form of their own over REST are spelled out in openapiVerbAnswers.ts.
import {
  type Contract,
  type Field,
  type ObjectType,
  type Verb,
  type RestForm,
  bodyArgument,
  freeArguments,
  linesArgument,
  linesType,
  inPath,
  pathNames,
} from '../resource.ts';
import { described, listOf, nullable, ofDefault, ref, scalarSchema, textLike, type Json } from './openapiFields.ts';
import { changed, content, created, empty, found, success, withTag, type Paths } from './openapiPaths.ts';
import { errorsOf, parameter, conditions } from './openapiShared.ts';
import { ownAnswers } from './openapiVerbAnswers.ts';

/** Every REST form of every verb. */
export function verbPaths(contract: Contract): Paths {
  const paths: Record<string, Json> = {};
  for (const verb of contract.verbs.values()) {
    for (const [at, form] of verb.rest.entries()) {
      for (const [member, path] of templatesOf(verb, form)) {
        const suffix =
          member === null
            ? at === 0
              ? ''
              : `At${upperFirst(pathNames(form.path).at(-1) ?? '')}`
            : `Of${upperFirst(inPath(member))}`;
        const known = paths[path] ?? { ...pathParameters(path) };
        paths[path] = { ...known, [form.method.toLowerCase()]: operation(contract, verb, form, verb.name + suffix) };
      }
    }
  }
  return paths;
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

// One template for each member of an argument that is an enumeration.
function templatesOf(verb: Verb, { path }: RestForm): (readonly [string | null, string])[] {
  const choice = verb.args.find(({ name, typeClass }) => typeClass === 'ENUM' && pathNames(path).includes(name));
  if (!choice) return [[null, path]];
  return choice.members.map((member) => [member, path.replace(`{${choice.name}}`, inPath(member))]);
}

function pathParameters(path: string): Json {
  const names = pathNames(path);
  if (names.length === 0) return {};
  const other = (name: string): Json => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid', maxLength: 36 },
    description: `The urn of the ${name}, in any case.`,
  });
  return { parameters: names.map((name) => (name === 'urn' ? parameter(name) : other(name))) };
}

function operation(contract: Contract, verb: Verb, form: RestForm, operationId: string): Json {
  const [summary = '', ...rest] = verb.description.split(/(?<=[.;]) /);
  const parameters = parametersOf(contract, verb, form);
  const body = form.method === 'POST' ? bodyOf(contract, verb, form) : null;
  const isRead = form.method === 'GET' || verb.root === 'Query';
  const ofBody = isRead && body ? [413, 415, 422] : [];
  return {
    operationId,
    summary: summary.replace(/[.;]$/, ''),
    ...(rest.length > 0 && { description: verb.description }),
    tags: [tagOf(contract, verb, form)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...answersOf(contract, verb, form), ...errorsOf(isRead ? 'READ' : 'WRITE', 403, ...ofBody) },
  };
}

// The kind whose path it stands below; else what it is about.
function tagOf(contract: Contract, { name, isPublic, answer }: Verb, { path }: RestForm): string {
  const kind = contract.byPath.get(path.split('/')[3] ?? '');
  if (kind) return kind.name;
  if (name.startsWith('webhook')) return 'WebhookDelivery';
  if (name.startsWith('permission')) return 'Permission';
  if (path.startsWith('/n/v1/clientcontext')) return 'ClientContext';
  return isPublic ? 'Reference' : answer.typeName;
}

function parametersOf(contract: Contract, verb: Verb, form: RestForm): Json[] {
  const takesVersion = verb.args.some(({ name }) => name === 'expectedVersion');
  const kind = contract.byName.get(verb.answer.typeName);
  const lines = linesArgument(verb);
  const beside = lines ? freeArguments(verb, form).filter(({ name }) => name !== lines.name) : [];
  const own = (form.method === 'GET' ? freeArguments(verb, form) : beside).map((field) =>
    queryParameter(contract, field),
  );
  return [
    ...own,
    ...(ownAnswers[verb.name]?.parameters ?? []),
    ...(kind && form.status !== 204 ? [`${kind.name}Fields`, `${kind.name}Expand`].map(parameter) : []),
    ...(takesVersion ? conditions('CHANGE') : []),
    ...(isKept(verb, form) ? [parameter('ifNoneMatch')] : []),
    ...(kind && form.status < 202 ? [parameter('prefer')] : []),
  ];
}

function queryParameter(contract: Contract, field: Field): Json {
  if (field.name === 'first') return parameter('limit');
  if (field.name === 'after') return parameter('after');
  const { name, description } = field;
  return { name, in: 'query', required: field.isRequired, schema: argumentSchema(contract, field), description };
}

/** A line of an import. */
const exampleLine = '{"kind":"Entity","path":"/about","language":"en","name":"About us"}\n';

function bodyOf(contract: Contract, verb: Verb, form: RestForm): Json | null {
  const whole = bodyArgument(verb);
  if (whole) return { required: whole.isRequired, content: content(inputSchema(contract, whole.typeName)) };
  const free = freeArguments(verb, form);
  if (free.length === 0) return null;
  const lines = linesArgument(verb);
  const ndjson =
    lines && content({ ...textLike(exampleLine), description: `${lines.description} One a line.` }, [linesType]);
  return {
    required: free.some(({ isRequired }) => isRequired),
    content: { ...content(objectOf(contract, free)), ...ndjson },
  };
}

function inputSchema(contract: Contract, name: string): Json {
  const type = contract.inputs.get(name);
  if (!type) throw new Error(`The contract has no input ${name}`);
  return { ...objectOf(contract, type.fields), description: type.description };
}

function objectOf(contract: Contract, fields: readonly Field[]): Json {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, argumentSchema(contract, field)])),
    ...(required.length > 0 && { required }),
  };
}

function argumentSchema(contract: Contract, field: Field): Json {
  const element =
    field.typeClass === 'OBJECT'
      ? objectSchema(contract, field.typeName)
      : field.typeName === 'ID'
        ? ref('LinkInput')
        : scalarSchema(field, 'REQUEST');
  const whole = field.isList ? listOf(field, element, 'REQUEST') : element;
  const schema = field.isNonNull || field.isRequired ? whole : nullable(whole);
  return described(schema, ofDefault(field));
}

// That of a value object is a schema of its own, as it stands in the bodies of kinds.
function objectSchema(contract: Contract, name: string): Json {
  return contract.objects.has(name.replace(/Input$/, '')) ? ref(name) : inputSchema(contract, name);
}

function answersOf(contract: Contract, verb: Verb, form: RestForm): Json {
  const own = ownAnswers[verb.name];
  const label = labelOf(verb, form);
  if (own?.answer && isKept(verb, form)) return withTag({ 200: own.answer(label) });
  if (own?.answer) return { [form.status]: own.answer(label) };
  if (form.status === 204) return { 204: empty(label, 'ETag', 'Last-Modified') };
  const kind = contract.byName.get(verb.answer.typeName);
  if (!kind && isKept(verb, form)) return found(valueSchema(contract, verb, form));
  if (!kind) return { [form.status]: success(label, valueSchema(contract, verb, form)) };
  if (form.status === 202) return { 202: success(label, ref(kind.name), 'ETag', 'Last-Modified') };
  const known = changed(ref(kind.name), 'ETag', 'Last-Modified');
  return form.status === 200 ? known : { ...known, 201: created(label, ref(kind.name)) };
}

// Whether an answer has a tag: what is read, but for what is written while it is read.
function isKept({ name }: Verb, { method, status }: RestForm): boolean {
  return method === 'GET' && status === 200 && ownAnswers[name]?.isStreamed !== true;
}

function labelOf({ root }: Verb, { method, status }: RestForm): string {
  if (root === 'Query') return 'READ_SUCCESS';
  if (method === 'DELETE') return 'DELETE_SUCCESS';
  if (status === 202) return 'ACCEPTED';
  return status === 201 ? 'CREATE_SUCCESS' : 'UPDATE_SUCCESS';
}

// What is answered that is no resource, as rest/verbRoutes makes it.
function valueSchema(contract: Contract, { answer }: Verb, form: RestForm): Json {
  const type = contract.objects.get(answer.typeName);
  const isObject = type !== undefined && !answer.isList;
  const value = type ? ref(answer.typeName) : scalarSchema(answer, 'ANSWER');
  const url = form.method === 'GET' ? { url: { type: 'string', format: 'uri' } } : {};
  // What states its own address is answered as it is.
  if (isObject && (form.method !== 'GET' || type.fields.some(({ name }) => name === 'url'))) return value;
  const properties = isObject
    ? membersOf(type)
    : { [answer.isList ? form.member : answer.name]: answer.isList ? { type: 'array', items: value } : value };
  const all = { ...properties, ...url };
  return { type: 'object', properties: all, required: Object.keys(all), additionalProperties: false };
}

function membersOf({ name, fields }: ObjectType): Json {
  const pointer = (member: string): Json => ({ $ref: `#/components/schemas/${name}/properties/${member}` });
  return Object.fromEntries(fields.map((field) => [field.name, pointer(field.name)]));
}

/** The value objects of the SDL that answers of verbs hold. */
export function answeredValues(contract: Contract): string[] {
  return [...contract.verbs.values()]
    .filter((verb) => verb.rest.length > 0)
    .flatMap(({ name, answer }) => {
      const own = ownAnswers[name];
      if (own?.answer) return own.values ?? [];
      return contract.objects.has(answer.typeName) ? [answer.typeName] : [];
    });
}
