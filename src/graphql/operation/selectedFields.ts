// What a selection selects, fragments included. Fragments may spread one another over and over: each of them is read once, as
// graphql-js does, so that how long it takes is bounded by the length of the document.
import { Kind, type FieldNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';

/** A field of a selection, and the type that the innermost fragment around it names; null where none does. */
export interface SelectedField {
  readonly node: FieldNode;
  readonly on: string | null;
}

/** The fields of the selections, without those below them, in no certain order; those of a fragment once, however often it is spread. */
export function* selectedFields(
  sets: readonly SelectionSetNode[],
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): Generator<SelectedField> {
  const seen = new Set<string>();
  const open: { readonly set: SelectionSetNode; readonly on: string | null }[] = sets.map((set) => ({ set, on: null }));
  for (let part = open.pop(); part; part = open.pop())
    for (const selection of part.set.selections) {
      if (selection.kind === Kind.FIELD) {
        yield { node: selection, on: part.on };
        continue;
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        if (seen.has(selection.name.value)) continue;
        seen.add(selection.name.value);
      }
      const inner = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
      if (inner) open.push({ set: inner.selectionSet, on: inner.typeCondition?.name.value ?? part.on });
    }
}
