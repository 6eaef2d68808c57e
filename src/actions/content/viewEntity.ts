// The rendered view of a page: which entity answers, which of its values are live at that time, and what they look like
// to the reader. All views that a request asks for in one turn are made together, and what was made is kept. Spec: Endpoints; resource
// reference 3.1.
import DataLoader from 'dataloader';
import { redirectOf } from '../../database/content/redirectStore.ts';
import { redirectFor, viewCandidates, type ViewCandidate } from '../../database/content/viewStore.ts';
import { entityTag } from '../../domain/entityTag.ts';
import { contentHash } from '../../engine/contentHash.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import type { Target } from '../../domain/redirectTarget.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { throughRoles } from '../../domain/viewer.ts';
import { namedScope, readScope } from '../../engine/authorize.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import type { Context, Loaders } from '../../engine/context.ts';
import type { Chosen } from './chooseView.ts';
import { compose, type Composed, type ShownEntity } from './composeView.ts';
import { addressOf, choose, languagesByOwner, pageAt, type Composition } from './findView.ts';
import { askKept, madeOf, type Keepable, type Requested } from './keptViews.ts';
import type { ViewOptions, ViewRequest } from './viewRequest.ts';

/** What is served. */
export interface EntityView extends ShownEntity, Keepable {
  /** A strong hash over content, language and variant, quoted. */
  readonly etag: string;
  /** When the next scheduled change takes effect; null when none is. */
  readonly nextChange: string | null;
  /** Whether all that was read for it is everyone's: made for a caller without a token, who is shown nothing else. */
  readonly isPublic: boolean;
  /** Whose change may change the answer: the versions of the page, the entities it refers to, and the company. */
  readonly sources: readonly string[];
  /** Whether a template failed: then the answer is not to be kept. */
  readonly hasFailed: boolean;
}

/** The urns of the entities that the items of a view refer to, whether they are shown or not. */
export function referencesOf({ items }: Pick<ShownEntity, 'items'>): string[] {
  return items.flatMap((item) => (item.$kind === 'ReferenceItem' ? [item.entityReference] : []));
}

/** Where a path leads, at which no page is. */
export interface Moved {
  readonly redirect: Target;
}

type Answer = EntityView | Moved;

// Of each request, by the loaders that it alone has.
const views = new WeakMap<Loaders, DataLoader<Requested, Answer>>();

/** The view, or the path to go to instead. NOT_FOUND when nothing is live for this reader. */
export async function viewEntity(context: Context, request: ViewRequest): Promise<Answer> {
  const key = JSON.stringify(request);
  const ready = ahead.get(context.loaders);
  const found = ready?.get(key) ?? load(context, request);
  ready?.delete(key);
  return found;
}

async function load(context: Context, request: ViewRequest): Promise<Answer> {
  const at = addressOf(request);
  if (!at) throw notFound();
  let known = views.get(context.loaders);
  if (!known) {
    known = new DataLoader((requests) => viewAll(asViewReader(context), requests), { cache: false });
    views.set(context.loaders, known);
  }
  return known.load({ request, at });
}

// What was read before it is asked for, by the loaders of its request.
const ahead = new WeakMap<Loaders, Map<string, Promise<Answer> | undefined>>();

/**
 * The views, in their order, which `viewEntity` answers once more without reading them again. Null where one of them is found at another
 * path. Throws what `viewEntity` throws.
 */
export async function viewsAhead(
  context: Context,
  requests: readonly ViewRequest[],
): Promise<readonly EntityView[] | null> {
  const loading = requests.map((request) => load(context, request));
  ahead.set(context.loaders, new Map(requests.map((request, at) => [JSON.stringify(request), loading[at]])));
  const found = await Promise.all(loading);
  const views = found.filter((one): one is EntityView => !('redirect' in one));
  return views.length === requests.length ? views : null;
}

/** Gives the view of an entity that is referred to; null when there is nothing to show. */
export interface ReferencedViews {
  load(urn: string): Promise<ShownEntity | null>;
}

/** All views requested in one turn are built together, and each once. */
export function referencedViews(context: Context, options: ViewOptions): ReferencedViews {
  const load = async (urn: string): Promise<ShownEntity | null> => {
    const view = await viewEntity(context, { ...options, owner: null, address: { urn } }).catch(refusedAsNull);
    return view && 'redirect' in view ? null : view;
  };
  return new DataLoader<string, ShownEntity | null>((urns) => Promise.all(urns.map(load)));
}

