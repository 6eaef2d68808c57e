// What the items of a view look like: markdown as HTML, templates expanded with the other items as their context,
// references with the reader's own rights. Resource reference 0 decision 1, 3.1.
import type { ItemRow, Row } from '../../database/engine/row.ts';
import type { ItemLayer } from '../../domain/variant.ts';
import type { Rendered, RenderJob } from '../../rendering/renderJob.ts';
import type { TemplateMediaType } from '../../rendering/template.ts';
import type { Context } from '../../engine/context.ts';
import type { ViewMoment } from './servedValues.ts';
import { templateData } from './templateData.ts';

/** An item as a view shows it. */
export type ShownItem = ItemRow & {
  /** The language of the entity that the view chose. */
  readonly $language?: string;
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

/** The items with rendered values, in their order. A template that fails gives a marker and `templateError`. */
export async function renderItems(context: Context, view: Unrendered): Promise<ShownItem[]> {
  const language = view.entity.language;
  const items = view.items.map<ShownItem>((item) => ({
    ...item,
    $language: language,
    isPublished: view.version === 'PUBLISHED' || item.isPublished,
  }));
  if (view.render === 'RAW') return items;
  const markdowns = items.filter((item) => item.$kind === 'MarkdownItem');
  const templates = items.filter((item) => item.$kind === 'TemplateItem');
  if (markdowns.length + templates.length === 0) return items;
  const rendered = await render(context, {
    markdowns: markdowns.map((item) => item.value),
    templates: templates.map((item) => ({
      source: item.value,
      // templateItem.graphql and its rules allow no other.
      mediaType: item.mediaType as TemplateMediaType,
    })),
    data: templates.length > 0 ? await templateData(context, view, items) : {},
    // Of templates with one name the first is included.
    partials: Object.fromEntries(templates.toReversed().map((i) => [i.name, i.value])),
  });
  return items.map((item) => {
    if (item.$kind === 'MarkdownItem') return { ...item, value: rendered.markdowns[markdowns.indexOf(item)] ?? '' };
    if (item.$kind !== 'TemplateItem') return item;
    const { text, error } = rendered.templates[templates.indexOf(item)] ?? { text: '' };
    return { ...item, value: text, ...(error ? { templateError: error } : {}) };
  });
}

async function render({ budget, rendering }: Context, job: RenderJob): Promise<Rendered> {
  budget.check();
  const began = performance.now();
  const rendered = await rendering.render(job);
  budget.noteTurn();
  budget.addRendering(rendered.units, performance.now() - began);
  return rendered;
}
