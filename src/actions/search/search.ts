// Runs searches, stored ones and those run in one step: a reader sees what it may read at that moment. A stored one is its
// caller's own, forgotten 15 minutes after it was last read, and partial only while the index catches up. Resource reference 8.
import { checkConditions, checkLimit, type Filter, type RawCondition } from '../../contract/listQuery.ts';
import { isForEveryone, urlOf, type Resource } from '../../contract/resource.ts';
import {
  compileQuery,
  countHits,
  findHits,
  type Hit,
  type HitOrder,
  type HitPosition,
  type SearchQuestion,
  prolongSearch,
  purgeSearches,
} from '../../database/search/searchStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { invalidParameter, ServiceError } from '../../domain/errors.ts';
import { cutsOf } from '../../database/search/cutStore.ts';
import { negotiatedLanguage } from '../../domain/languageChoice.ts';
import { parseSearchQuery } from '../../domain/searchQuery.ts';
import { readScope, requireReader, scopeFor } from '../../engine/authorize.ts';
import { isOfTenant } from '../../domain/viewer.ts';
import type { Context } from '../../engine/context.ts';
import { listingViewer } from '../../engine/everyone.ts';
import { listFingerprint, positionFrom, sealed } from '../../engine/cursor.ts';
import { settleIndex } from './indexQueue.ts';
import { searchStatus } from './fillSearchIndex.ts';
import type { Kind } from '../../engine/kind.ts';

/** What is looked for. */
export interface SearchRequest {
  readonly query: string | null;
  readonly includeScopes: readonly string[];
  readonly order: string;
  readonly language: string;
  readonly version: 'PUBLISHED' | 'LATEST';
  /** Conditions by scope, as lists take them; null for none. */
  readonly filter: unknown;
  /** Only what this company and those below it own; null for all that may be read. */
  readonly owner: string | null;
  /** Only what is in one of these languages, in whichever country or script; null for all. */
  readonly languages: readonly string[] | null;
}

/** One hit, as both faces show it. */
export interface FoundItem {
  readonly urn: string;
  readonly url: string;
  readonly type: string;
  readonly sortOrder: number;
  readonly name: string | null;
  readonly score: number;
  readonly highlights: readonly { readonly path: string; readonly text: string }[];
  /** The kind of the resource found. */
  readonly kind: Resource;
  readonly cursor: string;
}

/** A page of hits, and how many there are in all. */
export interface FoundPage {
  readonly items: readonly FoundItem[];
  readonly hasMore: boolean;
  readonly limit: number;
  /** Runs a statement of its own. Null beyond 10,000. */
  count(): Promise<number | null>;
}

/** The language a search is stemmed in when the caller names none. */
export function searchLanguage({ acceptLanguage }: Pick<Context, 'acceptLanguage'>): string {
  return negotiatedLanguage(acceptLanguage) ?? 'en';
}

/** A stored search as a request. */
function requestOf(row: Row<'Search'>): SearchRequest {
  return {
    query: row.query,
    includeScopes: row.includeScopes,
    order: row.order,
    language: row.language,
    version: row.contentVersion,
    filter: row.filter,
    owner: row.owner,
    languages: row.languages,
  };
}

/**
 * The context in which the caller searches at once: without a token, or in another tenant than its own, as everyone of the tenant of
 * the owner; without one and without an owner, of the only tenant. UNAUTHENTICATED for a scope that is never shown to it, and OWNER_REQUIRED as in a list.
 */
export async function asSearcher(
  context: Context,
  { includeScopes, owner }: Pick<SearchRequest, 'includeScopes' | 'owner'>,
): Promise<Context> {
  for (const scope of includeScopes) requireReader(context.viewer, kindOfScope(context, scope));
  const named = owner === null ? null : { resource: context.contract.kinds.Company, urns: [owner] };
  return { ...context, viewer: await listingViewer(context, named) };
}

/** The scopes in which the caller may find anything, of all there are. */
export function openScopes(context: Pick<Context, 'contract' | 'viewer'>): readonly string[] {
  const all = context.contract.enums.get('SearchScope') ?? [];
  return context.viewer.kind === 'ANONYMOUS' ? all.filter((scope) => isForEveryone(kindOfScope(context, scope))) : all;
}

/** The hits of one page, in the context of `asSearcher`. Throws INVALID_CURSOR for a cursor of another search, INVALID_PARAMETER for a bad filter. */
export async function findPage(
  context: Context,
  request: SearchRequest,
  page: { readonly first: unknown; readonly after: string | null },
): Promise<FoundPage> {
  if (!isOfTenant(context.viewer)) throw new ServiceError('UNAUTHENTICATED');
  const limit = checkLimit(page.first, 'first');
  const list = listFingerprint(`hits ${JSON.stringify(request)}`, []);
  const from = page.after === null ? null : positionFrom(context, list, ['key', 'rank'], page.after);
  const sought = await compileQuery(context.database, parseSearchQuery(request.query ?? ''));
  // A query that holds no word finds nothing; no query finds everything.
  if (sought === null && (request.query ?? '').trim() !== '') {
    return { items: [], hasMore: false, limit, count: () => Promise.resolve(0) };
  }
  const question: SearchQuestion = {
    kinds: scopesOf(context, request),
    query: sought?.query ?? null,
    version: request.version,
    order: orderOf(request, sought !== null),
    owner: request.owner,
    languages: request.languages,
  };
  const after: HitPosition | null = from ? { key: keyOf(from[0]), urn: String(from.at(-1)) } : null;
  const found = await findHits(context.database, question, after, limit);
  const hits = found.slice(0, limit);
  const cuts = sought ? await cutsOf(context.database, hits, sought, request.version) : new Map<string, never[]>();
  const begin = from ? Number(from[1]) + 1 : 0;
  const items = hits.map((hit, at): FoundItem => ({
    ...itemOf(context, hit),
    sortOrder: begin + at,
    highlights: cuts.get(hit.urn) ?? [],
    cursor: sealed(context.cursorKey, list, [hit.key, begin + at, hit.urn]),
  }));
  const count = (): Promise<number | null> => countHits(context.database, question);
  return { items, hasMore: found.length > limit, limit, count };
}

