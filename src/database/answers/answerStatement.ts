// One question of one viewer as one statement, whose answer is the JSON text that the caller is sent. Every row in it is decided by the predicates of scope.ts, in the statement itself. What cannot be said is not
// covered: engine/answerQuestion.ts says what becomes of it.
import { listedBy } from '../../contract/fieldGroups.ts';
import { pageLimits } from '../../contract/listQuery.ts';
import {
  rowsBelow,
  type FieldQuestion,
  type HistoryPart,
  type Input,
  type ListQuestion,
  type Question,
  type RootQuestion,
  type RowQuestion,
} from '../../contract/question.ts';
import { isForEveryone, targetOf } from '../../contract/resource.ts';
import type { ReadAt } from '../../domain/callers.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { epochSql, millisSql } from '../engine/accessEpoch.ts';
import { isAggregate } from '../engine/aggregateStore.ts';
import { computedSql, hasComputedSql } from '../engine/computedSql.ts';
import { isByShownValue } from '../engine/listedBy.ts';
import { someTenantsSql } from '../engine/tenant.ts';
import { quote } from '../mapping/columns.ts';
import { entriesOf, historySql } from './entries.ts';
import { inboxSql } from './inbox.ts';
import { foundHole, inputHole, listHole, namedHole, pageAt } from './inputs.ts';
import { listBounds, type ListBound } from './listBounds.ts';
import { arraySql, boundOf, listedIn, shortListOf } from './lists.ts';
import { aliases, type Place, type Rows, type ServiceParts, type Writing } from './writing.ts';
import { NotCovered } from './notCovered.ts';
import { objectSql } from './objects.ts';
import { embeddedPage, firstPageOf, pageByValueSql, pageOfRowSql, rootPageSql } from './pages.ts';
import { madeRow, sourceOf } from './rows.ts';
import { sharedItems } from './sharedItems.ts';
import { addressOfHistorySql, shallowListSql, shallowSql, shownSql } from './shallow.ts';
import { columnSql, keySql, numberSql, valueSql } from './values.ts';

/** A statement as it is written: `values` holds an `InputHole` for what each run brings along. */
export interface AnswerText {
  readonly text: string;
  readonly values: readonly unknown[];
  /**
   * Where the list with the urn stands among them. With several urns in it the statement answers a row for each, and its place in
   * `at`. Null where it answers one row in any case.
   */
  readonly urnsAt: number | null;
  /** Whether the answer has places in it, behind `ServiceParts.mark`. */
  readonly hasPlaces: boolean;
}

/** What the row that the statement answers with says. */
export interface Answered {
  /** The answer as JSON, `{"data":{...}}`, as the graph sends it; the UTF-8 of a long one, as it came. */
  readonly text: string | Buffer;
  /** The access epoch of the viewer's tenant, and the clock, at the moment of which everything was read. */
  readonly at: ReadAt;
  /** The tenants that there are, where that was to be said: two of them, or the only one. */
  readonly tenants: string | null;
  /** Whether content that is not answered is of another tenant: what everyone may VIEW of it is read in another way. */
  readonly isElsewhere: boolean;
}

/** Reads it. */
export function answeredBy(row: Readonly<Record<string, unknown>> | undefined): Answered | null {
  const text = row?.['answer'];
  if (!row || (typeof text !== 'string' && !Buffer.isBuffer(text))) return null;
  const at = { epoch: String(row['epoch']), nowMillis: Number(row['now']) };
  const tenants = typeof row['tenants'] === 'string' ? row['tenants'] : null;
  return { text, at, tenants, isElsewhere: row['elsewhere'] === true };
}

