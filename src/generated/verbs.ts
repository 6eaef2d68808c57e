// The arguments of the root fields. Written by `npm run generate`: edit schema/ instead.
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string };
  String: { input: string; output: string };
  Boolean: { input: boolean; output: boolean };
  Int: { input: number; output: number };
  Float: { input: number; output: number };
  /** An instant as RFC 3339 text: UTC, three to six digits of a second, ending in `Z`. Any offset is accepted on input. */
  DateTime: { input: string; output: string };
  /** An exact decimal number as text, such as `12.50`. */
  Decimal: { input: string; output: string };
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown };
  /** A locale tag from the fixed list of `locales`, such as `en`, `en-GB` or `zh-Hant-TW`; at most 16 characters. Any case and `_` are accepted on input. */
  LanguageTag: { input: string; output: string };
  /** A 64 bit integer. Text on output; text or an integral number on input. */
  Long: { input: string; output: string };
  /** The body of a write, as REST takes it: a JSON object whose members are those of the kind. */
  WriteBody: { input: Readonly<Record<string, unknown>>; output: Readonly<Record<string, unknown>> };
};

/** What the record of access holds. */
export type AccessEvent =
  /** A write was refused for want of a label. */
  | 'DENIED_WRITE'
  /** A person was invited to register a passkey. */
  | 'INVITATION'
  /** A sign-in of a person, or of a known application by its secret, code or refresh token, was refused. */
  | 'REFUSED_SIGN_IN'
  /** A person signed in to a browser, or let an application in. */
  | 'SIGN_IN'
  /** A person signed out, or its sessions were ended. */
  | 'SIGN_OUT'
  /** A token was used. */
  | 'TOKEN_USE';

/** What an operation of a bulk does. */
export type BulkMethod =
  /** Deletes. */
  | 'DELETE'
  /** Changes the members that are sent. */
  | 'PATCH'
  /** Creates. */
  | 'POST'
  /** Changes the members that are sent. */
  | 'PUT';

/** Whether the operations of a bulk succeed or fail together. */
export type BulkMode =
  /** One transaction: with the first refusal nothing is done, and the others end with status 424. Unique values and references are checked at its end. */
  | 'ATOMIC'
  /** Each by itself: one that is refused changes nothing for the others. */
  | 'INDEPENDENT';

/** One operation of a bulk. */
export type BulkOperation = {
  /** The body as over REST; not with DELETE. */
  body?: InputMaybe<Scalars['WriteBody']['input']>;
  /** As the header If-Match: an entity tag in its quotes, such as `"3"`, or `*`. Not with POST. */
  ifMatch?: InputMaybe<Scalars['String']['input']>;
  /** What is done. */
  method: BulkMethod;
  /** The path as over REST, without parameters: `/n/v1/task` to create one, else `/n/v1/task/<urn>`. */
  path: Scalars['String']['input'];
  /** A name for what it makes, unique among the operations: later ones may say `{"$ref": "<name>"}` in place of its urn. */
  ref?: InputMaybe<Scalars['String']['input']>;
};

/** Which values of content are meant. */
export type ContentVersion =
  /** The newest values, drafts included. */
  | 'LATEST'
  /** The live values. */
  | 'PUBLISHED';

/** What the copy of an entity has of its own; the rest is as in the original. */
export type CopyEntityInput = {
  /** Who may see the copy once it is published; without it the copy has no permissions of its own. */
  audience?: InputMaybe<EntityAudience>;
  /** The language of the copy. */
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  /** The name of the copy. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The path of the copy. */
  path?: InputMaybe<Scalars['String']['input']>;
  /** The urn of the copy; made by the service when absent. */
  urn?: InputMaybe<Scalars['ID']['input']>;
  /** The variant of the copy. */
  variant?: InputMaybe<Scalars['String']['input']>;
};

/** Who may see the published content of an entity. */
export type EntityAudience =
  /** Everyone, also without a token: EVERYONE has VIEW, or what counts as VIEW, on the entity, its owner or a company above. */
  | 'EVERYONE'
  /** Those who were granted it. */
  | 'GRANTED';

