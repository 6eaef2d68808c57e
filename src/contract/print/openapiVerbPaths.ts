// The paths of what one does with single kinds beyond the common verbs: task edges, payments, the inbox, permission
// questions, rotation of secrets, webhook verbs, the live event stream.
import { ref, type Json } from './openapiFields.ts';
import { content, empty, success, type Paths } from './openapiPaths.ts';
import { errorsOf, parameter } from './openapiShared.ts';

const text = { type: 'string' };
const object = { type: 'object' };
const urns = { type: 'string', format: 'uuid' };

const query = (name: string, schema: Json, description: string): Json => ({ name, in: 'query', schema, description });

interface Verb {
  readonly path: string;
  readonly method: 'get' | 'post' | 'delete';
  readonly tag: string;
  readonly id: string;
  readonly summary: string;
  readonly parameters?: readonly Json[];
  readonly body?: Json;
  /** Status to its answer. */
  readonly answers: Readonly<Record<number, Json>>;
}

const edges = [
  'blockedby',
  'blocking',
  'associatedtasks',
  'associatedentities',
  'associatedidentities',
  'associatedcompanies',
];

const other: Json = { name: 'other', in: 'path', required: true, schema: urns, description: 'The other end.' };

const edgeVerbs: readonly Verb[] = edges.flatMap((name): Verb[] => [
  {
    path: `/n/v1/task/{urn}/${name}/{other}`,
    method: 'post',
    tag: 'Task',
    id: `add_${name}`,
    summary: `Add one to ${name}`,
    answers: { 200: success('UPDATE_SUCCESS', ref('Task')), 201: success('CREATE_SUCCESS', ref('Task')) },
  },
  {
    path: `/n/v1/task/{urn}/${name}/{other}`,
    method: 'delete',
    tag: 'Task',
    id: `remove_${name}`,
    summary: `Remove one from ${name}`,
    answers: { 204: empty('DELETE_SUCCESS') },
  },
]);

const page = [
  query('after', text, 'Where the page begins.'),
  query('limit', { type: 'integer', minimum: 1, maximum: 200 }, 'Page size.'),
];

