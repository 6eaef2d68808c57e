// The plan of an operation: the question that its document puts, and for each run the inputs that its variables bring.
import { defaultOrder, newestFirst } from '../../contract/listQuery.ts';
import {
  getArgumentValues,
  getVariableValues,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Input } from '../../contract/question.ts';
import type { Contract } from '../../contract/resource.ts';
import { documentTurns } from '../../domain/loopTurns.ts';
import { parseInstant } from '../../domain/instant.ts';
import { parseUrn } from '../../domain/urn.ts';
import { pageRequest, type PageParts } from '../operation/connection.ts';
import type { GraphContext } from '../operation/context.ts';
import { fragmentsOf } from '../operation/limits.ts';
import { mostNames } from '../resolvers/namedItems.ts';
import { questionOf, type InputSource, type PagedList, type ReadDocument } from './questionOf.ts';
import { switchesOf } from './selections.ts';

/** What plans are made from. */
export interface PlanParts {
  readonly schema: GraphQLSchema;
  readonly contract: Contract;
}

/** What inputs are read with. */
type PlanContext = PageParts & Pick<GraphContext, 'viewer'>;

/** A question with its inputs; null when these variables are not covered. What was put before is there at once. */
export type Plan = (context: PlanContext, variables: Variables) => Put | null | Promise<Put | null>;

/** As they were sent. */
export type Variables = Readonly<Record<string, unknown>>;

/** A question with the inputs of one run. */
export interface Put {
  readonly read: ReadDocument;
  readonly inputs: readonly Input[];
}

/** How many combinations of what is skipped and included are kept of one operation. */
const mostSwitched = 16;

/** The plan of an operation; a mutation's covers nothing. */
export function makePlan(
  { schema, contract }: PlanParts,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Plan {
  const query = schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || !query) return () => null;
  const fragments = fragmentsOf(document);
  const switches = switchesOf(operation, fragments);
  const known = new Map<string, ReadDocument | null>();
  const read = (key: string, variables: Variables): ReadDocument | null => {
    const found = questionOf({ schema, contract, fragments, variables }, operation);
    if (known.size < mostSwitched) known.set(key, found);
    return found;
  };
  return (context, variables) => {
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 });
    if (!coerced) return null;
    const key = JSON.stringify(switches.map((name) => coerced[name]));
    const found = known.get(key);
    if (found !== undefined) return putOf(context, found, coerced);
    // What follows makes its statement; many may come at once that are not known yet.
    return documentTurns.take(1).then(() => putOf(context, read(key, coerced), coerced));
  };
}

function putOf(context: PlanContext, read: ReadDocument | null, variables: Variables): Put | null {
  if (read === null) return null;
  const inputs: Input[] = [];
  for (const source of read.inputs) {
    const input = inputOf(context, source, variables);
    if (input === undefined) return null;
    inputs.push(input);
  }
  return { read, inputs };
}

// Undefined for what is not covered, and for what is refused: execution says what is wrong with it.
function inputOf(context: PlanContext, { node, type, gives }: InputSource, variables: Variables): Input | undefined {
  const definition = type.getFields()[node.name.value];
  if (!definition) return undefined;
  try {
    const args = getArgumentValues(definition, node, variables);
    switch (gives) {
      case 'URN':
        return parseUrn(args['urn']) ?? undefined;
      case 'INBOX':
        return ownInbox(context, args);
      case 'URNS':
        return urnsIn(args['urns']);
      case 'NAME':
        // The SDL makes it a text.
        return [args['name'] as string];
      case 'NAMES': {
        // The SDL makes it a list of texts.
        const names = (args['names'] ?? null) as readonly string[] | null;
        return names && names.length > mostNames ? undefined : names;
      }
      default:
        return pageInput(context, gives, args);
    }
  } catch {
    return undefined;
  }
}

// Of another identity it is shown to who administers it.
function ownInbox({ viewer: { identityUrn } }: PlanContext, { identity = null }: Variables): Input | undefined {
  return identity === null || parseUrn(identity) === identityUrn ? (identityUrn ?? undefined) : undefined;
}

function inboxInput(context: PlanContext, { resource }: PagedList, args: Variables): Input | undefined {
  const isAll = args['all'] === true;
  const list = `inbox ${String(context.viewer.identityUrn)} ${String(isAll)}`;
  return { ...pageRequest(context, { resource, list }, args, defaultOrder(resource)), isAll };
}

// The SDL makes it a list of texts.
function urnsIn(sent: unknown): Input | undefined {
  const urns = (sent as readonly unknown[]).map(parseUrn);
  return urns.length <= mostNodes && urns.every((urn) => urn !== null) ? urns : undefined;
}

/** As the SDL bounds the argument of `nodes`. */
const mostNodes = 200;

function pageInput(context: PlanContext, list: PagedList, args: Variables): Input | undefined {
  const isSet = (name: string): boolean => args[name] !== undefined && args[name] !== null;
  if (list.isInbox) return inboxInput(context, list, args);
  if (list.isHistory) return historyInput(context, list, args);
  if (Object.keys(args).some((name) => !pageArguments.has(name) && isSet(name))) return undefined;
  const ownOrder = list.isRoot || isSet('orderBy') ? undefined : defaultOrder(list.resource);
  return pageRequest(context, { resource: list.resource, list: list.name }, args, ownOrder);
}

function historyInput(context: PlanContext, { resource, name }: PagedList, args: Variables): Input | undefined {
  const sent = args['asOf'] ?? null;
  const asOf = sent === null ? null : parseInstant(sent);
  if (sent !== null && asOf === null) return undefined;
  return { ...pageRequest(context, { resource, list: name }, args, newestFirst(resource)), asOf };
}

const pageArguments: ReadonlySet<string> = new Set(['first', 'after', 'last', 'before', 'where', 'orderBy']);
