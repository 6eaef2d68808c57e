// Printed from schema/ by `npm run generate`. Do not edit.

/** A stored AssetText. */
export type StoredAssetText = {
  readonly language: string;
  readonly text: string;
};

/** A stored EntityTypeField. */
export type StoredEntityTypeField = {
  readonly name: string;
  readonly kind:
    | 'BOOLEAN_ITEM'
    | 'DATETIME_ITEM'
    | 'DOUBLE_ITEM'
    | 'IMAGE_ITEM'
    | 'JSON_ITEM'
    | 'LATLONG_ITEM'
    | 'LINK_ITEM'
    | 'LONG_ITEM'
    | 'MARKDOWN_ITEM'
    | 'MONEY_ITEM'
    | 'REFERENCE_ITEM'
    | 'TEMPLATE_ITEM'
    | 'TEXT_ITEM';
  readonly label: string | null;
  readonly help: string | null;
  readonly required: boolean;
  readonly repeated: boolean;
  readonly maxItems: number | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly choices: readonly string[];
  readonly entityTypes: readonly string[];
  readonly defaults: Readonly<Record<string, unknown>> | null;
};

/** A stored Actor. */
export type StoredActor = {
  readonly urn: string | null;
  readonly type: 'IDENTITY' | 'API_CLIENT' | 'SYSTEM';
  readonly name: string | null;
};

/** A stored InvoiceLine. */
export type StoredInvoiceLine = {
  readonly description: string;
  readonly quantity: string;
  readonly unitPriceUnitValue: string;
  readonly taxRatePercent: string;
  readonly totalUnitValue: string;
  readonly sortOrder: number | null;
};

/** A stored TaskLogSubject. */
export type StoredTaskLogSubject = {
  readonly urn: string;
  readonly type:
    'WORKFLOW_STAGE' | 'ASSOCIATION' | 'DEPENDENCY' | 'ENTITY' | 'IDENTITY' | 'COMPANY' | 'PROJECT' | 'ASSIGNEE';
};

