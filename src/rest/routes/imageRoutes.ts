// The bytes of stored images: `/v/v1/image/{file urn}`, transformed on the way where requested. Resource reference 3.4.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { imageTransform, serveImage } from '../../actions/images/serveImage.ts';
import { ServiceError } from '../../domain/errors.ts';
import { readRange } from '../request/requestHeaders.ts';
import { entityTag, namesTag, readTags } from '../../domain/entityTag.ts';
import { handleBytes, pathUrn, type Call, type RestParts, register } from '../request/handle.ts';
import type { QueryParameters } from '../request/queryParameters.ts';
import { addVary } from '../../http/contentCoding.ts';

/** The parameters of an image. */
const imageParameters = ['w', 'h', 'fit', 'fm', 'q'] as const;

/** Registers the bytes of images. */
export function registerImages(scope: FastifyInstance, parts: RestParts): void {
  register(scope, '/v/v1/image/:urn', { GET: handleBytes(parts, imageParameters, readImage, 'ANYONE') });
}

type Transform = Parameters<typeof serveImage>[2];

async function readImage(call: Call): Promise<FastifyReply> {
  const { context, parameters, request, reply } = call;
  const condition = readTags('If-None-Match', request.headers['if-none-match']);
  const transform = readTransform(parameters);
  const image = await serveImage(context, pathUrn(call), transform, request.headers.accept ?? null);
  const tag = entityTag(Buffer.from(image.digestHex, 'hex').toString('base64url'));
  addVary(reply, ['Accept', 'Authorization', 'Cookie']);
  reply
    .header('ETag', tag)
    .header('Cache-Control', cacheControl(transform))
    .header('Accept-Ranges', 'bytes')
    .header('Content-Disposition', 'inline')
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('X-Content-Type-Options', 'nosniff');
  if (namesTag(condition, tag)) return reply.code(304).send();
  return sendRange(call, image, tag);
}

function readTransform(parameters: QueryParameters): Transform {
  const transform = imageTransform(Object.fromEntries(parameters));
  if (!('problems' in transform)) return transform;
  throw new ServiceError('INVALID_PARAMETER', transform.problems[0]?.message, transform.problems);
}

// The bytes of a file never change, and whether one may see them is the reader's own matter. Only a picture that is cut
// to size changes, with its focal point.
function cacheControl({ fit }: Transform): string {
  return fit === 'cover' ? 'private, max-age=3600' : 'private, max-age=31536000, immutable';
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
