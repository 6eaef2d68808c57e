// The rendered view of a page: which entity answers, which of its values are live at that time, and what they look like
// to the reader. Spec: entity view; resource reference 3.1.
import { createHash } from 'node:crypto';
import { resourceOf } from '../contract/resource.ts';
import { languagesOf } from '../database/companyStore.ts';
import type { Row } from '../database/row.ts';
import {
  isPublic,
  redirectFor,
  valuesOf,
  viewCandidates,
  type ValuesAt,
  type ViewCandidate,
} from '../database/viewStore.ts';
import { forbidden, notFound } from '../domain/errors.ts';
import { languageCandidates } from '../domain/languageChoice.ts';
import { stateAt, type EntityStatus } from '../domain/publication.ts';
import { parseSelector } from '../domain/selector.ts';
import { overlay } from '../domain/variant.ts';
import { readScope } from './authorize.ts';
import { asViewReader } from './viewReader.ts';
import type { Context } from './context.ts';
import { renderItems } from './renderItems.ts';

/** What is asked for. */
export interface ViewRequest {
  readonly address: { readonly urn: string } | { readonly path: string };
  readonly language: string | null;
  readonly variant: string | null;
  readonly version: 'PUBLISHED' | 'LATEST';
  readonly atTimestamp: string | null;
  readonly owner: string | null;
  readonly render: 'HTML' | 'RAW';
}

/** Another language version of the same page. */
export interface Alternative {
  readonly language: string;
  readonly urn: string;
  readonly path: string | null;
  readonly name: string;
}

/** What is served. */
export interface EntityView {
  readonly entity: Row;
  /** Live values, rendered; each has `layer`. */
  readonly items: readonly Row[];
  /** The tag that was chosen, and the step of the language choice that found it. */
  readonly language: { readonly tag: string; readonly step: string };
  readonly alternativeLanguages: readonly Alternative[];
  /** A strong hash over content, language and variant, quoted. */
  readonly etag: string;
  /** When the next scheduled change takes effect; null when none is. */
  readonly nextChange: string | null;
  /** Whether everyone may read it. */
  readonly isPublic: boolean;
}

/** The view, or the path to go to instead. NOT_FOUND when nothing is live for this reader. */
export async function viewEntity(
  given: Context,
  request: ViewRequest,
): Promise<EntityView | { readonly redirect: string }> {
  const context = asViewReader(given);
  const candidates = await findCandidates(context, request);
  if (!Array.isArray(candidates)) return candidates;
  const at = request.atTimestamp ?? candidates[0]?.$now ?? '';
  const served = candidates
    .filter((c) => c.$seesDrafts || isServed(c, c.$now))
    .map((c) => ({ row: c, values: valuesAt(c, request, at) }));
  refuseDrafts(request, candidates, at);
  const live = served.filter((s): s is Served => s.values !== null);
  const chosen = await chooseLanguage(context, request, candidates, live);
  if (!chosen) throw notFound();
  const { base, variant } = chosen;
  const wanted = new Map([base, variant].flatMap((s) => (s ? [[s.row.urn, s.values] as const] : [])));
  const values = await valuesOf(context.database, context.contract, wanted);
  // Before it was first live there was no page; afterwards even an empty one is a page.
  const wasThere = isDue(base) || (base.row['liveTimestamp'] !== null && at >= base.row.$now);
  if (values.length === 0 && request.version === 'PUBLISHED' && !wasThere) throw notFound();
  const ofEntity = (served: Served | null): OverlayRow[] =>
    served
      ? values.filter((v) => v['entity'] === served.row.urn).map((v) => ({ ...v, kind: v.$kind }) as OverlayRow)
      : [];
  const layered = overlay(ofEntity(base), ofEntity(variant));
  const entity = base.row;
  const language = String(entity['language']);
  const items = await renderItems(context, {
    entity,
    items: layered,
    render: request.render,
    at,
    version: request.version,
  });
  const alternatives = alternativesOf(live, entity);
  return {
    entity: { ...entity, alternativeLanguages: alternatives },
    items,
    language: { tag: language, step: chosen.step },
    alternativeLanguages: alternatives,
    etag: etagOf(entity, variant?.row ?? null, items, request, alternatives),
    nextChange: nextChange(live, at),
    isPublic: await isPublic(context.database, entity.urn, entity.$owner),
  };
}

type OverlayRow = Row & { kind: string; name: string | null; sortOrder: number };

interface Served {
  readonly row: ViewCandidate;
  readonly values: ValuesAt;
}

async function findCandidates(
  context: Context,
  request: ViewRequest,
): Promise<ViewCandidate[] | { readonly redirect: string }> {
  const { database, contract, viewer } = context;
  const scope = readScope(viewer, resourceOf(contract, 'Entity'));
  if ('urn' in request.address) {
    const found = await viewCandidates(database, contract, scope, request.address);
    if (!found.some((row) => 'urn' in request.address && row.urn === request.address.urn)) throw notFound();
    return found;
  }
  const selector = parseSelector(request.address.path);
  if (!('path' in selector)) throw notFound();
  const address = { path: selector.path, owner: request.owner };
  const found = await viewCandidates(database, contract, scope, address);
  if (found.some((row) => row.$seesDrafts || isServed(row, row.$now))) return oneOwner(context, found);
  const redirect = await redirectFor(database, contract, scope, address);
  if (redirect === null) throw notFound();
  return { redirect };
}

