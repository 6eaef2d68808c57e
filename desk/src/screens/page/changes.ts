// The changes of items, one document for each kind; all answer in one shape: the item, the item as it is now where somebody else
// was first, and why it was refused.
import { graphql } from '../../../made/index.ts';

/** By kind: the document that changes an item. */
export const updates = {
  TextItem: graphql(`
    mutation UpdateText($urn: ID!, $input: UpdateTextItemInput!, $expectedVersion: Long) {
      change: updateTextItem(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
        item: textItem {
          ...TextValue
        }
        current {
          ...TextValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  MarkdownItem: graphql(`
    mutation UpdateMarkdown($urn: ID!, $input: UpdateMarkdownItemInput!, $expectedVersion: Long) {
      change: updateMarkdownItem(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
        item: markdownItem {
          ...MarkdownValue
        }
        current {
          ...MarkdownValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  ImageItem: graphql(`
    mutation UpdateImage($urn: ID!, $input: UpdateImageItemInput!, $expectedVersion: Long) {
      change: updateImageItem(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
        item: imageItem {
          ...ImageValue
        }
        current {
          ...ImageValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  BooleanItem: graphql(`
    mutation UpdateBoolean($urn: ID!, $input: UpdateBooleanItemInput!, $expectedVersion: Long) {
      change: updateBooleanItem(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
        item: booleanItem {
          ...BooleanValue
        }
        current {
          ...BooleanValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  LongItem: graphql(`
    mutation UpdateLong($urn: ID!, $input: UpdateLongItemInput!, $expectedVersion: Long) {
      change: updateLongItem(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
        item: longItem {
          ...LongValue
        }
        current {
          ...LongValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  DoubleItem: graphql(`
    mutation UpdateDouble($urn: ID!, $input: UpdateDoubleItemInput!, $expectedVersion: Long) {
      change: updateDoubleItem(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
        item: doubleItem {
          ...DoubleValue
        }
        current {
          ...DoubleValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  DateTimeItem: graphql(`
    mutation UpdateDateTime($urn: ID!, $input: UpdateDateTimeItemInput!, $expectedVersion: Long) {
      change: updateDateTimeItem(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
        item: dateTimeItem {
          ...DateTimeValue
        }
        current {
          ...DateTimeValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  MoneyItem: graphql(`
    mutation UpdateMoney($urn: ID!, $input: UpdateMoneyItemInput!, $expectedVersion: Long) {
      change: updateMoneyItem(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
        item: moneyItem {
          ...MoneyValue
        }
        current {
          ...MoneyValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  LatLongItem: graphql(`
    mutation UpdateLatLong($urn: ID!, $input: UpdateLatLongItemInput!, $expectedVersion: Long) {
      change: updateLatLongItem(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
        item: latLongItem {
          ...LatLongValue
        }
        current {
          ...LatLongValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  JsonItem: graphql(`
    mutation UpdateJson($urn: ID!, $input: UpdateJsonItemInput!, $expectedVersion: Long) {
      change: updateJsonItem(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
        item: jsonItem {
          ...JsonValue
        }
        current {
          ...JsonValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  LinkItem: graphql(`
    mutation UpdateLink($urn: ID!, $input: UpdateLinkItemInput!, $expectedVersion: Long) {
      change: updateLinkItem(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
        item: linkItem {
          ...LinkValue
        }
        current {
          ...LinkValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  ReferenceItem: graphql(`
    mutation UpdateReference($urn: ID!, $input: UpdateReferenceItemInput!, $expectedVersion: Long) {
      change: updateReferenceItem(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
        item: referenceItem {
          ...ReferenceValue
        }
        current {
          ...ReferenceValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  TemplateItem: graphql(`
    mutation UpdateTemplate($urn: ID!, $input: UpdateTemplateItemInput!, $expectedVersion: Long) {
      change: updateTemplateItem(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
        item: templateItem {
          ...TemplateValue
        }
        current {
          ...TemplateValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
} as const;

/** By kind: the document that creates an item. */
export const creations = {
  TextItem: graphql(`
    mutation CreateText($input: CreateTextItemInput!) {
      change: createTextItem(input: $input) {
        item: textItem {
          ...TextValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  MarkdownItem: graphql(`
    mutation CreateMarkdown($input: CreateMarkdownItemInput!) {
      change: createMarkdownItem(input: $input) {
        item: markdownItem {
          ...MarkdownValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  ImageItem: graphql(`
    mutation CreateImage($input: CreateImageItemInput!) {
      change: createImageItem(input: $input) {
        item: imageItem {
          ...ImageValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  BooleanItem: graphql(`
    mutation CreateBoolean($input: CreateBooleanItemInput!) {
      change: createBooleanItem(input: $input) {
        item: booleanItem {
          ...BooleanValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  LongItem: graphql(`
    mutation CreateLong($input: CreateLongItemInput!) {
      change: createLongItem(input: $input) {
        item: longItem {
          ...LongValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  DoubleItem: graphql(`
    mutation CreateDouble($input: CreateDoubleItemInput!) {
      change: createDoubleItem(input: $input) {
        item: doubleItem {
          ...DoubleValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  DateTimeItem: graphql(`
    mutation CreateDateTime($input: CreateDateTimeItemInput!) {
      change: createDateTimeItem(input: $input) {
        item: dateTimeItem {
          ...DateTimeValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  MoneyItem: graphql(`
    mutation CreateMoney($input: CreateMoneyItemInput!) {
      change: createMoneyItem(input: $input) {
        item: moneyItem {
          ...MoneyValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  LatLongItem: graphql(`
    mutation CreateLatLong($input: CreateLatLongItemInput!) {
      change: createLatLongItem(input: $input) {
        item: latLongItem {
          ...LatLongValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  JsonItem: graphql(`
    mutation CreateJson($input: CreateJsonItemInput!) {
      change: createJsonItem(input: $input) {
        item: jsonItem {
          ...JsonValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  LinkItem: graphql(`
    mutation CreateLink($input: CreateLinkItemInput!) {
      change: createLinkItem(input: $input) {
        item: linkItem {
          ...LinkValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  ReferenceItem: graphql(`
    mutation CreateReference($input: CreateReferenceItemInput!) {
      change: createReferenceItem(input: $input) {
        item: referenceItem {
          ...ReferenceValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
  TemplateItem: graphql(`
    mutation CreateTemplate($input: CreateTemplateItemInput!) {
      change: createTemplateItem(input: $input) {
        item: templateItem {
          ...TemplateValue
        }
        userErrors {
          ...Refused
        }
      }
    }
  `),
} as const;

/** By kind: the document that deletes an item. */
export const deletions = {
  TextItem: graphql(`
    mutation DeleteText($urn: ID!, $expectedVersion: Long) {
      change: deleteTextItem(urn: $urn, expectedVersion: $expectedVersion) {
        deletedUrn
        userErrors {
          ...Refused
        }
      }
    }
  `),
  MarkdownItem: graphql(`
    mutation DeleteMarkdown($urn: ID!, $expectedVersion: Long) {
      change: deleteMarkdownItem(urn: $urn, expectedVersion: $expectedVersion) {
        deletedUrn
        userErrors {
          ...Refused
        }
      }
    }
  `),
  ImageItem: graphql(`
    mutation DeleteImage($urn: ID!, $expectedVersion: Long) {
      change: deleteImageItem(urn: $urn, expectedVersion: $expectedVersion) {
        deletedUrn
        userErrors {
          ...Refused
        }
      }
    }
  `),
  BooleanItem: graphql(`
    mutation DeleteBoolean($urn: ID!, $expectedVersion: Long) {
      change: deleteBooleanItem(urn: $urn, expectedVersion: $expectedVersion) {
        deletedUrn
        userErrors {
          ...Refused
        }
      }
    }
  `),
  LongItem: graphql(`
    mutation DeleteLong($urn: ID!, $expectedVersion: Long) {
      change: deleteLongItem(urn: $urn, expectedVersion: $expectedVersion) {
        deletedUrn
        userErrors {
          ...Refused
        }
      }
    }
  `),
  DoubleItem: graphql(`
    mutation DeleteDouble($urn: ID!, $expectedVersion: Long) {
      change: deleteDoubleItem(urn: $urn, expectedVersion: $expectedVersion) {
        deletedUrn
        userErrors {
          ...Refused
        }
      }
    }
  `),
  DateTimeItem: graphql(`
    mutation DeleteDateTime($urn: ID!, $expectedVersion: Long) {
      change: deleteDateTimeItem(urn: $urn, expectedVersion: $expectedVersion) {
        deletedUrn
        userErrors {
          ...Refused
        }
      }
    }
  `),
  MoneyItem: graphql(`
    mutation DeleteMoney($urn: ID!, $expectedVersion: Long) {
      change: deleteMoneyItem(urn: $urn, expectedVersion: $expectedVersion) {
        deletedUrn
        userErrors {
          ...Refused
        }
      }
    }
  `),
  LatLongItem: graphql(`
    mutation DeleteLatLong($urn: ID!, $expectedVersion: Long) {
      change: deleteLatLongItem(urn: $urn, expectedVersion: $expectedVersion) {
        deletedUrn
        userErrors {
          ...Refused
        }
      }
    }
  `),
  JsonItem: graphql(`
    mutation DeleteJson($urn: ID!, $expectedVersion: Long) {
      change: deleteJsonItem(urn: $urn, expectedVersion: $expectedVersion) {
        deletedUrn
        userErrors {
          ...Refused
        }
      }
    }
  `),
  LinkItem: graphql(`
    mutation DeleteLink($urn: ID!, $expectedVersion: Long) {
      change: deleteLinkItem(urn: $urn, expectedVersion: $expectedVersion) {
        deletedUrn
        userErrors {
          ...Refused
        }
      }
    }
  `),
  ReferenceItem: graphql(`
    mutation DeleteReference($urn: ID!, $expectedVersion: Long) {
      change: deleteReferenceItem(urn: $urn, expectedVersion: $expectedVersion) {
        deletedUrn
        userErrors {
          ...Refused
        }
      }
    }
  `),
  TemplateItem: graphql(`
    mutation DeleteTemplate($urn: ID!, $expectedVersion: Long) {
      change: deleteTemplateItem(urn: $urn, expectedVersion: $expectedVersion) {
        deletedUrn
        userErrors {
          ...Refused
        }
      }
    }
  `),
} as const;
