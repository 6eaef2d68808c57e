// Reads selections of rows as questions of the contract: rows, their fields, and pages of them.
import { getNamedType, isObjectType, type FieldNode, type GraphQLObjectType } from 'graphql';
import type {
  EdgePart,
  FieldQuestion,
  HistoryPart,
  InfoPart,
  ListQuestion,
  MemberQuestion,
  PagePart,
  PageQuestion,
  RowQuestion,
} from '../../contract/question.ts';
import { isPlainMember } from '../../contract/fieldGroups.ts';
import { itemLists, singleItems } from '../../contract/listedItems.ts';
import type { Contract, Field, Resource } from '../../contract/resource.ts';
import { contentHash } from '../../engine/contentHash.ts';
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

/** What a statement says of a row that is at hand, and where its inputs come from. */
export interface ReadRow {
  readonly row: RowQuestion;
  readonly inputs: readonly InputSource[];
}

/**
 * What is selected of a row that is at hand, but for what code gives: that is resolved field by field, below that row with what
 * `noteKey` says of a row. Null where nothing is left.
 */
export function restOf(reading: Reading, resource: Resource, nodes: Nodes, { ofCode, isAtHand }: Left): ReadRow | null {
  const found: Found = { ...reading, inputs: [], ofCode };
  const type = reading.schema.getType(resource.name);
  const selected = selectedOf(found, resource.name, nodes, true);
  if (!isObjectType(type) || selected === null) throw new Error(`What is selected of ${resource.name} cannot be read.`);
  const left = [...selected].filter(([, [node]]) => node.name.value !== '__typename' && !isAtHand(node.name.value));
  const fields = left.flatMap(([key, some]) => fieldIn(found, { resource, type }, key, some) ?? []);
  return fields.length > 0 ? { row: { resource, fields }, inputs: found.inputs } : null;
}

/** The same of a row of which nothing is at hand. */
export function wholeOf(reading: Reading, resource: Resource, nodes: Nodes, ofCode: Left['ofCode']): ReadRow {
  const found: Found = { ...reading, inputs: [], ofCode };
  const row = rowOf(found, resource, nodes, true);
  if (row === null) throw new Error(`What is selected of ${resource.name} cannot be read.`);
  return { row, inputs: found.inputs };
}

/** What no statement is asked for. */
interface Left {
  /** Fields that code gives, such as `Search.items`, of any row. */
  readonly ofCode: ReadonlySet<string>;
  /** Whether the field of that name is at hand, of the row itself. */
  readonly isAtHand: (name: string) => boolean;
}

/** Under which an operation that is executed is told the kind of a row, beside the selected fields. */
export const typeKey = '$type';

/** Under which it is told `SHOWN` of a row, where code gives more of it. */
export const noteKey = '$note';

/** Under which a statement answers what has that name in the answer: PostgreSQL cuts longer ones. */
export const answerKey = (name: string): string => (name.length <= mostOfKey ? name : `$${contentHash(name)}`);

const mostOfKey = 63;

/** A document that is being read, and what was found in it so far. */
export interface Found extends Reading {
  readonly inputs: InputSource[];
  /** Of an operation that is executed: the fields that are left to code, beside histories. */
  readonly ofCode?: ReadonlySet<string>;
}

// Null for what is not covered, of which no input is left.
function fieldIn(found: Found, parent: Parent, key: string, nodes: Nodes): FieldQuestion | null {
  const from = found.inputs.length;
  const field = fieldOf(found, parent, key, nodes);
  if (field === null) found.inputs.length = from;
  return field;
}

/** What is read of each field; null as soon as one is not covered. */
export function each<T>(fields: Selected, read: (key: string, nodes: Nodes) => T | null): T[] | null {
  const all: T[] = [];
  for (const [key, nodes] of fields) {
    const one = read(key, nodes);
    if (one === null) return null;
    all.push(one);
  }
  return all;
}

/** Adds an input, and gives its place. */
export function addInput({ inputs }: Found, source: InputSource): number {
  inputs.push(source);
  return inputs.length - 1;
}

/** All selections of a field, as those of its type; null where one is not known, or none is there. */
export function selectedOf(found: Found, typeName: string, nodes: Nodes, mayBeNone = false): Selected | null {
  const type = found.schema.getType(typeName);
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const all = isObjectType(type) ? merged(found, sets, type) : null;
  const selected = all && found.ofCode ? new Map([...all].map(([key, some]) => [answerKey(key), some])) : all;
  // What is skipped as a whole is an object without members.
  return selected && (mayBeNone || found.ofCode || selected.size > 0) ? selected : null;
}

/** What is selected of a row; null for what is not covered. `isOfAny` for rows of which others alone may be selected. */
export function rowOf(found: Found, resource: Resource, nodes: Nodes, isOfAny = false): RowQuestion | null {
  const type = found.schema.getType(resource.name);
  const selected = selectedOf(found, resource.name, nodes, isOfAny);
  if (!isObjectType(type) || selected === null) return null;
  if (found.ofCode) return executedRow(found, { resource, type }, selected);
  const fields = each(selected, (key, some) => fieldOf(found, { resource, type }, key, some));
  return fields && { resource, fields };
}

// What code gives of a row needs its urn, and whether drafts are seen.
function executedRow(found: Found, parent: Parent, selected: Selected): RowQuestion {
  const { resource } = parent;
  const fields = [...selected].flatMap(([key, nodes]) => fieldIn(found, parent, key, nodes) ?? []);
  const marks: FieldQuestion[] = [{ form: 'TYPE', key: typeKey, typeName: resource.name }];
  if (fields.length < selected.size) marks.push({ form: 'SHOWN', key: noteKey });
  return { resource, fields: [...fields, ...marks] };
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
  if (found.ofCode?.has(`${resource.name}.${name}`)) return null;
  if (!field) return name === 'items' ? itemsOf(found, { resource, type }, key, nodes) : null;
  if (field.isPaged) {
    // Two pages that meet are read by code.
    if (found.ofCode && node.arguments?.some((argument) => argument.name.value === 'around')) return null;
    const list = field.target && { resource: field.target, name: `${resource.name}.${name}`, isRoot: false };
    const page = list && pageOf(found, { node, type, gives: list }, list.resource, nodes);
    return page && { form: 'PAGE', key, field, page };
  }
  // Whether the caller may read one is told field by field.
  if (field.typeClass === 'HISTORY') return found.ofCode ? null : historyOf(found, resource, key, nodes);
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

/** A statement writes no more members of a page (database/answers/pages.ts). */
const mostMembers = 50;

const isNarrow =
  (parts: readonly PagePart[]) =>
  (part: PagePart): boolean =>
    parts.length <= mostMembers && (!('parts' in part) || part.parts.length <= mostMembers);

/** What is selected of a page of the kind; null for what is not covered. */
export function pageOf(found: Found, source: InputSource, resource: Resource, nodes: Nodes): PageQuestion | null {
  const selected = selectedOf(found, `${resource.name}Connection`, nodes);
  const input = addInput(found, source);
  const parts = selected && each(selected, (key, some) => partOf(found, resource, key, some));
  return parts && (!found.ofCode || parts.every(isNarrow(parts))) ? { resource, input, parts } : null;
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
