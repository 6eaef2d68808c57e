// What the items of a view look like: markdown as HTML, templates expanded with the other items as their context,
// references with the reader's own rights. Resource reference 0 decision 1, 3.1.
import { resourceOf } from '../contract/resource.ts';
import { entitiesForView } from './referencedEntities.ts';
import type { Row } from '../database/row.ts';
import { renderMarkdown } from '../rendering/markdown.ts';
import { createRenderBudget, type RenderBudget, type TemplateMediaType } from '../rendering/template.ts';
import type { Context } from './context.ts';
import { columnValue, computedValue } from './fields.ts';

/** A view's items before rendering. */
export interface Unrendered {
  readonly entity: Row;
  readonly items: readonly Row[];
  readonly render: 'HTML' | 'RAW';
  readonly at: string;
  readonly version: 'PUBLISHED' | 'LATEST';
}

/** The items with rendered values, in their order. A template that fails gives a marker and `templateError`. */
export async function renderItems(context: Context, view: Unrendered): Promise<Row[]> {
  const language = view.entity['language'];
  const items = view.items.map<Row>(
    // The spread keeps every member of the row.
    (item) => ({ ...item, $language: language, isPublished: view.version === 'PUBLISHED' }),
  );
  if (view.render === 'RAW') return items;
  const hasTemplates = items.some((item) => item.$kind === 'TemplateItem');
  const data = hasTemplates ? await templateData(context, view, items) : {};
  const partials = Object.fromEntries(
    items.filter((i) => i.$kind === 'TemplateItem').map((i) => [String(i['name']), String(i['value'])]),
  );
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
  data: Record<string, unknown>,
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

// What a template can name: each item by its name, `items.<name>` for repeated fields, and `entity`.
async function templateData(
  context: Context,
  view: Unrendered,
  items: readonly Row[],
): Promise<Record<string, unknown>> {
  const referenced = await entitiesForView(context, items, view);
  const objects = await Promise.all(items.map((item) => itemData(context, item, referenced)));
  const first: Record<string, unknown> = {};
  const all: Record<string, unknown[]> = {};
  for (const [at, item] of items.entries()) {
    if (item['name'] === null || item.$kind === 'TemplateItem') continue;
    const name = String(item['name']);
    if (!Object.hasOwn(all, name)) {
      all[name] = [];
      first[name] = plainValue(item, objects[at] ?? {});
    }
    all[name]?.push(objects[at]);
  }
  const { entity } = view;
  return {
    ...first,
    items: all,
    entity: {
      urn: entity.urn,
      name: entity['name'],
      path: entity['path'],
      language: entity['language'],
      variant: entity['variant'],
      createdTimestamp: entity.createdTimestamp,
      updatedTimestamp: entity.updatedTimestamp,
      publishTimestamp: entity['publishTimestamp'],
    },
  };
}

/** An item as a template sees it: its fields by name; a reference also holds the items of the entity it names. */
async function itemData(
  context: Context,
  item: Row,
  referenced: ReadonlyMap<string, Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const resource = resourceOf(context.contract, item.$kind);
  const own: Record<string, unknown> = {};
  for (const field of resource.fields) {
    if (field.storage === 'COLUMN') own[field.name] = columnValue(context, item, field);
    else if (item.$kind === 'MoneyItem' && field.storage === 'COMPUTED' && field.typeClass === 'SCALAR') {
      own[field.name] = await computedValue(context, resource, item, field);
    }
  }
  if (item.$kind === 'MarkdownItem') own['html'] = renderMarkdown(String(item['value']));
  const target = item.$kind === 'ReferenceItem' ? referenced.get(String(item['entityReference'])) : undefined;
  return { ...target, ...own };
}

// `{{ title }}` prints the value; kinds without a single value stay objects: `{{ hero.src }}`.
function plainValue(item: Row, object: Record<string, unknown>): unknown {
  if (item.$kind === 'MoneyItem') return object['formattedValue'];
  if (item.$kind === 'ReferenceItem') return object;
  return 'value' in item ? item['value'] : object;
}
