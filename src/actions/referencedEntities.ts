// The entities that reference items of a view name, with their live items, as this reader may see them. One level deep,
// in a fixed number of statements.
import { resourceOf } from '../contract/resource.ts';
import type { Row } from '../database/row.ts';
import { valuesOf, type ValuesAt } from '../database/viewStore.ts';
import { stateAt, type EntityStatus } from '../domain/publication.ts';
import type { Context } from './context.ts';

/** Entity urn to its name, path and items by name; what the reader may not see, or is not live, is missing. */
export async function entitiesForView(
  context: Context,
  items: readonly Row[],
  view: { readonly at: string; readonly version: 'PUBLISHED' | 'LATEST' },
): Promise<Map<string, Record<string, unknown>>> {
  const urns = [...new Set(items.filter((i) => i.$kind === 'ReferenceItem').map((i) => String(i['entityReference'])))];
  const rows = (await Promise.all(urns.map((urn) => context.loaders.byUrn('Entity', urn)))).filter(
    (row) => row !== null,
  );
  const asked = new Map<string, ValuesAt>();
  for (const row of rows) {
    const state = servedOf(row, view);
    if (state) asked.set(row.urn, state);
  }
  if (asked.size === 0) return new Map();
  const values = await valuesOf(context.database, context.contract, asked);
  return new Map(rows.filter((row) => asked.has(row.urn)).map((row) => [row.urn, dataOf(context, row, values)]));
}

function servedOf(row: Row, view: { readonly at: string; readonly version: 'PUBLISHED' | 'LATEST' }): ValuesAt | null {
  if (view.version === 'LATEST' && row.$seesDrafts) return { serves: 'NEWEST_AT', at: '9999-12-31T23:59:59.999Z' };
  const isLive = row['liveTimestamp'] !== null;
  const state = stateAt(
    {
      // Columns written by the entity's own code.
      status: row['status'] as EntityStatus,
      isLive,
      publishTimestamp: row['publishTimestamp'] as string | null,
      unpublishTimestamp: row['unpublishTimestamp'] as string | null,
    },
    view.at,
  );
  if (state.serves === 'NOTHING' || (state.serves === 'LIVE_AT' && !isLive)) return null;
  return state;
}

function dataOf(context: Context, entity: Row, values: readonly Row[]): Record<string, unknown> {
  const data: Record<string, unknown> = {
    urn: entity.urn,
    entityName: entity['name'],
    path: entity['path'],
    language: entity['language'],
  };
  for (const value of values.filter((v) => v['entity'] === entity.urn)) {
    const name = value['name'];
    if (typeof name !== 'string' || Object.hasOwn(data, name) || value.$kind === 'TemplateItem') continue;
    const fields = resourceOf(context.contract, value.$kind).fields.filter((f) => f.storage === 'COLUMN');
    data[name] = 'value' in value ? value['value'] : Object.fromEntries(fields.map((f) => [f.name, value[f.name]]));
  }
  return data;
}
