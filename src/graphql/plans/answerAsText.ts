// The text plan: operations that are covered are answered by one statement, whose JSON text goes out as it is. The plan of
// a document is found once and kept with it; everything around execution (limits, cost, budget, warnings) stays as it is.
import { HeaderMap, type ApolloServerPlugin, type GraphQLResponse } from '@apollo/server';
import {
  getArgumentValues,
  getVariableValues,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Input, Question } from '../../contract/question.ts';
import type { Contract } from '../../contract/resource.ts';
import { ServiceError } from '../../domain/errors.ts';
import { parseUrn } from '../../domain/urn.ts';
import { answerQuestion } from '../../engine/answerQuestion.ts';
import { chosenOrder } from '../../engine/defaultOrder.ts';
import { pageRequest } from '../connection.ts';
import type { GraphContext } from '../context.ts';
import { mostNames } from '../resolvers/namedItems.ts';
import { questionOf, switchesOf, type InputSource, type PagedList, type ReadDocument } from './questionOf.ts';

/** What the plan needs of the graph. */
export interface TextParts {
  readonly schema: GraphQLSchema;
  readonly contract: Contract;
  /** The form in which errors are sent. */
  readonly format: (error: GraphQLError) => GraphQLFormattedError;
  /** Hears of errors that are bugs; the operation is then executed field by field. */
  readonly report: (bug: unknown) => void;
}

/** Data that is text already. */
class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Writes an answer, whichever plan it comes from. */
export function stringifyAnswer(result: FormattedExecutionResult): string {
  const data: unknown = result.data;
  if (!(data instanceof JsonText)) return JSON.stringify(result);
  const others = JSON.stringify({ errors: result.errors, extensions: result.extensions }).slice(1);
  return `{"data":${data.text}${others === '}' ? others : `,${others}`}`;
}

/** Answers operations that are covered. All others, and inputs that are to be refused, are left to execution. */
export function textAnswers(parts: TextParts): ApolloServerPlugin<GraphContext> {
  const plans = new WeakMap<DocumentNode, Map<OperationDefinitionNode, Plan>>();
  const planOf = (document: DocumentNode, operation: OperationDefinitionNode): Plan => {
    const ofDocument = plans.get(document) ?? new Map<OperationDefinitionNode, Plan>();
    plans.set(document, ofDocument);
    const plan = ofDocument.get(operation) ?? makePlan(parts, document, operation);
    ofDocument.set(operation, plan);
    return plan;
  };
  return {
    requestDidStart: async () => ({
      responseForOperation: async ({ document, operation, request, contextValue }) => {
        const put = planOf(document, operation)(contextValue, request.variables ?? {});
        if (put === null) return null;
        const result = await run(parts, contextValue, put);
        return result && asResponse(result);
      },
    }),
  };
}

/** A question with its inputs; null when these variables are not covered. */
type Plan = (context: GraphContext, variables: Variables) => Put | null;

type Variables = Readonly<Record<string, unknown>>;

interface Put {
  readonly read: ReadDocument;
  readonly inputs: readonly Input[];
}

/** How many combinations of what is skipped and included are kept of one operation. */
const mostSwitched = 16;

function makePlan({ schema, contract }: TextParts, document: DocumentNode, operation: OperationDefinitionNode): Plan {
  const query = schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || !query) return () => null;
  const fragments = new Map(
    document.definitions.filter((d) => d.kind === Kind.FRAGMENT_DEFINITION).map((d) => [d.name.value, d]),
  );
  const switches = switchesOf(operation, fragments);
  const known = new Map<string, ReadDocument | null>();
  const read = (variables: Variables): ReadDocument | null => {
    const key = JSON.stringify(switches.map((name) => variables[name]));
    let found = known.get(key);
    if (found === undefined) {
      found = questionOf({ schema, contract, fragments, variables }, operation);
      if (known.size < mostSwitched) known.set(key, found);
    }
    return found;
  };
  return (context, variables) => {
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 });
    const found = coerced ? read(coerced) : null;
    if (!coerced || found === null) return null;
    const inputs: Input[] = [];
    for (const source of found.inputs) {
      const input = inputOf(context, source, coerced);
      if (input === undefined) return null;
      inputs.push(input);
    }
    return { read: found, inputs };
  };
}

// Undefined for what is not covered, and for what is refused: execution says what is wrong with it.
function inputOf(context: GraphContext, { node, type, gives }: InputSource, variables: Variables): Input | undefined {
  const definition = type.getFields()[node.name.value];
  if (!definition) return undefined;
  try {
    const args = getArgumentValues(definition, node, variables);
    switch (gives) {
      case 'URN':
        return parseUrn(args['urn']) ?? undefined;
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

function pageInput(context: GraphContext, list: PagedList, args: Variables): Input | undefined {
  const isSet = (name: string): boolean => args[name] !== undefined && args[name] !== null;
  if (Object.keys(args).some((name) => !pageArguments.has(name) && isSet(name))) return undefined;
  const ownOrder = list.isRoot || isSet('orderBy') ? undefined : chosenOrder(list.resource);
  return pageRequest(context, { resource: list.resource, list: list.name }, args, ownOrder);
}

const pageArguments: ReadonlySet<string> = new Set(['first', 'after', 'last', 'before', 'where', 'orderBy']);

async function run(
  { format, report }: TextParts,
  context: GraphContext,
  { read: { question, inputs: sources }, inputs }: Put,
): Promise<FormattedExecutionResult | null> {
  try {
    const text = await answerQuestion(context, question, inputs);
    // Apollo hands the data on to `stringifyAnswer` without looking into it.
    return text === null ? null : { data: new JsonText(text) as unknown as Record<string, unknown> };
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      report(error);
      return null;
    }
    return failure(question, sources, format, error);
  }
}

// As if every root field had failed with it: a page is never null, and takes everything with it.
function failure(
  { roots }: Question,
  sources: readonly InputSource[],
  format: (error: GraphQLError) => GraphQLFormattedError,
  error: ServiceError,
): FormattedExecutionResult {
  const failed = roots.flatMap((root) => {
    if (root.form === 'TYPE') return [];
    const { node } = sources[root.form === 'ROW' ? root.input : root.page.input] ?? {};
    const options = { path: [root.key], originalError: error, ...(node ? { nodes: node } : {}) };
    return [{ form: root.form, error: format(new GraphQLError(error.message, options)) }];
  });
  const page = failed.find(({ form }) => form === 'PAGE');
  if (page) return { data: null, errors: [page.error] };
  const data = roots.map((root) => [root.key, root.form === 'TYPE' ? root.typeName : null] as const);
  return { data: Object.fromEntries(data), errors: failed.map((one) => one.error) };
}

function asResponse(singleResult: FormattedExecutionResult): GraphQLResponse {
  return { body: { kind: 'single', singleResult }, http: { headers: new HeaderMap() } };
}
