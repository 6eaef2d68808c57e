// What editors ask of a page, over REST: what would go live with it, and what was written of it. Values are bodies of entries of the
// histories of items, and what is named by urn is a link.
import type { FastifyReply } from 'fastify';
import { readEntityHistory, type ItemChange } from '../../actions/content/entityHistory.ts';
import { publishEntitiesPlan, publishPlan, type PublishPlan } from '../../actions/content/publishPlan.ts';
import { resourceOf } from '../../contract/resource.ts';
import type { Deviation } from '../../domain/entityType.ts';
import type { ItemRow } from '../../engine/context.ts';
import { givenCursor } from '../../engine/cursor.ts';
import type { VerbArguments } from '../../generated/verbs.ts';
import type { Call } from '../request/handle.ts';
import { sendJson } from '../response/answer.ts';
import { addressOf, forwardPagination } from '../response/pagination.ts';
import { represent } from '../response/represent.ts';
import { shallowLink } from '../response/representValue.ts';

function linkTo({ context }: Call, kind: string, urn: string): Record<string, unknown> {
  return shallowLink(context, resourceOf(context.contract, kind), urn);
}

/** Answers the plan of one page. */
export async function sendPlan(call: Call, { urn }: VerbArguments['publishPlan']): Promise<FastifyReply> {
  const plan = await planBody(call, await publishPlan(call.context, urn));
  return sendJson(call, 200, { ...plan, url: `${String(linkTo(call, 'Entity', urn)['url'])}/publishplan` });
}

/** Answers the plans of several pages. */
export async function sendPlans(call: Call, { urns }: VerbArguments['publishEntitiesPlan']): Promise<FastifyReply> {
  const plans = await publishEntitiesPlan(call.context, [urns].flat());
  return sendJson(call, 200, { plans: await Promise.all(plans.map((plan) => planBody(call, plan))) });
}

// The values are bodies of entries of the item's history.
async function changeBody(call: Call, { itemUrn, kind, name, change, before, after }: ItemChange): Promise<object> {
  const { context } = call;
  const resource = resourceOf(context.contract, kind);
  const bodyOf = async (row: ItemRow | null): Promise<unknown> =>
    row && represent(context, { resource, row: { ...row } });
  const [was, is] = await Promise.all([bodyOf(before), bodyOf(after)]);
  return { item: linkTo(call, kind, itemUrn), kind, change, name, before: was, after: is };
}

/** Answers a page of what was written of a page. */
export async function sendHistory(
  call: Call,
  { urn, first = null, after = null }: VerbArguments['entityHistory'],
): Promise<FastifyReply> {
  const { context, parameters } = call;
  const path = `/n/v1/entity/${urn}/history`;
  const page = await readEntityHistory(context, urn, { first, after: givenCursor(after) });
  const { hasNextPage: isMorePages, endCursor } = page.pageInfo;
  const history = page.nodes.map(async (one) => ({
    timestamp: one.timestamp,
    actor: one.actor,
    ...(await changeBody(call, one)),
  }));
  return sendJson(call, 200, {
    history: await Promise.all(history),
    pagination: forwardPagination(call, path, { after: endCursor, isMorePages, limit: page.limit }),
    url: addressOf(context, path, parameters),
  });
}

async function planBody(call: Call, plan: PublishPlan): Promise<Record<string, unknown>> {
  return {
    entity: linkTo(call, 'Entity', plan.entity),
    changes: await Promise.all(plan.changes.map((change) => changeBody(call, change))),
    missingReferences: plan.missingReferences.map(({ itemUrn, entityUrn }) => ({
      item: linkTo(call, 'ReferenceItem', itemUrn),
      entity: linkTo(call, 'Entity', entityUrn),
    })),
    openTasks: plan.openTasks.map((row) => ({
      ...linkTo(call, 'Task', row.urn),
      title: row['title'],
      status: row['status'],
    })),
    audience: plan.audience,
    violations: plan.violations.map(shownDeviation),
    warnings: plan.warnings,
  };
}

function shownDeviation({ path, code, message, limit, field, itemUrn }: Deviation): Record<string, unknown> {
  return { path, code, message, limit: limit === undefined ? null : String(limit), field, itemUrn };
}
