// Looks ahead in the document: whether a connection is asked for its total, so that page and total are read together.
import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

const totals: ReadonlySet<string> = new Set(['totalCount', 'totalCountIsEstimate']);

/** Whether the connection that is resolved is asked for its total, by itself or through a fragment. */
export function selectsTotal({ fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): boolean {
  const asks = (set: SelectionSetNode | undefined): boolean =>
    (set?.selections ?? []).some((selection) => {
      if (selection.kind === Kind.FIELD) return totals.has(selection.name.value);
      if (selection.kind === Kind.INLINE_FRAGMENT) return asks(selection.selectionSet);
      return asks(fragments[selection.name.value]?.selectionSet);
    });
  return fieldNodes.some((node) => asks(node.selectionSet));
}
