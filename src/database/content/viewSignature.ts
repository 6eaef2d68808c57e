// What kept views are compared by: one text for all that a view is made of, as its reader may see it. The rows of the page's
// versions, the companies whose languages were looked at, and the live entries of what is shown and referred to stand in it by what
// changes whenever they do. The statement names no more than the views are made of: most of what a small one costs is its parts, not
// its rows. It says the access epoch that it read under, too, so that a view that is kept needs no other. Resource reference 3.1.
import { accessScope, type AccessScope } from '../../domain/accessScope.ts';
import type { ReadAt } from '../../domain/callers.ts';
import { epochSql, millisSql } from '../engine/accessEpoch.ts';
import { holds, inScope, shown } from '../engine/scope.ts';
import { kept, Parameters, prepared, rowsOf, type Executor, type Statement } from '../connection/statement.ts';
import { columnsOf, versionsSql, type AddressForm, type ViewAddress } from './viewAddress.ts';
import { publicSql } from './viewStore.ts';

/** The rows that a view is made of, beside those of its page's versions. */
export interface ViewParts {
  /** The versions whose live values are in it. */
  readonly own: readonly string[];
  /** What it refers to beyond the page, shown or not. */
  readonly beside: readonly string[];
  /** Whether pictures are in it: their files are told. */
  readonly isPictured: boolean;
  /** The companies and organisations whose languages decided. */
  readonly spoken: readonly string[];
}

/** A view that is compared: where it is, and what it was made of when it was made last; null where it was not. */
export interface ComparedView {
  readonly address: ViewAddress;
  readonly parts: ViewParts | null;
}

/** What a view is made of at the moment of the statement. */
export interface ViewSignature {
  /** The versions of the page that the reader may VIEW, in the order of their urns, each with `+` where its drafts are seen. */
  readonly versions: string;
  /** The same of what is beside the page. */
  readonly beside: string;
  /** A digest that changes with everything else. */
  readonly content: string;
}

/** What was found, and the moment of it; null for a reader of no tenant. */
export interface ReadSignatures {
  /** In the order of the views; null where the reader may VIEW no version of the page. */
  readonly signatures: readonly (ViewSignature | null)[];
  readonly at: ReadAt | null;
}

interface Row extends Record<'epoch' | 'now', unknown> {
  readonly at: number;
  readonly versions: string | null;
  readonly beside: string | null;
  readonly content: string;
}

/** The signatures of the views, by one statement. */
export async function viewSignatures(
  executor: Executor,
  scope: AccessScope,
  views: readonly ComparedView[],
): Promise<ReadSignatures> {
  const rows = await rowsOf<Row>(executor, statementOf(executor, scope, views));
  const byPlace = new Map(rows.map((row) => [row.at, row]));
  const signatures = views.map((_, index) => {
    const row = byPlace.get(index + 1);
    if (!row || row.versions === null) return null;
    return { versions: row.versions, beside: row.beside ?? '', content: row.content };
  });
  const [first] = rows;
  const isOfTenant = scope.viewer.tenantUrn !== null && first;
  return { signatures, at: isOfTenant ? { epoch: String(first.epoch), nowMillis: Number(first.now) } : null };
}

/** What of the statement is written for these views. */
interface Form {
  /** One view stands in the statement by itself, many are a list. */
  readonly isOne: boolean;
  readonly address: AddressForm;
  readonly hasBeside: boolean;
  readonly hasPictures: boolean;
  readonly hasLanguages: boolean;
}

function statementOf(executor: Executor, scope: AccessScope, views: readonly ComparedView[]): Statement {
  const form: Form = {
    isOne: views.length === 1,
    address: addressForm(views),
    hasBeside: views.some(({ parts }) => parts !== null && parts.beside.length > 0),
    hasPictures: views.some(({ parts }) => parts?.isPictured),
    hasLanguages: views.some(({ parts }) => parts !== null && parts.spoken.length > 0),
  };
  const columns = columnsOf(views.map(({ address }) => address));
  const addresses = [columns.urns, columns.paths, columns.owners];
  const listed = (of: 'own' | 'beside' | 'spoken'): unknown[] => {
    const pairs = views.flatMap(({ parts }, at) => (parts?.[of] ?? []).map((urn) => [at + 1, urn] as const));
    return [pairs.map(([at]) => at), pairs.map(([, urn]) => urn)];
  };
  const pictured = views.flatMap(({ parts }, at) => (parts?.isPictured ? [at + 1] : []));
  const values = [
    ...(form.isOne ? addresses.map(([only]) => only) : addresses),
    ...[...listed('own'), ...listed('beside'), ...listed('spoken'), pictured],
  ];
  const name = `view signatures ${JSON.stringify([scope.isAnywhere, form])}`;
  return kept(scope.viewer, name, values, (holes) => written(executor, scope, form, holes));
}

