// What the items of a view look like: markdown as HTML, templates expanded with the other items as their context,
// references with the reader's own rights. Resource reference 0 decision 1, 3.1.
import type { Row } from '../database/row.ts';
import { renderMarkdown } from '../rendering/markdown.ts';
import { createRenderBudget, type RenderBudget, type TemplateMediaType } from '../rendering/template.ts';
import type { Context } from './context.ts';
import type { ViewMoment } from './servedValues.ts';
import { templateData, type TemplateData } from './templateData.ts';

/** A view's items before rendering. */
export interface Unrendered extends ViewMoment {
  readonly entity: Row;
  readonly items: readonly Row[];
  readonly render: 'HTML' | 'RAW';
}

/** The items with rendered values, in their order. A template that fails gives a marker and `templateError`. */
export async function renderItems(context: Context, view: Unrendered): Promise<Row[]> {
  const language = view.entity['language'];
  const items = view.items.map<Row>((item) => ({
    ...item,
    $language: language,
    isPublished: view.version === 'PUBLISHED' || item['isPublished'] === true,
  }));
  if (view.render === 'RAW') return items;
  const templates = items.filter((item) => item.$kind === 'TemplateItem');
  const data = templates.length > 0 ? await templateData(context, view, items) : {};
  // Of templates with one name the first is included.
  const partials = Object.fromEntries(templates.toReversed().map((i) => [String(i['name']), String(i['value'])]));
  const budget = createRenderBudget();
  return items.map((item) => {
    if (item.$kind === 'MarkdownItem') return { ...item, value: renderMarkdown(String(item['value'])) };
    if (item.$kind === 'TemplateItem') return expand(context, item, data, partials, budget);
    return item;
  });
}

function expand(
  context: Context,
  item: Row,
  data: TemplateData,
  partials: Record<string, string>,
  budget: RenderBudget,
): Row {
  const rendered = context.templates.render({
    source: String(item['value']),
    // templateItem.graphql and its rules allow no other.
    mediaType: String(item['mediaType']) as TemplateMediaType,
    context: data,
    partials,
    budget,
  });
  return { ...item, value: rendered.text, ...(rendered.error ? { templateError: rendered.error } : {}) };
}
