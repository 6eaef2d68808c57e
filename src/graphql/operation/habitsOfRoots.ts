// Queries and mutations as other services name them: `task_by_pk`, `allTasks`, `insert_tasks_one`, `moveTask`.
import { getNamedType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { camel, fields, fieldsOf, inputsOf, isKind, meantBy } from './habitNames.ts';

interface Kind {
  readonly name: string;
  /** The query that reads one, and the one that lists them. */
  readonly one: string | null;
  readonly list: string | null;
}

/** What is read instead of a query that there is not. */
export function rootQuery(schema: GraphQLSchema, name: string): string | null {
  for (const [pattern, hint] of queries) {
    const [, word] = pattern.exec(name) ?? [];
    const proposed = word === undefined ? null : hint(kindOf(schema, word), word);
    if (proposed) return proposed;
  }
  return null;
}

const oneOf = (kind: Kind | null): string | null => (kind?.one ? `"${kind.one}(urn: ...)"` : null);
const listOf = (kind: Kind | null): string | null => (kind?.list ? `"${kind.list}"` : null);
const totalOf = (kind: Kind | null): string | null => (kind?.list ? `"${kind.list} { totalCount }"` : null);
const pageOf = (kind: Kind | null): string | null =>
  kind && kind.name !== 'Entity' ? oneOf(kind) : '"entityView(path: ...)"';

const queries: readonly (readonly [RegExp, (kind: Kind | null, word: string) => string | null])[] = [
  [/^(\w+?)_?(?:aggregate|Aggregate|[cC]ount|[mM]eta)$/, totalOf],
  [/^_?(?:aggregate|count|all(?=\w+Meta$))_?([A-Z]\w*?)(?:Meta)?$/, totalOf],
  [/^(?:get|find|fetch)?_?(\w+?)_?(?:by_?slug|by_?path|by_?uri|by_?uid)$/i, pageOf],
  [/^(?:get|find|fetch)?_?(\w+?)_?(?:by_?pk|by_?id|by_?uuid|by_?urn)$/i, oneOf],
  // What cannot be found here is a type of content there.
  [/^(\w+?)_?(?:[cC]ollection|[cC]onnection)$/, (kind) => listOf(kind) ?? '"entities"'],
  [/^all_?((?<=_)\w+|[A-Z]\w*)$/, (kind) => listOf(kind) ?? '"entities"'],
  [/^(?:list|getAll|fetchAll|findMany|findAll)_?([A-Z]\w*)$/, listOf],
  [
    /^(?:get|find|fetch|read|load|retrieve)(?:One|Unique|First)?_?([A-Z]\w*)$/,
    (kind, word) => (kind?.list === camel(word) ? listOf(kind) : oneOf(kind)),
  ],
];

/** Verbs of other services, by what they are called here. */
const verbs: Readonly<Record<string, readonly string[]>> = {
  insert: ['create'],
  add: ['create'],
  new: ['create'],
  make: ['create'],
  edit: ['update'],
  patch: ['update'],
  modify: ['update'],
  save: ['update'],
  set: ['update'],
  remove: ['delete'],
  destroy: ['delete'],
  upsert: ['create', 'update'],
  duplicate: ['copy'],
  clone: ['copy'],
  schedule: ['publish'],
  finish: ['complete'],
  close: ['complete'],
  resolve: ['complete'],
};

/** Verbs of other services that change one member here. */
const changes: Readonly<Record<string, readonly string[]>> = {
  move: ['workflowStage', 'owner'],
  assign: ['assignee'],
  reassign: ['assignee'],
  rename: ['name', 'title'],
  retitle: ['title'],
  schedule: ['dueTimestamp'],
  reopen: ['status'],
  prioritize: ['priority'],
};

const uploads =
  /^(?:single|multiple)?_?upload|^(?:create|add|insert)_?(?:file|media(?:_?item)?|image|picture|photo)(?:_?file)?s?$/i;

const verbOf = /^([a-z]+)(?:_?(?:[mM]any|[oO]ne|[mM]ultiple))?(?:_?([A-Z]\w*)|_(\w+))?$/;
const besideKind = /_?(?:one|by_?pk|by_?id|many|items?|One|Many|(?:By|To|In|From)[A-Z]\w*)$/;

/** What is asked for instead of a mutation that there is not. */
export function rootMutation(schema: GraphQLSchema, name: string): string | null {
  if (uploads.test(name)) return 'POST /n/v1/imageitemfile/{urn}, which takes the file of an image item';
  const mutations = fieldsOf(schema.getMutationType() ?? undefined);
  if (mutations[`${name}Entity`]) return `"${name}Entity"`;
  const [, verb = '', upper, lower] = verbOf.exec(name) ?? [];
  const word = upper ?? lower ?? '';
  const kind = kindOf(schema, word) ?? kindOf(schema, word.replace(besideKind, '') || 'entity');
  if (!kind) return null;
  const meant = named(verb)
    .map((one) => one + kind.name)
    .filter((one) => mutations[one]);
  if (meant.length > 0) return meant.map((one) => `"${one}"`).join(' or ');
  const members = inputsOf(schema.getType(`Update${kind.name}Input`));
  const [member] = (Object.hasOwn(changes, verb) ? (changes[verb] ?? []) : []).filter((one) => members.includes(one));
  return member === undefined ? null : `"update${kind.name}(input: { ${member}: ... })"`;
}

const named = (verb: string): readonly string[] => (Object.hasOwn(verbs, verb) ? (verbs[verb] ?? []) : [verb]);

// The kind of `task`, `tasks`, `Task` and `text_items`, and of `page` and `users`, which are called otherwise here.
function kindOf(schema: GraphQLSchema, word: string): Kind | null {
  const roots = fieldsOf(schema.getQueryType() ?? undefined);
  const name = camel(word);
  const candidates = [name, ...meantBy(fields, name, Object.keys(roots))];
  for (const field of candidates) {
    const type = String(getNamedType(Object.hasOwn(roots, field) ? roots[field]?.type : undefined) ?? '');
    const kind = type.replace(/Connection$/, '');
    if (isKind(schema, kind)) return { name: kind, ...readers(schema, kind) };
  }
  return null;
}

function readers(schema: GraphQLSchema, kind: string): Omit<Kind, 'name'> {
  const roots = Object.values(fieldsOf(schema.getQueryType() ?? undefined));
  const one = roots.find((field) => String(field.type) === kind && field.args[0]?.name === 'urn');
  const list = roots.find((field) => isListOf(kind, field));
  return { one: one?.name ?? null, list: list?.name ?? null };
}

/** Whether a field of the query is the list of the kind, which leads both ways: no list of views. */
export function isListOf(kind: string, { type, args }: GraphQLField<unknown, unknown>): boolean {
  return String(type) === `${kind}Connection!` && args.some(({ name }) => name === 'last');
}

/** `updateTask { urn }`, and `title`, which is in `task { title }`. */
export function inPayload(schema: GraphQLSchema, type: string, name: string): string | null {
  if (!type.endsWith('Payload')) return null;
  for (const member of Object.values(fieldsOf(schema.getType(type)))) {
    const kind = getNamedType(member.type);
    const there = isKind(schema, kind.name) ? fieldsOf(kind) : {};
    const [meant] = there[name] ? [name] : meantBy(fields, name, Object.keys(there));
    if (meant !== undefined) return `"${member.name} { ${meant} }"`;
  }
  return null;
}
