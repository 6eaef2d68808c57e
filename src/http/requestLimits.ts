// Counts each request before any other work, and reports the remaining quota in every response: the RateLimit fields of
// the IETF draft (draft-ietf-httpapi-ratelimit-headers-10). Resource reference 1.6, 1.10.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission, QuotaState } from '../domain/requestLimits.ts';
import { ServiceError } from '../domain/errors.ts';
import { faceOf } from '../domain/observation.ts';
import type { Viewer } from '../domain/viewer.ts';

/** What identifies and counts. */
export interface CallerParts<Caller extends { readonly viewer: Viewer }> {
  /** The caller by its credentials. Throws what refuses it, such as UNAUTHENTICATED. */
  identify(request: FastifyRequest): Promise<Caller>;
  /** Counts the request, null where nothing is limited; `viewer` is null for callers who were refused. */
  admit(request: FastifyRequest, viewer: Viewer | null): Promise<Admission | null>;
}

/** Who sent a request, and how it was counted. Throws what refuses the caller, or RATE_LIMITED when too much was sent. */
export type CallerOf<Caller> = (
  request: FastifyRequest,
) => Promise<{ readonly caller: Caller; readonly admission: Admission | null }>;

interface Counted<Caller> {
  readonly caller: Caller | ServiceError;
  readonly admission: Admission | null;
}

/**
 * Counts every request of both faces and of sign-in on this server, whatever its outcome; health checks and pages are not counted. Each request
 * is identified and counted once.
 */
export function limitRequests<Caller extends { readonly viewer: Viewer }>(
  app: FastifyInstance,
  parts: CallerParts<Caller>,
): CallerOf<Caller> {
  const counted = new WeakMap<FastifyRequest, Promise<Counted<Caller>>>();
  const settled = new WeakMap<FastifyRequest, Admission>();
  const count = (request: FastifyRequest): Promise<Counted<Caller>> => {
    const known = counted.get(request);
    if (known) return known;
    const made = countRequest(parts, request);
    counted.set(request, made);
    return made;
  };
  app.addHook('onRequest', async (request, reply) => {
    if (!isLimited(request.raw.url ?? '')) return;
    // Other errors are reported where the caller is resolved.
    const found = await count(request).catch(() => null);
    if (!found?.admission) return;
    settled.set(request, found.admission);
    writeQuotaHeaders(reply, found.admission);
    if (found.admission.refusal) throw found.admission.refusal;
  });
  app.addHook('onSend', async (request, reply) => {
    const admission = settled.get(request);
    if (admission) writeQuotaHeaders(reply, admission);
  });
  return async (request) => {
    const { caller, admission } = await count(request);
    if (admission?.refusal) throw admission.refusal;
    if (caller instanceof ServiceError) throw caller;
    return { caller, admission };
  };
}

function isLimited(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return faceOf(path) !== 'other' || /^\/(oauth2\/|signin(\/|$))/.test(path);
}

// Guessing tokens is counted by the address it comes from.
async function countRequest<Caller extends { readonly viewer: Viewer }>(
  parts: CallerParts<Caller>,
  request: FastifyRequest,
): Promise<Counted<Caller>> {
  const caller = await parts.identify(request).catch((error: unknown) => {
    if (error instanceof ServiceError && error.status < 500) return error;
    throw error;
  });
  const viewer = caller instanceof ServiceError ? null : caller.viewer;
  return { caller, admission: await parts.admit(request, viewer) };
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
