// What the tables of single kinds need beyond what the contract states: indexes of lookups that are no list order,
// conditions of states, and statistics for the planner.
import type { Field, Resource } from '../../contract/resource.ts';
import { parentKey } from './pathTree.ts';
import type { Table, TableCheck, TableIndex } from './table.ts';

/** The details of one kind. */
export interface KindDetails {
  readonly indexes?: readonly TableIndex[];
  /** Fields that lists are often ordered by, besides the kind's own order: each has an index in that order. */
  readonly orders?: readonly string[];
  /** Texts too long for an index by which lists are looked up: their digests are indexed, and compared first. */
  readonly lookups?: readonly string[];
  /** Links of which the other end has a long list: each has an index in the kind's own order behind it. */
  readonly listedBy?: readonly string[];
  /** Indexes that every kind gets and this one does without. */
  readonly without?: readonly string[];
  readonly checks?: readonly TableCheck[];
  /** Rows outside of this condition do not count for the kind's unique sets. */
  readonly uniqueWhere?: string;
  readonly statistics?: Table['statistics'];
  readonly fillFactor?: number;
  readonly partitionedBy?: string;
}

/** Whether an index finds rows of the kind by a digest of the field: of items, which share one, by that of their name, and of a text. */
export function isLookedUpBy(resource: Resource, field: Field): boolean {
  if (resource.isItem) return field.name === 'name' || (resource.name === 'TextItem' && field.name === 'value');
  return kindDetails[resource.name]?.lookups?.includes(field.name) === true;
}

/** Whether a link of the kind has an index in the kind's own order behind it. */
export function isListedBy(resource: Resource, link: Field): boolean {
  return kindDetails[resource.name]?.listedBy?.includes(link.name) ?? false;
}

/** When a token of OAuth and its refresh token have ended for good, as SQL of its columns behind the prefix. */
export const tokenEnd = (prefix: string): string =>
  `LEAST(${prefix}"revoked_timestamp", GREATEST(${prefix}"expiration_timestamp", ${prefix}"refresh_expiration_timestamp"))`;

const living = '"deleted_timestamp" IS NULL';
const fallen = '"deleted_timestamp" IS NOT NULL';

