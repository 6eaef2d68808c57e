// Identities: the name people see, the time zone, who may be made, and membership of companies. Resource reference 4.4.
import { fieldOf, resourceOf } from '../../contract/resource.ts';
import { linkedUrns } from '../../database/changeStore.ts';
import { firstPersonName } from '../../database/identityStore.ts';
import { hasEnded } from '../../database/identityEndStore.ts';
import { ServiceError } from '../../domain/errors.ts';
import { displayName, type NameParts } from '../../domain/personName.ts';
import { isTimeZone } from '../../domain/timeZone.ts';
import { requireLabel } from '../authorize.ts';
import type { Kind, Step } from './kind.ts';
import { checkMarks } from './oneMarked.ts';
import { noteLeaving } from './taskLines.ts';

/** Identities: their name, time zone and companies. */
export const identityKind: Kind = {
  async prepare(step) {
    const { timeZone, type } = step.values;
    if (typeof timeZone === 'string' && !isTimeZone(timeZone)) {
      const message = 'An IANA time zone name such as Europe/London is expected.';
      step.violations.push({ path: '/timeZone', code: 'INVALID_FORMAT', message });
    }
    if (step.operation === 'CREATE' && type === 'ANONYMOUS') {
      const message = 'Anonymous identities are made by the service alone.';
      step.violations.push({ path: '/type', code: 'INVALID_ENUM', message, limit: 'PERSON, COMPANY, SERVICE' });
    }
    for (const list of ['emails', 'telephones', 'addresses']) checkMarks(step, list, 'isPrimary');
    await fillName(step);
  },

  // To belong to a company is to hold what is granted to it, so it is for the company's keepers to say.
  async decide(step) {
    if (step.operation === 'DELETE') return noteLeaving(step, 'assignee');
    const { companies } = step.values;
    if (!Array.isArray(companies)) return;
    const { context, transaction, resource, urn } = step;
    const field = fieldOf(resource, 'companies');
    const held = step.before ? await linkedUrns(transaction, context.contract, resource, field, urn) : [];
    const company = resourceOf(context.contract, 'Company');
    for (const added of companies.map(String).filter((c) => !held.includes(c))) {
      await requireLabel(context, transaction, context.viewer, company, added, company.labels.update);
    }
  },

  async restored({ transaction, urn }) {
    if (await hasEnded(transaction, urn)) throw new ServiceError('CONFLICT', 'The identity was merged or erased.');
  },
};

async function fillName(step: Step): Promise<void> {
  const { name, persons } = step.values;
  const isAbsent = name === null || (step.operation === 'CREATE' && name === undefined);
  if (!isAbsent || step.operation === 'DELETE') return;
  const first = step.operation === 'CREATE' ? firstSent(persons) : await firstPersonName(step.transaction, step.urn);
  const derived = first ? displayName(first) : null;
  if (derived !== null) step.values['name'] = derived;
}

function firstSent(persons: unknown): NameParts | null {
  if (!Array.isArray(persons)) return null;
  // checkInput made each person and each name an object of canonical values.
  const sent = persons as readonly { readonly names?: readonly NameParts[] }[];
  return sent.flatMap((person) => person.names ?? [])[0] ?? null;
}