/** One field of an entity type: the items of that kind and name. */
export type EntityTypeFieldInput = {
  /** The values that a TEXT_ITEM may have; empty for any. At most 100 elements. Default []. */
  choices?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The members of the item that a new entity of the type gets where it is sent none, such as `{ value: 5 }`. */
  defaults?: InputMaybe<Scalars['JSON']['input']>;
  /** The urns of the types that the target of a REFERENCE_ITEM may have; empty for any. At most 100 elements. Default []. */
  entityTypes?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** What forms say about the field. At most 1024 characters. */
  help?: InputMaybe<Scalars['String']['input']>;
  /** The kind of the items. Required. */
  kind?: InputMaybe<ItemKind>;
  /** What forms call the field; its name where absent. At most 255 characters. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** Most items of a repeated field. 1 to 10000. */
  maxItems?: InputMaybe<Scalars['Int']['input']>;
  /** Most characters of a text, Markdown text or template. 0 to 65535. */
  maxLength?: InputMaybe<Scalars['Int']['input']>;
  /** The largest number that a LONG_ITEM or DOUBLE_ITEM may have. */
  maximum?: InputMaybe<Scalars['Decimal']['input']>;
  /** Fewest characters of a text, Markdown text or template. 0 to 65535. */
  minLength?: InputMaybe<Scalars['Int']['input']>;
  /** The smallest number that a LONG_ITEM or DOUBLE_ITEM may have. */
  minimum?: InputMaybe<Scalars['Decimal']['input']>;
  /** The name of the items. Required. At least 1, at most 128 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Whether a page may have several, in the order of their sortOrder. Default false. */
  repeated?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether a published page has it. A text without a character does not count. Default false. */
  required?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A change of an entity type that is planned. */
export type EntityTypePlanInput = {
  /** The urn of the last page that was looked at; from the first one when absent. */
  after?: InputMaybe<Scalars['ID']['input']>;
  /** The fields that it is to have; those that it has when absent. */
  fields?: InputMaybe<Array<EntityTypeFieldInput>>;
};

/** What happened to a resource. */
export type EventKind =
  /** Every event, where one is chosen. */
  | 'ALL'
  /** It was created. */
  | 'CREATE'
  /** It was deleted. */
  | 'DELETE'
  /** It was changed. */
  | 'UPDATE';

/** What a change is announced as: the resource kind. */
export type EventSubject =
  /** A postal address. */
  | 'ADDRESS'
  /** An API client. */
  | 'API_CLIENT'
  /** An asset. */
  | 'ASSET'
  /** A bearer token of an API client. */
  | 'BEARER_TOKEN'
  /** A boolean item. */
  | 'BOOLEAN_ITEM'
  /** An identifier of an identity in another system. */
  | 'CLIENT_IDENTIFIER'
  /** A company. */
  | 'COMPANY'
  /** A date-time item. */
  | 'DATETIME_ITEM'
  /** A double item. */
  | 'DOUBLE_ITEM'
  /** An e-mail address. */
  | 'EMAIL'
  /** An entity. */
  | 'ENTITY'
  /** An entity list. */
  | 'ENTITY_LIST'
  /** A group. */
  | 'GROUP'
  /** A group membership. */
  | 'GROUP_MEMBERSHIP'
  /** An identity. */
  | 'IDENTITY'
  /** An image item. */
  | 'IMAGE_ITEM'
  /** A JSON item. */
  | 'JSON_ITEM'
  /** A point on the globe. */
  | 'LATLONG_ITEM'
  /** A link item. */
  | 'LINK_ITEM'
  /** A long item. */
  | 'LONG_ITEM'
  /** A markdown item. */
  | 'MARKDOWN_ITEM'
  /** A message thread. */
  | 'MESSAGE_THREAD'
  /** A notification in an inbox. */
  | 'MESSAGE_THREAD_NOTIFICATION'
  /** An amount of money. */
  | 'MONEY_ITEM'
  /** An OAuth token. */
  | 'OAUTH_TOKEN'
  /** A permission. */
  | 'PERMISSION'
  /** A person. */
  | 'PERSON'
  /** A name of a person. */
  | 'PERSON_NAME'
  /** A project. */
  | 'PROJECT'
  /** A redirect. */
  | 'REDIRECT'
  /** A reference item. */
  | 'REFERENCE_ITEM'
  /** A role. */
  | 'ROLE'
  /** A task. */
  | 'TASK'
  /** A telephone number. */
  | 'TELEPHONE'
  /** A template item. */
  | 'TEMPLATE_ITEM'
  /** A text item. */
  | 'TEXT_ITEM'
  /** A thread post. */
  | 'THREAD_POST'
  /** No kind of resource: it is refused. */
  | 'UNKNOWN'
  /** A webhook subscription. */
  | 'WEBHOOK_SUBSCRIPTION'
  /** A workflow. */
  | 'WORKFLOW';

/** What is said of a payment. */
export type InvoicePaymentInput = {
  /** When it was paid; now, when absent. */
  paidTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** What the payer wrote on it, up to 255 characters. */
  reference?: InputMaybe<Scalars['String']['input']>;
  /** What was paid, in minor units of the invoice's currency; at most what is due. */
  unitValue: Scalars['Long']['input'];
};

/** A kind of items. */
export type ItemKind =
  /** A boolean item. */
  | 'BOOLEAN_ITEM'
  /** A date-time item. */
  | 'DATETIME_ITEM'
  /** A double item. */
  | 'DOUBLE_ITEM'
  /** An image item. */
  | 'IMAGE_ITEM'
  /** A JSON item. */
  | 'JSON_ITEM'
  /** A point on the globe. */
  | 'LATLONG_ITEM'
  /** A link item. */
  | 'LINK_ITEM'
  /** A long item. */
  | 'LONG_ITEM'
  /** A markdown item. */
  | 'MARKDOWN_ITEM'
  /** An amount of money. */
  | 'MONEY_ITEM'
  /** A reference item. */
  | 'REFERENCE_ITEM'
  /** A template item. */
  | 'TEMPLATE_ITEM'
  /** A text item. */
  | 'TEXT_ITEM';

export type Mutation = {
  __typename?: 'Mutation';
  /** Makes a task wait for another one. A cycle is refused with DEPENDENCY_CYCLE. */
  addTaskBlocker?: Maybe<Scalars['Boolean']['output']>;
  /** Adds one element to a list of a task, without sending the others. A cycle is refused with DEPENDENCY_CYCLE. */
  addToTaskList?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Carries out up to 100 creates, changes and deletes of any kind, in their order. Each has a result of its own, and needs
   * the rights that it needs alone.
   */
  bulk?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Cancels the scheduled publication of several entities: all of them or none. What is live of them stays live. Refused with
   * INVALID_TRANSITION when one is not scheduled, such as one whose time has come. Needs PUBLISH on each.
   */
  cancelPublications?: Maybe<Scalars['Boolean']['output']>;
  /** Discards the waiting deliveries of a subscription. Deliveries that are being sent are not affected. */
  cancelWebhookDeliveries?: Maybe<Scalars['Boolean']['output']>;
  /** Discards a waiting delivery, so that the ones after it can be sent. */
  cancelWebhookDelivery?: Maybe<Scalars['Boolean']['output']>;
  /** Makes one value of an item's history the live one; writes no new value. */
  chooseItemValue?: Maybe<Scalars['Boolean']['output']>;
  /** Completes a task; with `force`, which needs MANAGE, even while tasks that block it are not done. */
  completeTask?: Maybe<Scalars['Boolean']['output']>;
  /** Copies an entity with its newest values, as a draft in another language, variant or path. */
  copyEntity?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Deletes one passkey of a person, or all of them and an invitation that was not used: they sign in no more. Sessions go on, and are ended
   * by `endIdentitySessions`. Needs ADMIN on the identity, or a web session of that person.
   */
  deleteIdentityPasskeys?: Maybe<Scalars['Boolean']['output']>;
  /** Throws away what is newer than the live values of an entity. */
  discardEntityDrafts?: Maybe<Scalars['Boolean']['output']>;
  /** Says that the caller edits an entity no longer, before the 30 seconds are over. Needs UPDATE. */
  endEditing?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Ends one session or grant of a person, or all of them, at once: streams close, access and refresh tokens of a grant are
   * revoked. Tokens of API clients are not concerned. Needs ADMIN on the identity, or a web session of that person.
   */
  endIdentitySessions?: Maybe<Scalars['Boolean']['output']>;
  /** Signs a person out: the web session of the request ends, and its streams close. */
  endSession?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Erases who a person is: names, contact data, outside names, memberships and grants go, and what the person wrote and did
   * stays without a name. It cannot be undone. Needs ADMIN.
   */
  eraseIdentity?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Imports content: up to 200 lines, each a whole page with its items and its publication, an entity type, a list, an asset, a
   * redirect, an identity, a group, a thread or a post. A line changes what is there already. A page is found by urn, by key, or by
   * path, language and variant, a redirect by its path too, and an entity type by its name. A line that is there as it is changes
   * nothing. Each line stands by itself and needs the rights that its writes need alone.
   */
  importContent?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Invites a person: the first who opens the address within seven days registers a passkey, once, and signs in with it from then on. Pass the
   * address on yourself. It replaces an earlier invitation of the person that was not used; a new one is the way back for who has lost every
   * passkey. Needs ADMIN on the tenant's first company, and a token that is not narrowed: an invitation gives whatever the person may do.
   */
  inviteIdentity?: Maybe<Scalars['Boolean']['output']>;
  /** Marks the caller's inbox as read: everything, or what was written up to an instant. */
  markInboxRead?: Maybe<Scalars['Boolean']['output']>;
  /** Marks a thread as read by the caller: as a whole, or up to a post. */
  markThreadRead?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Makes two identities one: whatever names `from` names the identity `urn` from then on, and `from` is no more. Needs ADMIN
   * on both and on the companies they hold something of.
   */
  mergeIdentities?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Puts a task right before or right after another one, in that one's stage: it enters the stage as by a change of workflowStage. The order is
   * that of a list ordered by RANK. Needs UPDATE or ASSIGN.
   */
  placeTask?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Publishes several entities at one moment: at once, or at publishTimestamp when that lies ahead. All of them or none; the refusal names
   * each that cannot be, by its place: `/urns/0/...`. Needs PUBLISH on each.
   */
  publishEntities?: Maybe<Scalars['Boolean']['output']>;
  /** Publishes an entity: at once, or at publishTimestamp when that lies ahead. */
  publishEntity?: Maybe<Scalars['Boolean']['output']>;
  /** Records a payment of an invoice that is OPEN or UNCOLLECTIBLE; the one that pays the rest makes it PAID. */
  recordInvoicePayment?: Maybe<Scalars['Boolean']['output']>;
  /** Sends a delivery that succeeded, failed or was canceled again. */
  redeliverWebhook?: Maybe<Scalars['Boolean']['output']>;
  /** Removes one member from a list of a task; NOT_FOUND when it is not in the list. */
  removeFromTaskList?: Maybe<Scalars['Boolean']['output']>;
  /** Lets a task no longer wait for another one. */
  removeTaskBlocker?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Says that the caller edits an entity, for the next 30 seconds: a client sends it again before they are over, for as long as somebody edits.
   * At most 50 edit an entity, and 1,000 those of a tenant. Needs UPDATE.
   */
  renewEditing?: Maybe<Scalars['Boolean']['output']>;
  /** Sends the events of a range to the subscription again; each keeps its delivery. */
  replayWebhooks?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Brings a deleted resource back while it is kept (DELETED_DAYS, 30 unless set), with the grants and links that ended with it; needs ADMIN
   * on its owner. What the caller may not give is left out, and named in the warning NOT_RESTORED.
   */
  restoreDeleted?: Maybe<Scalars['Boolean']['output']>;
  /** Writes an older value of an item as its newest draft. Nothing is published. */
  restoreItemValue?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Writes what the items of a page were at a moment as their newest values, as drafts: items that were deleted since come back, items that were
   * made since are deleted. Nothing is published. What cannot come back stays as it is, and is named in the warning NOT_RESTORED. The page's
   * own fields stay. At most 1,000 items can change; needs UPDATE.
   */
  returnEntity?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Shows a picture that is there already in an image item, in all its sizes, as a new draft: the one that another image item shows, or one made
   * from an asset. The item gets files of its own, and they stay when the other item or the asset goes; their bytes are stored once. Needs
   * UPDATE on the image item, and that the caller may see the file or the asset.
   */
  reuseImage?: Maybe<Scalars['Boolean']['output']>;
  /** A new token with the name, labels and roles of the old one, which ends after the overlap (0 to 604800 seconds). */
  rotateBearerToken?: Maybe<Scalars['Boolean']['output']>;
  /** A new OAuth secret for the client; the old one ends at once. */
  rotateClientSecret?: Maybe<Scalars['Boolean']['output']>;
  /** Replaces the secret; for a while the one before it signs as well. */
  rotateWebhookSecret?: Maybe<Scalars['Boolean']['output']>;
  /** Sends a `webhook.test` event to the subscription's destination, once and whatever its status. */
  testWebhookSubscription?: Maybe<Scalars['Boolean']['output']>;
  /** Takes an entity out of the view, or cancels its scheduled publication. */
  unpublishEntity?: Maybe<Scalars['Boolean']['output']>;
};

export type MutationAddTaskBlockerArgs = {
  blocker: Scalars['ID']['input'];
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

export type MutationAddToTaskListArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  list: TaskList;
  other: Scalars['ID']['input'];
  urn: Scalars['ID']['input'];
};

export type MutationBulkArgs = {
  mode: BulkMode;
  operations: Array<BulkOperation>;
};

export type MutationCancelPublicationsArgs = {
  urns: Array<Scalars['ID']['input']>;
};

export type MutationCancelWebhookDeliveriesArgs = {
  fromSequence?: InputMaybe<Scalars['Long']['input']>;
  toSequence?: InputMaybe<Scalars['Long']['input']>;
  toTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  urn: Scalars['ID']['input'];
};

export type MutationCancelWebhookDeliveryArgs = {
  urn: Scalars['ID']['input'];
};

export type MutationChooseItemValueArgs = {
  entry: Scalars['ID']['input'];
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  item: Scalars['ID']['input'];
};

export type MutationCompleteTaskArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  force?: InputMaybe<Scalars['Boolean']['input']>;
  urn: Scalars['ID']['input'];
};

