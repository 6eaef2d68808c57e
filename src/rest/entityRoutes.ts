// What one can do to an entity beyond the common methods: see its publish plan, copy it, discard its drafts. Resource
// reference 3.1 and 10.1.
import type { FastifyInstance } from 'fastify';
import { copyEntity } from '../actions/copyEntity.ts';
import { discardDrafts } from '../actions/discardDrafts.ts';
import { publishPlan } from '../actions/publishPlan.ts';
import { resourceOf } from '../contract/resource.ts';
import { sendJson, sendWritten } from './answer.ts';
import { bodyObject, handle, pathUrn, type Act, type RestParts } from './handle.ts';
import { offer } from './offer.ts';
import { shapeParameters } from './shape.ts';

/** Registers the actions below `/n/v1/entity/{urn}`. */
export function offerEntityActions(scope: FastifyInstance, parts: RestParts): void {
  const entity = resourceOf(parts.contract, 'Entity');
  const plan: Act = async (call) => sendJson(call, 200, await publishPlan(call.context, pathUrn(call)));
  const copy: Act = async (call) => {
    const row = await copyEntity(call.context, pathUrn(call), bodyObject(call));
    return sendWritten(call, entity, row, true);
  };
  const discard: Act = async (call) => {
    const row = await discardDrafts(call.context, pathUrn(call));
    return sendWritten(call, entity, row, false);
  };
  const root = `/n/v1/${entity.path}/:urn`;
  offer(scope, `${root}/publishplan`, { GET: handle(parts, [], plan) });
  offer(scope, `${root}/copy`, { POST: handle(parts, shapeParameters, copy) });
  offer(scope, `${root}/discarddrafts`, { POST: handle(parts, shapeParameters, discard) });
}
