// A page of rows as JSON: the rows, what is said of each, and where the page stands. Cursors are signed outside of the
// database, so that the answer holds places for them (engine/markedPlaces.ts).
import { listedBy } from '../../contract/fieldGroups.ts';
import { defaultOrder, pageLimits, type Filter, type ListQuery } from '../../contract/listQuery.ts';
import type {
  EdgePart,
  FieldQuestion,
  InfoPart,
  PagePart,
  PageQuestion,
  RowQuestion,
} from '../../contract/question.ts';
import { targetOf, type Field } from '../../contract/resource.ts';
import { accessScope } from '../../domain/accessScope.ts';
import { listedRows, mostCounted, totalSql, type Counted } from '../engine/listedRows.ts';
import { isByShownValue, linkInOrder } from '../engine/listedBy.ts';
import { beyondSql, filterSql, orderSql } from '../engine/listStatement.ts';
import { seesEveryDraft } from '../../domain/heldLabels.ts';
import { listWithHoles } from './inputs.ts';
import type { ListBound } from './listBounds.ts';
import { arraySql, boundOf, listedIn, type Listed } from './lists.ts';
import type { Place, Rows, Writing } from './writing.ts';
import { NotCovered } from './notCovered.ts';
import { columnSql, valueSql } from './values.ts';

/** A page that is being written. */
interface Page {
  readonly page: PageQuestion;
  readonly query: ListQuery;
  /** The rows of the page as the statement finds them, in the direction of the page. */
  readonly found: string;
  /** The common table that they are, numbered, and with the one that shows that there are more. */
  readonly table: string;
  readonly sees: string;
  /** Null for what is never counted. */
  readonly counted: Counted | null;
  readonly bound: ListBound | null;
  readonly above: Place['above'];
  /** Whether the rows are values of a history. */
  readonly isEntry?: true;
}

/** A page of what the viewer may read of a kind. */
export function rootPageSql(w: Writing, page: PageQuestion): string {
  return pageSql(w, pageOfKind(w, page, [], null));
}

/** A page of the rows that lead to a row by a link whose value depends on the viewer. */
export function pageByValueSql(
  w: Writing,
  page: PageQuestion,
  { link, parent }: { readonly link: Field; readonly parent: Place },
  bound: ListBound,
): string {
  const there: Filter = { field: link, operator: 'eq', value: null, sql: `${parent.alias}."urn"` };
  return pageSql(w, pageOfKind(w, page, [there], bound));
}

/**
 * The rows of the first page of a long list of a row in the order of their kind, which is a clause of SQL. The page is at most
 * `pageLimits.usual` rows; who selects them says so.
 */
export function firstPageOf(w: Writing, field: Field, parent: Place): Rows & { readonly order: string } {
  const resource = targetOf(field);
  const link = listedBy(field);
  if (!isByShownValue(resource, link)) {
    const { source } = listedIn(w, field, parent);
    return { ...source, order: ` ORDER BY ${orderSql(defaultOrder(resource), source.place.alias, false)}` };
  }
  const there: Filter = { field: link, operator: 'eq', value: null, sql: `${parent.alias}."urn"` };
  const ends = { limit: pageLimits.usual, after: null, before: null, isBackward: false, wantsCount: false };
  const query: ListQuery = { order: defaultOrder(resource), conditions: [there], ...ends };
  // No input says which page it is, and what of its rows is shown is the reader's.
  const page: PageQuestion = {
    resource,
    input: -1,
    parts: [{ form: 'NODES', key: '', row: { resource, fields: [] } }],
  };
  const one = pageByQuery(w, page, query, null);
  const place = placeIn(w, one);
  return { ...shownRows(one, place.alias), place };
}

function pageOfKind(w: Writing, page: PageQuestion, which: readonly Filter[], bound: ListBound | null): Page {
  const wanted = listWithHoles(w.inputs, page.input);
  return pageByQuery(w, page, { ...wanted, conditions: [...which, ...wanted.conditions] }, bound);
}

function pageByQuery(w: Writing, page: PageQuestion, query: ListQuery, bound: ListBound | null): Page {
  const { resource } = page;
  const limit = limitOf(page, query);
  const { rows, counted } = listedRows(
    { scope: accessScope(w.viewer, resource.labels.read), resource, query },
    w.p,
    limit,
  );
  const alias = w.alias();
  const sees = seesEveryDraft(w.viewer) ? 'true' : 'sees_drafts';
  const order = orderSql(query.order, alias, query.isBackward);
  const found = `SELECT * FROM ${rows} ${alias} ORDER BY ${order} LIMIT ${limit}`;
  return { page, query, found, table: w.alias(), sees, counted, bound, above: null };
}

/** A page of a long list of one row; `listed` gives its rows anew each time. */
export function pageOfRowSql(w: Writing, page: PageQuestion, listed: () => Listed, bound: ListBound): string {
  return pageSql(w, pageOfRow(w, page, listed, bound));
}

/**
 * A page of a long list as two members of its row, each as SQL beside `from`, which is a subquery for a FROM clause behind the row
 * and answers a single row.
 */