export type MutationCopyEntityArgs = {
  input: CopyEntityInput;
  urn: Scalars['ID']['input'];
};

export type MutationDeleteIdentityPasskeysArgs = {
  passkey?: InputMaybe<Scalars['ID']['input']>;
  urn: Scalars['ID']['input'];
};

export type MutationDiscardEntityDraftsArgs = {
  urn: Scalars['ID']['input'];
};

export type MutationEndEditingArgs = {
  urn: Scalars['ID']['input'];
};

export type MutationEndIdentitySessionsArgs = {
  session?: InputMaybe<Scalars['ID']['input']>;
  urn: Scalars['ID']['input'];
};

export type MutationEraseIdentityArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

export type MutationImportContentArgs = {
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
  lines: Array<Scalars['WriteBody']['input']>;
  owner?: InputMaybe<Scalars['ID']['input']>;
};

export type MutationInviteIdentityArgs = {
  urn: Scalars['ID']['input'];
};

export type MutationMarkInboxReadArgs = {
  beforeTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  identity?: InputMaybe<Scalars['ID']['input']>;
};

export type MutationMarkThreadReadArgs = {
  thread: Scalars['ID']['input'];
  upTo?: InputMaybe<Scalars['ID']['input']>;
};

export type MutationMergeIdentitiesArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  from: Scalars['ID']['input'];
  urn: Scalars['ID']['input'];
};

