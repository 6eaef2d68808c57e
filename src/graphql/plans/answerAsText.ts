// The text plan: root fields that are covered are answered by one statement, whose JSON text goes out as it is, and the others of
// their operation are executed. The plan of
// a document is found once and kept with it; everything around execution (limits, cost, budget, warnings) stays as it is.
// A change that is one statement, of which columns are shown, is answered so, too.
import { HeaderMap, type ApolloServerPlugin, type GraphQLResponse } from '@apollo/server';
import {
  execute,
  GraphQLError,
  type DocumentNode,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
  type OperationDefinitionNode,
  Kind,
  OperationTypeNode,
  type FieldNode,
  type SelectionSetNode,
} from 'graphql';
import type { Question } from '../../contract/question.ts';
import { ServiceError } from '../../domain/errors.ts';
import { answerQuestion } from '../../engine/answerQuestion.ts';
import { membersOf } from '../../engine/questionRoots.ts';
import { isComposed } from '../../engine/updateResource.ts';
import type { GraphContext } from '../operation/context.ts';
import type { Variables } from '../questions/readInput.ts';
import { makePlan, type Plan, type PlanParts, type Put } from './operationPlan.ts';
import type { ReadDocument } from '../questions/questionOf.ts';
import type { InputSource } from '../questions/rowQuestion.ts';
import type { Contract, Resource } from '../../contract/resource.ts';
import { showsViewsAlone, type ViewAnswers } from './viewOperation.ts';

/** What the plan needs of the graph. */
export interface TextParts extends PlanParts {
  /** The form in which errors are sent. */
  readonly format: (error: GraphQLError) => GraphQLFormattedError;
  /** Called for errors that are bugs; the operation is then executed field by field. */
  readonly report: (bug: unknown) => void;
  /** Called for operations that were answered with one statement, and of changes that one statement can make. */
  readonly answered: (context: GraphContext, operation: AnsweredOperation) => void;
  /** What the statement of an operation has failed with already; null where it has not been run. */
  readonly failureOf: (context: GraphContext) => ServiceError | null;
  /** Answers that show views alone. */
  readonly views: ViewAnswers;
}

/** An operation that one statement answers, and its plan; null for a change, and for one that shows views alone. */
export interface AnsweredOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly plan: Plan | null;
  readonly showsViews: boolean;
}

/** Data that is text already, with the object around it. */
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
  return others === '}' ? data.text : `${data.text.slice(0, -1)},${others}`;
}

/** Answers operations that are covered. All others, and inputs that are to be refused, are left to execution. */
export function textAnswers(parts: TextParts): ApolloServerPlugin<GraphContext> {
  const plans = new WeakMap<DocumentNode, Map<OperationDefinitionNode, Plan>>();
  const planOf = (document: DocumentNode, operation: OperationDefinitionNode): Plan => {
    const ofDocument = plans.get(document) ?? new Map<OperationDefinitionNode, Plan>();
    plans.set(document, ofDocument);
    const known = ofDocument.get(operation);
    if (known) return known;
    const plan = makePlan(parts, document, operation);
    ofDocument.set(operation, plan);
    return plan;
  };
  return {
    requestDidStart: async () => ({
      responseForOperation: async ({ document, operation, request, contextValue }) => {
        if (isPlainChange(parts.contract, contextValue, operation)) {
          parts.answered(contextValue, { document, operation, plan: null, showsViews: false });
          return null;
        }
        if (showsViewsAlone(parts.contract, document, operation)) {
          parts.views.note(contextValue, operation, request.variables ?? {});
          parts.answered(contextValue, { document, operation, plan: null, showsViews: true });
          return null;
        }
        const plan = planOf(document, operation);
        const put = await plan(contextValue, request.variables ?? {});
        if (put === null) return null;
        const result = await run(parts, contextValue, put, request.variables ?? {});
        if (result?.data && !result.errors && put.read.others === null)
          parts.answered(contextValue, { document, operation, plan, showsViews: false });
        return result && asResponse(result);
      },
    }),
  };
}

