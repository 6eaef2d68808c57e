// Searching over REST: searches that are kept (`/n/v1/search`), the one-step form (`/n/v1/searches?query=`), and the way
// from a hit to what was found. Resource reference 8.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Row } from '../../engine/context.ts';
import { createResource } from '../../engine/createResource.ts';
import { searchStatus } from '../../actions/search/fillSearchIndex.ts';
import { findAny, readResource } from '../../engine/readResource.ts';
import { restoreResource } from '../../engine/restoreResource.ts';
import {
  asSearcher,
  findPage,
  searchLanguage,
  type FoundItem,
  type FoundPage,
  readStoredSearch,
} from '../../actions/search/search.ts';
import { fieldOf, urlOf, resourceOf } from '../../contract/resource.ts';
import { invalidParameter, notFound, ServiceError } from '../../domain/errors.ts';
import { canonicalLocale } from '../../domain/locale.ts';
import { codePoints } from '../../domain/text.ts';
import { parseUrn } from '../../domain/urn.ts';
import { hashedTag, sendEmpty, sendText, setVersionHeaders, textOf } from '../response/answer.ts';
import { bodyObject, handle, pathUrn, type Act, type Call, type RestParts, register } from '../request/handle.ts';
import { listParameters, pageSize } from '../request/listParameters.ts';
import { addressOf, forwardPagination } from '../response/pagination.ts';
import {
  listParameter,
  readTogether,
  refuseUnknown,
  textParameter,
  wordParameter,
  type QueryParameters,
} from '../request/queryParameters.ts';
import { readList } from './readRoutes.ts';
import { bodyTexts, represent } from '../response/represent.ts';
import { shallowLink } from '../response/representValue.ts';
import { bodyText, objectText, readJson, writeJson } from '../response/writeJson.ts';
import { registerResource } from './resourceRoutes.ts';
import { readShape, type Shape } from '../request/shape.ts';

const stepParameters = ['query', 'includeScopes', 'order', 'language', 'languages', 'version', 'owner'] as const;
const writeParameters = ['limit', 'expand'] as const;
const hitParameters = ['after', ...writeParameters] as const;

/** Registers searches, kept and in one step, and `/n/v1/searchitem/{urn}`. */
export function registerSearches(scope: FastifyInstance, parts: RestParts): void {
  const search = parts.contract.kinds.Search;
  const list = readList(search);
  const listOrStep: Act = (call) =>
    stepParameters.some((name) => call.parameters.has(name)) ? searchAtOnce(call) : list(call);
  registerResource(scope, parts, search, {
    onKind: {
      GET: handle(parts, [...listParameters(search), ...stepParameters], listOrStep, { audience: 'ANYONE' }),
      POST: handle(parts, writeParameters, begin),
    },
    onUrn: { GET: handle(parts, [...hitParameters], readOn) },
    restore: handle(parts, writeParameters, bringBack),
  });
  register(scope, '/n/v1/searchitem/:urn', { GET: handle(parts, [], redirectToFound, { audience: 'ANYONE' }) });
}

const begin: Act = async (call) => {
  const shown = shownOf(call);
  const { version, ...others } = bodyObject(call);
  // Every resource has a version of its own under this name, a number; words mean content.
  const input = typeof version === 'string' ? { ...others, contentVersion: version } : others;
  const search = call.context.contract.kinds.Search;
  const options = { expectedVersion: null, isStrict: call.isStrict, isForced: false };
  const { row } = await createResource(call.context, search, input, options).catch(asSent);
  call.reply.header('Location', urlOf(call.context, search, row.urn));
  return sendSearch(call, row, 201, shown);
};

// Refusals name the member that was sent.
function asSent(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  const violations = error.violations.map((one) => ({ ...one, path: one.path.replace('/contentVersion', '/version') }));
  throw new ServiceError(error.code, error.message, violations, error.extras);
}

const readOn: Act = async (call) => {
  const row = await readResource(call.context, call.context.contract.kinds.Search, pathUrn(call));
  if (!row) throw notFound();
  return sendSearch(call, row, 200, shownOf(call));
};

const bringBack: Act = async (call) => {
  const shown = shownOf(call);
  const row = await restoreResource(call.context, call.context.contract.kinds.Search, pathUrn(call));
  return sendSearch(call, row, 200, shown);
};

const redirectToFound: Act = async (call) => {
  const [row] = await findAny(call.context, [pathUrn(call)]);
  if (!row) throw notFound();
  call.reply.header('Location', urlOf(call.context, resourceOf(call.context.contract, row.$kind), row.urn));
  return sendEmpty(call, 303);
};

async function sendSearch(call: Call, row: Row<'Search'>, status: number, shown: Shown): Promise<FastifyReply> {
  const { context } = call;
  const search = context.contract.kinds.Search;
  const page = await readStoredSearch(context, row, shown.page);
  // Reading it has moved its end on.
  context.loaders.clear();
  const now = (await readResource(context, search, row.urn)) ?? row;
  const path = `/n/v1/${search.path}/${row.urn}`;
  const given = new Map([
    ['items', readJson(await hitsOf(call, page, shown))],
    ['totalCount', await page.count()],
  ]);
  const body = await represent(context, { resource: search, row: now }, shown.shape, { given });
  const text = await textOf(context, { ...body, pagination: paginationOf(call, page, path) });
  setVersionHeaders(call, now, hashedTag(now, text));
  return sendText(call, status, text);
}

