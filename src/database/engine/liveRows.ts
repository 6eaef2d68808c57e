// The rows of content as they are shown to viewers without READ_DRAFT: entities without what was planned or drafted since,
// items by their live values. Both are relations that stand in for the kind's table in a list, so that a list is filtered
// and put in order by what it shows. Resource reference 3.1.
import type { Resource } from '../../contract/resource.ts';
import { imagePath } from '../../domain/imagePath.ts';
import { hiddenColumnsOf, itemColumns, quote, storedFields, valueColumns } from '../mapping/columns.ts';

/** The columns a list reads of content, under any alias. */
export function contentColumns(resource: Resource): readonly string[] {
  const own = resource.isItem
    ? [...itemColumns(resource.contract).keys(), 'kind']
    : storedFields(resource).map((f) => f.column);
  // What is shown may be computed from them.
  const hidden = resource.isItem ? [] : hiddenColumnsOf(resource).map(({ name }) => name);
  return [...new Set([...own, ...hidden, 'owner', 'tenant', 'deleted_timestamp'])];
}

/** Relations under that alias, as SQL of a FROM clause, that together hold every live row of the kind once. */
export function liveRows(resource: Resource, alias: string): readonly string[] {
  if (!resource.isItem) {
    const live = '"entity" e WHERE e."live_timestamp" IS NOT NULL';
    return [`${relation(resource, live, (column) => entityColumn('e', column, 'false'))} ${alias}`];
  }
  const published = `(SELECT * FROM "item" i WHERE ${isShownAsItStands('i')} AND i."deleted_timestamp" IS NULL)`;
  const value = (column: string): string => liveColumn(resource, column);
  const behind = relation(resource, `${itemsWithLive} WHERE NOT ${isShownAsItStands('i')}`, value);
  const removed = `${itemsWithLive} WHERE i."deleted_timestamp" IS NOT NULL AND i."is_published" AND ${staysLiveItem('i')}`;
  const gone = relation(resource, removed, (column) => living(column, value(column)));
  return [published, behind, gone].map((rows) => `${rows} ${alias}`);
}

// How an entity is shown that is live: column to SQL over the row `alias`. The rest of it is the same for everyone.
const shownOfEntity = (alias: string): Readonly<Record<string, string>> => ({
  status: `'PUBLISHED'::text`,
  publish_timestamp: `${alias}."live_publish_timestamp"`,
  last_error: 'NULL::text',
  version: `${alias}."live_version"`,
  updated_timestamp: `${alias}."live_updated_timestamp"`,
  last_edited_timestamp: `${alias}."live_updated_timestamp"`,
  last_edited_by: 'NULL::json',
});

/** The fields of an entity that readers without READ_DRAFT are shown otherwise, each with what they are shown, as SQL over the row `alias`. */
export function liveFields({ fields }: Resource, alias: string): readonly (readonly [name: string, sql: string])[] {
  const shown = shownOfEntity(alias);
  return fields.flatMap(({ name, column }) => (shown[column] === undefined ? [] : [[name, shown[column]] as const]));
}

/**
 * Whether an event concerns nothing but drafts and plans, so that only viewers with READ_DRAFT may know of it: as SQL over
 * the event, with the columns of a trigger, and the living or deleted row it is about. Null for kinds that have no drafts.
 * Resource reference 15.7.
 */
export function concernsOnlyDrafts(resource: Resource, event: string, target: string): string | null {
  const changesOnly = (names: readonly string[]): string =>
    `${event}."event" = 'UPDATE' AND ${event}."changed_fields" <@ ARRAY[${names.map((name) => `'${name}'`).join(', ')}]::text[]`;
  if (resource.name === 'Entity') {
    const isHidden = changesOnly(liveFields(resource, target).map(([name]) => name));
    // The date of what is live is everyone's; a change of the same field that plans is not.
    return `(${isHidden} AND (${event}."target_version" = ANY(${target}."redated_versions")) IS NOT TRUE)`;
  }
  if (!resource.isItem) return null;
  // Every write but a removal is one of a value, and is visible once that value was live; choosing an older value as the
  // live one is no draft. Without OFFSET 0 all values of that version may be gathered, for each event.
  const wasLive =
    `EXISTS (SELECT 1 FROM "item_live" l JOIN "item_value" v ON v."urn" = l."entry" AND v."item_urn" = l."item_urn"` +
    ` WHERE l."item_urn" = ${target}."urn" AND v."version" = ${event}."target_version" OFFSET 0)`;
  return (
    `CASE WHEN ${event}."event" = 'DELETE' THEN ${staysLiveItem(target)} WHEN ${event}."event" = 'ALL' OR` +
    ` (${changesOnly(['isPublished', 'updatedTimestamp'])}) THEN false ELSE NOT ${wasLive} END`
  );
}