const verbs: readonly Verb[] = [
  ...edgeVerbs,
  {
    path: '/n/v1/identity/{urn}/merge',
    method: 'post',
    tag: 'Identity',
    id: 'mergeIdentities',
    summary: 'Merge another identity, `from`, into this one',
    body: { type: 'object', properties: { from: ref('LinkInput') }, required: ['from'] },
    answers: { 200: success('UPDATE_SUCCESS', ref('Identity')) },
  },
  {
    path: '/n/v1/identity/{urn}/export',
    method: 'get',
    tag: 'Identity',
    id: 'exportIdentity',
    summary: 'Everything about an identity that the caller may see, by kind; as application/x-ndjson a line for each',
    answers: { 200: success('READ_SUCCESS', object) },
  },
  {
    path: '/n/v1/identity/{urn}/erase',
    method: 'post',
    tag: 'Identity',
    id: 'eraseIdentity',
    summary: 'Erase who a person is; what the person wrote stays without a name',
    answers: { 202: success('ACCEPTED', ref('Identity')) },
  },
  {
    path: '/n/v1/task/{urn}/dependencies',
    method: 'get',
    tag: 'Task',
    id: 'readTaskDependencies',
    summary: 'The graph of tasks that wait for one another',
    parameters: [query('depth', { type: 'integer', minimum: 1, maximum: 20 }, 'How many edges away.')],
    answers: { 200: success('READ_SUCCESS', object) },
  },
  {
    path: '/n/v1/paymentinvoice/{urn}/payments',
    method: 'get',
    tag: 'PaymentInvoice',
    id: 'readPayments',
    summary: 'The payments of an invoice, oldest first',
    answers: { 200: success('READ_SUCCESS', object) },
  },
  {
    path: '/n/v1/paymentinvoice/{urn}/payments',
    method: 'post',
    tag: 'PaymentInvoice',
    id: 'recordPayment',
    summary: 'Record a payment',
    body: object,
    answers: { 201: success('CREATE_SUCCESS', ref('PaymentInvoice')) },
  },
  {
    path: '/n/v1/identitynotificationinbox',
    method: 'get',
    tag: 'IdentityNotificationInbox',
    id: 'readOwnInbox',
    summary: 'What waits for the caller',
    parameters: page,
    answers: { 200: success('READ_SUCCESS', object) },
  },
  {
    path: '/n/v1/identitynotificationinbox/{urn}',
    method: 'get',
    tag: 'IdentityNotificationInbox',
    id: 'readInbox',
    summary: 'What waits for an identity',
    parameters: page,
    answers: { 200: success('READ_SUCCESS', object) },
  },
  {
    path: '/n/v1/identitynotificationinbox/{urn}/markread',
    method: 'post',
    tag: 'IdentityNotificationInbox',
    id: 'markInboxRead',
    summary: 'Mark an inbox as read',
    body: object,
    answers: { 200: success('UPDATE_SUCCESS', object) },
  },
  {
    path: '/n/v1/permissioncheck',
    method: 'post',
    tag: 'Permission',
    id: 'checkPermissions',
    summary: 'Ask whether subjects hold labels on objects, up to 100 at once',
    body: object,
    answers: { 200: success('READ_SUCCESS', object) },
  },
  {
    path: '/n/v1/permissionexplain',
    method: 'post',
    tag: 'Permission',
    id: 'explainPermission',
    summary: 'Why a permission holds, or what is missing',
    body: object,
    answers: { 200: success('READ_SUCCESS', object) },
  },
  {
    path: '/n/v1/permissionaudit',
    method: 'get',
    tag: 'Permission',
    id: 'readPermissionAudit',
    summary: 'Changes of permission edges, newest first',
    parameters: page,
    answers: { 200: success('READ_SUCCESS', object) },
  },
  {
    path: '/n/v1/apiclientbearertoken/{urn}/rotate',
    method: 'post',
    tag: 'ApiClientBearerToken',
    id: 'rotateBearerToken',
    summary: 'Make a token that takes the place of this one',
    body: object,
    answers: { 201: success('CREATE_SUCCESS', ref('ApiClientBearerToken')) },
  },
  {
    path: '/n/v1/apiclient/{urn}/rotatesecret',
    method: 'post',
    tag: 'ApiClient',
    id: 'rotateClientSecret',
    summary: 'Make a new client secret; the old one ends at once',
    answers: { 200: success('UPDATE_SUCCESS', ref('ApiClient')) },
  },
  {
    path: '/n/v1/webhooksubscription/{urn}/test',
    method: 'post',
    tag: 'WebhookSubscription',
    id: 'testWebhook',
    summary: 'Send a test event',
    answers: { 202: success('ACCEPTED', object) },
  },
  {
    path: '/n/v1/webhooksubscription/{urn}/rotatesecret',
    method: 'post',
    tag: 'WebhookSubscription',
    id: 'rotateWebhookSecret',
    summary: 'Give a new secret; the old one signs too until the overlap ends',
    body: object,
    answers: { 200: success('UPDATE_SUCCESS', ref('WebhookSubscription')) },
  },
  {
    path: '/n/v1/webhooksubscription/{urn}/replay',
    method: 'post',
    tag: 'WebhookSubscription',
    id: 'replayWebhooks',
    summary: 'Send what was announced once more',
    body: object,
    answers: { 202: success('ACCEPTED', object) },
  },
  {
    path: '/n/v1/webhookdelivery/{urn}/redeliver',
    method: 'post',
    tag: 'WebhookDelivery',
    id: 'redeliverWebhook',
    summary: 'Send a delivery once more',
    answers: { 202: success('ACCEPTED', object) },
  },
  {
    path: '/.well-known/webhook-keys',
    method: 'get',
    tag: 'WebhookDelivery',
    id: 'readWebhookKeys',
    summary: 'The public keys that deliveries are signed with',
    answers: { 200: success('READ_SUCCESS', object) },
  },
];

/** The paths of the verbs of single kinds. */
export function verbPaths(): Paths {
  const paths: Record<string, Record<string, Json | readonly Json[]>> = {};
  for (const verb of verbs) {
    const inPath = [
      ...(verb.path.includes('{urn}') ? [parameter('urn')] : []),
      ...(verb.path.includes('{other}') ? [other] : []),
    ];
    const entry = (paths[verb.path] ??= inPath.length > 0 ? { parameters: inPath } : {});
    entry[verb.method] = {
      operationId: verb.id,
      summary: verb.summary,
      tags: [verb.tag],
      ...(verb.parameters ? { parameters: verb.parameters } : {}),
      ...(verb.body ? { requestBody: { required: true, content: content(verb.body) } } : {}),
      responses: { ...verb.answers, ...errorsOf(verb.method === 'get' ? 'READ' : 'WRITE', 403) },
    };
  }
  return paths;
}
