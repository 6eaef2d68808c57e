// Permission edges: both ends exist, and nobody grants more than he holds himself. Spec: Permission; resource
// reference 7.2.
import { scopeOf } from '../../contract/objectScope.ts';
import { resourceOf, type Resource } from '../../contract/resource.ts';
import { kindsOf, standings } from '../../database/standingStore.ts';
import { actorOf } from '../../domain/actor.ts';
import { forbidden } from '../../domain/errors.ts';
import { asRow } from '../writeTree.ts';
import type { Kind, Step } from './kind.ts';

const subjectKinds: Readonly<Record<string, string>> = {
  API_CLIENT: 'ApiClient',
  ROLE: 'Role',
  IDENTITY: 'Identity',
  GROUP: 'Group',
  COMPANY: 'Company',
  EVERYONE: 'Company',
};

const labels = [
  'READ',
  'READ_DRAFT',
  'COMMENT',
  'CREATE',
  'UPDATE',
  'PUBLISH',
  'DELETE',
  'ASSIGN',
  'MEMBER',
  'MANAGE',
  'ADMIN',
];

export const permissionKind: Kind = {
  async prepare(step) {
    checkWindow(step);
    if (step.operation !== 'CREATE') return;
    step.values['grantedBy'] = actorOf(step.context.viewer);
    checkLabel(step);
    await checkEnds(step);
  },

  async decide(step) {
    if (step.operation !== 'CREATE') return;
    const { contract, viewer } = step.context;
    const object = await objectKind(step);
    if (!object) return;
    const urn = String(step.values['objectUrn']);
    const label = String(step.values['label']);
    for (const needed of label.startsWith('x-') ? ['ADMIN'] : ['ADMIN', label]) {
      // ADMIN counts as every label but MEMBER, which ADMIN on the role or group may give all the same.
      if (needed === 'MEMBER') continue;
      const standing = (await standings(step.transaction, contract, viewer, object, [urn], needed)).get(urn);
      if (!standing?.isAllowed) throw forbidden(`Granting needs ADMIN and the label itself on the object.`);
    }
  },
};

function checkWindow(step: Step): void {
  const row = asRow(step);
  const { fromTimestamp: from, toTimestamp: to } = row;
  if (typeof from === 'string' && typeof to === 'string' && to <= from) {
    step.violations.push({
      path: '/toTimestamp',
      code: 'OUT_OF_RANGE',
      message: 'Must be later than fromTimestamp.',
      limit: from,
    });
  }
}

function checkLabel(step: Step): void {
  const { label, objectScope } = step.values;
  if (typeof label !== 'string') return;
  if (!label.startsWith('x-') && !labels.includes(label)) {
    const message = `One of ${labels.join(', ')}, or a text that starts with x-, is expected.`;
    step.violations.push({ path: '/label', code: 'INVALID_ENUM', message, limit: labels.join(', ') });
  }
  if (label === 'MEMBER' && objectScope !== 'ROLE' && objectScope !== 'GROUP') {
    const message = 'MEMBER goes with a ROLE or a GROUP.';
    step.violations.push({ path: '/label', code: 'NOT_ALLOWED_TOGETHER', message });
  }
}

async function checkEnds(step: Step): Promise<void> {
  const { subjectUrn, subjectScope, objectUrn, objectScope, owner } = step.values;
  if (typeof subjectUrn === 'string' && typeof subjectScope === 'string') {
    const kind = resourceOf(step.context.contract, subjectKinds[subjectScope] ?? 'Company');
    const isOwners = subjectScope !== 'EVERYONE' || subjectUrn === owner;
    if (!isOwners || !(await isReadable(step, kind, subjectUrn))) missing(step, 'subjectUrn', subjectUrn);
  }
  if (typeof objectUrn !== 'string' || typeof objectScope !== 'string') return;
  const kind = await objectKind(step);
  const isScope = kind !== null && scopeOf(kind) === objectScope;
  if (!isScope || !(await isReadable(step, kind, objectUrn))) missing(step, 'objectUrn', objectUrn);
}

async function objectKind(step: Step): Promise<Resource | null> {
  const urn = String(step.values['objectUrn']);
  return (await kindsOf(step.transaction, step.context.contract, [urn])).get(urn) ?? null;
}

async function isReadable(step: Step, kind: Resource, urn: string): Promise<boolean> {
  const { contract, viewer } = step.context;
  return (await standings(step.transaction, contract, viewer, kind, [urn], 'READ')).has(urn);
}

function missing(step: Step, name: string, urn: string): void {
  step.violations.push({
    path: `/${name}`,
    code: 'INVALID_REFERENCE',
    message: 'There is no such object in that scope.',
    related: [urn],
  });
}
