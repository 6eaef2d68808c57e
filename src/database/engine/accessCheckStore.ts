// How a viewer stands to single objects: may it read them, does it hold a label on them. Many at once, in one
// statement per kind. The SQL is the scope's own, so that a check and a list never disagree.
import { resourceOf, type Resource } from '../../contract/resource.ts';
import { accessScope } from '../../domain/accessScope.ts';
import type { ShownAs } from '../../domain/shownRows.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { effectiveLabels } from '../../domain/heldLabels.ts';
import { quote } from '../mapping/columns.ts';
import { reasonSql, reasonsOf } from './visibility.ts';
import { unregistered } from '../mapping/kindDetails.ts';
import { selectList, type Row } from './row.ts';
import { noteWanted, wantsStates } from './stateStore.ts';
import { isLiveItem } from './liveRows.ts';
import { grantsOn, holds, isDraft, itemsInScope, knowsSql, readScopeSql, shown } from './scope.ts';
import {
  arrayText,
  kept,
  nameOf,
  Parameters,
  prepared,
  rowsOf,
  unprepared,
  urnsOf,
  type Executor,
  type Statement,
} from '../connection/statement.ts';

/** Absent from the answer: the object does not exist or may not be read. */
export interface AccessCheck {
  readonly ownerUrn: string;
  readonly isAllowed: boolean;
}

/** The standing on each object that the viewer may read; `label` is the requested one. */
export async function accessChecks(
  executor: Executor,
  viewer: Viewer,
  { resource, urns }: { readonly resource: Resource; readonly urns: readonly string[] },
  label: string,
): Promise<Map<string, AccessCheck>> {
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const kind = resource.isItem ? ` AND t."kind" = '${resource.name}'` : '';
  const text =
    `SELECT t."urn", t."owner", ${holds({ resource, alias: 't' }, { viewer, label }, p)} AS allowed` +
    ` FROM ${quote(resource.table)} t WHERE t."urn" = ANY(${wanted})${kind} AND ${readableSql(resource, viewer, p)}`;
  const rows = await rowsOf<{ urn: string; owner: string; allowed: boolean | null }>(executor, prepared(text, p));
  return new Map(rows.map((r) => [r.urn, { ownerUrn: r.owner, isAllowed: r.allowed === true }]));
}

// The kinds of items share one table.
const ofKind = (resource: Resource): string => (resource.isItem ? `t."kind" = '${resource.name}' AND ` : '');

/** Where new rows are to live: a container as the viewer reads it, or a company. */
export interface Place {
  readonly row: Row;
  readonly ownerUrn: string;
  readonly isAllowed: boolean;
  /** How many living rows live in it, of the table of the rows that are to be made. */
  readonly count: number;
  /** The database's clock, as `databaseNow` reads it. */
  readonly now: string;
}

/**
 * The places that the viewer may read, by their urns, with whether it holds the label there: all that a create asks of where it makes
 * something, once that is locked.
 * @param made the kind of what is to be made there
 */
export async function placesOf(
  executor: Executor,
  viewer: Viewer,
  { resource, urns }: Objects,
  { label, made }: { readonly label: string; readonly made: Resource },
): Promise<Map<string, Place>> {
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const { container } = made;
  // Nothing else is bounded by its container.
  const count =
    made.isItem && container
      ? `(SELECT count(*)::int FROM ${quote(made.table)} c WHERE c.${quote(container.column)} = t."urn" AND c."deleted_timestamp" IS NULL)`
      : '0';
  const text =
    `SELECT ${selectList(resource, 't')}, true AS "$seesDrafts", ${holds({ resource, alias: 't' }, { viewer, label }, p)} AS "$isAllowed",` +
    ` ${count} AS "$count", date_trunc('milliseconds', clock_timestamp()) AS "$now", ${wantsStates('t."tenant"')} AS "$wanted"` +
    ` FROM ${quote(resource.table)} t WHERE t."urn" = ANY(${wanted}) AND ${ofKind(resource)}${readableSql(resource, viewer, p)}`;
  type Found = Row & { $isAllowed: boolean | null; $count: number; $now: string; $wanted: boolean };
  const places = (await rowsOf<Found>(executor, prepared(text, p))).map((found): Place => {
    const { $isAllowed, $count: of, $now: now, $wanted, ...row } = found;
    noteWanted(executor, $wanted);
    return { row, ownerUrn: found.$owner, isAllowed: $isAllowed === true, count: of, now };
  });
  return new Map(places.map((place) => [place.row.urn, place]));
}

