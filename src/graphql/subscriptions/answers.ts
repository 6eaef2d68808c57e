// Makes the answers of subscriptions: each is executed and encoded once, however many receive it. Those that are made side by side
// share one budget, so that what a batch of events makes of large pages is never in memory together.
import { execute, type ExecutionResult, type GraphQLError, type GraphQLSchema } from 'graphql';
import type { Services } from '../../engine/context.ts';
import {
  chargeBeyond,
  createRequestBudget,
  requestLimits,
  type BudgetLimits,
  type RequestBudget,
} from '../../engine/requestBudget.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { GraphContext } from '../operation/context.ts';
import { formatError } from '../operation/errors.ts';
import type { Operation } from './operation.ts';

/** What answers are made with. */
export interface AnswerParts {
  readonly schema: GraphQLSchema;
  readonly services: Services;
  /** Called for errors that are bugs. */
  readonly report: (bug: unknown) => void;
}

/** What is asked, and for whom. */
export interface Asked {
  readonly operation: Operation;
  readonly context: GraphContext;
  /** Counts what the answers have cost; absent for events, which are free. */
  readonly charge?: (cost: number) => Promise<void>;
}

/** Half of what may wait for a peer. */
const smallBytes = 512 * 1024;

/** The budget of answers that are made side by side, where one alone may spend `limits`. */
export function together(limits: BudgetLimits = requestLimits): BudgetLimits {
  return { ...limits, bytes: Math.min(smallBytes, limits.bytes) };
}

/** Whether more answers of that size would still be small together. */
export function isSmall(texts: readonly Buffer[]): boolean {
  return texts.reduce((sum, text) => sum + text.length, 0) < smallBytes / 4;
}

/**
 * The texts of the answers to these values of the root field, in order; null when they spend more than the budget. Throws
 * UNAVAILABLE or TIMEOUT when the database failed while they were made, or their time was over: that is no part of an answer,
 * and the same values can be tried again.
 */
export async function answersOf(
  parts: AnswerParts,
  asked: Asked,
  values: readonly unknown[],
  limits?: BudgetLimits,
): Promise<readonly Buffer[] | null> {
  const budget = createRequestBudget(limits);
  const results = await Promise.all(values.map((value) => resultOf(parts, asked, value, budget)));
  const isTooLarge = results.some(({ errors }) => errors?.some((error) => codeOf(error) === 'RESULT_TOO_LARGE'));
  const texts = isTooLarge ? null : await Promise.all(results.map((result) => textOf(parts, asked, result, budget)));
  if (asked.charge) await chargeBeyond({ budget, admission: { chargeSpent: asked.charge } });
  return texts;
}

/** The text of one answer, which is an error when it spends more than the budget. Throws as `answersOf`. */
export async function answerOf(
  parts: AnswerParts,
  asked: Asked,
  value: unknown,
  limits?: BudgetLimits,
): Promise<Buffer> {
  const budget = createRequestBudget(limits);
  return textOf(parts, asked, await resultOf(parts, asked, value, budget), budget);
}

const momentary = new Set(['UNAVAILABLE', 'TIMEOUT']);

async function resultOf(
  { schema }: AnswerParts,
  { operation, context }: Asked,
  value: unknown,
  budget: RequestBudget,
): Promise<ExecutionResult> {
  const { document, operationName, variables, field } = operation;
  const result: ExecutionResult = await execute({
    schema,
    document,
    operationName,
    variableValues: variables,
    contextValue: { ...context, budget },
    rootValue: { [field]: value },
  });
  for (const { originalError } of result.errors ?? [])
    if (originalError instanceof ServiceError && momentary.has(originalError.code)) throw originalError;
  return result;
}

const codeOf = ({ originalError }: GraphQLError): string | null =>
  originalError instanceof ServiceError ? originalError.code : null;

async function textOf(
  { services, report }: AnswerParts,
  { context }: Asked,
  result: ExecutionResult,
  budget: RequestBudget,
): Promise<Buffer> {
  if (!result.errors) {
    const readPosition = (await services.readPositions?.ofTenant(context.viewer.tenantUrn)) ?? null;
    return Buffer.from(JSON.stringify(readPosition === null ? result : { ...result, extensions: { readPosition } }));
  }
  const errors = result.errors.map((error) => formatError(error.toJSON(), error, context.requestId, report));
  // What was read until the budget was used up is no answer.
  return Buffer.from(JSON.stringify({ data: budget.failure() ? null : result.data, errors }));
}
