// What the service sends unprompted, in the OpenAPI document: the requests that webhook receivers get, by type, and the
// subscription stream. Resource reference 9.4, 9.7.
import { isUpdatable, targetOf, type Contract, type Field, type ObjectType, type Resource } from '../resource.ts';
import { childName, isEmbedded } from './openapiAnswers.ts';
import { exampleUrl, exampleUrn } from './openapiExamples.ts';
import { nullable, ref, textLike, type Json } from './openapiFields.ts';
import { content, type Paths } from './openapiPaths.ts';

type Schemas = Readonly<Record<string, Json>>;

const text = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };
const uri = { type: 'string', format: 'uri' };
const long = { type: 'integer', format: 'int64' };

const events = ['CREATE', 'UPDATE', 'DELETE', 'ALL'] as const;

type Announced = Resource & { readonly subject: string };

function announced(contract: Contract): Announced[] {
  return contract.resources.flatMap((resource) =>
    resource.subject === null ? [] : [{ ...resource, subject: resource.subject }],
  );
}

const isPublic = (field: Field | undefined): boolean => field?.isSensitive !== true && field?.isWriteOnly !== true;

/** The schemas of event bodies by name, made from those of answers. */
export function eventSchemas(contract: Contract, answers: Schemas): Schemas {
  const kinds = announced(contract).flatMap((resource) => [
    [`${resource.name}Event`, bodySchema(contract, resource)] as const,
    [`${resource.name}InEvent`, publicSchema(contract, resource, resource.name, answers)] as const,
    ...resource.fields
      .filter((field) => isEmbedded(field) && hidesSomething(contract, field))
      .map((field) => {
        const name = childName(resource, field);
        return [`${name}InEvent`, publicSchema(contract, targetOf(field), name, answers)] as const;
      }),
  ]);
  const objects = [...contract.objects.values()]
    .filter((type) => type.fields.some((field) => !isPublic(field)))
    .map((type) => [`${type.name}InEvent`, publicObject(type)] as const);
  const test = ownEvent(contract, ref('Link'));
  return {
    ...Object.fromEntries([...kinds, ...objects]),
    WebhookTestEvent: test,
    LogCursorLostEvent: ownEvent(contract, lostSchema),
  };
}

// What the service has to say of itself is about the subscription.
function ownEvent(contract: Contract, data: Json): Json {
  return head({ ...contract.kinds.WebhookSubscription, subject: 'WEBHOOK_SUBSCRIPTION' }, data);
}

// Which past the log has now.
const lostSchema = {
  type: 'object',
  properties: {
    urn: uuid,
    url: uri,
    epoch: {
      type: 'integer',
      format: 'int32',
      description: 'The number before the dot of cursors from now on.',
      examples: [2],
    },
    lastCommonCursor: { ...text, description: 'Up to here the log is what it was.', examples: ['1.1799'] },
  },
  required: ['urn', 'url', 'epoch', 'lastCommonCursor'],
  additionalProperties: false,
};

function hidesSomething(contract: Contract, field: Field): boolean {
  return targetOf(field).fields.some((one) => !isPublic(one));
}

// The same members by reference, without those that events leave out.
function publicSchema(contract: Contract, resource: Resource, name: string, answers: Schemas): Json {
  const whole = answers[name] ?? {};
  // openapiAnswers makes closed objects, which have both members.
  const [all, needed] = [whole['properties'] as Json, whole['required'] as readonly string[]];
  const publicMembers = Object.keys(all).filter((member) => isPublic(resource.fieldByName.get(member)));
  const properties = publicMembers.map((member) => {
    const field = resource.fieldByName.get(member);
    const hides = field && name === resource.name && isEmbedded(field) && hidesSomething(contract, field);
    if (field?.object?.fields.some((one) => !isPublic(one))) {
      const object = ref(`${field.typeName}InEvent`);
      return [member, field.isNonNull ? object : nullable(object)] as const;
    }
    const items = hides ? { type: 'array', items: ref(`${childName(resource, field)}InEvent`) } : null;
    return [member, items ?? { $ref: `#/components/schemas/${name}/properties/${member}` }] as const;
  });
  const required = needed.filter((member) => publicMembers.includes(member));
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false };
}

function publicObject({ name, fields, description }: ObjectType): Json {
  const members = fields.filter(isPublic).map((field) => field.name);
  const properties = members.map((member) => [member, { $ref: `#/components/schemas/${name}/properties/${member}` }]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: members,
    additionalProperties: false,
    description,
  };
}

function bodySchema(contract: Contract, resource: Announced): Json {
  const parent = resource.container;
  const properties = {
    urn: nullable(uuid),
    url: nullable(uri),
    ...(parent === null ? {} : { [parent.name]: ref('Link') }),
  };
  const thin = { type: 'object', properties, required: ['urn', 'url'], additionalProperties: false };
  return head(resource, { anyOf: [thin, ref(`${resource.name}InEvent`)] });
}

