// Compresses answers for callers that accept it: text above a size, by negotiation. The tag of a compressed answer names
// its coding, and conditions that carry such a tag are read as if they did not.
import type { FastifyInstance } from 'fastify';
import { beforeSending } from './beforeSending.ts';
import { perRequest } from './perRequest.ts';
import { chosenCoding, codedTag, encode, plainTags, type Coding, addVary } from './contentCoding.ts';

/** Smaller answers are sent as they are: a packet or two, whatever is done to them. */
const smallestCompressed = 4_096;

const textTypes = /^(?:application\/(?:[a-z.-]+\+)?json|application\/x-ndjson|text\/)/;

/**
 * The coding in which a caller has what that tag names, by the If-None-Match that it sent: an unchanged representation keeps
 * the tag that the caller has of it. Null for the bytes as they are.
 */
function codingOfKnown(
  tag: string,
  { sent, accepted }: { readonly sent: string | undefined; readonly accepted: string | undefined },
): Coding | null {
  const coding = chosenCoding(accepted);
  return coding !== null && sent?.includes(codedTag(tag, coding)) ? coding : null;
}

/** Compresses what is sent in one piece; streams are left alone. Routes see no codings in If-Match and If-None-Match. */
export function compressAnswers(app: FastifyInstance): void {
  const sentConditions = perRequest<string>('sentConditions');
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const known = headers['if-none-match'];
    if (known !== undefined) {
      sentConditions.set(request, known);
      headers['if-none-match'] = plainTags(known);
    }
    if (headers['if-match'] !== undefined) headers['if-match'] = plainTags(headers['if-match']);
    done();
  });
  beforeSending(app, (request, reply, payload) => {
    const tag = reply.getHeader('ETag');
    if (reply.statusCode === 304) {
      const accepted = request.headers['accept-encoding'];
      const coding =
        typeof tag === 'string' ? codingOfKnown(tag, { sent: sentConditions.get(request), accepted }) : null;
      if (coding !== null) reply.header('ETag', codedTag(String(tag), coding));
      // How long the answer would have been is not known here. What can be had in parts is never compressed.
      if (!reply.hasHeader('Accept-Ranges')) addVary(reply, ['Accept-Encoding']);
      return payload;
    }
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : null;
    if (bytes === null || bytes.length < smallestCompressed || reply.hasHeader('Content-Encoding')) return payload;
    if (!textTypes.test(String(reply.getHeader('Content-Type')))) return payload;
    addVary(reply, ['Accept-Encoding']);
    const coding = chosenCoding(request.headers['accept-encoding']);
    if (coding === null) return payload;
    reply.header('Content-Encoding', coding);
    if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('ETag', codedTag(tag, coding));
    return encode(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, coding, 'each');
  });
}