/** Objects of one kind. */
interface Objects {
  readonly resource: Resource;
  readonly urns: readonly string[];
}

/** How a viewer stands to one object. */
export interface Standing {
  /** Whether a read finds it. */
  readonly isReadable: boolean;
  readonly lives: boolean;
  /** Which of the labels the viewer holds on it, in their order, wherever it lives and whether or not it may be read. */
  readonly held: readonly boolean[];
}

/**
 * The standing on each object, by `placeKey`, in one statement for all kinds; what is no row of its kind is missing. With
 * `isAnywhere` what everyone may VIEW is read in other tenants, too.
 */
export async function standings(
  executor: Executor,
  viewer: Viewer,
  objects: readonly Objects[],
  { labels, isAnywhere }: { readonly labels: readonly string[]; readonly isAnywhere: boolean },
): Promise<Map<string, Standing>> {
  if (objects.length === 0) return new Map();
  const p = new Parameters();
  const arms = objects.map(({ resource, urns }) => {
    const held = labels.map((label) => `${holds({ resource, alias: 't' }, { viewer, label }, p)} IS TRUE`);
    const kind = resource.isItem ? ` AND t."kind" = '${resource.name}'` : '';
    return (
      `SELECT '${resource.name}' AS "of", t."urn", (${readableSql(resource, viewer, p, isAnywhere)}) IS TRUE AS "isReadable", t."deleted_timestamp" IS NULL AS "lives",` +
      ` json_build_array(${held.join(', ')}) AS "held" FROM ${quote(resource.table)} t` +
      ` WHERE t."urn" = ANY(${p.add(urns, 'uuid[]')})${kind}`
    );
  });
  // Of several kinds or labels there are too many texts for each to be kept.
  const text = arms.join(' UNION ALL ');
  const statement = arms.length === 1 && labels.length === 1 ? prepared(text, p) : unprepared(text, p);
  const rows = await rowsOf<Standing & { readonly of: string; readonly urn: string }>(executor, statement);
  return new Map(rows.map((row) => [placeKey(row.of, row.urn), row]));
}

/** What an object is found by: a urn may be asked of several kinds, and is a row of one of them. */
export function placeKey(kind: string, urn: string): string {
  return `${kind} ${urn}`;
}

/** Whether a read finds the row `t`, as SQL. */
function readableSql(resource: Resource, viewer: Viewer, p: Parameters, isAnywhere = false): string {
  // An item with a newer draft is read by its live value, and so is one whose removal is a draft: a refusal must not tell
  // that there is one.
  const draft = resource.isItem ? `NOT ${isLiveItem('t')}` : isDraft(resource, 't');
  const reads = resource.isItem ? itemsInScope : readScopeSql;
  const read = reads(resource, 't', accessScope(viewer, resource.labels.read, isAnywhere), p);
  return draft
    ? `${read} AND (NOT (${draft}) OR ${holds({ resource, alias: 't' }, { viewer, label: 'READ_DRAFT' }, p)})`
    : read;
}

