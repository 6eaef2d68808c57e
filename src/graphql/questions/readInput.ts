// What a question is put with, as the arguments of fields say it.
import { getArgumentValues } from 'graphql';
import { defaultOrder, newestFirst } from '../../contract/listQuery.ts';
import type { Input } from '../../contract/question.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { parseInstant } from '../../domain/instant.ts';
import { parseUrn } from '../../domain/urn.ts';
import { pageRequest, type PageParts } from '../operation/connection.ts';
import type { GraphContext } from '../operation/context.ts';
import type { InputSource, PagedList } from './rowQuestion.ts';

/** What inputs are read with. */
export type InputContext = PageParts & Pick<GraphContext, 'viewer'>;

/** As they were sent. */
export type Variables = Readonly<Record<string, unknown>>;
/** The input as the arguments of its field say it; undefined for what is not covered. Throws INVALID_PARAMETER. */
export function readInput(
  context: InputContext,
  { node, type, gives }: InputSource,
  variables: Variables,
): Input | undefined {
  const definition = type.getFields()[node.name.value];
  if (!definition) return undefined;
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
    case 'NAMES':
      return readNames(args);
    default:
      return pageInput(context, gives, args);
  }
}

/** How many names one field may select. */
const mostNames = 200;

/** The names of items that a field selects; null for all. Throws INVALID_PARAMETER. */
export function readNames(args: Variables): readonly string[] | null {
  // The SDL makes it a list of texts.
  const names = (args['names'] ?? null) as readonly string[] | null;
  if (names && names.length > mostNames)
    throw invalidParameter('names', `At most ${String(mostNames)} names.`, mostNames);
  return names;
}

// Of another identity it is shown to who administers it.
function ownInbox({ viewer: { identityUrn } }: InputContext, { identity = null }: Variables): Input | undefined {
  return identity === null || parseUrn(identity) === identityUrn ? (identityUrn ?? undefined) : undefined;
}

function inboxInput(context: InputContext, { resource }: PagedList, args: Variables): Input | undefined {
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

function pageInput(context: InputContext, list: PagedList, args: Variables): Input | undefined {
  const isSet = (name: string): boolean => args[name] !== undefined && args[name] !== null;
  if (list.isInbox) return inboxInput(context, list, args);
  if (list.isHistory) return historyInput(context, list, args);
  if (Object.keys(args).some((name) => !pageArguments.has(name) && isSet(name))) return undefined;
  const ownOrder = list.isRoot || isSet('orderBy') ? undefined : defaultOrder(list.resource);
  return pageRequest(context, { resource: list.resource, list: list.name }, args, ownOrder);
}

function historyInput(context: InputContext, { resource, name }: PagedList, args: Variables): Input | undefined {
  const sent = args['asOf'] ?? null;
  const asOf = sent === null ? null : parseInstant(sent);
  if (sent !== null && asOf === null) return undefined;
  return { ...pageRequest(context, { resource, list: name }, args, newestFirst(resource)), asOf };
}

const pageArguments: ReadonlySet<string> = new Set(['first', 'after', 'last', 'before', 'where', 'orderBy']);
