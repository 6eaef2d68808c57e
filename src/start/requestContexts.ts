// Who sends a request, for whichever face: counted against the caller's limits, with everything an action is given.
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Services } from '../engine/context.ts';
import { makeLoaders } from '../engine/loaders.ts';
import type { Database, Requester } from '../database/connection/database.ts';
import type { PositionedReads } from '../engine/readPositions.ts';
import type { Caller } from '../actions/session/recognizeCaller.ts';
import type { QuestionContext } from '../engine/answerOnce.ts';
import { holds } from '../engine/callerProof.ts';
import {
  chargeBeyond,
  type Charged,
  createRequestBudget,
  type BudgetLimits,
  databaseMillis,
  requestDatabase,
} from '../engine/requestBudget.ts';
import { claimRequest, type KeyedRequest } from '../actions/access/idempotency.ts';
import { createWarnings } from '../engine/warnings.ts';
import type { Config } from '../config/config.ts';
import { anonymousViewer, type Viewer } from '../domain/viewer.ts';
import type { IdempotencyKeys, IdempotencyParts } from '../http/idempotency.ts';
import { beforeSending } from '../http/beforeSending.ts';
import { hasLeft } from '../http/connections.ts';
import { keptPosition, positionCookie } from '../http/credentials.ts';
import { perRequest, type PerRequest } from '../http/perRequest.ts';
import { limitRequests, type CountedCaller, type RequestCallers } from '../http/requestLimits.ts';
import { addresses, recognizing } from './requestCallers.ts';
import { formContent } from '../rest/request/uploadForm.ts';

/** The contexts of a server's requests. All reject with UNAUTHENTICATED, RATE_LIMITED, or whatever `services` throws. */
export interface RequestContexts {
  /** The context of a request whose caller was proved ahead. */
  of(request: FastifyRequest): Promise<Context>;
  /**
   * Does the work of a request for the caller as it was decided last, and once more where that decision did not hold: its statements
   * prove it (engine/callerProof.ts), and what they leave unproved is proved before the result is given. The work sends nothing before
   * a statement of it has answered.
   */
  proving<T>(request: FastifyRequest, work: (context: Context) => Promise<T>): Promise<T>;
  /** The same for work that puts a question: it is given no more than that takes. */
  asking<T>(request: FastifyRequest, work: (context: AskingContext) => Promise<T>): Promise<T>;
  /** The viewer of a request as it is known now; null for one that is not known yet, or refused. */
  viewerOf(request: FastifyRequest): Viewer | null;
  /** Takes back what the request was counted and charged, and counts it anew: its answer begins again. */
  recount(request: FastifyRequest): Promise<void>;
}

type Counted = CountedCaller<Caller>;

/** What of a context is asked for by a question. */
type AskingContext = QuestionContext & Pick<Context, 'admission' | 'onlyReads' | 'eventLog'>;

type MakeContext<C> = (request: FastifyRequest, counted: Counted, mayReplicate?: () => void) => C;

/** The contexts of requests to that server. */
export function requestContexts(
  app: FastifyInstance,
  services: () => Services,
  trustedProxies: Config['trustedProxies'],
  { keys, budget: limits, report }: ContextParts,
): RequestContexts {
  const reads = positionReads(app);
  const addressOf = addresses(trustedProxies);
  const limited = limitDatabase(app, (request) => {
    const { database, readPositions } = services();
    const caller = request.headers.authorization ?? addressOf(request);
    return { database, requester: { caller, reads: reads.ofRequest(readPositions, request) } };
  });
  // Before the limits are told, so that they say what was charged.
  const budgets = chargeBudgets(app);
  const callers = limitRequests(app, {
    ...recognizing((request) => {
      const { callers, signIn, baseUrl } = services();
      return { callers, signIn, baseUrl, database: limited.database(request) };
    }),
    admit: (request, viewer) => services().limiter?.admit(viewer ?? anonymousViewer, addressOf(request)) ?? null,
  });
  const proved = async (request: FastifyRequest): Promise<Counted> => {
    const counted = await callers.of(request);
    const { proof } = counted;
    if (proof === null || proof.isHeld()) return counted;
    return (await holds(proof)) ? counted : callers.anew(request, proof);
  };
  const ownerOf = async (request: FastifyRequest) => keyOwner((await proved(request)).caller.viewer);
  keys.claimKeys(app, { callerOf: ownerOf, ...keyedRequests(services), report });
  const { contextOf, askingOf } = makers({ services, limited, budgets, keys, addressOf, limits });
  const begun: Begin = async (request, counted, make) => {
    const { readPositions, signIn } = services();
    const mayReplicate = readPositions ? await reads.begin(request, counted.caller, signIn.cookie) : undefined;
    return make(request, counted, mayReplicate);
  };
  const prove = proving(callers, begun);
  return {
    of: async (request) => begun(request, await proved(request), contextOf),
    proving: (request, work) => prove(request, contextOf, work),
    asking: (request, work) => prove(request, askingOf, work),
    viewerOf: (request) => callers.known(request)?.caller.viewer ?? null,
    recount: (request) => callers.recount(request),
  };
}

interface MakerParts extends Pick<ContextParts, 'keys'> {
  readonly services: () => Services;
  readonly limited: LimitedDatabase;
  readonly budgets: PerRequest<Charged>;
  readonly addressOf: (request: FastifyRequest) => string;
  readonly limits: ContextParts['budget'];
}