async function searchAtOnce(call: Call): Promise<FastifyReply> {
  const { context, parameters } = call;
  const search = context.contract.kinds.Search;
  // The path has the parameters of a list of searches, too.
  refuseUnknown(parameters, [...hitParameters, ...stepParameters]);
  const [shown, includeScopes, language, languages, query, order, version, owner] = readTogether(
    () => shownOf(call),
    () => scopesOf(parameters, fieldOf(search, 'includeScopes').members),
    () => languageOf(call),
    () => languagesOf(parameters),
    () => queryOf(parameters),
    () => wordParameter(parameters, 'order', fieldOf(search, 'order').members) ?? 'UNDEFINED',
    () => wordParameter(parameters, 'version', ['PUBLISHED', 'LATEST'] as const) ?? ('PUBLISHED' as const),
    () => ownerOf(parameters),
  );
  if (shown.shape.expand.size > 0) throw invalidParameter('expand', 'In hits only item can be expanded.');
  const request = { query, includeScopes, order, language, version, filter: null, owner, languages };
  const searcher = await asSearcher(context, request);
  // Searched first: it waits a moment for what was just written.
  const status = await searchStatus(searcher, request);
  const page = await findPage(searcher, request, shown.page);
  const path = `/n/v1/${search.plural}`;
  const items = await hitsOf(call, page, shown);
  const rest = {
    totalCount: await page.count(),
    pagination: paginationOf(call, page, path),
    url: addressOf(context, path, parameters),
  };
  return sendText(call, 200, bodyText({ status: JSON.stringify(status), items }, rest));
}

function scopesOf(parameters: QueryParameters, known: readonly string[]): string[] {
  const scopes = listParameter(parameters, 'includeScopes');
  if (scopes.length > 0 && scopes.every((scope) => known.includes(scope))) return scopes;
  throw invalidParameter('includeScopes', `One or more of ${known.join(', ')} are expected.`);
}

function languageOf({ context, parameters }: Call): string {
  const named = textParameter(parameters, 'language');
  const language = named === null ? searchLanguage(context) : canonicalLocale(named);
  if (language === null) throw invalidParameter('language', 'Not a known locale tag.');
  return language;
}

function languagesOf(parameters: QueryParameters): string[] | null {
  const named = listParameter(parameters, 'languages');
  const languages = named.flatMap((one) => canonicalLocale(one) ?? []);
  if (languages.length < named.length) throw invalidParameter('languages', 'Locale tags are expected.');
  if (languages.length > 20) throw invalidParameter('languages', 'At most 20 languages.', 20);
  return languages.length > 0 ? languages : null;
}

function ownerOf(parameters: QueryParameters): string | null {
  const named = textParameter(parameters, 'owner');
  const owner = named === null ? null : parseUrn(named);
  if (named !== null && owner === null) throw invalidParameter('owner', 'Expected a UUID of 36 characters.');
  return owner;
}

function queryOf(parameters: QueryParameters): string | null {
  const query = textParameter(parameters, 'query');
  if (query !== null && codePoints(query) > 512) throw invalidParameter('query', 'At most 512 characters.', 512);
  return query;
}

/** What is shown: which hits, whether with what was found, and the search itself. */
interface Shown {
  readonly page: { readonly first: number; readonly after: string | null };
  readonly isExpanded: boolean;
  readonly shape: Shape;
}

function shownOf({ context, parameters }: Call): Shown {
  const names = listParameter(parameters, 'expand');
  const own = names.filter((name) => name !== 'item' && name !== 'items.item');
  const [first, shape] = readTogether(
    () => pageSize(parameters),
    () => readShape(context.contract.kinds.Search, new Map([['expand', own.join()]])),
  );
  return { page: { first, after: textParameter(parameters, 'after') }, isExpanded: own.length < names.length, shape };
}

// The hits as the JSON text of a list.
async function hitsOf(call: Call, { items }: FoundPage, { isExpanded }: Shown): Promise<string> {
  const bodies = isExpanded ? await foundBodies(call, items) : new Map<string, string>();
  const hits = items.map(({ urn, url, type, sortOrder, name, score, highlights, kind }) => {
    const item = bodies.get(urn) ?? JSON.stringify(shallowLink(call.context, kind, urn));
    const before = Object.entries({ urn, url, type, sortOrder, name });
    const after = Object.entries({ score, highlights });
    const written = (members: [string, unknown][]): [string, string][] =>
      members.map(([member, value]) => [member, writeJson(value)]);
    return objectText([...written(before), ['item', item], ...written(after)]);
  });
  return `[${hits.join(',')}]`;
}

// The bodies of what was found and may be read, by urn.
async function foundBodies({ context }: Call, items: readonly FoundItem[]): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  const found = await Promise.all(items.map(({ kind, urn }) => context.loaders.byUrn(kind.name, urn)));
  const rows = found.filter((row) => row !== null);
  for (const resource of new Set(items.map(({ kind }) => kind))) {
    const some = rows.filter(({ $kind }) => $kind === resource.name);
    const texts = await bodyTexts(context, { resource, rows: some });
    for (const [at, { urn }] of some.entries()) bodies.set(urn, texts[at] ?? '');
  }
  return bodies;
}

function paginationOf(call: Call, { items, hasMore, limit }: FoundPage, path: string): Record<string, unknown> {
  return forwardPagination(call, path, { after: items.at(-1)?.cursor ?? null, isMorePages: hasMore, limit });
}
