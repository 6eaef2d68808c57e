// Views that were made, kept by what they are made of: the signature of a view names the versions of its page and the entities that
// it refers to, as its reader may see them, so that readers who may see the same share it. A signature is read before its view is
// made, and what was made later than it is replaced with the next one. Resource reference 3.1.
import { LRUCache } from 'lru-cache';
import type { ViewAddress } from '../../database/content/viewAddress.ts';
import { viewSignatures, type ViewSignature } from '../../database/content/viewSignature.ts';
import type { ViewCandidate } from '../../database/content/viewStore.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import type { Context } from '../../engine/context.ts';
import type { RequestBudget } from '../../engine/requestBudget.ts';
import type { RenderPool } from '../../rendering/renderPool.ts';
import type { Composed } from './composeView.ts';
import type { ViewRequest } from './viewRequest.ts';

/** What a view was made of. */
export interface MadeOf extends Pick<ViewSignature, 'versions' | 'parts'> {
  /** The entities whose values are in it. */
  readonly urns: readonly string[];
  /** The company whose languages were read for it. */
  readonly owner: string;
  /** What it cost: rows without those of its company and of what it refers to, which a request reads once however many views share them. */
  readonly cost: Composed['cost'];
  /** Characters that it holds, about. */
  readonly size: number;
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
export function madeOf(found: readonly ViewCandidate[], { parts, cost }: Composed, size: number): MadeOf {
  return {
    versions: asSigned(found),
    parts: asSigned(parts.values()),
    urns: [...parts.keys()].sort(),
    owner: found[0]?.$owner ?? '',
    cost: { ...cost, rows: cost.rows + found.length },
    size,
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
  /** The entities whose values were in it when it was last made. */
  readonly urns: readonly string[];
  /** Null until it was made after a signature that names its parts. */
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

/** The bytes that a kept view takes beside what it shows. */
const overhead = 2_000;

function storeOf({ rendering, limits }: Context): LRUCache<string, Kept> {
  let store = stores.get(rendering);
  if (!store) {
    const maxSize = Math.max(1, limits.viewCacheBytes);
    store = new LRUCache({ maxSize, sizeCalculation: ({ made }) => overhead + 2 * (made?.view.madeOf?.size ?? 0) });
    stores.set(rendering, store);
  }
  return store;
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
  const compared = requests.map(({ at }, index) => ({ address: at, parts: before[index]?.urns ?? [] }));
  const signatures = await viewSignatures(context.database, scope, compared);
  return keys.map((key, index) => {
    const [signature, made] = [signatures[index] ?? null, before[index]?.made ?? null];
    // Only this module's callers keep views under such keys.
    const kept = signature && made && isSame(signature, made.signature) ? (made.view as View) : null;
    if (kept?.madeOf) charge(context.budget, kept.madeOf);
    return {
      kept,
      isThere: signature !== null,
      keep: (view) => {
        if (!view.madeOf || signature === null) return;
        const { versions, parts, urns } = view.madeOf;
        shareCost(context.budget, view.madeOf);
        const isKnown = signature.versions === versions && signature.parts === parts;
        store.set(key, { urns, made: isKnown ? { view, signature } : null });
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
  one.content === other.content && one.versions === other.versions && one.parts === other.parts;

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
