// Who sends a request, for whichever face: counted against the caller's limits, with everything an action is given.
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Services } from '../engine/context.ts';
import { makeLoaders } from '../engine/loaders.ts';
import type { Requester } from '../database/connection/database.ts';
import type { PositionedReads } from '../engine/readPositions.ts';
import { recognizeCaller, type Caller } from '../actions/session/recognizeCaller.ts';
import {
  chargeBeyond,
  type Charged,
  createRequestBudget,
  type BudgetLimits,
  databaseMillis,
  spendingDatabase,
} from '../engine/requestBudget.ts';
import { claimRequest, type KeyedRequest } from '../actions/access/idempotency.ts';
import { createWarnings } from '../engine/warnings.ts';
import type { Config } from '../config/config.ts';
import { anonymousViewer, type Viewer } from '../domain/viewer.ts';
import { callerAddress } from '../http/callerAddress.ts';
import type { IdempotencyKeys, IdempotencyParts } from '../http/idempotency.ts';
import { hasLeft } from '../http/connections.ts';
import { credentialsOf, keptPosition, positionCookie } from '../http/credentials.ts';
import type { LeftRequests } from '../http/leftRequests.ts';
import { limitRequests } from '../http/requestLimits.ts';
import { formContent } from '../rest/request/uploadForm.ts';

/** The context of a request. It rejects with UNAUTHENTICATED, RATE_LIMITED, or whatever `services` throws. */
export function requestContexts(
  app: FastifyInstance,
  services: () => Services,
  trustedProxies: Config['trustedProxies'],
  { keys, left, budget: limits, report }: ContextParts,
): (request: FastifyRequest) => Promise<Context> {
  const reads = positionReads(app);
  const addressOf = ({ ip: peer, headers }: FastifyRequest): string =>
    callerAddress({ peer, forwardedFor: headers['x-forwarded-for'] }, trustedProxies);
  const limited = limitDatabase(app, (request) => {
    const all = services();
    const caller = request.headers.authorization ?? addressOf(request);
    return { all, requester: { caller, reads: reads.ofRequest(all, request) } };
  });
  // Before the limits are told, so that they say what was charged.
  const budgets = chargeBudgets(app);
  const callerOf = limitRequests(app, {
    identify: async (request) => {
      const now = limited.services(request);
      return recognizeCaller(now, credentialsOf(request.headers, request.method, now.signIn.cookie.isSecure));
    },
    admit: async (request, viewer) =>
      (await services().limiter?.admit(viewer ?? anonymousViewer, addressOf(request))) ?? null,
  });
  const ownerOf = async (request: FastifyRequest) => keyOwner((await callerOf(request)).caller.viewer);
  keys.claimKeys(app, { callerOf: ownerOf, ...keyedRequests(services), report });
  return async (request) => {
    const all = limited.services(request);
    const { caller, admission } = await callerOf(request);
    const mayReplicate = await reads.begin(request, caller, all.signIn.cookie);
    const onlyReads = (): void => {
      limited.noteRead(request);
      mayReplicate();
    };
    const budget = createRequestBudget(limits);
    budgets.set(request, { budget, admission });
    const claim = keys.claimOf(request);
    const { viewer, session } = caller;
    const database = claim?.within(all.database) ?? all.database;
    const now = { ...all, database: left.databaseOf(request.raw, spendingDatabase(database, budget)) };
    const loaders = makeLoaders(now, viewer, budget);
    // The services last: V8 takes fifty times as long to add members to a copy (docs/performance.md).
    return {
      viewer,
      requestId: request.id,
      address: addressOf(request),
      onlyReads,
      loaders,
      csrfToken: session?.csrfToken ?? null,
      admission,
      budget,
      remarks: createWarnings(),
      shown: claim?.shown,
      acceptLanguage: request.headers['accept-language'] ?? null,
      ...now,
    };
  };
}

/** What contexts are made with besides the services. */
export interface ContextParts {
  readonly keys: IdempotencyKeys;
  readonly left: LeftRequests;
  readonly budget: BudgetLimits | undefined;
  readonly report: (error: unknown) => void;
}

