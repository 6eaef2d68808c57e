// Assets: their bytes are sent as a form to an asset that exists, and served at `/v/v1/asset/{urn}`. Resource reference 16.25.
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { serveAsset, type ServedAsset } from '../../actions/images/serveAsset.ts';
import { requireUpload, uploadAsset } from '../../actions/images/uploadAsset.ts';
import { requiredVersion } from '../../engine/conditions.ts';
import { entityTag, namesTag } from '../../domain/entityTag.ts';
import { invalid } from '../../domain/errors.ts';
import { addVary } from '../../http/contentCoding.ts';
import { handle, handleBytes, pathUrn, register, type Call, type RestParts } from '../request/handle.ts';
import { readRange } from '../request/requestHeaders.ts';
import { readShape, shapeParameters } from '../request/shape.ts';
import { readUploadForm } from '../request/uploadForm.ts';
import { sendWritten } from '../response/answer.ts';
import { registerResource } from './resourceRoutes.ts';

/** Registers the paths of assets, in a scope of their own: a form is accepted there. */
export function registerAssets(scope: FastifyInstance, parts: RestParts): void {
  void scope.register(async (forms) => {
    await forms.register(multipart);
    const POST = handle(parts, shapeParameters, upload, { kind: 'CHANGE' });
    registerResource(forms, parts, parts.contract.kinds.Asset, { onKind: {}, onUrn: { POST } });
  });
  register(scope, '/v/v1/asset/:urn', { GET: handleBytes(parts, [], readAsset, { audience: 'ANYONE' }) });
}

async function upload(call: Call): Promise<FastifyReply> {
  const { context, request } = call;
  const resource = context.contract.kinds.Asset;
  const shape = readShape(resource, call.parameters);
  const urn = pathUrn(call);
  // Before 20 MiB are taken in for an asset that is not there.
  await requireUpload(context, urn);
  const expectedVersion = await requiredVersion(context, { resource, urn }, call.conditions);
  const { src, srcType } = await readUploadForm(request, context.limits.imageBytes);
  // However long the form took to arrive, the work on it begins now.
  context.budget.restart(workMillis);
  const message = 'A file in a part named src is expected.';
  if (src === null) throw invalid([{ path: '/src', code: 'REQUIRED', message }]);
  const row = await uploadAsset(context, { urn, bytes: src, claimedType: srcType }, { expectedVersion });
  return sendWritten(call, { resource, row, shape }, true);
}

/** How long a file may take to be kept, in milliseconds. */
const workMillis = 30_000;

/** Seconds for which shared caches keep what everyone may see; browsers ask each time, as the bytes may be replaced. */
const aWhile = 60;

async function readAsset(call: Call): Promise<FastifyReply> {
  const { context, reply } = call;
  const asset = await serveAsset(context, pathUrn(call));
  const tag = entityTag(Buffer.from(asset.key, 'hex').toString('base64url'));
  if (!asset.isPublic) addVary(reply, ['Authorization', 'Cookie']);
  reply
    .headers(cachingOf(asset))
    .header('ETag', tag)
    .header('Accept-Ranges', 'bytes')
    .header('Content-Disposition', dispositionOf(asset))
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('X-Content-Type-Options', 'nosniff');
  if (namesTag(call.conditions.noneMatch, tag)) return reply.code(304).send();
  return sendBytes(call, asset, tag);
}

function cachingOf({ isPublic, sources }: ServedAsset): Readonly<Record<string, string>> {
  if (!isPublic) return { 'Cache-Control': 'private, max-age=0, must-revalidate' };
  const keys = [...sources].sort();
  return {
    'Cache-Control': `public, max-age=0, s-maxage=${String(aWhile)}, must-revalidate`,
    ...{ 'Surrogate-Key': keys.join(' '), 'Cache-Tag': keys.join(',') },
  };
}

// RFC 6266 and 8187: readers of the second form take it; those of the first see ASCII.
function dispositionOf({ name, isInline }: ServedAsset): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${whole}`;
}

async function sendBytes({ request, reply }: Call, asset: ServedAsset, tag: string): Promise<FastifyReply> {
  const { byteLength } = asset;
  // A range is only good for the bytes the caller has a part of.
  const ifRange = request.headers['if-range'];
  const isSame = ifRange === undefined || ifRange === tag;
  const range = isSame ? readRange(request.headers.range, byteLength) : null;
  if (range === 'NONE')
    return reply
      .code(416)
      .header('Content-Range', `bytes */${String(byteLength)}`)
      .send();
  const length = range ? range.end - range.start + 1 : byteLength;
  const isText = asset.contentType === 'text/plain';
  reply
    .header('Content-Type', isText ? 'text/plain; charset=utf-8' : asset.contentType)
    .header('Content-Length', length);
  if (range)
    reply.code(206).header('Content-Range', `bytes ${String(range.start)}-${String(range.end)}/${String(byteLength)}`);
  // The headers say it all, and nothing is read for them.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const { stream } = await asset.open(range ?? undefined);
  return reply.send(stream);
}