export type MutationPlaceTaskArgs = {
  after?: InputMaybe<Scalars['ID']['input']>;
  before?: InputMaybe<Scalars['ID']['input']>;
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

export type MutationPublishEntitiesArgs = {
  publishTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  unpublishTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  urns: Array<Scalars['ID']['input']>;
};

export type MutationPublishEntityArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  publishTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  unpublishTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  urn: Scalars['ID']['input'];
};

export type MutationRecordInvoicePaymentArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  input: InvoicePaymentInput;
  urn: Scalars['ID']['input'];
};

export type MutationRedeliverWebhookArgs = {
  urn: Scalars['ID']['input'];
};

export type MutationRemoveFromTaskListArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  list: TaskList;
  other: Scalars['ID']['input'];
  urn: Scalars['ID']['input'];
};

export type MutationRemoveTaskBlockerArgs = {
  blocker: Scalars['ID']['input'];
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

export type MutationRenewEditingArgs = {
  urn: Scalars['ID']['input'];
};

export type MutationReplayWebhooksArgs = {
  fromSequence?: InputMaybe<Scalars['Long']['input']>;
  fromTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  onlyFailed?: InputMaybe<Scalars['Boolean']['input']>;
  toSequence?: InputMaybe<Scalars['Long']['input']>;
  toTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  urn: Scalars['ID']['input'];
};

export type MutationRestoreDeletedArgs = {
  urn: Scalars['ID']['input'];
};

export type MutationRestoreItemValueArgs = {
  entry: Scalars['ID']['input'];
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  item: Scalars['ID']['input'];
};

export type MutationReturnEntityArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  timestamp: Scalars['DateTime']['input'];
  urn: Scalars['ID']['input'];
};

