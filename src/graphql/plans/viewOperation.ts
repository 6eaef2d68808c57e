// Operations that show rendered views and nothing else. Where all that is selected follows from what the views are made of, the answer is
// kept with them, as text: the same operation is answered again by the one statement that every view reads
// (actions/content/keptViews.ts), and by nothing that goes through its fields.
import { OperationTypeNode, Kind, type DocumentNode, type FieldNode, type OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { keepWritten, writtenOf } from '../../actions/content/keptViews.ts';
import { viewsAhead, type EntityView } from '../../actions/content/viewEntity.ts';
import type { ViewRequest } from '../../actions/content/viewRequest.ts';
import type { Contract, Field, ObjectType, Resource } from '../../contract/resource.ts';
import { ServiceError } from '../../domain/errors.ts';
import { CallerMoved } from '../../engine/callerProof.ts';
import type { GraphContext } from '../operation/context.ts';
import { fragmentsOf } from '../operation/limits.ts';
import { selectedFields } from '../operation/selectedFields.ts';
import { shownViews } from '../resolvers/view.ts';
import type { Variables } from '../questions/readInput.ts';

/** Whether an operation is a query of views that selects nothing but what follows from what they are made of. */
export function showsViewsAlone(
  contract: Contract,
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): boolean {
  if (operation !== OperationTypeNode.QUERY) return false;
  const fragments = Object.fromEntries(fragmentsOf(document));
  const isSteady = (resource: Resource, node: FieldNode): boolean => {
    const sets = node.selectionSet ? [node.selectionSet] : [];
    return [...selectedFields(sets, fragments)].every(({ node: inner, on }) => {
      const name = inner.name.value;
      if (name === '__typename') return true;
      // What only some kinds have is selected by the name of the kind.
      const field = on === null || on === resource.name ? resource.fieldByName.get(name) : undefined;
      if (!field) return false;
      if (isOfView(field) && field.target) return isSteady(field.target, inner);
      return isOfRow(field);
    });
  };
  const { Entity } = contract.kinds;
  return selectionSet.selections.every(
    (root) => root.kind === Kind.FIELD && root.name.value === 'entityView' && isSteady(Entity, root),
  );
}

// The items of the page, and the files of its pictures.
function isOfView(field: Field): boolean {
  const { target, storage } = field;
  return storage === 'INVERSE' && !field.isPaged && (target?.isItem === true || target?.name === 'ImageItemFile');
}

// What is read of the row alone.
function isOfRow(field: Field): boolean {
  const { typeClass, storage, isTransient, sameAs, madeFrom, name, object } = field;
  if (typeClass === 'LINK' || typeClass === 'HISTORY' || field.isPaged || (object && !isPlain(object))) return false;
  const isMade = isTransient || sameAs !== null || madeFrom.length > 0 || name === 'url' || name === 'src';
  return storage === 'COLUMN' || (storage === 'COMPUTED' && isMade);
}

const isPlain = ({ fields }: ObjectType): boolean =>
  fields.every(({ typeClass, object }) => typeClass !== 'LINK' && (object === null || isPlain(object)));

/** What an operation has shown with some variables. */
interface Answered {
  readonly requests: readonly ViewRequest[];
}

/** The answers of one server that show views alone. */
export interface ViewAnswers {
  /** Says that the operation of that context shows views alone, with what tells it from others. */
  note(context: GraphContext, operation: OperationDefinitionNode, variables: Variables): void;
  /** Keeps the answer of that context, which `write` gives as it is sent, if it shows views alone that are kept. */
  keep(context: GraphContext, write: () => string): void;
  /**
   * The answer as it is kept; null where it is not, or holds no more: then what was made of the views is there for who executes the
   * operation. Its caller is proved in any case. Throws CallerMoved.
   */
  answer(context: GraphContext, operation: OperationDefinitionNode, variables: Variables): Promise<Buffer | null>;
}

/** Characters of the variables that are remembered. */
const mostText = 4_000_000;

/** None is kept yet. */
export function createViewAnswers(): ViewAnswers {
  const known = new LRUCache<string, Answered>({
    maxSize: mostText,
    sizeCalculation: ({ requests }, key) => key.length + 500 * (1 + requests.length),
  });
  const noted = new WeakMap<GraphContext['loaders'], { readonly key: string; readonly roots: number }>();
  const ids = new WeakMap<OperationDefinitionNode, number>();
  let last = 0;
  const keyOf = (operation: OperationDefinitionNode, variables: Variables): string => {
    const id = ids.get(operation) ?? (last += 1);
    ids.set(operation, id);
    return `${String(id)} ${JSON.stringify(variables)}`;
  };
  return {
    note({ loaders }, operation, variables) {
      noted.set(loaders, { key: keyOf(operation, variables), roots: operation.selectionSet.selections.length });
    },
    keep(context, write) {
      const { key = null, roots = 0 } = noted.get(context.loaders) ?? {};
      const shown = key === null ? [] : shownViews(context);
      const views = shown.map(({ view }) => view);
      const [first] = views;
      const isWhole = views.length === roots && views.every(({ madeOf }) => madeOf !== null);
      if (key === null || !first || !isWhole || context.remarks.warnings.length > 0) return;
      known.set(key, { requests: shown.map(({ request }) => request) });
      const { objects, bytes: characters } = context.budget.spent();
      keepWritten(context, first, nameOf(key, views), { bytes: Buffer.from(write()), objects, characters });
    },
    async answer(context, operation, variables) {
      const key = keyOf(operation, variables);
      const { requests } = known.get(key) ?? { requests: [] };
      const views = await viewsAhead(context, requests).catch(onlyRefused);
      await context.proof?.prove();
      const [first] = views ?? [];
      const text = views && first && writtenOf(first, nameOf(key, views));
      if (!text) return null;
      context.budget.addObjects(text.objects);
      context.budget.addBytes(text.characters);
      return text.bytes;
    },
  };
}

// What refuses a view is said by who executes the operation.
function onlyRefused(error: unknown): null {
  if (!(error instanceof ServiceError) || error instanceof CallerMoved) throw error;
  return null;
}

// The tag says all that is shown of a view but for the files of its pictures, which the first view is kept by.
const nameOf = (key: string, views: readonly EntityView[]): string =>
  [key, ...views.map(({ madeOf }) => String(madeOf?.id))].join('\n');