// Clients and people have idempotency keys of their own, and a person has others in each client.
// A token that is narrowed has keys of its own: a kept answer may hold what it must not see, or a wider token. One that was
// rotated goes on with the keys of the token before it.
function keyOwner(viewer: Viewer): Pick<KeyedRequest, 'caller' | 'tenant' | 'viewer'> | null {
  const { kind, clientUrn, identityUrn, oauth, onlyLabels, subjects } = viewer;
  if (kind === 'ANONYMOUS') return null;
  const isWhole = clientUrn === null || subjects.some(({ scope }) => scope === 'API_CLIENT');
  const roles = isWhole ? [] : subjects.filter(({ scope }) => scope === 'ROLE').map(({ urn }) => urn);
  const narrowing = onlyLabels === null && isWhole ? [] : [[...(onlyLabels ?? [])].sort(), roles.sort()];
  const caller = [clientUrn, identityUrn, oauth?.clientUrn, ...narrowing].map(String).join(' ');
  return { caller, tenant: viewer.tenantUrn, viewer };
}

// How requests that were sent with a key are claimed.
const keyedRequests = (services: () => Services): Pick<IdempotencyParts, 'claim' | 'formContent'> => ({
  claim: (request) => claimRequest(services().database, request),
  formContent: (request) => formContent(request, services().limits.imageBytes),
});

type CookieForm = Services['signIn']['cookie'];

interface LimitedDatabase {
  /** The services of a request. */
  services(request: FastifyRequest): Services;
  /** Notes that the request changes nothing, so that nothing more is read for it once its caller has left. */
  noteRead(request: FastifyRequest): void;
}

// One time for all that is done for a request, finding out who sent it included: until then it is of whoever holds the token.
function limitDatabase(
  app: FastifyInstance,
  forRequest: (request: FastifyRequest) => { readonly all: Services; readonly requester: Requester },
): LimitedDatabase {
  const limited = new WeakMap<FastifyRequest, Services>();
  const responses = new WeakMap<FastifyRequest, ServerResponse>();
  const reading = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', (request, reply, done) => {
    responses.set(request, reply.raw);
    if (isSafe(request)) reading.add(request);
    done();
  });
  return {
    services(request) {
      const known = limited.get(request);
      if (known) return known;
      const { all, requester } = forRequest(request);
      const response = responses.get(request);
      const isVain = (): boolean => response !== undefined && hasLeft(response) && reading.has(request);
      const database = all.database.within(databaseMillis, { ...requester, response, isVain });
      const made = { ...all, database };
      limited.set(request, made);
      return made;
    },
    noteRead: (request) => void reading.add(request),
  };
}

const isSafe = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

interface RequestsReads {
  /** The reads of a request; null where there are no replicas. */
  ofRequest(services: Services, request: FastifyRequest): PositionedReads | null;
  /** Begins them for the caller, and resolves to what says that the request only reads. */
  begin(request: FastifyRequest, caller: Caller, form: CookieForm): Promise<() => void>;
}

// A write's answer says where it stands, and a read that brings that along sees it, at every process. A page does that without
// knowing: what is written in the session of a person gives the position as a cookie, too.
function positionReads(app: FastifyInstance): RequestsReads {
  const known = new WeakMap<FastifyRequest, PositionedReads>();
  const ofPages = new WeakMap<FastifyRequest, CookieForm>();
  app.addHook('onSend', async (request, reply) => {
    const position = known.get(request)?.position() ?? null;
    if (position === null) return;
    reply.header('Read-Position', position);
    const form = ofPages.get(request);
    if (form) reply.header('Set-Cookie', positionCookie(position, form));
  });
  return {
    ofRequest({ readPositions }, request) {
      const reads = readPositions?.ofRequest() ?? null;
      if (reads) known.set(request, reads);
      return reads;
    },
    async begin(request, { viewer, session }, form) {
      const reads = known.get(request);
      if (!reads) return () => undefined;
      if (session) ofPages.set(request, form);
      const { 'read-position': sent } = request.headers;
      const kept = session && keptPosition(request.headers, form);
      await reads.begin(viewer, typeof sent === 'string' ? sent : null, kept);
      // What an operation of the graph does is known when it was read.
      if (isSafe(request) && request.routeOptions.url !== '/graphql') reads.allow();
      return reads.allow;
    },
  };
}

// What an answer of REST has cost is charged before it is sent; the graph charges its operations itself.
function chargeBudgets(app: FastifyInstance): WeakMap<FastifyRequest, Charged> {
  const budgets = new WeakMap<FastifyRequest, Charged>();
  app.addHook('onSend', async (request) => {
    const charged = budgets.get(request);
    // What was done is answered, whether it could be charged or not.
    if (charged && !request.routeOptions.url?.startsWith('/graphql'))
      await chargeBeyond(charged).catch(() => undefined);
  });
  return budgets;
}
