// Who edits an entity at the moment: each says so for a short time, and again for as long as it goes on.
import {
  dropEditor,
  editorsOf,
  keepEditor,
  purgeEditors,
  type Editor,
  type EditorBounds,
} from '../../database/content/editorStore.ts';
import type { Database, Transaction } from '../../database/connection/database.ts';
import { actorOf } from '../../domain/actor.ts';
import { forbidden, notFound, refusedAt } from '../../domain/errors.ts';
import { requireCaller, requireLabel } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';

/** For so long somebody edits who has said so. */
const leaseSeconds = 30;
const bounds: EditorBounds = { perEntity: 50, perTenant: 1_000 };

/** Those who edit the entity. NOT_FOUND without it; FORBIDDEN without READ_DRAFT on it. */
export async function readEditors(context: Context, urn: string): Promise<Editor[]> {
  requireCaller(context.viewer);
  const entity = await context.loaders.byUrn('Entity', urn);
  if (!entity) throw notFound();
  if (!entity.$seesDrafts) throw forbidden('The label READ_DRAFT is needed to see who edits.');
  return editorsOf(context.database, urn, bounds.perEntity);
}

/** The editors, the caller among them for the next 30 seconds. Needs UPDATE; CONFLICT (TOO_MANY) where too many edit. */
export function renewEditing(context: Context, urn: string): Promise<Editor[]> {
  return editing(context, urn, async (transaction) => {
    const editor = { entity: urn, actor: actorOf(context.viewer), seconds: leaseSeconds };
    if (await keepEditor(transaction, editor, bounds)) return;
    const { perEntity, perTenant } = bounds;
    const message = `At most ${String(perEntity)} edit an entity, and ${perTenant.toLocaleString('en')} those of a tenant.`;
    throw refusedAt('CONFLICT', { path: '', code: 'TOO_MANY', message, limit: perEntity });
  });
}

/** The editors without the caller. Needs UPDATE. */
export function endEditing(context: Context, urn: string): Promise<Editor[]> {
  return editing(context, urn, (transaction) => dropEditor(transaction, urn, actorOf(context.viewer)));
}

async function editing(
  context: Context,
  urn: string,
  work: (transaction: Transaction) => Promise<void>,
): Promise<Editor[]> {
  requireCaller(context.viewer);
  const of = { resource: context.contract.kinds.Entity, urn };
  await context.database.transaction(async (transaction) => {
    await requireLabel(transaction, context.viewer, of, 'UPDATE');
    await work(transaction);
  });
  return editorsOf(context.database, urn, bounds.perEntity);
}

const batch = 1_000;

/** Forgets whose time is over. */
export async function forgetEditors({ database }: { readonly database: Database }): Promise<void> {
  while ((await purgeEditors(database, batch)) === batch);
}
