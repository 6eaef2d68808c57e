// Companies: the tree of a tenant; and organizations: the identifier of the legal body, and who is notified of its changes.
// Resource reference 1.5, 4.1, 4.2, 9.8.
import { ownsAnything } from '../../database/engine/removalStore.ts';
import { ancestorsOf, isParent, lockTree, rootOf } from '../../database/identity/companyStore.ts';
import { ServiceError, type Violation, invalid, refusedAt } from '../../domain/errors.ts';
import { canonicalLocale } from '../../domain/locale.ts';
import type { Kind, WriteContext, Listing } from '../../engine/kind.ts';
import type { Filter, ListQuery } from '../../contract/listQuery.ts';
import { fieldOf } from '../../contract/resource.ts';
import type { Context, Page } from '../../engine/context.ts';
import { raiseVersion } from '../../database/engine/triggerStore.ts';
import { isLeiCode } from '../../domain/identityFields.ts';
import { announceChanges, updated } from '../../engine/announcements.ts';

/** The hooks of companies. */
export const companyKind: Kind<'Company'> = {
  async prepare(step) {
    const { chains, violations } = readChains(step.values.fallbackLanguages, step.path);
    step.violations.push(...violations);
    if (chains) step.values.fallbackLanguages = chains;
    // A new company without a parent hangs below its owner, or nothing above it could reach it.
    if (step.operation !== 'CREATE' || step.owner === '') return;
    step.values.parentCompany ??= step.owner;
    // Every company of a tenant is owned by its root, whichever company it was made under.
    step.values.owner = await rootOf(step.transaction, step.owner);
  },

  async decide(step) {
    if (step.operation === 'DELETE') {
      if (await ownsAnything(step.transaction, step.urn)) {
        throw new ServiceError('IN_USE', 'The company still owns resources.');
      }
      if (await isParent(step.transaction, step.urn)) {
        throw new ServiceError('IN_USE', 'The company still has child companies.');
      }
      return;
    }
    await checkParent(step);
  },

  list: listCompanies,
};

async function checkParent(step: WriteContext<'Company'>): Promise<void> {
  const parent = step.values.parentCompany;
  if (step.operation === 'CREATE' || parent === undefined) return;
  if (parent === step.before?.parentCompany) return;
  await lockTree(step.transaction, step.owner);
  if (parent === null) {
    const message = 'Only the root company has no parent.';
    throw invalid([{ path: '/parentCompany', code: 'NULL_NOT_ALLOWED', message }]);
  }
  const chain = [parent, ...(await ancestorsOf(step.transaction, parent))];
  const at = chain.indexOf(step.urn);
  if (at < 0) return;
  const cycle = [step.urn, ...chain.slice(0, at + 1)];
  const message = 'A company cannot be below itself.';
  throw refusedAt('DEPENDENCY_CYCLE', { path: '/parentCompany', code: 'CYCLE', message, related: cycle });
}

// fallbackLanguages: a map from tag to the tags to try instead, in order.
interface Chains {
  /** In canonical form; null where there are none to keep. */
  readonly chains: Readonly<Record<string, readonly string[]>> | null;
  readonly violations: readonly Violation[];
}

function readChains(sent: unknown, path: string): Chains {
  if (typeof sent !== 'object' || sent === null) return { chains: null, violations: [] };
  const chains = new Map<string, string[]>();
  const violations: Violation[] = [];
  for (const [name, list] of Object.entries(sent)) {
    const tag = canonicalLocale(name);
    const tags: unknown[] = Array.isArray(list) ? list : [null];
    const known = tags.map(canonicalLocale).filter((one) => one !== null);
    if (tag !== null && tags.length <= 20 && known.length === tags.length) chains.set(tag, known);
    else {
      const message = 'A locale tag with a list of at most 20 locale tags is expected.';
      violations.push({ path: `${path}/fallbackLanguages`, code: 'INVALID_ENUM', message, limit: name.slice(0, 35) });
    }
  }
  return { chains: Object.fromEntries(chains), violations };
}

// The urn of the caller's own company, when its token is of the company level; else null.
function ownCompany({ viewer }: Context): string | null {
  const { companyUrn } = viewer;
  return companyUrn !== null && viewer.adminCompanies.includes(companyUrn) ? companyUrn : null;
}

/** One page of companies, with the caller's own before all others. */
async function listCompanies({ context, resource, query, read }: Listing): Promise<Page> {
  const own = ownCompany(context);
  if (own === null) return read(query);
  const only = (operator: 'eq' | 'ne'): readonly Filter[] => [
    ...query.conditions,
    { field: fieldOf(resource, 'urn'), operator, value: own },
  ];
  const start = startOf(query, own);
  const others = await read({ ...query, ...start, conditions: only('ne') });
  const isPastTop = start.isNothing || (query.isBackward ? others.hasMore : query.after !== null);
  // The total is that of the others, which is read with them, plus the caller's own company.
  const first =
    isPastTop && !query.wantsCount
      ? null
      : await read({ ...query, conditions: only('eq'), limit: 1, after: null, before: null, wantsCount: false });
  const totalCount = others.totalCount === null ? null : others.totalCount + (first?.rows.length ?? 0);
  if (start.isNothing) return { rows: [], hasMore: false, totalCount };
  if (isPastTop || first === null) return { ...others, totalCount };
  const all = [...first.rows, ...others.rows];
  const rows = query.isBackward ? all.slice(-query.limit) : all.slice(0, query.limit);
  return { rows, hasMore: others.hasMore || all.length > query.limit, totalCount };
}

// A cursor on the own company stands before all others, not where its name would put it; before it there is nothing.
function startOf(query: ListQuery, own: string): Pick<ListQuery, 'after' | 'before'> & { readonly isNothing: boolean } {
  const isNothing = query.before?.at(-1) === own;
  return {
    after: query.after?.at(-1) === own ? null : query.after,
    before: isNothing ? null : query.before,
    isNothing,
  };
}

/** Organizations: a change is announced as one of the root company. */
export const organisationKind: Kind<'Organisation'> = {
  prepare(step) {
    const { leiCode } = step.values;
    if (typeof leiCode !== 'string' || isLeiCode(leiCode)) return;
    const message = 'A Legal Entity Identifier (ISO 17442) with right check digits is expected.';
    step.violations.push({ path: '/leiCode', code: 'INVALID_FORMAT', message });
  },

  // An organization has no subject of its own: the root company is what changed.
  async after(step, written) {
    if (step.operation !== 'UPDATE' || written.version === step.before?.version) return;
    const { context, transaction, now } = step;
    const company = context.contract.kinds.Company;
    const version = await raiseVersion(transaction, company, written.$owner, now);
    const changed = { urn: written.$owner, owner: written.$owner, version };
    await announceChanges({ context, transaction, now }, [updated(company, changed, ['organisation'])]);
  },
};
