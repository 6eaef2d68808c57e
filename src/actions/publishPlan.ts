// What would go live if the entity were published now. Resource reference 3.1 (publishplan).
import { resourceOf } from '../contract/resource.ts';
import { draftItems } from '../database/draftStore.ts';
import { forbidden, notFound } from '../domain/errors.ts';
import type { Context } from './context.ts';
import { urlOf } from './fields.ts';

/** Changed values, references whose target is not live, and open tasks of the entity. Needs READ_DRAFT. */
export async function publishPlan(context: Context, entityUrn: string): Promise<Record<string, unknown>> {
  const entity = await context.loaders.byUrn('Entity', entityUrn);
  if (!entity) throw notFound();
  if (!entity.$seesDrafts) throw forbidden('The label READ_DRAFT is needed.');
  const drafts = await draftItems(context.database, entityUrn);
  const link = (kind: string, urn: string): Record<string, unknown> => ({
    urn,
    url: urlOf(context, resourceOf(context.contract, kind), urn),
  });
  const references = await context.loaders.list('Entity', 'references', entityUrn);
  const targets = await Promise.all(
    references.map((r) => context.loaders.byUrn('Entity', String(r['entityReference']))),
  );
  const missing = references.filter((_, at) => !targets[at]?.['liveTimestamp']);
  const task = resourceOf(context.contract, 'Task');
  const tasks = await context.loaders.page('Entity', 'tasks', entityUrn, {
    order: task.sort
      .map((name) => ({
        field: task.fieldByName.get(name.replace(/^-/, '')) ?? task.fields[0],
        isDescending: name.startsWith('-'),
      }))
      .flatMap((t) => (t.field ? [{ field: t.field, isDescending: t.isDescending }] : [])),
    limit: 200,
    after: null,
    before: null,
    isBackward: false,
  });
  return {
    entity: link('Entity', entityUrn),
    changes: drafts.map((draft) => ({
      item: link(draft.kind, draft.urn),
      kind: draft.kind,
      change: draft.isDeleted ? 'REMOVED' : draft.isLive ? 'CHANGED' : 'ADDED',
    })),
    missingReferences: missing.map((row) => ({
      item: link('ReferenceItem', row.urn),
      entity: link('Entity', String(row['entityReference'])),
    })),
    openTasks: tasks.rows
      .filter((row) => row['status'] !== 'COMPLETED' && row['status'] !== 'CLOSED')
      .map((row) => ({ ...link('Task', row.urn), title: row['title'], status: row['status'] })),
    url: `${urlOf(context, resourceOf(context.contract, 'Entity'), entityUrn)}/publishplan`,
  };
}
