// Views that were made, kept by what they are made of: the signature of a view names the versions of its page and the entities that
// it refers to, as its reader may see them, so that readers who may see the same share it. A signature is read before its view is
// made, and what was made later than it is replaced with the next one. Resource reference 3.1.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { ViewAddress } from '../../database/content/viewAddress.ts';
import { viewSignatures, type ViewParts, type ViewSignature } from '../../database/content/viewSignature.ts';
import type { ViewCandidate } from '../../database/content/viewStore.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import type { Context } from '../../engine/context.ts';
import type { RequestBudget } from '../../engine/requestBudget.ts';
import type { RenderPool } from '../../rendering/renderPool.ts';
import type { Composed } from './composeView.ts';
import type { ViewRequest } from './viewRequest.ts';

/** What a view was made of. */
export interface MadeOf extends Pick<ViewSignature, 'versions' | 'beside'> {
  readonly parts: ViewParts;
  /** The company whose languages were read for it. */
  readonly owner: string;
  /** What it cost: rows without those of its company and of what it refers to, which a request reads once however many views share them. */
  readonly cost: Composed['cost'];
  /** Characters that it holds, about. */
  readonly size: number;
  /** Tells it from every other view that this process has made. */
  readonly id: string;
}

/** What a face has written of views, and what that is charged as. */
export interface Written {
  readonly bytes: Buffer;
  readonly objects: number;
  readonly characters: number;
}

/** A view that may be kept. */
export interface Keepable {
  /** Null where it does not follow from its parts, and is not kept. */
  readonly madeOf: MadeOf | null;
}

/**
 * What a view is kept by.
 * @param found all versions that were found at its address
 */
export function madeOf(found: readonly ViewCandidate[], composed: Composed, size: number): MadeOf {
  const { parts, shown, spoken, cost } = composed;
  const versions = new Set(found.map(({ urn }) => urn));
  const beside = [...parts].filter(([urn]) => !versions.has(urn));
  return {
    versions: asSigned(found),
    beside: asSigned(beside.map(([, row]) => row)),
    parts: {
      beside: beside.map(([urn]) => urn).sort(),
      pictured: shown.items.flatMap(({ urn, $hasFiles }) => ($hasFiles ? [urn] : [])).sort(),
      spoken: [...spoken].sort(),
    },
    owner: found[0]?.$owner ?? '',
    cost: { ...cost, rows: cost.rows + found.length },
    size,
    id: randomUUID(),
  };
}

// As the signature writes it.
function asSigned(entities: Iterable<Pick<ViewCandidate, 'urn' | '$seesDrafts'> | null>): string {
  return [...entities]
    .flatMap((one) => (one ? [`${one.urn}${one.$seesDrafts ? '+' : ''}`] : []))
    .sort()
    .join(',');
}

interface Kept {
  /** What the view was made of when it was last made. */
  readonly parts: ViewParts;
  /** Null until it was made after a signature that names all of that. */
  readonly made: { readonly view: Keepable; readonly signature: ViewSignature } | null;
}

/** What is known of a view before it is made. */
export interface Asked<View> {
  /** The view that is kept, charged for as if it had been made; null where it has to be made. */
  readonly kept: View | null;
  /** Whether the reader may VIEW some version of the page. False means that there is nothing to make. */
  readonly isThere: boolean;
  /** Keeps what was made instead. */
  readonly keep: (view: View) => void;
}

// By the pool that renders them: as long as a service lives.
const stores = new WeakMap<RenderPool, LRUCache<string, Kept>>();

// What was written of each view that is kept, by names of the faces.
const written = new WeakMap<Keepable, { readonly key: string; readonly texts: Map<string, Written> }>();

/** The bytes that a kept view, and each text of it, takes beside what it shows. */
const overhead = 2_000;

/** How many texts are kept of a view: REST writes one, and the graph one for each selection. */
const mostTexts = 20;

function storeOf({ rendering, limits }: Context): LRUCache<string, Kept> {
  let store = stores.get(rendering);
  if (!store) {
    const maxSize = Math.max(1, limits.viewCacheBytes);
    store = new LRUCache({
      maxSize,
      sizeCalculation: ({ made }) => overhead + (made === null ? 0 : sizeOf(made.view)),
    });
    stores.set(rendering, store);
  }
  return store;
}

