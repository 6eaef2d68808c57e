// Whom a token or a session stands for, decided once and kept in memory. Before a kept decision is used again, and
// after the request has arrived, the database says whether anything that decides about callers has changed: a revocation that
// was acknowledged holds for the next request, in every process. Resource reference 7.2, 7.4.
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/connection/database.ts';
import { recordAccess, type NewAccess } from '../../database/access/accessRecordStore.ts';
import { tenantsOfRows } from '../../database/access/publicTenantStore.ts';
import { readEpochs, type Epochs } from '../../database/access/accessEpochStore.ts';
import {
  viewerBySessionHash,
  viewerByTokenHash,
  viewerOfEveryone,
  type DecidedViewer,
} from '../../database/access/tokenStore.ts';
import type { Callers, CredentialKey, ReadAt } from '../../domain/callers.ts';
import { sharedRuns } from '../../domain/sharedRuns.ts';
import type { Viewer } from '../../domain/viewer.ts';

interface Kept {
  readonly decided: DecidedViewer;
  /** Whether it must not be reused: recording the use has extended the session, and the viewer carries the session's end. */
  readonly isPutOff: boolean;
  /** When its use was noted, by the clock of this process. */
  readonly notedAt: number;
}

/** How many urns the kept viewers may name together: some 20 MB. */
const mostKept = 200_000;

/** Callers that are decided in the database. */
export function createCallers(database: Database): Callers {
  const kept = new LRUCache<string, Kept>({
    maxSize: mostKept,
    sizeCalculation: ({ decided }) => weightOf(decided.viewer),
  });
  const epochs = epochReader(database);
  const places = placeKeeper(database);
  const decide = decider(database, (key, decided) => {
    const before = kept.peek(key);
    const isNoted = before?.isPutOff === true && before.decided.epoch === decided?.epoch;
    if (decided) kept.set(key, { decided, isPutOff: false, notedAt: isNoted ? before.notedAt : -Infinity });
    else kept.delete(key);
  });
  const keptOf = (credential: CredentialKey): Kept | null => {
    const known = kept.get(keyOf(credential));
    return known?.decided.viewer.tenantUrn && !known.isPutOff ? known : null;
  };
  return {
    keptOf(credential) {
      const known = keptOf(credential);
      if (!known) return null;
      const { viewer, epoch, borderMillis } = known.decided;
      const under = { tenant: String(viewer.tenantUrn), epoch, borderMillis };
      return { viewer, under, heldAt: (at) => heldAt(known.decided, at) };
    },
    async viewerOf(credential) {
      const key = keyOf(credential);
      const known = keptOf(credential);
      const tenant = known?.decided.viewer.tenantUrn;
      if (known && tenant) {
        const now = await epochs(tenant);
        if (heldAt(known.decided, { epoch: now.byTenant.get(tenant) ?? '', nowMillis: now.nowMillis })) {
          places.note(known.decided.viewer, tenant, now);
          return known.decided.viewer;
        }
      }
      return (await decide(credential, key))?.viewer ?? null;
    },
    tenantsOf: tenantKeeper(database),
    decidedAt: places.of,
    noteDenied: denialNoter(database),
    noteRefused: refusalNoter(database),
    forget: () => kept.clear(),
    noteUse(credential, everySeconds, note) {
      const key = keyOf(credential);
      const known = kept.peek(key);
      const now = performance.now();
      if (!known || now - known.notedAt < everySeconds * 1000) return;
      kept.set(key, { ...known, notedAt: now });
      const noted = (change: Partial<Kept>): void => {
        const present = kept.peek(key);
        if (present?.decided === known.decided) kept.set(key, { ...present, ...change });
      };
      note().then(
        () => noted({ isPutOff: credential.kind === 'SESSION' }),
        // Not worth a failed request; the next use notes it.
        () => noted({ notedAt: -Infinity }),
      );
    },
  };
}

/** Of how many rows the tenant is kept. */
const mostOfTenants = 50_000;

function tenantKeeper(database: Database): Callers['tenantsOf'] {
  const kept = new LRUCache<string, string>({ max: mostOfTenants });
  return async (table, urns) => {
    const unknown = urns.filter((urn) => !kept.has(urn));
    const found = unknown.length > 0 ? await tenantsOfRows(database, table, unknown) : new Map<string, string>();
    for (const [urn, tenant] of found) kept.set(urn, tenant);
    return new Map(
      urns.flatMap((urn): [string, string][] => {
        const tenant = found.get(urn) ?? kept.get(urn);
        return tenant === undefined ? [] : [[urn, tenant]];
      }),
    );
  };
}

