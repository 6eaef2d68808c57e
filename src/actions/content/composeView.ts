// What is shown of the pages that were chosen: their live values, with the variant laid over, rendered. Values of all of them are read at
// once. Resource reference 3.1.
import { urlOf } from '../../contract/resource.ts';
import type { ItemRow, Row } from '../../database/engine/row.ts';
import { valuesOf, type ValuesAt, type ViewCandidate } from '../../database/content/viewStore.ts';
import { isAtOrBefore } from '../../domain/instant.ts';
import { overlay } from '../../domain/variant.ts';
import type { Context } from '../../engine/context.ts';
import { changesByItself } from '../../rendering/renderPool.ts';
import { existedAt, type Served, type ViewChoice } from './chooseView.ts';
import type { Composition } from './findView.ts';
import { renderItems, type ShownItem } from './renderItems.ts';
import type { ViewOptions } from './viewRequest.ts';

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

/** A view, and what it was made of. */
export interface Composed {
  readonly shown: ShownEntity;
  /** The entities whose values are in it; null for one that it refers to and the reader may not see. */
  readonly parts: ReadonlyMap<string, Row<'Entity'> | null>;
  /** Whose rows decided about its language. */
  readonly spoken: readonly string[];
  /** Whether it stays the same as long as the live values of its parts do. */
  readonly isSteady: boolean;
  /** How many rows of values it took, how many of each entity that it refers to, and what rendering took. */
  readonly cost: {
    readonly rows: number;
    readonly referenced: ReadonlyMap<string, number>;
    readonly rendering: number;
  };
}

/**
 * The views of the compositions, in their order; null for each that has nothing to show. All of them show the same moment, so that
 * an entity has the same values in each.
 */
export async function compose(context: Context, compositions: readonly Rendering[]): Promise<(Composed | null)[]> {
  const wanted = new Map<string, ValuesAt>();
  for (const { chosen } of compositions) for (const { row, values } of servedIn(chosen)) wanted.set(row.urn, values);
  const values = wanted.size === 0 ? [] : await valuesOf(context.database, wanted);
  return Promise.all(compositions.map((one) => show(context, one, values)));
}

/** A choice, and how it is to be shown. */
interface Rendering extends Composition {
  readonly render: ViewOptions['render'];
}

const servedIn = ({ base, variant }: Composition['chosen']): Served[] => [base, variant].filter((one) => one !== null);

async function show(
  context: Context,
  { chosen, choice, served, render }: Rendering,
  values: readonly ItemRow[],
): Promise<Composed | null> {
  const ofEntity = (one: Served | null): OverlayRow[] =>
    one ? values.filter((v) => v.entity === one.row.urn).map(overlayRow) : [];
  const [below, above] = [ofEntity(chosen.base), ofEntity(chosen.variant)];
  const layered = overlay(below, above);
  const existed = servedIn(chosen).some((one) => existedAt(one.row, one.values));
  if (layered.length === 0 && !existed) return null;
  const page = shownPage(context, { chosen, choice, served });
  const { items, referenced, units } = await renderItems(context, { ...choice, entity: page, items: layered, render });
  const isLive = (used: ValuesAt | null): boolean => used?.serves !== 'NEWEST_AT';
  return {
    shown: {
      entity: page,
      items,
      language: { tag: page.language, step: chosen.step },
      alternativeLanguages: page.alternativeLanguages,
    },
    parts: new Map([
      ...[...referenced].map(([urn, one]) => [urn, one.entity] as const),
      ...servedIn(chosen).map(({ row }) => [row.urn, row] as const),
    ]),
    spoken: chosen.spoken,
    isSteady:
      servedIn(chosen).every((one) => isLive(one.values)) &&
      [...referenced.values()].every((one) => isLive(one.values)) &&
      !layered.some((item) => item.$kind === 'TemplateItem' && changesByItself(item.value)),
    cost: {
      rows: below.length + above.length,
      referenced: new Map(
        [...referenced].map(([urn, { entity: row, items: some }]) => [urn, (row ? 1 : 0) + some.length]),
      ),
      rendering: units,
    },
  };
}

/** The entity that a view shows, without its items. */
export type ShownPage = Row<'Entity'> & { readonly alternativeLanguages: readonly Alternative[] };

/** The entity that answers. Its other languages stand on the row, where the resolver of the field finds them. */
export function shownPage(
  context: Context,
  { chosen, choice, served }: Pick<Composition, 'chosen' | 'choice' | 'served'>,
): ShownPage {
  const entity = asShown(chosen.entity, choice);
  return Object.assign({ ...entity }, { alternativeLanguages: alternativesOf(context, served, entity) });
}

type OverlayRow = ItemRow & { readonly kind: string };

const overlayRow = (row: ItemRow): OverlayRow => ({ ...row, kind: row.$kind });

// A publication that is due is shown as carried out, whether the publisher came by or not.
function asShown(candidate: ViewCandidate, { now, version }: ViewChoice): Row<'Entity'> {
  const { $live, $seesDrafts, status, publishTimestamp: start } = candidate;
  const isDue = status === 'PUBLISH_PENDING' && typeof start === 'string' && isAtOrBefore(start, now);
  if (!$seesDrafts && !isDue) return { ...candidate, ...$live };
  // Drafts change nothing of a view of what is live.
  const { lastEditedTimestamp, lastEditedBy } = $seesDrafts && version === 'LATEST' ? candidate : $live;
  const due = isDue ? ({ status: 'PUBLISHED', liveTimestamp: start } as const) : {};
  return { ...candidate, lastEditedTimestamp, lastEditedBy, ...due };
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
