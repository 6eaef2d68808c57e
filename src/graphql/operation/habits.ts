// Names that people type from the habit of other services, and what they are called here: graphql-js compares letters only, and
// for `filter` it proposes `after`.
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type ASTVisitor,
  type GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type ValidationContext,
} from 'graphql';
import { withoutHints } from './errors.ts';

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

type Habits = Readonly<Record<string, readonly string[]>>;

const fields: Habits = {
  id: ['urn'],
  uuid: ['urn'],
  slug: ['path'],
  createdAt: ['createdTimestamp'],
  updatedAt: ['updatedTimestamp'],
  publishedAt: ['publishTimestamp'],
  me: ['clientContext'],
  viewer: ['clientContext'],
  currentUser: ['clientContext'],
  user: ['identity'],
  person: ['identity'],
  author: ['authorIdentity', 'identity'],
  thread: ['messageThread'],
  comments: ['logs'],
  body: ['content', 'value'],
  text: ['content', 'value', 'description'],
  message: ['content'],
  event: ['activity'],
  type: ['subject'],
  object: ['target', 'objectUrn'],
  items: ['nodes', 'entities'],
  results: ['nodes'],
  data: ['nodes'],
  errors: ['userErrors'],
  alt: ['altText'],
  address: ['email', 'addresses'],
  phone: ['number', 'telephones'],
  city: ['locality'],
  zip: ['postalCode'],
  zipCode: ['postalCode'],
  country: ['countryCode'],
  parent: ['parentCompany'],
  children: ['childCompanies'],
  thumbnail: ['mediumSrc'],
  versions: ['history'],
  revisions: ['history'],
  dueDate: ['dueTimestamp'],
  dueAt: ['dueTimestamp'],
  isDone: ['statusCategory'],
  done: ['statusCategory'],
  completed: ['statusCategory'],
  state: ['status'],
  webhooks: ['webhookSubscriptions'],
  notifications: ['inbox'],
  addComment: ['createThreadPost'],
  users: ['identities'],
  people: ['identities'],
  authors: ['identities'],
  page: ['entityView', 'entity'],
  post: ['entityView', 'entity'],
  article: ['entityView', 'entity'],
  pages: ['entities'],
  posts: ['entities'],
  articles: ['entities'],
};

const parameters: Habits = {
  id: ['urn'],
  ids: ['urns'],
  slug: ['path'],
  filter: ['where'],
  filters: ['where'],
  condition: ['where'],
  sort: ['orderBy'],
  sortBy: ['orderBy'],
  order: ['orderBy'],
  order_by: ['orderBy'],
  pageSize: ['first'],
  take: ['first'],
  pagination: ['first'],
  offset: ['after'],
  skip: ['after'],
  page: ['after'],
  cursor: ['after'],
  type: ['includeScopes'],
  types: ['includeScopes'],
  publishAt: ['publishTimestamp'],
  scheduledAt: ['publishTimestamp'],
  preview: ['version'],
  draft: ['version'],
  lang: ['language'],
  locale: ['language'],
};

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
  for (const [pattern, hint] of refusals) {
    const [, ...parts] = pattern.exec(message) ?? [];
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
      (name.endsWith('_aggregate') ? `"${name.replace(/_aggregate$/, '')} { totalCount }"` : null) ??
      (isKind(schema, type) ? (besides[name] ?? null) : null),
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
      (/^(id|urn)$/.test(name) && /^Update\w+Input$/.test(type) ? '"urn" beside "input"' : null),
  ],
  [
    /^Expected value of type "\[?(\w+)[!\]]*", found ("[^"?]*"|-?[\d.]+|\w+)\.?/,
    (schema, [type = '', value = '']) =>
      inputsOf(schema.getType(type)).includes('eq')
        ? `{ eq: ${value} }`
        : orderBy(schema, type, value.replaceAll('"', '')),
  ],
];

function known(habits: Habits, name: string, candidates: readonly string[]): string | null {
  const meant = Object.hasOwn(habits, name) ? (habits[name] ?? []) : [];
  const there = meant.filter((one) => candidates.includes(one)).map((one) => `"${one}"`);
  return there.length > 0 ? there.join(' or ') : null;
}

function oneLevelDown(schema: GraphQLSchema, type: string, name: string): string | null {
  const members = fieldsOf(schema.getType(type));
  const [way] = (Object.hasOwn(below, name) ? (below[name] ?? []) : []).filter(
    (one) => fieldsOf(getNamedType(members[one]?.type) ?? undefined)[name],
  );
  return way === undefined ? null : `"${way} { ${name} }"`;
}

// `tasks { title }`, and `history { value }`, which is a list one level further down.
function inRows(schema: GraphQLSchema, type: string, name: string): string | null {
  const rows = fieldsOf(getNamedType(fieldsOf(schema.getType(type))['nodes']?.type) ?? undefined);
  if (rows[name]) return `"nodes { ${name} }"`;
  return type.endsWith('History') && inRows(schema, type.replace(/History$/, 'Connection'), name)
    ? `"history { nodes { ${name} } }"`
    : null;
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
  const list = Object.values(lists).find((one) => String(one.type) === `${kind}Connection!`);
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

// `orderBy: "name"` and `orderBy: { name: ASC }`.
function orderBy(schema: GraphQLSchema, name: string, field: string): string | null {
  const type = schema.getType(name);
  const members = isInputObjectType(type) ? type.getFields()['field']?.type : null;
  const named = schema.getType(String(members ?? '').replace('!', ''));
  const word = constantOf(field);
  return isEnumType(named) && named.getValue(word) ? `{ field: ${word} }` : null;
}

const constantOf = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

const isKind = (schema: GraphQLSchema, name: string): boolean => {
  const type = schema.getType(name);
  return isObjectType(type) && type.getInterfaces().some((one) => one.name === 'Node');
};

const fieldsOf = (type: GraphQLNamedType | undefined): Readonly<Record<string, GraphQLField<unknown, unknown>>> =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};

const inputsOf = (type: GraphQLNamedType | undefined): readonly string[] =>
  isInputObjectType(type) ? Object.keys(type.getFields()) : [];
