// Mutations that one statement can make: the change of one item, of which columns are shown.
import { Kind, OperationTypeNode, type FieldNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import type { Contract, Resource } from '../../contract/resource.ts';
import type { GraphContext } from '../operation/context.ts';

/** Whether an operation that has passed validation does nothing but change one item, and shows nothing that has to be read. */
export function isPlainChange(
  contract: Contract,
  { kindOf }: Pick<GraphContext, 'kindOf'>,
  { operation, selectionSet }: OperationDefinitionNode,
): boolean {
  if (operation !== OperationTypeNode.MUTATION) return false;
  const [root, ...others] = plainFields(selectionSet) ?? [];
  const resource = root && others.length === 0 ? changedKind(contract, root.name.value) : undefined;
  if (!resource || kindOf(resource).isChangedAtOnce !== true) return false;
  const payload = plainFields(root?.selectionSet);
  return (
    payload?.every((field) => field.name.value !== resource.singularField || showsColumns(resource, field)) ?? false
  );
}

const changedKind = ({ resources }: Contract, root: string): Resource | undefined =>
  resources.find(({ isItem, operations, name }) => isItem && operations.has('UPDATE') && root === `update${name}`);

function showsColumns({ fieldByName }: Resource, { selectionSet }: FieldNode): boolean {
  const isColumn = ({ name: { value: name } }: FieldNode): boolean => {
    const field = fieldByName.get(name);
    const isPlain = field?.typeClass === 'SCALAR' || field?.typeClass === 'ENUM';
    return name === '__typename' || (isPlain && field.storage === 'COLUMN');
  };
  return plainFields(selectionSet)?.every(isColumn) ?? false;
}

// Null where fragments are selected.
function plainFields(set: SelectionSetNode | undefined): readonly FieldNode[] | null {
  const fields = (set?.selections ?? []).filter((one) => one.kind === Kind.FIELD);
  return fields.length === set?.selections.length ? fields : null;
}