// A token that sees several companies gets the page of its own company first, then of the oldest entity.
function oneOwner(context: Context, found: ViewCandidate[]): ViewCandidate[] {
  const own = found.filter((row) => row.$owner === context.viewer.companyUrn);
  const owner = (own[0] ?? found[0])?.$owner;
  return found.filter((row) => row.$owner === owner);
}

function isServed(row: ViewCandidate, at: string): boolean {
  return stateOf(row, at).serves !== 'NOTHING';
}

function stateOf(row: Row, at: string): ReturnType<typeof stateAt> {
  const isLive = row['liveTimestamp'] !== null;
  const state = stateAt(
    {
      // Columns written by the entity's own code.
      status: row['status'] as EntityStatus,
      isLive,
      publishTimestamp: row['publishTimestamp'] as string | null,
      unpublishTimestamp: row['unpublishTimestamp'] as string | null,
    },
    at,
  );
  return state;
}

// What of the entity is shown; null when nothing is live at that time.
function valuesAt(row: ViewCandidate, request: ViewRequest, at: string): ValuesAt | null {
  if (request.version === 'LATEST')
    return { serves: 'NEWEST_AT', at: request.atTimestamp ?? '9999-12-31T23:59:59.999Z' };
  const state = stateOf(row, at);
  if (state.serves === 'NOTHING') return null;
  const wasNeverLive = row['liveTimestamp'] === null && state.serves === 'LIVE_AT' && at >= row.$now;
  return wasNeverLive ? null : state;
}

const isDue = (served: Served): boolean => served.values.serves === 'NEWEST_AT';

// Drafts, and what is to come, are for those who may see drafts.
function refuseDrafts(request: ViewRequest, candidates: readonly ViewCandidate[], at: string): void {
  const now = candidates[0]?.$now ?? '';
  const needsDrafts = request.version === 'LATEST' || at > now;
  if (!needsDrafts || candidates.every((c) => c.$seesDrafts)) return;
  if (!candidates.some((c) => isServed(c, now))) throw notFound();
  throw forbidden('The label READ_DRAFT is needed for drafts and for what is scheduled.');
}

interface Chosen {
  readonly base: Served;
  readonly variant: Served | null;
  readonly step: string;
}

async function chooseLanguage(
  context: Context,
  request: ViewRequest,
  candidates: readonly ViewCandidate[],
  live: readonly Served[],
): Promise<Chosen | null> {
  const { address } = request;
  const addressed = 'urn' in address ? candidates.find((row) => row.urn === address.urn) : undefined;
  const owner = candidates[0]?.$owner ?? '';
  const { chains, defaultLanguage } = await languagesOf(context.database, owner);
  const own = addressed ? { own: String(addressed['language']) } : {};
  const tags = languageCandidates({
    ...(request.language ? { language: request.language } : {}),
    ...(context.acceptLanguage ? { acceptLanguage: context.acceptLanguage } : {}),
    ...own,
    ...(defaultLanguage ? { ownerDefault: defaultLanguage } : {}),
    chains,
  });
  const wantedVariant = request.variant ?? String(addressed?.['variant'] ?? '');
  for (const { tag, step } of tags) {
    const inLanguage = live.filter((s) => s.row['language'] === tag);
    const base = inLanguage.find((s) => s.row['variant'] === '');
    const variant = wantedVariant === '' ? undefined : inLanguage.find((s) => s.row['variant'] === wantedVariant);
    if (base) return { base, variant: variant ?? null, step };
    // A variant without a default stands alone: its items are the VARIANT layer over nothing.
    if (variant)
      return { base: { ...variant, values: { serves: 'LIVE_AT', at: '0001-01-01T00:00:00.000Z' } }, variant, step };
  }
  return null;
}

function alternativesOf(live: readonly Served[], entity: Row): Alternative[] {
  return live
    .filter((s) => s.row['variant'] === entity['variant'] && s.row.urn !== entity.urn)
    .map(({ row }) => ({
      language: String(row['language']),
      urn: row.urn,
      path: row['path'] === null ? null : String(row['path']),
      name: String(row['name']),
    }))
    .sort((a, b) => (a.language < b.language ? -1 : 1));
}

function etagOf(
  entity: Row,
  variant: Row | null,
  items: readonly Row[],
  request: ViewRequest,
  alternatives: readonly Alternative[],
): string {
  const content = [
    entity.urn,
    entity['language'],
    entity['name'],
    entity['path'],
    entity['status'],
    variant?.urn ?? null,
  ];
  const hash = createHash('sha256').update(
    JSON.stringify([content, request.render, request.version, items, alternatives]),
  );
  return `"${hash.digest('base64url').slice(0, 32)}"`;
}

function nextChange(live: readonly Served[], at: string): string | null {
  const times = live.flatMap(({ row }) => [
    ...(row['status'] === 'PUBLISH_PENDING' ? [row['publishTimestamp']] : []),
    row['unpublishTimestamp'],
  ]);
  return times.filter((t): t is string => typeof t === 'string' && t > at).sort()[0] ?? null;
}
