// Answers of verbs that have a form of their own over REST, as older clients know them: pages with a Pagination, links in
// place of urns, names in the caller's language, an export that is written while it is read.
import type { FastifyReply } from 'fastify';
import { readPermissionAudit, type EdgeChange } from '../../actions/access/accessAudit.ts';
import type { RecordPage } from '../../engine/recordPage.ts';
import { readClientContext } from '../../actions/access/readClientContext.ts';
import { checkPermissions } from '../../actions/access/permissionCheck.ts';
import { endWebSession } from '../../actions/session/webSession.ts';
import { runVerb } from '../../actions/verbs.ts';
import { resourceOf, type Field, type Resource } from '../../contract/resource.ts';
import { countries, countryName } from '../../domain/country.ts';
import { currencies, currencyName, formatMoney } from '../../domain/currency.ts';
import { negotiatedLanguage } from '../../domain/languageChoice.ts';
import { locales } from '../../domain/locale.ts';
import { ServiceError } from '../../domain/errors.ts';
import { bulk } from '../../engine/bulk.ts';
import type { Row } from '../../engine/context.ts';
import { inboxText } from '../../engine/inboxText.ts';
import type { VerbArguments } from '../../generated/verbs.ts';
import { sessionCookie } from '../../http/credentials.ts';
import { sendEmpty, sendJson, sendText } from '../response/answer.ts';
import { errorBody } from '../response/errors.ts';
import type { Call } from '../request/handle.ts';
import { bodyQuestion, limitExpanded } from '../response/bodyQuestion.ts';
import { addressOf, forwardPagination, newestInside, paginationBetween } from '../response/pagination.ts';
import { bodyTexts } from '../response/represent.ts';
import { ownValue, shallowLink, shownValue } from '../response/representValue.ts';
import { sendHistory, sendPlan, sendPlans } from './pageAnswers.ts';
import { readShape, shapeParameters } from '../request/shape.ts';
import { addVary } from '../../http/contentCoding.ts';
import { readDependencies } from '../../actions/work/taskEdges.ts';
import { defaultOrder, type ListQuery } from '../../contract/listQuery.ts';
import { listFingerprint } from '../../engine/cursor.ts';
import { inboxOwner, markInboxRead } from '../../actions/community/inbox.ts';
import { pageParameters, readPage, type ListRequest } from '../request/listParameters.ts';
import { flagParameter } from '../request/queryParameters.ts';
import { Readable } from 'node:stream';
import { exportedIdentity, exportIdentity, type ExportedPage } from '../../actions/identity/exportIdentity.ts';
import { acceptsLines, requireJson } from '../request/requestHeaders.ts';
import { bodyText, writeJson } from '../response/writeJson.ts';
import { groupBy } from '../../domain/groupBy.ts';

/** How the answer to a verb differs from the common one. */
interface VerbAnswer<Args> {
  /** The parameters of the path, where they are not the verb's arguments. */
  readonly parameters?: readonly string[];
  /** Whether it settles the media type itself. */
  readonly isBytes?: boolean;
  /** Does what the verb does and answers. */
  readonly send: (call: Call, args: Args) => Promise<FastifyReply>;
}

type VerbAnswers = { readonly [Name in keyof VerbArguments]?: VerbAnswer<VerbArguments[Name]> };

const inboxParameters: readonly string[] = [...pageParameters, ...shapeParameters, 'all'];

