// Counts each request before any other work, and reports the remaining quota in every response: the RateLimit fields of
// the IETF draft (draft-ietf-httpapi-ratelimit-headers-10). Resource reference 1.6, 1.10.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission, QuotaState } from '../domain/requestLimits.ts';
import { ServiceError } from '../domain/errors.ts';
import { faceOf } from '../domain/observation.ts';
import type { Viewer } from '../domain/viewer.ts';
import { holds, type CallerProof } from '../engine/callerProof.ts';
import { perRequest, type PerRequest } from './perRequest.ts';

/** Who sent a request. */
export interface Recognized<Caller> {
  /** The caller, or what refuses it. */
  readonly caller: Caller | ServiceError;
  /** What is still to be proved of it; null where it was decided for this request. */
  readonly proof: CallerProof | null;
}

/** What recognizes and counts. */
export interface CallerParts<Caller extends { readonly viewer: Viewer }> {
  /** The caller by its credentials, as it was decided last or is decided now. Throws what refuses it, such as UNAUTHENTICATED. */
  recognize(request: FastifyRequest): Recognized<Caller> | Promise<Recognized<Caller>>;
  /** The caller as it is decided where the last decision did not hold. Throws as `recognize`. */
  decideAnew(request: FastifyRequest, proof: CallerProof): Promise<Recognized<Caller>>;
  /** Counts the request, null where nothing is limited; `viewer` is null for callers who were refused. */
  admit(request: FastifyRequest, viewer: Viewer | null): Promise<Admission> | null;
}

/** A caller whose request was counted. */
export interface CountedCaller<Caller> {
  readonly caller: Caller;
  readonly proof: CallerProof | null;
  readonly admission: Admission | null;
}

/** The callers of a server's requests, each recognized and counted once. */
export interface RequestCallers<Caller> {
  /** Who sent it. Throws what refuses the caller, or RATE_LIMITED when too much was sent. */
  of(request: FastifyRequest): CountedCaller<Caller> | Promise<CountedCaller<Caller>>;
  /** The same, as far as it is known already; null for whom is not, or is refused. */
  known(request: FastifyRequest): CountedCaller<Caller> | null;
  /** The same where the decision that `of` gave did not hold: what was counted is taken back. */
  anew(request: FastifyRequest, proof: CallerProof): Promise<CountedCaller<Caller>>;
  /** Counts the request anew, and takes back what was counted, charges included: its answer begins again. Throws as `of`. */
  recount(request: FastifyRequest): Promise<void>;
}

interface Counted<Caller> extends Recognized<Caller> {
  readonly admission: Admission | null;
}

type Counting<Caller> = Counted<Caller> | Promise<Counted<Caller>>;

/**
 * Counts every request of both faces and of sign-in on this server, whatever its outcome; health checks and pages are not counted. Each request
 * is identified and counted once.
 */
export function limitRequests<Caller extends { readonly viewer: Viewer }>(
  app: FastifyInstance,
  parts: CallerParts<Caller>,
): RequestCallers<Caller> {
  const counted = perRequest<Counting<Caller>>('counted');
  const count = (request: FastifyRequest): Counting<Caller> =>
    counted.get(request) ??
    keep(
      counted,
      request,
      countRequest(parts, request, () => parts.recognize(request)),
    );
  const countAgain = async (
    request: FastifyRequest,
    again: () => Promise<Recognized<Caller>>,
  ): Promise<CountedCaller<Caller>> => {
    (await count(request)).admission?.takeBack();
    return served(await keep(counted, request, countRequest(parts, request, again)));
  };
  tellLimits(app, count);
  return {
    of(request) {
      const found = count(request);
      return found instanceof Promise ? found.then(served) : served(found);
    },
    known(request) {
      const found = counted.get(request);
      const isServed = found && !(found instanceof Promise) && !(found.caller instanceof ServiceError);
      return isServed && !found.admission?.refusal ? served(found) : null;
    },
    anew: (request, proof) => countAgain(request, () => parts.decideAnew(request, proof)),
    async recount(request) {
      const { caller, proof } = await count(request);
      await countAgain(request, () => Promise.resolve({ caller, proof }));
    },
  };
}

