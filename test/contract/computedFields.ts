// What each computed field of the schema is made of: the row it stands in, or other objects whose readers may be others.

/** Computed fields that list or count other objects: tested below, or counted regardless of the viewer's rights. */
export const derived: Readonly<Record<string, string>> = {
  'ApiClient.roles': 'a list in the scope of roles',
  'Entity.alternativeLanguages': 'tried below',
  'Entity.assets': 'read by their urns, in the scope of assets',
  'Entity.audience': 'who reads an entity knows whom it is shown to',
  'Entity.parent': 'read by its urn, in the scope of entities',
  'Entity.translations': 'pages in the scope of pages, tried in test/feature/translations.test.ts',
  'Group.memberCount': 'who reads a group knows how many it has',
  'LinkItem.asset': 'read by its urn, in the scope of assets',
  'MessageThread.lastPostTimestamp': 'who reads a thread reads its posts',
  'MessageThread.postCount': 'who reads a thread reads its posts',
  'PreviewLink.href': 'shown once, to who made the link',
  'PreviewLink.token': 'shown once, to who made the link',
  'Project.taskCounts': 'tried below',
  'Role.apiClients': 'a list in the scope of API clients',
  'Role.groups': 'a list in the scope of groups',
  'Role.identities': 'a list in the scope of identities',
  'Role.permissions': 'a list in the scope of permissions',
  'Search.items': 'tried below',
  'Search.totalCount': 'tried below',
  'Task.isBlocked': 'resource reference 5.4: whoever may see the blockers',
  'Task.openBlockerCount': 'resource reference 5.4: whoever may see the blockers',
  'ThreadPost.replyCount': 'who reads a thread reads its posts',
  'WebhookDelivery.attempts': 'what became of the delivery itself',
  'WebhookDelivery.body': 'who administers a subscription may have its client read what it delivers',
  'WebhookDelivery.sequence': 'who reads a delivery knows which event it is of',
  'WebhookDelivery.subject': 'who reads a delivery knows what it is about',
  'WebhookSubscription.health': 'figures over its own deliveries',
  'WebhookTrigger.subscriptions': 'a list in the scope of subscriptions',
};

/** Computed fields that are another form of the row's own columns, by name. */
export const ownForm = new Set(
  (
    'url clientSecret bearerToken isActive itemUrn history actor layer requestedStatus src value formattedValue currencySymbol ' +
    'targetUrl timestamp isOverdue formattedTotal statusCategory'
  ).split(' '),
);
