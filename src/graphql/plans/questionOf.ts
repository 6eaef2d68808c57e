// Reads a document as a question of the contract. A root field that a question cannot say is not covered, and is executed field by field.
import {
  getNamedType,
  isObjectType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import type {
  EdgePart,
  FieldQuestion,
  HistoryPart,
  InboxPart,
  InfoPart,
  ListQuestion,
  MemberQuestion,
  PagePart,
  PageQuestion,
  Question,
  RootQuestion,
  RowQuestion,
} from '../../contract/question.ts';
import { isPlainMember } from '../../contract/fieldGroups.ts';
import { itemLists, singleItems } from '../../contract/listedItems.ts';
import type { Contract, Field, Resource, Verb } from '../../contract/resource.ts';
import { merged, type Nodes, type Selected, type Selecting } from './selections.ts';

/** What a document is read with. */
export interface Reading extends Selecting {
  readonly contract: Contract;
}

/** Where an input comes from: the arguments of a field of that type. */
export interface InputSource {
  readonly node: FieldNode;
  readonly type: GraphQLObjectType;
  readonly gives: 'URN' | 'URNS' | 'INBOX' | 'NAME' | 'NAMES' | PagedList;
}

/** A list that is paged. */
export interface PagedList {
  readonly resource: Resource;
  readonly name: string;
  readonly isRoot: boolean;
  readonly isHistory?: true;
  readonly isInbox?: true;
}

/** A question, where its inputs come from, and the rest of its operation. */
export interface ReadDocument {
  readonly question: Question;
  readonly inputs: readonly InputSource[];
  /** The names of all root fields in the order of the answer. */
  readonly keys: readonly string[];
  /** The operation with the root fields alone that no question says, which are executed field by field; null for none. */
  readonly others: DocumentNode | null;
}

/** The operation as a question, as far as its root fields are covered; null where none is. */
export function questionOf(reading: Reading, operation: OperationDefinitionNode): ReadDocument | null {
  const query = reading.schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || !query || (operation.directives ?? []).length > 0) return null;
  const found: Found = { ...reading, inputs: [] };
  const fields = merged(reading, [operation.selectionSet], query);
  if (fields === null) return null;
  const roots: RootQuestion[] = [];
  const others: FieldNode[] = [];
  for (const [key, nodes] of fields) {
    const from = found.inputs.length;
    const root = rootOf(found, query, key, nodes);
    if (root) roots.push(root);
    else {
      found.inputs.length = from;
      others.push(...nodes);
    }
  }
  if (!roots.some(({ form }) => form !== 'TYPE')) return null;
  const keys = [...fields.keys()];
  return {
    question: { roots },
    inputs: found.inputs,
    keys,
    others: others.length > 0 ? documentOf(reading, operation, others) : null,
  };
}

function documentOf(
  { fragments }: Reading,
  operation: OperationDefinitionNode,
  selections: readonly FieldNode[],
): DocumentNode {
  const own = { ...operation, selectionSet: { ...operation.selectionSet, selections } };
  return { kind: Kind.DOCUMENT, definitions: [own, ...fragments.values()] };
}

/** A document that is being read, and what was found in it so far. */
interface Found extends Reading {
  readonly inputs: InputSource[];
}

// Null as soon as one is not covered.
function each<T>(fields: Selected, read: (key: string, nodes: Nodes) => T | null): T[] | null {
  const all: T[] = [];
  for (const [key, nodes] of fields) {
    const one = read(key, nodes);
    if (one === null) return null;
    all.push(one);
  }
  return all;
}

function addInput({ inputs }: Found, source: InputSource): number {
  inputs.push(source);
  return inputs.length - 1;
}

function rootOf(found: Found, query: GraphQLObjectType, key: string, nodes: Nodes): RootQuestion | null {
  const [node] = nodes;
  const name = node.name.value;
  if (name === '__typename') return { form: 'TYPE', key, typeName: query.name };
  const { resources } = found.contract;
  const single = resources.find((r) => r.operations.has('READ') && r.singularField === name);
  if (single) {
    const row = rowOf(found, single, nodes);
    return row && { form: 'ROW', key, row, input: addInput(found, { node, type: query, gives: 'URN' }) };
  }
  const verb = found.contract.verbs.get(name);
  if (verb?.answer.typeName === 'Node') return anyOf(found, query, verb, [key, nodes]);
  if (verb?.answer.typeName === inboxType) return inboxOf(found, query, key, nodes);
  const resource = resources.find((r) => r.operations.has('LIST') && r.pluralField === name);
  const list = resource && { resource, name: resource.name, isRoot: true };
  const page = list ? pageOf(found, { node, type: query, gives: list }, resource, nodes) : null;
  return page && { form: 'PAGE', key, page };
}

const inboxType = 'IdentityNotificationInbox';

