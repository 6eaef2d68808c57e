// Names that people type from the habit of other services, and what they are called here: graphql-js compares letters only, and
// for `filter` it proposes `after`.
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  type ASTVisitor,
  type GraphQLError,
  type GraphQLSchema,
  type ValidationContext,
} from 'graphql';
import { withoutHints } from './errors.ts';
import {
  camel,
  constantOf,
  fields,
  fieldsOf,
  inputsOf,
  isKind,
  known,
  meantBy,
  parameters,
  type Habits,
} from './habitNames.ts';
import { inItems, inItemsOfRows, isUsual, itemOrAll, itemsIn } from './habitsOfContent.ts';
import { inPayload, isListOf, rootMutation, rootQuery } from './habitsOfRoots.ts';

/** Most mistakes of a document that are answered with a hint: to look for one takes longer than to validate what is right. */
const mostHints = 10;

/** A validation rule that refuses nothing: after the first mistakes of a document no names are compared any more. */
export function hintsForTheFirst(context: ValidationContext): ASTVisitor {
  const report = context.reportError.bind(context);
  let reported = 0;
  Object.defineProperties(context, {
    hideSuggestions: { get: () => reported >= mostHints },
    reportError: {
      value: (error: GraphQLError) => {
        reported += 1;
        report(error);
      },
    },
  });
  return {};
}

const conditions: Habits = {
  like: ['contains', 'startsWith'],
  _like: ['contains', 'startsWith'],
  ilike: ['containsFold'],
  _ilike: ['containsFold'],
  matches: ['contains'],
  equals: ['eq'],
  is: ['eq'],
  _eq: ['eq'],
  not: ['ne'],
  neq: ['ne'],
  notIn: ['nin'],
  _in: ['in'],
  after: ['gt'],
  before: ['lt'],
  before_or_at: ['lte'],
  null: ['isNull'],
  ...fields,
};

const changes = 'the query "events", with targetUrns';

/** What is read by a field of the query and not below a kind, as it would be asked there. */
const besides: Readonly<Record<string, string>> = {
  events: changes,
  createdBy: changes,
  updatedBy: changes,
  permissions: 'the query "permissions", with objectUrn in where',
};

const besideKinds = (name: string): string | null => (Object.hasOwn(besides, name) ? (besides[name] ?? null) : null);

/** What is asked of a type and stands one level below it, and where. */
const below: Habits = {
  width: ['files'],
  height: ['files'],
  nodes: ['history'],
  edges: ['history'],
  stages: ['workflow'],
};

