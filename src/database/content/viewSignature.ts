// What kept views are compared by: one text for all that a view is made of, as its reader may see it. The rows of the page's
// versions and of what it refers to, and the companies whose languages were looked at stand in it by what changes whenever they do.
// What is live of a page never changes without the row of the page (publicationStore.ts), nor do its pictures get a first file. The statement names no more than the views are made of: most of what a small one costs is its parts, not
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
  /** What it refers to beyond the page, shown or not. */
  readonly beside: readonly string[];
  /** The pictures in it that have files, which are told. */
  readonly pictured: readonly string[];
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
  readonly address: AddressForm;
  readonly hasBeside: boolean;
  readonly hasPictures: boolean;
  readonly hasLanguages: boolean;
}

function statementOf(executor: Executor, scope: AccessScope, views: readonly ComparedView[]): Statement {
  const form: Form = {
    address: addressForm(views),
    hasBeside: views.some(({ parts }) => parts !== null && parts.beside.length > 0),
    hasPictures: views.some(({ parts }) => parts !== null && parts.pictured.length > 0),
    hasLanguages: views.some(({ parts }) => parts !== null && parts.spoken.length > 0),
  };
  const { urns, paths, owners } = columnsOf(views.map(({ address }) => address));
  const listOf = (of: keyof ViewParts): string => listText(views.map(({ parts }) => listText(parts?.[of] ?? [])));
  const values = [...[urns, paths, owners].map(listText), ...listedParts.map(listOf)];
  const name = `view signatures ${JSON.stringify([scope.isAnywhere, form])}`;
  const { joinable, ...statement } = kept(scope.viewer, name, values, (holes) => written(executor, scope, form, holes));
  // Several views of one request are several rows.
  return joinable && views.length === 1 ? { ...statement, joinable } : statement;
}

// As PostgreSQL reads it.
const listText = (elements: readonly (string | null)[]): string =>
  `{${elements.map((one) => (one === null ? 'NULL' : `"${one.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`;

function addressForm(views: readonly ComparedView[]): AddressForm {
  const byUrn = views.filter(({ address }) => 'urn' in address).length;
  if (byUrn === 0) return 'PATH';
  return byUrn === views.length ? 'URN' : 'ANY';
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
  const views = viewsSql(w, holes);
  const lists = w.p.values.map((_, at) => at);
  const parts = [
    { alias: 'v', sql: versionRowsSql(w) },
    ...(form.hasBeside ? [{ alias: 'u', sql: besideSql(w) }] : []),
    ...(form.hasPictures ? [{ alias: 'f', sql: filesSql(w) }] : []),
    ...(form.hasLanguages ? [{ alias: 'l', sql: languagesSql }] : []),
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
  return { ...prepared(text, w.p), saysEpoch: tenantUrn !== null, joinable: { group: {}, lists } };
}

// What stands in a place of each list is one view's: where it is looked for, and what it is made of.
const listedParts = ['beside', 'pictured', 'spoken'] as const;

function viewsSql({ p }: Writing, [urns, paths, owners, ...parts]: readonly unknown[]): string {
  const lists = [p.add(urns, 'uuid[]'), p.add(paths, 'text[]'), p.add(owners, 'uuid[]')];
  const ofParts = parts.slice(0, listedParts.length).map((part) => p.add(part, 'text[]'));
  const names = listedParts.map((name) => `"${name}"`).join(', ');
  return (
    `(SELECT one."at", one."urn", one."path", one."owner", ${listedParts.map((name) => `one."${name}"::uuid[] AS "${name}"`).join(', ')}` +
    ` FROM unnest(${[...lists, ...ofParts].join(', ')}) WITH ORDINALITY one("urn", "path", "owner", ${names}, "at") OFFSET 0)`
  );
}

function versionRowsSql({ executor, scope, form, p }: Writing): string {
  const forEveryone = scope.viewer.kind === 'ANONYMOUS' ? `, ${publicSql('ARRAY[t."urn", t."owner"]', p)}` : '';
  const { from, where } = versionsSql('t', 'a', form.address);
  return (
    `SELECT ${listedSql('v')} AS versions, ${digestSql('v')} AS content FROM (SELECT t."urn", ${seesDrafts({ executor, scope, p }, 't')} AS drafts,` +
    ` concat_ws('|', ${rowSql('t')}${forEveryone}) AS content FROM ${from}` +
    ` WHERE ${where} AND ${inScope(executor.contract.kinds.Entity, 't', scope, p)}) v`
  );
}

function besideSql({ executor, scope, p }: Writing): string {
  return (
    `SELECT ${listedSql('d')} AS parts, ${digestSql('d')} AS content FROM (SELECT r."urn", ${seesDrafts({ executor, scope, p }, 'r')} AS drafts,` +
    ` concat_ws('|', ${rowSql('r')}) AS content FROM "entity" r WHERE r."urn" = ANY(a."beside")` +
    ` AND ${shown(executor.contract.kinds.Entity, 'r', scope, p)}) d`
  );
}

// The files of its pictures, as far as the reader may see them: drafts of single pictures may be granted.
function filesSql({ executor, scope, p }: Writing): string {
  const file = executor.contract.kinds.ImageItemFile;
  const isShown = shown(file, 'f', accessScope(scope.viewer, file.labels.read, true), p);
  return (
    `SELECT string_agg(f."urn"::text || f.xmin::text, ',' ORDER BY f."urn") AS content FROM "image_item_file" f` +
    ` WHERE f."image_item" = ANY(a."pictured") AND ${isShown}`
  );
}

// Each company names the one above it and its organisation: their rows say whether these are the same still.
const spokenRowsSql = (table: string): string =>
  `(SELECT string_agg(c.xmin::text, ',' ORDER BY c."urn") FROM "${table}" c WHERE c."urn" = ANY(a."spoken"))`;
const languagesSql = `SELECT concat_ws('|', ${spokenRowsSql('company')}, ${spokenRowsSql('organisation')}) AS content`;

function seesDrafts({ executor, scope, p }: Pick<Writing, 'executor' | 'scope' | 'p'>, alias: string): string {
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
