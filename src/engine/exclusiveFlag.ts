// Hooks for a flag that at most one row below a parent carries, such as the primary e-mail address of an identity:
// setting it on one row takes it from the others, in the same transaction, so it takes the right to change them all. Resource
// reference 4.5, 4.6, 5.2.
import { targetOf, fieldOf, type Field, type Resource } from '../contract/resource.ts';
import { clearFlagOfDeleted, clearFlags, linkOf, lockRow } from '../database/engine/exclusiveFlagStore.ts';
import type { Transaction } from '../database/connection/database.ts';
import { forbidden } from '../domain/errors.ts';
import { announceChanges, updated } from './announcements.ts';
import { holds } from './authorize.ts';
import type { Kind, WriteContext } from './kind.ts';

/** The hooks that keep the flag on one row below the container, or below the owner where there is no container. */
export function exclusiveFlag(mark: string): Required<Pick<Kind, 'lock' | 'decide' | 'after'>> {
  return {
    // The parent is locked before its child, so that two writers who each mark a child do not wait for each other.
    async lock({ transaction, resource, urn, operation, values }) {
      if (operation !== 'UPDATE' || values[mark] !== true) return;
      const parent = await linkOf(transaction, resource, parentField(resource), urn);
      if (parent) await lockParent(transaction, resource, parent);
    },

    async decide(step) {
      if (step.operation === 'DELETE' || step.values[mark] !== true) return;
      const { transaction, resource } = step;
      const field = parentField(resource);
      const parent = step.values[field.name] ?? step.before?.[field.name];
      if (typeof parent !== 'string') return;
      await requireAll(step, field, parent);
      if (step.operation === 'CREATE') await lockParent(transaction, resource, parent);
      await clearOthers(step, field, parent);
    },

    async after(step) {
      if (step.operation !== 'DELETE') return;
      await clearFlagOfDeleted(step.transaction, step.resource, fieldOf(step.resource, mark), step.urn);
    },
  };

  // The label on a container is one on all that lives in it.
  async function requireAll(step: WriteContext, { name }: Field, parent: string): Promise<void> {
    const { transaction, context, resource, before } = step;
    if (resource.container || before?.[mark] === true) return;
    const { update } = resource.labels;
    const on = { resource: targetOf(parentField(resource)), urn: parent };
    if (await holds(transaction, context.viewer, on, update)) return;
    throw forbidden(`The label ${update} is needed on the ${name} to set ${mark}, which takes it from others.`);
  }

  async function clearOthers(step: WriteContext, parentLink: Field, parent: string): Promise<void> {
    const { transaction, resource, urn, now } = step;
    const fields = { mark: fieldOf(resource, mark), parent: parentLink };
    const cleared = await clearFlags(transaction, resource, fields, { parent, except: urn, timestamp: now });
    await announceChanges(
      step,
      cleared.map((row) => updated(resource, row, [mark])),
    );
  }
}

/** Refuses a list of children sent inside their parent in which more than one carries the flag. */
export function requireOneFlag(step: WriteContext, list: string, mark: string): void {
  const sent = step.values[list];
  if (!Array.isArray(sent)) return;
  // checkInput made each element an object of canonical values.
  const marked = (sent as Record<string, unknown>[]).flatMap((child, at) => (child[mark] === true ? [at] : []));
  for (const at of marked.slice(1)) {
    const path = `${step.path}/${list}/${String(at)}/${mark}`;
    step.violations.push({ path, code: 'NOT_ALLOWED_TOGETHER', message: `Only one of them can have ${mark}.` });
  }
}

function parentField(resource: Resource): Field {
  return resource.container ?? fieldOf(resource, 'owner');
}

function lockParent(transaction: Transaction, resource: Resource, urn: string): Promise<void> {
  return lockRow(transaction, targetOf(parentField(resource)), urn);
}