export type MutationReuseImageArgs = {
  asset?: InputMaybe<Scalars['ID']['input']>;
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  file?: InputMaybe<Scalars['ID']['input']>;
  urn: Scalars['ID']['input'];
};

export type MutationRotateBearerTokenArgs = {
  overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
  urn: Scalars['ID']['input'];
};

export type MutationRotateClientSecretArgs = {
  urn: Scalars['ID']['input'];
};

export type MutationRotateWebhookSecretArgs = {
  overlapSeconds?: InputMaybe<Scalars['Int']['input']>;
  secret: Scalars['String']['input'];
  urn: Scalars['ID']['input'];
};

export type MutationTestWebhookSubscriptionArgs = {
  urn: Scalars['ID']['input'];
};

export type MutationUnpublishEntityArgs = {
  expectedVersion?: InputMaybe<Scalars['Long']['input']>;
  urn: Scalars['ID']['input'];
};

/** A question about a permission. */
export type PermissionCheckInput = {
  /** The instant that is asked about; now when absent. */
  atTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** A word of PermissionLabel, or an application's own starting with `x-`. */
  label: Scalars['String']['input'];
  /** What kind of thing the object is; an object of another kind is not allowed. */
  objectScope?: InputMaybe<PermissionObjectScope>;
  /** On what. */
  objectUrn: Scalars['ID']['input'];
  /** Comes back with the answer. */
  ref?: InputMaybe<Scalars['String']['input']>;
  /** What kind of thing the subject is; goes with subjectUrn. */
  subjectScope?: InputMaybe<PermissionSubjectScope>;
  /** Who is asked about; the caller when absent. Asking about others needs ADMIN on the object. */
  subjectUrn?: InputMaybe<Scalars['ID']['input']>;
};

/** The kinds of thing a permission can be granted on. */
export type PermissionObjectScope =
  /** An API client. */
  | 'API_CLIENT'
  /** An asset. */
  | 'ASSET'
  /** A boolean item. */
  | 'BOOLEAN_ITEM'
  /** A company and all it owns. */
  | 'COMPANY'
  /** A date-time item. */
  | 'DATETIME_ITEM'
  /** A double item. */
  | 'DOUBLE_ITEM'
  /** An entity and its items. */
  | 'ENTITY'
  /** An entity list. */
  | 'ENTITY_LIST'
  /** A group and its memberships and threads. */
  | 'GROUP'
  /** An identity and its contact data. */
  | 'IDENTITY'
  /** An image item. */
  | 'IMAGE_ITEM'
  /** A JSON item. */
  | 'JSON_ITEM'
  /** A latitude/longitude item. */
  | 'LATLONG_ITEM'
  /** A link item. */
  | 'LINK_ITEM'
  /** A long item. */
  | 'LONG_ITEM'
  /** A markdown item. */
  | 'MARKDOWN_ITEM'
  /** A message thread and its posts. */
  | 'MESSAGE_THREAD'
  /** A money item. */
  | 'MONEY_ITEM'
  /** A payment invoice. */
  | 'PAYMENT_INVOICE'
  /** A person. */
  | 'PERSON'
  /** A project. */
  | 'PROJECT'
  /** A reference item. */
  | 'REFERENCE_ITEM'
  /** A role. */
  | 'ROLE'
  /** A search. */
  | 'SEARCH'
  /** A task and its log. */
  | 'TASK'
  /** A template item. */
  | 'TEMPLATE_ITEM'
  /** A text item. */
  | 'TEXT_ITEM'
  /** A webhook subscription. */
  | 'WEBHOOK_SUBSCRIPTION'
  /** A workflow and its stages. */
  | 'WORKFLOW';

/** The kinds of thing a permission can be granted to. */
export type PermissionSubjectScope =
  /** An API client. */
  | 'API_CLIENT'
  /** Everybody of a company. */
  | 'COMPANY'
  /** Everybody, known or not; the subject urn is then the urn of the owner. */
  | 'EVERYONE'
  /** Every active member of a group. */
  | 'GROUP'
  /** An identity. */
  | 'IDENTITY'
  /** Every holder of a role. */
  | 'ROLE';

