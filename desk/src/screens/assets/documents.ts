// What is read and written of assets.
import { graphql } from '../../../made/index.ts';

graphql(`
  fragment AssetFacts on Asset {
    __typename
    urn
    version
    name
    src
    contentType
    byteLength
    digest
    altTexts {
      language
      text
    }
    owner {
      urn
      name
    }
  }
`);

export const assetsQuery = graphql(`
  query Assets($after: String, $where: AssetWhere) {
    assets(first: 40, after: $after, where: $where, orderBy: [{ field: UPDATED_TIMESTAMP, direction: DESC }]) {
      nodes {
        ...AssetFacts
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const assetQuery = graphql(`
  query Asset($urn: ID!) {
    asset(urn: $urn) {
      ...AssetFacts
    }
  }
`);

export const usesQuery = graphql(`
  query UsesOf($urn: ID!, $after: String) {
    asset(urn: $urn) {
      urn
      version
      usedBy(first: 30, after: $after) {
        nodes {
          urn
          version
          name
          path
          language
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const createMutation = graphql(`
  mutation CreateAsset($input: CreateAssetInput!) {
    change: createAsset(input: $input) {
      asset {
        urn
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const updateMutation = graphql(`
  mutation UpdateAsset($urn: ID!, $input: UpdateAssetInput!, $expectedVersion: Long) {
    change: updateAsset(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
      asset {
        ...AssetFacts
      }
      current {
        ...AssetFacts
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

export const deleteMutation = graphql(`
  mutation DeleteAsset($urn: ID!) {
    change: deleteAsset(urn: $urn) {
      deletedUrn
      userErrors {
        ...Refused
      }
    }
  }
`);
