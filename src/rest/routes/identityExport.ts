// Everything about an identity: one JSON object, or as application/x-ndjson a line for each resource. Written as it is
// read, so that its size does not matter. Resource reference 4.4.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { exportedIdentity, exportIdentity } from '../../actions/identity/exportIdentity.ts';
import type { Resource } from '../../contract/resource.ts';
import { acceptsLines, requireJson } from '../request/requestHeaders.ts';
import type { Call } from '../request/handle.ts';
import { represent, representAll } from '../response/represent.ts';
import type { Row } from '../../engine/context.ts';
import { fullShape } from '../request/shape.ts';
import { writeJson } from '../response/writeJson.ts';

/** Answers the export in the media type that is accepted. NOT_FOUND when the identity may not be read. */
export async function sendExport(call: Call, urn: string): Promise<FastifyReply> {
  const { accept } = call.request.headers;
  const asLines = acceptsLines(accept);
  if (!asLines) requireJson(accept);
  const identity = call.context.contract.kinds.Identity;
  const row = await exportedIdentity(call.context, urn);
  const type = asLines ? 'application/x-ndjson' : 'application/json; charset=utf-8';
  const text = asLines ? linesOf(call, identity, row) : objectOf(call, identity, row);
  call.reply.header('Content-Type', type).header('Cache-Control', 'private, no-store');
  return call.reply.code(200).send(Readable.from(text));
}

async function* linesOf({ context }: Call, identity: Resource, row: Row): AsyncGenerator<string> {
  const line = (kind: string, resource: unknown): string => `${writeJson({ kind, resource })}\n`;
  yield line(identity.name, await represent(context, { resource: identity, row }));
  for await (const { resource, rows } of exportIdentity(context, row)) {
    const bodies = await representAll(context, { resource, rows }, fullShape);
    yield bodies.map((body) => line(resource.name, body)).join('');
  }
}

async function* objectOf({ context }: Call, identity: Resource, row: Row): AsyncGenerator<string> {
  yield `{"${identity.singularField}":${writeJson(await represent(context, { resource: identity, row }))}`;
  let open: string | null = null;
  let isEmpty = true;
  for await (const { resource, rows } of exportIdentity(context, row)) {
    if (resource.plural !== open) {
      yield `${open === null ? '' : ']'},"${resource.plural}":[`;
      [open, isEmpty] = [resource.plural, true];
    }
    const bodies = await representAll(context, { resource, rows }, fullShape);
    if (bodies.length === 0) continue;
    yield `${isEmpty ? '' : ','}${bodies.map((body) => writeJson(body)).join(',')}`;
    isEmpty = false;
  }
  const url = `${context.baseUrl}/n/v1/${identity.path}/${row.urn}/export`;
  yield `],"exportedTimestamp":${writeJson(new Date().toISOString())},"url":${writeJson(url)}}`;
}
