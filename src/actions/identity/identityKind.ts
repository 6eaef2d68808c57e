// Identities: the name people see, the time zone, who may be made, and membership of companies. Resource reference 4.4.
import { fieldOf } from '../../contract/resource.ts';
import { linkedUrns } from '../../database/engine/changeStore.ts';
import { firstPersonName } from '../../database/identity/identityStore.ts';
import { hasEnded } from '../../database/identity/identityEndStore.ts';
import { ServiceError } from '../../domain/errors.ts';
import { displayName, type NameParts } from '../../domain/personName.ts';
import { isTimeZone } from '../../domain/identityFields.ts';
import { requireLabel } from '../../engine/authorize.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { requireOneFlag } from '../../engine/exclusiveFlag.ts';
import { requireJoinable } from '../access/grants.ts';
import { noteLeaving } from '../work/taskLogLines.ts';

/** Identities: their name, time zone and companies. */
export const identityKind: Kind<'Identity'> = {
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
    for (const list of ['emails', 'telephones', 'addresses']) requireOneFlag(step, list, 'isPrimary');
    await fillName(step);
  },

  // To belong to a company is to hold what is granted to it: it takes UPDATE on the company, and holding that much.
  async decide(step) {
    if (step.operation === 'DELETE') await noteLeaving(step, 'assignee');
    const { companies } = step.values;
    if (!Array.isArray(companies)) return undefined;
    const { context, transaction, resource, urn } = step;
    const field = fieldOf(resource, 'companies');
    const held = step.before ? await linkedUrns(transaction, resource, field, urn) : [];
    const company = context.contract.kinds.Company;
    for (const added of companies.map(String).filter((c) => !held.includes(c))) {
      await requireLabel(transaction, context.viewer, { resource: company, urn: added }, company.labels.update);
      await requireJoinable(step, [{ scope: 'COMPANY', urn: added }]);
    }
    return undefined;
  },

  async after(step) {
    const { operation, transaction, resource, urn } = step;
    if (operation !== 'RESTORE') return;
    if (await hasEnded(transaction, urn)) throw new ServiceError('CONFLICT', 'The identity was merged or erased.');
    const companies = await linkedUrns(transaction, resource, fieldOf(resource, 'companies'), urn);
    await requireJoinable(
      step,
      companies.map((company) => ({ scope: 'COMPANY', urn: company })),
    );
  },
};

async function fillName(step: WriteContext<'Identity'>): Promise<void> {
  const { name, persons } = step.values;
  const isAbsent = name === null || (step.operation === 'CREATE' && name === undefined);
  if (!isAbsent || step.operation === 'DELETE') return;
  const first = step.operation === 'CREATE' ? firstSent(persons) : await firstPersonName(step.transaction, step.urn);
  const derived = first ? displayName(first) : null;
  if (derived !== null) step.values.name = derived;
}

function firstSent(persons: unknown): NameParts | null {
  if (!Array.isArray(persons)) return null;
  // checkInput made each person and each name an object of canonical values.
  const sent = persons as readonly { readonly names?: readonly NameParts[] }[];
  return sent.flatMap((person) => person.names ?? [])[0] ?? null;
}
