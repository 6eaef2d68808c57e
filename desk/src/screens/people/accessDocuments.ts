// What is asked and changed about how people sign in, who belongs to a group, and what is granted on an object.
import type { GrantsQuery, MembersQuery, PasskeysQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';

export const createPersonMutation = graphql(`
  mutation CreatePerson($input: CreateIdentityInput!) {
    createIdentity(input: $input) {
      identity {
        urn
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const passkeysQuery = graphql(`
  query Passkeys($urn: ID!) {
    identityPasskeys(urn: $urn) {
      urn
      createdTimestamp
      lastUsedTimestamp
    }
  }
`);

export const inviteMutation = graphql(`
  mutation Invite($urn: ID!) {
    inviteIdentity(urn: $urn) {
      invitation {
        href
        expirationTimestamp
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const deletePasskeysMutation = graphql(`
  mutation DeletePasskeys($urn: ID!, $passkey: ID) {
    deleteIdentityPasskeys(urn: $urn, passkey: $passkey) {
      count
      userErrors {
        ...Refused
      }
    }
  }
`);

export const membersQuery = graphql(`
  query Members($group: ID!, $after: String) {
    groupMemberships(first: 30, after: $after, where: { group: { eq: $group } }) {
      nodes {
        urn
        version
        status
        role
        identity {
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

export const addMemberMutation = graphql(`
  mutation AddMember($input: CreateGroupMembershipInput!) {
    createGroupMembership(input: $input) {
      groupMembership {
        urn
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const changeMemberMutation = graphql(`
  mutation ChangeMember($urn: ID!, $input: UpdateGroupMembershipInput!) {
    updateGroupMembership(urn: $urn, input: $input) {
      groupMembership {
        urn
        version
        status
        role
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const removeMemberMutation = graphql(`
  mutation RemoveMember($urn: ID!) {
    deleteGroupMembership(urn: $urn) {
      deletedUrn
      userErrors {
        ...Refused
      }
    }
  }
`);

export const grantsQuery = graphql(`
  query Grants($object: ID!, $after: String) {
    permissions(first: 30, after: $after, where: { objectUrn: { eq: $object } }) {
      nodes {
        urn
        version
        label
        subjectUrn
        subjectScope
        fromTimestamp
        toTimestamp
        isActive
        reason
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const grantMutation = graphql(`
  mutation Grant($input: CreatePermissionInput!) {
    createPermission(input: $input) {
      permission {
        urn
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const endGrantMutation = graphql(`
  mutation EndGrant($urn: ID!) {
    deletePermission(urn: $urn) {
      deletedUrn
      userErrors {
        ...Refused
      }
    }
  }
`);

export type Passkey = NonNullable<PasskeysQuery['identityPasskeys']>[number];
export type Member = MembersQuery['groupMemberships']['nodes'][number];
export type Grant = GrantsQuery['permissions']['nodes'][number];
