// What an operation cost, told to who asks for it by `extensions.cost` of its request. Resource reference 16.4.
import type { Spent } from '../../engine/requestBudget.ts';
import type { GraphContext } from './context.ts';

/** `extensions.cost` of an answer. */
interface SaidCost extends Spent {
  /** What was charged: the larger of the estimate and of what the counts amount to. */
  readonly price: number;
  /** What the operation was estimated at before it ran. */
  readonly estimate: number;
  /** What operations may cost in a minute, and what is left of it; absent where nothing is limited. */
  readonly limit?: number;
  readonly remaining?: number;
}

/** Whether a request asks what it costs. */
export function asksCost(extensions: Readonly<Record<string, unknown>> | undefined): boolean {
  return extensions?.['cost'] === true;
}

/** What an operation cost that was estimated at so much. */
export function saidCost({ admission, budget }: GraphContext, estimate: number): SaidCost {
  const cost = admission?.policies().find(({ name }) => name === 'cost');
  const left = cost && { limit: cost.limit, remaining: cost.remaining };
  return { price: budget.price(), estimate, ...budget.spent(), ...left };
}
