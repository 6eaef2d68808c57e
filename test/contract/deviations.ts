// Where the SDL knowingly differs from the specification's tables, and why. A difference that is not listed here fails
// spec.test.ts, and so does an entry that is no longer true.

/** A whole class of differences with one reason. */
export interface DeviationRule {
  readonly pattern: RegExp;
  readonly reason: string;
}

/** Differences that are the same for many kinds. */
export const deviationRules: readonly DeviationRule[] = [
  { pattern: /^\w+\.urn max: undefined instead of 36$/, reason: 'a UUID has 36 characters by its form' },
  {
    pattern: /^\w+\.urn ign: true instead of false$/,
    reason: 'an identity never changes; a urn sent on update is ignored',
  },
  {
    pattern: /^\w+Item\.entity ign: true instead of false$/,
    reason: 'no mark is stated; an item stays in its entity, with its history',
  },
  {
    pattern: /^\w+\.is[A-Z]\w+ default: false instead of undefined$/,
    reason: 'no default is stated; a flag that nobody set is false',
  },
  {
    pattern: /^\w+\.\w+ default: \[\] instead of undefined$/,
    reason: 'no default is stated; a list that nobody gave is empty',
  },
  {
    pattern:
      /^(Company\.identities|MessageThread\.posts|WebhookTrigger\.(deliveries|subscriptions)) (ign: false instead of true|ro: true instead of false)$/,
    reason: 'rows of their own: ignored on create as well as on update',
  },
  {
    pattern: /^GroupMembership\.\w+Notification members: /,
    reason: 'MENTIONS_ONLY and DIGEST_DAILY are marked "later" in the resource reference',
  },
  { pattern: /\.pagination is missing$/, reason: 'the graph has pageInfo; REST adds the member' },
];

/** Single differences, as spec.test.ts words them, to their reasons. */
export const deviations: Readonly<Record<string, string>> = {
  'ApiClient.clientID max: undefined instead of 32': 'made by the service, always 32 characters',
  'ApiClient.clientID min: undefined instead of 32': 'made by the service, always 32 characters',
  'ApiClient.identity ro: true instead of false': 'made with the client (7.3), so a caller cannot choose it',
  'ApiClientBearerToken.tokenPrefix max: undefined instead of 8': 'made by the service, always 8 characters',
  'ClientIdentifier.identity ign: true instead of false': 'the container of the identifier; it stays with its identity',
  'ClientIdentifier.identity req: true instead of false': 'the owner is known only through the identity',
  'Entity.requestedStatus type: EntityStatus instead of String': 'a member of the same enumeration',
  'GroupMembership.role default: "MEMBER" instead of undefined':
    'no default is stated; the lesser role is the safe one',
  'ImageItemFile.src ign: true instead of false': 'on read it is an address that the service makes',
  'MarkdownItem.entity type: Entity instead of ID': 'REST gives the urn as text, as stated; the graph gives the entity',
  'MessageThreadNotification.mentionCount default: 0 instead of undefined': 'nothing is unread at first',
  'MessageThreadNotification.notificationCount default: 0 instead of undefined': 'nothing is unread at first',
  'MessageThreadNotification.notificationCount range: [0,null] instead of undefined': 'a count is never negative',
  'OAuthToken.grantType type: OAuthGrantType instead of String': 'a closed list, so an enumeration in the graph',
  'Permission.owner ign: true instead of false': 'an edge is re-made rather than bent (7.2)',
  'PersonName.person ign: true instead of false': 'the container of the name; it stays with its person',
  'Search.includeScopes max: 11 instead of undefined': 'there are eleven scopes',
  'Search.language max: undefined instead of 16': 'a locale tag has at most 16 characters by its list',
  'Search.version default: undefined instead of "PUBLISHED"':
    'called contentVersion in the graph: version is the row version of every Node',
  'Search.version ro: true instead of false':
    'called contentVersion in the graph: version is the row version of every Node',
  'TaskLog.activity ign: true instead of false': 'the log is append-only (5.5)',
  'TaskLog.comment req: false instead of true': 'required for COMMENT_ADDED only, where the code demands it',
  'TaskLog.replyTo ign: true instead of false': 'the log is append-only (5.5)',
  'WebhookDelivery.attempts max: undefined instead of 20': 'the service keeps the newest 20',
  'WebhookSubscription.status default: "ACTIVE" instead of undefined': 'a new subscription is active',
  'WebhookTrigger.owner ign: true instead of false': 'a trigger cannot be updated at all',
};
