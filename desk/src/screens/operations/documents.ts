// What is read of the service's state, and what an operator changes.
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { StateQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';
import { readers } from '../../graph/client.ts';

graphql(`
  fragment DeliveryFacts on WebhookDelivery {
    urn
    sequence
    status
    attemptCount
    nextAttemptTimestamp
    createdTimestamp
    subscription {
      urn
    }
    attempts {
      number
      responseStatus
      errorCode
      responseExcerpt
      durationMillis
    }
  }
`);

export const stateQuery = graphql(`
  query State {
    clientContext {
      client {
        urn
        name
      }
      identity {
        urn
        name
      }
      company {
        urn
        name
      }
      rateLimit {
        limit
        remaining
        costLimit
        costRemaining
      }
    }
    quotaUse(first: 5) {
      client {
        urn
        name
      }
      requests
      requestLimit
      cost
      costLimit
    }
    searchIndex {
      isComplete
      waiting
    }
    scheduled: entities(
      first: 50
      where: { status: { eq: PUBLISH_PENDING } }
      orderBy: [{ field: PUBLISH_TIMESTAMP }]
    ) {
      nodes {
        urn
        name
        path
        language
        variant
        publishTimestamp
      }
    }
    webhookSubscriptions(first: 50) {
      nodes {
        urn
        destinationUrl
        subject
        event
        status
        disabledReason
        failingSinceTimestamp
        eventsPerMinute
        health {
          backlog
          oldestPendingTimestamp
          successRate
          exhaustedCount
          p95Millis
          lastErrorTimestamp
          lastErrorCode
          lastErrorStatus
        }
      }
    }
    waiting: webhookDeliveries(
      first: 50
      where: { status: { in: [PENDING, IN_FLIGHT, RETRYING] } }
      orderBy: [{ field: CREATED_TIMESTAMP, direction: DESC }]
    ) {
      nodes {
        ...DeliveryFacts
      }
    }
    ended: webhookDeliveries(
      first: 50
      where: { status: { in: [SUCCEEDED, FAILED, DISCARDED] } }
      orderBy: [{ field: CREATED_TIMESTAMP, direction: DESC }]
    ) {
      nodes {
        ...DeliveryFacts
      }
    }
  }
`);

/** The state of the service as the caller may see it. */
export type State = StateQuery;
export type Subscription = State['webhookSubscriptions']['nodes'][number];
export type Delivery = State['waiting']['nodes'][number];
export type Scheduled = State['scheduled']['nodes'][number];

export const recentQuery = graphql(`
  query Recent($next: String) {
    events(first: 1) {
      pageInfo {
        endCursor
      }
    }
    webhookTriggers(
      first: 200
      after: $next
      orderBy: [{ field: SEQUENCE, direction: DESC }]
      where: { sequence: { isNull: false } }
    ) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        urn
        sequence
        timestamp
        subject
        event
        targetUrn
        targetUrl
        changedFields
        actor {
          urn
          type
        }
      }
    }
  }
`);

export const liveSubscription = graphql(`
  subscription Live($after: String) {
    events(after: $after) {
      id
      cursor
      sequence
      timestamp
      subject
      event
      targetUrn
      changedFields
      actor {
        urn
        type
      }
      target {
        __typename
        url
      }
    }
  }
`);

export const eventNamesQuery = graphql(`
  query EventNames($urns: [ID!]!) {
    nodes(urns: $urns) {
      __typename
      urn
      ... on ApiClient {
        clientName: name
      }
      ... on Identity {
        identityName: name
      }
      ... on Entity {
        entityName: name
      }
      ... on Asset {
        assetName: name
      }
      ... on Company {
        companyName: name
      }
      ... on Group {
        groupName: name
      }
      ... on MessageThread {
        threadName: name
      }
      ... on Project {
        projectName: name
      }
      ... on Role {
        roleName: name
      }
      ... on Task {
        title
      }
      ... on BooleanItem {
        namedItem: name
        entity {
          name
        }
      }
      ... on DateTimeItem {
        namedItem: name
        entity {
          name
        }
      }
      ... on DoubleItem {
        namedItem: name
        entity {
          name
        }
      }
      ... on ImageItem {
        namedItem: name
        entity {
          name
        }
      }
      ... on JsonItem {
        namedItem: name
        entity {
          name
        }
      }
      ... on LatLongItem {
        namedItem: name
        entity {
          name
        }
      }
      ... on LinkItem {
        itemName: name
        entity {
          name
        }
      }
      ... on LongItem {
        namedItem: name
        entity {
          name
        }
      }
      ... on MarkdownItem {
        namedItem: name
        entity {
          name
        }
      }
      ... on MoneyItem {
        namedItem: name
        entity {
          name
        }
      }
      ... on ReferenceItem {
        namedItem: name
        entity {
          name
        }
      }
      ... on TemplateItem {
        namedItem: name
        entity {
          name
        }
      }
      ... on TextItem {
        namedItem: name
        entity {
          name
        }
      }
    }
  }
`);

export const presentQuery = graphql(`
  query Present($from: DateTime!) {
    accessAudit(fromTimestamp: $from, first: 100) {
      nodes {
        apiClientUrn
        identityUrn
        lastTimestamp
      }
    }
  }
`);

export const sentQuery = graphql(`
  query Sent($urn: ID!) {
    webhookDelivery(urn: $urn) {
      body
      attempts {
        number
        startedTimestamp
        responseStatus
        errorCode
        responseExcerpt
        requestHeaders
      }
    }
  }
`);

export const describedQuery = graphql(`
  query Described($type: String!) {
    __type(name: $type) {
      enumValues {
        name
        description
      }
    }
  }
`);

export const testMutation = graphql(`
  mutation TestWebhook($urn: ID!) {
    change: testWebhookSubscription(urn: $urn) {
      userErrors {
        ...Refused
      }
    }
  }
`);

export const redeliverMutation = graphql(`
  mutation Redeliver($urn: ID!) {
    change: redeliverWebhook(urn: $urn) {
      userErrors {
        ...Refused
      }
    }
  }
`);

export const skipMutation = graphql(`
  mutation SkipDelivery($urn: ID!) {
    change: cancelWebhookDelivery(urn: $urn) {
      userErrors {
        ...Refused
      }
    }
  }
`);

export const pauseMutation = graphql(`
  mutation PauseWebhook($urn: ID!) {
    change: updateWebhookSubscription(urn: $urn, input: { status: PAUSED }) {
      userErrors {
        ...Refused
      }
    }
  }
`);

export const activateMutation = graphql(`
  mutation ActivateWebhook($urn: ID!) {
    change: updateWebhookSubscription(urn: $urn, input: { status: ACTIVE }) {
      userErrors {
        ...Refused
      }
    }
  }
`);

/** Asks once, past the cache; rejects with what was refused. */
export async function ask<T, V extends Record<string, unknown>>(
  document: TypedDocumentNode<T, V>,
  variables: V,
): Promise<T> {
  const { data, error } = await readers.query<T, V>(document, variables).toPromise();
  const [first] = error?.graphQLErrors ?? [];
  if (data === undefined || error)
    throw Object.assign(new Error(first?.message ?? error?.networkError?.message ?? ''), {
      code: first?.extensions['code'],
    });
  return data;
}
