// A list of articles with Relay: pages that are loaded one after another, a fragment that is read again by its object's urn, a
// change, and a subscription. The compiler is told the name of the identifier in relay.config.json.
import { graphql } from 'relay-runtime';

export const first = graphql`
  query articlesFirstQuery($count: Int!, $cursor: String) {
    ...articles_list
  }
`;

export const list = graphql`
  fragment articles_list on Query @refetchable(queryName: "articlesMoreQuery") {
    entities(first: $count, after: $cursor, where: { language: { eq: "en" } }) @connection(key: "articles_entities") {
      edges {
        node {
          ...articles_article
        }
      }
    }
  }
`;

export const article = graphql`
  fragment articles_article on Entity @refetchable(queryName: "articlesAgainQuery") {
    name
    path
    title: text(name: "title") {
      value
    }
  }
`;

export const rename = graphql`
  mutation articlesRenameMutation($urn: ID!, $input: UpdateEntityInput!) {
    updateEntity(urn: $urn, input: $input) {
      entity {
        ...articles_article
      }
      userErrors {
        code
        path
        message
      }
    }
  }
`;

export const live = graphql`
  subscription articlesLiveSubscription {
    events(subjects: [ENTITY]) {
      cursor
      target {
        ...articles_article @alias(as: "article")
      }
    }
  }
`;