/** A stored ApiClient. */
type ApiClientRow = {
  readonly $kind: 'ApiClient';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly owner: string;
  readonly clientID: string;
  readonly scope: string;
  readonly name: string;
  readonly type: 'SERVER' | 'BROWSER' | 'NATIVE';
  readonly accessLevel: 'COMPANY' | 'RESTRICTED';
  readonly identity: string | null;
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly allowedOrigins: readonly string[];
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly ('client_credentials' | 'authorization_code' | 'refresh_token')[];
  readonly requireIfMatch: boolean;
  readonly trustedDocumentsOnly: boolean;
  readonly requestsPerMinute: number;
  readonly lastUsedTimestamp: string | null;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored ApiClientBearerToken. */
type ApiClientBearerTokenRow = {
  readonly $kind: 'ApiClientBearerToken';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly apiClient: string;
  readonly expirationTimestamp: string;
  readonly name: string | null;
  readonly tokenPrefix: string;
  readonly labels: readonly string[];
  readonly lastUsedTimestamp: string | null;
  readonly revokedTimestamp: string | null;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored OAuthToken. */
type OAuthTokenRow = {
  readonly $kind: 'OAuthToken';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly apiClient: string | null;
  readonly identity: string | null;
  readonly grantType: 'client_credentials' | 'authorization_code' | 'refresh_token';
  readonly scope: string;
  readonly tokenType: string;
  readonly issuedTimestamp: string;
  readonly expirationTimestamp: string;
  readonly refreshExpirationTimestamp: string | null;
  readonly revokedTimestamp: string | null;
  readonly familyUrn: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored Permission. */
type PermissionRow = {
  readonly $kind: 'Permission';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly owner: string;
  readonly subjectUrn: string;
  readonly subjectScope: 'API_CLIENT' | 'ROLE' | 'IDENTITY' | 'GROUP' | 'COMPANY' | 'EVERYONE';
  readonly objectUrn: string;
  readonly objectScope:
    | 'COMPANY'
    | 'ENTITY'
    | 'ENTITY_LIST'
    | 'ASSET'
    | 'BOOLEAN_ITEM'
    | 'DATETIME_ITEM'
    | 'DOUBLE_ITEM'
    | 'JSON_ITEM'
    | 'LINK_ITEM'
    | 'REFERENCE_ITEM'
    | 'IMAGE_ITEM'
    | 'LATLONG_ITEM'
    | 'LONG_ITEM'
    | 'MARKDOWN_ITEM'
    | 'MONEY_ITEM'
    | 'TEMPLATE_ITEM'
    | 'TEXT_ITEM'
    | 'GROUP'
    | 'IDENTITY'
    | 'PERSON'
    | 'PROJECT'
    | 'WORKFLOW'
    | 'TASK'
    | 'MESSAGE_THREAD'
    | 'ROLE'
    | 'API_CLIENT'
    | 'WEBHOOK_SUBSCRIPTION'
    | 'PAYMENT_INVOICE'
    | 'SEARCH';
  readonly label: string;
  readonly fromTimestamp: string | null;
  readonly toTimestamp: string | null;
  readonly grantedBy: StoredActor;
  readonly reason: string | null;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored Role. */
type RoleRow = {
  readonly $kind: 'Role';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly owner: string;
  readonly name: string;
  readonly description: string | null;
  readonly isBuiltIn: boolean;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored Group. */
type GroupRow = {
  readonly $kind: 'Group';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly owner: string;
  readonly name: string;
  readonly description: string | null;
  readonly entity: string | null;
  readonly joinPolicy: 'OPEN' | 'APPROVAL' | 'INVITE_ONLY';
  readonly visibility: 'PUBLIC' | 'OWNER' | 'MEMBERS';
};

/** A stored GroupMembership. */
type GroupMembershipRow = {
  readonly $kind: 'GroupMembership';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly identity: string;
  readonly group: string;
  readonly status: 'PENDING_ACCEPTANCE' | 'PENDING_APPROVAL' | 'ACTIVE' | 'BLOCKED_BY_MEMBER' | 'BANNED_BY_OWNER';
  readonly statusTimestamp: string;
  readonly statusActor: string | null;
  readonly enrollment: 'BY_MEMBER_WITH_CONSENT' | 'BY_OWNER_WITHOUT_CONSENT' | 'BY_OWNER_WITH_CONSENT';
  readonly role: 'MEMBER' | 'MODERATOR';
  readonly emailNotification: 'SUBSCRIBED' | 'UNSUBSCRIBED';
  readonly smsNotification: 'SUBSCRIBED' | 'UNSUBSCRIBED';
  readonly inAppNotification: 'SUBSCRIBED' | 'UNSUBSCRIBED';
};

/** A stored MessageThread. */
type MessageThreadRow = {
  readonly $kind: 'MessageThread';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string | null;
  readonly purpose:
    | 'GENERAL'
    | 'CHANGELOG'
    | 'SUPPORT'
    | 'PROJECT_DISCUSSION'
    | 'TASK_DISCUSSION'
    | 'COMPANY_DISCUSSION'
    | 'PAYMENT_INVOICE_DISCUSSION'
    | 'ENTITY_DISCUSSION'
    | 'PLATFORM_SUPPORT'
    | 'STANDALONE_CHAT';
  readonly group: string;
  readonly isClosed: boolean;
};

/** A stored MessageThreadNotification. */
type MessageThreadNotificationRow = {
  readonly $kind: 'MessageThreadNotification';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly messageThread: string | null;
  readonly identity: string | null;
  readonly notificationCount: number;
  readonly mentionCount: number;
  readonly firstUnreadPost: string | null;
  readonly lastReadPost: string | null;
  readonly level: 'ALL' | 'MENTIONS' | 'NONE';
  readonly isFollowing: boolean;
};

/** A stored ThreadPost. */
type ThreadPostRow = {
  readonly $kind: 'ThreadPost';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly messageThread: string;
  readonly authorIdentity: string;
  readonly content: string;
  readonly replyTo: string | null;
  readonly editedTimestamp: string | null;
  readonly isDeleted: boolean;
};

/** A stored Asset. */
type AssetRow = {
  readonly $kind: 'Asset';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly owner: string;
  readonly name: string;
  readonly altTexts: readonly StoredAssetText[];
  readonly contentType: string | null;
  readonly byteLength: string | null;
  readonly digest: string | null;
};

/** A stored BooleanItem. */
type BooleanItemRow = {
  readonly $kind: 'BooleanItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string;
  readonly value: boolean;
  readonly entity: string;
};

/** A stored DateTimeItem. */
type DateTimeItemRow = {
  readonly $kind: 'DateTimeItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string;
  readonly value: string;
  readonly entity: string;
};

/** A stored DoubleItem. */
type DoubleItemRow = {
  readonly $kind: 'DoubleItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string;
  readonly value: number;
  readonly entity: string;
};

/** A stored Entity. */
type EntityRow = {
  readonly $kind: 'Entity';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly lastEditedTimestamp: string;
  readonly lastEditedBy: StoredActor | null;
  readonly owner: string;
  readonly name: string;
  readonly path: string | null;
  readonly language: string;
  readonly entityType: string | null;
  readonly variant: string;
  readonly status: 'DRAFT_UNPUBLISHED' | 'PUBLISH_PENDING' | 'PUBLISH' | 'PUBLISHED' | 'PUBLISHED_WITH_DRAFTS';
  readonly publishTimestamp: string | null;
  readonly unpublishTimestamp: string | null;
  readonly liveTimestamp: string | null;
  readonly lastError: string | null;
};

/** A stored EntityList. */
type EntityListRow = {
  readonly $kind: 'EntityList';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly owner: string;
  readonly name: string;
};

/** A stored EntityListItem. */
type EntityListItemRow = {
  readonly $kind: 'EntityListItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly sortOrder: number;
  readonly entity: string | null;
  readonly title: string | null;
  readonly href: string | null;
  readonly list: string | null;
  readonly entityList: string;
};

/** A stored EntityType. */
type EntityTypeRow = {
  readonly $kind: 'EntityType';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly owner: string;
  readonly name: string;
  readonly description: string | null;
  readonly fields: readonly StoredEntityTypeField[];
};

/** A stored ImageItem. */
type ImageItemRow = {
  readonly $kind: 'ImageItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string;
  readonly altText: string | null;
  readonly src: string | null;
  readonly mediumSrc: string | null;
  readonly largeSrc: string | null;
  readonly entity: string;
};

/** A stored ImageItemFile. */
type ImageItemFileRow = {
  readonly $kind: 'ImageItemFile';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly imageItem: string;
  readonly imageItemFormat: 'DEFAULT' | 'MEDIUM' | 'LARGE';
  readonly contentType: string;
  readonly byteLength: string;
  readonly width: number;
  readonly height: number;
  readonly focalX: number;
  readonly focalY: number;
  readonly blurHash: string | null;
  readonly asset: string | null;
  readonly digest: string;
};

/** A stored JsonItem. */
type JsonItemRow = {
  readonly $kind: 'JsonItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly entity: string;
};

/** A stored LatLongItem. */
type LatLongItemRow = {
  readonly $kind: 'LatLongItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly entity: string;
};

/** A stored LinkItem. */
type LinkItemRow = {
  readonly $kind: 'LinkItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string | null;
  readonly rel: string | null;
  readonly href: string;
  readonly text: string | null;
  readonly lang: string | null;
  readonly entity: string;
};

/** A stored LongItem. */
type LongItemRow = {
  readonly $kind: 'LongItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string;
  readonly value: string;
  readonly entity: string;
};

/** A stored MarkdownItem. */
type MarkdownItemRow = {
  readonly $kind: 'MarkdownItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string;
  readonly value: string;
  readonly entity: string;
};

/** A stored MoneyItem. */
type MoneyItemRow = {
  readonly $kind: 'MoneyItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string;
  readonly currencyCode: string;
  readonly unitValue: string;
  readonly entity: string;
};

/** A stored PreviewLink. */
type PreviewLinkRow = {
  readonly $kind: 'PreviewLink';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly entity: string;
  readonly name: string | null;
  readonly contentVersion: 'PUBLISHED' | 'LATEST';
  readonly language: string | null;
  readonly variant: string | null;
  readonly atTimestamp: string | null;
  readonly expirationTimestamp: string;
};

/** A stored Redirect. */
type RedirectRow = {
  readonly $kind: 'Redirect';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly owner: string;
  readonly fromPath: string;
  readonly toPath: string | null;
  readonly toAddress: string | null;
  readonly isPermanent: boolean;
};

/** A stored ReferenceItem. */
type ReferenceItemRow = {
  readonly $kind: 'ReferenceItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string;
  readonly entityReference: string;
  readonly relation: string | null;
  readonly entity: string;
};

/** A stored TemplateItem. */
type TemplateItemRow = {
  readonly $kind: 'TemplateItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string;
  readonly value: string;
  readonly mediaType: string;
  readonly entity: string;
};

/** A stored TextItem. */
type TextItemRow = {
  readonly $kind: 'TextItem';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string;
  readonly value: string;
  readonly entity: string;
};

/** A stored WebhookDelivery. */
type WebhookDeliveryRow = {
  readonly $kind: 'WebhookDelivery';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly trigger: string | null;
  readonly subscription: string | null;
  readonly status: 'PENDING' | 'IN_FLIGHT' | 'RETRYING' | 'SUCCEEDED' | 'FAILED' | 'DISCARDED';
  readonly discardReason: 'EXPIRED' | 'CANCELED' | 'NO_PERMISSION' | 'RETENTION' | 'SUBSCRIPTION_DELETED' | null;
  readonly attemptCount: number;
  readonly nextAttemptTimestamp: string | null;
  readonly bodyDigest: string | null;
  readonly completedTimestamp: string | null;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored WebhookSubscription. */
type WebhookSubscriptionRow = {
  readonly $kind: 'WebhookSubscription';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly apiClient: string;
  readonly subject:
    | 'UNKNOWN'
    | 'ADDRESS'
    | 'API_CLIENT'
    | 'ASSET'
    | 'BEARER_TOKEN'
    | 'BOOLEAN_ITEM'
    | 'CLIENT_IDENTIFIER'
    | 'COMPANY'
    | 'DATETIME_ITEM'
    | 'DOUBLE_ITEM'
    | 'EMAIL'
    | 'ENTITY'
    | 'ENTITY_LIST'
    | 'GROUP'
    | 'GROUP_MEMBERSHIP'
    | 'IDENTITY'
    | 'JSON_ITEM'
    | 'LINK_ITEM'
    | 'REFERENCE_ITEM'
    | 'IMAGE_ITEM'
    | 'LATLONG_ITEM'
    | 'LONG_ITEM'
    | 'MARKDOWN_ITEM'
    | 'MESSAGE_THREAD'
    | 'MESSAGE_THREAD_NOTIFICATION'
    | 'MONEY_ITEM'
    | 'OAUTH_TOKEN'
    | 'PERMISSION'
    | 'PERSON'
    | 'PERSON_NAME'
    | 'PROJECT'
    | 'REDIRECT'
    | 'ROLE'
    | 'TASK'
    | 'TELEPHONE'
    | 'TEMPLATE_ITEM'
    | 'TEXT_ITEM'
    | 'THREAD_POST'
    | 'WEBHOOK_SUBSCRIPTION'
    | 'WORKFLOW';
  readonly event: 'ALL' | 'CREATE' | 'UPDATE' | 'DELETE';
  readonly destinationUrl: string;
  readonly auth: 'BASIC' | 'DIGEST' | 'BEARER' | 'HMAC_SHA256';
  readonly eventsPerMinute: number;
  readonly expirationTimestamp: string | null;
  readonly targetUrn: string | null;
  readonly payload: 'THIN' | 'FULL';
  readonly ordering: 'TARGET' | 'NONE';
  readonly status: 'ACTIVE' | 'PAUSED' | 'DISABLED' | 'EXPIRED';
  readonly disabledReason: 'GONE_410' | 'FAILING' | 'TARGET_REFUSED' | 'CLIENT_DISABLED' | null;
  readonly failingSinceTimestamp: string | null;
  readonly lastExhaustedTimestamp: string | null;
  readonly previousSecretExpirationTimestamp: string | null;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored WebhookTrigger. */
type WebhookTriggerRow = {
  readonly $kind: 'WebhookTrigger';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly owner: string;
  readonly subject:
    | 'UNKNOWN'
    | 'ADDRESS'
    | 'API_CLIENT'
    | 'ASSET'
    | 'BEARER_TOKEN'
    | 'BOOLEAN_ITEM'
    | 'CLIENT_IDENTIFIER'
    | 'COMPANY'
    | 'DATETIME_ITEM'
    | 'DOUBLE_ITEM'
    | 'EMAIL'
    | 'ENTITY'
    | 'ENTITY_LIST'
    | 'GROUP'
    | 'GROUP_MEMBERSHIP'
    | 'IDENTITY'
    | 'JSON_ITEM'
    | 'LINK_ITEM'
    | 'REFERENCE_ITEM'
    | 'IMAGE_ITEM'
    | 'LATLONG_ITEM'
    | 'LONG_ITEM'
    | 'MARKDOWN_ITEM'
    | 'MESSAGE_THREAD'
    | 'MESSAGE_THREAD_NOTIFICATION'
    | 'MONEY_ITEM'
    | 'OAUTH_TOKEN'
    | 'PERMISSION'
    | 'PERSON'
    | 'PERSON_NAME'
    | 'PROJECT'
    | 'REDIRECT'
    | 'ROLE'
    | 'TASK'
    | 'TELEPHONE'
    | 'TEMPLATE_ITEM'
    | 'TEXT_ITEM'
    | 'THREAD_POST'
    | 'WEBHOOK_SUBSCRIPTION'
    | 'WORKFLOW';
  readonly event: 'ALL' | 'CREATE' | 'UPDATE' | 'DELETE';
  readonly targetUrn: string | null;
  readonly targetVersion: string | null;
  readonly changedFields: readonly string[];
  readonly actor: StoredActor;
  readonly sequence: string | null;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored Address. */
type AddressRow = {
  readonly $kind: 'Address';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly identity: string;
  readonly officeBoxNumber: string | null;
  readonly area: string | null;
  readonly street: string;
  readonly locality: string | null;
  readonly region: string | null;
  readonly postalCode: string;
  readonly countryCode: string | null;
  readonly addressType: 'HOME' | 'WORK' | 'BILLING' | 'SHIPPING' | 'POSTAL' | 'REGISTERED' | 'OTHER' | null;
  readonly isPrimary: boolean;
};

/** A stored ClientIdentifier. */
type ClientIdentifierRow = {
  readonly $kind: 'ClientIdentifier';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly identity: string;
  readonly domain: string;
  readonly token: string;
  readonly expiresTimestamp: string | null;
};

/** A stored Company. */
type CompanyRow = {
  readonly $kind: 'Company';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly owner: string;
  readonly name: string;
  readonly parentCompany: string | null;
  readonly organisation: string | null;
  readonly entity: string | null;
  readonly fallbackLanguages: Readonly<Record<string, unknown>> | null;
};

/** A stored Email. */
type EmailRow = {
  readonly $kind: 'Email';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly identity: string;
  readonly email: string;
  readonly type: 'HOME' | 'WORK' | 'BILLING' | 'OTHER';
  readonly isPrimary: boolean;
  readonly isVerified: boolean;
  readonly verifiedTimestamp: string | null;
};

/** A stored Identity. */
type IdentityRow = {
  readonly $kind: 'Identity';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly owner: string;
  readonly name: string | null;
  readonly type: 'PERSON' | 'COMPANY' | 'SERVICE' | 'ANONYMOUS';
  readonly language: string | null;
  readonly timeZone: string | null;
};

/** A stored Organisation. */
type OrganisationRow = {
  readonly $kind: 'Organisation';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly name: string;
  readonly legalName: string | null;
  readonly registrationNumber: string | null;
  readonly vatId: string | null;
  readonly taxId: string | null;
  readonly leiCode: string | null;
  readonly websiteUrl: string | null;
  readonly defaultLanguage: string;
  readonly defaultCurrencyCode: string | null;
};

/** A stored Person. */
type PersonRow = {
  readonly $kind: 'Person';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly identity: string;
  readonly birthDate: string | null;
};

/** A stored PersonName. */
type PersonNameRow = {
  readonly $kind: 'PersonName';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly person: string;
  readonly givenName: string;
  readonly middleName: string | null;
  readonly familyName: string | null;
  readonly honorificPrefix: string | null;
  readonly honorificSuffix: string | null;
  readonly nickname: string | null;
  readonly isPreferred: boolean;
  readonly language: string | null;
};

/** A stored Telephone. */
type TelephoneRow = {
  readonly $kind: 'Telephone';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly identity: string;
  readonly number: string;
  readonly e164: string | null;
  readonly extension: string | null;
  readonly type: 'MOBILE' | 'HOME' | 'WORK' | 'FAX' | 'PAGER' | 'TEXT_ONLY' | 'VIDEO' | 'OTHER';
  readonly isPrimary: boolean;
};

/** A stored Search. */
type SearchRow = {
  readonly $kind: 'Search';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly owner: string;
  readonly query: string | null;
  readonly includeScopes: readonly (
    | 'ENTITY'
    | 'ENTITY_LIST'
    | 'GROUP'
    | 'GROUP_MEMBERSHIP'
    | 'IDENTITY'
    | 'PROJECT'
    | 'TASK'
    | 'MESSAGE_THREAD'
    | 'THREAD_POST'
    | 'COMPANY'
    | 'WORKFLOW'
  )[];
  readonly order: 'UNDEFINED' | 'NAME' | 'RELEVANCE' | 'CREATED' | 'UPDATED';
  readonly language: string;
  readonly languages: readonly string[] | null;
  readonly filter: Readonly<Record<string, unknown>> | null;
  readonly contentVersion: 'PUBLISHED' | 'LATEST';
  readonly status: 'PENDING' | 'RUNNING' | 'PARTIAL_RESULT' | 'FULL_RESULT' | 'FAILED';
  readonly expirationTimestamp: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored PaymentInvoice. */
type PaymentInvoiceRow = {
  readonly $kind: 'PaymentInvoice';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly owner: string;
  readonly number: string;
  readonly customerCompany: string | null;
  readonly customerIdentity: string | null;
  readonly status: 'DRAFT' | 'OPEN' | 'PAID' | 'VOID' | 'UNCOLLECTIBLE';
  readonly currencyCode: string;
  readonly lines: readonly StoredInvoiceLine[];
  readonly subtotalUnitValue: string;
  readonly taxUnitValue: string;
  readonly totalUnitValue: string;
  readonly paidUnitValue: string;
  readonly dueUnitValue: string;
  readonly issuedTimestamp: string | null;
  readonly dueTimestamp: string | null;
  readonly paidTimestamp: string | null;
  readonly voidedTimestamp: string | null;
  readonly reference: string | null;
  readonly documentUrl: string | null;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored Project. */
type ProjectRow = {
  readonly $kind: 'Project';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly owner: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: 'ACTIVE' | 'ON_HOLD' | 'COMPLETED' | 'ARCHIVED';
  readonly lead: string | null;
  readonly workflow: string | null;
  readonly entity: string | null;
  readonly startTimestamp: string | null;
  readonly dueTimestamp: string | null;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored Task. */
type TaskRow = {
  readonly $kind: 'Task';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly owner: string | null;
  readonly title: string;
  readonly description: string;
  readonly project: string | null;
  readonly workflowStage: string | null;
  readonly rank: string;
  readonly assignee: string | null;
  readonly identityForLogs: string | null;
  readonly priority: 'NONE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
  readonly status: 'UNDEFINED' | 'PENDING' | 'IN_PROGRESS' | 'BLOCKED' | 'COMPLETED' | 'CLOSED';
  readonly dueTimestamp: string;
  readonly completedTimestamp: string | null;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored TaskLog. */
type TaskLogRow = {
  readonly $kind: 'TaskLog';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly task: string;
  readonly identity: string | null;
  readonly activity:
    | 'CREATED'
    | 'TITLE_UPDATED'
    | 'DESCRIPTION_UPDATED'
    | 'DUE_DATE_UPDATED'
    | 'DUE_DATE_UNSET'
    | 'STATUS_UNDEFINED'
    | 'STATUS_PENDING'
    | 'STATUS_IN_PROGRESS'
    | 'STATUS_BLOCKED'
    | 'STATUS_COMPLETED'
    | 'STATUS_CLOSED'
    | 'PRIORITY_NONE'
    | 'PRIORITY_LOW'
    | 'PRIORITY_MEDIUM'
    | 'PRIORITY_HIGH'
    | 'PRIORITY_CRITICAL'
    | 'WORKFLOW_STAGE_SET'
    | 'WORKFLOW_STAGE_UNSET'
    | 'WORK_PROJECT_SET'
    | 'WORK_PROJECT_UNSET'
    | 'ASSIGNED'
    | 'UNASSIGNED'
    | 'WORK_TASK_BLOCKER_ADDED'
    | 'WORK_TASK_BLOCKER_REMOVED'
    | 'WORK_TASK_BLOCKING_ADDED'
    | 'WORK_TASK_BLOCKING_REMOVED'
    | 'WORK_TASK_ASSOCIATION_ADDED'
    | 'WORK_TASK_ASSOCIATION_REMOVED'
    | 'WORK_TASK_ENTITY_ADDED'
    | 'WORK_TASK_ENTITY_REMOVED'
    | 'WORK_TASK_IDENTITY_ADDED'
    | 'WORK_TASK_IDENTITY_REMOVED'
    | 'WORK_TASK_COMPANY_ADDED'
    | 'WORK_TASK_COMPANY_REMOVED'
    | 'COMMENT_ADDED'
    | 'COMPLETED_WITH_OPEN_BLOCKERS'
    | 'RESTORED';
  readonly subject: StoredTaskLogSubject | null;
  readonly fromValue: string | null;
  readonly toValue: string | null;
  readonly comment: string | null;
  readonly replyTo: string | null;
  readonly sortOrder: number;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored Workflow. */
type WorkflowRow = {
  readonly $kind: 'Workflow';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly owner: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** A stored WorkflowStage. */
type WorkflowStageRow = {
  readonly $kind: 'WorkflowStage';
  readonly $owner: string;
  readonly $seesDrafts: boolean;
  readonly urn: string;
  readonly version: string;
  readonly workflow: string;
  readonly name: string;
  readonly order: number;
  readonly taskStatus: 'UNDEFINED' | 'PENDING' | 'IN_PROGRESS' | 'BLOCKED' | 'COMPLETED' | 'CLOSED' | null;
  readonly taskLimit: number | null;
  readonly color: string | null;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
};

/** The row type of each kind. */
export interface Rows {
  readonly ApiClient: ApiClientRow;
  readonly ApiClientBearerToken: ApiClientBearerTokenRow;
  readonly OAuthToken: OAuthTokenRow;
  readonly Permission: PermissionRow;
  readonly Role: RoleRow;
  readonly Group: GroupRow;
  readonly GroupMembership: GroupMembershipRow;
  readonly MessageThread: MessageThreadRow;
  readonly MessageThreadNotification: MessageThreadNotificationRow;
  readonly ThreadPost: ThreadPostRow;
  readonly Asset: AssetRow;
  readonly BooleanItem: BooleanItemRow;
  readonly DateTimeItem: DateTimeItemRow;
  readonly DoubleItem: DoubleItemRow;
  readonly Entity: EntityRow;
  readonly EntityList: EntityListRow;
  readonly EntityListItem: EntityListItemRow;
  readonly EntityType: EntityTypeRow;
  readonly ImageItem: ImageItemRow;
  readonly ImageItemFile: ImageItemFileRow;
  readonly JsonItem: JsonItemRow;
  readonly LatLongItem: LatLongItemRow;
  readonly LinkItem: LinkItemRow;
  readonly LongItem: LongItemRow;
  readonly MarkdownItem: MarkdownItemRow;
  readonly MoneyItem: MoneyItemRow;
  readonly PreviewLink: PreviewLinkRow;
  readonly Redirect: RedirectRow;
  readonly ReferenceItem: ReferenceItemRow;
  readonly TemplateItem: TemplateItemRow;
  readonly TextItem: TextItemRow;
  readonly WebhookDelivery: WebhookDeliveryRow;
  readonly WebhookSubscription: WebhookSubscriptionRow;
  readonly WebhookTrigger: WebhookTriggerRow;
  readonly Address: AddressRow;
  readonly ClientIdentifier: ClientIdentifierRow;
  readonly Company: CompanyRow;
  readonly Email: EmailRow;
  readonly Identity: IdentityRow;
  readonly Organisation: OrganisationRow;
  readonly Person: PersonRow;
  readonly PersonName: PersonNameRow;
  readonly Telephone: TelephoneRow;
  readonly Search: SearchRow;
  readonly PaymentInvoice: PaymentInvoiceRow;
  readonly Project: ProjectRow;
  readonly Task: TaskRow;
  readonly TaskLog: TaskLogRow;
  readonly Workflow: WorkflowRow;
  readonly WorkflowStage: WorkflowStageRow;
}

/** The kinds of items. */
export type ItemName =
  | 'BooleanItem'
  | 'DateTimeItem'
  | 'DoubleItem'
  | 'ImageItem'
  | 'JsonItem'
  | 'LatLongItem'
  | 'LinkItem'
  | 'LongItem'
  | 'MarkdownItem'
  | 'MoneyItem'
  | 'ReferenceItem'
  | 'TemplateItem'
  | 'TextItem';

/** What a write may bring beside what the row shows: links, children, and values that are never answered. */
interface BesideRow {
  readonly ApiClient: {
    readonly roles: readonly string[];
  };
  readonly ApiClientBearerToken: {
    readonly roles: readonly string[];
  };
  readonly Role: {
    readonly apiClients: readonly string[];
    readonly identities: readonly string[];
    readonly groups: readonly string[];
  };
  readonly MessageThread: {
    readonly companies: readonly string[];
    readonly projects: readonly string[];
    readonly invoices: readonly string[];
    readonly entities: readonly string[];
    readonly tasks: readonly string[];
  };
  readonly ThreadPost: {
    readonly mentions: readonly string[];
  };
  readonly Entity: {
    readonly audience: 'EVERYONE' | 'GRANTED';
    readonly booleans: readonly RowValues<'BooleanItem'>[];
    readonly dateTimes: readonly RowValues<'DateTimeItem'>[];
    readonly doubles: readonly RowValues<'DoubleItem'>[];
    readonly images: readonly RowValues<'ImageItem'>[];
    readonly jsons: readonly RowValues<'JsonItem'>[];
    readonly latLongs: readonly RowValues<'LatLongItem'>[];
    readonly links: readonly RowValues<'LinkItem'>[];
    readonly longs: readonly RowValues<'LongItem'>[];
    readonly markdowns: readonly RowValues<'MarkdownItem'>[];
    readonly money: readonly RowValues<'MoneyItem'>[];
    readonly references: readonly RowValues<'ReferenceItem'>[];
    readonly templates: readonly RowValues<'TemplateItem'>[];
    readonly texts: readonly RowValues<'TextItem'>[];
  };
  readonly EntityList: {
    readonly entities: readonly RowValues<'EntityListItem'>[];
  };
  readonly ImageItemFile: {
    readonly src: string;
  };
  readonly LinkItem: {
    readonly asset: string | null;
  };
  readonly MoneyItem: {
    readonly value: string;
  };
  readonly WebhookSubscription: {
    readonly secret: string;
  };
  readonly Identity: {
    readonly persons: readonly RowValues<'Person'>[];
    readonly emails: readonly RowValues<'Email'>[];
    readonly telephones: readonly RowValues<'Telephone'>[];
    readonly addresses: readonly RowValues<'Address'>[];
    readonly clientIdentifiers: readonly RowValues<'ClientIdentifier'>[];
    readonly companies: readonly string[];
  };
  readonly Person: {
    readonly names: readonly RowValues<'PersonName'>[];
  };
  readonly Task: {
    readonly associatedIdentities: readonly string[];
    readonly associatedEntities: readonly string[];
    readonly associatedCompanies: readonly string[];
    readonly associatedTasks: readonly string[];
    readonly blockedBy: readonly string[];
    readonly blocking: readonly string[];
  };
  readonly Workflow: {
    readonly stages: readonly RowValues<'WorkflowStage'>[];
  };
  readonly WorkflowStage: {
    readonly allowedNext: readonly string[];
  };
}

/** The canonical values that a write has for a kind, by field: what is absent stays as it is. */
export type RowValues<Name extends keyof Rows> = {
  -readonly [Field in Exclude<keyof Rows[Name], `$${string}`>]?: Rows[Name][Field] | undefined;
} & (Name extends keyof BesideRow
  ? { -readonly [Field in keyof BesideRow[Name]]?: BesideRow[Name][Field] | undefined }
  : unknown);
