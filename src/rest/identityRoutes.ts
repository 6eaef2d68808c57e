// What one can do to an identity beyond the common methods: merge another one into it, export everything about it, and
// erase it. Resource reference 4.4.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { WriteOptions } from '../actions/context.ts';
import { eraseIdentity } from '../actions/eraseIdentity.ts';
import { exportedIdentity, exportIdentity } from '../actions/exportIdentity.ts';
import { mergeIdentities } from '../actions/mergeIdentities.ts';
import { resourceOf, type Resource } from '../contract/resource.ts';
import { invalid } from '../domain/errors.ts';
import { parseUrn } from '../domain/urn.ts';
import { acceptsLines, demandJson } from './accept.ts';
import { sendJson, sendWritten, setVersionHeaders } from './answer.ts';
import { bodyObject, handle, handleBytes, pathUrn, type Act, type Call, type RestParts } from './handle.ts';
import { offer } from './offer.ts';
import { represent, representAll } from './represent.ts';
import type { Row } from './row.ts';
import { wholeShape, shapeParameters } from './shape.ts';
import { writeJson } from './writeJson.ts';
import { readExpectedVersion } from './writeRoutes.ts';

/** Registers the actions below `/n/v1/identity/{urn}`. */
export function offerIdentityActions(scope: FastifyInstance, parts: RestParts): void {
  const identity = resourceOf(parts.contract, 'Identity');
  const root = `/n/v1/${identity.path}/:urn`;
  offer(scope, `${root}/merge`, { POST: handle(parts, shapeParameters, merge(identity)) });
  offer(scope, `${root}/erase`, { POST: handle(parts, [], erase(identity)) });
  offer(scope, `${root}/export`, { GET: handleBytes(parts, [], exportAll(identity)) });
}

// 200 with the identity that stays.
function merge(identity: Resource): Act {
  return async (call) => {
    const urn = pathUrn(call);
    const from = otherIdentity(call);
    const row = await mergeIdentities(call.context, urn, from, await optionsOf(call, identity, urn));
    return sendWritten(call, identity, row, false);
  };
}

function otherIdentity(call: Call): string {
  const { from } = bodyObject(call);
  const sent: unknown = typeof from === 'object' && from !== null && 'urn' in from ? from.urn : from;
  const urn = parseUrn(sent);
  if (urn !== null) return urn;
  const code = from === undefined ? 'REQUIRED' : 'INVALID_FORMAT';
  throw invalid([{ path: '/from', code, message: 'The urn of an identity is expected.' }]);
}

// 202 with what is left; it is done by then.
function erase(identity: Resource): Act {
  return async (call) => {
    const urn = pathUrn(call);
    const row = await eraseIdentity(call.context, urn, await optionsOf(call, identity, urn));
    setVersionHeaders(call, row);
    return sendJson(call, 202, await represent(call.context, identity, row));
  };
}

async function optionsOf(call: Call, identity: Resource, urn: string): Promise<Pick<WriteOptions, 'expectedVersion'>> {
  return { expectedVersion: await readExpectedVersion(call, identity, urn) };
}

// One JSON object, or a line for each resource. Written as it is read, so that its size does not matter.
function exportAll(identity: Resource): Act {
  return async (call) => {
    const asLines = acceptsLines(call.request.headers.accept);
    if (!asLines) demandJson(call.request.headers.accept);
    const row = await exportedIdentity(call.context, pathUrn(call));
    const type = asLines ? 'application/x-ndjson' : 'application/json; charset=utf-8';
    const text = asLines ? linesOf(call, identity, row) : objectOf(call, identity, row);
    call.reply.header('Content-Type', type).header('Cache-Control', 'private, no-store');
    return call.reply.code(200).send(Readable.from(text));
  };
}

async function* linesOf({ context }: Call, identity: Resource, row: Row): AsyncGenerator<string> {
  const line = (kind: string, resource: unknown): string => `${writeJson({ kind, resource })}\n`;
  yield line(identity.name, await represent(context, identity, row));
  for await (const { resource, rows } of exportIdentity(context, row)) {
    const bodies = await representAll(context, resource, rows, wholeShape);
    yield bodies.map((body) => line(resource.name, body)).join('');
  }
}

async function* objectOf({ context }: Call, identity: Resource, row: Row): AsyncGenerator<string> {
  yield `{"${identity.singularField}":${writeJson(await represent(context, identity, row))}`;
  let open: string | null = null;
  let isEmpty = true;
  for await (const { resource, rows } of exportIdentity(context, row)) {
    if (resource.plural !== open) {
      yield `${open === null ? '' : ']'},"${resource.plural}":[`;
      [open, isEmpty] = [resource.plural, true];
    }
    const bodies = await representAll(context, resource, rows, wholeShape);
    if (bodies.length === 0) continue;
    yield `${isEmpty ? '' : ','}${bodies.map((body) => writeJson(body)).join(',')}`;
    isEmpty = false;
  }
  const url = `${context.baseUrl}/n/v1/${identity.path}/${row.urn}/export`;
  yield `${open === null ? '' : ']'},"exportedTimestamp":${writeJson(new Date().toISOString())},"url":${writeJson(url)}}`;
}