function addressForm(views: readonly ComparedView[]): AddressForm {
  const byUrn = views.filter(({ address }) => 'urn' in address).length;
  if (byUrn === 0) return 'PATH';
  return byUrn === views.length ? 'URN' : 'ANY';
}

/** Some rows for each view: their places, and their urns. */
interface Listed {
  readonly places: unknown;
  readonly urns: unknown;
}

/** A statement while it is written. */
interface Writing {
  readonly executor: Executor;
  readonly scope: AccessScope;
  readonly form: Form;
  readonly p: Parameters;
}

function written(executor: Executor, scope: AccessScope, form: Form, holes: readonly unknown[]): Statement {
  const w: Writing = { executor, scope, form, p: new Parameters() };
  const [urns, paths, owners, ...others] = holes;
  const [ownPlaces, own, besidePlaces, beside, spokenPlaces, spoken, pictured] = others;
  const ownParts = { places: ownPlaces, urns: own };
  const views = viewsSql(w, urns, paths, owners);
  const parts = [
    { alias: 'v', sql: versionRowsSql(w, ownParts) },
    ...(form.hasBeside ? [{ alias: 'u', sql: besideSql(w, { places: besidePlaces, urns: beside }) }] : []),
    ...(form.hasPictures ? [{ alias: 'f', sql: filesSql(w, ownParts, pictured) }] : []),
    ...(form.hasLanguages ? [{ alias: 'l', sql: languagesSql(w, { places: spokenPlaces, urns: spoken }) }] : []),
  ];
  const contents = parts.map(({ alias }) => `${alias}.content`);
  const { tenantUrn } = scope.viewer;
  const moment =
    tenantUrn === null
      ? ''
      : `, ${epochSql(w.p.add(tenantUrn, 'uuid'))} AS "epoch", ${millisSql('statement_timestamp()')} AS "now"`;
  const text =
    `SELECT a."at"::int AS "at", v.versions, ${form.hasBeside ? 'u.parts' : 'NULL'} AS beside,` +
    ` md5(concat_ws('/', ${contents.join(', ')})) AS content${moment} FROM ${views} a` +
    parts.map(({ alias, sql }) => ` CROSS JOIN LATERAL (${sql}) ${alias}`).join('');
  return { ...prepared(text, w.p), saysEpoch: tenantUrn !== null };
}

function viewsSql({ form, p }: Writing, urns: unknown, paths: unknown, owners: unknown): string {
  if (form.isOne)
    return `(SELECT 1 AS "at", ${p.add(urns, 'uuid')} AS "urn", ${p.add(paths, 'text')} AS "path", ${p.add(owners, 'uuid')} AS "owner")`;
  const columns = [p.add(urns, 'uuid[]'), p.add(paths, 'text[]'), p.add(owners, 'uuid[]')];
  return `(SELECT * FROM unnest(${columns.join(', ')}) WITH ORDINALITY one("urn", "path", "owner", "at"))`;
}

/** Some rows for each view: their places, and their urns. */
interface Listed {
  readonly places: unknown;
  readonly urns: unknown;
}

// The rows of the table that are listed for the view, and the condition under which they are.
function listedRows({ form, p }: Writing, table: string, alias: string, { places, urns }: Listed): string {
  if (form.isOne) return `"${table}" ${alias} WHERE ${alias}."urn" = ANY(${p.add(urns, 'uuid[]')})`;
  const lists = `unnest(${p.add(places, 'int[]')}, ${p.add(urns, 'uuid[]')})`;
  return `${lists} listed("at", "urn") JOIN "${table}" ${alias} ON ${alias}."urn" = listed."urn" WHERE listed."at" = a."at"`;
}

