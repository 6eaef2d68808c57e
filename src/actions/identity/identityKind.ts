// Identities: the name people see, the time zone, who may be made, and membership of companies; persons and their names: a birth
// date that has been, one preferred name, and the name they lend to their identity; and finding them by the name another
// system knows them by. Resource reference 4.4, 4.5, 4.8.
import { fieldOf } from '../../contract/resource.ts';
import { linkedUrns, databaseNow } from '../../database/engine/changeStore.ts';
import { firstPersonName, nameUnnamed, hasEnded, holdersOf } from '../../database/identity/identityStore.ts';
import { ServiceError } from '../../domain/errors.ts';
import { displayName, type NameParts, isTimeZone } from '../../domain/identityFields.ts';
import { holds, requireLabel, requireCaller } from '../../engine/authorize.ts';
import type { Kind, Restoring, Returned, WriteContext } from '../../engine/kind.ts';
import { requireOneFlag, exclusiveFlag } from '../../engine/exclusiveFlag.ts';
import { isJoinable, requireJoinable } from '../access/grants.ts';
import { returnLinks } from '../../engine/endedLinks.ts';
import { fieldOfEnded, refillLists, type EndedLink } from '../../database/engine/endedLinkStore.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { noteLeaving } from '../work/taskLog.ts';
import { announceChanges, updated } from '../../engine/announcements.ts';
import { defaultOrder, pageLimits, type Filter } from '../../contract/listQuery.ts';
import type { Row } from '../../database/engine/row.ts';
import type { Context } from '../../engine/context.ts';
import { listResources } from '../../engine/readResource.ts';

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

  returned: returnedToIdentities,

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

// Belonging to a company that is restored takes what joining it takes.
async function returnedToIdentities(restoring: Restoring, ended: readonly EndedLink[]): Promise<Returned> {
  const { context, transaction } = restoring;
  const [first] = ended;
  if (!first) return { changes: [], refused: [] };
  const { resource, of } = fieldOfEnded(first, transaction);
  if (of.name !== 'companies') return returnLinks(restoring, ended);
  const company = context.contract.kinds.Company;
  const refused: string[] = [];
  for (const [urn, some] of groupBy(ended, ({ target }) => target)) {
    const may =
      (await holds(transaction, context.viewer, { resource: company, urn }, company.labels.update)) &&
      (await isJoinable(restoring, [{ scope: 'COMPANY', urn }]));
    if (may) await refillLists(transaction, { resource, of }, some);
    else refused.push(...some.map((link) => link.urn));
  }
  return { changes: [], refused };
}

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

/** Persons: their date of birth, and the name they lend. */
export const personKind: Kind = {
  prepare(step) {
    const { birthDate } = step.values;
    const today = step.now.slice(0, 10);
    // A partial date is in the future when all of it is: the present year and month come before each of their days.
    if (typeof birthDate === 'string' && birthDate > today) {
      const message = 'A date of birth is not in the future.';
      step.violations.push({ path: `${step.path}/birthDate`, code: 'OUT_OF_RANGE', message, limit: today });
    }
    requireOneFlag(step, 'names', 'isPreferred');
  },

  async after(step, written) {
    const { names } = step.values;
    if (step.operation !== 'CREATE' || !Array.isArray(names)) return;
    // checkInput made each element an object of canonical values.
    const [first] = names as readonly NameParts[];
    if (first) await lendName(step, String(written['identity']), first);
  },
};

const preferred = exclusiveFlag('isPreferred');

/** Names of persons: one is preferred, and the first names the identity. */
export const personNameKind: Kind = {
  lock: preferred.lock,
  decide: preferred.decide,
  async after(step, written) {
    await preferred.after(step, written);
    const identity = step.container?.['identity'];
    if (step.operation === 'CREATE' && typeof identity === 'string') {
      const { givenName, familyName } = written;
      await lendName(step, identity, { givenName, familyName });
    }
  },
};

async function lendName(step: WriteContext, identity: string, name: NameParts): Promise<void> {
  const { context, transaction, now } = step;
  const text = displayName(name);
  const named = text === null ? null : await nameUnnamed(transaction, identity, text, now);
  if (!named) return;
  const change = updated(context.contract.kinds.Identity, { ...named, urn: identity }, ['name']);
  await announceChanges({ context, transaction, now }, [change]);
}

/** The identities with an unexpired client identifier of this domain and token that the caller may read. */
export async function findIdentities(context: Context, domain: string, token: string): Promise<Row[]> {
  requireCaller(context.viewer);
  const identity = context.contract.kinds.Identity;
  const urns = await holdersOf(context.database, domain, token);
  const rows = await Promise.all(urns.map((urn) => context.loaders.byUrn(identity.name, urn)));
  return rows.filter((row) => row !== null);
}

/** The identities that hold an unexpired client identifier, readable by the caller, that meets the conditions. */
export async function holdersOfIdentifiers(context: Context, conditions: readonly Filter[]): Promise<unknown[]> {
  const identifiers = context.contract.kinds.ClientIdentifier;
  const expiry = fieldOf(identifiers, 'expiresTimestamp');
  const alive: Filter = {
    some: [
      { field: expiry, operator: 'isNull', value: true },
      { field: expiry, operator: 'gt', value: await databaseNow(context.database) },
    ],
  };
  const page = await listResources(context, identifiers, {
    ...{ conditions: [...conditions, alive], order: defaultOrder(identifiers), limit: pageLimits.most },
    ...{ after: null, before: null, isBackward: false, wantsCount: false },
  });
  return page.rows.map((row) => row['identity']);
}
