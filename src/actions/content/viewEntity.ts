// The rendered view of a page: which entity answers, which of its values are live at that time, and what they look like
// to the reader. Spec: Endpoints; resource reference 3.1.
import DataLoader from 'dataloader';
import { urlOf } from '../../contract/resource.ts';
import { languagesOf, type CompanyLanguages } from '../../database/identity/companyStore.ts';
import { asLiveEntity, type ItemRow, type Row } from '../../database/engine/row.ts';
import {
  isPublic,
  redirectFor,
  valuesOf,
  viewCandidates,
  type ValuesAt,
  type ViewCandidate,
} from '../../database/content/viewStore.ts';
import { invalidParameter, notFound, ServiceError } from '../../domain/errors.ts';
import { contentHash, entityTag } from '../../domain/entityTag.ts';
import { isAtOrBefore, isBefore } from '../../domain/instant.ts';
import { parseAskedSelector } from '../../domain/selector.ts';
import { overlay } from '../../domain/variant.ts';
import { readScope } from '../../engine/authorize.ts';
import {
  chooseView,
  requireDrafts,
  servedOf,
  type Chosen,
  type Served,
  type ViewChoice,
  existedAt,
} from './chooseView.ts';
import type { Context } from '../../engine/context.ts';
import { renderItems, type ShownItem } from './renderItems.ts';
import { throughRoles } from '../../domain/viewer.ts';

/** How a page is to be shown; what it refers to is shown the same way. */
export interface ViewOptions {
  readonly language: string | null;
  readonly variant: string | null;
  readonly version: 'PUBLISHED' | 'LATEST';
  readonly atTimestamp: string | null;
  readonly render: 'HTML' | 'RAW';
}

/** What is requested. */
export interface ViewRequest extends ViewOptions {
  readonly address: { readonly urn: string } | { readonly path: string };
  readonly owner: string | null;
}

/** Another language version of the same page. */
export interface Alternative {
  readonly language: string;
  readonly urn: string;
  readonly url: string;
  readonly path: string | null;
  readonly name: string;
}

/** An entity as a view shows it. */
export interface ShownEntity {
  readonly entity: Row<'Entity'>;
  /** Live values, rendered; each has `layer`. */
  readonly items: readonly ShownItem[];
  /** The tag that was chosen, and the step of the language choice that found it. */
  readonly language: { readonly tag: string; readonly step: string };
  readonly alternativeLanguages: readonly Alternative[];
}

/** What is served. */
export interface EntityView extends ShownEntity {
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

/** The view, or the path to go to instead. NOT_FOUND when nothing is live for this reader. */
export async function viewEntity(
  given: Context,
  request: ViewRequest,
): Promise<EntityView | { readonly redirect: string }> {
  const context = asViewReader(given);
  const found = await findCandidates(context, request);
  const page = onePage(context, request, found);
  const composed = page ? await choose(context, request, page, languagesByOwner(context)) : null;
  const view = composed && (await compose(context, request, [composed]))[0];
  if (composed && view) {
    return {
      ...view,
      etag: etagOf(view, composed.chosen, request),
      nextChange: nextChange(page?.candidates ?? [], composed.choice.at),
      isPublic:
        context.viewer.kind === 'ANONYMOUS' && (await isPublic(context.database, view.entity.urn, view.entity.$owner)),
      sources: [
        ...new Set([...(page?.candidates ?? []).map(({ urn }) => urn), ...referencesOf(view), view.entity.$owner]),
      ],
      hasFailed: view.items.some((item) => item.templateError !== undefined),
    };
  }
  return { redirect: await findRedirect(context, request) };
}

/** The urns of the entities that the items of a view refer to, whether they are shown or not. */
export function referencesOf({ items }: Pick<ShownEntity, 'items'>): string[] {
  return items.flatMap((item) => (item.$kind === 'ReferenceItem' ? [item.entityReference] : []));
}

/**
 * The views of many entities by urn, in their order, in a number of statements that does not depend on how many they
 * are; null for each that has nothing to show to this reader.
 */
async function viewEntities(
  given: Context,
  options: ViewOptions,
  urns: readonly string[],
): Promise<(ShownEntity | null)[]> {
  const context = asViewReader(given);
  const scope = readScope(context.viewer, context.contract.kinds.Entity);
  const found = await viewCandidates(context.database, scope, { urns });
  const languages = languagesByOwner(context);
  const chosen = await Promise.all(
    urns.map(async (urn) => {
      const page = pageOf(found, urn);
      return page ? choose(context, options, page, languages).catch(refusedAsNull) : null;
    }),
  );
  const shown = await compose(
    context,
    options,
    chosen.filter((one) => one !== null),
  );
  let at = 0;
  return chosen.map((one) => (one === null ? null : (shown[at++] ?? null)));
}

function refusedAsNull(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'FORBIDDEN') return null;
  throw error;
}

