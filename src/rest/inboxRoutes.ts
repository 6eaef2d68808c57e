// The inbox of an identity, and marking it as read. Resource reference 6.6.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { listFingerprint } from '../actions/cursor.ts';
import { countInbox, inboxOwner, markInboxRead, readInbox } from '../actions/inbox.ts';
import { resourceOf } from '../contract/resource.ts';
import { invalid } from '../domain/errors.ts';
import { parseInstant } from '../domain/instant.ts';
import { sendJson } from './answer.ts';
import { bodyObject, handle, pathUrn, type Act, type Call, type RestParts } from './handle.ts';
import { defaultOrder, pageParameters, readPage } from './listParameters.ts';
import { offer } from './offer.ts';
import { addressOf, paginationOf } from './pagination.ts';
import { flagParameter } from './queryParameters.ts';
import { representAll } from './represent.ts';
import { shallowLink } from './representValue.ts';
import { readShape, shapeParameters } from './shape.ts';

const path = '/n/v1/identitynotificationinbox';

/** Registers `/n/v1/identitynotificationinbox`, one's own, and `.../{identity}`; and their `markread`. */
export function offerInbox(scope: FastifyInstance, parts: RestParts): void {
  const known = [...pageParameters, ...shapeParameters, 'all'];
  const read = (owner: (call: Call) => string | null): Act => {
    return async (call) => sendInbox(call, await inboxOwner(call.context, owner(call)));
  };
  const mark = (owner: (call: Call) => string | null): Act => {
    return async (call) => {
      const identity = await inboxOwner(call.context, owner(call));
      await markInboxRead(call.context, identity, beforeOf(call));
      return sendInbox(call, identity);
    };
  };
  const own = (): null => null;
  offer(scope, path, { GET: handle(parts, known, read(own)) });
  offer(scope, `${path}/markread`, { POST: handle(parts, known, mark(own)) });
  offer(scope, `${path}/:urn`, { GET: handle(parts, known, read(pathUrn)) });
  offer(scope, `${path}/:urn/markread`, { POST: handle(parts, known, mark(pathUrn)) });
}

function beforeOf(call: Call): string | null {
  if (call.request.body === undefined || call.request.body === null) return null;
  const { beforeTimestamp } = bodyObject(call);
  if (beforeTimestamp === undefined || beforeTimestamp === null) return null;
  const instant = parseInstant(beforeTimestamp);
  if (instant !== null) return instant;
  throw invalid([{ path: '/beforeTimestamp', code: 'INVALID_FORMAT', message: 'A date-time is expected.' }]);
}

async function sendInbox(call: Call, identity: string): Promise<FastifyReply> {
  const { context, parameters } = call;
  const isAll = flagParameter(parameters, 'all');
  const resource = resourceOf(context.contract, 'MessageThreadNotification');
  const shape = readShape(context.contract, resource, parameters);
  const order = defaultOrder(resource);
  const list = listFingerprint(`inbox ${identity} ${String(isAll)}`, order);
  const query = readPage(context, parameters, list, order);
  const page = await readInbox(context, identity, isAll, query);
  const own = `${path}/${identity}`;
  const { unreadThreadCount, unreadMentionCount } = await countInbox(context, identity);
  return sendJson(call, 200, {
    identity: shallowLink(context, resourceOf(context.contract, 'Identity'), identity),
    notifications: await representAll(context, resource, page.rows, shape),
    unreadThreadCount,
    unreadMentionCount,
    pagination: paginationOf(context, { page, query, list, path: own, parameters }),
    url: addressOf(context, own, parameters),
  });
}
