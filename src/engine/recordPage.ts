// Pages of records that are no resources, newest first: their rows are read by one statement of their own.
import type { Context } from './context.ts';
import { sealed } from './cursor.ts';

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
