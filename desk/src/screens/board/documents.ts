// What the board and the page of a task read and write.
import type { WorkflowsQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';

export const workflowsQuery = graphql(`
  query Workflows {
    workflows(first: 50) {
      nodes {
        urn
        version
        name
        isDefault
        owner {
          urn
        }
        stages {
          urn
          version
          name
          order
          taskStatus
          taskLimit
          allowedNext {
            urn
          }
        }
      }
    }
    projects(first: 50, where: { status: { eq: ACTIVE } }) {
      nodes {
        urn
        version
        name
        owner {
          urn
        }
      }
    }
  }
`);

export type Workflow = WorkflowsQuery['workflows']['nodes'][number];
export type Stage = Workflow['stages'][number];
export type Project = WorkflowsQuery['projects']['nodes'][number];

export const cardsQuery = graphql(`
  query Cards($where: TaskWhere!, $after: String) {
    tasks(first: 25, after: $after, where: $where, orderBy: [{ field: RANK }]) {
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

// How many tasks stand in a stage, whatever the board is narrowed to: the limit counts all of them.
export const countQuery = graphql(`
  query TasksInStage($where: TaskWhere!) {
    tasks(first: 1, where: $where) {
      totalCount
    }
  }
`);

graphql(`
  fragment Card on Task {
    urn
    version
    title
    rank
    priority
    status
    statusCategory
    dueTimestamp
    isBlocked
    openBlockerCount
    assignee {
      urn
      name
    }
    project {
      urn
      name
    }
    workflowStage {
      urn
      name
    }
  }
`);

export const taskQuery = graphql(`
  query Task($urn: ID!) {
    task(urn: $urn) {
      ...Card
      description
      owner {
        urn
      }
      workflowStage {
        urn
        version
        name
        allowedNext {
          urn
        }
        workflow {
          urn
          stages {
            urn
            version
            name
            order
            taskStatus
            taskLimit
            allowedNext {
              urn
            }
          }
        }
      }
      blockedBy {
        urn
        title
        statusCategory
      }
      blocking {
        urn
        title
        statusCategory
      }
      associatedEntities {
        urn
        name
      }
    }
    messageThreads(first: 20, where: { tasks: { eq: $urn } }) {
      nodes {
        urn
        version
        name
        postCount
      }
    }
  }
`);

export const updateTaskMutation = graphql(`
  mutation UpdateTask($urn: ID!, $input: UpdateTaskInput!, $expectedVersion: Long) {
    change: updateTask(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
      task {
        ...Card
        description
      }
      current {
        ...Card
        description
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const placeTaskMutation = graphql(`
  mutation PlaceTask($urn: ID!, $before: ID, $after: ID, $expectedVersion: Long) {
    change: placeTask(urn: $urn, before: $before, after: $after, expectedVersion: $expectedVersion) {
      task {
        ...Card
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const createTaskMutation = graphql(`
  mutation CreateTask($input: CreateTaskInput!) {
    createTask(input: $input) {
      task {
        urn
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const logQuery = graphql(`
  query TaskLines($urn: ID!, $before: String) {
    taskLogs(last: 25, before: $before, where: { task: { eq: $urn } }) {
      nodes {
        urn
        version
        activity
        fromValue
        toValue
        comment
        createdTimestamp
        identity {
          urn
          name
        }
      }
      pageInfo {
        hasPreviousPage
        startCursor
      }
    }
  }
`);

export const commentMutation = graphql(`
  mutation CommentOnTask($input: CreateTaskLogInput!) {
    createTaskLog(input: $input) {
      taskLog {
        urn
      }
      userErrors {
        ...Refused
      }
    }
  }
`);
