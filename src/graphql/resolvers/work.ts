// Root fields of tasks and invoices beyond the common ones: edges one at a time, completion, the graph around a task,
// and payments.
import { changeTaskEdge } from '../../actions/changeTaskEdge.ts';
import { readDependencies } from '../../actions/readDependencies.ts';
import { readPayments, recordPayment } from '../../actions/recordPayment.ts';
import { subjectUrl } from '../../actions/subjectUrl.ts';
import { updateResource } from '../../actions/updateResource.ts';
import { resourceOf, type Contract } from '../../contract/resource.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { GraphContext } from '../context.ts';
import { answer, optionsOf, urnOf } from './roots.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Root = (source: unknown, args: Arguments, context: GraphContext) => unknown;

/** `Query` fields of tasks and invoices. */
export const workQueries: Record<string, Root> = {
  async taskDependencies(_, args, context) {
    const graph = await orNull(async () => readDependencies(context, urnOf(args['urn']), args['depth']));
    return graph && { ...graph, edges: graph.edges.map(({ from, to }) => ({ task: from, blockedBy: to })) };
  },
  invoicePayments: (_, args, context) => orNull(async () => readPayments(context, urnOf(args['urn']))),
};

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** `Mutation` fields of tasks and invoices. */
export function workMutations(contract: Contract): Record<string, Root> {
  const task = resourceOf(contract, 'Task');
  const blocker =
    (isAdded: boolean): Root =>
    (_, args, context) =>
      answer(context, 'task', async () => {
        const change = { urn: urnOf(args['urn']), list: 'blockedBy', other: urnOf(args['blocker']), isAdded } as const;
        return (await changeTaskEdge(context, change, optionsOf(args))).row;
      });
  return {
    addTaskBlocker: blocker(true),
    removeTaskBlocker: blocker(false),
    completeTask: (_, args, context) =>
      answer(context, 'task', async () => {
        const input = { status: 'COMPLETED' };
        return (await updateResource(context, task, urnOf(args['urn']), input, optionsOf(args))).row;
      }),
    recordInvoicePayment: (_, args, context) =>
      answer(context, 'paymentInvoice', () =>
        // The SDL makes the input an object.
        recordPayment(context, urnOf(args['urn']), args['input'] as Arguments, optionsOf(args)),
      ),
  };
}

/** What a line of a task log points at. */
export const taskLogSubjectResolvers = {
  TaskLogSubject: {
    url: (subject: Arguments, _: Arguments, context: GraphContext): string | null => subjectUrl(context, subject),
  },
};