/** The statement of a question for a viewer and inputs of that shape, with its parameters; null when it is not covered. */
export function writeAnswer(
  question: Question,
  viewer: Viewer,
  parts: ServiceParts & Pick<Writing, 'p'>,
  inputs: readonly Input[],
): AnswerText | null {
  try {
    const { p } = parts;
    const bounds = listBounds(question, inputs);
    const w: Writing = {
      ...parts,
      viewer,
      inputs,
      bounds,
      alias: aliases(),
      rowsSql: (row, rows, order) => rowsSql(w, row, rows, order),
    };
    const input = inputOfSmallRow(question, inputs);
    const urns = input === null ? null : p.add(listHole(input), 'uuid[]');
    const urnsAt = urns === null ? null : p.values.length - 1;
    const roots = question.roots.map((root) => `${rootSql(w, root, urns)} AS ${keySql(root.key)}`);
    const tenant = p.add(viewer.tenantUrn, 'uuid');
    const epoch = epochSql(tenant);
    const elsewhere = question.roots.flatMap((root) => elsewhereSql(w, root, { urns, tenant }));
    const said = elsewhere.length > 0 ? `, ${elsewhere.join(' OR ')} AS "elsewhere"` : '';
    const more = parts.saysTenants ? `${said}, ${tenantsSql} AS "tenants"` : said;
    // Without OFFSET 0 what is looked at a second time is read twice.
    const once = elsewhere.length > 0 ? ' OFFSET 0' : '';
    const at = urns === null ? '' : ', which$."at"::int AS "at"';
    const each = urns === null ? '' : `unnest(${urns}) WITH ORDINALITY which$("urn", "at") CROSS JOIN LATERAL `;
    const text =
      `SELECT '{"data":' || row_to_json(answer$)::text || '}' AS "answer", ${epoch} AS "epoch", ${millisSql('statement_timestamp()')} AS "now"${more}${at}` +
      ` FROM ${each}(SELECT ${roots.join(', ')}${once}) answer$`;
    const hasPlaces = p.values.includes(parts.mark) || text.includes(parts.mark);
    return { text, values: p.values, urnsAt, hasPlaces };
  } catch (error) {
    if (error instanceof NotCovered) return null;
    throw error;
  }
}

const tenantsSql = `(SELECT string_agg(z$."urn"::text, ' ') FROM (${someTenantsSql}) z$)`;

/** Rows of histories up to which reads of several requests are run as one statement. */
const mostJoined = 20;

// Where the urn of a question about one row, what it links to and a short part of its history stands: such reads of several requests may
// be run as one statement. What holds other lists may be too long for one of them, and takes long enough to be worth a statement of its own.
function inputOfSmallRow({ roots }: Question, inputs: readonly Input[]): number | null {
  const [root] = roots;
  // A tenant that is left out is that of one caller.
  if (roots.length !== 1 || root?.form !== 'ROW' || root.beside !== undefined) return null;
  return rowsOfSmall(root.row, inputs) <= mostJoined ? root.input : null;
}

// How many rows of histories it shows; more than any number for what shows other lists.
function rowsOfSmall({ resource, fields }: RowQuestion, inputs: readonly Input[]): number {
  return fields.reduce((sum, field) => sum + ofField(field), 0);

  function ofField(field: FieldQuestion): number {
    if (field.form === 'LINK') return rowsOfSmall(field.row, inputs);
    if (field.form === 'HISTORY') return field.parts.reduce((sum, part) => sum + ofPart(part), 0);
    if (field.form === 'TYPE' || field.form === 'ADDRESS' || field.form === 'SHOWN') return 0;
    if (field.form === 'SHALLOW') return field.field.isList ? Infinity : 0;
    const isValue = field.form === 'VALUE' || (field.form === 'OBJECT' && rowsBelow(field).length === 0);
    return isValue && !isAggregate(`${resource.name}.${field.field.name}`) ? 0 : Infinity;
  }

  function ofPart(part: HistoryPart): number {
    if (part.form === 'NOW') return rowsOfSmall(part.row, inputs);
    if (part.form !== 'PAGE') return 0;
    const { query, asOf } = pageAt(inputs, part.page.input);
    // What begins at a cursor is put with more than a urn, and a total may count many.
    const isFirst = query.after === null && query.before === null && typeof asOf !== 'string';
    const rows = rowsBelow(part).map((row) => rowsOfSmall(row, inputs));
    const isPlain = part.page.parts.every(({ form }) => form !== 'TOTAL' && form !== 'UNCOUNTED');
    return isFirst && isPlain && rows.every((count) => count === 0) ? query.limit : Infinity;
  }
}

function rootSql(w: Writing, root: RootQuestion, urns: string | null): string {
  if (root.form === 'TYPE') return typeSql(root.typeName);
  if (root.form === 'PAGE') return rootPageSql(w, root.page);
  if (root.form === 'ROWS') return namedRowsSql(w, root);
  if (root.form === 'INBOX') return inboxSql(w, root);
  if (root.form === 'FOUND') return foundRowsSql(w, root);
  // The kinds of its rows are not known yet.
  if (root.form === 'ANY') throw new NotCovered();
  return besideSql(w, root, root.row, urnSql(w, root.input, urns));
}

