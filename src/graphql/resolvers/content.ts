// Root fields of content that are more than create, read, update, delete: the rendered view, publication, histories.
import type { GraphQLResolveInfo } from 'graphql';
import { requireCaller } from '../../actions/authorize.ts';
import { chooseLive } from '../../actions/chooseLive.ts';
import { copyEntity } from '../../actions/copyEntity.ts';
import { discardDrafts } from '../../actions/discardDrafts.ts';
import { findAny, kindOfUrn } from '../../actions/findAny.ts';
import { readClientContext } from '../../actions/readClientContext.ts';
import type { LanguageRemark } from '../../actions/remarks.ts';
import { referencedViews } from '../../actions/renderedEntity.ts';
import { restoreResource } from '../../actions/restoreResource.ts';
import { restoreValue } from '../../actions/restoreValue.ts';
import { updateResource } from '../../actions/updateResource.ts';
import { viewEntity, type ViewRequest } from '../../actions/viewEntity.ts';
import { pageLimits } from '../../contract/listQuery.ts';
import { resourceOf, type Contract } from '../../contract/resource.ts';
import { countries } from '../../domain/country.ts';
import { currencies, formatMoney } from '../../domain/currency.ts';
import { invalidParameter, ServiceError } from '../../domain/errors.ts';
import { parseInstant } from '../../domain/instant.ts';
import { canonicalLocale, locales } from '../../domain/locale.ts';
import { parseUrn } from '../../domain/urn.ts';
import type { GraphContext } from '../context.ts';
import { inView } from './fields.ts';
import { answer, currentOf, optionsOf, urnOf } from './roots.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Root = (source: unknown, args: Arguments, context: GraphContext, info: GraphQLResolveInfo) => unknown;

/** `Query` fields beyond the common ones. */
export const contentQueries: Record<string, Root> = {
  async node(_, args, context) {
    requireCaller(context.viewer);
    const urn = parseUrn(args['urn']);
    return urn ? (await findAny(context, [urn]))[0] : null;
  },
  async nodes(_, args, context) {
    requireCaller(context.viewer);
    // The SDL makes it a list of ids.
    const asked = args['urns'] as readonly string[];
    if (asked.length > pageLimits.most) throw invalidParameter('urns', 'At most 200 urns.', pageLimits.most);
    const urns = asked.map(parseUrn);
    const found = await findAny(context, [...new Set(urns.filter((urn) => urn !== null))]);
    const byUrn = new Map(found.flatMap((row) => (row ? [[row.urn, row] as const] : [])));
    return urns.map((urn) => (urn ? (byUrn.get(urn) ?? null) : null));
  },
  async entityView(_, args, context, info) {
    const { entity, language } = await readView(context, args);
    if (language) context.remarks.languages.set(String(info.path.key), language);
    return entity;
  },
  clientContext: (_, __, context) => readClientContext(context),
  locales: () => locales,
  currencies: () => currencies.map((c) => ({ ...c, symbol: formatMoney(0n, c, 'en').currencySymbol })),
  countries: () => countries,
};

/** What a view shows, and its ETag; both null when nothing is live for the caller. */
export interface ReadView {
  readonly entity: unknown;
  readonly etag: string | null;
  readonly language: LanguageRemark | null;
}

const nothing: ReadView = { entity: null, etag: null, language: null };

/** The view that the arguments of `entityView` ask for. */
export async function readView(context: GraphContext, args: Arguments, isMoved = false): Promise<ReadView> {
  const request = viewRequest(args);
  const view = await viewEntity(context, request).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  if (!view) return nothing;
  // A path that was left leads to the present one, which is no redirect itself.
  if ('redirect' in view) return isMoved ? nothing : readView(context, { ...args, path: view.redirect }, true);
  const language = { tag: view.language.tag, match: view.language.step };
  return { entity: inView(view.entity, view.items, referencedViews(context, request)), etag: view.etag, language };
}

function viewRequest(args: Arguments): ViewRequest {
  const { path, urn } = args;
  if ((typeof path === 'string') === (typeof urn === 'string'))
    throw invalidParameter('path', 'Give path or urn, one of them.');
  const language = typeof args['language'] === 'string' ? canonicalLocale(args['language']) : null;
  if (typeof args['language'] === 'string' && !language) throw invalidParameter('language', 'Not a known locale tag.');
  const at = typeof args['atTimestamp'] === 'string' ? parseInstant(args['atTimestamp']) : null;
  if (typeof args['atTimestamp'] === 'string' && !at) throw invalidParameter('atTimestamp', 'A date-time is expected.');
  return {
    address: typeof path === 'string' ? { path } : { urn: urnOf(urn) },
    language,
    variant: typeof args['variant'] === 'string' ? args['variant'] : null,
    version: args['version'] === 'LATEST' ? 'LATEST' : 'PUBLISHED',
    atTimestamp: at,
    owner: typeof args['owner'] === 'string' ? urnOf(args['owner']) : null,
    render: args['render'] === 'RAW' ? 'RAW' : 'HTML',
  };
}

/** `Mutation` fields beyond the common ones. */
export function contentMutations(contract: Contract): Record<string, Root> {
  const entity = resourceOf(contract, 'Entity');
  const order = (context: GraphContext, args: Arguments, input: Record<string, unknown>): Promise<unknown> =>
    answer(
      context,
      'entity',
      async () => (await updateResource(context, entity, urnOf(args['urn']), input, optionsOf(args))).row,
      currentOf(context, entity, args['urn']),
    );
  return {
    publishEntity: (_, args, context) => order(context, args, publishOrder(args)),
    unpublishEntity: (_, args, context) =>
      answer(
        context,
        'entity',
        async () => {
          const row = await context.loaders.byUrn('Entity', urnOf(args['urn']));
          // A scheduled publication over live content is cancelled; everything else leaves the view.
          const isCancelled = row?.['status'] === 'PUBLISH_PENDING' && row['liveTimestamp'] !== null;
          const status = isCancelled ? 'PUBLISHED_WITH_DRAFTS' : 'DRAFT_UNPUBLISHED';
          return (await updateResource(context, entity, urnOf(args['urn']), { status }, optionsOf(args))).row;
        },
        currentOf(context, entity, args['urn']),
      ),
    discardEntityDrafts: (_, args, context) =>
      answer(context, 'entity', () => discardDrafts(context, urnOf(args['urn']))),
    copyEntity: (_, args, context) =>
      answer(context, 'entity', () => copyEntity(context, urnOf(args['urn']), { ...(args['input'] as Arguments) })),
    chooseItemValue: (_, args, context) => answer(context, 'item', () => historyVerb(context, args, chooseLive)),
    restoreItemValue: (_, args, context) => answer(context, 'item', () => historyVerb(context, args, restoreValue)),
    restoreDeleted: (_, args, context) =>
      answer(context, 'node', async () => {
        const urn = urnOf(args['urn']);
        return restoreResource(context, await kindOfUrn(context, urn, false), urn);
      }),
  };
}

function publishOrder(args: Arguments): Record<string, unknown> {
  const order: Record<string, unknown> = { status: 'PUBLISH' };
  for (const name of ['publishTimestamp', 'unpublishTimestamp']) if (args[name] !== undefined) order[name] = args[name];
  return order;
}

async function historyVerb(context: GraphContext, args: Arguments, verb: typeof chooseLive): Promise<unknown> {
  requireCaller(context.viewer);
  const item = urnOf(args['item']);
  return verb(context, await kindOfUrn(context, item, true), item, urnOf(args['entry']));
}
