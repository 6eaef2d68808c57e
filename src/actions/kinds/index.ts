// Kind to its hooks. A kind that is not named here has none: the common path is all there is to it.
import type { Resource } from '../../contract/resource.ts';
import { apiClientKind } from './apiClient.ts';
import { bearerTokenKind } from './bearerToken.ts';
import { clientIdentifierKind } from './clientIdentifier.ts';
import { companyKind } from './company.ts';
import { addressKind, emailKind, telephoneKind } from './contact.ts';
import { entityKind } from './entity.ts';
import { entityListItemKind, entityListKind } from './entityList.ts';
import { imageItemFileKind } from './imageItemFile.ts';
import {
  imageItemKind,
  itemKind,
  latLongItemKind,
  moneyItemKind,
  referenceItemKind,
  templateItemKind,
} from './items.ts';
import { identityKind } from './identity.ts';
import { groupMembershipKind } from './groupMembership.ts';
import type { Kind } from './kind.ts';
import { messageThreadKind } from './messageThread.ts';
import { messageThreadNotificationKind } from './messageThreadNotification.ts';
import { searchKind } from './search.ts';
import { threadPostKind } from './threadPost.ts';
import { oauthTokenKind } from './oauthToken.ts';
import { organisationKind } from './organisation.ts';
import { paymentInvoiceKind } from './paymentInvoice.ts';
import { permissionKind } from './permission.ts';
import { refuseErased } from './refuseErased.ts';
import { roleKind } from './role.ts';
import { personKind, personNameKind } from './person.ts';
import { projectKind } from './project.ts';
import { taskKind } from './task.ts';
import { taskLogKind } from './taskLog.ts';
import { webhookSubscriptionKind } from './webhookSubscription.ts';
import { webhookTriggerKind } from './webhookTrigger.ts';
import { workflowKind, workflowStageKind } from './workflow.ts';

const kinds: Readonly<Record<string, Kind>> = {
  GroupMembership: groupMembershipKind,
  MessageThread: messageThreadKind,
  MessageThreadNotification: messageThreadNotificationKind,
  Search: searchKind,
  ThreadPost: threadPostKind,
  Address: { ...addressKind, ...refuseErased },
  ApiClient: apiClientKind,
  ApiClientBearerToken: bearerTokenKind,
  ClientIdentifier: { ...clientIdentifierKind, ...refuseErased },
  Company: companyKind,
  Email: { ...emailKind, ...refuseErased },
  Entity: entityKind,
  EntityList: entityListKind,
  EntityListItem: entityListItemKind,
  Identity: identityKind,
  ImageItem: imageItemKind,
  ImageItemFile: imageItemFileKind,
  LatLongItem: latLongItemKind,
  MoneyItem: moneyItemKind,
  OAuthToken: oauthTokenKind,
  Organisation: organisationKind,
  PaymentInvoice: paymentInvoiceKind,
  Permission: permissionKind,
  Person: { ...personKind, ...refuseErased },
  PersonName: { ...personNameKind, ...refuseErased },
  Project: projectKind,
  ReferenceItem: referenceItemKind,
  Role: roleKind,
  Task: taskKind,
  TaskLog: taskLogKind,
  Telephone: { ...telephoneKind, ...refuseErased },
  TemplateItem: templateItemKind,
  WebhookSubscription: webhookSubscriptionKind,
  WebhookTrigger: webhookTriggerKind,
  Workflow: workflowKind,
  WorkflowStage: workflowStageKind,
};

const plain: Kind = {};

/** The hooks of a kind. */
export function kindOf(resource: Resource): Kind {
  return kinds[resource.name] ?? (resource.isItem ? itemKind : plain);
}
