// What the items of a view look like: markdown as HTML, templates expanded, references with the reader's own rights. A template
// can name each item of its entity by its name, `items.<name>` for repeated fields, `entity`, and below a reference the items of the
// entity it names. Resource reference 0 decision 1, 3.1.
import { itemUrnOf, type ItemRow, type Row } from '../../database/engine/row.ts';
import type { ValuesAt } from '../../database/content/viewStore.ts';
import type { ItemLayer } from '../../domain/variant.ts';
import { type Rendered, type RenderJob, lazyMarkdown } from '../../rendering/renderJob.ts';
import type { TemplateMediaType } from '../../rendering/template.ts';
import type { Context } from '../../engine/context.ts';
import { type ViewMoment, servedValues } from './chooseView.ts';
import { resourceOf } from '../../contract/resource.ts';
import { columnValue, computedValue } from '../../engine/fields.ts';
import { warnOnTemplate } from '../../engine/warnings.ts';

/** An item as a view shows it. */
export type ShownItem = ItemRow & {
  /** The language of the entity that the view chose: in it amounts are written (moneyItem.graphql). */
  readonly 'entity.language'?: string;
  readonly layer?: ItemLayer;
  /** Why its template failed. */
  readonly templateError?: unknown;
};

/** A view's items before rendering. */
export interface Unrendered extends ViewMoment {
  readonly entity: Row<'Entity'>;
  readonly items: readonly ItemRow[];
  readonly render: 'HTML' | 'RAW';
}

/** What a view shows, and what its templates were given of the entities that it refers to. */
interface RenderedItems {
  readonly items: readonly ShownItem[];
  readonly referenced: ReadonlyMap<string, Referenced>;
  /** What rendering took, as the budget counts it. */
  readonly units: number;
}

const nothingReferenced: ReadonlyMap<string, Referenced> = new Map();

/** The items with rendered values, in their order. A template that fails gives a marker, a warning and `templateError`. */
export async function renderItems(context: Context, view: Unrendered): Promise<RenderedItems> {
  const language = view.entity.language;
  const items = view.items.map<ShownItem>((item) => ({
    ...item,
    'entity.language': language,
    isPublished: view.version === 'PUBLISHED' || item.isPublished,
  }));
  if (view.render === 'RAW') return { items, referenced: nothingReferenced, units: 0 };
  const markdowns = items.filter((item) => item.$kind === 'MarkdownItem');
  const templates = items.filter((item) => item.$kind === 'TemplateItem');
  if (markdowns.length + templates.length === 0) return { items, referenced: nothingReferenced, units: 0 };
  const referenced = templates.length > 0 ? await referencedItems(context, items, view) : nothingReferenced;
  const rendered = await render(context, {
    markdowns: markdowns.map((item) => item.value),
    templates: templates.map((item) => ({
      source: item.value,
      // templateItem.graphql and its rules allow no other.
      mediaType: item.mediaType as TemplateMediaType,
    })),
    data: templates.length > 0 ? await templateData(context, view.entity, items, referenced) : {},
    // Of several templates with the same name, the first is included.
    partials: Object.fromEntries(templates.toReversed().map((i) => [i.name, i.value])),
  });
  const shown = items.map<ShownItem>((item) => {
    if (item.$kind === 'MarkdownItem') return { ...item, value: rendered.markdowns[markdowns.indexOf(item)] ?? '' };
    if (item.$kind !== 'TemplateItem') return item;
    const { text, error } = rendered.templates[templates.indexOf(item)] ?? { text: '' };
    if (error) warnOnTemplate(context, itemUrnOf(item), error);
    return { ...item, value: text, ...(error ? { templateError: error } : {}) };
  });
  return { items: shown, referenced, units: rendered.units };
}

async function render({ budget, rendering }: Context, job: RenderJob): Promise<Rendered> {
  await budget.pause();
  budget.check();
  const rendered = await rendering.render(job);
  budget.addRendering(rendered.units);
  return rendered;
}

/** Plain data by name. */
type TemplateData = Record<string, unknown>;

/** The context of the templates of one entity. */
async function templateData(
  context: Context,
  entity: Row<'Entity'>,
  items: readonly ItemRow[],
  referenced: ReadonlyMap<string, Referenced>,
): Promise<TemplateData> {
  const { first, all } = await byName(context, items, referenced);
  return Object.assign(first, { items: all, entity: entityData(entity) });
}

