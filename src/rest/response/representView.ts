// A rendered entity as a REST body: the entity's own members, its live values by kind, and the entities it refers to
// where they are requested. Resource reference 3.1.
import type { Context, Row } from '../../engine/context.ts';
import type { Alternative, ShownEntity } from '../../actions/content/composeView.ts';
import { referencedViews, type ReferencedViews, referencesOf } from '../../actions/content/viewEntity.ts';
import type { ViewRequest } from '../../actions/content/viewRequest.ts';
import { targetOf, type Field } from '../../contract/resource.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { represent, representAll, type Body } from './represent.ts';
import { shallowLink } from './representValue.ts';
import { fullShape, type Expansion, type Shape } from '../request/shape.ts';

/** Most entities one view shows through its references. */
const mostReferenced = 50;

/** A view being put together: the request, and the referenced views seen so far. */
interface Walk {
  readonly context: Context;
  readonly views: ReferencedViews;
  readonly seen: Set<string>;
  /** The entities referred to by what was shown. */
  readonly references: Set<string>;
}

/**
 * The body of a view. `expand` may name `references`, up to three levels deep, and links of the entity.
 * @param references gets the urns of all entities that the view, and the views shown in it, refer to
 */
export function representView(
  context: Context,
  request: ViewRequest,
  view: ShownEntity,
  {
    expand,
    references,
    fields = null,
  }: Partial<Shape> & { readonly expand: Expansion; readonly references: Set<string> },
): Promise<Body> {
  const walk = { context, views: referencedViews(context, request), seen: new Set<string>(), references };
  return bodyOf(walk, view, expand, fields);
}

/** The body of a view without its items. */
export function representPage(
  context: Context,
  page: Row<'Entity'>,
  alternatives: readonly Alternative[],
  shape: Shape,
): Promise<Body> {
  const given = new Map([['alternativeLanguages', alternativesOf(context, alternatives)]]);
  return represent(context, { resource: context.contract.kinds.Entity, row: page }, shape, { given });
}

function alternativesOf(context: Context, alternatives: readonly Alternative[]): unknown {
  return alternatives.map(({ language, urn, path, name }) => ({
    ...shallowLink(context, context.contract.kinds.Entity, urn),
    language,
    path,
    name,
  }));
}

async function bodyOf(walk: Walk, view: ShownEntity, expand: Expansion, fields: Shape['fields'] = null): Promise<Body> {
  const { context } = walk;
  for (const urn of referencesOf(view)) walk.references.add(urn);
  const entity = context.contract.kinds.Entity;
  const lists = entity.fields.filter((field) => field.storage === 'INVERSE' && !field.isPaged);
  const items = await Promise.all(
    lists.map(async (field) => [field.name, await itemsOf(walk, view, field, expand)] as const),
  );
  const alternatives = alternativesOf(context, view.alternativeLanguages);
  const given = new Map<string, unknown>([...items, ['alternativeLanguages', alternatives]]);
  return represent(context, { resource: entity, row: view.entity }, { fields, expand }, { given });
}

async function itemsOf(walk: Walk, view: ShownEntity, field: Field, expand: Expansion): Promise<Body[]> {
  const { context } = walk;
  const child = targetOf(field);
  const rows = view.items.filter((row) => row.$kind === child.name);
  const inside = { parentField: field.inverseOf };
  const isExpanded = child.name === 'ReferenceItem' && expand.has(field.name);
  if (!isExpanded) return representAll(context, { resource: child, rows }, fullShape, inside);
  return Promise.all(
    // Of that kind, as was looked at above.
    (rows as Row<'ReferenceItem'>[]).map(async (row) => {
      const entityReference = await referenced(walk, row, expand.get(field.name) ?? fullShape.expand);
      return represent(context, { resource: child, row }, fullShape, {
        ...inside,
        given: new Map([['entityReference', entityReference]]),
      });
    }),
  );
}

// What a reference leads to is shown as this reader would see it in a view of its own; what has no such view stays a
// shallow link.
async function referenced(walk: Walk, row: Row<'ReferenceItem'>, expand: Expansion): Promise<unknown> {
  const urn = row.entityReference;
  walk.seen.add(urn);
  if (walk.seen.size > mostReferenced) {
    throw invalidParameter('expand', `At most ${String(mostReferenced)} references are shown in full.`, mostReferenced);
  }
  const view = await walk.views.load(urn);
  if (view) return bodyOf(walk, view, expand);
  return shallowLink(walk.context, walk.context.contract.kinds.Entity, urn);
}