const answers: VerbAnswers = {
  clientContext: {
    async send(call) {
      call.reply.header('Cache-Control', 'no-store');
      return sendJson(
        call,
        200,
        ownValue(call.context, answerOf(call, 'clientContext'), await readClientContext(call.context)),
      );
    },
  },
  endSession: {
    async send(call) {
      await endWebSession(call.context);
      call.reply.header('Set-Cookie', sessionCookie(null, call.context.signIn.cookie));
      return sendEmpty(call, 204);
    },
  },
  locales: inLanguage('locales', () => locales),
  // Withdrawn currencies are accepted where stored data holds them, but not offered.
  currencies: inLanguage('currencies', (language) =>
    currencies
      .filter((currency) => currency.isActive)
      .map((currency) => ({
        code: currency.code,
        numericCode: currency.numericCode,
        exponent: currency.exponent,
        symbol: formatMoney(0n, currency, language).currencySymbol,
        name: currencyName(currency, language),
        isActive: currency.isActive,
      })),
  ),
  countries: inLanguage('countries', (language) =>
    countries.map(({ code, alpha3 }) => ({ code, alpha3, name: countryName(code, language) })),
  ),
  bulk: { send: sendBulk },
  entityHistory: { send: sendHistory },
  publishPlan: { send: sendPlan },
  publishEntitiesPlan: { send: sendPlans },
  identityExport: { isBytes: true, send: (call, { urn }) => sendExport(call, urn) },
  permissionCheck: { send: sendChecks },
  permissionAudit: { send: sendAudit },
  accessAudit: inPages('accessAudit', 'records'),
  deletedResources: inPages('deletedResources', 'deletedResources'),
  inbox: { parameters: inboxParameters, send: (call, { identity }) => sendInbox(call, identity) },
  markInboxRead: {
    parameters: inboxParameters,
    send: (call, { identity, beforeTimestamp }) => markInbox(call, identity, beforeTimestamp),
  },
  taskDependencies: {
    parameters: shapeParameters,
    send: sendDependencies,
  },
  webhookKeys: {
    async send(call) {
      call.reply.header('Cache-Control', 'public, max-age=300');
      return sendJson(call, 200, { keys: call.context.webhooks.publicKeys });
    },
  },
};

/** The answer to the verb of that name that has a form of its own; null for the common one. */
export function ownAnswer(name: string): VerbAnswer<Readonly<Record<string, unknown>>> | null {
  // `readArguments` gives each verb the arguments that are generated for it.
  return (answers as Readonly<Record<string, VerbAnswer<Readonly<Record<string, unknown>>>>>)[name] ?? null;
}

function inLanguage(name: string, entries: (language: string) => readonly unknown[]): VerbAnswer<unknown> {
  return {
    async send(call) {
      addVary(call.reply, ['Accept-Language', 'Authorization']);
      const { acceptLanguage, baseUrl } = call.context;
      const language = negotiatedLanguage(acceptLanguage) ?? 'und';
      return sendJson(call, 200, { [name]: entries(language), url: `${baseUrl}/n/v1/${name}` });
    },
  };
}

function answerOf({ context }: Call, name: string): Field {
  const verb = context.contract.verbs.get(name);
  if (!verb) throw new Error(`There is no verb ${name}`);
  return verb.answer;
}

function linkTo({ context }: Call, kind: string, urn: string): Record<string, unknown> {
  return shallowLink(context, resourceOf(context.contract, kind), urn);
}

async function sendBulk(call: Call, { mode, operations }: VerbArguments['bulk']): Promise<FastifyReply> {
  const { context, preferences } = call;
  const results = await bulk(context, { mode, operations: [operations].flat() }, call.isStrict);
  const rows = preferences.returns === 'minimal' ? [] : results.flatMap(({ resource }) => resource ?? []);
  const bodies = await shownBodies(context, rows);
  const texts: string[] = [];
  let length = 0;
  for (const { ref, status, urn, etag, error, resource } of results) {
    const body = resource && length < mostShown ? bodies.get(resource) : undefined;
    const members = {
      ...(ref !== null && { ref: writeJson(ref) }),
      status: String(status),
      ...(urn !== null && { urn: writeJson(urn) }),
      ...(body !== undefined && { body }),
    };
    const rest = { ...(error && { error: errorOf(call, error) }), ...(etag !== null && { etag }) };
    const text = bodyText(members, rest);
    texts.push(text);
    length += text.length;
  }
  return sendText(call, 200, `{"results":[${texts.join(',')}]}`);
}

/**
 * Once the results of a bulk are that long, others come without their bodies: a hundred changes of one long page would show it as often as
 * an answer may hold.
 */
const mostShown = 8 * 1024 * 1024;

