// Roles: the built-in ones stay as they are. The lists that say who holds a role, from either end, are MEMBER edges: writing them
// changes those and nothing else. Resource reference 2.5, 7.1, 7.3.
import { ServiceError } from '../../domain/errors.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { targetOf, type Resource } from '../../contract/resource.ts';
import { insertRows, markDeleted } from '../../database/engine/changeStore.ts';
import { memberEdges, memberListOf, type Member, type MemberList } from '../../database/access/memberStore.ts';
import { accessChecks } from '../../database/engine/accessCheckStore.ts';
import { actorOf } from '../../domain/actor.ts';
import { newUrn } from '../../domain/urn.ts';
import { announceChanges, type Change, created, removed } from '../../engine/announcements.ts';
import { requireGrantable } from './grants.ts';
import { requireLabel } from '../../engine/authorize.ts';

/** The hooks of roles. */
export const roleKind: Kind<'Role'> = {
  prepare(step) {
    if (step.operation === 'CREATE') step.values.isBuiltIn = false;
  },

  async decide(step) {
    if (step.before?.isBuiltIn === true && changesIt(step)) {
      throw new ServiceError('CONFLICT', 'A built-in role cannot be changed or deleted. You can change who holds it.');
    }
    if (step.operation !== 'DELETE') await decideMembers(step);
  },

  async after(step) {
    if (step.operation !== 'DELETE') await writeMembers(step);
  },
};

// Sent back as it was read, a role is not changed.
function changesIt({ operation, values, before }: WriteContext<'Role'>): boolean {
  if (operation === 'DELETE') return true;
  return (['name', 'description'] as const).some(
    (name) => values[name] !== undefined && values[name] !== before?.[name],
  );
}

interface Plan {
  readonly list: MemberList;
  readonly added: readonly string[];
  readonly ended: readonly Member[];
}

/** Checks what the sent lists would change; throws to refuse. The row gets a new version when there is anything. */
export async function decideMembers(step: WriteContext): Promise<void> {
  for (const { list, added, ended } of await plansOf(step)) {
    const changed = [...added, ...ended.map((m) => m.other)];
    if (changed.length > 0 && step.operation === 'UPDATE') step.hidden['updated_timestamp'] = step.now;
    if (list.shows === 'ROLES') {
      const role = step.context.contract.kinds.Role;
      for (const urn of changed) {
        await requireLabel(step.transaction, step.context.viewer, { resource: role, urn }, 'ADMIN');
      }
    }
    // The role itself is not there yet when it is created, and grants nothing.
    if (list.shows === 'HOLDERS' && step.operation === 'CREATE') continue;
    const roles = list.shows === 'ROLES' ? added : added.length > 0 ? [step.urn] : [];
    for (const objectUrn of roles) {
      await requireGrantable(step, { objectUrn, label: 'MEMBER', fromTimestamp: null, toTimestamp: null });
    }
  }
}

/** Writes the edges that the sent lists add, and ends those that they leave out. */
export async function writeMembers(step: WriteContext): Promise<void> {
  const changes: Change[] = [];
  const { transaction, context, owner, now } = step;
  const permission = context.contract.kinds.Permission;
  for (const { list, added, ended } of await plansOf(step)) {
    const rows = added.map((other) => edgeRow(step, list, other));
    await insertRows(transaction, permission, rows, { actor: actorOf(context.viewer) });
    const edges = ended.map((member) => member.permission);
    await context.states.beforeDelete(step, permission, edges);
    const gone = await markDeleted(transaction, permission, edges, now);
    changes.push(
      ...rows.map(({ urn }) => created(permission, { urn, owner, version: '1' })),
      ...gone.map((edge) => removed(permission, { ...edge, owner })),
    );
  }
  if (changes.length > 0) await announceChanges({ context, transaction, now }, changes);
}

function edgeRow(step: WriteContext, list: MemberList, other: string): Parameters<typeof insertRows>[2][number] {
  const [subjectUrn, objectUrn] = list.shows === 'HOLDERS' ? [other, step.urn] : [step.urn, other];
  const values = {
    owner: step.owner,
    subjectUrn,
    subjectScope: list.subjectScope,
    objectUrn,
    objectScope: 'ROLE',
    label: 'MEMBER',
  };
  return { urn: newUrn(), owner: step.owner, values, hidden: {}, timestamp: step.now };
}

async function plansOf(step: WriteContext): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const field of step.resource.fields) {
    const list = memberListOf(step.resource, field.name);
    const sent = step.values[field.name];
    if (!list || sent === undefined) continue;
    // checkInput made it a list of different urns.
    const wanted = new Set(sent as string[]);
    const held = step.operation === 'CREATE' ? [] : await memberEdges(step.transaction, list, step.urn);
    const holding = new Set(held.map((m) => m.other));
    const gone = held.filter((m) => !wanted.has(m.other));
    plans.push({
      list,
      added: [...wanted].filter((urn) => !holding.has(urn)),
      ended: await ofReadable(step, targetOf(field), gone),
    });
  }
  return plans;
}

// A list leaves out what its reader may not see; sent back, it does not mean those.
async function ofReadable(step: WriteContext, kind: Resource, members: readonly Member[]): Promise<Member[]> {
  if (members.length === 0) return [];
  const urns = members.map((m) => m.other);
  const { viewer } = step.context;
  const found = await accessChecks(step.transaction, viewer, { resource: kind, urns }, kind.labels.read);
  return members.filter((m) => found.has(m.other));
}
