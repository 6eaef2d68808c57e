// An entity met inside a rendered view, through a reference: its own live values, rendered, when they are asked for.
import type { Row } from '../database/row.ts';
import type { Context } from './context.ts';
import { renderItems } from './renderItems.ts';

/** How the view that is being answered looks at things; handed on to what it refers to. */
export interface ViewOf {
  readonly at: string;
  readonly version: 'PUBLISHED' | 'LATEST';
  readonly render: 'HTML' | 'RAW';
}

/** The rendered items of an entity within a view; one statement for all entities of a level. */
export async function renderedItems(context: Context, entity: Row, view: ViewOf): Promise<Row[]> {
  const newest = view.version === 'LATEST' && entity.$seesDrafts;
  const items = await context.loaders.viewItems(entity.urn, { at: view.at, newest });
  const layered = items.map((item) => ({ ...item, layer: 'DEFAULT' }));
  return renderItems(context, { entity, items: layered, ...view, version: newest ? 'LATEST' : 'PUBLISHED' });
}