export type Query = {
  __typename?: 'Query';
  /**
   * Sign-ins, accepted and refused, use of tokens and refused writes, newest first; needs ADMIN on the companies concerned. Kept for
   * ACCESS_AUDIT_DAYS.
   */
  accessAudit?: Maybe<Scalars['Boolean']['output']>;
  /** The state of the caller's session. */
  clientContext?: Maybe<Scalars['Boolean']['output']>;
  /** The countries of ISO 3166-1. */
  countries?: Maybe<Scalars['Boolean']['output']>;
  /** The currencies of ISO 4217. */
  currencies?: Maybe<Scalars['Boolean']['output']>;
  /**
   * What was deleted and can still be restored, newest first; needs ADMIN on the companies that own it. What went along with something
   * else is not listed: it comes back with that.
   */
  deletedResources?: Maybe<Scalars['Boolean']['output']>;
  /** Who edits an entity at the moment, in the order in which they began; needs READ_DRAFT on it. Null when the entity may not be read. */
  entityEditors?: Maybe<Scalars['Boolean']['output']>;
  /** What was written of a page with all its items, newest first; needs READ_DRAFT. Null when the entity may not be read. */
  entityHistory?: Maybe<Scalars['Boolean']['output']>;
  /**
   * The page that a preview link shows, as its maker chose. It needs no token but the one in the link, which opens nothing else. Null for a
   * link that was revoked, has expired, or was never made.
   */
  entityPreview?: Maybe<Scalars['Boolean']['output']>;
  /** What a type said, newest first; needs READ on it. Null when the type may not be read. */
  entityTypeHistory?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Which pages of a type would break the fields that it is to have, live or in their newest values: 50 pages are looked at, in the
   * order of their urns, and the next ones after those. Pages that the caller may not read are left out. Null when the type may not be
   * read.
   */
  entityTypePlan?: Maybe<Scalars['Boolean']['output']>;
  /**
   * A page as readers see it: live values only, markdown as sanitized HTML, templates expanded, the variant laid over the
   * default. Addressed by path or by urn; language and Accept-Language choose the language version, with the owner's
   * fallback chain. Null when nothing is live for this caller.
   */
  entityView?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Pages as readers see them, as `entityView` shows each: of the versions of one path the one that it chooses, and nothing but what is live.
   * A page of the list may be shorter than `first` where most versions are in other languages; `pageInfo` says whether more come. The pages
   * are not counted.
   */
  entityViews?: Maybe<Scalars['Boolean']['output']>;
  /** The stored events after a cursor, oldest first: catching up without a stream. */
  events?: Maybe<Scalars['Boolean']['output']>;
  /** The identities that another system, the domain, knows by this token; expired client identifiers do not count. */
  identitiesByClientIdentifier?: Maybe<Scalars['Boolean']['output']>;
  /** The data of an identity that the caller may read; null if the identity may not be read. */
  identityExport?: Maybe<Scalars['Boolean']['output']>;
  /** The passkeys that a person signs in with, newest first. Needs ADMIN on the identity, or a web session of that person. */
  identityPasskeys?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Where a person is signed in: its web sessions, and the grants it gave to applications; newest first, 200 at most. Needs
   * ADMIN on the identity, or a web session of that person.
   */
  identitySessions?: Maybe<Scalars['Boolean']['output']>;
  /** What waits for an identity: the caller's own inbox, or with ADMIN another's; null when it may not be read. */
  inbox?: Maybe<Scalars['Boolean']['output']>;
  /** The payments of an invoice, oldest first; null when the invoice may not be read. */
  invoicePayments?: Maybe<Scalars['Boolean']['output']>;
  /** The locale tags that can be used. */
  locales?: Maybe<Scalars['Boolean']['output']>;
  /** Any resource by its urn; null when it does not exist or may not be read. */
  node?: Maybe<Scalars['Boolean']['output']>;
  /** Up to 200 resources by their urns, in that order; null for each that does not exist or may not be read. */
  nodes?: Maybe<Scalars['Boolean']['output']>;
  /** Changes of permissions, newest first; needs ADMIN on the companies that own them. */
  permissionAudit?: Maybe<Scalars['Boolean']['output']>;
  /** Whether subjects hold labels on objects; 1 to 100 questions, answered in their order. */
  permissionCheck?: Maybe<Scalars['Boolean']['output']>;
  /** Explains the answer to a permission check; needs ADMIN on the object. */
  permissionExplain?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Who holds a label on an object: every API client and person that does now, with the way there; needs ADMIN on the object.
   * Pages of 50 at most.
   */
  permissionHolders?: Maybe<Scalars['Boolean']['output']>;
  /**
   * What would go live if these pages were published together, a plan for each; needs READ_DRAFT on all of them. References to one
   * another are not missing. Null when one of them may not be read.
   */
  publishEntitiesPlan?: Maybe<Scalars['Boolean']['output']>;
  /** What would go live if an entity were published now; needs READ_DRAFT. Null when the entity may not be read. */
  publishPlan?: Maybe<Scalars['Boolean']['output']>;
  /**
   * The API clients that the caller may read and that used some of their quotas in the last minute, those nearest to a limit first;
   * empty where no limits apply.
   */
  quotaUse?: Maybe<Scalars['Boolean']['output']>;
  /** Looks something up at once, without keeping the search: what the caller may read, best first. */
  search?: Maybe<Scalars['Boolean']['output']>;
  /** How far the search index lags behind the stored content. */
  searchIndex?: Maybe<Scalars['Boolean']['output']>;
  /** The tasks that a task waits for and those that wait for it, up to `depth` (1 to 20) edges away; null when the task may not be read. */
  taskDependencies?: Maybe<Scalars['Boolean']['output']>;
  /** The public keys that `v1a` signatures of webhooks are checked with. */
  webhookKeys?: Maybe<Scalars['Boolean']['output']>;
};

