// The search for the worst permitted request: what was dear for its charge is changed a little and tried again.
import {
  buildASTSchema,
  isInterfaceType,
  isObjectType,
  getNamedType,
  Kind,
  parse,
  print as printDocument,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { schemaDocument } from '../../src/contract/load.ts';
import { makeSelection } from '../fuzz/documents.ts';
import { makeRestRequest } from '../fuzz/restRequests.ts';
import type { World } from '../fuzz/values.ts';
import type { Effect, Sent } from './measure.ts';
import { makeSurfaceRequest } from './surfaces.ts';

/** A request and what it did. */
export interface Tried {
  readonly sent: Sent;
  readonly effect: Effect;
}

/** Requests that are kept to go on from. */
const kept = 60;

/** A search. */
export interface Climb {
  /** The next request to try. */
  next(): Sent;
  /** Notes what it did. */
  note(tried: Tried): void;
}

/** Begins a search with these requests beside those made by chance. */
export function startClimb(world: World, firsts: readonly Sent[]): Climb {
  const schema = buildASTSchema(schemaDocument(), { assumeValidSDL: true });
  const { chance } = world;
  const best: Tried[] = [];
  const waiting = [...firsts];
  let rest = chance.below(10_000);
  return {
    next() {
      const first = waiting.shift();
      if (first) return first;
      const known = chance.of(best);
      if (known?.sent.path === '/graphql' && known.sent.surface === undefined && chance.is(0.75))
        return asGraph(changed(schema, world, queryOf(known.sent)));
      if (chance.is(0.3)) return makeSurfaceRequest(world);
      if (chance.is(0.3)) {
        rest += 1;
        const { method, path, raw } = makeRestRequest(world, rest);
        return { method, path, ...(raw === undefined || method === 'GET' ? {} : { body: raw }) };
      }
      const query = schema.getQueryType();
      return asGraph(query ? `{ ${makeSelection(schema, world, query, 2 + chance.below(4))} }` : '{ __typename }');
    },
    note(tried) {
      if (tried.effect.status >= 400) return;
      best.push(tried);
      best.sort((a, b) => worth(b.effect) - worth(a.effect)).splice(kept);
    },
  };
}

// Time for its charge, and whatever comes near a bar.
function worth({ milliseconds, cost, blockedMillis, megabytes, answerMegabytes }: Effect): number {
  return milliseconds / cost + blockedMillis / 50 + megabytes / 16 + answerMegabytes / 8;
}

/** A document as it is sent. */
export const asGraph = (query: string): Sent => ({ method: 'POST', path: '/graphql', body: JSON.stringify({ query }) });

// asGraph made it.
const queryOf = ({ body }: Sent): string => (JSON.parse(String(body ?? '{}')) as { query: string }).query;

// One field is asked for again under another name, asks for more, or has another selection.
function changed(schema: GraphQLSchema, world: World, query: string): string {
  const { chance } = world;
  const document = parse(query);
  let fields = 0;
  visit(document, { Field: () => void (fields += 1) });
  const chosen = chance.below(fields);
  const types = new TypeInfo(schema);
  let number = -1;
  const after = visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter(node): FieldNode | FieldNode[] | undefined {
          number += 1;
          if (number !== chosen) return undefined;
          const type = types.getType();
          const named = type ? getNamedType(type) : null;
          const draw = chance.next();
          if (draw < 0.35) return withMore(node, chance.of([20, 50, 100, 200]) ?? 200);
          if (node.selectionSet && draw < 0.75 && (isObjectType(named) || isInterfaceType(named)))
            return withSelection(schema, world, node, named);
          return { ...node, alias: { kind: Kind.NAME, value: `r${String(chance.below(1_000_000))}` } };
        },
      },
      SelectionSet: {
        leave(node) {
          if (!chance.is(0.15) || node.selections.length > 30) return undefined;
          const again = chance.of(node.selections.filter((one) => one.kind === Kind.FIELD));
          if (again?.kind !== Kind.FIELD) return undefined;
          const alias = { kind: Kind.NAME, value: `r${String(chance.below(1_000_000))}` } as const;
          return { ...node, selections: [...node.selections, { ...again, alias }] };
        },
      },
    }),
  );
  return printDocument(after);
}

function withMore(node: FieldNode, size: number): FieldNode {
  const others = (node.arguments ?? []).filter(({ name }) => name.value !== 'first' && name.value !== 'last');
  const isPaged = node.selectionSet?.selections.some(
    (one) => one.kind === Kind.FIELD && ['nodes', 'edges', 'totalCount'].includes(one.name.value),
  );
  if (!isPaged) return node;
  const value = { kind: Kind.INT, value: String(size) } as const;
  return { ...node, arguments: [...others, { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'first' }, value }] };
}

// Values made by chance are not always such as a document can hold.
function parsed(text: string): DocumentNode | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

function withSelection(
  schema: GraphQLSchema,
  world: World,
  node: FieldNode,
  type: GraphQLObjectType | GraphQLInterfaceType,
): FieldNode {
  const text = `{ ${makeSelection(schema, world, type, 1 + world.chance.below(4))} }`;
  const [operation] = parsed(text)?.definitions ?? [];
  return operation?.kind === Kind.OPERATION_DEFINITION ? { ...node, selectionSet: operation.selectionSet } : node;
}
