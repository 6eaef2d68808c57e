// Documents that do not change while the process runs: encoded once, with a strong tag, sent compressed to callers that
// accept it, and not sent again to those that have them. RFC 9110, 8.8 and 13.1.2.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, namesTag } from '../domain/entityTag.ts';
import { readConditions } from '../engine/conditions.ts';
import { contentHash } from '../engine/contentHash.ts';
import { chosenCoding, codedTag, encode, type Coding, addVary } from './contentCoding.ts';

/** What a document is made of. */
export interface DocumentParts {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The content. What it throws answers the request, and the next one tries again. */
  readonly read: () => string | Buffer | Promise<string | Buffer>;
  /** The content in Brotli, where it was compressed ahead. */
  readonly brotli?: () => Buffer;
}

/** Answers a request with the document. */
export type SendDocument = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface Made {
  readonly bytes: Buffer;
  readonly tag: string;
  readonly coded: Map<Coding, Promise<Buffer>>;
}

/** Replies whose bytes are shared by all answers, so that they take no memory of their own. */
const shared = new WeakSet<FastifyReply>();

/** Whether the reply sends bytes that other replies send, too. */
export function sendsSharedBytes(reply: FastifyReply): boolean {
  return shared.has(reply);
}

/** A document that is read when it is first needed. */
export function staticDocument({ contentType, cacheControl, headers = {}, read, brotli }: DocumentParts): SendDocument {
  let made: Promise<Made> | null = null;
  const make = async (): Promise<Made> => {
    const content = await read();
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    return {
      bytes,
      tag: entityTag(contentHash(bytes)),
      coded: new Map(brotli ? [['br', Promise.resolve(brotli())]] : []),
    };
  };
  const get = async (): Promise<Made> => {
    made ??= make();
    try {
      return await made;
    } catch (error) {
      made = null;
      throw error;
    }
  };
  return async (request, reply) => {
    const document = await get();
    const coding = chosenCoding(request.headers['accept-encoding']);
    const { tag } = document;
    reply.headers({ ...headers, 'Content-Type': contentType, 'Cache-Control': cacheControl, ETag: tag });
    addVary(reply, ['Accept-Encoding']);
    const { noneMatch } = readConditions(request.headers, 'READ');
    if (namesTag(noneMatch, tag)) return reply.code(304).removeHeader('Content-Type').send();
    shared.add(reply);
    if (coding === null) return reply.send(document.bytes);
    return reply
      .headers({ 'Content-Encoding': coding, ETag: codedTag(tag, coding) })
      .send(await codedBytes(document, coding));
  };
}

function codedBytes({ bytes, coded }: Made, coding: Coding): Promise<Buffer> {
  const known = coded.get(coding);
  if (known) return known;
  const encoded = encode(bytes, coding, 'once');
  encoded.catch(() => coded.delete(coding));
  coded.set(coding, encoded);
  return encoded;
}
