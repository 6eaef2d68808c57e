// Copies an entity with the newest values of its items, as another language, variant or path. Resource reference 3.1.
import { isChildList } from '../../contract/fieldGroups.ts';
import { resourceOf, isCreatable } from '../../contract/resource.ts';
import type { Row } from '../../database/engine/row.ts';
import { newUrn } from '../../domain/urn.ts';
import { notFound } from '../../domain/errors.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { columnValue } from '../../engine/fields.ts';
import type { WriteContext } from '../../engine/kind.ts';
import { planFileCopies, type CopiedItem } from './copyFiles.ts';
import type { CopyEntityInput } from '../../generated/verbs.ts';
import { createResource } from '../../engine/createResource.ts';

/** The copy, as a draft. `input` overrides fields of the copy; what is not overridden is taken from the original. */
export async function copyEntity(context: Context, entityUrn: string, input: CopyEntityInput): Promise<Row> {
  requireCaller(context.viewer);
  const resource = context.contract.kinds.Entity;
  const original = await context.loaders.byUrn('Entity', entityUrn);
  if (!original) throw notFound();
  const copy: Record<string, unknown> = {};
  for (const name of ['owner', 'name', 'path', 'language', 'variant'] as const) copy[name] = original[name];
  for (const field of resource.fields.filter(isChildList)) {
    const items = await context.loaders.list('Entity', field.name, entityUrn);
    copy[field.name] = items.map((item) => ({ ...valuesOf(context, item), urn: newUrn() }));
  }
  const body: Record<string, unknown> = { ...copy, urn: newUrn(), ...input, status: 'DRAFT_UNPUBLISHED' };
  const files = await planFileCopies(context, imagesOf(body));
  const also = (step: WriteContext): Promise<void> => files.insert(step);
  const options = { expectedVersion: null, isStrict: false, isForced: false, also };
  const written = await createResource(context, resource, body, options);
  return written.row;
}

// The list was put together above, of items with a urn.
const imagesOf = (body: Record<string, unknown>): CopiedItem[] => body['images'] as CopiedItem[];

function valuesOf(context: Context, item: Row): Record<string, unknown> {
  const fields = resourceOf(context.contract, item.$kind).fields;
  const kept = fields.filter(
    (f) => f.storage === 'COLUMN' && isCreatable(f) && f.name !== 'urn' && f.name !== 'entity',
  );
  return Object.fromEntries(kept.map((f) => [f.name, columnValue(context, item, f)]));
}
