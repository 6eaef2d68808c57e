// What kept views are compared by: one text for all that a view is made of, as its reader may see it. The rows of the page's
// versions, the languages of its owners and the live entries of what was chosen and referred to stand in it by what changes
// whenever they do, so that it is read by one small statement. Resource reference 3.1.
import { accessScope, type AccessScope } from '../../domain/accessScope.ts';
import { holds, inScope, shown } from '../engine/scope.ts';
import { kept, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';
import { candidatesSql, columnsOf, type ViewAddress } from './viewAddress.ts';
import { publicSql } from './viewStore.ts';

/** A view that is compared: where it is, and the entities whose live values are in it. */
export interface ComparedView {
  readonly address: ViewAddress;
  readonly parts: readonly string[];
}

/** What a view is made of at the moment of the statement. */
export interface ViewSignature {
  /** The versions of the page that the reader may VIEW, in the order of their urns, each with `+` where its drafts are seen. */
  readonly versions: string;
  /** The same of the parts. */
  readonly parts: string;
  /** A digest that changes with everything else. */
  readonly content: string;
}

/** The signatures of the views, in their order; null where the reader may VIEW no version of the page. */
export async function viewSignatures(
  executor: Executor,
  scope: AccessScope,
  views: readonly ComparedView[],
): Promise<(ViewSignature | null)[]> {
  const { urns, paths, owners } = columnsOf(views.map(({ address }) => address));
  const parts = views.flatMap(({ parts: some }, at) => some.map((urn) => [at + 1, urn] as const));
  const values = [urns, paths, owners, parts.map(([at]) => at), parts.map(([, urn]) => urn)];
  const statement = kept(scope.viewer, `view signatures ${String(scope.isAnywhere)}`, values, (holes) =>
    written(executor, scope, holes),
  );
  const rows = await rowsOf<{ at: number; versions: string | null; parts: string | null; content: string }>(
    executor,
    statement,
  );
  const byPlace = new Map(rows.map((row) => [row.at, row]));
  return views.map((_, index) => {
    const row = byPlace.get(index + 1);
    if (!row || row.versions === null) return null;
    return { versions: row.versions, parts: row.parts ?? '', content: row.content };
  });
}

function written(executor: Executor, scope: AccessScope, holes: readonly unknown[]) {
  const p = new Parameters();
  const { viewer } = scope;
  const entity = executor.contract.kinds.Entity;
  const [urns, paths, owners] = [p.add(holes[0], 'uuid[]'), p.add(holes[1], 'text[]'), p.add(holes[2], 'uuid[]')];
  const [places, parts] = [p.add(holes[3], 'int[]'), p.add(holes[4], 'uuid[]')];
  const seesDrafts = (alias: string): string => holds({ resource: entity, alias }, { viewer, label: 'READ_DRAFT' }, p);
  const listed = (alias: string): string =>
    `string_agg(${alias}."urn"::text || CASE WHEN ${alias}.drafts THEN '+' ELSE '' END, ',' ORDER BY ${alias}."urn")`;
  const digest = (alias: string): string => `string_agg(${alias}.content, ';' ORDER BY ${alias}."urn")`;
  const forEveryone = viewer.kind === 'ANONYMOUS' ? `, ${publicSql('ARRAY[t."urn", t."owner"]', p)}` : '';
  const versions =
    `SELECT ${listed('v')} AS versions, ${digest('v')} AS content, array_agg(DISTINCT v."owner") AS owners FROM (` +
    `SELECT t."urn", t."owner", ${seesDrafts('t')} AS drafts, concat_ws('|', ${rowSql('t')}${forEveryone}) AS content` +
    ` FROM (${candidatesSql('a')}) c JOIN "entity" t ON t."urn" = c."urn" WHERE ${inScope(entity, 't', scope, p)}) v`;
  const used =
    `SELECT ${listed('d')} AS parts, ${digest('d')} AS content FROM (SELECT r."urn", ${seesDrafts('r')} AS drafts,` +
    ` concat_ws('|', ${rowSql('r')}, ${liveEntriesSql('r')}, ${filesSql(executor, 'r', scope, p)}) AS content` +
    ` FROM unnest(${places}, ${parts}) used("at", "urn") JOIN "entity" r ON r."urn" = used."urn"` +
    ` WHERE used."at" = a."at" AND ${shown(entity, 'r', scope, p)}) d`;
  const text =
    `SELECT a."at"::int AS "at", v.versions, u.parts, md5(concat_ws('/', v.content, u.content, l.content)) AS content` +
    ` FROM unnest(${urns}, ${paths}, ${owners}) WITH ORDINALITY a("urn", "path", "owner", "at")` +
    ` CROSS JOIN LATERAL (${versions}) v CROSS JOIN LATERAL (${used}) u CROSS JOIN LATERAL (${languagesSql('v.owners')}) l`;
  return prepared(text, p);
}

// A row has another xmin after each change of it, whoever made it. Times that come change what is live without one.
function rowSql(alias: string): string {
  const isPast = (column: string): string => `${alias}."${column}" <= statement_timestamp()`;
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

// The files of its pictures, as far as the reader may see them: drafts of single pictures may be granted.
function filesSql(executor: Executor, alias: string, { viewer }: AccessScope, p: Parameters): string {
  const file = executor.contract.kinds.ImageItemFile;
  const isShown = shown(file, 'f', accessScope(viewer, file.labels.read, true), p);
  return (
    `(SELECT string_agg(f."urn"::text || f.xmin::text, ',' ORDER BY f."urn") FROM "item" i JOIN "image_item_file" f` +
    ` ON f."image_item" = i."urn" WHERE i."entity" = ${alias}."urn" AND i."kind" = 'ImageItem' AND ${isShown})`
  );
}

// What languagesOf (companyStore.ts) reads: the companies above each owner, and their organisations.
function languagesSql(owners: string): string {
  return (
    `WITH RECURSIVE above AS (SELECT c.xmin::text AS version, c."parent_company", c."organisation", 0 AS depth FROM "company" c` +
    ` WHERE c."urn" = ANY(${owners}) UNION ALL SELECT c.xmin::text, c."parent_company", c."organisation", a.depth + 1` +
    ` FROM "company" c JOIN above a ON c."urn" = a."parent_company" WHERE a.depth < 1000)` +
    ` SELECT string_agg(concat_ws('|', b.version, o.xmin), ',' ORDER BY b.depth, b.version) AS content` +
    ` FROM above b LEFT JOIN "organisation" o ON o."urn" = b."organisation"`
  );
}