// The row by its urn; NULL for one of the tenant that is left out.
function besideSql(w: Writing, { beside }: { readonly beside?: number }, row: RowQuestion, urn: string): string {
  const one = namedSql(w, row, urn);
  if (beside === undefined) return one;
  const tenant = w.p.add(inputHole(beside), 'uuid');
  return `CASE WHEN EXISTS (SELECT 1 FROM ${tableOf(row)} e$ WHERE e$."urn" = ${urn} AND e$."tenant" = ${tenant}) THEN NULL ELSE ${one} END`;
}

function namedSql(w: Writing, row: RowQuestion, urn: string, isAnywhere = false): string {
  const which = (alias: string): string => `${alias}."urn" = ${urn}`;
  if (row.isMade) return oneSql(w, row, madeRow(w, row.resource, which));
  const rows = row.isEntry
    ? entriesOf(w, row.resource, which)
    : sourceOf(w, { resource: row.resource, which, within: null, isAnywhere });
  return oneSql(w, row, rows);
}

// One after the other, and none beyond the bytes: PostgreSQL never has more of them than the answer may hold, and one.
function foundRowsSql(w: Writing, { rows, input }: FoundQuestion): string {
  const [all, one] = [w.alias(), w.alias()];
  const urns = w.p.add(foundHole(input, 'found'), 'uuid[]');
  const parts = w.p.add(foundHole(input, 'parts'), 'int[]');
  const bytes = w.p.add(foundHole(input, 'bytes'), 'bigint');
  const at = `[${all}."at" + 1]`;
  const cases = [...rows].map(([part, row]) => `WHEN ${String(part)} THEN ${namedSql(w, row, `(${urns})${at}`, true)}`);
  return (
    `(WITH RECURSIVE ${all}("at", "row", "size") AS (SELECT 0, NULL::json, 0::bigint UNION ALL` +
    ` SELECT ${all}."at" + 1, ${one}."row", ${all}."size" + coalesce(pg_column_size(${one}."row"), 0)` +
    ` FROM ${all} CROSS JOIN LATERAL (SELECT CASE (${parts})${at} ${cases.join(' ')} END AS "row" OFFSET 0) ${one}` +
    ` WHERE ${all}."at" < cardinality(${urns}) AND ${all}."size" <= ${bytes})` +
    ` SELECT json_agg(${all}."row" ORDER BY ${all}."at") FROM ${all} WHERE ${all}."at" > 0)`
  );
}

// In the order of the urns; NULL in the place of each that there is not.
function namedRowsSql(w: Writing, root: RowsQuestion): string {
  const { rows, input } = root;
  const named = w.alias();
  const cases = [...rows].map(([name, row]) => `WHEN '${name}' THEN ${besideSql(w, root, row, `${named}."urn"`)}`);
  const element = cases.length > 0 ? `CASE ${named}."row" ${cases.join(' ')} END` : 'NULL::json';
  return `(SELECT coalesce(json_agg(${element} ORDER BY ${named}."at"), '[]'::json) FROM ${namesSql(w, input)} ${named}("urn", "row", "at"))`;
}

const namesSql = ({ p }: Writing, input: number): string =>
  `unnest(${p.add(namedHole(input, 'urns'), 'uuid[]')}, ${p.add(namedHole(input, 'rows'), 'text[]')}) WITH ORDINALITY`;

const urnSql = (w: Writing, input: number, urns: string | null): string =>
  urns === null ? w.p.add(inputHole(input), 'uuid') : 'which$."urn"';