function entityData(entity: Row<'Entity'>): TemplateData {
  const { urn, name, path, language, variant, publishTimestamp, createdTimestamp, updatedTimestamp } = entity;
  return { urn, name, path, language, variant, publishTimestamp, createdTimestamp, updatedTimestamp };
}

interface Named {
  /** Name to the value at the lowest sortOrder. */
  readonly first: TemplateData;
  /** Name to all items of it, as objects. */
  readonly all: Record<string, TemplateData[]>;
}

// Names are whatever editors wrote, `__proto__` too: these objects have no prototype that one could reach.
async function byName(
  context: Context,
  items: readonly ItemRow[],
  referenced: ReadonlyMap<string, Referenced>,
): Promise<Named> {
  const objects = await Promise.all(items.map((item) => itemData(context, item, referenced)));
  const first = emptyObject();
  // Filled with lists alone, below.
  const all = emptyObject() as Named['all'];
  for (const [at, item] of items.entries()) {
    const object = objects[at] ?? {};
    if (item.name === null || item.$kind === 'TemplateItem') continue;
    if (!Object.hasOwn(all, item.name)) first[item.name] = plainValue(item, object);
    (all[item.name] ??= []).push(object);
  }
  return { first, all };
}

// An item as a template sees it: its fields by name. A reference is the entity it names, items first.
async function itemData(
  context: Context,
  item: ItemRow,
  referenced: ReadonlyMap<string, Referenced>,
): Promise<TemplateData> {
  const resource = resourceOf(context.contract, item.$kind);
  const own = emptyObject();
  for (const field of resource.fields) {
    if (field.storage === 'COLUMN') own[field.name] = columnValue(context, item, field);
    else if (item.$kind === 'MoneyItem' && field.storage === 'COMPUTED' && field.typeClass === 'SCALAR') {
      own[field.name] = await computedValue(context, resource, item, field);
    }
  }
  if (item.$kind === 'MarkdownItem') own['html'] = lazyMarkdown(item.value);
  const target = item.$kind === 'ReferenceItem' ? referenced.get(item.entityReference) : undefined;
  if (!target?.entity || !target.values) return own;
  const { first, all } = await byName(context, target.items, new Map());
  return Object.assign(own, { entity: entityData(target.entity), items: all }, first);
}

// `{{ title }}` prints the value; kinds without a single value stay objects: `{{ hero.src }}`. A reference to what the
// reader may not see is absent.
function plainValue(item: ItemRow, object: TemplateData): unknown {
  if (item.$kind === 'MoneyItem') return object['formattedValue'];
  if (item.$kind === 'ReferenceItem') return 'items' in object ? object : null;
  return 'value' in item ? item.value : object;
}

// Object.create gives any; an object without members is what it is.
const emptyObject = (): TemplateData => Object.create(null) as TemplateData;

/** An entity that is referred to. */
export interface Referenced {
  /** Null where the reader may not see it. */
  readonly entity: Row<'Entity'> | null;
  /** Which of its values are shown; null for none. */
  readonly values: ValuesAt | null;
  readonly items: readonly ItemRow[];
}

async function referencedItems(
  context: Context,
  items: readonly ItemRow[],
  view: ViewMoment,
): Promise<Map<string, Referenced>> {
  const urns = [...new Set(items.flatMap((item) => (item.$kind === 'ReferenceItem' ? [item.entityReference] : [])))];
  const found = await Promise.all(urns.map((urn) => context.loaders.byUrn('Entity', urn)));
  const shown = await Promise.all(
    found.map(async (entity): Promise<Referenced> => {
      const values = entity && servedValues(entity, view);
      if (!entity || !values) return { entity, values, items: [] };
      const moment = { at: values.at, newest: values.serves === 'NEWEST_AT' };
      const loaded = await context.loaders.viewItems(entity.urn, moment);
      const language = entity.language;
      return { entity, values, items: loaded.map((item) => ({ ...item, 'entity.language': language })) };
    }),
  );
  return new Map(urns.flatMap((urn, at) => (shown[at] ? [[urn, shown[at]] as const] : [])));
}