function head(resource: Announced, data: Json): Json {
  const fields: Readonly<Record<string, Json>> = {
    type: { ...text, description: 'The subject and the event in lower case.' },
    timestamp: { type: 'string', format: 'date-time', description: 'When the change was committed.' },
    id: { ...uuid, description: 'The urn of the trigger; equal for all receivers.' },
    sequence: { ...nullable(long), examples: [1804], description: 'Its place in the order of events of the tenant.' },
    cursor: { ...nullable(text), examples: ['1.1804'], description: 'Its position: catch up behind it with `events`.' },
    completeUntilSequence: {
      ...nullable(long),
      examples: [1803],
      description:
        'Everything up to here was delivered to this subscription or given up. Lower, down to 0, while many events wait: keep the highest.',
    },
    subject: { const: resource.subject },
    event: ref('EventKind'),
    targetUrn: { ...nullable(uuid), examples: [exampleUrn(resource)] },
    targetUrl: { ...nullable(uri), examples: [exampleUrl(resource)] },
    targetVersion: {
      ...nullable(long),
      examples: [3],
      description: 'The version the resource then had; compare with the ETag.',
    },
    owner: ref('Link'),
    actor: ref('ActorInEvent'),
    data: {
      ...data,
      description: 'THIN: urn, url and the link to what it lives in. FULL: the resource as it is read.',
    },
  };
  const changedFields = { type: 'array', items: text, description: 'The names of the members an UPDATE changed.' };
  return {
    type: 'object',
    properties: { ...fields, changedFields },
    required: Object.keys(fields),
    additionalProperties: false,
  };
}

/** What receivers get, by type: `task.update`. */
export function webhookRequests(contract: Contract): Readonly<Record<string, Json>> {
  const requests = announced(contract).flatMap((resource) =>
    events.map((event) => {
      const type = `${resource.subject}.${event}`.toLowerCase();
      const changed = resource.fields.filter(isUpdatable).at(-1)?.name ?? 'url';
      const names = { type: 'array', items: { ...text, examples: [changed] } };
      const named = { properties: { changedFields: names }, required: ['changedFields'] };
      const own = { properties: { type: { const: type }, event: { const: event } }, required: ['type', 'event'] };
      const rule = event === 'UPDATE' ? named : { not: named };
      return [type, request(type, { allOf: [ref(`${resource.name}Event`), own, rule] })] as const;
    }),
  );
  const others = Object.entries({ 'webhook.test': 'WebhookTestEvent', 'log.cursor_lost': 'LogCursorLostEvent' });
  const more = others.map(
    ([type, name]) => [type, request(type, { allOf: [ref(name), { properties: { type: { const: type } } }] })] as const,
  );
  return Object.fromEntries([...requests, ...more]);
}

const deliveryHeaders: readonly (readonly [string, Json, string])[] = [
  ['webhook-id', uuid, 'The urn of the delivery; the same for all attempts.'],
  ['webhook-timestamp', text, 'Unix seconds of this attempt.'],
  [
    'webhook-signature',
    text,
    'Separated by spaces: `v1,<base64 HMAC-SHA256>` for each valid secret (HMAC_SHA256), `v1a,<base64 Ed25519>` by a key of /.well-known/webhook-keys.',
  ],
  ['webhook-attempt', text, 'The number of this attempt, from 1.'],
  ['Content-Digest', text, 'The SHA-256 of the body (RFC 9530).'],
];

/** The headers of every delivery, for `components.parameters`. */
export const deliveryParameters: Readonly<Record<string, Json>> = Object.fromEntries(
  deliveryHeaders.map(([name, schema, description]) => [
    name,
    { name, in: 'header', required: true, schema, description },
  ]),
);

function request(type: string, schema: Json): Json {
  return {
    post: {
      operationId: `tell_${type.replace('.', '_')}`,
      summary: `${type}, sent to the destination of a webhook subscription`,
      tags: ['WebhookSubscription'],
      // How the service shows who it is depends on the subscription's `auth`.
      security: [{}],
      parameters: deliveryHeaders.map(([name]) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: { required: true, content: content(schema) },
      responses: {
        200: { description: 'Delivered, as by any other status from 200 to 299.' },
        410: { description: 'Stops deliveries: the subscription is disabled.' },
        default: {
          description: 'Not delivered. The delivery is retried later, and not before Retry-After if it is given.',
        },
      },
    },
  };
}

const subscribing = {
  type: 'object',
  properties: {
    query: textLike('subscription { events { event subject targetUrn } }'),
    operationName: nullable(text),
    variables: nullable({ type: 'object' }),
  },
  required: ['query'],
};

const streamErrors = {
  type: 'object',
  properties: {
    errors: {
      type: 'array',
      items: { type: 'object' },
      examples: [[{ message: 'A valid bearer token is required.' }]],
    },
  },
  required: ['errors'],
};

/** The stream of subscriptions as server-sent events. */
export function streamPaths(): Paths {
  const refused = (description: string): Json => ({ description, content: content(streamErrors) });
  const about = {
    summary: 'Follow a GraphQL subscription as server-sent events',
    tags: ['Event'],
    responses: {
      200: {
        description:
          'Events `next` with an execution result as data and the cursor as id, then `complete`. A line with an id and no data moves the cursor.',
        content: content(
          textLike('event: next\nid: 1.1804\ndata: {"data":{"events":{"event":"UPDATE","subject":"TASK"}}}\n\n'),
          ['text/event-stream'],
        ),
      },
      400: refused('The document or a variable is wrong, or the cursor has expired.'),
      401: refused('The token is wrong or has ended.'),
      406: refused('Only text/event-stream is served.'),
      429: refused('The token has too many streams.'),
      default: refused('The errors of the request.'),
    },
  };
  const last = { name: 'Last-Event-ID', in: 'header', schema: text, description: 'The cursor to continue after.' };
  const query = (name: string, description: string, required = false): Json => ({
    name,
    in: 'query',
    required,
    schema: text,
    description,
  });
  return {
    '/graphql/stream': {
      get: {
        operationId: 'followByGet',
        ...about,
        parameters: [
          query('query', 'The document.', true),
          query('operationName', 'Which of its operations.'),
          query('variables', 'Its variables, as JSON.'),
          last,
        ],
      },
      post: {
        operationId: 'follow',
        ...about,
        parameters: [last],
        requestBody: { required: true, content: content(subscribing) },
      },
    },
  };
}