function sizeOf(view: Keepable): number {
  const texts = [...(written.get(view)?.texts ?? [])];
  return texts.reduce(
    (sum, [name, { bytes }]) => sum + overhead + 2 * name.length + bytes.length,
    2 * (view.madeOf?.size ?? 0),
  );
}

/** What was written of a kept view under that name; null for nothing. */
export function writtenOf(view: Keepable, name: string): Written | null {
  return written.get(view)?.texts.get(name) ?? null;
}

/** Keeps what was written of a view as long as the view is kept, and counts it as a part of that; nothing for one that is not. */
export function keepWritten(context: Context, view: Keepable, name: string, text: Written): void {
  const place = written.get(view);
  const store = storeOf(context);
  const kept = place && store.peek(place.key);
  if (!place || kept?.made?.view !== view) return;
  const [oldest] = place.texts.keys();
  if (place.texts.size >= mostTexts && oldest !== undefined) place.texts.delete(oldest);
  place.texts.set(name, text);
  // Another value, so that its size is counted anew.
  store.set(place.key, { ...kept });
}

/** A request, and where its page is looked for. */
export interface Requested {
  readonly request: ViewRequest;
  readonly at: ViewAddress;
}

/** What is known of each of these views, in their order, by one statement. `View` is whatever was kept for such requests. */
export async function askKept<View extends Keepable>(
  context: Context,
  scope: AccessScope,
  requests: readonly Requested[],
): Promise<Asked<View>[]> {
  const store = storeOf(context);
  const keys = requests.map((request) => keyOf(context, request));
  const before = keys.map((key) => store.get(key));
  const compared = requests.map(({ at }, index) => ({ address: at, parts: before[index]?.parts ?? null }));
  const { signatures, at } = await viewSignatures(context.database, scope, compared);
  if (at) context.proof?.requireHeld(at);
  return keys.map((key, index) => {
    const [signature, known] = [signatures[index] ?? null, before[index] ?? null];
    const made = known?.made ?? null;
    // Only this module's callers keep views under such keys.
    const kept = signature && made && isSame(signature, made.signature) ? (made.view as View) : null;
    if (kept?.madeOf) charge(context.budget, kept.madeOf);
    return {
      kept,
      isThere: signature !== null,
      keep: (view) => {
        if (!view.madeOf || signature === null) return;
        const { versions, beside, parts } = view.madeOf;
        shareCost(context.budget, view.madeOf);
        const isKnown =
          signature.versions === versions && signature.beside === beside && isDeepStrictEqual(known?.parts, parts);
        if (isKnown) written.set(view, { key, texts: new Map() });
        store.set(key, { parts, made: isKnown ? { view, signature } : null });
      },
    };
  });
}

// Whatever the answer depends on beside the signature.
function keyOf({ viewer, acceptLanguage }: Context, { request, at }: Requested): string {
  const { owner, language, variant, render } = request;
  const reader = [viewer.kind === 'ANONYMOUS', viewer.companyUrn];
  return JSON.stringify([at, owner, language, variant, render, language === null ? acceptLanguage : null, reader]);
}

const isSame = (one: ViewSignature, other: ViewSignature): boolean =>
  one.content === other.content && one.versions === other.versions && one.beside === other.beside;

// What several views of a request share is read once, and charged once: the same request costs the same whatever is kept.
const shared = new WeakMap<RequestBudget, Set<string>>();

function charge(budget: RequestBudget, made: MadeOf): void {
  budget.addRows(made.cost.rows + shareCost(budget, made));
  budget.addRendering(made.cost.rendering);
}

// Notes what the request has read by now, and gives the rows of it that were not noted before.
function shareCost(budget: RequestBudget, { owner, cost }: MadeOf): number {
  const known = shared.get(budget) ?? new Set();
  shared.set(budget, known);
  let rows = 0;
  for (const [urn, count] of [[owner, 1] as const, ...cost.referenced]) {
    if (known.has(urn)) continue;
    known.add(urn);
    rows += count;
  }
  return rows;
}
