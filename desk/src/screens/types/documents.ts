// What is read and written of types.
import { graphql } from '../../../made/index.ts';

graphql(`
  fragment WholeType on EntityType {
    __typename
    urn
    version
    name
    description
    owner {
      urn
      name
    }
    fields {
      ...FieldRule
    }
  }
`);

export const typeQuery = graphql(`
  query Type($urn: ID!) {
    entityType(urn: $urn) {
      ...WholeType
    }
  }
`);

export const historyQuery = graphql(`
  query TypeHistory($urn: ID!) {
    entityTypeHistory(urn: $urn, first: 20) {
      version
      timestamp
      name
      description
      actor {
        name
      }
      fields {
        name
        label
        kind
        required
        repeated
      }
    }
  }
`);

export const planQuery = graphql(`
  query TypePlan($urn: ID!, $input: EntityTypePlanInput!) {
    entityTypePlan(urn: $urn, input: $input) {
      checkedCount
      after
      pages {
        entity {
          urn
          version
          name
          path
          language
        }
        live {
          path
          message
        }
        newest {
          path
          message
        }
      }
    }
  }
`);

export const createMutation = graphql(`
  mutation CreateType($input: CreateEntityTypeInput!) {
    change: createEntityType(input: $input) {
      entityType {
        ...WholeType
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const updateMutation = graphql(`
  mutation UpdateType($urn: ID!, $input: UpdateEntityTypeInput!, $expectedVersion: Long) {
    change: updateEntityType(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
      entityType {
        ...WholeType
      }
      current {
        ...WholeType
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const deleteMutation = graphql(`
  mutation DeleteType($urn: ID!) {
    change: deleteEntityType(urn: $urn) {
      deletedUrn
      userErrors {
        ...Refused
      }
    }
  }
`);