export type QueryAccessAuditArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  apiClient?: InputMaybe<Scalars['ID']['input']>;
  event?: InputMaybe<AccessEvent>;
  first?: InputMaybe<Scalars['Int']['input']>;
  fromTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  identity?: InputMaybe<Scalars['ID']['input']>;
  operation?: InputMaybe<Scalars['String']['input']>;
  target?: InputMaybe<Scalars['ID']['input']>;
  toTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
};

export type QueryDeletedResourcesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  fromTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  kind?: InputMaybe<Scalars['String']['input']>;
  owner?: InputMaybe<Scalars['ID']['input']>;
  toTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
};

export type QueryEntityEditorsArgs = {
  urn: Scalars['ID']['input'];
};

export type QueryEntityHistoryArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  urn: Scalars['ID']['input'];
};

export type QueryEntityPreviewArgs = {
  token: Scalars['String']['input'];
};

export type QueryEntityTypeHistoryArgs = {
  before?: InputMaybe<Scalars['Long']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  urn: Scalars['ID']['input'];
};

export type QueryEntityTypePlanArgs = {
  input: EntityTypePlanInput;
  urn: Scalars['ID']['input'];
};

export type QueryEntityViewArgs = {
  atTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  owner?: InputMaybe<Scalars['ID']['input']>;
  path?: InputMaybe<Scalars['String']['input']>;
  render?: InputMaybe<ViewRendering>;
  urn?: InputMaybe<Scalars['ID']['input']>;
  variant?: InputMaybe<Scalars['String']['input']>;
  version?: InputMaybe<ContentVersion>;
};

export type QueryEntityViewsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  atTimestamp?: InputMaybe<Scalars['DateTime']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  owner?: InputMaybe<Scalars['ID']['input']>;
  render?: InputMaybe<ViewRendering>;
  variant?: InputMaybe<Scalars['String']['input']>;
};

export type QueryEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  events?: InputMaybe<Array<EventKind>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  subjects?: InputMaybe<Array<EventSubject>>;
  targetUrns?: InputMaybe<Array<Scalars['ID']['input']>>;
};

export type QueryIdentitiesByClientIdentifierArgs = {
  domain: Scalars['String']['input'];
  token: Scalars['String']['input'];
};

export type QueryIdentityExportArgs = {
  urn: Scalars['ID']['input'];
};

export type QueryIdentityPasskeysArgs = {
  urn: Scalars['ID']['input'];
};

export type QueryIdentitySessionsArgs = {
  urn: Scalars['ID']['input'];
};

export type QueryInboxArgs = {
  identity?: InputMaybe<Scalars['ID']['input']>;
};

export type QueryInvoicePaymentsArgs = {
  urn: Scalars['ID']['input'];
};

export type QueryNodeArgs = {
  urn: Scalars['ID']['input'];
};

export type QueryNodesArgs = {
  urns: Array<Scalars['ID']['input']>;
};

export type QueryPermissionAuditArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

export type QueryPermissionCheckArgs = {
  checks: Array<PermissionCheckInput>;
};

export type QueryPermissionExplainArgs = {
  check: PermissionCheckInput;
};

export type QueryPermissionHoldersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  label?: InputMaybe<Scalars['String']['input']>;
  objectUrn: Scalars['ID']['input'];
};

export type QueryPublishEntitiesPlanArgs = {
  urns: Array<Scalars['ID']['input']>;
};

export type QueryPublishPlanArgs = {
  urn: Scalars['ID']['input'];
};

export type QueryQuotaUseArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

export type QuerySearchArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeScopes?: InputMaybe<Array<SearchScope>>;
  language?: InputMaybe<Scalars['LanguageTag']['input']>;
  languages?: InputMaybe<Array<Scalars['LanguageTag']['input']>>;
  order?: SearchOrder;
  owner?: InputMaybe<Scalars['ID']['input']>;
  query?: InputMaybe<Scalars['String']['input']>;
  version?: ContentVersion;
};

export type QueryTaskDependenciesArgs = {
  depth?: InputMaybe<Scalars['Int']['input']>;
  urn: Scalars['ID']['input'];
};

/** The order of hits. */
export type SearchOrder =
  /** Newest first. */
  | 'CREATED'
  /** By name. */
  | 'NAME'
  /** Best first. */
  | 'RELEVANCE'
  /** By relevance if there is a query, else newest first. */
  | 'UNDEFINED'
  /** Last written first. */
  | 'UPDATED';

/** The kinds a search can look in, and so the kinds of hit. */
export type SearchScope =
  /** Companies. */
  | 'COMPANY'
  /** Entities. */
  | 'ENTITY'
  /** Entity lists. */
  | 'ENTITY_LIST'
  /** Groups. */
  | 'GROUP'
  /** Group memberships. */
  | 'GROUP_MEMBERSHIP'
  /** Identities. */
  | 'IDENTITY'
  /** Message threads. */
  | 'MESSAGE_THREAD'
  /** Projects. */
  | 'PROJECT'
  /** Tasks. */
  | 'TASK'
  /** Thread posts. */
  | 'THREAD_POST'
  /** Workflows. */
  | 'WORKFLOW';