export function embeddedPage(
  w: Writing,
  question: Extract<FieldQuestion, { readonly form: 'EMBEDDED' }>,
  parent: Place,
): { readonly from: string; readonly rows: string; readonly pagination: string } {
  const { field, row, input } = question;
  const parts: PagePart[] = [
    { form: 'NODES', key: '', row },
    { form: 'INFO', key: '', parts: [] },
  ];
  const one = pageOfRow(
    w,
    { resource: row.resource, input, parts },
    () => listedIn(w, field, parent),
    boundOf(w, question),
  );
  const { isBackward, limit } = one.query;
  const isMore = infoSql(w, { form: isBackward ? 'PREVIOUS' : 'NEXT', key: '' }, one);
  const of = (form: string): string[] => [`${parent.alias}."urn"`, `'${form}'`];
  const pagination = objectSql([
    ['after', endSql(w, one, 'END', of('CURSOR'))],
    ['nextUrl', `CASE WHEN ${isMore} THEN ${endSql(w, one, isBackward ? 'START' : 'END', of('NEXT'))} END`],
    ['isMorePages', isMore],
    ['limit', String(limit)],
  ]);
  const page = w.alias();
  return {
    from: `LATERAL (${numberedSql(w, one)} SELECT ${nodesSql(w, row, one)} AS "rows", ${pagination} AS "pagination") ${page}`,
    rows: `${page}."rows"`,
    pagination: `${page}."pagination"`,
  };
}

function pageOfRow(w: Writing, page: PageQuestion, listed: () => Listed, bound: ListBound): Page {
  const query = listWithHoles(w.inputs, page.input);
  const { resource } = page;
  const filtered = (): Pick<Place, 'alias' | 'sees' | 'above'> & { readonly from: string } => {
    const { from, where, place } = listed().source;
    const filter = filterSql({ resource, alias: place.alias, viewer: w.viewer }, query.conditions, w.p);
    return { ...place, from: `${from} WHERE ${where} AND ${filter}` };
  };
  const { from, alias, sees, above } = filtered();
  const rows = { resource, alias, viewer: w.viewer };
  const after = query.after
    ? ` AND ${beyondSql(rows, { order: query.order, position: query.after, isBackward: false }, w.p)}`
    : '';
  const before = query.before
    ? ` AND ${beyondSql(rows, { order: query.order, position: query.before, isBackward: true }, w.p)}`
    : '';
  const order = orderSql(query.order, alias, query.isBackward, linkInOrder(resource, above?.link, query.order, alias));
  const found = `SELECT ${alias}.* FROM ${from}${after}${before} ORDER BY ${order} LIMIT ${limitOf(page, query)}`;
  const isCounted = page.parts.some(({ form }) => form === 'TOTAL' || form === 'UNCOUNTED');
  const total = isCounted ? filtered() : { from: '', alias: '' };
  return {
    page,
    query,
    found,
    table: w.alias(),
    sees: sees === 'true' ? sees : 'sees_drafts',
    counted: { from: [total.from], alias: total.alias },
    bound,
    above,
  };
}

/**
 * Whether a page shows its rows once, and nothing of what lies beyond them: they are then read where they are shown. As a common
 * table they are copied, numbered and put in order again, which costs a tenth of a page of threads with their posts.
 */
function isReadOnce({ parts }: PageQuestion): boolean {
  return (
    parts.filter(({ form }) => form === 'NODES' || form === 'EDGES').length === 1 &&
    !parts.some(({ form }) => form === 'INFO')
  );
}

/** How many rows are read for the page. */
export const limitOf = (page: PageQuestion, { limit }: ListQuery): string =>
  String(isReadOnce(page) ? limit : limit + 1);

/** The page as a JSON object. */
export function pageSql(w: Writing, one: Page): string {
  const parts = one.page.parts.map((part): [string, string] => [part.key, partSql(w, part, one)]);
  if (isReadOnce(one.page)) return `(SELECT ${objectSql(parts)})`;
  return `(${numberedSql(w, one)} SELECT ${objectSql(parts)})`;
}

// The rows of the page as a common table, for the beginning of a statement.
function numberedSql(w: Writing, { table, found }: Page): string {
  const all = w.alias();
  return `WITH ${table} AS (SELECT ${all}.*, row_number() OVER () AS "$at" FROM (${found}) ${all})`;
}

/** The rows that a page shows, in the order of the list. */
function shownRows(
  { page, query, found, table, above }: Page,
  alias: string,
): Omit<Rows, 'place'> & { readonly order: string } {
  if (isReadOnce(page)) {
    // As they are found, so that nothing is to be sorted.
    const order = orderSql(query.order, alias, false, linkInOrder(page.resource, above?.link, query.order, alias));
    return { from: `(${found}) ${alias}`, where: 'true', order: ` ORDER BY ${order}` };
  }
  return {
    from: `${table} ${alias}`,
    where: `${alias}."$at" <= ${String(query.limit)}`,
    order: ` ORDER BY ${alias}."$at"${query.isBackward ? ' DESC' : ''}`,
  };
}

