// Everything about a person that the caller may see: the identity, what lives in it, and whatever names it, kind by kind
// and page by page. Resource reference 4.4.
import { defaultOrder, pageLimits, type Condition, type ListQuery } from '../../contract/listQuery.ts';
import { fieldOf, type Field, type Resource } from '../../contract/resource.ts';
import { pageOfRows } from '../../database/engine/resourceStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { notFound } from '../../domain/errors.ts';
import { readScope, requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { positionOf } from '../../engine/cursor.ts';

/** Resources of one kind, a page of them. */
export interface ExportedPage {
  readonly resource: Resource;
  readonly rows: readonly Row[];
}

/** The identity that is to be exported; NOT_FOUND when it may not be read. */
export async function exportedIdentity(context: Context, urn: string): Promise<Row> {
  requireCaller(context.viewer);
  const row = await context.loaders.byUrn('Identity', urn);
  if (!row) throw notFound();
  return row;
}

/** Every kind that names the identity, in the order of the contract, each as one or more pages; an empty page where nothing does. */
export async function* exportIdentity(context: Context, identity: Row): AsyncGenerator<ExportedPage> {
  const persons: string[] = [];
  for (const resource of context.contract.resources) {
    const alternatives = namings(resource, identity.urn, persons);
    if (alternatives.length === 0) continue;
    for await (const rows of pagesOf(context, resource, alternatives)) {
      if (resource.name === 'Person') persons.push(...rows.map((row) => row.urn));
      yield { resource, rows };
    }
  }
}

/** Most resources of an export that is given as a whole: they are in memory together. */
const mostAtOnce = 2_000;

/** The identity with what names it, as one value; NOT_FOUND when it may not be read. */
export async function wholeExport(context: Context, urn: string): Promise<WholeExport> {
  const identity = await exportedIdentity(context, urn);
  const resources: Row[] = [];
  for await (const { rows } of exportIdentity(context, identity)) {
    resources.push(...rows);
    if (resources.length > mostAtOnce) break;
  }
  return { identity, resources: resources.slice(0, mostAtOnce), isComplete: resources.length <= mostAtOnce };
}

interface WholeExport {
  readonly identity: Row;
  readonly resources: readonly Row[];
  readonly isComplete: boolean;
}

// The conditions under which a row of the kind names the identity.
function namings(resource: Resource, urn: string, persons: readonly string[]): Condition[][] {
  const is = (field: Field): Condition => ({ field, operator: 'eq', value: urn });
  if (resource.name === 'Permission') {
    const end = (name: string): Condition[] => [
      is(fieldOf(resource, `${name}Urn`)),
      { field: fieldOf(resource, `${name}Scope`), operator: 'eq', value: 'IDENTITY' },
    ];
    return [end('subject'), end('object')];
  }
  if (resource.name === 'PersonName') {
    return [[{ field: fieldOf(resource, 'person'), operator: 'in', value: persons }]];
  }
  const named = resource.fields.filter((f) => f.typeName === 'Identity' && ['COLUMN', 'LINKS'].includes(f.storage));
  return named.map((field) => [is(field)]);
}

async function* pagesOf(
  context: Context,
  resource: Resource,
  alternatives: readonly (readonly Condition[])[],
): AsyncGenerator<readonly Row[]> {
  const order = defaultOrder(resource);
  let after: ListQuery['after'] = null;
  for (;;) {
    const query: ListQuery = {
      conditions: [{ some: alternatives.map((every) => ({ every })) }],
      order,
      limit: pageLimits.most,
      after,
      before: null,
      isBackward: false,
      wantsCount: false,
    };
    const { database, viewer } = context;
    const page = await pageOfRows(database, readScope(viewer, resource), resource, query);
    yield page.rows;
    const last = page.rows.at(-1);
    if (!page.hasMore || !last) return;
    after = positionOf(order, last);
    // A long export reads each row once; what was loaded for one page is not kept for the next.
    context.loaders.clear();
  }
}
