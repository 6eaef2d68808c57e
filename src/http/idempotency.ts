// `Idempotency-Key` on POST and PATCH of REST and on GraphQL mutations: a request that is sent again gets the response
// of the first, marked with `Idempotency-Replayed`. Resource reference 1.6.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeptAnswer, KeyClaim, KeyedRequest } from '../actions/access/idempotency.ts';
import { ServiceError } from '../domain/errors.ts';
import { isRead } from '../domain/requestHeaders.ts';
import { sentConditions } from '../engine/conditions.ts';
import { beforeSending } from './beforeSending.ts';
import { perRequest } from './perRequest.ts';
import { faceOf } from '../domain/observation.ts';

/** What identifies callers and claims keys. */
export interface IdempotencyParts {
  /** The caller, its own name for keys, and its tenant; null for callers who may change nothing. */
  readonly callerOf: (request: FastifyRequest) => Promise<Omit<KeyedRequest, 'key' | 'content'> | null>;
  readonly claim: (request: KeyedRequest) => Promise<KeyClaim | KeptAnswer>;
  /** What identifies a form that was sent, read to its end; null for a body that is none. Throws what refuses the form. */
  readonly formContent: (request: FastifyRequest) => Promise<string | null>;
  readonly report: (error: unknown) => void;
}

/** The keys of one server. */
export interface IdempotencyKeys {
  /** Keeps answers; registered before anything changes their bytes. */
  keepAnswers(app: FastifyInstance): void;
  /** Claims keys, once callers can be identified. */
  claimKeys(app: FastifyInstance, parts: IdempotencyParts): void;
  /** What the request has claimed. */
  claimOf(request: FastifyRequest): KeyClaim | null;
}

/** The key that a request was sent under, whether or not it is a good one; undefined for none. */
export const keyOf = ({ headers }: FastifyRequest): unknown => headers['idempotency-key'];

const keyForm = /^[\x20-\x7e]{1,255}$/;

/** Longer answers are not kept; that the request was carried out is. */
const longestKept = 2 * 1024 * 1024;

const keptHeaders = [
  'content-type',
  'location',
  'etag',
  'last-modified',
  'preference-applied',
  'warning',
  'cache-control',
];

/** Answers that say nothing about the request itself. */
const passing: ReadonlySet<number> = new Set([401, 408, 429]);
const unknownHash = '"code":"PERSISTED_QUERY_NOT_FOUND"';

/** Keys under which nothing was sent yet. */
export function createIdempotencyKeys(): IdempotencyKeys {
  const claims = perRequest<KeyClaim | null>('claim');
  const reports = new Set<(error: unknown) => void>();
  return {
    claimOf: (request) => claims.get(request) ?? null,
    keepAnswers(app) {
      beforeSending(app, (request, reply, payload) => {
        const claim = claims.get(request);
        if (!claim) return payload;
        claims.set(request, null);
        const failed = (error: unknown): void => reports.forEach((report) => report(error));
        return claim
          .settle(keptAnswer(reply, payload))
          .catch(failed)
          .then(() => payload);
      });
    },
    claimKeys(app, { callerOf, claim, formContent, report }) {
      reports.add(report);
      const claimKey = async (request: FastifyRequest, reply: FastifyReply, key: unknown): Promise<boolean> => {
        if (typeof key !== 'string' || !keyForm.test(key))
          throw new ServiceError('BAD_REQUEST', 'Idempotency-Key must have 1 to 255 printable characters.');
        const caller = await callerOf(request).catch(() => null);
        // Who may not write is refused by the route.
        if (caller === null) return true;
        const form = await formContent(request);
        const claimed = await claim({ ...caller, key, content: contentOf(request, form) });
        if ('status' in claimed) {
          replay(reply, claimed);
          return false;
        }
        claims.set(request, claimed);
        return true;
      };
      app.addHook('preHandler', (request, reply, done) => {
        const key = keyOf(request);
        if (key === undefined || !isKeyed(request)) done();
        else
          claimKey(request, reply, key).then(
            (goesOn) => {
              if (goesOn) done();
            },
            (error: unknown) => done(error as Error),
          );
      });
    },
  };
}

function isKeyed({ method, raw, body }: FastifyRequest): boolean {
  const face = faceOf((raw.url ?? '').split('?', 1)[0] ?? '');
  if (face === 'rest') return isRead('idempotency-key', 'OTHER', method);
  if ((face !== 'graph' && face !== 'stream') || method !== 'POST') return false;
  const { query, documentId, extensions } = sentOperation(body);
  // What is sent by its name may be a mutation.
  return typeof query === 'string' ? isMutation(query) : documentId !== undefined || extensions !== undefined;
}

interface SentOperation {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: unknown;
}

const sentOperation = (body: unknown): SentOperation => (typeof body === 'object' && body !== null ? body : {});

// A document that holds a mutation, wherever it stands; words in texts and comments are left out.
function isMutation(document: string): boolean {
  const bare = document.replace(/"""[^]*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n\r]*/g, ' ');
  return /(?:^|[\s},])mutation(?=[\s{(@#,])/.test(bare);
}

// A form is what its parts say, however they are divided: the words between them are new each time it is sent.
function contentOf(request: FastifyRequest, form: string | null): string {
  const { method, raw, headers } = request;
  if (form !== null) return [method, raw.url, sentConditions(headers), form].join('\n');
  // JSON.stringify answers undefined for no body at all, which its types leave out.
  const text = JSON.stringify(bodyOf(request), (_, part: unknown) =>
    typeof part === 'bigint' ? `${String(part)}n` : part,
  ) as string | undefined;
  return [method, raw.url, sentConditions(headers), text ?? headers['content-length'] ?? ''].join('\n');
}

// An automatic persisted query is sent by its hash first, and with its text where the service did not know it: one request.
function bodyOf({ body }: FastifyRequest): unknown {
  const { query, extensions, ...others } = sentOperation(body);
  if (typeof query !== 'string' || typeof extensions !== 'object' || extensions === null) return body;
  return 'persistedQuery' in extensions ? { ...others, extensions } : body;
}

function keptAnswer(reply: FastifyReply, payload: unknown): KeptAnswer | null {
  const { statusCode: status } = reply;
  if (status >= 500 || passing.has(status)) return null;
  const body = typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString() : '';
  if (body.length > longestKept || body.includes(unknownHash)) return null;
  const headers = keptHeaders.flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return { status, headers: Object.fromEntries(headers), body };
}

function replay(reply: FastifyReply, { status, headers, body }: KeptAnswer): FastifyReply {
  reply.code(status).headers(headers).header('Idempotency-Replayed', 'true');
  return body === '' ? reply.send() : reply.send(body);
}