/** By the kind's name. */
export const kindDetails: Readonly<Record<string, KindDetails>> = {
  ApiClient: { indexes: [{ name: 'uq_api_client__client_id', keys: ['"client_id"'], isUnique: true }] },
  ApiClientBearerToken: {
    listedBy: ['apiClient'],
    indexes: [{ name: 'uq_api_client_bearer_token__token_hash', keys: ['"token_hash"'], isUnique: true }],
  },
  // Whether some asset names the bytes of a file.
  Asset: { indexes: [{ name: 'ix_asset_sha256', keys: ['"sha256"'], where: '"sha256" IS NOT NULL' }] },
  // A client identifier that has expired no longer blocks its name.
  ClientIdentifier: { uniqueWhere: 'NOT "is_released"' },
  Email: {
    // Addresses are compared without regard to the case of ASCII letters, and of no others.
    indexes: [{ name: 'ix_email_sign_in', keys: ['md5(lower("email" COLLATE "C"))'], where: living }],
  },
  Entity: {
    orders: ['updatedTimestamp', 'lastEditedTimestamp', 'name'],
    lookups: ['name', 'path'],
    indexes: [
      {
        name: 'ix_entity_by_live_updated_timestamp',
        keys: ['"tenant"', '"live_updated_timestamp"', '"urn"'],
        where: `"live_timestamp" IS NOT NULL AND ${living}`,
      },
      { name: 'ix_entity_path', keys: ['md5("path")'], where: living },
      // The pages below a page, in the order of the kind.
      {
        name: 'ix_entity_children',
        keys: [parentKey(''), '"created_timestamp"', '"urn"'],
        where: `"path" IS NOT NULL AND ${living}`,
      },
      // Of the objects that somebody holds an edge on, those without READ_DRAFT are not shown these.
      { name: 'ix_entity_draft', keys: ['"urn"'], where: `"live_timestamp" IS NULL AND ${living}` },
      {
        name: 'ix_entity_publish_due',
        keys: ['"publish_timestamp"'],
        where: `"status" = 'PUBLISH_PENDING' AND ${living}`,
      },
      {
        name: 'ix_entity_unpublish_due',
        keys: ['"unpublish_timestamp"'],
        where: `"live_timestamp" IS NOT NULL AND "unpublish_timestamp" IS NOT NULL AND ${living}`,
      },
    ],
    checks: [
      {
        name: 'ck_entity_pending',
        expression: `"status" <> 'PUBLISH_PENDING' OR "publish_timestamp" IS NOT NULL`,
      },
      {
        name: 'ck_entity_live',
        expression: `"status" NOT IN ('PUBLISHED', 'PUBLISHED_WITH_DRAFTS') OR "live_timestamp" IS NOT NULL`,
      },
    ],
  },
  EntityListItem: { listedBy: ['entityList'] },
  GroupMembership: {
    listedBy: ['group'],
    indexes: [
      // The members of a large group, some at a time, and whether somebody is one.
      {
        name: 'ix_group_membership_active',
        keys: ['"group"', '"identity"'],
        where: `"status" = 'ACTIVE' AND ${living}`,
      },
    ],
  },
  Identity: { lookups: ['name'] },
  // The same picture in several items.
  ImageItemFile: { lookups: ['digest'] },
  MessageThread: { listedBy: ['group'] },
  MessageThreadNotification: {
    // Found by another that begins with the thread.
    without: ['ix_message_thread_notification_message_thread'],
    indexes: [
      { name: 'ix_message_thread_notification_of', keys: ['"message_thread"', '"identity"'] },
      {
        name: 'ix_message_thread_notification_inbox',
        keys: ['"identity"', '"updated_timestamp" DESC'],
        where: living,
      },
    ],
  },
  OAuthToken: {
    indexes: [
      { name: 'ix_o_auth_token_access', keys: ['"access_hash"'], isUnique: true },
      { name: 'ix_o_auth_token_refresh', keys: ['"refresh_hash"'], isUnique: true },
      { name: 'ix_o_auth_token_family', keys: ['"family_urn"'] },
      { name: 'ix_o_auth_token_end', keys: [tokenEnd('')], where: `"refresh_used_timestamp" IS NULL AND ${living}` },
      { name: 'ix_o_auth_token_family_end', keys: ['"family_expiration_timestamp"'], where: living },
    ],
  },
  Permission: {
    indexes: [
      // What has ended with time is looked for all the time; few edges have a window.
      { name: 'ix_permission_window_end', keys: ['"to_timestamp"'], where: '"to_timestamp" IS NOT NULL' },
      // The companies where everyone has something.
      {
        name: 'ix_permission_everyone',
        keys: ['"tenant"', '"subject_urn"'],
        where: `"subject_scope" = 'EVERYONE' AND ${living}`,
      },
      { name: 'ix_permission_subject', keys: ['"subject_urn"', '"object_scope"', '"label"'], where: living },
      // What fell with its object is still known to those who could read it.
      { name: 'ix_permission_subject_fallen', keys: ['"subject_urn"'], where: fallen },
      { name: 'ix_permission_object_fallen', keys: ['"object_urn"'], where: fallen },
      // Whether a caller holds an edge on a row is checked for every row that a list visits. The index begins with the
      // object and the subject and carries the rest of the question, so that one descent without the table answers it.
      {
        name: 'ix_permission_edge',
        keys: ['"object_urn"', '"subject_urn"'],
        include: ['"label"', '"object_scope"', '"subject_scope"', '"from_timestamp"', '"to_timestamp"'],
        where: living,
      },
    ],
    checks: [
      {
        name: 'ck_permission_window',
        expression: '"from_timestamp" IS NULL OR "to_timestamp" IS NULL OR "from_timestamp" < "to_timestamp"',
      },
    ],
    // A caller may hold many edges on one kind and none on another: the planner chooses between walking the edges and
    // walking the rows by what it knows of this caller and this kind.
    statistics: [
      { name: 'st_permission_subject', definition: '(mcv) ON "subject_urn", "object_scope" FROM "permission"' },
      // A subject is of one tenant.
      { name: 'st_permission_tenant', definition: '(dependencies) ON "tenant", "subject_urn" FROM "permission"' },
    ],
  },
  PreviewLink: { indexes: [{ name: 'uq_preview_link__token_hash', keys: ['"token_hash"'], isUnique: true }] },
  // Views look for a path in every company that a caller may see.
  Redirect: { indexes: [{ name: 'ix_redirect_path', keys: ['md5("from_path")'], where: living }] },
  Search: { indexes: [{ name: 'ix_search_caller', keys: ['"caller"', '"expiration_timestamp"'] }] },
  ThreadPost: {
    listedBy: ['messageThread'],
    indexes: [
      {
        name: 'uq_thread_post__message_thread__position',
        keys: ['"message_thread"', '"position"'],
        isUnique: true,
      },
    ],
  },
  Task: {
    orders: ['dueTimestamp', 'updatedTimestamp', 'title'],
    listedBy: ['project', 'workflowStage'],
    // A stage in the order of its tasks; ranks of deleted ones are not given again, so that they can come back.
    indexes: [{ name: 'ix_task_stage_rank', keys: ['"workflow_stage"', '"rank" COLLATE "C"', '"urn"'] }],
  },
  TaskLog: { listedBy: ['task'] },
  WebhookDelivery: {
    partitionedBy: 'created_timestamp',
    // Deliveries are written several times each: they have the indexes that something reads, and no others.
    without: ['ix_webhook_delivery_owner', 'ix_webhook_delivery_subscription'],
    listedBy: ['subscription'],
    indexes: [
      // Whether a partition of the log is still needed.
      { name: 'ix_webhook_delivery_position', keys: ['"position"'], where: '"position" IS NOT NULL' },
    ],
    // What changes of a delivery is in no index, and fits into the room that its page has left.
    fillFactor: 50,
  },
  WebhookSubscription: {
    listedBy: ['apiClient'],
    indexes: [
      {
        name: 'ix_webhook_subscription_match',
        keys: ['"owner"', '"subject"'],
        where: `"status" = 'ACTIVE' AND ${living}`,
      },
      // Whether a write has somebody to be described for.
      {
        name: 'ix_webhook_subscription_full',
        keys: ['"tenant"', '"subject"'],
        where: `"payload" = 'FULL' AND "status" = 'ACTIVE' AND ${living}`,
      },
      {
        name: 'ix_webhook_subscription_expiration',
        keys: ['"expiration_timestamp"'],
        where: `"expiration_timestamp" IS NOT NULL AND "status" <> 'EXPIRED' AND ${living}`,
      },
    ],
  },
  WebhookTrigger: {
    // One is written with every change, and numbered right after. Lists are in the order of the sequence.
    partitionedBy: 'position',
    without: ['ix_webhook_trigger_owner', 'ix_webhook_trigger_listed'],
    indexes: [
      { name: 'uq_webhook_trigger__tenant__sequence', keys: ['"tenant"', '"sequence"'], isUnique: true },
      { name: 'uq_webhook_trigger__ordinal', keys: ['"ordinal"'], isUnique: true, where: '"ordinal" IS NOT NULL' },
      { name: 'ix_webhook_trigger_target', keys: ['"target_urn"', '"position"'] },
      // For readers of few companies, and of what was handed over to these.
      { name: 'ix_webhook_trigger_owned', keys: ['"owner"', '"sequence"', '"urn"'], where: '"sequence" IS NOT NULL' },
      { name: 'ix_webhook_trigger_handed_over', keys: ['"owner"'], where: `'owner' = ANY ("changed_fields")` },
      { name: 'ix_webhook_trigger_unsequenced', keys: ['"position"'], where: '"sequence" IS NULL' },
    ],
  },
};

/** Kinds and tables of rows that come and go in numbers and that nothing points at: the registry of urns lacks them. */
export const unregistered: ReadonlyMap<string, string> = new Map([
  ['WebhookDelivery', 'webhook_delivery'],
  ['WebhookTrigger', 'webhook_trigger'],
]);