function inboxOf(found: Found, query: GraphQLObjectType, key: string, nodes: Nodes): RootQuestion | null {
  const type = found.schema.getType(inboxType);
  const selected = selectedOf(found, inboxType, nodes);
  if (!isObjectType(type) || selected === null) return null;
  const { MessageThreadNotification: notification, Identity: identity } = found.contract.kinds;
  const input = addInput(found, { node: nodes[0], type: query, gives: 'INBOX' });
  const list = { resource: notification, name: 'inbox', isRoot: false, isInbox: true } as const;
  const parts = each(selected, (name, some): InboxPart | null => {
    const [node] = some;
    switch (node.name.value) {
      case '__typename':
        return { form: 'TYPE', key: name, typeName: inboxType };
      case 'url':
        return { form: 'URL', key: name };
      case 'unreadThreadCount':
        return { form: 'THREADS', key: name };
      case 'unreadMentionCount':
        return { form: 'MENTIONS', key: name };
      case 'identity': {
        const row = rowOf(found, identity, some);
        return row && { form: 'OWNER', key: name, row };
      }
      case 'notifications': {
        const page = pageOf(found, { node, type, gives: list }, notification, some);
        return page && { form: 'PAGE', key: name, page };
      }
      default:
        return null;
    }
  });
  return parts && { form: 'INBOX', key, notification, parts, input };
}

// Of a kind that is not covered nothing is known, and rows of others are answered still.
function anyOf(
  found: Found,
  query: GraphQLObjectType,
  { answer: { isList } }: Verb,
  [key, nodes]: readonly [string, Nodes],
): RootQuestion {
  const input = addInput(found, { node: nodes[0], type: query, gives: isList ? 'URNS' : 'URN' });
  const kinds = found.contract.resources.filter(({ operations }) => operations.has('READ'));
  const rows = kinds.flatMap((resource): [string, RowQuestion][] => {
    const from = found.inputs.length;
    const row = rowOf(found, resource, nodes, true);
    if (row === null) found.inputs.length = from;
    return row ? [[resource.name, row]] : [];
  });
  return { form: 'ANY', key, isList, rows: new Map(rows), input };
}

// All selections of a field, as those of its type.
function selectedOf(found: Found, typeName: string, nodes: Nodes, mayBeNone = false): Selected | null {
  const type = found.schema.getType(typeName);
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const selected = isObjectType(type) ? merged(found, sets, type) : null;
  return selected && (mayBeNone || selected.size > 0) ? selected : null;
}

// `isOfAny` for rows of which others alone may be selected.
function rowOf(found: Found, resource: Resource, nodes: Nodes, isOfAny = false): RowQuestion | null {
  const type = found.schema.getType(resource.name);
  const selected = selectedOf(found, resource.name, nodes, isOfAny);
  if (!isObjectType(type) || selected === null) return null;
  const fields = each(selected, (key, some) => fieldOf(found, { resource, type }, key, some));
  return fields && { resource, fields };
}

interface Parent {
  readonly resource: Resource;
  readonly type: GraphQLObjectType;
}

function fieldOf(found: Found, { resource, type }: Parent, key: string, nodes: Nodes): FieldQuestion | null {
  const [node] = nodes;
  const name = node.name.value;
  if (name === '__typename') return { form: 'TYPE', key, typeName: resource.name };
  const picked = singleItems(resource).get(name);
  if (picked?.target) {
    const row = rowOf(found, picked.target, nodes);
    return row && { form: 'ITEM', key, field: picked, row, names: addInput(found, { node, type, gives: 'NAME' }) };
  }
  const field = resource.fieldByName.get(name);
  if (!field) return name === 'items' ? itemsOf(found, { resource, type }, key, nodes) : null;
  if (field.isPaged) {
    const list = field.target && { resource: field.target, name: `${resource.name}.${name}`, isRoot: false };
    const page = list && pageOf(found, { node, type, gives: list }, list.resource, nodes);
    return page && { form: 'PAGE', key, field, page };
  }
  if (field.typeClass === 'HISTORY') return historyOf(found, resource, key, nodes);
  const sent = (node.arguments ?? []).map((argument) => argument.name.value);
  const isNamed = field.isList && field.target?.isItem === true && sent.every((argument) => argument === 'names');
  if (sent.length > 0 && !isNamed) return null;
  if (field.typeClass === 'SCALAR' || field.typeClass === 'ENUM') return { form: 'VALUE', key, field };
  if (field.typeClass === 'OBJECT') return objectOf(found, field, key, nodes);
  if (!isPlain(type, field)) return null;
  const row = field.target ? rowOf(found, field.target, nodes) : null;
  if (row === null || !field.isList) return row && { form: 'LINK', key, field, row };
  const names = sent.length > 0 ? addInput(found, { node, type, gives: 'NAMES' }) : null;
  return { form: 'LIST', key, field, row, names };
}

// Items of every kind, in the order of the lists that hold them.
function itemsOf(found: Found, { resource, type }: Parent, key: string, nodes: Nodes): FieldQuestion | null {
  const [node] = nodes;
  const names = node.arguments?.length ? addInput(found, { node, type, gives: 'NAMES' }) : null;
  const lists = itemLists(resource).map((field): ListQuestion | null => {
    const row = field.target && rowOf(found, field.target, nodes, true);
    return row && { form: 'LIST', key, field, row, names };
  });
  const known = lists.filter((list) => list !== null);
  return known.length > 0 && known.length === lists.length ? { form: 'ITEMS', key, lists: known } : null;
}

