// What one can do to a task and to an invoice beyond the common methods: its edges one at a time, the graph around it,
// and payments. Resource reference 4.9, 5.4.
import type { FastifyInstance } from 'fastify';
import type { WriteOptions } from '../actions/context.ts';
import { changeTaskEdge } from '../actions/changeTaskEdge.ts';
import { readDependencies } from '../actions/readDependencies.ts';
import { readPayments, recordPayment } from '../actions/recordPayment.ts';
import { resourceOf, type Resource } from '../contract/resource.ts';
import { notFound } from '../domain/errors.ts';
import { taskLists, type TaskList } from '../domain/taskActivity.ts';
import { parseUrn } from '../domain/urn.ts';
import { sendEmpty, sendJson, sendWritten, setVersionHeaders } from './answer.ts';
import { bodyObject, handle, pathUrn, type Act, type Call, type RestParts } from './handle.ts';
import { offer } from './offer.ts';
import { addressOf } from './pagination.ts';
import { textParameter } from './queryParameters.ts';
import { atTop, represent } from './represent.ts';
import { shallowLink } from './representValue.ts';
import { readShape, shapeParameters } from './shape.ts';
import { longNumber } from './writeJson.ts';
import { readExpectedVersion } from './writeRoutes.ts';

/** Registers the actions below `/n/v1/task/{urn}` and `/n/v1/paymentinvoice/{urn}`. */
export function offerWorkActions(scope: FastifyInstance, parts: RestParts): void {
  const task = resourceOf(parts.contract, 'Task');
  for (const list of taskLists) {
    offer(scope, `/n/v1/${task.path}/:urn/${list.toLowerCase()}/:other`, {
      POST: handle(parts, shapeParameters, addEdge(task, list)),
      DELETE: handle(parts, [], removeEdge(task, list)),
    });
  }
  offer(scope, `/n/v1/${task.path}/:urn/dependencies`, {
    GET: handle(parts, ['depth', ...shapeParameters], dependencies(task)),
  });
  const invoice = resourceOf(parts.contract, 'PaymentInvoice');
  offer(scope, `/n/v1/${invoice.path}/:urn/payments`, {
    GET: handle(parts, [], payments),
    POST: handle(parts, shapeParameters, pay(invoice)),
  });
}

// 201 with the task when the edge is new, 200 when it was there.
function addEdge(task: Resource, list: TaskList): Act {
  return async (call) => {
    const urn = pathUrn(call);
    const options = await optionsOf(call, task, urn);
    const change = { urn, list, other: otherUrn(call), isAdded: true };
    const { row, isNew } = await changeTaskEdge(call.context, change, options);
    return sendWritten(call, task, row, isNew);
  };
}

function removeEdge(task: Resource, list: TaskList): Act {
  return async (call) => {
    const urn = pathUrn(call);
    const options = await optionsOf(call, task, urn);
    const change = { urn, list, other: otherUrn(call), isAdded: false };
    const { row } = await changeTaskEdge(call.context, change, options);
    setVersionHeaders(call, row);
    return sendEmpty(call, 204);
  };
}

async function optionsOf(call: Call, resource: Resource, urn: string): Promise<WriteOptions> {
  const expectedVersion = await readExpectedVersion(call, resource, urn);
  return { expectedVersion, isStrict: call.isStrict, isForced: false };
}

function otherUrn({ request: { params } }: Call): string {
  const urn = parseUrn(typeof params === 'object' && params !== null && 'other' in params ? params.other : null);
  if (urn === null) throw notFound();
  return urn;
}

function dependencies(task: Resource): Act {
  return async (call) => {
    const { context, parameters } = call;
    const urn = pathUrn(call);
    const shape = readShape(context.contract, task, parameters);
    const graph = await readDependencies(context, urn, textParameter(parameters, 'depth'));
    const link = (at: string): Record<string, unknown> => shallowLink(context, task, at);
    const nodes = graph.nodes.map(async ({ task: row, distance }) => ({
      task: await represent(context, task, row, shape, atTop),
      distance,
    }));
    return sendJson(call, 200, {
      nodes: await Promise.all(nodes),
      edges: graph.edges.map(({ from, to }) => ({ task: link(from), blockedBy: link(to) })),
      isTruncated: graph.isTruncated,
      url: addressOf(context, `/n/v1/${task.path}/${urn}/dependencies`, parameters),
    });
  };
}

const payments: Act = async (call) => {
  const urn = pathUrn(call);
  const kept = await readPayments(call.context, urn);
  return sendJson(call, 200, {
    payments: kept.map((payment) => ({ ...payment, unitValue: longNumber(payment.unitValue) })),
    url: addressOf(call.context, `/n/v1/paymentinvoice/${urn}/payments`, call.parameters),
  });
};

function pay(invoice: Resource): Act {
  return async (call) => {
    const urn = pathUrn(call);
    const body = bodyObject(call);
    const row = await recordPayment(call.context, urn, body, await optionsOf(call, invoice, urn));
    return sendWritten(call, invoice, row, true);
  };
}