function refusedAsNull(error: unknown): null {
  if (error instanceof ServiceError && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND')) return null;
  throw error;
}

async function viewAll(context: Context, requests: readonly Requested[]): Promise<(Answer | Error)[]> {
  const answers = new Map<Requested, Answer | Error>();
  const answerMoment = async (some: readonly Requested[]): Promise<void> => {
    const found = await viewInTurn(context, some).catch(asError);
    for (const [at, one] of some.entries())
      answers.set(one, found instanceof Error ? found : (found[at] ?? notFound()));
  };
  const moments = groupBy(requests, ({ request: { version, atTimestamp } }) => `${version} ${atTimestamp ?? ''}`);
  await Promise.all([...moments.values()].map(answerMoment));
  return requests.map((one) => answers.get(one) ?? notFound());
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

// What is not in the reader's tenant is looked for in all others, of which it is shown what everyone may VIEW.
async function viewInTurn(context: Context, requests: readonly Requested[]): Promise<(Answer | Error)[]> {
  const { viewer, contract } = context;
  const answers = await viewMoment(context, readScope(viewer, contract.kinds.Entity), requests);
  if (viewer.kind !== 'CLIENT') return answers;
  const isAbsent = (_: unknown, at: number): boolean => isNotFound(answers[at]);
  const absent = requests.filter(isAbsent);
  if (absent.length === 0) return answers;
  const elsewhere = await viewMoment(context, namedScope(viewer, contract.kinds.Entity), absent);
  let next = 0;
  return answers.map((answer) => (isNotFound(answer) ? (elsewhere[next++] ?? notFound()) : answer));
}

const isNotFound = (answer: unknown): boolean => answer instanceof ServiceError && answer.code === 'NOT_FOUND';

// All of them show the same moment.
async function viewMoment(
  context: Context,
  scope: AccessScope,
  requests: readonly Requested[],
): Promise<(Answer | Error)[]> {
  const isKeepable =
    context.limits.viewCacheBytes > 0 &&
    requests.every(({ request }) => request.version === 'PUBLISHED' && request.atTimestamp === null);
  const known = isKeepable ? await askKept<EntityView>(context, scope, requests) : null;
  const missing = requests.filter((_, at) => !known || (known[at]?.kept === null && known[at].isThere));
  const made = await makeViews(context, scope, missing);
  const answers = requests.map(async (one, at): Promise<Answer> => {
    const kept = known?.[at];
    if (kept?.kept) return kept.kept;
    const view = made.get(one);
    if (view instanceof Error) throw view;
    if (!view) return { redirect: await findRedirect(context, scope, one) };
    kept?.keep(view);
    return view;
  });
  return Promise.all(answers.map((answer) => answer.catch(asError)));
}

// The views of the requests that have something to show.
async function makeViews(
  context: Context,
  scope: AccessScope,
  requests: readonly Requested[],
): Promise<Map<Requested, EntityView | Error>> {
  const views = new Map<Requested, EntityView | Error>();
  if (requests.length === 0) return views;
  const found = await viewCandidates(
    context.database,
    scope,
    requests.map(({ at }) => at),
  );
  const languages = languagesByOwner(context);
  const chosen = new Map<Requested, Composition>();
  await Promise.all(
    requests.map(async (one) => {
      const page = pageAt(context, one.request, one.at, found);
      const choice = page && (await choose(context, one.request, page, languages).catch(asError));
      if (choice instanceof Error) views.set(one, choice);
      else if (choice) chosen.set(one, choice);
    }),
  );
  const composed = await compose(
    context,
    [...chosen].map(([{ request }, choice]) => ({ ...choice, render: request.render })),
  );
  for (const [at, [one, choice]] of [...chosen].entries()) {
    const view = composed[at];
    if (view) views.set(one, finished(one, view, choice));
  }
  return views;
}

// Where a page went that was there goes before what somebody wrote down about the path. Resource reference 16.26.
async function findRedirect({ database, viewer }: Context, scope: AccessScope, { at }: Requested): Promise<Target> {
  if (!('path' in at)) throw notFound();
  const path = await redirectFor(database, scope, at);
  if (path !== null) return { path, isPermanent: true };
  const written = await redirectOf(database, scope, at, viewer.companyUrn);
  if (written === null) throw notFound();
  return written;
}

function finished({ request }: Requested, composed: Composed, { chosen, choice, page }: Composition): EntityView {
  const { shown, isSteady } = composed;
  const { tag, size } = taggedContent(shown, chosen, request);
  const hasFailed = shown.items.some((item) => item.templateError !== undefined);
  return {
    ...shown,
    etag: tag,
    nextChange: nextChange(page.candidates, choice.at),
    isPublic: chosen.entity.$isPublic,
    sources: [...new Set([...page.candidates.map(({ urn }) => urn), ...referencesOf(shown), shown.entity.$owner])],
    hasFailed,
    madeOf: isSteady && !hasFailed ? madeOf(page.found, composed, size) : null,
  };
}

// Whatever the body shows is in the hash; members that begin with $ are the service's own.
function taggedContent(
  shown: ShownEntity,
  chosen: Chosen,
  { render, version }: ViewRequest,
): { readonly tag: string; readonly size: number } {
  const over = chosen.variant?.row;
  const variant = over ? [over.urn, (over.$seesDrafts ? over : over.$live).version] : null;
  const content = JSON.stringify([render, version, shown.entity, variant, shown.items], (name, value: unknown) =>
    name.startsWith('$') ? undefined : value,
  );
  return { tag: entityTag(contentHash(content)), size: content.length };
}

// Any version of the page may change what is chosen, so the next change of any of them counts.
function nextChange(candidates: readonly ViewCandidate[], at: string): string | null {
  const times = candidates.flatMap((row) => [
    ...(row.status === 'PUBLISH_PENDING' ? [row.publishTimestamp] : []),
    row.unpublishTimestamp,
  ]);
  return times.filter((t): t is string => typeof t === 'string' && t > at).sort()[0] ?? null;
}

/** The context in which a view is read. */
export function asViewReader(context: Context): Context {
  if (!context.viewer.isRestricted) return context;
  return { ...context, viewer: throughRoles(context.viewer), loaders: context.loaders.inViews() };
}