// Whether a row that is named by its urn alone is not answered and one of another tenant, of a kind that everyone may be shown.
function elsewhereSql(
  w: Writing,
  root: RootQuestion,
  { urns, tenant }: { readonly urns: string | null; readonly tenant: string },
): string[] {
  // Without a token nobody is of a tenant.
  if (w.viewer.kind !== 'CLIENT' || !isNamedAlone(root)) return [];
  const tables = new Set(rowsBelow(root).flatMap((row) => (isForEveryone(row.resource) ? [tableOf(row)] : [])));
  return [...tables].map((table) => {
    if (root.form === 'ROWS') {
      const named = `SELECT 1 FROM ${namesSql(w, root.input)} w$("urn") JOIN ${table} e$ ON e$."urn" = w$."urn"`;
      // The JSON of an answer that lacks a row has the word in it, and few others do.
      return `(answer$.${keySql(root.key)}::text LIKE '%null%' AND EXISTS (${named} WHERE e$."tenant" <> ${tenant} OFFSET 0))`;
    }
    const row = `SELECT 1 FROM ${table} e$ WHERE e$."urn" = ${urnSql(w, root.input, urns)}`;
    return `(answer$.${keySql(root.key)} IS NULL AND EXISTS (${row} AND e$."tenant" <> ${tenant} OFFSET 0))`;
  });
}

const isNamedAlone = (root: RootQuestion): root is Extract<RootQuestion, { form: 'ROW' | 'ROWS' }> =>
  root.form === 'ROWS' || (root.form === 'ROW' && root.isNamed === true);

const tableOf = ({ resource, isEntry }: RowQuestion): string => (isEntry ? '"item_value"' : quote(resource.table));

const typeSql = (name: string): string => `'${name}'::text`;

// One row as a JSON object; NULL for none.
function oneSql(w: Writing, row: RowQuestion, rows: Rows): string {
  const one = w.alias();
  return `(SELECT row_to_json(${one}) FROM (${w.rowsSql(row, rows, '')}) ${one})`;
}

function rowsSql(w: Writing, row: RowQuestion, { from, where, place }: Rows, order: string): string {
  const together = sharedItems(w, row, place);
  const shared = together?.lists ?? new Map<FieldQuestion, string>();
  const embedded: string[] = [];
  const fields = row.fields.map((field) => {
    if (field.form !== 'EMBEDDED')
      return `${shared.get(field) ?? fieldSql(w, field, place, shared)} AS ${keySql(field.key)}`;
    const page = embeddedPage(w, field, place);
    embedded.push(page.from);
    return `${page.rows} AS ${keySql(field.key)}, ${page.pagination} AS ${keySql(field.pagination)}`;
  });
  const sources = [from, together?.from ?? '', ...embedded].filter((one) => one !== '').join(', ');
  const rest = from === '' ? '' : ` WHERE ${where}${order}`;
  return `SELECT ${fields.join(', ')}${sources === '' ? '' : ` FROM ${sources}`}${rest}`;
}

/** What the lists are that are read together. */
type Shared = ReadonlyMap<FieldQuestion, string>;

function fieldSql(
  w: Writing,
  question: Exclude<FieldQuestion, EmbeddedQuestion>,
  place: Place,
  shared: Shared,
): string {
  switch (question.form) {
    case 'TYPE':
      return typeSql(question.typeName);
    case 'VALUE':
      return question.isNumber ? numberSql(w, place, question.field) : valueSql(w, place, question.field);
    case 'OBJECT':
      return objectSql(w, question, place);
    case 'SHALLOW':
      return question.field.isList ? shallowListSql(w, question, place) : shallowSql(w, question.field, place);
    case 'SHOWN':
      return shownSql(w, place);
    case 'ADDRESS':
      return addressOfHistorySql(w, place);
    case 'HISTORY':
      return historySql(w, question.parts, place);
    case 'LINK':
      return linkSql(w, question, place);
    case 'LIST':
      return listSql(w, question, place);
    case 'ITEM':
      return itemSql(w, question, place);
    case 'ITEMS':
      return itemsSql(w, question, place, shared);
    case 'PAGE':
      return pageSqlOf(w, question, place);
    case 'CUT':
      return placeOfPartSql(w, question.part, `${place.alias}."urn"`);
  }
}

function pageSqlOf(w: Writing, question: PagedQuestion, place: Place): string {
  const { field, page } = question;
  const bound = boundOf(w, question);
  const link = listedBy(field);
  return isByShownValue(page.resource, link)
    ? pageByValueSql(w, page, { link, parent: place }, bound)
    : pageOfRowSql(w, page, () => listedIn(w, field, place), bound);
}