/** The versions of one page, and the one that was addressed by urn. */
interface Page {
  readonly addressed: ViewCandidate | null;
  readonly candidates: readonly ViewCandidate[];
}

async function findCandidates(context: Context, request: ViewRequest): Promise<ViewCandidate[]> {
  const { database, contract, viewer } = context;
  const scope = readScope(viewer, contract.kinds.Entity);
  if ('urn' in request.address) return viewCandidates(database, scope, { urns: [request.address.urn] });
  const selector = parseAskedSelector(request.address.path);
  if (!('path' in selector)) return [];
  return viewCandidates(database, scope, { path: selector.path, owner: request.owner });
}

function pageOf(found: readonly ViewCandidate[], urn: string): Page | null {
  const addressed = found.find((row) => row.urn === urn);
  if (!addressed) return null;
  const isSibling = (row: ViewCandidate): boolean =>
    row === addressed || (addressed.path !== null && row.$owner === addressed.$owner && row.path === addressed.path);
  return { addressed, candidates: found.filter(isSibling) };
}

// A token that sees several companies gets the page of its own company first, then of the oldest entity; companies that
// have nothing to show there are passed over.
function onePage(context: Context, request: ViewRequest, found: readonly ViewCandidate[]): Page | null {
  if ('urn' in request.address) return pageOf(found, request.address.urn);
  const choice = viewChoiceOf(context, request, found);
  const owners = servedOf(found, choice).map((served) => served.row.$owner);
  const own = owners.find((owner) => owner === context.viewer.companyUrn);
  const owner = own ?? owners[0];
  return owner === undefined ? null : { addressed: null, candidates: found.filter((row) => row.$owner === owner) };
}

function viewChoiceOf(context: Context, options: ViewOptions, candidates: readonly ViewCandidate[]): ViewChoice {
  const now = candidates[0]?.$now ?? '';
  const { language, variant, version } = options;
  requireKept(options.atTimestamp, now, context.limits.historyRetentionDays);
  return { at: options.atTimestamp ?? now, now, version, language, variant, acceptLanguage: context.acceptLanguage };
}

// What was shown before could only be guessed from the values that are left.
function requireKept(at: string | null, now: string, days: number | null): void {
  if (at === null || days === null || now === '') return;
  const border = new Date(Date.parse(now) - days * 86_400_000).toISOString();
  if (isBefore(at, border))
    throw invalidParameter('atTimestamp', `Values are kept for ${String(days)} days after they were replaced.`, days);
}

/** A choice that was made, and what it was made for. */
interface Composition {
  readonly chosen: Chosen;
  readonly choice: ViewChoice;
  readonly served: readonly Served[];
}

type Languages = (owner: string) => Promise<CompanyLanguages>;

function languagesByOwner({ database }: Context): Languages {
  const known = new Map<string, Promise<CompanyLanguages>>();
  return (owner) => {
    const answer = known.get(owner) ?? languagesOf(database, owner);
    known.set(owner, answer);
    return answer;
  };
}

async function choose(
  context: Context,
  options: ViewOptions,
  page: Page,
  languages: Languages,
): Promise<Composition | null> {
  const choice = viewChoiceOf(context, options, page.candidates);
  const served = servedOf(page.candidates, choice);
  const owner = served[0]?.row.$owner;
  if (owner === undefined) return null;
  const chosen = chooseView(served, page.addressed, choice, await languages(owner));
  if (!chosen) return null;
  requireDrafts(chosen, choice);
  return { chosen, choice, served };
}