// What is known is there at once from then on.
function keep<Caller>(
  counted: PerRequest<Counting<Caller>>,
  request: FastifyRequest,
  made: Counting<Caller>,
): Counting<Caller> {
  counted.set(request, made);
  if (made instanceof Promise)
    made.then(
      (one) => counted.set(request, one),
      () => undefined,
    );
  return made;
}

function tellLimits(app: FastifyInstance, count: (request: FastifyRequest) => Counting<unknown>): void {
  /** Those whose answers say how the limits stand. */
  const told = perRequest<true>('told');
  app.addHook('onRequest', (request, reply, done) => {
    if (!isLimited(request.raw.url ?? '')) {
      done();
      return;
    }
    const begin = ({ admission }: Counted<unknown>): void => {
      if (admission) {
        told.set(request, true);
        writeQuotaHeaders(reply, admission);
      }
      done(admission?.refusal ?? undefined);
    };
    const found = count(request);
    // Other errors are reported where the caller is resolved.
    if (found instanceof Promise) found.then(begin, () => done());
    else begin(found);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const known = told.get(request) ? count(request) : null;
    if (known && !(known instanceof Promise) && known.admission) writeQuotaHeaders(reply, known.admission);
    done();
  });
}

function served<Caller>({ caller, proof, admission }: Counted<Caller>): CountedCaller<Caller> {
  if (admission?.refusal) throw admission.refusal;
  if (caller instanceof ServiceError) throw caller;
  return { caller, proof, admission };
}

function isLimited(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return faceOf(path) !== 'other' || /^\/(oauth2\/|signin(\/|$))/.test(path);
}

// What refuses the caller counts as one, too. Rejects with what keeps it from being known.
function recognized<Caller>(
  recognize: () => Recognized<Caller> | Promise<Recognized<Caller>>,
): Recognized<Caller> | Promise<Recognized<Caller>> {
  const refused = (error: unknown): Recognized<Caller> => {
    if (error instanceof ServiceError && error.status < 500) return { caller: error, proof: null };
    throw error;
  };
  try {
    const found = recognize();
    return found instanceof Promise ? found.catch(refused) : found;
  } catch (error) {
    return Promise.resolve(error).then(refused);
  }
}

// Guessing tokens is counted by the address it comes from. Nothing is waited for where nothing has to be.
function countRequest<Caller extends { readonly viewer: Viewer }>(
  parts: CallerParts<Caller>,
  request: FastifyRequest,
  recognize: () => Recognized<Caller> | Promise<Recognized<Caller>>,
): Counting<Caller> {
  const found = recognized(recognize);
  return found instanceof Promise
    ? found.then((one) => countCaller(parts, request, one))
    : countCaller(parts, request, found);
}

function countCaller<Caller extends { readonly viewer: Viewer }>(
  parts: CallerParts<Caller>,
  request: FastifyRequest,
  { caller, proof }: Recognized<Caller>,
): Counting<Caller> {
  const admitting = parts.admit(request, caller instanceof ServiceError ? null : caller.viewer);
  if (admitting === null) return { caller, proof, admission: null };
  return admitting.then(async (admission) => {
    // Its limits may be others by now.
    const isStale = admission.refusal !== null && proof !== null && !(await holds(proof));
    return isStale
      ? countRequest(parts, request, () => parts.decideAnew(request, proof))
      : { caller, proof, admission };
  });
}

function writeQuotaHeaders(reply: FastifyReply, admission: Admission): void {
  reply.headers(quotaHeaders(admission));
}

/** What every answer says of the limits that its request was counted in. */
export function quotaHeaders(admission: Admission): Readonly<Record<'ratelimit-policy' | 'ratelimit', string>> {
  const policies = admission.policies();
  return {
    'ratelimit-policy': policies.map(policyField).join(', '),
    ratelimit: policies.map(quotaField).join(', '),
  };
}

function policyField({ name, limit, windowSeconds }: QuotaState): string {
  return `"${name}";q=${String(limit)};w=${String(windowSeconds)}${name === 'cost' ? ';qu="cost"' : ''}`;
}

function quotaField({ name, remaining, resetSeconds, price }: QuotaState): string {
  const field = `"${name}";r=${String(remaining)};t=${String(Math.ceil(resetSeconds))}`;
  return price === undefined ? field : `${field};price=${String(price)}`;
}
