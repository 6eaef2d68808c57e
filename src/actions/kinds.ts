// Kind to its hooks: a kind that is not named here has none. And the listeners that follow every change, whatever its kind.
import type { Resource } from '../contract/resource.ts';
import type { Rows } from '../generated/rows.ts';
import { apiClientKind } from './access/apiClientKind.ts';
import { bearerTokenKind } from './access/bearerTokenKind.ts';
import { clientIdentifierKind, addressKind, emailKind, telephoneKind } from './identity/contactKinds.ts';
import { companyKind, organisationKind } from './identity/companyKind.ts';
import { entityKind } from './content/entityKind.ts';
import { entityListItemKind, entityListKind } from './content/entityListKind.ts';
import { assetKind } from './images/assetKind.ts';
import { entityTypeKind } from './content/entityTypeKind.ts';
import { imageItemFileKind } from './images/imageItemFileKind.ts';
import {
  imageItemKind,
  itemKind,
  latLongItemKind,
  linkItemKind,
  moneyItemKind,
  referenceItemKind,
  templateItemKind,
} from './content/itemKinds.ts';
import { identityKind, personKind, personNameKind } from './identity/identityKind.ts';
import { groupKind } from './community/groupKind.ts';
import { groupMembershipKind } from './community/groupMembershipKind.ts';
import type { Kind } from '../engine/kind.ts';
import { messageThreadKind } from './community/messageThreadKind.ts';
import { messageThreadNotificationKind } from './community/notificationKind.ts';
import { searchKind } from './search/search.ts';
import { threadPostKind } from './community/threadPostKind.ts';
import { paymentInvoiceKind } from './work/paymentInvoiceKind.ts';
import { permissionKind } from './access/permissionKind.ts';
import { partOfIdentity } from './identity/eraseIdentity.ts';
import { previewLinkKind } from './content/previewLinkKind.ts';
import { redirectKind } from './content/redirectKind.ts';
import { roleKind } from './access/roleKind.ts';
import { projectKind } from './work/projectKind.ts';
import { taskKind } from './work/taskKind.ts';
import { taskLogKind } from './work/taskLog.ts';
import { webhookSubscriptionKind } from './events/webhookSubscriptionKind.ts';
import { webhookTriggerKind } from './events/webhookTriggerKind.ts';
import { workflowKind, workflowStageKind } from './work/workflowKinds.ts';
import type { ChangeListener } from '../engine/announcements.ts';
import { snapshotDeleteAudience } from './events/deleteAudience.ts';
import { noteForSearch } from './search/fillSearchIndex.ts';
import { recordPermissions } from './access/accessAudit.ts';
import { oauthTokenKind } from './oauth/issueToken.ts';

const kinds: { readonly [Name in keyof Rows]?: Kind<Name> } = {
  Group: groupKind,
  GroupMembership: groupMembershipKind,
  MessageThread: messageThreadKind,
  MessageThreadNotification: messageThreadNotificationKind,
  Search: searchKind,
  ThreadPost: threadPostKind,
  Address: partOfIdentity(addressKind),
  ApiClient: apiClientKind,
  ApiClientBearerToken: bearerTokenKind,
  Asset: assetKind,
  ClientIdentifier: partOfIdentity(clientIdentifierKind),
  Company: companyKind,
  Email: partOfIdentity(emailKind),
  Entity: entityKind,
  EntityList: entityListKind,
  EntityListItem: entityListItemKind,
  EntityType: entityTypeKind,
  Identity: identityKind,
  ImageItem: imageItemKind,
  ImageItemFile: imageItemFileKind,
  LatLongItem: latLongItemKind,
  LinkItem: linkItemKind,
  MoneyItem: moneyItemKind,
  OAuthToken: oauthTokenKind,
  Organisation: organisationKind,
  PaymentInvoice: paymentInvoiceKind,
  Permission: permissionKind,
  Person: partOfIdentity(personKind),
  PersonName: partOfIdentity(personNameKind),
  PreviewLink: previewLinkKind,
  Project: projectKind,
  ReferenceItem: referenceItemKind,
  Redirect: redirectKind,
  Role: roleKind,
  Task: taskKind,
  TaskLog: taskLogKind,
  Telephone: partOfIdentity(telephoneKind),
  TemplateItem: templateItemKind,
  WebhookSubscription: webhookSubscriptionKind,
  WebhookTrigger: webhookTriggerKind,
  Workflow: workflowKind,
  WorkflowStage: workflowStageKind,
};

const plain: Kind = {};

/** The hooks of a kind. */
export function kindOf(resource: Resource): Kind {
  // Every hook is stated for the kind that it is registered with, and receives that kind alone.
  const known = kinds[resource.name as keyof Rows] as Kind | undefined;
  return known ?? (resource.isItem ? (itemKind as Kind) : plain);
}

/** The listeners, in the order in which they are called. */
export const changeListeners: readonly ChangeListener[] = [noteForSearch, recordPermissions, snapshotDeleteAudience];
