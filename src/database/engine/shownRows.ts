// The rows of a kind as a viewer is shown each: as it stands where nothing of it is hidden, and of all other content what is live. One
// relation for single rows and for what hangs on a row; long lists hold the same rows in parts that an index has in order
// (listedRows.ts).
import type { Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import { effectiveLabels, seesEveryDraft } from '../../domain/heldLabels.ts';
import { showsLive } from '../../domain/label.ts';
import type { Parameters } from '../connection/statement.ts';
import { quote, storedFields } from '../mapping/columns.ts';
import { entryColumns, entryFrom } from './itemEntry.ts';
import { contentColumns, existsForReaders, isOfLivingPage, isShownAsItStands, shownColumn } from './liveRows.ts';
import {
  decideContent,
  holds,
  inScope,
  isDraft,
  isReadAnywhere,
  itemsInScope,
  readableWithinSql,
  readScopeSql,
} from './scope.ts';

/** Which rows, and who reads them. */
interface Wanted {
  readonly resource: Resource;
  readonly scope: AccessScope;
  /** What the rows are named. */
  readonly alias: string;
  /** The row they live in, where the statement has decided about it and about them with it: whether its drafts are shown, as SQL. */
  readonly within?: { readonly sees: string } | null;
  /** Which kinds of items (SQL behind the name of the column), where `resource` stands for several. */
  readonly kinds?: string | null;
  /** The columns that are read; all of the kind's, or of all kinds of items, unless given. */
  readonly columns?: readonly string[];
}

/** Rows for a FROM clause with the conditions on them; `sees` says in SQL of each whether what is not live on it is shown. */
interface Shown {
  readonly from: string;
  readonly where: string;
  readonly sees: string;
}

/** The rows that the scope reads. What else leads to them is a condition on rows of that alias. */
export function shownRows(wanted: Wanted, p: Parameters): Shown {
  const { resource, alias, columns = columnsOf(wanted) } = wanted;
  if (isShownAsStored(wanted)) {
    const where = `${ofKind(wanted, alias)}${readable(wanted, alias, p)}`;
    return { from: `${quote(resource.table)} ${alias}`, where, sees: 'true' };
  }
  const { from, where, sees } = resource.isItem ? itemsAsShown(wanted, p) : othersAsShown(wanted, p);
  const selected = columns.map((column) => `${shownColumn(resource, column, sees)} AS ${quote(column)}`);
  return {
    from: `(SELECT ${selected.join(', ')}, ${sees} AS "sees_drafts" FROM ${from} WHERE ${where}) ${alias}`,
    where: 'true',
    sees: `${alias}."sees_drafts"`,
  };
}

const columnsOf = ({ resource, kinds }: Wanted): readonly string[] =>
  resource.isItem && !kinds
    ? [...storedFields(resource).map(({ column }) => column), 'owner']
    : contentColumns(resource);

function isShownAsStored({ resource, scope, alias }: Wanted): boolean {
  if (isDraft(resource, alias) === null || scope.viewer.kind === 'SYSTEM' || !showsLive(scope.label)) return true;
  return seesEveryDraft(scope.viewer) && !isReadAnywhere(resource, scope);
}

const ofKind = ({ resource, kinds }: Wanted, alias: string): string =>
  resource.isItem ? `${alias}."kind" ${kinds ?? `= '${resource.name}'`} AND ` : '';

function readable({ resource, scope, within }: Wanted, alias: string, p: Parameters): string {
  if (within) return readableWithinSql(resource, alias, scope.viewer, p);
  const isForReaders = scope.viewer.kind !== 'SYSTEM' && showsLive(scope.label);
  return (isForReaders ? readScopeSql : inScope)(resource, alias, scope, p);
}

// Rows `i` that are live, or whose drafts the viewer sees.
function othersAsShown(wanted: Wanted, p: Parameters): Shown {
  const { resource, scope, within } = wanted;
  const from = `${quote(resource.table)} i`;
  const draft = String(isDraft(resource, 'i'));
  if (effectiveLabels(scope.viewer, 'READ_DRAFT').length === 0)
    return { from, where: `${readable(wanted, 'i', p)} AND NOT (${draft})`, sees: 'false' };
  // Decided once for each row, however many of its columns depend on it.
  const isAnywhere = isReadAnywhere(resource, scope);
  const { selected, reads, sees } = decideContent({ resource, alias: 'i', isAnywhere }, scope.viewer, 'd', p);
  const read = within ? readable(wanted, 'i', p) : `${existsForReaders(resource, 'i')} AND ${reads()}`;
  return { from: `${from} CROSS JOIN LATERAL ${selected}`, where: `${read} AND (NOT (${draft}) OR ${sees})`, sees };
}

// Items `i` that are live as they stand or whose drafts the viewer sees; and all others with their live values `v`.
function itemsAsShown(wanted: Wanted, p: Parameters): Shown {
  const { resource, scope, within = null, kinds = null } = wanted;
  const { viewer } = scope;
  const rows = { resource, alias: 'i', isOfOneKind: kinds === null, isAnywhere: isReadAnywhere(resource, scope) };
  const decision = within ? null : decideContent(rows, viewer, 'd', p);
  const held = { isOnSelf: true, isOfOneKind: rows.isOfOneKind };
  const own = within && holds(rows, { viewer, label: 'READ_DRAFT' }, p, held);
  const sees = [decision?.sees, within?.sees, own].filter((one) => typeof one === 'string').join(' OR ');
  const where =
    `${ofKind(wanted, 'i')}${decision?.reads() ?? 'true'}` +
    ` AND CASE WHEN b."behind" THEN v."urn" IS NOT NULL AND (i."deleted_timestamp" IS NULL OR ${isOfLivingPage('v')})` +
    ` ELSE i."deleted_timestamp" IS NULL END`;
  // Nothing is looked up for an item that is shown as it stands. OFFSET 0 keeps it a look-up for each other item: as joins they may begin
  // with all values.
  const from =
    `"item" i${decision ? ` CROSS JOIN LATERAL ${decision.selected}` : ''}` +
    ` CROSS JOIN LATERAL (SELECT NOT (${isShownAsItStands('i')} AND i."deleted_timestamp" IS NULL OR ${sees}) AS "behind" OFFSET 0) b` +
    ` LEFT JOIN LATERAL (SELECT v.* FROM "item_live" l JOIN "item_value" v ON v."urn" = l."entry" WHERE b."behind"` +
    ` AND l."item_urn" = i."urn" AND l."until_timestamp" IS NULL OFFSET 0) v ON true`;
  return { from, where, sees: `(${sees})` };
}

/**
 * Values that items of the kind had, as a relation of that alias with the columns of the items and those of `entryColumns`. One that is
 * not live needs READ_DRAFT. `which` leads to the entries `v`.
 */
export function shownEntries(
  { resource, scope, alias, which }: Pick<Wanted, 'resource' | 'scope' | 'alias'> & { readonly which: string },
  p: Parameters,
): string {
  const sees = isShownAsStored({ resource, scope, alias })
    ? 'true'
    : holds({ resource, alias: 't' }, { viewer: scope.viewer, label: 'READ_DRAFT' }, p);
  return (
    `(SELECT v."item_urn", t."tenant", t."owner", v."kind", ${sees} AS "sees_drafts", ${entryColumns(resource.contract, { seesDrafts: sees })}` +
    ` FROM ${entryFrom} WHERE ${which} AND v."kind" = '${resource.name}' AND NOT v."is_tombstone"` +
    ` AND ${itemsInScope(resource, 't', scope, p)} AND (l."entry" IS NOT NULL OR ${sees})) ${alias}`
  );
}
