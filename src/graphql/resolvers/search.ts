// Search in GraphQL: in one step, and the hits of a stored search.
import { givenCursor } from '../../engine/cursor.ts';
import { settleIndex } from '../../actions/search/indexQueue.ts';
import {
  asSearcher,
  findPage,
  searchLanguage,
  type FoundItem,
  type FoundPage,
  openScopes,
  readStoredSearch,
} from '../../actions/search/search.ts';
import type { Row } from '../../engine/context.ts';
import { invalidParameter, notFound } from '../../domain/errors.ts';
import { Named } from '../operation/answered.ts';
import type { GraphContext } from '../operation/context.ts';
import type { GraphVerb } from './verbs.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** `Query.search`. */
export const searchQuery: GraphVerb = async (context, args) => {
  const request = {
    query: textOf(args['query']),
    // The SDL makes it a list of scopes, and the others members of their enums.
    includeScopes: (args['includeScopes'] ?? openScopes(context)) as readonly string[],
    order: String(args['order']),
    language: textOf(args['language']) ?? searchLanguage(context),
    version: args['version'] === 'LATEST' ? ('LATEST' as const) : ('PUBLISHED' as const),
    filter: null,
    owner: textOf(args['owner']),
    // The SDL makes it a list of tags.
    languages: (args['languages'] ?? null) as readonly string[] | null,
  };
  const searcher = await asSearcher(context, request);
  await settleIndex(searcher, request);
  return connection(await findPage(searcher, request, pageOf(args)), pageOf(args));
};

/** Resolvers of searches that are kept, and of hits. */
export const searchResolvers = {
  Search: {
    async items({ urn }: Row, args: Arguments, context: GraphContext): Promise<Record<string, unknown>> {
      return connection(await readStoredSearch(context, await stored(context, urn), pageOf(args)), pageOf(args));
    },
    totalCount: async ({ urn }: Row, _: Arguments, context: GraphContext): Promise<number | null> =>
      (await readStoredSearch(context, await stored(context, urn), { first: 1, after: null })).count(),
  },
  SearchItem: {
    item: ({ kind, urn }: FoundItem): Named => new Named(kind.name, urn),
  },
};

async function stored({ loaders }: GraphContext, urn: string): Promise<Row<'Search'>> {
  const row = await loaders.byUrn('Search', urn);
  if (!row) throw notFound();
  return row;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

interface HitPage {
  readonly first: unknown;
  readonly after: string | null;
}

// Hits are read from the best on: what lies before a page was read with it.
function pageOf(args: Arguments): HitPage {
  for (const name of ['last', 'before']) {
    if (args[name] !== undefined && args[name] !== null && args[name] !== '')
      throw invalidParameter(name, 'Hits are read forward only.');
  }
  return { first: args['first'], after: givenCursor(args['after']) };
}

function connection(page: FoundPage, { after }: HitPage): Record<string, unknown> {
  let counted: Promise<number | null> | null = null;
  const total = (): Promise<number | null> => (counted ??= page.count());
  return {
    edges: page.items.map((node) => ({ cursor: node.cursor, node })),
    nodes: page.items,
    pageInfo: {
      hasNextPage: page.hasMore,
      hasPreviousPage: after !== null,
      startCursor: page.items[0]?.cursor ?? null,
      endCursor: page.items.at(-1)?.cursor ?? null,
    },
    totalCount: total,
    totalCountIsEstimate: async () => (await total()) === null,
  };
}