/** The lists of a task whose members are added and removed one at a time. */
export type TaskList =
  /** Companies it concerns. */
  | 'ASSOCIATED_COMPANIES'
  /** Entities it is about. */
  | 'ASSOCIATED_ENTITIES'
  /** Identities it concerns. */
  | 'ASSOCIATED_IDENTITIES'
  /** Tasks it has to do with. */
  | 'ASSOCIATED_TASKS'
  /** The tasks it waits for. */
  | 'BLOCKED_BY'
  /** The tasks that wait for it. */
  | 'BLOCKING';

/** How a view shows markdown and templates. */
export type ViewRendering =
  /** Markdown as sanitized HTML, templates expanded. */
  | 'HTML'
  /** As stored. */
  | 'RAW';

/** The arguments of each root field that people wrote. */
export interface VerbArguments {
  accessAudit: QueryAccessAuditArgs;
  quotaUse: QueryQuotaUseArgs;
  deletedResources: QueryDeletedResourcesArgs;
  identityPasskeys: QueryIdentityPasskeysArgs;
  permissionCheck: QueryPermissionCheckArgs;
  permissionExplain: QueryPermissionExplainArgs;
  permissionHolders: QueryPermissionHoldersArgs;
  permissionAudit: QueryPermissionAuditArgs;
  identitySessions: QueryIdentitySessionsArgs;
  inbox: QueryInboxArgs;
  entityEditors: QueryEntityEditorsArgs;
  entityHistory: QueryEntityHistoryArgs;
  entityTypePlan: QueryEntityTypePlanArgs;
  entityTypeHistory: QueryEntityTypeHistoryArgs;
  entityPreview: QueryEntityPreviewArgs;
  publishEntitiesPlan: QueryPublishEntitiesPlanArgs;
  events: QueryEventsArgs;
  webhookKeys: Record<never, never>;
  identitiesByClientIdentifier: QueryIdentitiesByClientIdentifierArgs;
  identityExport: QueryIdentityExportArgs;
  node: QueryNodeArgs;
  nodes: QueryNodesArgs;
  entityView: QueryEntityViewArgs;
  entityViews: QueryEntityViewsArgs;
  publishPlan: QueryPublishPlanArgs;
  clientContext: Record<never, never>;
  locales: Record<never, never>;
  currencies: Record<never, never>;
  countries: Record<never, never>;
  search: QuerySearchArgs;
  searchIndex: Record<never, never>;
  taskDependencies: QueryTaskDependenciesArgs;
  invoicePayments: QueryInvoicePaymentsArgs;
  inviteIdentity: MutationInviteIdentityArgs;
  deleteIdentityPasskeys: MutationDeleteIdentityPasskeysArgs;
  rotateBearerToken: MutationRotateBearerTokenArgs;
  rotateClientSecret: MutationRotateClientSecretArgs;
  endSession: Record<never, never>;
  endIdentitySessions: MutationEndIdentitySessionsArgs;
  bulk: MutationBulkArgs;
  markThreadRead: MutationMarkThreadReadArgs;
  markInboxRead: MutationMarkInboxReadArgs;
  renewEditing: MutationRenewEditingArgs;
  endEditing: MutationEndEditingArgs;
  returnEntity: MutationReturnEntityArgs;
  reuseImage: MutationReuseImageArgs;
  importContent: MutationImportContentArgs;
  publishEntities: MutationPublishEntitiesArgs;
  cancelPublications: MutationCancelPublicationsArgs;
  testWebhookSubscription: MutationTestWebhookSubscriptionArgs;
  rotateWebhookSecret: MutationRotateWebhookSecretArgs;
  replayWebhooks: MutationReplayWebhooksArgs;
  redeliverWebhook: MutationRedeliverWebhookArgs;
  cancelWebhookDelivery: MutationCancelWebhookDeliveryArgs;
  cancelWebhookDeliveries: MutationCancelWebhookDeliveriesArgs;
  mergeIdentities: MutationMergeIdentitiesArgs;
  eraseIdentity: MutationEraseIdentityArgs;
  publishEntity: MutationPublishEntityArgs;
  unpublishEntity: MutationUnpublishEntityArgs;
  discardEntityDrafts: MutationDiscardEntityDraftsArgs;
  copyEntity: MutationCopyEntityArgs;
  chooseItemValue: MutationChooseItemValueArgs;
  restoreItemValue: MutationRestoreItemValueArgs;
  restoreDeleted: MutationRestoreDeletedArgs;
  addTaskBlocker: MutationAddTaskBlockerArgs;
  removeTaskBlocker: MutationRemoveTaskBlockerArgs;
  addToTaskList: MutationAddToTaskListArgs;
  removeFromTaskList: MutationRemoveFromTaskListArgs;
  completeTask: MutationCompleteTaskArgs;
  placeTask: MutationPlaceTaskArgs;
  recordInvoicePayment: MutationRecordInvoicePaymentArgs;
}