/** Which reasons of the kind's own rule give the viewer the label, for each of the living objects, in the order of `reasonsOf`. */
export async function reasonsHeld(
  executor: Executor,
  viewer: Viewer,
  { resource, urns }: Objects,
  label: string,
): Promise<Map<string, readonly boolean[]>> {
  const labels = effectiveLabels(viewer, label);
  const reasons = reasonsOf(resource, { label, labels });
  if (!reasons || labels.length === 0) return new Map();
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const grants = grantsOn({ resource, alias: 't' }, { viewer, label, labels }, p, {});
  const held = reasons.map((reason) => `(${reasonSql(reason, 't', grants)}) IS TRUE`);
  const text =
    `SELECT t."urn", json_build_array(${held.join(', ')}) AS "held" FROM ${quote(resource.table)} t` +
    ` WHERE t."urn" = ANY(${wanted}) AND t."deleted_timestamp" IS NULL`;
  const rows = await rowsOf<{ urn: string; held: readonly boolean[] }>(executor, prepared(text, p));
  return new Map(rows.map((row) => [row.urn, row.held]));
}

/** An item, locked for a write by a viewer who may read it and holds the label on it; null for everybody else, and no lock. */
export async function lockedItem(
  executor: Executor,
  viewer: Viewer,
  { resource, urn }: { readonly resource: Resource; readonly urn: string },
  label: string,
): Promise<Row | null> {
  return (await lockedItems(executor, viewer, { resource, urns: [urn] }, label)).get(urn) ?? null;
}

/** The same of several items of one kind, by their urns; their entities are locked. */
export async function lockedItems(
  executor: Executor,
  viewer: Viewer,
  { resource, urns }: Objects,
  label: string,
): Promise<Map<string, Row>> {
  const statement = kept(viewer, `locked ${resource.name} ${label}`, [urns], ([hole]) => {
    const p = new Parameters();
    const wanted = p.add(hole, 'uuid[]');
    const shows = shown(resource, 't', accessScope(viewer, resource.labels.read), p);
    const text =
      `SELECT ${selectList(resource, 't')}, true AS "$seesDrafts",` +
      ` date_trunc('milliseconds', clock_timestamp()) AS "$lockedAt", ${wantsStates('t."tenant"')} AS wanted FROM "item" t` +
      ` WHERE t."urn" = ANY(${wanted}) AND t."kind" = '${resource.name}' AND ${shows}` +
      ` AND ${holds({ resource, alias: 't' }, { viewer, label }, p)} FOR NO KEY UPDATE OF t`;
    return prepared(text, p);
  });
  return lockedRows(executor, await executor.query(statement));
}

/**
 * Rows of a kind that is no item, locked in the same way where nobody else holds them, by their urns: it waits for no lock, so that what
 * it decided on still holds. Missing for everybody else, and where the row is locked.
 * `beside` is a condition that takes another lock, for each row that the viewer may write.
 */
export async function lockedAtOnce(
  executor: Executor,
  viewer: Viewer,
  { resource, urns, beside = null }: Objects & { readonly beside?: string | null },
  label: string,
): Promise<Map<string, Row>> {
  const statement = kept(
    viewer,
    `locked at once ${resource.name} ${label} ${String(beside !== null)}`,
    [urns],
    ([hole]) => {
      const p = new Parameters();
      const wanted = p.add(hole, 'uuid[]');
      const may = `${readableSql(resource, viewer, p)} AND ${holds({ resource, alias: 't' }, { viewer, label }, p)}`;
      const text =
        `SELECT ${selectList(resource, 't')}, true AS "$seesDrafts",` +
        ` date_trunc('milliseconds', clock_timestamp()) AS "$lockedAt", ${wantsStates('t."tenant"')} AS wanted FROM ${quote(resource.table)} t` +
        ` WHERE t."urn" = ANY(${wanted}) AND t."deleted_timestamp" IS NULL` +
        // In this order: who may not write takes no lock.
        ` AND ${beside === null ? may : `CASE WHEN ${may} THEN ${beside} END`} FOR NO KEY UPDATE OF t SKIP LOCKED`;
      return prepared(text, p);
    },
  );
  return lockedRows(executor, await executor.query(statement));
}