async function run(
  { schema, format, report, failureOf }: TextParts,
  context: GraphContext,
  { read, inputs }: Put,
  variables: Variables,
): Promise<FormattedExecutionResult | null> {
  const { question, inputs: sources, others } = read;
  const failed = failureOf(context);
  if (failed && others === null) return failure(question, sources, format, failed);
  try {
    const answered = await answerQuestion(context, question, inputs);
    if (answered === null) return null;
    if (others === null) return asData(String(answered.text));
    const rest = await execute({ schema, document: others, variableValues: variables, contextValue: context });
    // Which fields fail together, and what that leaves of the answer, is told by one execution.
    return rest.errors || !rest.data ? null : asData(withOthers(read, String(answered.text), rest.data));
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      report(error);
      return null;
    }
    return others === null ? failure(question, sources, format, error) : null;
  }
}

// Apollo hands the data on to `stringifyAnswer` without looking into it.
const asData = (text: string): FormattedExecutionResult => ({
  data: new JsonText(text) as unknown as Record<string, unknown>,
});

// The text with what was executed, in the order of the answer.
function withOthers({ question, keys }: ReadDocument, text: string, data: Readonly<Record<string, unknown>>): string {
  const members = new Map(membersOf(question, text));
  const parts = keys.map((key) => `${JSON.stringify(key)}:${members.get(key) ?? JSON.stringify(data[key])}`);
  return `{"data":{${parts.join(',')}}}`;
}

// As if every root field had failed with it: a list is never null, and takes everything with it.
function failure(
  { roots }: Question,
  sources: readonly InputSource[],
  format: (error: GraphQLError) => GraphQLFormattedError,
  error: ServiceError,
): FormattedExecutionResult {
  const failed = roots.flatMap((root) => {
    if (root.form === 'TYPE') return [];
    const { node } = sources[root.form === 'PAGE' ? root.page.input : root.input] ?? {};
    const options = { path: [root.key], originalError: error, ...(node ? { nodes: node } : {}) };
    const isList = root.form === 'PAGE' || (root.form === 'ANY' && root.isList);
    return [{ isList, error: format(new GraphQLError(error.message, options)) }];
  });
  const list = failed.find(({ isList }) => isList);
  if (list) return { data: null, errors: [list.error] };
  const data = roots.map((root) => [root.key, root.form === 'TYPE' ? root.typeName : null] as const);
  return { data: Object.fromEntries(data), errors: failed.map((one) => one.error) };
}

/** Keeps what an operation is answered that shows views alone. */
export function keepAnswer(
  views: ViewAnswers,
  context: GraphContext,
  { body, http }: Pick<GraphQLResponse, 'body' | 'http'>,
): void {
  if (body.kind !== 'single' || http.status !== undefined) return;
  const { data, errors, extensions = {} } = body.singleResult;
  // What is said beside the data but for its languages is of this request alone.
  if (!data || errors || Object.keys(extensions).some((name) => name !== 'language')) return;
  views.keep(context, () => stringifyAnswer({ data, ...('language' in extensions && { extensions }) }));
}

function asResponse(singleResult: FormattedExecutionResult): GraphQLResponse {
  return { body: { kind: 'single', singleResult }, http: { headers: new HeaderMap() } };
}

/** Whether an operation that has passed validation does nothing but one change that one statement makes, and shows nothing that has to be read. */
function isPlainChange(
  contract: Contract,
  context: Pick<GraphContext, 'kindOf'>,
  { operation, selectionSet }: OperationDefinitionNode,
): boolean {
  if (operation !== OperationTypeNode.MUTATION) return false;
  const [root, ...others] = plainFields(selectionSet) ?? [];
  const resource = root && others.length === 0 ? changedKind(contract, root.name.value) : undefined;
  if (!resource || !isComposed(context, resource)) return false;
  const payload = plainFields(root?.selectionSet);
  return (
    payload?.every((field) => field.name.value !== resource.singularField || showsColumns(resource, field)) ?? false
  );
}

const changedKind = ({ resources }: Contract, root: string): Resource | undefined =>
  resources.find(({ operations, name }) => operations.has('UPDATE') && root === `update${name}`);

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
