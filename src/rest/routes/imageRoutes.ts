// The bytes of stored images: `/v/v1/image/{file urn}`, transformed on the way where requested. Resource reference 3.4.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { imageTransform, serveImage } from '../../actions/images/serveImage.ts';
import { ServiceError } from '../../domain/errors.ts';
import { readRange } from '../request/requestHeaders.ts';
import { entityTag, namesTag } from '../../domain/entityTag.ts';
import { handleBytes, pathUrn, type Call, type RestParts, register } from '../request/handle.ts';
import type { QueryParameters } from '../request/queryParameters.ts';
import { addVary } from '../../http/contentCoding.ts';

/** The parameters of an image. */
export const imageParameters = ['w', 'h', 'fit', 'fm', 'q', 'focal'] as const;

/** Registers the bytes of images. */
export function registerImages(scope: FastifyInstance, parts: RestParts): void {
  register(scope, '/v/v1/image/:urn', { GET: handleBytes(parts, imageParameters, readImage, { audience: 'ANYONE' }) });
}

type Transform = Parameters<typeof serveImage>[2];
type Served = Awaited<ReturnType<typeof serveImage>>;

async function readImage(call: Call): Promise<FastifyReply> {
  const { context, parameters, request } = call;
  const transform = readTransform(parameters);
  const image = await serveImage(context, pathUrn(call), transform, request.headers.accept ?? null);
  return sendImage(call, image, transform);
}

// Its own styles and the pictures in it, and nothing from elsewhere.
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** Sends a picture; `isKept` says whether anyone may keep it. */
export async function sendImage(call: Call, image: Served, transform: Transform, isKept = true): Promise<FastifyReply> {
  const { reply } = call;
  const tag = entityTag(Buffer.from(image.key, 'hex').toString('base64url'));
  const { varies, ...caching } = imageCaching(image, transform);
  if (isKept) addVary(reply, varies);
  reply
    .headers(isKept ? caching : { 'Cache-Control': 'no-store' })
    .header('ETag', tag)
    .header('Accept-Ranges', 'bytes')
    .header('Content-Disposition', 'inline')
    .header('Content-Security-Policy', image.isSvg ? svgPolicy : "default-src 'none'; sandbox")
    .header('X-Content-Type-Options', 'nosniff');
  // The tag names what the picture is made of, so that nothing is made for those who have it.
  if (namesTag(call.conditions.noneMatch, tag)) return reply.code(304).send();
  return sendRange(call, await image.load(), tag);
}

/** How the parameters want a picture. Throws INVALID_PARAMETER. */
export function readTransform(parameters: QueryParameters): Transform {
  const transform = imageTransform(Object.fromEntries(parameters));
  if (!('problems' in transform)) return transform;
  throw new ServiceError('INVALID_PARAMETER', transform.problems[0]?.message, transform.problems);
}

/** Seconds for which a picture is kept: for good where its address means no other one, and by shared caches as long as a page may be withdrawn unnoticed. */
const [forever, aWhile] = [31_536_000, 3_600];

type Caching = { readonly 'Cache-Control': string; readonly varies: readonly string[] };

// The bytes of a file never change; a picture that is cut to size does, with its focal point. Shared caches are told by which keys they
// can be made to forget it, as with views.
function imageCaching({ isPublic, isSteady, sources }: Served, { fm }: Transform): Caching {
  const accept = fm === 'auto' ? ['Accept'] : [];
  const lasting = isSteady ? `max-age=${String(forever)}` : `max-age=${String(aWhile)}`;
  const immutable = isSteady ? ', immutable' : '';
  if (!isPublic)
    return { 'Cache-Control': `private, ${lasting}${immutable}`, varies: [...accept, 'Authorization', 'Cookie'] };
  const keys = [...new Set(sources)].sort();
  return {
    'Cache-Control': `public, ${lasting}, s-maxage=${String(aWhile)}${immutable}`,
    ...{ 'Surrogate-Key': keys.join(' '), 'Cache-Tag': keys.join(',') },
    varies: accept,
  };
}

function sendRange(
  { request, reply }: Call,
  image: { readonly bytes: Buffer; readonly contentType: string },
  tag: string,
): FastifyReply {
  const { length } = image.bytes;
  // A range is only good for the bytes the caller has a part of.
  const ifRange = request.headers['if-range'];
  const isSame = ifRange === undefined || ifRange === tag;
  const range = isSame ? readRange(request.headers.range, length) : null;
  if (range === 'NONE')
    return reply
      .code(416)
      .header('Content-Range', `bytes */${String(length)}`)
      .send();
  reply.header('Content-Type', image.contentType);
  if (range === null) return reply.code(200).send(image.bytes);
  reply.header('Content-Range', `bytes ${String(range.start)}-${String(range.end)}/${String(length)}`);
  return reply.code(206).send(image.bytes.subarray(range.start, range.end + 1));
}
