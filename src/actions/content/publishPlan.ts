// What would go live if the entity were published now. Resource reference 3.1 (publishplan).
import { defaultOrder } from '../../contract/listQuery.ts';
import { fieldOf } from '../../contract/resource.ts';
import { draftItems, type DraftItem } from '../../database/content/draftStore.ts';
import { entriesNamed } from '../../database/content/historyStore.ts';
import { forbidden, notFound } from '../../domain/errors.ts';
import type { Deviation } from '../../domain/entityType.ts';
import type { Audience } from '../../database/engine/audience.ts';
import type { Context, Row } from '../../engine/context.ts';
import { notPublic } from '../../engine/warnings.ts';
import type { ItemChange } from './entityHistory.ts';
import { requireDistinct } from './publishEntities.ts';
import { deviationsAt } from './typeRules.ts';

/** What would change. */
export interface PublishPlan {
  readonly entity: string;
  /** The live value before, and the newest one after. */
  readonly changes: readonly ItemChange[];
  /** References whose target is not live. */
  readonly missingReferences: readonly { readonly itemUrn: string; readonly entityUrn: string }[];
  readonly openTasks: readonly Row[];
  readonly audience: Audience;
  /** What keeps it from being published. */
  readonly violations: readonly Deviation[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** The plan of each of several pages that are to be published together. Needs READ_DRAFT on each. */
export async function publishEntitiesPlan(context: Context, urns: readonly string[]): Promise<PublishPlan[]> {
  await requireDistinct(context, urns);
  return Promise.all(urns.map((urn) => publishPlan(context, urn, new Set(urns))));
}

/**
 * Changed values, references whose target is not live, and open tasks of the entity. Needs READ_DRAFT.
 * @param together what is published at the same moment, so that a reference to it leads somewhere
 */
export async function publishPlan(
  context: Context,
  entityUrn: string,
  together: ReadonlySet<string> = new Set(),
): Promise<PublishPlan> {
  const entity = await context.loaders.byUrn('Entity', entityUrn);
  if (!entity) throw notFound();
  if (!entity.$seesDrafts) throw forbidden('The label READ_DRAFT is needed.');
  const audience = (await context.loaders.aggregate('Entity.audience', entityUrn)) as Audience;
  const drafts = await draftItems(context.database, entityUrn);
  const references = await context.loaders.list('Entity', 'references', entityUrn);
  const targets = await Promise.all(
    references.map((r) => context.loaders.byUrn('Entity', String(r['entityReference']))),
  );
  const missing = references.filter(
    (row, at) => !targets[at]?.liveTimestamp && !together.has(String(row['entityReference'])),
  );
  const task = context.contract.kinds.Task;
  const tasks = await context.loaders.page('Entity', 'tasks', entityUrn, {
    order: defaultOrder(task),
    limit: 200,
    after: null,
    before: null,
    isBackward: false,
    conditions: [{ field: fieldOf(task, 'statusCategory'), operator: 'ne', value: 'DONE' }],
  });
  return {
    entity: entityUrn,
    changes: await changesOf(context, drafts),
    missingReferences: missing.map((row) => ({ itemUrn: row.urn, entityUrn: String(row['entityReference']) })),
    openTasks: tasks.rows,
    audience,
    violations: await deviationsAt(context.database, entity, 'NEWEST'),
    warnings: [
      ...(audience === 'GRANTED' ? [notPublic(entityUrn)] : []),
      ...(drafts.length > 0 ? joinsSchedule(entity) : []),
    ],
  };
}

async function changesOf({ database, budget }: Context, drafts: readonly DraftItem[]): Promise<ItemChange[]> {
  const wanted = drafts.flatMap(({ newest, live, isDeleted }) => [...(isDeleted ? [] : [newest]), live ?? []].flat());
  budget.addRows(wanted.length);
  const values = await entriesNamed(database, wanted);
  return drafts.map(({ urn, kind, isDeleted, live, newest }) => {
    const before = (live !== null && values.get(live)) || null;
    const after = isDeleted ? null : (values.get(newest) ?? null);
    const change = isDeleted ? 'REMOVED' : live !== null ? 'CHANGED' : 'ADDED';
    return { itemUrn: urn, kind, change, name: (after ?? before)?.name ?? null, before, after };
  });
}

// What is drafted while a publication is scheduled is no longer a draft when it is due.
function joinsSchedule({ status, publishTimestamp }: Row<'Entity'>): PublishPlan['warnings'] {
  if (status !== 'PUBLISH_PENDING') return [];
  const message = `What is changed until then goes live at ${String(publishTimestamp)}, with the scheduled publication.`;
  return [{ code: 'JOINS_SCHEDULE', message }];
}
