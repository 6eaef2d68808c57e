// From what a client sent to a subscription that can be run: parsed, validated, measured, and its arguments read. The
// limits are those of every operation. GraphQL over WebSocket and over SSE; resource reference 1.10.
import {
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { SentDocument } from '../../actions/access/registeredDocuments.ts';
import { ServiceError } from '../../domain/errors.ts';
import { floatVariables } from '../operation/floatVariables.ts';
import { fragmentsOf, requireAffordable, requireShort, measureOperation } from '../operation/limits.ts';
import { longestDocument } from '../../domain/requestLimits.ts';

/** What a client sends to subscribe; members are what it says they are only once they are checked. */
export interface SubscribeRequest extends SentDocument {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
}

/** A subscription that may be run. */
export interface Operation {
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The one root field, and its arguments. */
  readonly field: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Equal for operations that answer alike from the same position on. */
  readonly key: string;
}

/** Errors of a document, as reported to clients. */
export class DocumentErrors extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('The document cannot be run');
    this.errors = errors;
  }
}

const mostTokens = 2_000;
const mostErrors = 10;

/** Reads a request. Throws DocumentErrors for a document that is wrong, ServiceError for one that is too large. */
export function readOperation(schema: GraphQLSchema, request: SubscribeRequest): Operation {
  const { query, operationName } = request;
  if (typeof query !== 'string') throw new ServiceError('BAD_REQUEST', 'query: expected a GraphQL document.');
  requireShort(query);
  const sent = objectOf(request.variables, 'variables');
  const document = parsed(query);
  const errors = validate(schema, document, undefined, { maxErrors: mostErrors });
  if (errors.length > 0) throw new DocumentErrors(errors.map(invalid));
  const name = namedOperation(operationName);
  const operation = getOperationAST(document, name);
  if (!operation) throw new ServiceError('BAD_REQUEST', 'operationName: the document has no operation with this name.');
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION)
    throw new ServiceError('BAD_REQUEST', 'This path serves subscriptions only. Send other operations to /graphql.');
  const variables = floatVariables(schema, operation, sent);
  requireAffordable(measureOperation(schema, document, operation, variables));
  return { document, operationName: name, variables, ...rootOf(schema, { document, operation, variables }, query) };
}

/** Whether the document runs a subscription. Throws DocumentErrors for one that cannot be parsed. */
export function isSubscription(query: string, operationName: unknown): boolean {
  if (query.length > longestDocument || !query.includes('subscription')) return false;
  const name = namedOperation(operationName);
  return getOperationAST(parsed(query), name)?.operation === OperationTypeNode.SUBSCRIPTION;
}

/** The operation that a request names; the empty text names none (GraphQL over HTTP, "GET"). */
const namedOperation = (name: unknown): string | undefined =>
  typeof name === 'string' && name !== '' ? name : undefined;

/** Whether a request holds a query or a mutation, rather than a subscription or no document. */
export const isRequest = ({ query, operationName }: SubscribeRequest): boolean =>
  typeof query === 'string' && !isSubscription(query, operationName);

function parsed(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: mostTokens });
  } catch (error) {
    if (error instanceof GraphQLError) throw new DocumentErrors([invalid(error)]);
    throw error;
  }
}

function invalid(error: GraphQLError): GraphQLError {
  const { nodes, source, positions, path, originalError } = error;
  const extensions = { ...error.extensions, code: 'GRAPHQL_VALIDATION_FAILED' };
  return new GraphQLError(error.message, { nodes, source, positions, path, originalError, extensions });
}

function objectOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new ServiceError('BAD_REQUEST', `${name}: an object is expected.`);
  // An object that came from JSON.
  return value as Record<string, unknown>;
}

function rootOf(
  schema: GraphQLSchema,
  {
    document,
    operation,
    variables,
  }: {
    readonly document: DocumentNode;
    readonly operation: OperationDefinitionNode;
    readonly variables: Readonly<Record<string, unknown>>;
  },
  query: string,
): Pick<Operation, 'field' | 'args' | 'key'> {
  const node = firstField(fragmentsOf(document), operation.selectionSet);
  const definition = node ? schema.getSubscriptionType()?.getFields()[node.name.value] : undefined;
  if (!node || !definition) throw new ServiceError('BAD_REQUEST', 'The subscription selects nothing.');
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: mostErrors,
  });
  if (coerced.errors) throw new DocumentErrors(coerced.errors.map(invalid));
  const args = argumentsOf(() => getArgumentValues(definition, node, coerced.coerced));
  // Where two subscribers started makes no difference once both have come to the same place.
  const start = node.arguments?.find((a) => a.name.value === 'after')?.value;
  const shared =
    start?.kind === Kind.VARIABLE
      ? Object.fromEntries(Object.entries(coerced.coerced).filter(([name]) => name !== start.name.value))
      : coerced.coerced;
  return { field: node.name.value, args, key: JSON.stringify([query, operation.name?.value ?? null, shared]) };
}

function argumentsOf(read: () => Record<string, unknown>): Record<string, unknown> {
  try {
    return read();
  } catch (error) {
    if (error instanceof GraphQLError) throw new DocumentErrors([invalid(error)]);
    throw error;
  }
}

// Validation has made sure that there is one root field, and that fragments have no cycles.
function firstField(fragments: ReturnType<typeof fragmentsOf>, set: SelectionSetNode): FieldNode | null {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) return selection;
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    const found = inner ? firstField(fragments, inner.selectionSet) : null;
    if (found) return found;
  }
  return null;
}
