// The answers of verbs that have a form of their own over REST, as rest/verbAnswers makes them.
import { nullable, ref, textLike, type Json } from './openapiFields.ts';
import { empty, success } from './openapiPaths.ts';
import { parameter } from './openapiShared.ts';

/** How the operation of a verb differs from what its root field says. */
interface OwnAnswer {
  readonly parameters?: readonly Json[];
  readonly answer?: (label: string) => Json;
  /** Whether it is written while it is read, so that nothing is known of it before. */
  readonly isStreamed?: boolean;
  /** The value objects of the SDL that stand in it. */
  readonly values?: readonly string[];
}

const text = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };
const uri = { type: 'string', format: 'uri' };
const dateTime = { type: 'string', format: 'date-time' };
const link = ref('Link');
const nullableLink = { anyOf: [link, { type: 'null' }] };
const listOf = (items: Json): Json => ({ type: 'array', items });

function closed(properties: Json, optional: readonly string[] = []): Json {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const answering =
  (schema: Json, ...headers: readonly string[]) =>
  (label: string): Json =>
    success(label, schema, ...headers);

function fixedList(name: string, properties: Json): OwnAnswer {
  const language = { name: 'Accept-Language', in: 'header', schema: text, description: 'The language of names.' };
  return { parameters: [language], answer: answering(closed({ [name]: listOf(closed(properties)), url: uri })) };
}

const inbox: OwnAnswer = {
  parameters: [
    ...['after', 'before', 'limit'].map(parameter),
    ...['MessageThreadNotificationFields', 'MessageThreadNotificationExpand'].map(parameter),
    {
      name: 'all',
      in: 'query',
      schema: { type: 'boolean', default: false },
      description: 'Whether threads without unread posts are shown too.',
    },
  ],
  answer: answering(
    closed({
      identity: link,
      notifications: listOf(ref('MessageThreadNotificationSelection')),
      unreadThreadCount: { type: 'integer' },
      unreadMentionCount: { type: 'integer' },
      pagination: ref('Pagination'),
      url: uri,
    }),
  ),
};

const change = closed({
  permission: link,
  owner: link,
  event: ref('ChangeKind'),
  subjectScope: textLike('IDENTITY'),
  subjectUrn: uuid,
  objectScope: textLike('ENTITY'),
  objectUrn: uuid,
  label: textLike('READ'),
  fromTimestamp: nullable(dateTime),
  toTimestamp: nullable(dateTime),
  reason: nullable(text),
  actor: { type: 'object' },
  timestamp: dateTime,
});

const exported: Json = {
  description: 'READ_SUCCESS',
  'x-label': 'READ_SUCCESS',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        description: 'The identity, and lists of what names it by kind.',
        examples: [{ identity: { name: 'Ines Duarte' }, tasks: [{ title: 'Settle the theme of the winter issue' }] }],
      },
    },
    'application/x-ndjson': {
      schema: {
        ...textLike('{"kind":"Identity","resource":{"urn":"019b0000-0000-7000-8000-000000000001"}}\n'),
        description: 'A line for each resource: its kind and itself.',
      },
    },
  },
};

// A value of an item: the kind of the item says of which kind it is.
const entry = { type: ['object', 'null'], description: 'An entry of the history of the item, as that shows it.' };

const itemChange: Json = {
  item: link,
  kind: textLike('TextItem'),
  change: ref('PublishPlanChangeKind'),
  name: nullable(text),
  before: entry,
  after: entry,
};

const plan: Json = {
  entity: link,
  changes: listOf(closed(itemChange)),
  missingReferences: listOf(closed({ item: link, entity: link })),
  openTasks: listOf(closed({ urn: uuid, url: uri, title: textLike('Settle the theme'), status: textLike('PENDING') })),
  audience: ref('EntityAudience'),
  violations: listOf(ref('EntityDeviation')),
  warnings: listOf(
    closed({
      code: ref('PublishPlanWarningCode'),
      message: textLike('NOT_PUBLIC: nobody without a token may see the entity.'),
    }),
  ),
};