function objectOf(found: Found, field: Field, key: string, nodes: Nodes): FieldQuestion | null {
  const isEmpty = field.isTransient && field.isList;
  const selected = isEmpty ? null : selectedOf(found, field.typeName, nodes);
  const members = selected && each(selected, (name, some) => memberOf(found, field, name, some));
  // Nothing is in it here, whatever is selected.
  if (field.isTransient && members === null) return { form: 'VALUE', key, field };
  return members && { form: 'OBJECT', key, field, members };
}

function memberOf(found: Found, { typeName, object }: Field, key: string, nodes: Nodes): MemberQuestion | null {
  const name = nodes[0].name.value;
  if (name === '__typename') return { form: 'TYPE', key, typeName };
  const member = object?.fields.find((one) => one.name === name);
  if (!member) return null;
  if (member.typeClass !== 'LINK' || member.isList)
    return isPlainMember(member) ? { form: 'MEMBER', key, member } : null;
  const row = member.target && rowOf(found, member.target, nodes);
  return row && { form: 'LINK', key, member, row };
}

function historyOf(found: Found, resource: Resource, key: string, nodes: Nodes): FieldQuestion | null {
  const typeName = `${resource.name}History`;
  const type = found.schema.getType(typeName);
  const selected = selectedOf(found, typeName, nodes);
  if (!isObjectType(type) || selected === null) return null;
  const list = { resource, name: `${resource.name}.history`, isRoot: false, isHistory: true } as const;
  const parts = each(selected, (name, some): HistoryPart | null => {
    const [node] = some;
    switch (node.name.value) {
      case '__typename':
        return { form: 'TYPE', key: name, typeName };
      case 'url':
        return { form: 'URL', key: name };
      case 'item': {
        const row = rowOf(found, resource, some);
        return row && { form: 'NOW', key: name, row };
      }
      case 'history': {
        const page = pageOf(found, { node, type, gives: list }, resource, some);
        return page && { form: 'PAGE', key: name, page };
      }
      default:
        return null;
    }
  });
  return parts && { form: 'HISTORY', key, parts };
}

function pageOf(found: Found, source: InputSource, resource: Resource, nodes: Nodes): PageQuestion | null {
  const selected = selectedOf(found, `${resource.name}Connection`, nodes);
  const input = addInput(found, source);
  const parts = selected && each(selected, (key, some) => partOf(found, resource, key, some));
  return parts && { resource, input, parts };
}

function partOf(found: Found, resource: Resource, key: string, nodes: Nodes): PagePart | null {
  const typeName = `${resource.name}Connection`;
  switch (nodes[0].name.value) {
    case '__typename':
      return { form: 'TYPE', key, typeName };
    case 'nodes': {
      const row = rowOf(found, resource, nodes);
      return row && { form: 'NODES', key, row };
    }
    case 'edges': {
      const selected = selectedOf(found, `${resource.name}Edge`, nodes);
      const parts = selected && each(selected, (name, some) => edgePartOf(found, resource, name, some));
      return parts && { form: 'EDGES', key, parts };
    }
    case 'pageInfo': {
      const selected = selectedOf(found, 'PageInfo', nodes);
      const parts = selected && each(selected, infoPartOf);
      return parts && { form: 'INFO', key, parts };
    }
    case 'totalCount':
      return { form: 'TOTAL', key };
    case 'totalCountIsEstimate':
      return { form: 'UNCOUNTED', key };
    default:
      return null;
  }
}

function edgePartOf(found: Found, resource: Resource, key: string, nodes: Nodes): EdgePart | null {
  switch (nodes[0].name.value) {
    case '__typename':
      return { form: 'TYPE', key, typeName: `${resource.name}Edge` };
    case 'cursor':
      return { form: 'CURSOR', key };
    case 'node': {
      const row = rowOf(found, resource, nodes);
      return row && { form: 'NODE', key, row };
    }
    default:
      return null;
  }
}

const infoForms: Readonly<Record<string, 'NEXT' | 'PREVIOUS' | 'START' | 'END'>> = {
  hasNextPage: 'NEXT',
  hasPreviousPage: 'PREVIOUS',
  startCursor: 'START',
  endCursor: 'END',
};

function infoPartOf(key: string, nodes: Nodes): InfoPart | null {
  const name = nodes[0].name.value;
  if (name === '__typename') return { form: 'TYPE', key, typeName: 'PageInfo' };
  const form = infoForms[name];
  return form ? { form, key } : null;
}

// The graph answers the field with the kind itself, or a list of it.
function isPlain(type: GraphQLObjectType, { name, typeName }: Field): boolean {
  const definition = type.getFields()[name];
  return definition !== undefined && getNamedType(definition.type).name === typeName;
}
