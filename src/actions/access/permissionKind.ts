// Permission edges: both ends must exist, and callers cannot grant more than they hold. Spec: Permission; resource
// reference 7.2.
import { kindOfScope, type Resource } from '../../contract/resource.ts';
import { isAtOrBelow } from '../../database/access/accessStore.ts';
import { accessChecks } from '../../database/engine/accessCheckStore.ts';
import { isAtOrBefore, isBefore } from '../../domain/instant.ts';
import { labelsThatGive, labelViolation } from '../../domain/label.ts';
import { subjectUrns } from '../../domain/viewerValues.ts';
import { requireGrantable, requirePublishable } from './grants.ts';
import { isOfPublisher, kindOfSubject } from './permissionEnds.ts';
import { returnedGrants } from './returnedGrants.ts';
import { asRow, type Kind, type WriteContext } from '../../engine/kind.ts';
import type { Row } from '../../engine/context.ts';
import { deletesInSets } from '../../engine/setParts.ts';
import { nowIn } from '../../engine/databaseClock.ts';

/** The hooks of permissions. */
export const permissionKind: Kind<'Permission'> = {
  computed: {
    // By the clock that decides about the permission itself.
    isActive: async ({ fromTimestamp: from, toTimestamp: to }, context) => {
      if (typeof from !== 'string' && typeof to !== 'string') return true;
      const now = await nowIn(context);
      return (typeof from !== 'string' || isAtOrBefore(from, now)) && (typeof to !== 'string' || isBefore(now, to));
    },
  },

  // The owner of what is published need not be readable to the publisher.
  isOpen: ({ values }) => isOfPublisher(values),

  async prepare(step) {
    checkWindow(step);
    if (step.operation !== 'CREATE') return;
    checkLabel(step);
    await checkEnds(step);
  },

  // A longer window is a grant like any other.
  async decide(step) {
    if (step.operation === 'DELETE') return;
    await requireGiven(step, asRow(step));
  },

  // An edge granted long ago may exceed what the caller restoring it holds.
  async after(step, written) {
    if (step.operation === 'RESTORE') await requireGiven(step, written);
  },

  returned: returnedGrants,

  // What is granted on companies is known from the beginning of a request. One that is granted to the caller on anything else may give the
  // right to end the others there: it is ended by itself.
  sets: {
    ...deletesInSets,

    decide: (steps) => Promise.resolve(new Set<WriteContext>(steps.filter(mayGiveRight))),
  },
};

const running = labelsThatGive('PUBLISH');

const mayGiveRight = ({ context, before }: WriteContext<'Permission'>): boolean =>
  before !== null && running.includes(before.label) && subjectUrns(context.viewer, null).includes(before.subjectUrn);

async function requireGiven(step: WriteContext<'Permission'>, row: Row<'Permission'>): Promise<void> {
  const { objectUrn, label, fromTimestamp: from, toTimestamp: to } = row;
  if (isOfPublisher(row)) return requirePublishable(step, objectUrn);
  await requireGrantable(step, {
    objectUrn,
    label,
    fromTimestamp: typeof from === 'string' ? from : null,
    toTimestamp: typeof to === 'string' ? to : null,
  });
}

function checkWindow(step: WriteContext<'Permission'>): void {
  const row = asRow(step);
  const { fromTimestamp: from, toTimestamp: to } = row;
  if (typeof from === 'string' && typeof to === 'string' && isAtOrBefore(to, from)) {
    step.violations.push({
      path: '/toTimestamp',
      code: 'OUT_OF_RANGE',
      message: 'Must be later than fromTimestamp.',
      limit: from,
    });
  }
}

function checkLabel(step: WriteContext<'Permission'>): void {
  const { label, objectScope } = step.values;
  if (typeof label !== 'string') return;
  const unknown = labelViolation(label, '/label');
  if (unknown) step.violations.push(unknown);
  if (label === 'MEMBER' && objectScope !== 'ROLE' && objectScope !== 'GROUP') {
    const message = 'MEMBER goes with a ROLE or a GROUP.';
    step.violations.push({ path: '/label', code: 'NOT_ALLOWED_TOGETHER', message });
  }
}

// Administrators of an edge's owner can end and change it, so the owner must be set over the object.
async function checkOwner(step: WriteContext<'Permission'>, objectOwner: string): Promise<void> {
  const { owner } = step.values;
  if (typeof owner !== 'string' || (await isAtOrBelow(step.transaction, objectOwner, owner))) return;
  const message = 'The owner of the object is expected, or a company above it.';
  step.violations.push({ path: '/owner', code: 'INVALID_REFERENCE', message, related: [owner] });
}

async function checkEnds(step: WriteContext<'Permission'>): Promise<void> {
  const { subjectUrn, subjectScope, objectUrn, objectScope } = step.values;
  const isNamed = typeof objectUrn === 'string' && typeof objectScope === 'string';
  const kind = isNamed ? kindOfScope(step.context.contract, objectScope) : null;
  const object = isNamed && kind ? await readable(step, kind, objectUrn) : null;
  const isShown =
    typeof subjectUrn !== 'string' ||
    typeof subjectScope !== 'string' ||
    (await checkSubject(step, { subjectUrn, subjectScope }, object?.ownerUrn ?? null));
  // What stands above the owner is told to nobody who may not read it.
  if (!isNamed || !kind || (!isShown && subjectScope === 'EVERYONE')) return;
  if (!object) missing(step, 'objectUrn', objectUrn);
  else await checkOwner(step, kind.name === 'Company' ? objectUrn : object.ownerUrn);
}

async function checkSubject(
  step: WriteContext<'Permission'>,
  { subjectUrn, subjectScope }: Pick<Row<'Permission'>, 'subjectUrn' | 'subjectScope'>,
  objectOwner: string | null,
): Promise<boolean> {
  const kind = kindOfSubject(step.context.contract, subjectScope);
  const isEveryone = subjectScope === 'EVERYONE';
  // Who may read the object is shown whose it is.
  const isKnown = (isEveryone && subjectUrn === objectOwner) || (await readable(step, kind, subjectUrn)) !== null;
  const isShown = isKnown && (!isEveryone || subjectUrn === step.values.owner);
  if (!isShown) missing(step, 'subjectUrn', subjectUrn);
  return isShown;
}

async function readable(
  step: WriteContext<'Permission'>,
  kind: Resource,
  urn: string,
): Promise<{ ownerUrn: string } | null> {
  const { viewer } = step.context;
  return (await accessChecks(step.transaction, viewer, { resource: kind, urns: [urn] }, 'READ')).get(urn) ?? null;
}

function missing(step: WriteContext<'Permission'>, name: string, urn: string): void {
  step.violations.push({
    path: `/${name}`,
    code: 'INVALID_REFERENCE',
    message: 'The object does not exist in that scope.',
    related: [urn],
  });
}