async function compose(
  context: Context,
  options: ViewOptions,
  compositions: readonly Composition[],
): Promise<(ShownEntity | null)[]> {
  const wanted = new Map<string, ValuesAt>();
  for (const { chosen } of compositions) {
    for (const one of [chosen.base, chosen.variant]) if (one) wanted.set(one.row.urn, one.values);
  }
  const values = wanted.size === 0 ? [] : await valuesOf(context.database, wanted);
  return Promise.all(compositions.map((one) => show(context, options, one, values)));
}

async function show(
  context: Context,
  options: ViewOptions,
  { chosen, choice, served }: Composition,
  values: readonly ItemRow[],
): Promise<ShownEntity | null> {
  const ofEntity = (one: Served | null): OverlayRow[] =>
    one ? values.filter((v) => v.entity === one.row.urn).map(overlayRow) : [];
  const layered = overlay(ofEntity(chosen.base), ofEntity(chosen.variant));
  const existed = [chosen.base, chosen.variant].some((one) => one && existedAt(one.row, one.values));
  if (layered.length === 0 && !existed) return null;
  const entity = asShown(chosen.entity, choice);
  const alternatives = alternativesOf(context, served, entity);
  const items = await renderItems(context, { ...choice, entity, items: layered, render: options.render });
  return {
    // The resolver of the field finds them on the row.
    entity: Object.assign({ ...entity }, { alternativeLanguages: alternatives }),
    items,
    language: { tag: entity.language, step: chosen.step },
    alternativeLanguages: alternatives,
  };
}

type OverlayRow = ItemRow & { readonly kind: string };

const overlayRow = (row: ItemRow): OverlayRow => ({ ...row, kind: row.$kind });

// A publication that is due is shown as carried out, whether the publisher came by or not.
function asShown(entity: ViewCandidate, { now }: ViewChoice): Row<'Entity'> {
  const start = entity.publishTimestamp;
  const isDue = entity.status === 'PUBLISH_PENDING' && typeof start === 'string' && isAtOrBefore(start, now);
  if (isDue) return { ...entity, status: 'PUBLISHED', liveTimestamp: start };
  return entity.$seesDrafts ? entity : asLiveEntity(entity);
}

function alternativesOf(context: Context, served: readonly Served[], entity: Row<'Entity'>): Alternative[] {
  const kind = context.contract.kinds.Entity;
  return served
    .filter((s) => s.row.variant === entity.variant && s.row.urn !== entity.urn)
    .map(({ row }) => ({
      language: row.language,
      urn: row.urn,
      url: urlOf(context, kind, row.urn),
      path: row.path,
      name: row.name,
    }))
    .sort((a, b) => (a.language < b.language ? -1 : 1));
}

async function findRedirect(context: Context, request: ViewRequest): Promise<string> {
  const { database, contract, viewer } = context;
  const selector = 'path' in request.address ? parseAskedSelector(request.address.path) : null;
  if (!selector || !('path' in selector)) throw notFound();
  const scope = readScope(viewer, contract.kinds.Entity);
  const path = await redirectFor(database, scope, { path: selector.path, owner: request.owner });
  if (path === null) throw notFound();
  return path;
}

// Whatever the body shows is in the hash; members that begin with $ are the service's own.
function etagOf(shown: ShownEntity, chosen: Chosen, { render, version }: ViewRequest): string {
  const over = chosen.variant?.row;
  const variant = over ? [over.urn, over.$seesDrafts ? over.version : over.$liveVersion] : null;
  const content = JSON.stringify([render, version, shown.entity, variant, shown.items], (name, value: unknown) =>
    name.startsWith('$') ? undefined : value,
  );
  return entityTag(contentHash(content));
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
function asViewReader(context: Context): Context {
  if (!context.viewer.isRestricted) return context;
  return { ...context, viewer: throughRoles(context.viewer), loaders: context.loaders.inViews() };
}

/** Gives the view of an entity that is referred to; null when there is nothing to show. */
export interface ReferencedViews {
  load(urn: string): Promise<ShownEntity | null>;
}

/** All views requested in one turn are built together, and each once. */
export function referencedViews(context: Context, options: ViewOptions): ReferencedViews {
  return new DataLoader<string, ShownEntity | null>((urns) => viewEntities(context, options, urns));
}