/**
 * An object that is no row of the answer. PostgreSQL writes it with spaces around its colons, which tells it from rows when
 * the objects of an answer are counted.
 */
function objectSql(members: readonly (readonly [string, string])[]): string {
  // A function takes 100 arguments.
  if (members.length > 50) throw new NotCovered();
  return `json_build_object(${members.map(([key, sql]) => `'${key}', ${sql}`).join(', ')})`;
}

function partSql(w: Writing, part: PagePart, one: Page): string {
  switch (part.form) {
    case 'TYPE':
      return `'${part.typeName}'::text`;
    case 'NODES':
      return nodesSql(w, part.row, one);
    case 'EDGES':
      return edgesSql(w, part.parts, one);
    case 'INFO':
      return objectSql(part.parts.map((info): [string, string] => [info.key, infoSql(w, info, one)]));
    case 'TOTAL':
      if (one.counted === null) return 'NULL::int';
      return `(SELECT CASE WHEN c.total <= ${String(mostCounted)} THEN c.total END FROM (${totalSql(one.counted)}) c)`;
    case 'UNCOUNTED':
      if (one.counted === null) return 'true';
      return `(SELECT c.total > ${String(mostCounted)} FROM (${totalSql(one.counted)}) c)`;
  }
}

function nodesSql(w: Writing, row: RowQuestion, one: Page): string {
  const place = placeIn(w, one);
  const { order, ...rows } = shownRows(one, place.alias);
  return arraySql(w, w.rowsSql(row, { ...rows, place }, order), one.bound && { ...one.bound, rows: one.query.limit });
}

function placeIn(w: Writing, { page, sees, above, isEntry }: Page): Place {
  const alias = w.alias();
  const shown = sees === 'true' ? sees : `${alias}."${sees}"`;
  return { resource: page.resource, alias, sees: shown, above, ...(isEntry && { isEntry }) };
}

function edgesSql(w: Writing, parts: readonly EdgePart[], one: Page): string {
  const place = placeIn(w, one);
  const { alias } = place;
  const members = parts.map((part): [string, string] => {
    switch (part.form) {
      case 'TYPE':
        return [part.key, `'${part.typeName}'::text`];
      case 'CURSOR':
        return [part.key, cursorSql(w, place, one)];
      case 'NODE': {
        const node = w.alias();
        return [
          part.key,
          `(SELECT row_to_json(${node}) FROM (${w.rowsSql(part.row, { from: '', where: '', place }, '')}) ${node})`,
        ];
      }
    }
  });
  const { from, where, order } = shownRows(one, alias);
  const [edge, all] = [w.alias(), w.alias()];
  const edges = `SELECT ${objectSql(members)} AS "edge" FROM ${from} WHERE ${where}${order}`;
  const bytes = one.bound
    ? ` WHERE 1 / (coalesce(pg_column_size(${all}."list"), 0) <= ${String(one.bound.bytes)})::int = 1`
    : '';
  return `(SELECT coalesce(${all}."list", '[]'::json) FROM (SELECT json_agg(${edge}."edge") AS "list" FROM (${edges}) ${edge}) ${all}${bytes})`;
}

function infoSql(w: Writing, info: InfoPart, one: Page): string {
  const { query, table } = one;
  const { isBackward, after, before, limit } = query;
  const isMore = `(SELECT count(*) > ${String(limit)} FROM ${table})`;
  switch (info.form) {
    case 'TYPE':
      return `'${info.typeName}'::text`;
    case 'NEXT':
      return isBackward ? String(before !== null) : isMore;
    case 'PREVIOUS':
      return isBackward ? isMore : String(after !== null);
    case 'START':
    case 'END':
      return endSql(w, one, info.form, []);
  }
}

// The place of the cursor of the first or the last row.
function endSql(w: Writing, one: Page, end: 'START' | 'END', of: readonly string[]): string {
  const { isBackward, limit } = one.query;
  const place = placeIn(w, one);
  const isNearEnd = (end === 'START') !== isBackward;
  return (
    `(SELECT ${cursorSql(w, place, one, of)} FROM ${one.table} ${place.alias} WHERE ${place.alias}."$at" <= ${String(limit)}` +
    ` ORDER BY ${place.alias}."$at"${isNearEnd ? '' : ' DESC'} LIMIT 1)`
  );
}

// The place of a cursor: its page among the inputs, which of the lists and what is wanted there of an embedded one, and where the row
// stands.
function cursorSql(w: Writing, place: Place, { page, query }: Page, of: readonly string[] = []): string {
  // As the order compares them: an address of a stored image without the host.
  const values = query.order.map(({ field }) =>
    field.typeName === 'URL' ? columnSql(place, field.column) : valueSql(w, place, field),
  );
  const position = [String(page.input), ...of, ...values, `${place.alias}."urn"`].join(', ');
  return `(${w.p.add(w.mark, 'text')} || json_build_array(${position})::text)`;
}
