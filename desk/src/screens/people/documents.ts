// What is read of people, groups, roles and rights.
import type { HoldersQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';

export const peopleQuery = graphql(`
  query People($after: String, $words: String!) {
    identities(
      first: 30
      after: $after
      where: { type: { eq: PERSON }, name: { containsFold: $words } }
      orderBy: [{ field: NAME }]
    ) {
      nodes {
        urn
        version
        name
        language
        timeZone
        emails {
          urn
          email
        }
        companies {
          urn
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const groupsQuery = graphql(`
  query Groups($after: String, $words: String!) {
    groups(first: 30, after: $after, where: { name: { containsFold: $words } }) {
      nodes {
        urn
        version
        name
        description
        memberCount
        memberships(first: 30) {
          nodes {
            urn
            status
            identity {
              urn
              name
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const rolesQuery = graphql(`
  query Roles($after: String, $words: String!) {
    roles(first: 30, after: $after, where: { name: { containsFold: $words } }) {
      nodes {
        urn
        version
        name
        description
        isBuiltIn
        apiClients {
          urn
          name
        }
        identities {
          urn
          name
        }
        groups {
          urn
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const holdersMutation = graphql(`
  mutation ChangeHolders($urn: ID!, $input: UpdateRoleInput!, $expectedVersion: Long) {
    updateRole(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
      role {
        urn
        version
        identities {
          urn
          name
        }
        groups {
          urn
          name
        }
        apiClients {
          urn
          name
        }
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const programsQuery = graphql(`
  query Programs($after: String, $words: String!) {
    apiClients(first: 20, after: $after, where: { name: { containsFold: $words } }) {
      nodes {
        urn
        version
        name
        status
        lastUsedTimestamp
        owner {
          urn
          name
        }
        roles {
          urn
          name
        }
        bearerTokens(first: 20, where: { revokedTimestamp: { isNull: true } }) {
          nodes {
            urn
            version
            name
            tokenPrefix
            expirationTimestamp
            lastUsedTimestamp
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const createProgramMutation = graphql(`
  mutation CreateProgram($input: CreateApiClientInput!) {
    createApiClient(input: $input) {
      apiClient {
        urn
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const statusMutation = graphql(`
  mutation SwitchProgram($urn: ID!, $status: ApiClientStatus!) {
    updateApiClient(urn: $urn, input: { status: $status }) {
      apiClient {
        urn
        version
        status
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const createTokenMutation = graphql(`
  mutation CreateToken($input: CreateApiClientBearerTokenInput!) {
    createApiClientBearerToken(input: $input) {
      apiClientBearerToken {
        urn
        bearerToken
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const revokeMutation = graphql(`
  mutation RevokeToken($urn: ID!) {
    deleteApiClientBearerToken(urn: $urn) {
      deletedUrn
      userErrors {
        ...Refused
      }
    }
  }
`);

graphql(`
  fragment Step on PermissionPathStep {
    label
    via
    subject {
      scope
      urn
    }
    object {
      scope
      urn
    }
    permission {
      urn
      version
      fromTimestamp
      toTimestamp
      reason
    }
  }
`);

export const holdersQuery = graphql(`
  query Holders($page: ID!, $label: String!, $after: String) {
    permissionHolders(objectUrn: $page, label: $label, first: 30, after: $after) {
      isEveryone
      after
      isMorePages
      holders {
        subject {
          scope
          urn
        }
        path {
          ...Step
        }
      }
    }
  }
`);

export const explainQuery = graphql(`
  query Explain($check: PermissionCheckInput!) {
    permissionExplain(check: $check) {
      allowed
      path {
        ...Step
      }
      nearest {
        label
        reason
        subject {
          scope
          urn
        }
        object {
          scope
          urn
        }
      }
    }
  }
`);

export type Holder = HoldersQuery['permissionHolders']['holders'][number];
export type Step = Holder['path'][number];
export type { End } from './names.ts';

export const namesQuery = graphql(`
  query Names($urns: [ID!]!) {
    nodes(urns: $urns) {
      __typename
      urn
      ... on Identity {
        identityName: name
      }
      ... on ApiClient {
        clientName: name
      }
      ... on Role {
        roleName: name
      }
      ... on Group {
        groupName: name
      }
      ... on Company {
        companyName: name
      }
      ... on Entity {
        pageName: name
      }
    }
  }
`);