/**
 * Where a row that was removed is still live, as SQL; null for kinds of which nothing stays. A removal from a page is a draft
 * until the next publication, and what hangs on the row waits for that, too; with its page all of it ends at once.
 * Resource reference 15.7.
 */
export function staysLive(resource: Resource, alias: string): string | null {
  if (resource.isItem) return staysLiveItem(alias);
  return resource.name === 'ImageItemFile' ? isLiveFile(alias) : null;
}

// OFFSET 0 keeps it a look-up of one item: beside an OR, all that is live may be gathered first.
const ofLivingPage = 'JOIN "entity" e ON e."urn" = l."entity" AND e."deleted_timestamp" IS NULL';

/** The same of an item of any kind. */
export function staysLiveItem(alias: string): string {
  return (
    `EXISTS (SELECT 1 FROM "item_live" l ${ofLivingPage}` +
    ` WHERE l."item_urn" = ${alias}."urn" AND l."until_timestamp" IS NULL OFFSET 0)`
  );
}

/** The page of a value in `item_live` was not removed: with it all that is live on it ends. */
export function isOfLivingPage(live: string): string {
  return `EXISTS (SELECT 1 FROM "entity" e WHERE e."urn" = ${live}."entity" AND e."deleted_timestamp" IS NULL)`;
}

/** The bytes of an image are live while the live value of its item names them. */
export function isLiveFile(alias: string): string {
  return (
    `EXISTS (SELECT 1 FROM "item_live" l ${ofLivingPage} JOIN "item_value" v ON v."urn" = l."entry"` +
    ` WHERE l."item_urn" = ${alias}."image_item" AND l."until_timestamp" IS NULL` +
    ` AND '${imagePath}' || ${alias}."urn" IN (v."src", v."medium_src", v."large_src") OFFSET 0)`
  );
}

/** Where a row that is no item exists for its readers: the bytes of an image do as long as the live page shows them. */
export function existsForReaders(resource: Resource, alias: string): string {
  const alive = `${alias}."deleted_timestamp" IS NULL`;
  return resource.name === 'ImageItemFile' ? `(${alive} OR ${isLiveFile(alias)})` : alive;
}

/** Whether a value of the item (SQL of its urn) is in `item_live` now, though its page may have been removed. */
export function hasLiveValue(item: string): string {
  return `EXISTS (SELECT 1 FROM "item_live" l WHERE l."item_urn" = ${item} AND l."until_timestamp" IS NULL)`;
}

/** Whether the next publication of its page changes what is live of an item: its newest value is not, or it was removed and still is. */
export function isDraftItem(alias: string): string {
  return `CASE WHEN ${alias}."deleted_timestamp" IS NULL THEN NOT ${alias}."is_published" ELSE ${hasLiveValue(`${alias}."urn"`)} END`;
}

/** The values `v` of the items of entities (SQL of a list), for a FROM clause with its conditions, and the urns of the items. */
export function valuesOfEntities(entities: string, version: 'LIVE' | 'NEWEST'): Record<'rows' | 'item', string> {
  const isOf = (alias: string): string => `WHERE ${alias}."entity" = ANY(${entities}) AND ${alias}`;
  return version === 'LIVE'
    ? { rows: `${liveValues} ${isOf('l')}."until_timestamp" IS NULL`, item: 'v."item_urn"' }
    : { rows: `"item" v ${isOf('v')}."deleted_timestamp" IS NULL`, item: 'v."urn"' };
}

/** Whether an entity is to be published by then. */
export function isPublishDue(alias: string, now: string): string {
  return `(${alias}."status" = 'PUBLISH_PENDING' AND ${alias}."publish_timestamp" <= ${now})`;
}

