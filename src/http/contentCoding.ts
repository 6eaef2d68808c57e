// Content codings (RFC 9110, 8.4 and 12.5.3): which one an answer is sent in, and bytes in it. Compression runs in
// threads of the runtime, so a long answer does not hold up others. And what is accepted, and the Vary header.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import vary from 'vary';

/** A coding that answers can be sent in. */
export type Coding = 'br' | 'gzip';

const codings: readonly Coding[] = ['br', 'gzip'];

/** The coding that `Accept-Encoding` prefers; of equal ones Brotli. Null for none: the bytes as they are. */
export function chosenCoding(accepted: string | undefined): Coding | null {
  if (accepted === undefined) return null;
  const weights = new Map(acceptedOf(accepted).map(({ name, weight }) => [name, weight]));
  let best: Coding | null = null;
  let most = 0;
  for (const coding of codings) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    if (weight > most) [best, most] = [coding, weight];
  }
  return best;
}

/** What a header of the Accept family names, in lower case, with the weight of each: 1 where none is sent, 0 for a broken one. */
export function acceptedOf(header: string): { readonly name: string; readonly weight: number }[] {
  return header.split(',').map((element) => {
    const [name = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    return { name, weight: Number.isFinite(weight) ? weight : 0 };
  });
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** How much work goes into compressing: `once` for bytes that are kept and sent again, `each` for those of one answer. */
export type Effort = 'once' | 'each';

/** The bytes in that coding. */
export function encode(bytes: Buffer, coding: Coding, effort: Effort): Promise<Buffer> {
  if (coding === 'gzip') return toGzip(bytes, { level: effort === 'once' ? 9 : 4 });
  return toBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort === 'once' ? 9 : 3,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** The strong tag of a representation in a coding: another one than that of the bytes as they are (RFC 9110, 8.8.3.3). */
export function codedTag(tag: string, coding: Coding): string {
  return tag.replace(/"$/, `-${coding}"`);
}

/** The tags of If-Match or If-None-Match as they are without a coding. */
export function plainTags(header: string): string {
  return header.replace(/-(?:br|gzip)"/g, '"');
}

/** Adds request headers that the answer depends on. */
export function addVary(reply: FastifyReply, names: readonly string[]): void {
  if (names.length === 0) return;
  const known = String(reply.getHeader('Vary') ?? '');
  const field = names.join(', ');
  // Reading it takes longer than all other headers of an answer.
  reply.header(
    'Vary',
    known === 'Origin' && field === 'Accept-Encoding' ? 'Origin, Accept-Encoding' : vary.append(known, field),
  );
}
