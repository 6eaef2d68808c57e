// The paths of one kind in the OpenAPI document: its list, its resources, its history and the lists inside it.
import { sortableItems } from '../listedItems.ts';
import { isSortable } from '../listQuery.ts';
import type { Field, Resource } from '../resource.ts';
import { oneOf, words } from '../describe.ts';
import { enumOf, ref, type Json } from './openapiFields.ts';
import { errorsOf, headers, parameter, conditions } from './openapiShared.ts';

/** Paths by their template, each with its operations. */
export type Paths = Readonly<Record<string, Json>>;

const jsonTypes = ['application/json'];
const patchTypes = ['application/merge-patch+json', 'application/json'];
const page = ['after', 'before', 'limit'].map(parameter);

/** A body of one of these media types. */
export function content(schema: Json, types: readonly string[] = jsonTypes): Json {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

/** A success with a body, under its label. */
export function success(label: string, schema: Json, ...names: readonly string[]): Json {
  return { description: label, 'x-label': label, headers: headers(...names), content: content(schema) };
}

/** A success without a body. */
export function empty(label: string, ...names: readonly string[]): Json {
  return { description: label, 'x-label': label, headers: headers(...names) };
}

/** The answers to a read: what was asked for, or nothing where the caller has it already (RFC 9110, section 13.1.2). */
export function found(schema: Json, ...names: readonly string[]): Json {
  return withTag({ 200: success('READ_SUCCESS', schema, ...names) }, ...names);
}

/** The same, with the answer as it is described otherwise. */
export function withTag({ 200: answer }: { readonly 200: Json }, ...names: readonly string[]): Json {
  return {
    200: { ...answer, headers: headers('ETag', ...names) },
    304: empty('NOT_MODIFIED', 'ETag', ...names),
  };
}

/** The answer to what is new: itself, or nothing where the caller prefers that (RFC 7240, section 4.2). */
export function created(label: string, schema: Json): Json {
  const answer = success(label, schema, 'Location', 'ETag', 'Last-Modified', 'Preference-Applied');
  return { ...answer, description: `${label}; without a body if Preference-Applied says \`return=minimal\`.` };
}

/** The answers to a change: what was changed, or nothing where the caller prefers that. */
export function changed(schema: Json, ...names: readonly string[]): Json {
  return {
    200: success('UPDATE_SUCCESS', schema, ...names, 'Preference-Applied'),
    204: empty('UPDATE_SUCCESS', ...names, 'Preference-Applied'),
  };
}

/** The parameters of each kind by the name they are referred to: `TaskExpand`, `TaskFields`, `TaskSort`. */
export function resourceParameters(resources: readonly Resource[]): Readonly<Record<string, Json>> {
  const entries = resources.flatMap((resource) => [
    [`${resource.name}Expand`, expandParameter(resource)] as const,
    [`${resource.name}Fields`, fieldsParameter(resource)] as const,
    ...(resource.operations.has('LIST') ? [[`${resource.name}Sort`, sortParameter(resource)] as const] : []),
  ]);
  return Object.fromEntries(entries);
}

/** The words that those parameters take, by the names of their schemas: `TaskFieldName`, `TaskSortTerm`. */
export function parameterWords(resources: readonly Resource[]): Readonly<Record<string, Json>> {
  const entries = resources.flatMap((resource) => {
    const sortable = resource.fields.filter(isSortable).flatMap(({ name }) => [name, `-${name}`]);
    return [
      [`${resource.name}FieldName`, enumOf(resource.fields.map(({ name }) => name))] as const,
      ...(resource.operations.has('LIST') ? sortTerms(resource, enumOf(sortable)) : []),
    ];
  });
  return Object.fromEntries(entries);
}

// Pages are put in order by an item of theirs, too: `-dateTime.date`. The words have a schema of their own, so that generators name them.
function sortTerms(resource: Resource, words: Json): (readonly [name: string, schema: Json])[] {
  const items = [...sortableItems(resource).keys()];
  const name = `${resource.name}SortTerm`;
  if (items.length === 0) return [[name, words]];
  const item = { type: 'string', pattern: `^-?(${items.join('|')})\\.[^,]+$`, examples: ['-dateTime.date'] };
  return [
    [`${resource.name}SortField`, words],
    [name, { anyOf: [ref(`${resource.name}SortField`), item] }],
  ];
}

function expandParameter(resource: Resource): Json {
  const links = resource.fields.filter((field) => field.typeClass === 'LINK').map(({ name }) => name);
  const description = `Links to include as full resources, up to 3 levels deep, such as \`owner.entity\`. Links of this kind: ${links.join(', ')}.`;
  return listParameter('expand', { type: 'array', items: { type: 'string' }, maxItems: 20 }, description);
}

function fieldsParameter(resource: Resource): Json {
  return listParameter(
    'fields',
    { type: 'array', items: ref(`${resource.name}FieldName`) },
    'The only members wanted; urn and url always come.',
  );
}

function sortParameter(resource: Resource): Json {
  const schema = { type: 'array', items: ref(`${resource.name}SortTerm`), maxItems: 5, default: resource.sort };
  return listParameter('sort', schema, 'The order; `-` in front means descending. The urn always decides last.');
}

function listParameter(name: string, schema: Json, description: string): Json {
  return { name, in: 'query', style: 'form', explode: false, schema, description };
}

function listParameters(resource: Resource): Json[] {
  const own = ['Sort', 'Fields', 'Expand'].map((suffix) => parameter(resource.name + suffix));
  return [...page, ...own, ...['filter', 'count'].map(parameter)];
}

/** Every path of a kind. */
export function resourcePaths(resource: Resource): Paths {
  const root = `/n/v1/${resource.path}`;
  const { operations, name } = resource;
  const listed = operations.has('LIST');
  return {
    ...(listed && { [`/n/v1/${resource.plural}`]: { get: listOperation(resource, `list${plural(resource)}`) } }),
    ...((listed || operations.has('CREATE')) && {
      [root]: {
        ...(listed && { get: listOperation(resource, `list${plural(resource)}AtName`) }),
        ...(operations.has('CREATE') && { post: createOperation(resource) }),
      },
    }),
    [`${root}/{urn}`]: { parameters: [parameter('urn')], ...urnOperations(resource) },
    ...(operations.has('DELETE') && {
      [`${root}/{urn}/restore`]: {
        parameters: [parameter('urn')],
        post: {
          ...about(resource, `restore${name}`, `Bring back a deleted ${words(name)}`),
          parameters: [`${name}Expand`, 'prefer'].map(parameter),
          responses: { ...changed(ref(name), 'ETag', 'Last-Modified'), ...errorsOf('WRITE') },
        },
      },
    }),
    ...(operations.has('READ') && nestedPaths(resource, root)),
    ...(resource.historyPath !== null && historyPaths(resource, `/n/v1/${resource.historyPath}/{urn}`)),
  };
}

/** `Companies`, for operation ids. */
function plural({ pluralField }: Resource): string {
  return pluralField.charAt(0).toUpperCase() + pluralField.slice(1);
}

/** The members by which operations are found and grouped. */
function about(resource: Resource, operationId: string, summary: string): Json {
  return { operationId, summary, tags: [resource.name] };
}

function listOperation(resource: Resource, operationId: string): Json {
  return {
    ...about(resource, operationId, `List ${words(resource.pluralField)}: those the caller may read`),
    parameters: [...listParameters(resource), parameter('ifNoneMatch')],
    responses: { ...found(ref(`${resource.name}Page`)), ...errorsOf('READ') },
  };
}

function createOperation(resource: Resource): Json {
  const { name } = resource;
  return {
    ...about(resource, `create${name}`, `Create ${oneOf(name)}`),
    parameters: [parameter(`${name}Expand`), parameter('prefer')],
    requestBody: { required: true, content: content(ref(`Create${name}`)) },
    responses: {
      200: {
        ...success('CREATE_SUCCESS', ref(name), 'ETag', 'Last-Modified'),
        description: 'The same create was sent before.',
      },
      201: created('CREATE_SUCCESS', ref(name)),
      204: empty('CREATE_SUCCESS', 'ETag', 'Last-Modified', 'Preference-Applied'),
      ...errorsOf('WRITE'),
    },
  };
}

function urnOperations(resource: Resource): Json {
  const { name, operations } = resource;
  const change = (operationId: string, types: readonly string[]): Json => ({
    ...about(resource, operationId, `Change ${oneOf(name)}`),
    parameters: [...[`${name}Expand`, 'force'].map(parameter), ...conditions('CHANGE'), parameter('prefer')],
    requestBody: { required: true, content: content(ref(`Update${name}`), types) },
    responses: { ...changed(ref(name), 'ETag', 'Last-Modified'), ...errorsOf('WRITE') },
  });
  return {
    ...(operations.has('READ') && { get: readOperation(resource) }),
    ...(operations.has('UPDATE') && name !== 'ImageItemFile' && { put: change(`update${name}`, jsonTypes) }),
    ...(operations.has('UPDATE') && { patch: change(`patch${name}`, patchTypes) }),
    ...(operations.has('DELETE') && {
      delete: {
        ...about(resource, `delete${name}`, `Delete ${oneOf(name)}`),
        parameters: conditions('DELETE'),
        responses: { 204: empty('DELETE_SUCCESS'), ...errorsOf('WRITE') },
      },
    }),
  };
}

function readOperation(resource: Resource): Json {
  const { name } = resource;
  const embedded = resource.fields.some(({ rest }) => rest.isNewestPage) ? page : [];
  return {
    ...about(resource, `read${name}`, `Read ${oneOf(name)}`),
    parameters: [parameter(`${name}Expand`), ...embedded, ...conditions('READ')],
    responses: { ...found(ref(name), 'Last-Modified'), ...errorsOf('READ') },
  };
}

function nestedPaths(resource: Resource, root: string): Paths {
  const fields = resource.fields.filter((field) => field.isList && field.typeClass === 'LINK');
  return Object.fromEntries(
    fields.map((field) => [
      `${root}/{urn}/${field.name.toLowerCase()}`,
      { parameters: [parameter('urn')], get: nestedOperation(resource, field) },
    ]),
  );
}

function nestedOperation(resource: Resource, field: Field): Json {
  const child = field.typeName;
  const around = field.isPagedAround ? ['around'] : [];
  const own = field.isPaged ? [...around, 'filter', 'count', `${child}Sort`] : ['count'];
  const rows = { type: 'array', items: ref(`${field.typeName}Selection`), maxItems: 200 };
  const schema = {
    type: 'object',
    properties: { [field.name]: rows, pagination: ref('Pagination'), url: { type: 'string', format: 'uri' } },
    required: [field.name, 'pagination', 'url'],
    additionalProperties: false,
  };
  const suffix = field.name.charAt(0).toUpperCase() + field.name.slice(1);
  return {
    ...about(resource, `list${suffix}Of${resource.name}`, `List the ${words(field.name)} of ${oneOf(resource.name)}`),
    parameters: [...page, ...[`${child}Fields`, `${child}Expand`, ...own, 'ifNoneMatch'].map(parameter)],
    responses: { ...found(schema), ...errorsOf('READ') },
  };
}

function historyPaths(resource: Resource, root: string): Paths {
  const { name } = resource;
  const history = ref(`${name}History`);
  const entry = { type: 'object', properties: { item: ref('LinkInput') }, required: ['item'] };
  const requestBody = { required: true, content: content(entry) };
  const parameters = [...conditions('CHANGE'), parameter('prefer')];
  const responses = { ...changed(history), ...errorsOf('WRITE') };
  return {
    [root]: {
      parameters: [parameter('urn')],
      get: {
        ...about(resource, `read${name}History`, `Read the values ${oneOf(name)} had, newest first`),
        parameters: [...page, ...['count', 'asOf', `${name}Fields`, `${name}Expand`, 'ifNoneMatch'].map(parameter)],
        responses: { ...found(history), ...errorsOf('READ', 403) },
      },
      put: {
        ...about(resource, `choose${name}Value`, 'Make one value the live one'),
        parameters,
        requestBody,
        responses,
      },
    },
    [`${root}/restore`]: {
      parameters: [parameter('urn')],
      post: {
        ...about(resource, `restore${name}Value`, 'Write an old value again'),
        parameters,
        requestBody,
        responses,
      },
    },
  };
}
