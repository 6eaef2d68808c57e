// What the rendered view is made from: the entities that share a path, and their values as they are, were or will be
// live. Spec: Endpoints; resource reference 3.1.
import type { AccessScope } from '../../domain/accessScope.ts';
import { quote, valueColumns } from '../mapping/columns.ts';
import { itemRow } from '../engine/resourceStore.ts';
import { labelsThatGive } from '../../domain/label.ts';
import { isPublishDue, liveFields } from '../engine/liveRows.ts';
import { selectList, type ItemRow, type Row } from '../engine/row.ts';
import { holds, inScope } from '../engine/scope.ts';
import { candidatesSql, columnsOf, type ViewAddress } from './viewAddress.ts';
import { firstOf, isTrue, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/**
 * An entity that may answer a view, with the database's clock. `$isPublic` says of what a caller without a token is shown whether
 * everyone may VIEW it for good, so that caches between us and the reader may keep the view.
 */
export type ViewCandidate = Row<'Entity'> & {
  readonly $now: string;
  readonly $isPublic: boolean;
  /** What readers without READ_DRAFT are shown in the place of its own values. */
  readonly $live: Pick<Row<'Entity'>, 'version' | 'lastEditedTimestamp' | 'lastEditedBy'>;
};

/**
 * Every entity that shares one of the addressed paths (all languages and variants of it) and that the viewer may VIEW, live or
 * not, the oldest first; `$seesDrafts` states which may be seen before they are live.
 */
export async function viewCandidates(
  executor: Executor,
  scope: AccessScope,
  addresses: readonly ViewAddress[],
): Promise<ViewCandidate[]> {
  const p = new Parameters();
  const entity = executor.contract.kinds.Entity;
  const { urns, paths, owners } = columnsOf(addresses);
  const asked = `unnest(${p.add(urns, 'uuid[]')}, ${p.add(paths, 'text[]')}, ${p.add(owners, 'uuid[]')}) a("urn", "path", "owner")`;
  const drafts = holds({ resource: entity, alias: 't' }, { viewer: scope.viewer, label: 'READ_DRAFT' }, p);
  const isPublic = scope.viewer.kind === 'ANONYMOUS' ? publicSql(`ARRAY[t."urn", t."owner"]`, p) : 'false';
  const live = liveFields(entity, 't').map(([name, sql]) => ({ name, as: `$live.${name}`, sql }));
  const shown = live.map(({ as, sql }) => `${sql} AS "${as}"`).join(', ');
  const text =
    `SELECT ${selectList(entity, 't')}, ${shown}, ${drafts} AS "$seesDrafts", ${isPublic} AS "$isPublic", date_trunc('milliseconds', clock_timestamp()) AS "$now"` +
    ` FROM "entity" t WHERE t."urn" IN (SELECT c."urn" FROM ${asked} CROSS JOIN LATERAL (${candidatesSql('a')}) c)` +
    ` AND ${inScope(entity, 't', scope, p)} ORDER BY t."created_timestamp", t."urn"`;
  const rows = await rowsOf<ViewCandidate & Record<string, unknown>>(executor, prepared(text, p));
  return rows.map((row) => {
    // All fields that its type names are among them.
    const $live = Object.fromEntries(live.map(({ name, as }) => [name, row[as]])) as ViewCandidate['$live'];
    return { ...row, $live };
  });
}

/** Where a path that is no longer used leads now; null when nowhere. Only to what is live, or the viewer sees drafts of. */
export async function redirectFor(
  executor: Executor,
  scope: AccessScope,
  address: { readonly path: string; readonly owner: string | null },
): Promise<string | null> {
  const p = new Parameters();
  const path = p.add(address.path, 'text');
  const owner = address.owner ? ` AND r."owner" = ${p.add(address.owner, 'uuid')}` : '';
  const entity = executor.contract.kinds.Entity;
  const isLive =
    `(t."live_timestamp" IS NOT NULL OR ${isPublishDue('t', 'now()')}` +
    ` OR ${holds({ resource: entity, alias: 't' }, { viewer: scope.viewer, label: 'READ_DRAFT' }, p)})`;
  const text =
    `SELECT t."path" FROM "entity_redirect" r JOIN "entity" t ON t."urn" = r."entity" AND t."owner" = r."owner"` +
    ` WHERE md5(r."path") = md5(${path}) AND r."path" = ${path}${owner} AND r."expires_timestamp" > now()` +
    ` AND t."path" <> r."path" AND ${isLive}` +
    ` AND ${inScope(entity, 't', scope, p)} ORDER BY r."expires_timestamp" DESC LIMIT 1`;
  return (await firstOf<{ path: string }>(executor, prepared(text, p)))?.path ?? null;
}

/** Which values of an entity to read. */
export type ValuesAt =
  { readonly serves: 'LIVE_AT'; readonly at: string } | { readonly serves: 'NEWEST_AT'; readonly at: string };

/** The values of the entities that were, are or will be served, ordered by sortOrder. */
export async function valuesOf(executor: Executor, entities: ReadonlyMap<string, ValuesAt>): Promise<ItemRow[]> {
  const pick = (serves: ValuesAt['serves']): [string, ValuesAt][] =>
    [...entities].filter(([, v]) => v.serves === serves);
  const live = pick('LIVE_AT');
  const newest = pick('NEWEST_AT');
  const p = new Parameters();
  const values = valueColumns(executor.contract)
    .map((c) => `v.${quote(c)}`)
    .join(', ');
  // A view names the item, not the entry: its urn stays the same whichever value is live.
  const select = (isPublished: string): string =>
    `v."kind" AS "$kind", t."owner" AS "$owner", true AS "$seesDrafts", v."item_urn" AS "urn", v."version", v."entity",` +
    ` t."created_timestamp", v."created_timestamp" AS "updated_timestamp", ${isPublished} AS "is_published", ${values},` +
    ` CASE WHEN v."kind" = 'ImageItem' THEN EXISTS (SELECT 1 FROM "image_item_file" f WHERE f."image_item" = v."item_urn") END AS "$hasFiles"`;
  const isLive = `EXISTS (SELECT 1 FROM "item_live" o WHERE o."entry" IN (v."urn", v."repeats") AND o."until_timestamp" IS NULL)`;
  const wanted = (some: readonly (readonly [string, ValuesAt])[]): string =>
    `unnest(${p.add(
      some.map(([urn]) => urn),
      'uuid[]',
    )}, ${p.add(
      some.map(([, v]) => v.at),
      'timestamptz[]',
    )}) AS wanted(entity, at)`;
  const text =
    `SELECT * FROM (SELECT ${select('true')} FROM ${wanted(live)} JOIN "item_live" l ON l."entity" = wanted.entity` +
    ` AND l."from_timestamp" <= wanted.at AND (l."until_timestamp" IS NULL OR l."until_timestamp" > wanted.at)` +
    ` JOIN "item_value" v ON v."urn" = l."entry" JOIN "item" t ON t."urn" = v."item_urn"` +
    ` UNION ALL SELECT ${select(isLive)} FROM (SELECT DISTINCT ON (n."item_urn") n.* FROM ${wanted(newest)}` +
    ` JOIN "item_value" n ON n."entity" = wanted.entity AND n."created_timestamp" <= wanted.at` +
    ` ORDER BY n."item_urn", n."version" DESC) v JOIN "item" t ON t."urn" = v."item_urn" WHERE NOT v."is_tombstone") found` +
    ` ORDER BY "sort_order", "urn"`;
  const rows = await executor.query(prepared(text, p));
  return rows.map((row) => itemRow(executor.contract, row));
}

/** Whether everyone may VIEW one of the objects for good, as SQL: then caches between us and the reader may keep what is shown of them. */
export function publicSql(objects: string, p: Parameters): string {
  return (
    `EXISTS (SELECT 1 FROM "permission" g WHERE g."object_urn" = ANY(${objects}) AND g."subject_scope" = 'EVERYONE'` +
    ` AND g."label" = ANY(${p.add(labelsThatGive('VIEW'), 'text[]')}) AND g."deleted_timestamp" IS NULL AND g."to_timestamp" IS NULL` +
    ` AND (g."from_timestamp" IS NULL OR g."from_timestamp" <= statement_timestamp()))`
  );
}

/** Whether everyone may VIEW the entity for good, so that caches between us and the reader may keep what is shown of it. */
export async function isPublic(executor: Executor, entity: string, owner: string): Promise<boolean> {
  const p = new Parameters();
  return isTrue(executor, prepared(`SELECT ${publicSql(p.add([entity, owner], 'uuid[]'), p)} AS is`, p));
}