function makers({ services, limited, budgets, keys, addressOf, limits }: MakerParts): {
  readonly contextOf: MakeContext<Context>;
  readonly askingOf: MakeContext<AskingContext>;
} {
  const contextOf: MakeContext<Context> = (request, { caller, admission, proof }, mayReplicate) => {
    const budget = createRequestBudget(limits);
    budgets.set(request, { budget, admission });
    const claim = keys.claimOf(request);
    const { viewer, session } = caller;
    const own = limited.database(request);
    const now = { ...services(), database: requestDatabase(claim?.within(own) ?? own, budget, proof) };
    // The services last: V8 takes fifty times as long to add members to a copy.
    return {
      viewer,
      proof: proof ?? undefined,
      requestId: request.id,
      address: addressOf(request),
      onlyReads() {
        limited.noteRead(request);
        mayReplicate?.();
      },
      loaders: makeLoaders(now, viewer, budget),
      csrfToken: session?.csrfToken ?? null,
      admission,
      budget,
      remarks: createWarnings(),
      shown: claim?.shown,
      acceptLanguage: request.headers['accept-language'] ?? null,
      ...now,
    };
  };
  const askingOf: MakeContext<AskingContext> = (request, { caller: { viewer }, admission, proof }, mayReplicate) => {
    const budget = createRequestBudget(limits);
    const { baseUrl, contract, kindOf, cursorKey, eventLog, callers: known } = services();
    const database = requestDatabase(limited.database(request), budget, proof);
    const onlyReads = (): void => {
      limited.noteRead(request);
      mayReplicate?.();
    };
    return {
      viewer,
      proof: proof ?? undefined,
      baseUrl,
      contract,
      kindOf,
      cursorKey,
      eventLog,
      callers: known,
      database,
      budget,
      admission,
      onlyReads,
    };
  };
  return { contextOf, askingOf };
}

type Begin = <C>(request: FastifyRequest, counted: Counted, make: MakeContext<C>) => Promise<C>;

function proving(callers: RequestCallers<Caller>, begun: Begin) {
  return async <C, T>(request: FastifyRequest, make: MakeContext<C>, work: (context: C) => Promise<T>): Promise<T> => {
    const counted = callers.of(request);
    const by = counted instanceof Promise ? await counted : counted;
    const { proof } = by;
    if (proof === null) return work(await begun(request, by, make));
    // Where a decision was kept, no replica answers.
    const done = work(make(request, by));
    try {
      const result = await done;
      if (proof.isHeld()) return result;
    } catch (error) {
      // What was refused may have been so for a decision that holds no more.
      if (proof.isHeld()) throw error;
    }
    // It may have been decided anew within the work.
    const isSettled = callers.known(request)?.proof !== proof;
    if (isSettled || (await holds(proof))) return done;
    return work(await begun(request, await callers.anew(request, proof), make));
  };
}

/** What contexts are made with besides the services. */
export interface ContextParts {
  readonly keys: IdempotencyKeys;
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
  /** The database of a request. */
  database(request: FastifyRequest): Database;
  /** Notes that the request changes nothing, so that nothing more is read for it once its caller has left. */
  noteRead(request: FastifyRequest): void;
}

// One time for all that is done for a request, finding out who sent it included: until then it is of whoever holds the token.
function limitDatabase(
  app: FastifyInstance,
  forRequest: (request: FastifyRequest) => { readonly database: Database; readonly requester: Requester },
): LimitedDatabase {
  const limited = perRequest<Database>('database');
  const responses = perRequest<ServerResponse>('response');
  const reading = perRequest<true>('reads');
  app.addHook('onRequest', (request, reply, done) => {
    responses.set(request, reply.raw);
    if (isSafe(request)) reading.set(request, true);
    done();
  });
  return {
    database(request) {
      const known = limited.get(request);
      if (known) return known;
      const { database, requester } = forRequest(request);
      const response = responses.get(request);
      const isVain = (): boolean => response !== undefined && hasLeft(response) && reading.get(request) === true;
      const made = database.within(databaseMillis, { ...requester, response, isVain });
      limited.set(request, made);
      return made;
    },
    noteRead: (request) => reading.set(request, true),
  };
}

const isSafe = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

interface RequestsReads {
  /** The reads of a request; null where there are no replicas. */
  ofRequest(positions: Services['readPositions'], request: FastifyRequest): PositionedReads | null;
  /** Begins them for the caller, and resolves to what says that the request only reads. */
  begin(request: FastifyRequest, caller: Caller, form: CookieForm): Promise<() => void>;
}

// A write's answer says where it stands, and a read that brings that along sees it, at every process. A page does that without
// knowing: what is written in the session of a person gives the position as a cookie, too.
function positionReads(app: FastifyInstance): RequestsReads {
  const known = perRequest<PositionedReads>('positions');
  const ofPages = perRequest<CookieForm>('pages');
  app.addHook('onSend', (request, reply, _payload, done) => {
    const position = known.get(request)?.position() ?? null;
    if (position !== null) {
      reply.header('Read-Position', position);
      const form = ofPages.get(request);
      if (form) reply.header('Set-Cookie', positionCookie(position, form));
    }
    done();
  });
  return {
    ofRequest(positions, request) {
      const reads = positions?.ofRequest() ?? null;
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
function chargeBudgets(app: FastifyInstance): PerRequest<Charged> {
  const budgets = perRequest<Charged>('budget');
  beforeSending(app, (request, _reply, payload) => {
    const charged = budgets.get(request);
    if (!charged || request.routeOptions.url?.startsWith('/graphql')) return payload;
    // What was done is answered, whether it could be charged or not.
    return (
      chargeBeyond(charged)
        ?.catch(() => undefined)
        .then(() => payload) ?? payload
    );
  });
  return budgets;
}