// What was done is answered even when no budget is left to show it.
async function shownBodies(context: Call['context'], rows: readonly Row[]): Promise<ReadonlyMap<Row, string>> {
  const bodies = new Map<Row, string>();
  for (const [kind, some] of groupBy(rows, ({ $kind }) => $kind)) {
    try {
      const texts = await bodyTexts(context, { resource: resourceOf(context.contract, kind), rows: some });
      for (const [at, row] of some.entries()) bodies.set(row, texts[at] ?? '');
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }
  return bodies;
}

function errorOf({ request }: Call, error: ServiceError): unknown {
  return errorBody(error, { url: request.raw.url ?? '', id: request.id, accept: undefined }).body;
}

async function sendChecks(call: Call, { checks }: VerbArguments['permissionCheck']): Promise<FastifyReply> {
  const checked = await checkPermissions(call.context, [checks].flat());
  const results = await Promise.all(checked.map(async (one) => ({ ...one, permission: await one.permission() })));
  // The answer is a list of value objects.
  const shown = (await shownValue(call.context, answerOf(call, 'permissionCheck'), results)) as { ref: unknown }[];
  return sendJson(call, 200, { results: shown.map(({ ref, ...rest }) => ({ ...(ref !== null && { ref }), ...rest })) });
}

async function sendAudit(call: Call, args: VerbArguments['permissionAudit']): Promise<FastifyReply> {
  const { context, parameters } = call;
  const path = '/n/v1/permissionaudit';
  const { changes, ...page } = await readPermissionAudit(context, {
    first: args.first ?? null,
    after: args.after ?? null,
  });
  return sendJson(call, 200, {
    changes: changes.map((change) => changeOf(call, change)),
    pagination: forwardPagination(call, path, page),
    url: addressOf(context, path, parameters),
  });
}

/** A page of a list for administrators, under the name that its answer has. */
function inPages(verb: 'accessAudit' | 'deletedResources', name: string): VerbAnswer<unknown> {
  const path = `/n/v1/${verb.toLowerCase()}`;
  return {
    async send(call, args) {
      const { context, parameters } = call;
      // The action of the verb gives what its answer in the SDL names, and takes what is generated for it.
      const page = (await runVerb(context, verb, args as VerbArguments[typeof verb])) as RecordPage<unknown>;
      const { hasNextPage: isMorePages, endCursor: after } = page.pageInfo;
      return sendJson(call, 200, {
        [name]: await shownValue(context, answerOf(call, verb), page.nodes),
        pagination: forwardPagination(call, path, { after, isMorePages, limit: page.limit }),
        url: addressOf(context, path, parameters),
      });
    },
  };
}

function changeOf(call: Call, { position: _, permission, owner, ...rest }: EdgeChange): Record<string, unknown> {
  return { permission: linkTo(call, 'Permission', permission), owner: linkTo(call, 'Company', owner), ...rest };
}

async function sendDependencies(call: Call, args: VerbArguments['taskDependencies']): Promise<FastifyReply> {
  const { context, parameters } = call;
  const task = context.contract.kinds.Task;
  const shape = readShape(task, parameters);
  const graph = await readDependencies(context, args.urn, args.depth ?? 1);
  const bodies = await bodyTexts(context, { resource: task, rows: graph.nodes.map((node) => node.task) }, shape);
  const nodes = graph.nodes.map(({ distance }, at) => bodyText({ task: bodies[at] ?? '' }, { distance }));
  const rest = {
    edges: graph.edges.map(({ from, to }) => ({
      task: linkTo(call, 'Task', from),
      blockedBy: linkTo(call, 'Task', to),
    })),
    isTruncated: graph.isTruncated,
    url: addressOf(context, `/n/v1/${task.path}/${args.urn}/dependencies`, parameters),
  };
  return sendText(call, 200, bodyText({ nodes: `[${nodes.join(',')}]` }, rest));
}

/** Answers the inbox of an identity; without one the caller's own. */
async function sendInbox(call: Call, identity: string | null | undefined): Promise<FastifyReply> {
  const owner = await inboxOwner(call.context, identity ?? null);
  return sendPage(call, owner, inboxRequest(call, owner));
}

/** Marks everything before an instant as read, and answers the inbox. */
async function markInbox(
  call: Call,
  identity: string | null | undefined,
  before: string | null | undefined,
): Promise<FastifyReply> {
  const owner = await inboxOwner(call.context, identity ?? null);
  // Read before anything is marked: a parameter that is refused changes nothing.
  const request = inboxRequest(call, owner);
  await markInboxRead(call.context, owner, before ?? null);
  return sendPage(call, owner, request);
}

interface InboxRequest extends Pick<ListRequest, 'list' | 'shape'> {
  readonly isAll: boolean;
  readonly query: ListQuery;
}

function inboxRequest({ context, parameters }: Call, identity: string): InboxRequest {
  const isAll = flagParameter(parameters, 'all');
  const resource = context.contract.kinds.MessageThreadNotification;
  const shape = readShape(resource, parameters);
  const order = defaultOrder(resource);
  const list = listFingerprint(`inbox ${identity} ${String(isAll)}`, order);
  return {
    isAll,
    shape,
    list,
    query: { ...readPage(context, parameters, list, order), conditions: [], wantsCount: false },
  };
}

async function sendPage(
  call: Call,
  identity: string,
  { isAll, shape, list, query }: InboxRequest,
): Promise<FastifyReply> {
  const { context, parameters } = call;
  const resource = context.contract.kinds.MessageThreadNotification;
  const own = `/n/v1/identitynotificationinbox/${identity}`;
  const row = bodyQuestion(resource, shape);
  const inside = shape.expand.size > 0 ? [newestInside(context)] : [];
  const inbox = await inboxText(context, { identity, query, fingerprint: list, isAll }, { row, inside });
  await limitExpanded(row, shape, inbox.rows);
  const { unreadThreadCount, unreadMentionCount, rows } = inbox;
  const texts = {
    identity: writeJson(shallowLink(context, context.contract.kinds.Identity, identity)),
    notifications: String(rows),
  };
  const pagination = paginationBetween(context, { query, list, path: own, parameters }, inbox);
  const rest = { unreadThreadCount, unreadMentionCount, pagination, url: addressOf(context, own, parameters) };
  return sendText(call, 200, bodyText(texts, rest));
}

/** Answers the export in the media type that is accepted. NOT_FOUND when the identity may not be read. */
async function sendExport(call: Call, urn: string): Promise<FastifyReply> {
  const { accept } = call.request.headers;
  const asLines = acceptsLines(accept);
  if (!asLines) requireJson(accept);
  const identity = call.context.contract.kinds.Identity;
  const row = await exportedIdentity(call.context, urn);
  const type = asLines ? 'application/x-ndjson' : 'application/json; charset=utf-8';
  const text = asLines ? linesOf(call, identity, row) : objectOf(call, identity, row);
  call.reply.header('Content-Type', type).header('Cache-Control', 'private, no-store');
  return call.reply.code(200).send(Readable.from(text));
}

async function* linesOf({ context }: Call, identity: Resource, row: Row): AsyncGenerator<string> {
  const lines = async ({ resource, rows }: ExportedPage): Promise<string> => {
    const bodies = await bodyTexts(context, { resource, rows });
    return bodies.map((body) => `${bodyText({ kind: JSON.stringify(resource.name), resource: body }, {})}\n`).join('');
  };
  yield await lines({ resource: identity, rows: [row] });
  for await (const page of exportIdentity(context, row)) yield await lines(page);
}

async function* objectOf({ context }: Call, identity: Resource, row: Row): AsyncGenerator<string> {
  const [own = ''] = await bodyTexts(context, { resource: identity, rows: [row] });
  yield `{"${identity.singularField}":${own}`;
  let open: string | null = null;
  let isEmpty = true;
  for await (const { resource, rows } of exportIdentity(context, row)) {
    if (resource.plural !== open) {
      yield `${open === null ? '' : ']'},"${resource.plural}":[`;
      [open, isEmpty] = [resource.plural, true];
    }
    const bodies = await bodyTexts(context, { resource, rows });
    if (bodies.length === 0) continue;
    yield `${isEmpty ? '' : ','}${bodies.join(',')}`;
    isEmpty = false;
  }
  const url = `${context.baseUrl}/n/v1/${identity.path}/${row.urn}/export`;
  yield `],"exportedTimestamp":${writeJson(new Date().toISOString())},"url":${writeJson(url)}}`;
}