function isListed({ form, p }: Writing, urn: string, { places, urns }: Listed): string {
  if (form.isOne) return `${urn} = ANY(${p.add(urns, 'uuid[]')})`;
  const lists = `unnest(${p.add(places, 'int[]')}, ${p.add(urns, 'uuid[]')})`;
  return `EXISTS (SELECT 1 FROM ${lists} listed("at", "urn") WHERE listed."at" = a."at" AND listed."urn" = ${urn})`;
}

function versionRowsSql(w: Writing, own: Listed): string {
  const { executor, scope, form, p } = w;
  const forEveryone = scope.viewer.kind === 'ANONYMOUS' ? `, ${publicSql('ARRAY[t."urn", t."owner"]', p)}` : '';
  const live = `CASE WHEN ${isListed(w, 't."urn"', own)} THEN ${liveEntriesSql('t')} END`;
  const { from, where } = versionsSql('t', 'a', form.address);
  return (
    `SELECT ${listedSql('v')} AS versions, ${digestSql('v')} AS content FROM (SELECT t."urn", ${seesDrafts(w, 't')} AS drafts,` +
    ` concat_ws('|', ${rowSql('t')}${forEveryone}, ${live}) AS content FROM ${from}` +
    ` WHERE ${where} AND ${inScope(executor.contract.kinds.Entity, 't', scope, p)}) v`
  );
}

function besideSql(w: Writing, beside: Listed): string {
  const { executor, scope, p } = w;
  return (
    `SELECT ${listedSql('d')} AS parts, ${digestSql('d')} AS content FROM (SELECT r."urn", ${seesDrafts(w, 'r')} AS drafts,` +
    ` concat_ws('|', ${rowSql('r')}, ${liveEntriesSql('r')}) AS content FROM ${listedRows(w, 'entity', 'r', beside)}` +
    ` AND ${shown(executor.contract.kinds.Entity, 'r', scope, p)}) d`
  );
}

// The files of its pictures, as far as the reader may see them: drafts of single pictures may be granted.
function filesSql(w: Writing, own: Listed, pictured: unknown): string {
  const { executor, scope, form, p } = w;
  const file = executor.contract.kinds.ImageItemFile;
  const isShown = shown(file, 'f', accessScope(scope.viewer, file.labels.read, true), p);
  const isPictured = form.isOne ? '' : ` AND a."at" = ANY(${p.add(pictured, 'int[]')})`;
  return (
    `SELECT string_agg(f."urn"::text || f.xmin::text, ',' ORDER BY f."urn") AS content FROM "item" i JOIN "image_item_file" f` +
    ` ON f."image_item" = i."urn" WHERE ${isListed(w, 'i."entity"', own)} AND i."kind" = 'ImageItem'${isPictured} AND ${isShown}`
  );
}

// Each company names the one above it and its organisation: their rows say whether these are the same still.
function languagesSql(w: Writing, spoken: Listed): string {
  const rows = (table: string): string =>
    `(SELECT string_agg(c.xmin::text, ',' ORDER BY c."urn") FROM ${listedRows(w, table, 'c', spoken)})`;
  return `SELECT concat_ws('|', ${rows('company')}, ${rows('organisation')}) AS content`;
}

function seesDrafts({ executor, scope, p }: Writing, alias: string): string {
  return holds({ resource: executor.contract.kinds.Entity, alias }, { viewer: scope.viewer, label: 'READ_DRAFT' }, p);
}

const listedSql = (alias: string): string =>
  `string_agg(${alias}."urn"::text || CASE WHEN ${alias}.drafts THEN '+' ELSE '' END, ',' ORDER BY ${alias}."urn")`;
const digestSql = (alias: string): string => `string_agg(${alias}.content, ';' ORDER BY ${alias}."urn")`;

// A row has another xmin after each change of it, whoever made it. Times that come change what is live without one.
function rowSql(alias: string): string {
  const isPast = (column: string): string => `coalesce((${alias}."${column}" <= statement_timestamp())::text, '')`;
  return `${alias}."urn", ${alias}.xmin, ${isPast('publish_timestamp')}, ${isPast('unpublish_timestamp')}`;
}

// Entries are never changed, so their urns say which values are live.
function liveEntriesSql(alias: string): string {
  return (
    `(SELECT string_agg(e."entry"::text, ',' ORDER BY e."entry") FROM "item_live" e WHERE e."entity" = ${alias}."urn"` +
    ` AND e."from_timestamp" <= statement_timestamp()` +
    ` AND (e."until_timestamp" IS NULL OR e."until_timestamp" > statement_timestamp()))`
  );
}
