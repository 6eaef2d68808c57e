// The history of one item, whatever its kind.
import { graphql } from '../../../made/index.ts';

/** The values of an item, newest first, each with who wrote it. */
export const historyQuery = graphql(`
  query History($urn: ID!) {
    node(urn: $urn) {
      __typename
      urn
      ... on TextItem {
        entriesText: history {
          history(first: 50) {
            nodes {
              ...TextEntry
            }
          }
        }
      }
      ... on MarkdownItem {
        entriesMarkdown: history {
          history(first: 50) {
            nodes {
              ...MarkdownEntry
            }
          }
        }
      }
      ... on ImageItem {
        entriesImage: history {
          history(first: 50) {
            nodes {
              ...ImageEntry
            }
          }
        }
      }
      ... on BooleanItem {
        entriesBoolean: history {
          history(first: 50) {
            nodes {
              ...BooleanEntry
            }
          }
        }
      }
      ... on LongItem {
        entriesLong: history {
          history(first: 50) {
            nodes {
              ...LongEntry
            }
          }
        }
      }
      ... on DoubleItem {
        entriesDouble: history {
          history(first: 50) {
            nodes {
              ...DoubleEntry
            }
          }
        }
      }
      ... on DateTimeItem {
        entriesDateTime: history {
          history(first: 50) {
            nodes {
              ...DateTimeEntry
            }
          }
        }
      }
      ... on MoneyItem {
        entriesMoney: history {
          history(first: 50) {
            nodes {
              ...MoneyEntry
            }
          }
        }
      }
      ... on LatLongItem {
        entriesLatLong: history {
          history(first: 50) {
            nodes {
              ...LatLongEntry
            }
          }
        }
      }
      ... on JsonItem {
        entriesJson: history {
          history(first: 50) {
            nodes {
              ...JsonEntry
            }
          }
        }
      }
      ... on LinkItem {
        entriesLink: history {
          history(first: 50) {
            nodes {
              ...LinkEntry
            }
          }
        }
      }
      ... on ReferenceItem {
        entriesReference: history {
          history(first: 50) {
            nodes {
              ...ReferenceEntry
            }
          }
        }
      }
      ... on TemplateItem {
        entriesTemplate: history {
          history(first: 50) {
            nodes {
              ...TemplateEntry
            }
          }
        }
      }
    }
  }
`);

graphql(`
  fragment TextEntry on TextItem {
    __typename
    urn
    version
    isPublished
    createdTimestamp
    actor {
      name
    }
    value
  }
`);

graphql(`
  fragment MarkdownEntry on MarkdownItem {
    __typename
    urn
    version
    isPublished
    createdTimestamp
    actor {
      name
    }
    value
  }
`);

graphql(`
  fragment ImageEntry on ImageItem {
    __typename
    urn
    version
    isPublished
    createdTimestamp
    actor {
      name
    }
    altText
    src
  }
`);

graphql(`
  fragment BooleanEntry on BooleanItem {
    __typename
    urn
    version
    isPublished
    createdTimestamp
    actor {
      name
    }
    isOn: value
  }
`);

graphql(`
  fragment LongEntry on LongItem {
    __typename
    urn
    version
    isPublished
    createdTimestamp
    actor {
      name
    }
    whole: value
  }
`);

graphql(`
  fragment DoubleEntry on DoubleItem {
    __typename
    urn
    version
    isPublished
    createdTimestamp
    actor {
      name
    }
    number: value
  }
`);

graphql(`
  fragment DateTimeEntry on DateTimeItem {
    __typename
    urn
    version
    isPublished
    createdTimestamp
    actor {
      name
    }
    instant: value
  }
`);

graphql(`
  fragment MoneyEntry on MoneyItem {
    __typename
    urn
    version
    isPublished
    createdTimestamp
    actor {
      name
    }
    amount: value
    currencyCode
  }
`);

graphql(`
  fragment LatLongEntry on LatLongItem {
    __typename
    urn
    version
    isPublished
    createdTimestamp
    actor {
      name
    }
    latitude
    longitude
  }
`);

graphql(`
  fragment JsonEntry on JsonItem {
    __typename
    urn
    version
    isPublished
    createdTimestamp
    actor {
      name
    }
    json: value
  }
`);

graphql(`
  fragment LinkEntry on LinkItem {
    __typename
    urn
    version
    isPublished
    createdTimestamp
    actor {
      name
    }
    href
    text
    rel
    lang
  }
`);

graphql(`
  fragment ReferenceEntry on ReferenceItem {
    __typename
    urn
    version
    isPublished
    createdTimestamp
    actor {
      name
    }
    entityReference {
      urn
      name
    }
    relation
  }
`);

graphql(`
  fragment TemplateEntry on TemplateItem {
    __typename
    urn
    version
    isPublished
    createdTimestamp
    actor {
      name
    }
    value
    mediaType
  }
`);

/** Writes an older value again as the newest. */
export const restoreMutation = graphql(`
  mutation Restore($item: ID!, $entry: ID!) {
    restoreItemValue(item: $item, entry: $entry) {
      item {
        __typename
        urn
        version
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

/** Makes one value the live one. */
export const chooseMutation = graphql(`
  mutation Choose($item: ID!, $entry: ID!) {
    chooseItemValue(item: $item, entry: $entry) {
      item {
        __typename
        urn
        version
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

graphql(`
  fragment AnyEntry on Item {
    __typename
    urn
    ...TextEntry
    ...MarkdownEntry
    ...ImageEntry
    ...BooleanEntry
    ...LongEntry
    ...DoubleEntry
    ...DateTimeEntry
    ...MoneyEntry
    ...LatLongEntry
    ...JsonEntry
    ...LinkEntry
    ...ReferenceEntry
    ...TemplateEntry
  }
`);

/** What was written of a page with all its items, newest first. */
export const pageHistoryQuery = graphql(`
  query PageHistory($urn: ID!, $first: Int!, $after: String) {
    entityHistory(urn: $urn, first: $first, after: $after) {
      nodes {
        timestamp
        actor {
          name
        }
        itemUrn
        kind
        change
        name
        before {
          ...AnyEntry
        }
        after {
          ...AnyEntry
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** Writes what the items of a page were at a moment as their newest values. */
export const returnMutation = graphql(`
  mutation ReturnPage($urn: ID!, $timestamp: DateTime!, $expectedVersion: Long) {
    returnEntity(urn: $urn, timestamp: $timestamp, expectedVersion: $expectedVersion) {
      entity {
        ...PageHead
      }
      userErrors {
        ...Refused
      }
    }
  }
`);
