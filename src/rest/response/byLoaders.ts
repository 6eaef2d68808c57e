// Rows as REST bodies, by walking the contract: columns as they are, links shallow unless expanded, short lists of
// children spelled out one level deep. All reads go through the loaders, so their number depends on the levels of the
// answer and not on its rows. Resource reference 1.2, 3.1.
import { defaultOrder, pageLimits } from '../../contract/listQuery.ts';
import { itemUrnOf, type Context, type Row } from '../../engine/context.ts';
import { columnValue, computedValue } from '../../engine/fields.ts';
import { historyUrlOf, urlOf, targetOf, type Field, type Resource } from '../../contract/resource.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { plainValue, shallowLink, shownValue } from './representValue.ts';
import { isShown, type Rest } from './bodyQuestion.ts';
import { writeJson } from './writeJson.ts';
import { fullShape, type Shape } from '../request/shape.ts';
import { embeddedPage, type EmbeddedPage, type Embedding } from './pagination.ts';

/** The members of a resource in an answer. */
type Body = Record<string, unknown>;

/** Most links one answer shows in full. */
const mostExpanded = 5_000;

/** How a row is shown beyond its shape. */
interface Showing {
  /** The field that led here from the parent: it is left out, and lists below stay shallow. Null at the top. */
  readonly parentField: string | null;
  /** Members that are known already, by name. */
  readonly given: ReadonlyMap<string, unknown>;
  /** The page wanted of the list that is embedded as one; null for the newest. */
  readonly page: EmbeddedPage | null;
}

/** A resource at the top of an answer. */
const atTop: Showing = { parentField: null, given: new Map(), page: null };

/** One answer being made. */
interface Walk {
  readonly context: Context;
  readonly allowance: { expanded: number };
}

/** A row, and the kind it is of. */
interface Shown {
  readonly resource: Resource;
  readonly row: Row;
}

/** The members of a row as the loaders read them, by the names of the fields. */
export async function membersByLoaders(
  context: Context,
  { resource, row }: Shown,
  shape: Shape,
  { fields, parentField, page }: Pick<Rest, 'fields' | 'parentField'> & Pick<Showing, 'page'>,
): Promise<ReadonlyMap<string, string>> {
  const walk: Walk = { context, allowance: { expanded: mostExpanded } };
  const members = new Map<string, string>();
  for (const field of fields) {
    const value = await memberOf(walk, { resource, row }, field, { shape, showing: { ...atTop, parentField, page } });
    if (!field.rest.isNewestPage) members.set(field.rest.name, writeJson(value));
    else for (const [name, one] of Object.entries(value as Body)) members.set(name, writeJson(one));
  }
  return members;
}

async function bodyOf(walk: Walk, { resource, row }: Shown, shape: Shape, showing: Showing): Promise<Body> {
  const { budget, shown } = walk.context;
  budget.addObjects(1);
  shown?.note(row);
  await budget.pause();
  budget.check();
  const body: Body = {};
  const waiting: Promise<void>[] = [];
  for (const field of resource.restFields) {
    if (!isShown(field, shape, showing)) continue;
    const value = memberOf(walk, { resource, row }, field, { shape, showing });
    // Set at once, so that members stand in the contract's order whenever they arrive.
    body[field.rest.name] = value instanceof Promise ? null : value;
    if (typeof value === 'string') budget.addBytes(value.length);
    if (field.rest.isNewestPage) body['pagination'] = null;
    if (!(value instanceof Promise)) continue;
    waiting.push(
      value.then((settled: unknown) => {
        if (field.rest.isNewestPage) Object.assign(body, settled);
        else body[field.rest.name] = settled;
      }),
    );
  }
  await Promise.all(waiting);
  return body;
}

// A value, or the promise of one; of an embedded page the promise of two members.
function memberOf(
  walk: Walk,
  { resource, row }: Shown,
  field: Field,
  { shape, showing }: { readonly shape: Shape; readonly showing: Showing },
): unknown {
  const { context } = walk;
  if (showing.given.has(field.name)) return showing.given.get(field.name);
  if (field.isWriteOnly) return null;
  if (field.name === 'url') return urlOf(context, resource, row.urn);
  if (field.typeClass === 'HISTORY') return { url: historyUrlOf(context, resource, itemUrnOf(row)) };
  if (field.rest.isNewestPage) return newestPageOf(walk, { embedding: { resource, field }, row }, shape, showing);
  if (field.isPaged) return pageOf(walk, { resource, row, field }, shape);
  switch (field.storage) {
    case 'LINKS':
    case 'INVERSE_LINKS':
      return context.loaders.list(resource.name, field.name, row.urn).then((rows) => linksOf(walk, field, rows, shape));
    case 'INVERSE':
      return childrenOf(walk, { resource, row, field }, shape, showing);
    case 'COMPUTED':
      return computedOf(walk, { resource, row, field }, shape);
    case 'COLUMN':
      return field.typeClass === 'LINK' && !field.isList
        ? linkOf(walk, field, row[field.name], shape)
        : plainValue(context, field, columnValue(context, row, field));
  }
}

