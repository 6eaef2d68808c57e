// Names of other services and what they are called here, and where a schema has them.
import {
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';

/** What is meant by a name: the first of these that there are. */
export type Habits = Readonly<Record<string, readonly string[]>>;

/** Names of fields. */
export const fields: Habits = {
  id: ['urn', 'deletedUrn'],
  uuid: ['urn', 'deletedUrn'],
  documentId: ['urn', 'deletedUrn'],
  databaseId: ['urn', 'deletedUrn'],
  sys: ['urn'],
  urn: ['deletedUrn'],
  slug: ['path'],
  uri: ['path'],
  permalink: ['path'],
  dateCreated: ['createdTimestamp'],
  dateUpdated: ['updatedTimestamp'],
  modifiedAt: ['updatedTimestamp'],
  locale: ['language'],
  lang: ['language'],
  locales: ['alternativeLanguages'],
  localizations: ['alternativeLanguages'],
  published: ['status', 'isPublished'],
  isPublished: ['status'],
  draft: ['status'],
  publishDate: ['publishTimestamp'],
  success: ['deletedUrn', 'userErrors'],
  ok: ['deletedUrn', 'userErrors'],
  deletedId: ['deletedUrn'],
  affectedRows: ['deletedUrn'],
  returning: ['deletedUrn'],
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

/** Names of arguments. */
export const parameters: Habits = {
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

/** `created_at`, `_id` and `CreatedAt` as names are written here. */
export const camel = (name: string): string =>
  name
    .replace(/^_+/, '')
    .replace(/^[A-Z]/, (first) => first.toLowerCase())
    .replace(/(?<!_)_+([a-z\d])/g, (_, next: string) => next.toUpperCase());

/** Which of the candidates are meant by a name from habit. */
export function meantBy(habits: Habits, name: string, candidates: readonly string[]): readonly string[] {
  const word = [name, camel(name)].find((one) => Object.hasOwn(habits, one));
  const words = [...(word === undefined ? [] : (habits[word] ?? [])), ...(camel(name) === name ? [] : [camel(name)])];
  return [...new Set(words)].filter((one) => candidates.includes(one));
}

/** As `meantBy`, in words; null when none is. */
export function known(habits: Habits, name: string, candidates: readonly string[]): string | null {
  return (
    meantBy(habits, name, candidates)
      .map((one) => `"${one}"`)
      .join(' or ') || null
  );
}

/** A name as a member of an enumeration: `createdTimestamp` is CREATED_TIMESTAMP. */
export const constantOf = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

/** Whether a type is a kind of object that has a URN. */
export const isKind = (schema: GraphQLSchema, name: string): boolean => {
  const type = schema.getType(name);
  return isObjectType(type) && type.getInterfaces().some((one) => one.name === 'Node');
};

/** The fields of a type, if it has any. */
export const fieldsOf = (
  type: GraphQLNamedType | undefined,
): Readonly<Record<string, GraphQLField<unknown, unknown>>> =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};

/** The names of the members of an input. */
export const inputsOf = (type: GraphQLNamedType | undefined): readonly string[] =>
  isInputObjectType(type) ? Object.keys(type.getFields()) : [];
