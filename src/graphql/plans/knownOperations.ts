// Operations that are known from an earlier request. Once an operation went through Apollo (parsed, validated, measured) and was
// answered by one statement, a later request with the same body but for its variables, of the same client, puts its
// question at once. Of a change that one statement can make it is known that its caller need not be proved ahead.
import type { GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Viewer } from '../../domain/viewer.ts';
import type { QuestionContext } from '../../engine/answerOnce.ts';
import { answerQuestion } from '../../engine/answerQuestion.ts';
import { chargeAhead, chargeBeyond } from '../../engine/requestBudget.ts';
import type { GraphContext } from '../operation/context.ts';
import { floatVariables } from '../operation/floatVariables.ts';
import { hasFixedSize, measureOperation, requireAffordable } from '../operation/limits.ts';
import { nameOperation } from '../operation/nameOperation.ts';
import type { AnsweredOperation } from './answerAsText.ts';
import type { Variables } from '../questions/readInput.ts';
import type { Plan } from './operationPlan.ts';
import type { SentBody } from './sentBody.ts';
import type { ViewAnswers } from './viewOperation.ts';

/** An operation that is known. */
export interface KnownOperation extends AnsweredOperation {
  /** What it is estimated at; null where that depends on the variables. */
  readonly cost: number | null;
}

/** What of a request the question of an operation is put with. */
export type AskingContext = QuestionContext & Pick<GraphContext, 'admission' | 'onlyReads' | 'eventLog'>;

/** The known operations of one server. */
export interface KnownOperations {
  /** What the body stands for, as the viewer's client sends it; null for what is not known. */
  of(viewer: Viewer, sent: SentBody): KnownOperation | null;
  /** Remembers what a body has run for that viewer. */
  learn(viewer: Viewer, sent: SentBody, operation: AnsweredOperation): void;
}

/** Characters of the texts that are remembered; a text stands for some ten times as much of its operation. */
const mostText = 1_000_000;

/** None is known yet. */
export function createKnownOperations(schema: GraphQLSchema): KnownOperations {
  const known = new LRUCache<string, KnownOperation>({
    maxSize: mostText,
    sizeCalculation: (_, key) => key.length + 500,
  });
  return {
    of: (viewer, sent) => known.get(keyOf(viewer, sent)) ?? null,
    learn(viewer, sent, answered) {
      const { document } = answered;
      const cost = hasFixedSize(document) ? costOf(schema, answered, {}) : null;
      known.set(keyOf(viewer, sent), { ...answered, cost });
    },
  };
}

// Registered documents are each client's own, and some clients run no others.
function keyOf(viewer: Viewer, { around, variables }: SentBody): string {
  const client = viewer.oauth?.clientUrn ?? viewer.clientUrn;
  return `${String(client)} ${String(viewer.trustedDocumentsOnly)} ${String(variables !== null)}\n${around}`;
}

// Throws QUERY_TOO_COMPLEX.
function costOf(
  schema: GraphQLSchema,
  { document, operation }: Pick<AnsweredOperation, 'document' | 'operation'>,
  variables: Variables,
): number {
  const size = measureOperation(schema, document, operation, variables);
  requireAffordable(size);
  return Math.max(1, size.cost);
}

/** What a known operation is to be charged with these variables. Throws QUERY_TOO_COMPLEX. */
function priceOf(schema: GraphQLSchema, { document, operation, cost }: KnownOperation, variables: Variables): number {
  return cost ?? costOf(schema, { document, operation }, variables);
}

/**
 * The answer to a known operation that shows views alone, as it is kept; null where it has to be executed, with the same context. Throws
 * as `answerKnown`, and CallerMoved.
 */
export async function answerViews(
  { schema, views }: { readonly schema: GraphQLSchema; readonly views: ViewAnswers },
  context: GraphContext,
  known: KnownOperation,
  sent: Variables,
): Promise<Buffer | null> {
  const { operation } = known;
  const variables = floatVariables(schema, operation, sent);
  const paid = priceOf(schema, known, variables);
  nameOperation(operation);
  context.onlyReads();
  const answered = await views.answer(context, operation, variables);
  if (answered === null) return null;
  await chargeAhead(context, paid);
  const charging = chargeBeyond(context, paid);
  if (charging) await charging;
  return answered;
}

/**
 * The answer to a known read, as JSON. Null where one statement does not answer these variables. Throws QUERY_TOO_COMPLEX, RATE_LIMITED, and what the statement fails with.
 */
export async function answerKnown(
  schema: GraphQLSchema,
  context: AskingContext,
  known: KnownOperation,
  { plan, variables: sent }: { readonly plan: Plan; readonly variables: Variables },
): Promise<string | Buffer | null> {
  const { operation } = known;
  const variables = floatVariables(schema, operation, sent);
  nameOperation(operation);
  const paid = priceOf(schema, known, variables);
  await chargeAhead(context, paid);
  context.onlyReads();
  const put = await plan(context, variables);
  // Another choice of what is skipped may leave fields that no question says.
  if (put === null || put.read.others !== null) return null;
  const answered = await answerQuestion(context, put.read.question, put.inputs);
  if (!answered) return null;
  const charging = chargeBeyond(context, paid);
  if (charging) await charging;
  return answered.text;
}