function lockedRows(executor: Executor, found: readonly Record<string, unknown>[]): Map<string, Row> {
  return new Map(
    found.map(({ wanted, ...row }) => {
      noteWanted(executor, wanted === true);
      // The statement selects what Row names.
      return [String(row['urn']), row as Row];
    }),
  );
}

/** What a urn was given to. */
export interface NamedKind {
  readonly resource: Resource;
  /** Whether it is one value of the history of an item of that kind. */
  readonly isEntry: boolean;
}

/** The kind of each urn that was ever given to a resource, living or not. */
export async function kindsOf(executor: Executor, urns: readonly string[]): Promise<Map<string, Resource>> {
  const found = await namedKinds(executor, urns);
  return new Map([...found].map(([urn, { resource }]) => [urn, resource]));
}

/** The same, and whether it is a value of a history. It is for the service alone: what is read by it proves the caller. */
export async function namedKinds(executor: Executor, urns: readonly string[]): Promise<Map<string, NamedKind>> {
  // The text of the list, as reads that are joined have it.
  const statement: Statement = { ...kindsStatement, values: [arrayText(urns)] };
  const single = { ...statement, joinable: { group: kindsStatement, lists: [0] } };
  const rows = await rowsOf<KindRow>(executor, urns.length === 1 ? single : statement);
  return new Map(
    rows.flatMap(({ at, answer }): [string, NamedKind][] => {
      const urn = urns[at - 1];
      if (urn === undefined || answer === null) return [];
      const [kind = '', entry] = answer.split(' ');
      return [[urn, { resource: resourceOf(executor.contract, kind), isEntry: entry !== undefined }]];
    }),
  );
}

interface KindRow {
  readonly at: number;
  /** The name of the kind, and what says that the urn is that of a value of a history; null where there is none. */
  readonly answer: string | null;
}

// A row for each urn. What the registry does not hold stands in tables of its own.
const kindsStatement = ((): Statement => {
  const found = [
    `SELECT k."kind" FROM "resource" k WHERE k."urn" = w."urn"`,
    ...[...unregistered].map(([kind, table]) => `SELECT '${kind}' FROM ${quote(table)} k WHERE k."urn" = w."urn"`),
    `SELECT k."kind" || ' entry' FROM "item_value" k WHERE k."urn" = w."urn"`,
  ];
  const text =
    `SELECT w."at"::int AS "at", (${found.join(' UNION ALL ')} LIMIT 1) AS "answer"` +
    ' FROM unnest($1::uuid[]) WITH ORDINALITY w("urn", "at")';
  return { text, values: [], name: nameOf(text), isShownToNobody: true };
})();

/** Of the urns, those of objects that may be shown to the viewer as they were, also if they were deleted since. */
export async function stillShown(
  executor: Executor,
  viewer: Viewer,
  { resource, urns }: { readonly resource: Resource; readonly urns: readonly string[] },
  as: ShownAs,
): Promise<Set<string>> {
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const held = (label: string): string => holds({ resource, alias: 't' }, { viewer, label }, p, { untilDeleted: true });
  const kind = resource.isItem ? ` AND t."kind" = '${resource.name}'` : '';
  const text = `SELECT t."urn" FROM ${quote(resource.table)} t WHERE t."urn" = ANY(${wanted})${kind} AND ${shows()}`;
  return new Set(await urnsOf(executor, prepared(text, p)));

  function shows(): string {
    if (as === 'MADE') return held(resource.labels.create);
    const knows = knowsSql(resource, 't', accessScope(viewer, resource.labels.read), p);
    if (isDraft(resource, 't') !== null) return as === 'DRAFT' ? `${knows} AND ${held('READ_DRAFT')}` : knows;
    // The caller's own rows are read without a grant.
    return `(${shown(resource, 't', accessScope(viewer, resource.labels.read), p)} OR ${knows})`;
  }
}