const keyOf = (value: unknown): string | number => (typeof value === 'number' ? value : String(value));

function itemOf(context: Context, hit: Hit): Omit<FoundItem, 'sortOrder' | 'highlights' | 'cursor'> {
  const kind = context.contract.byName.get(hit.kind);
  if (!kind) throw new Error(`The search index holds the unknown kind ${hit.kind}`);
  return {
    urn: hit.urn,
    url: urlOf(context, kind, hit.urn),
    type: kind.subject ?? kind.name,
    name: hit.name,
    score: hit.score,
    kind,
  };
}

function orderOf(request: SearchRequest, hasQuery: boolean): HitOrder {
  if (request.order === 'NAME' || request.order === 'CREATED' || request.order === 'UPDATED') return request.order;
  return hasQuery ? 'RELEVANCE' : 'CREATED';
}

function scopesOf(context: Context, request: SearchRequest): SearchQuestion['kinds'] {
  const filters = filtersOf(context, request.filter);
  return [...new Set(request.includeScopes)].map((scope) => {
    const resource = kindOfScope(context, scope);
    // Drafts are for those who may see them; all other kinds have none.
    const isDraft = resource.name === 'Entity' && request.version === 'LATEST';
    return {
      resource,
      scope: isDraft ? scopeFor(context.viewer, 'READ_DRAFT') : readScope(context.viewer, resource),
      filter: filters.get(scope) ?? [],
    };
  });
}

function kindOfScope(context: Pick<Context, 'contract'>, scope: string): Resource {
  const kind = context.contract.resources.find((resource) => resource.subject === scope);
  if (!kind) throw invalidParameter('includeScopes', `There is no scope ${scope}.`);
  return kind;
}

/** Checks `{ scope: { field: { operator: value } } }`; a bare value is meant to be equal. Throws INVALID_PARAMETER. */
function filtersOf(context: Pick<Context, 'contract' | 'baseUrl'>, filter: unknown): Map<string, Filter[]> {
  const conditions = new Map<string, Filter[]>();
  if (filter === null || filter === undefined) return conditions;
  for (const [scope, fields] of Object.entries(objectOf(filter, 'filter'))) {
    const raw = Object.entries(objectOf(fields, `filter/${scope}`)).flatMap(([field, value]): RawCondition[] => {
      const isPlain = typeof value !== 'object' || value === null || Array.isArray(value);
      const stated: Record<string, unknown> = isPlain ? { eq: value } : { ...value };
      return Object.entries(stated).map(([operator, operand]) => ({
        path: `/filter/${scope}/${field}/${operator}`,
        field,
        operator,
        value: operand,
      }));
    });
    conditions.set(scope, checkConditions(kindOfScope(context, scope), raw, context.baseUrl));
  }
  return conditions;
}

function objectOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalidParameter(name, 'Conditions by scope, field and operator are expected.');
}

/** A page of the search's hits as they are now. */
export async function readStoredSearch(
  context: Context,
  row: Row<'Search'>,
  page: { readonly first: unknown; readonly after: string | null },
): Promise<FoundPage> {
  const request = requestOf(row);
  const isSettled = await settleIndex(context, request);
  await prolongSearch(context.database, row.urn, isSettled);
  return findPage(context, request, page);
}

const lifetime = 15 * 60 * 1000;

/** Fills in language, caller and end of a search, and checks its filter. */
export const searchKind: Kind<'Search'> = {
  computed: {
    // Only reading one search looks for its hits; a list of searches shows their queries.
    items: () => [],
    totalCount: () => null,
  },

  // Callers that may read anything may search; what it finds is decided when it is read.
  isOpen: ({ context, values }) => values.owner === context.viewer.companyUrn,

  complete(context, input, options) {
    const language = input['language'] ?? searchLanguage(context);
    const owner = input['owner'] ?? (options.isStrict ? undefined : context.viewer.companyUrn);
    return { input: { ...input, language, ...(owner ? { owner } : {}) } };
  },

  async prepare(step) {
    if (step.operation !== 'CREATE') return;
    try {
      filtersOf(step.context, step.values.filter);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      step.violations.push({ path: '/filter', code: 'INVALID_FORMAT', message: error.message });
    }
    const { identityUrn, clientUrn } = step.context.viewer;
    const { includeScopes = [], contentVersion: version = 'PUBLISHED' } = step.values;
    step.values.status = await searchStatus(step.context, { includeScopes, version });
    step.values.expirationTimestamp = new Date(Date.parse(step.now) + lifetime).toISOString();
    step.hidden['caller'] = identityUrn ?? clientUrn;
  },

  async after(step) {
    const { identityUrn, clientUrn } = step.context.viewer;
    const caller = identityUrn ?? clientUrn;
    if (step.operation === 'CREATE' && caller) await purgeSearches(step.transaction, caller);
  },
};
