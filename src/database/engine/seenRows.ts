// The rows of a kind that conditions are held against, as the caller sees them: content by its live values where the caller may not see
// drafts.
import type { Resource } from '../../contract/resource.ts';
import { accessScope } from '../../domain/accessScope.ts';
import { seesEveryDraft } from '../../domain/heldLabels.ts';
import type { Viewer } from '../../domain/viewer.ts';
import type { Parameters } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { liveRows } from './liveRows.ts';
import { holds, inScope, shown } from './scope.ts';

/** The rows that are filtered, and the caller: what a list of links names counts only where the caller may read it. */
export interface Filtered {
  readonly resource: Resource;
  readonly alias: string;
  readonly viewer: Viewer;
  /** Whether content counts by what is live, whatever drafts the caller sees. */
  readonly isOfLive?: boolean | undefined;
  /** Whether rows are held against the conditions one by one, so that the items of each are looked for, and not the rows of all items. */
  readonly isOneByOne?: boolean;
}

/**
 * The rows of a kind as the caller sees them: relations with their first conditions. With `isOfEveryKind` items of every kind, of
 * which one stands for all.
 */
export function seenRows(
  { resource, alias, viewer, isOfLive }: Filtered,
  p: Parameters,
  isOfEveryKind = false,
): string[] {
  const scope = accessScope(viewer, resource.labels.read);
  const kind = resource.isItem && !isOfEveryKind ? `${alias}."kind" = '${resource.name}' AND ` : '';
  const table = `${quote(resource.table)} ${alias} WHERE ${kind}`;
  const isContent = resource.isItem || resource.name === 'Entity';
  if (!isContent || viewer.kind === 'SYSTEM') return [table + shown(resource, alias, scope, p)];
  if (isOfLive)
    return liveRows(resource, alias).map((rows) => `${rows} WHERE ${kind}${inScope(resource, alias, scope, p)}`);
  if (seesEveryDraft(viewer)) return [`${table}${inScope(resource, alias, accessScope(viewer, 'READ_DRAFT'), p)}`];
  const drafts = holds({ resource, alias }, { viewer, label: 'READ_DRAFT' }, p);
  return [
    `${table}${inScope(resource, alias, accessScope(viewer, 'READ_DRAFT'), p)}`,
    ...liveRows(resource, alias).map(
      (rows) => `${rows} WHERE ${kind}${inScope(resource, alias, scope, p)} AND NOT ${drafts}`,
    ),
  ];
}
