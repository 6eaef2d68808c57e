// What the lists for administrators share: whose rows they hold, and how their pages are made.
import { companiesWith, effectiveLabels } from '../../domain/heldLabels.ts';
import { forbidden } from '../../domain/errors.ts';
import type { Context } from '../../engine/context.ts';
import { requireCaller } from '../../engine/authorize.ts';
import { sealed } from '../../engine/cursor.ts';

/** The companies that the caller administers; FORBIDDEN for a caller who holds ADMIN on none. */
export function administeredCompanies({ viewer }: Pick<Context, 'viewer'>, what: string): readonly string[] {
  requireCaller(viewer);
  const companies = companiesWith(viewer, effectiveLabels(viewer, 'ADMIN'));
  const within = viewer.onlyCompanies && new Set(viewer.onlyCompanies);
  const readable = within ? companies.filter((urn) => within.has(urn)) : companies;
  if (readable.length === 0) throw forbidden(`Reading ${what} needs ADMIN on a company.`);
  return readable;
}

/** A page, newest first. */
export interface RecordPage<Node> {
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly nodes: readonly Node[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly limit: number;
}

/** What a page is made of: one row more than it holds, where there is one. */
export interface Found<Node> {
  readonly list: string;
  readonly rows: readonly Node[];
  readonly limit: number;
  readonly isFirst: boolean;
}

/** Makes a page; `placeOf` says where a row stands. */
export function recordPage<Node>(
  { cursorKey }: Pick<Context, 'cursorKey'>,
  { list, rows, limit, isFirst }: Found<Node>,
  placeOf: (node: Node) => readonly [string, string],
): RecordPage<Node> {
  const nodes = rows.slice(0, limit);
  const edges = nodes.map((node) => ({ cursor: sealed(cursorKey, list, placeOf(node)), node }));
  const pageInfo = {
    hasNextPage: rows.length > limit,
    hasPreviousPage: !isFirst,
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  };
  return { edges, nodes, pageInfo, limit };
}