/** The message with what was probably meant, where a habit of other services tells; else as it is. */
export function withHabits(schema: GraphQLSchema, message: string): string {
  // Of a value in variables the part that says what is wrong with it.
  const said = message.replace(/^Variable "\$\w+" got invalid value .*; (?=Field "|Value "|Enum ")/s, '');
  for (const [pattern, hint] of refusals) {
    const [, ...parts] = pattern.exec(said) ?? [];
    const proposed = parts.length > 0 ? hint(schema, parts) : null;
    if (proposed) return `${withoutHints(message)} Did you mean ${proposed}?`;
  }
  return message;
}

type Hint = (schema: GraphQLSchema, parts: readonly string[]) => string | null;

const refusals: readonly (readonly [RegExp, Hint])[] = [
  [
    /^Cannot query field "(\w+)" on type "(\w+)"/,
    (schema, [name = '', type = '']) =>
      known(fields, name, Object.keys(fieldsOf(schema.getType(type)))) ??
      oneLevelDown(schema, type, name) ??
      inRows(schema, type, name) ??
      ofEnd(schema, type, name) ??
      (type === 'Subscription' ? stream(schema, name) : null) ??
      totalOf(schema, type, name) ??
      (type === 'Query' ? rootQuery(schema, name) : null) ??
      (type === 'Mutation' ? rootMutation(schema, name) : null) ??
      inPayload(schema, type, name) ??
      (isKind(schema, type) ? besideKinds(name) : null) ??
      (isUsual(name) ? asContent(schema, type, name) : null),
  ],
  [
    /^Unknown argument "(\w+)" on field "(\w+)\.(\w+)"/,
    (schema, [name = '', type = '', field = '']) =>
      known(parameters, name, fieldsOf(schema.getType(type))[field]?.args.map((one) => one.name) ?? []) ??
      (name === 'path' && field === 'entity' ? '"entityView", which takes a path' : null) ??
      (name === 'input' ? 'its members as arguments' : null) ??
      inList(schema, field, name) ??
      (`${type}.${field}` === 'Subscription.events' ? '"subjects", "events" or "targetUrns"' : null),
  ],
  [
    /^Value "(\w+)" does not exist in "(\w+)" enum/,
    (schema, [value = '', type = '']) => {
      const [word = ''] = value.split('_');
      const members = schema.getType(type);
      const alike = isEnumType(members) ? members.getValues().filter((one) => one.name.startsWith(`${word}_`)) : [];
      return alike.map((one) => one.name).join(' or ') || null;
    },
  ],
  [
    /^Enum "(\w+)" cannot represent non-enum value: "(\w+)"/,
    (schema, [type = '', value = '']) => {
      const members = wordsLike(schema, type, value);
      return members.length > 0 ? `${members.join(' or ')}, without quotes` : null;
    },
  ],
  [/^Field "(\w+)" argument "name" of type "String!" is required/, (schema, [field = '']) => itemOrAll(schema, field)],
  [
    /^Fragment cannot be spread here as objects of type "(\w+)" can never be of type "(\w+)"/,
    (schema, [type = '', wanted = '']) => {
      const [way] = Object.values(fieldsOf(schema.getType(type))).filter((one) => String(one.type) === 'Node');
      return way && isKind(schema, wanted) ? `"${way.name} { ... on ${wanted} { ... } }"` : null;
    },
  ],
  [
    /^Field "(\w+)" is not defined by type "(\w+)"/,
    (schema, [name = '', type = '']) =>
      known(conditions, name, inputsOf(schema.getType(type))) ??
      orderBy(schema, type, name) ??
      ofLink(schema, type, name) ??
      (isUsual(name) ? itemsIn(schema, type, name) : null) ??
      (/^(id|urn)$/.test(name) && /^Update\w+Input$/.test(type) ? '"urn" beside "input"' : null),
  ],
  [
    /^Expected value of type "(\[?)(\w+)[!\]]*", found ("[^"?]*"|-?[\d.]+|\w+)\.?/,
    (schema, [list = '', type = '', value = '']) =>
      inputsOf(schema.getType(type)).includes('eq')
        ? `{ eq: ${literalOf(schema, type, value)} }`
        : sorted(schema, type, value, list !== ''),
  ],
  [
    /^Variable "\$\w+" got invalid value ("[^"?]*")(?: at "[^"]*")?; Expected type "(\w+)" to be an object/,
    (schema, [value = '', type = '']) => sorted(schema, type, value, true),
  ],
  // Names that are like none there is, as those of content are that somebody has made up.
  [/^Cannot query field "(\w+)" on type "(\w+)"\.$/, (schema, [name = '', type = '']) => asContent(schema, type, name)],
  [/^Field "(\w+)" is not defined by type "(\w+)"\.$/, (schema, [name = '', type = '']) => itemsIn(schema, type, name)],
];

function oneLevelDown(schema: GraphQLSchema, type: string, name: string): string | null {
  const members = fieldsOf(schema.getType(type));
  const [way] = (Object.hasOwn(below, name) ? (below[name] ?? []) : []).filter(
    (one) => fieldsOf(getNamedType(members[one]?.type) ?? undefined)[name],
  );
  return way === undefined ? null : `"${way} { ${name} }"`;
}

// `tasks { title }` and `tasks { id }`, and `history { value }`, which is a list one level further down.
function inRows(schema: GraphQLSchema, type: string, name: string): string | null {
  const rows = fieldsOf(getNamedType(fieldsOf(schema.getType(type))['nodes']?.type) ?? undefined);
  const [meant] = rows[name] ? [name] : meantBy(fields, name, Object.keys(rows));
  if (meant !== undefined) return `"nodes { ${meant} }"`;
  return type.endsWith('History') && inRows(schema, type.replace(/History$/, 'Connection'), name)
    ? `"history { nodes { ${name} } }"`
    : null;
}

const asContent = (schema: GraphQLSchema, type: string, name: string): string | null =>
  inItems(schema, type, name) ?? inItemsOfRows(schema, type, name);

// `entity { tasks_aggregate { count } }`.
function totalOf(schema: GraphQLSchema, type: string, name: string): string | null {
  const [, list = ''] = /^(\w+)_aggregate$/.exec(name) ?? [];
  const counted = getNamedType(fieldsOf(schema.getType(type))[list]?.type);
  return fieldsOf(counted ?? undefined)['totalCount'] ? `"${list} { totalCount }"` : null;
}

// `permissionHolders { holders { identity { name } } }`.
function ofEnd(schema: GraphQLSchema, type: string, name: string): string | null {
  const isEnd = String(fieldsOf(schema.getType(type))['subject']?.type) === 'PermissionEnd!';
  return isEnd && /^(identity|person|user|client|apiClient|name)$/.test(name)
    ? '"subject { urn }", and the query "nodes" for what it is'
    : null;
}

// `subscription { taskUpdated { ... } }`.
function stream(schema: GraphQLSchema, name: string): string | null {
  const [, kind = ''] = /^(?:on)?(\w+?)(?:Created|Updated|Deleted|Added|Changed|s)$/.exec(name) ?? [];
  const subject = constantOf(kind);
  const subjects = schema.getType('EventSubject');
  return isEnumType(subjects) && subjects.getValue(subject) ? `"events(subjects: [${subject}])"` : null;
}

// `workflow(name: "Editorial")`.
function inList(schema: GraphQLSchema, field: string, name: string): string | null {
  const lists = fieldsOf(schema.getType('Query'));
  const kind = String(lists[field]?.type);
  const list = Object.values(lists).find((one) => isListOf(kind, one));
  return list && inputsOf(schema.getType(`${kind}Where`)).includes(name)
    ? `"${list.name}(where: { ${name}: ... })"`
    : null;
}

// `where: { assignee: { name: ... } }`.
function ofLink(schema: GraphQLSchema, name: string, field: string): string | null {
  const type = schema.getType(name);
  const where = isInputObjectType(type) ? type.getFields()['where']?.type : undefined;
  return inputsOf(getNamedType(where)).includes(field) ? `{ where: { ${field}: ... } }` : null;
}

// `orderBy: { name: ASC }`.
function orderBy(schema: GraphQLSchema, type: string, name: string): string | null {
  const field = orderField(schema, type, name);
  return field === null ? null : `{ field: ${field}, direction: ... }`;
}

// `orderBy: NAME_ASC`, `"name"`, `"-createdAt"` and `"title:desc"`.
function sorted(schema: GraphQLSchema, type: string, value: string, isList: boolean): string | null {
  const [, minus = '', name = '', way = ''] = /^"?([-+]?)(\w+?)(?:[_: ](asc|desc))?"?$/i.exec(value) ?? [];
  const field = orderField(schema, type, name);
  if (field === null) return null;
  const isDescending = minus === '-' || way.toUpperCase() === 'DESC';
  const order = `{ field: ${field}${isDescending ? ', direction: DESC' : ''} }`;
  return isList ? `[${order}]` : order;
}

function orderField(schema: GraphQLSchema, name: string, field: string): string | null {
  const type = schema.getType(name);
  const members = isInputObjectType(type) ? getNamedType(type.getFields()['field']?.type) : null;
  if (!isEnumType(members)) return null;
  const words = members.getValues().map((one) => one.name);
  const said = /[a-z]/.test(field) ? camel(field) : camel(field.toLowerCase());
  const meant = fields[said] ?? [];
  return [said, ...meant].map(constantOf).find((one) => words.includes(one)) ?? null;
}

// `{ eq: "PUBLISHED" }` where a word of an enumeration is wanted.
function literalOf(schema: GraphQLSchema, filter: string, value: string): string {
  const type = schema.getType(filter);
  const compared = isInputObjectType(type) ? getNamedType(type.getFields()['eq']?.type) : null;
  return wordsLike(schema, compared?.name ?? '', value.replaceAll('"', ''))[0] ?? value;
}

// The member of an enumeration that a text is, or else those that begin with it.
function wordsLike(schema: GraphQLSchema, type: string, text: string): readonly string[] {
  const members = schema.getType(type);
  const word = constantOf(text);
  const words = isEnumType(members) ? members.getValues().map((one) => one.name) : [];
  return words.includes(word) ? [word] : words.filter((one) => one.startsWith(`${word}_`));
}
