// What a thread reads and writes.
import type { PostsQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';

export const threadQuery = graphql(`
  query Thread($urn: ID!) {
    messageThread(urn: $urn) {
      urn
      version
      name
      isClosed
      postCount
      group {
        urn
        name
      }
      entities {
        urn
        name
      }
      tasks {
        urn
        title
      }
    }
  }
`);

export const postsQuery = graphql(`
  query Posts($thread: ID!, $before: String) {
    threadPosts(last: 30, before: $before, where: { messageThread: { eq: $thread } }) {
      nodes {
        ...Said
      }
      pageInfo {
        hasPreviousPage
        startCursor
      }
    }
  }
`);

// Comments stand in discussions of the page, in threads of their own for each reader or in one for all.
export const commentsQuery = graphql(`
  query Comments($page: ID!, $after: String) {
    threadPosts(
      first: 10
      after: $after
      where: {
        isDeleted: { eq: false }
        messageThread: { where: { purpose: { eq: ENTITY_DISCUSSION }, entities: { eq: $page } } }
      }
      orderBy: [{ field: CREATED_TIMESTAMP, direction: DESC }]
    ) {
      nodes {
        ...Said
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

graphql(`
  fragment Said on ThreadPost {
    urn
    version
    content
    createdTimestamp
    editedTimestamp
    isDeleted
    replyCount
    authorIdentity {
      urn
      name
    }
    mentions {
      urn
      name
    }
    replyTo {
      urn
      content
      authorIdentity {
        urn
        name
      }
    }
    messageThread {
      urn
      name
      group {
        urn
        owner {
          urn
        }
      }
    }
  }
`);

export type Post = PostsQuery['threadPosts']['nodes'][number];

export const answerMutation = graphql(`
  mutation Answer($input: CreateThreadPostInput!) {
    createThreadPost(input: $input) {
      threadPost {
        urn
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const removePostMutation = graphql(`
  mutation RemovePost($urn: ID!) {
    deleteThreadPost(urn: $urn) {
      userErrors {
        ...Refused
      }
    }
  }
`);

export const restorePostMutation = graphql(`
  mutation RestorePost($urn: ID!) {
    restoreDeleted(urn: $urn) {
      userErrors {
        ...Refused
      }
    }
  }
`);

export const closeMutation = graphql(`
  mutation CloseThread($urn: ID!, $isClosed: Boolean!) {
    updateMessageThread(urn: $urn, input: { isClosed: $isClosed }) {
      messageThread {
        urn
        version
        isClosed
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const unreadQuery = graphql(`
  query UnreadOf($thread: ID!, $me: ID!) {
    messageThreadNotifications(first: 1, where: { messageThread: { eq: $thread }, identity: { eq: $me } }) {
      nodes {
        urn
        version
        notificationCount
      }
    }
  }
`);

export const markReadMutation = graphql(`
  mutation MarkRead($thread: ID!) {
    markThreadRead(thread: $thread) {
      messageThreadNotification {
        urn
        version
        notificationCount
        mentionCount
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const groupNamesQuery = graphql(`
  query GroupNames {
    groups(first: 50, orderBy: [{ field: NAME }]) {
      nodes {
        urn
        version
        name
      }
    }
  }
`);

export const startMutation = graphql(`
  mutation StartThread($operations: [BulkOperation!]!) {
    bulk(mode: ATOMIC, operations: $operations) {
      results {
        ref
        urn
        userErrors {
          ...Refused
        }
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const aroundQuery = graphql(`
  query AroundPage($urn: ID!) {
    entity(urn: $urn) {
      urn
      version
      name
      owner {
        urn
        name
      }
    }
  }
`);

export const pageThreadsQuery = graphql(`
  query ThreadsOfPage($urn: ID!, $after: String) {
    messageThreads(first: 30, after: $after, where: { entities: { eq: $urn } }) {
      nodes {
        urn
        version
        name
        postCount
        lastPostTimestamp
        isClosed
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const pageTasksQuery = graphql(`
  query TasksOfPage($urn: ID!, $after: String) {
    tasks(first: 30, after: $after, where: { associatedEntities: { eq: $urn } }, orderBy: [{ field: DUE_TIMESTAMP }]) {
      nodes {
        ...Card
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
