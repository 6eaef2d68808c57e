// What one can ask and do about access beyond the common methods: check, explain and audit permissions, rotate secrets.
// Resource reference 7.2 to 7.4.
import type { FastifyInstance } from 'fastify';
import { urlOf } from '../actions/fields.ts';
import { readPermissionAudit, type EdgeChange } from '../actions/permissionAudit.ts';
import { checkPermissions, explainPermission } from '../actions/permissionCheck.ts';
import { rotateBearerToken, rotateClientSecret } from '../actions/rotateSecrets.ts';
import { resourceOf } from '../contract/resource.ts';
import { sendJson, sendWritten } from './answer.ts';
import { bodyObject, handle, pathUrn, type Act, type Call, type RestParts } from './handle.ts';
import { offer } from './offer.ts';
import { addressOf } from './pagination.ts';
import { textParameter } from './queryParameters.ts';
import { shapeParameters } from './shape.ts';

/** Registers the paths of checks, the record of permissions, and the rotation of secrets. */
export function offerAccess(scope: FastifyInstance, parts: RestParts): void {
  const token = resourceOf(parts.contract, 'ApiClientBearerToken');
  const client = resourceOf(parts.contract, 'ApiClient');
  const rotate: Act = async (call) => {
    const { overlapSeconds } = bodyOrNothing(call);
    return sendWritten(call, token, await rotateBearerToken(call.context, pathUrn(call), overlapSeconds), true);
  };
  const rotateSecret: Act = async (call) =>
    sendWritten(call, client, await rotateClientSecret(call.context, pathUrn(call)), false);
  offer(scope, '/n/v1/permissioncheck', { POST: handle(parts, [], check) });
  offer(scope, '/n/v1/permissionexplain', { POST: handle(parts, [], explain) });
  offer(scope, '/n/v1/permissionaudit', { GET: handle(parts, ['after', 'limit'], audit) });
  offer(scope, `/n/v1/${token.path}/:urn/rotate`, { POST: handle(parts, shapeParameters, rotate) });
  offer(scope, `/n/v1/${client.path}/:urn/rotatesecret`, { POST: handle(parts, shapeParameters, rotateSecret) });
}

const bodyOrNothing = (call: Call): Readonly<Record<string, unknown>> =>
  call.request.body === undefined || call.request.body === null ? {} : bodyObject(call);

const check: Act = async (call) => {
  const results = await checkPermissions(call.context, bodyObject(call)['checks']);
  return sendJson(call, 200, {
    results: results.map((r) => ({
      ...(r.ref === null ? {} : { ref: r.ref }),
      allowed: r.allowed,
      permission: linkOf(call, r.permission),
    })),
  });
};

const explain: Act = async (call) => {
  const { allowed, path, nearest } = await explainPermission(call.context, bodyObject(call));
  const shown = (steps: readonly { readonly permission: string | null }[]): unknown[] =>
    steps.map((step) => ({ ...step, permission: linkOf(call, step.permission) }));
  return sendJson(call, 200, { allowed, path: shown(path), nearest: shown(nearest) });
};

const audit: Act = async (call) => {
  const { context, parameters } = call;
  const path = '/n/v1/permissionaudit';
  const after = textParameter(parameters, 'after');
  const page = await readPermissionAudit(context, { limit: textParameter(parameters, 'limit'), after });
  const nextUrl =
    page.hasMore && page.after ? addressOf(context, path, new Map(parameters).set('after', page.after)) : null;
  return sendJson(call, 200, {
    changes: page.changes.map((change) => changeOf(call, change)),
    pagination: { after: page.after, nextUrl, isMorePages: page.hasMore, limit: page.limit },
    url: addressOf(context, path, parameters),
  });
};

function linkOf({ context }: Call, urn: string | null): unknown {
  return urn === null ? null : { urn, url: urlOf(context, resourceOf(context.contract, 'Permission'), urn) };
}

function changeOf(call: Call, change: EdgeChange): Record<string, unknown> {
  const { position: _, permission, owner, ...rest } = change;
  const company = resourceOf(call.context.contract, 'Company');
  return {
    permission: linkOf(call, permission),
    owner: { urn: owner, url: urlOf(call.context, company, owner) },
    ...rest,
  };
}