// The lists behind one another, as JSON texts: none of their elements is read again.
function itemsSql(w: Writing, { lists }: ItemsQuestion, place: Place, shared: Shared): string {
  const each = lists.map((list, at) => `(${String(at)}, ${shared.get(list) ?? listSql(w, list, place)})`);
  const one = w.alias();
  const list = `${one}."list"::text`;
  const elements = `string_agg(nullif(substr(${list}, 2, length(${list}) - 2), ''), ',' ORDER BY ${one}."at")`;
  return `(SELECT ('[' || coalesce(${elements}, '') || ']')::json FROM (VALUES ${each.join(', ')}) ${one}("at", "list"))`;
}

// A link to what may not be read is null; in the graph a field that is never null cannot be answered so.
function linkSql(w: Writing, { field, row, orShallow }: LinkQuestion, place: Place): string {
  const isStored = field.storage === 'COLUMN';
  const computed = `${place.resource.name}.${field.name}`;
  if ((!isStored && !hasComputedSql(computed)) || (field.isNonNull && !orShallow)) throw new NotCovered();
  const urn = isStored ? columnSql(place, field.column) : computedSql(computed, place.alias);
  const which = (alias: string): string => `${alias}."urn" = ${urn}`;
  const target = targetOf(field);
  const one = oneSql(w, row, sourceOf(w, { resource: target, which, within: null, isAnywhere: !isStored }));
  return orShallow && isStored && !target.isSecret ? `coalesce(${one}, ${shallowSql(w, field, place)})` : one;
}

type RowsQuestion = Extract<RootQuestion, { readonly form: 'ROWS' }>;
type LinkQuestion = Extract<FieldQuestion, { readonly form: 'LINK' }>;
type FoundQuestion = Extract<RootQuestion, { readonly form: 'FOUND' }>;
type EmbeddedQuestion = Extract<FieldQuestion, { readonly form: 'EMBEDDED' }>;
type PagedQuestion = Extract<FieldQuestion, { readonly form: 'PAGE' }>;
type ItemsQuestion = Extract<FieldQuestion, { readonly form: 'ITEMS' }>;
type ItemQuestion = Extract<FieldQuestion, { readonly form: 'ITEM' }>;

// What the service puts there (engine/cutAnswer.ts): which part, and the urns of its rows.
const placeOfPartSql = ({ p, mark }: Writing, part: number, urns: string): string =>
  `(${p.add(mark, 'text')} || json_build_array(NULL, ${String(part)}, ${urns})::text)`;

function listSql(w: Writing, question: ListQuestion, parent: Place): string {
  const bound = boundOf(w, question);
  const { isPaged } = question.field;
  const most = isPaged ? pageLimits.usual : bound.rows + 1;
  const elements = `${elementsSql(w, question, parent)} LIMIT ${String(most)}`;
  if (question.part !== undefined) return placesSql(w, question.part, elements, bound);
  return arraySql(w, elements, isPaged ? { ...bound, rows: most } : bound);
}

// The list with the place of its rows in it, by the urns in those elements.
function placesSql(w: Writing, part: number, elements: string, bound: ListBound): string {
  const [all, gathered] = [w.alias(), w.alias()];
  const place = placeOfPartSql(w, part, `array_to_string(${gathered}."urns", ' ')`);
  const isShort = `1 / (cardinality(${gathered}."urns") <= ${String(bound.rows)})::int = 1`;
  return (
    `(SELECT CASE WHEN ${gathered}."urns" = '{}' THEN '[]'::json ELSE json_build_array(${place}) END` +
    ` FROM (SELECT ARRAY(SELECT ${all}."urn" FROM (${elements}) ${all}) AS "urns") ${gathered} WHERE ${isShort})`
  );
}

function itemSql(w: Writing, question: ItemQuestion, parent: Place): string {
  const one = w.alias();
  return `(SELECT row_to_json(${one}) FROM (${elementsSql(w, question, parent)} LIMIT 1) ${one})`;
}

// The elements of a list in its order, as a subquery to which a limit is added.
function elementsSql(w: Writing, question: ListQuestion | ItemQuestion, parent: Place): string {
  const { field, row, names } = question;
  const { from, where, place, order } = field.isPaged ? firstPageOf(w, field, parent) : shortListOf(w, field, parent);
  const wanted = names === null ? null : w.p.add(inputHole(names), 'text[]');
  const named = wanted === null ? '' : ` AND (${wanted} IS NULL OR ${place.alias}."name" = ANY(${wanted}))`;
  return w.rowsSql(row, { from, where: `${where}${named}`, place }, order);
}
