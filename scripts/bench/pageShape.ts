// The page that the reading benches request: the same members from the graph and from the minimal statement.

/** A list of items: its field in the graph, and the columns of the floor. */
export interface ItemList {
  readonly list: string;
  readonly kind: string;
  /** Members beyond urn, name and sortOrder, as the graph selects them. */
  readonly members: string;
  readonly columns: readonly string[];
}

/** The thirteen kinds of item. */
export const itemLists: readonly ItemList[] = [
  { list: 'booleans', kind: 'BooleanItem', members: 'value', columns: ['i."value_boolean" AS "value"'] },
  { list: 'dateTimes', kind: 'DateTimeItem', members: '', columns: [] },
  { list: 'doubles', kind: 'DoubleItem', members: 'value', columns: ['i."value_float" AS "value"'] },
  { list: 'images', kind: 'ImageItem', members: 'altText', columns: ['i."alt_text" AS "altText"'] },
  { list: 'jsons', kind: 'JsonItem', members: 'value', columns: ['i."value_json" AS "value"'] },
  { list: 'latLongs', kind: 'LatLongItem', members: 'latitude longitude', columns: ['i."latitude"', 'i."longitude"'] },
  { list: 'links', kind: 'LinkItem', members: 'href', columns: ['i."href"'] },
  { list: 'longs', kind: 'LongItem', members: 'value', columns: ['i."value_long"::text AS "value"'] },
  { list: 'markdowns', kind: 'MarkdownItem', members: 'value', columns: ['i."value_string" AS "value"'] },
  { list: 'money', kind: 'MoneyItem', members: 'currencyCode', columns: ['i."currency_code" AS "currencyCode"'] },
  {
    list: 'references',
    kind: 'ReferenceItem',
    members: 'entityReference { urn }',
    columns: [`json_build_object('urn', i."entity_reference") AS "entityReference"`],
  },
  { list: 'templates', kind: 'TemplateItem', members: 'value', columns: ['i."value_string" AS "value"'] },
  { list: 'texts', kind: 'TextItem', members: 'value', columns: ['i."value_string" AS "value"'] },
];

/** The page as a query of the graph. */
export const pageQuery = `query ($urn: ID!) { entity(urn: $urn) { urn name language ${itemLists
  .map(({ list, members }) => `${list} { urn name sortOrder ${members} }`)
  .join(' ')} } }`;

/** One text item. */
export const itemQuery = 'query ($urn: ID!) { textItem(urn: $urn) { urn name sortOrder value } }';
