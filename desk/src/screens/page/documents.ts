// The items of a page: what is read of each kind, and the documents that change one. Written once for all thirteen kinds; the answers
// of one kind differ from another's in their values only.
import { graphql } from '../../../made/index.ts';

graphql(`
  fragment TextValue on TextItem {
    __typename
    urn
    version
    name
    sortOrder
    isPublished
    value
  }
`);

graphql(`
  fragment MarkdownValue on MarkdownItem {
    __typename
    urn
    version
    name
    sortOrder
    isPublished
    value
  }
`);

graphql(`
  fragment ImageValue on ImageItem {
    __typename
    urn
    version
    name
    sortOrder
    isPublished
    altText
    src
    mediumSrc
    largeSrc
    files {
      urn
      version
      src
      width
      height
      focalX
      focalY
      imageItemFormat
    }
  }
`);

graphql(`
  fragment BooleanValue on BooleanItem {
    __typename
    urn
    version
    name
    sortOrder
    isPublished
    isOn: value
  }
`);

graphql(`
  fragment LongValue on LongItem {
    __typename
    urn
    version
    name
    sortOrder
    isPublished
    whole: value
  }
`);

graphql(`
  fragment DoubleValue on DoubleItem {
    __typename
    urn
    version
    name
    sortOrder
    isPublished
    number: value
  }
`);

graphql(`
  fragment DateTimeValue on DateTimeItem {
    __typename
    urn
    version
    name
    sortOrder
    isPublished
    instant: value
  }
`);

graphql(`
  fragment MoneyValue on MoneyItem {
    __typename
    urn
    version
    name
    sortOrder
    isPublished
    amount: value
    currencyCode
  }
`);

graphql(`
  fragment LatLongValue on LatLongItem {
    __typename
    urn
    version
    name
    sortOrder
    isPublished
    latitude
    longitude
  }
`);

graphql(`
  fragment JsonValue on JsonItem {
    __typename
    urn
    version
    name
    sortOrder
    isPublished
    json: value
  }
`);

graphql(`
  fragment LinkValue on LinkItem {
    __typename
    urn
    version
    name
    sortOrder
    isPublished
    href
    text
    rel
    lang
  }
`);

graphql(`
  fragment ReferenceValue on ReferenceItem {
    __typename
    urn
    version
    name
    sortOrder
    isPublished
    entityReference {
      urn
      name
      path
      language
    }
    relation
  }
`);

graphql(`
  fragment TemplateValue on TemplateItem {
    __typename
    urn
    version
    name
    sortOrder
    isPublished
    value
    mediaType
  }
`);

/** What is read of a page, with its items. */
export const pageQuery = graphql(`
  query Page($urn: ID!) {
    entity(urn: $urn) {
      ...PageHead
      texts {
        ...TextValue
      }
      markdowns {
        ...MarkdownValue
      }
      images {
        ...ImageValue
      }
      booleans {
        ...BooleanValue
      }
      longs {
        ...LongValue
      }
      doubles {
        ...DoubleValue
      }
      dateTimes {
        ...DateTimeValue
      }
      money {
        ...MoneyValue
      }
      latLongs {
        ...LatLongValue
      }
      jsons {
        ...JsonValue
      }
      links {
        ...LinkValue
      }
      references {
        ...ReferenceValue
      }
      templates {
        ...TemplateValue
      }
    }
  }
`);

graphql(`
  fragment PageHead on Entity {
    __typename
    urn
    version
    name
    path
    language
    variant
    status
    audience
    publishTimestamp
    unpublishTimestamp
    liveTimestamp
    lastError
    lastEditedTimestamp
    createdTimestamp
    lastEditedBy {
      name
    }
    owner {
      urn
      name
    }
    entityType {
      urn
      version
      name
      fields {
        ...FieldRule
      }
    }
  }
`);

graphql(`
  fragment FieldRule on EntityTypeField {
    name
    kind
    label
    help
    required
    repeated
    maxItems
    minLength
    maxLength
    minimum
    maximum
    choices
    entityTypes
    defaults
  }
`);