/** Whether an entity is to be published, or its publication to end, by then. */
export function isDue(alias: string, now: string): string {
  return `(${isPublishDue(alias, now)} OR (${alias}."live_timestamp" IS NOT NULL AND ${alias}."unpublish_timestamp" <= ${now}))`;
}

/** Where an item is live or, deleted, was until then or longer, as SQL. */
export function isLiveItem(alias: string): string {
  return (
    `((${alias}."is_published" AND ${alias}."deleted_timestamp" IS NULL) OR EXISTS (SELECT 1 FROM "item_live" l` +
    ` WHERE l."item_urn" = ${alias}."urn" AND (l."until_timestamp" IS NULL OR l."until_timestamp" >= ${alias}."deleted_timestamp") OFFSET 0))`
  );
}

/** A column of an entity as it is shown to viewers that see its drafts, where `sees` (as SQL) holds, and to all others. */
export function entityColumn(alias: string, column: string, sees: string): string {
  const own = `${alias}.${quote(column)}`;
  const shown = shownOfEntity(alias)[column];
  if (shown === undefined || sees === 'true') return own;
  return sees === 'false' ? shown : `CASE WHEN ${sees} THEN ${own} ELSE ${shown} END`;
}

/** A column of the value of an item that is live, or was last, as SQL. `column` begins with a dot. */
export function lastLive(item: string, column: string): string {
  return (
    `(SELECT v${column} FROM "item_live" l JOIN "item_value" v ON v."urn" = l."entry"` +
    ` WHERE l."item_urn" = ${item}."urn" ORDER BY l."until_timestamp" DESC NULLS FIRST, l."from_timestamp" DESC LIMIT 1)`
  );
}

// A column of the live value `v` of an item `i` that has a newer one, as SQL.
function liveColumn(resource: Resource, column: string): string {
  const shown: Readonly<Record<string, string>> = {
    version: 'v."version"',
    updated_timestamp: 'v."created_timestamp"',
    is_published: 'true',
  };
  const isValue = valueColumns(resource.contract).includes(column);
  return shown[column] ?? (isValue ? `v.${quote(column)}` : `i.${quote(column)}`);
}

/**
 * A column of a row `i` of content as it is shown: of an item its live value `v` where `b."behind"` says so, of an entity what is live
 * unless `sees` (SQL); else of the row itself.
 */
export function shownColumn(resource: Resource, column: string, sees: string): string {
  const own = `i.${quote(column)}`;
  if (!resource.isItem) return resource.name === 'Entity' ? entityColumn('i', column, sees) : own;
  const live = liveColumn(resource, column);
  return own === live ? own : `CASE WHEN b."behind" THEN ${live} ELSE ${own} END`;
}

/** Whether an item that was not removed is shown to every reader as it stands: its newest value is the live one itself. */
export function isShownAsItStands(alias: string): string {
  return `(${alias}."is_published" AND NOT ${alias}."is_repeated")`;
}

/** Relation, under that alias, of the files that were removed and are still shown by the live page, as living ones. */
export function removedFiles(resource: Resource, alias: string): string {
  const removed = `"image_item_file" f WHERE f."deleted_timestamp" IS NOT NULL AND ${isLiveFile('f')}`;
  return `${relation(resource, removed, (column) => living(column, `f.${quote(column)}`))} ${alias}`;
}

// The columns of content, each as `shown` says, of these rows.
function relation(resource: Resource, rows: string, shown: (column: string) => string): string {
  const columns = contentColumns(resource).map((column) => `${shown(column)} AS ${quote(column)}`);
  return `(SELECT ${columns.join(', ')} FROM ${rows})`;
}

// What was removed and is still live, as the living row that it is shown as.
const living = (column: string, sql: string): string => (column === 'deleted_timestamp' ? 'NULL::timestamptz' : sql);

const liveValues = `"item_live" l JOIN "item_value" v ON v."urn" = l."entry"`;

// Items `i` with their live values `v`. OFFSET 0 keeps it a look-up for each item: as a join it may begin with all values.
const itemsWithLive =
  `"item" i CROSS JOIN LATERAL (SELECT v.* FROM ${liveValues}` +
  ` WHERE l."item_urn" = i."urn" AND l."until_timestamp" IS NULL OFFSET 0) v`;