// A refusal passes through several actions on its way out, and is recorded once.
function denialNoter(database: Database): Callers['noteDenied'] {
  const noted = new WeakSet();
  return async (viewer, { operation, target }, error) => {
    if (noted.has(error)) return;
    noted.add(error);
    const { clientUrn, identityUrn, tokenUrn, sessionUrn, companyUrn, oauth } = viewer;
    const denied: NewAccess = {
      event: 'DENIED_WRITE',
      ...{ operation, target: target?.urn ?? null, owner: target, company: companyUrn },
      ...{ apiClient: oauth?.clientUrn ?? clientUrn, identity: identityUrn },
      token: oauth ? null : (tokenUrn ?? sessionUrn),
    };
    // Not worth another failure.
    await recordAccess(database, denied).catch(() => undefined);
  };
}

/** How many refusals are kept apart at once. */
const mostRefused = 1_000;

// Guessing causes one write a minute for each client, however often it is tried.
function refusalNoter(database: Database): Callers['noteRefused'] {
  const noted = new LRUCache<string, true>({ max: mostRefused, ttl: 60_000 });
  return ({ company, apiClient, reason }) => {
    const key = JSON.stringify([company, apiClient, reason]);
    if (noted.has(key)) return;
    noted.set(key, true);
    recordAccess(database, {
      ...{ event: 'REFUSED_SIGN_IN', owner: null, company, apiClient, operation: reason },
      ...{ identity: null, token: null, target: null },
    }).catch(() => noted.delete(key));
  };
}

const deciders = { TOKEN: viewerByTokenHash, SESSION: viewerBySessionHash, EVERYONE: viewerOfEveryone } as const;

// Many requests of one caller wait for the same decision, if it began after they came.
function decider(
  database: Database,
  keep: (key: string, decided: DecidedViewer | null) => void,
): (credential: CredentialKey, key: string) => Promise<DecidedViewer | null> {
  const deciding = new Map<string, () => Promise<DecidedViewer | null>>();
  const decide = async ({ kind, hash }: CredentialKey, key: string): Promise<DecidedViewer | null> => {
    const decided = await deciders[kind](database, hash);
    keep(key, decided);
    return decided;
  };
  return async (credential, key) => {
    const run = deciding.get(key) ?? sharedRuns(() => decide(credential, key));
    deciding.set(key, run);
    try {
      return await run();
    } finally {
      deciding.delete(key);
    }
  };
}

const keyOf = ({ kind, hash }: CredentialKey): string => `${kind} ${hash}`;

function heldAt({ epoch, borderMillis }: DecidedViewer, at: ReadAt): boolean {
  return at.epoch === epoch && (borderMillis === null || at.nowMillis < borderMillis);
}

interface Places {
  note(viewer: Viewer, tenant: string, now: Epochs): void;
  readonly of: (viewer: Viewer) => bigint | null;
}

/** Tenants whose position is kept; the others wait for the present one. */
const mostTenants = 10_000;

// While neither epoch of a tenant moves, whatever decides about access stands before the position at which they were first seen.
function placeKeeper({ positions }: Database): Places {
  const first = new LRUCache<string, { readonly mark: string; readonly position: bigint }>({ max: mostTenants });
  const placed = new WeakMap<Viewer, bigint>();
  return {
    note(viewer, tenant, { byTenant, edges, position, sentAt }) {
      const now = positions?.note(position, sentAt) ?? null;
      if (!positions || now === null) return;
      const mark = [positions.timeline(), byTenant.get(tenant), edges.get(tenant)].join(' ');
      const known = first.get(tenant);
      if (known?.mark !== mark) first.set(tenant, { mark, position: now });
      placed.set(viewer, known?.mark === mark ? known.position : now);
    },
    of: (viewer) => placed.get(viewer) ?? null,
  };
}

// Requests that arrive together share one statement.
function epochReader(database: Database): (tenant: string) => Promise<Epochs> {
  let pending = new Set<string>();
  const run = sharedRuns(() => {
    const tenants = [...pending];
    pending = new Set();
    return readEpochs(database, tenants, database.positions !== null);
  });
  return (tenant) => {
    pending.add(tenant);
    return run();
  };
}

function weightOf(viewer: Viewer): number {
  const others = viewer.everyone ? weightOf(viewer.everyone) : 0;
  const { adminCompanies, companiesByLabel, companiesByRole, subjects, onlyCompanies } = viewer;
  const held = [...companiesByLabel.values(), ...companiesByRole.values()];
  const urns = adminCompanies.length + subjects.length + (onlyCompanies?.length ?? 0) + others;
  return held.reduce((sum, companies) => sum + companies.length, urns + 10);
}
