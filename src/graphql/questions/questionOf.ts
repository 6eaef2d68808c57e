// Reads a document as a question of the contract. A root field that a question cannot say is not covered, and is executed field by field.
import {
  isObjectType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import type { InboxPart, Question, RootQuestion, RowQuestion } from '../../contract/question.ts';
import type { Verb } from '../../contract/resource.ts';
import {
  addInput,
  each,
  pageOf,
  rowOf,
  selectedOf,
  type Found,
  type InputSource,
  type Reading,
} from './rowQuestion.ts';
import { merged, type Nodes } from './selections.ts';

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