/** By the name of the verb. */
export const ownAnswers: Readonly<Record<string, OwnAnswer>> = {
  clientContext: { answer: answering(ref('ClientContext')) },
  endSession: { answer: (label) => empty(label) },
  locales: fixedList('locales', {
    tag: { ...textLike('en-GB'), maxLength: 16 },
    language: textLike('en'),
    script: nullable(text),
    region: nullable(text),
    name: textLike('British English'),
    nativeName: textLike('British English'),
    direction: ref('TextDirection'),
    parent: nullable(text),
    isRightToLeft: { type: 'boolean' },
  }),
  currencies: fixedList('currencies', {
    code: { ...textLike('EUR'), pattern: '^[A-Z]{3}$' },
    numericCode: textLike('978'),
    exponent: { type: ['integer', 'null'], description: 'Decimals of an amount.' },
    symbol: textLike('€'),
    name: textLike('Euro'),
    isActive: { type: 'boolean' },
  }),
  countries: fixedList('countries', {
    code: { ...textLike('GB'), pattern: '^[A-Z]{2}$' },
    alpha3: textLike('GBR'),
    name: textLike('United Kingdom'),
  }),
  bulk: {
    answer: answering(
      closed({
        results: listOf(
          closed(
            {
              ref: { ...text, description: 'The name that the operation was given.' },
              status: {
                type: 'integer',
                description: 'The status that it would have been answered with alone; or 424.',
              },
              urn: uuid,
              body: {
                type: 'object',
                description:
                  'What was created or changed; not with Prefer: return=minimal, nor when nothing is left to spend on it.',
              },
              error: ref('Error'),
              etag: { ...text, description: 'The entity tag of what was created or changed.' },
            },
            ['ref', 'urn', 'body', 'error', 'etag'],
          ),
        ),
      }),
    ),
  },
  entityHistory: {
    answer: answering(
      closed({
        history: listOf(closed({ timestamp: dateTime, actor: { type: ['object', 'null'] }, ...itemChange })),
        pagination: ref('Pagination'),
        url: uri,
      }),
    ),
  },
  publishPlan: { answer: answering(closed({ ...plan, url: uri })) },
  publishEntitiesPlan: { answer: answering(closed({ plans: listOf(closed(plan)) })) },
  identityExport: { answer: () => exported, isStreamed: true },
  permissionCheck: {
    answer: answering(
      closed({
        results: listOf(closed({ ref: text, allowed: { type: 'boolean' }, permission: nullableLink }, ['ref'])),
      }),
    ),
  },
  deletedResources: {
    values: ['DeletedResource'],
    answer: answering(
      closed({
        deletedResources: listOf(ref('DeletedResource')),
        pagination: ref('Pagination'),
        url: uri,
      }),
    ),
  },
  accessAudit: {
    values: ['AccessRecord'],
    answer: answering(
      closed({
        records: listOf(ref('AccessRecord')),
        pagination: ref('Pagination'),
        url: uri,
      }),
    ),
  },
  permissionAudit: {
    answer: answering(closed({ changes: listOf(change), pagination: ref('Pagination'), url: uri })),
  },
  inbox,
  markInboxRead: inbox,
  taskDependencies: {
    parameters: ['TaskFields', 'TaskExpand'].map(parameter),
    answer: answering(
      closed({
        nodes: listOf(closed({ task: ref('TaskSelection'), distance: { type: 'integer' } })),
        edges: listOf(closed({ task: link, blockedBy: link })),
        isTruncated: { type: 'boolean' },
        url: uri,
      }),
    ),
  },
  webhookKeys: {
    answer: answering(
      closed({
        keys: listOf(
          closed({
            key: textLike('whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='),
            fromTimestamp: nullable(dateTime),
            toTimestamp: nullable(dateTime),
          }),
        ),
      }),
    ),
  },
};
