// Several pages at one moment: published or scheduled together, canceled together, or none of them. Resource reference 10.1.
import { databaseNow } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import type { Row, Values } from '../../database/engine/row.ts';
import { invalid, invalidTransition, mayPass, ServiceError, type Violation } from '../../domain/errors.ts';
import { bulkOperationCost } from '../../domain/requestLimits.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import type { WriteContext } from '../../engine/kind.ts';
import { beginUpdate, lockForWrite } from '../../engine/lockForWrite.ts';
import { chargeAhead } from '../../engine/requestBudget.ts';
import { applyUpdate } from '../../engine/updateResource.ts';

/** When the pages go live and leave again; what is absent stays, null clears. */
export type PublicationTimes = Pick<Values<'Entity'>, 'publishTimestamp' | 'unpublishTimestamp'>;

/**
 * The pages, published at one instant of the database's clock or scheduled for one. Needs PUBLISH on each. If one is refused nothing is
 * done, and the refusal names every page that is: paths begin with `/urns/<place>`.
 */
export function publishEntities(context: Context, urns: readonly string[], times: PublicationTimes): Promise<Row[]> {
  return together(context, urns, () => ({ status: 'PUBLISH', ...times }));
}

/**
 * The pages, no longer scheduled; what is live of them stays. Needs PUBLISH on each. INVALID_TRANSITION for a page that is not
 * scheduled, such as one whose time has come: nothing is done then.
 */
export function cancelPublications(context: Context, urns: readonly string[]): Promise<Row[]> {
  return together(context, urns, ({ status, liveTimestamp }) => {
    if (status !== 'PUBLISH_PENDING')
      throw invalidTransition('', status, 'no longer scheduled', ['PUBLISH_PENDING, which can be canceled']);
    return { status: liveTimestamp === null ? 'DRAFT_UNPUBLISHED' : 'PUBLISHED_WITH_DRAFTS' };
  });
}

/** Refuses a list that names a page twice, and charges the request for it. */
export async function requireDistinct(context: Context, urns: readonly string[]): Promise<void> {
  const violations = urns.flatMap((urn, at): Violation[] =>
    urns.indexOf(urn) === at
      ? []
      : [{ path: `/urns/${String(at)}`, code: 'DUPLICATE', message: 'This page is named twice.' }],
  );
  if (violations.length > 0) throw invalid(violations);
  await chargeAhead(context, urns.length * bulkOperationCost);
}

type Order = (row: Row<'Entity'>) => Values<'Entity'>;

async function together(context: Context, urns: readonly string[], order: Order): Promise<Row[]> {
  requireCaller(context.viewer);
  await requireDistinct(context, urns);
  const { remarks } = context;
  const write = context.database.transaction(async (transaction) => {
    // In one order for everybody, so that two of them do not wait for each other.
    const rows = new Map<string, Row<'Entity'>>();
    const lock = async (urn: string): Promise<void> => void rows.set(urn, await locked(context, transaction, urn));
    await each(transaction, urns, [...urns].sort(), lock);
    const now = await databaseNow(transaction);
    await each(transaction, urns, urns, async (urn) => {
      const row = rows.get(urn);
      if (row) await change(beginUpdate({ context, transaction, now }, 'UPDATE', row, { values: { ...order(row) } }));
    });
  });
  await write.catch((error: unknown) => {
    // What pages were warned of before one was refused did not come about.
    remarks.warnings.length = 0;
    throw error;
  });
  context.loaders.clear();
  const rows = await Promise.all(urns.map((urn) => context.loaders.byUrn('Entity', urn)));
  return rows.filter((row) => row !== null);
}

function locked(context: Context, transaction: Transaction, urn: string): Promise<Row<'Entity'>> {
  const resource = context.contract.kinds.Entity;
  return lockForWrite({ context, transaction, resource, operation: 'UPDATE', urn }, { label: 'PUBLISH' });
}

// As an update of the page by itself does.
async function change(step: WriteContext): Promise<void> {
  const kind = step.context.kindOf(step.resource);
  await kind.prepare?.(step);
  if (step.violations.length > 0) throw invalid(step.violations);
  await kind.decide?.(step);
  if (step.before) await applyUpdate(step, step.before);
}

// Does the work for each page; what is refused is gathered, so that the caller learns of all of it at once.
async function each(
  transaction: Transaction,
  urns: readonly string[],
  inOrder: readonly string[],
  work: (urn: string) => Promise<void>,
): Promise<void> {
  const refusals: { readonly at: number; readonly error: ServiceError }[] = [];
  for (const urn of inOrder) {
    const refusal = await transaction.attempt(() => work(urn));
    if (!refusal) continue;
    const { error } = refusal;
    if (!(error instanceof ServiceError) || mayPass(error)) throw error;
    refusals.push({ at: urns.indexOf(urn), error });
  }
  refusals.sort((a, b) => a.at - b.at);
  const [first] = refusals;
  if (!first) return;
  const { code, message, extras } = first.error;
  throw new ServiceError(
    code,
    message,
    refusals.flatMap(({ at, error }) => placed(at, error)),
    extras,
  );
}

function placed(at: number, { code, message, violations }: ServiceError): Violation[] {
  const all = violations.length > 0 ? violations : [{ path: '', code, message }];
  return all.map((one) => ({ ...one, path: `/urns/${String(at)}${one.path}` }));
}