function linkOf(walk: Walk, field: Field, urn: unknown, shape: Shape): unknown {
  if (typeof urn !== 'string') return null;
  if (field.rest.isUrnOnly) return urn;
  const target = targetOf(field);
  const shallow = shallowLink(walk.context, target, urn);
  const { isSecret } = target;
  const isExpanded = shape.expand.has(field.name);
  if (!isExpanded && !isSecret) return shallow;
  return walk.context.loaders.byUrn(target.name, urn).then((row) => {
    if (!row) return isSecret ? null : shallow;
    walk.context.shown?.note(row);
    return isExpanded ? expanded(walk, { target, field, row }, shape) : shallow;
  });
}

async function linksOf(walk: Walk, field: Field, rows: readonly Row[], shape: Shape): Promise<unknown[]> {
  const target = targetOf(field);
  walk.context.shown?.note(rows);
  if (!shape.expand.has(field.name)) return rows.map((row) => shallowLink(walk.context, target, row.urn));
  return Promise.all(rows.map((row) => expanded(walk, { target, field, row }, shape)));
}

function expanded(
  walk: Walk,
  { target, field, row }: { readonly target: Resource; readonly field: Field; readonly row: Row },
  shape: Shape,
): Promise<Body> {
  walk.allowance.expanded -= 1;
  if (walk.allowance.expanded < 0) {
    const message = `More than ${String(mostExpanded)} links would be shown in full; ask for a smaller page.`;
    throw invalidParameter('expand', message, mostExpanded);
  }
  return bodyOf(walk, { resource: target, row }, insideOf(shape, field), atTop);
}

const insideOf = (shape: Shape, field: Field): Shape => ({
  fields: null,
  expand: shape.expand.get(field.name) ?? fullShape.expand,
});

async function childrenOf(
  walk: Walk,
  { resource, row, field }: Shown & { readonly field: Field },
  shape: Shape,
  { parentField }: Showing,
): Promise<unknown[]> {
  const rows = await walk.context.loaders.list(resource.name, field.name, row.urn);
  if (parentField !== null) return linksOf(walk, field, rows, shape);
  const child = targetOf(field);
  const inside = { ...atTop, parentField: field.inverseOf };
  return Promise.all(rows.map((each) => bodyOf(walk, { resource: child, row: each }, insideOf(shape, field), inside)));
}

async function pageOf(
  walk: Walk,
  { resource, row, field }: Shown & { readonly field: Field },
  shape: Shape,
): Promise<unknown> {
  const { context } = walk;
  // Hits of a search are no resources: the search's own code hands them over.
  if (field.typeClass !== 'LINK') return plainValue(context, field, await computedValue(context, resource, row, field));
  const order = defaultOrder(targetOf(field));
  const query = { order, limit: pageLimits.usual, after: null, before: null, isBackward: false };
  const page = await context.loaders.page(resource.name, field.name, row.urn, query);
  return linksOf(walk, field, page.rows, shape);
}

async function newestPageOf(
  walk: Walk,
  { embedding, row }: { readonly embedding: Embedding; readonly row: Row },
  shape: Shape,
  showing: Showing,
): Promise<Body> {
  const { field } = embedding;
  const { page, pagination } = await embeddedPage(walk.context, embedding, row.urn, showing.page);
  const rows = page.rows.map((each) =>
    bodyOf(walk, { resource: targetOf(field), row: each }, insideOf(shape, field), atTop),
  );
  return { [field.name]: await Promise.all(rows), pagination };
}

// Scalars and value objects, a link, or a list of links.
async function computedOf(
  walk: Walk,
  { resource, row, field }: Shown & { readonly field: Field },
  shape: Shape,
): Promise<unknown> {
  const value = await computedValue(walk.context, resource, row, field);
  if (field.typeClass === 'OBJECT') return shownValue(walk.context, field, value);
  if (field.typeClass !== 'LINK') return plainValue(walk.context, field, value);
  // Of links, computedValue gives the rows.
  if (field.isList) return linksOf(walk, field, value as readonly Row[], shape);
  return value === null ? null : (await linksOf(walk, field, [value as Row], shape))[0];
}
