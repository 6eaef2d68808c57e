// Bearer tokens: made here, shown once, stored as a hash; narrowed for good, ended for good. A
// narrowed token makes nothing that is wider than itself: labels and roles of tokens, and secrets that give tokens.
// Resource reference 7.4, 7.5.
import { revokeTokens, narrowsRoles } from '../../database/access/accessStore.ts';
import { isAtOrBefore, isBefore } from '../../domain/instant.ts';
import { labelViolation } from '../../domain/label.ts';
import { requireLabel, leaves } from '../../engine/authorize.ts';
import { newToken, secretHash } from '../../engine/secret.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { fieldOf } from '../../contract/resource.ts';
import { linkedUrns } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import { forbidden } from '../../domain/errors.ts';
import type { Context } from '../../engine/context.ts';

const twoYears = 2 * 365.25 * 24 * 3600 * 1000;

/** The latest end of a token that is made at `now`. */
export function latestEnd(now: string): string {
  return new Date(Date.parse(now) + twoYears).toISOString();
}

/** The hooks of bearer tokens. */
export const bearerTokenKind: Kind<'ApiClientBearerToken'> = {
  prepare(step) {
    const { expirationTimestamp: end, roles } = step.values;
    checkLabels(step);
    // A token that was made for roles stays so when the last of them is gone.
    step.hidden['narrows_roles'] = Array.isArray(roles) && roles.length > 0;
    const latest = latestEnd(step.now);
    if (typeof end === 'string' && (isAtOrBefore(end, step.now) || isBefore(latest, end))) {
      const message = 'A time in the future is expected, at most 2 years ahead.';
      step.violations.push({ path: '/expirationTimestamp', code: 'OUT_OF_RANGE', message, limit: latest });
    }
    const token = newToken();
    step.values.tokenPrefix = token.slice(0, 8);
    step.hidden['token_hash'] = secretHash(token);
    step.shownOnce['bearerToken'] = token;
  },

  // The creator of a token of a company-level client becomes administrator of the company by it.
  async decide(step) {
    const { context, transaction, container, owner } = step;
    if (step.operation !== 'CREATE') return;
    await keepNarrowing(step);
    if (container?.['accessLevel'] !== 'COMPANY') return;
    const company = context.contract.kinds.Company;
    await requireLabel(transaction, context.viewer, { resource: company, urn: owner }, 'ADMIN');
  },

  async after(step) {
    if (step.operation === 'DELETE') await revokeTokens(step.transaction, { token: step.urn }, step.now);
  },
};

// What the caller leaves out, its own token's narrowing fills in.
async function keepNarrowing(step: WriteContext<'ApiClientBearerToken'>): Promise<void> {
  const narrowing = await narrowingOf(step.context, step.transaction);
  // Both lists have defaults, and checkInput made them lists of texts.
  const sent = step.values as { labels: string[]; roles: string[] };
  const labels = sent.labels.length > 0 ? sent.labels : (narrowing.labels ?? []);
  const roles = sent.roles.length > 0 ? sent.roles : (narrowing.roles ?? []);
  requireWithin(step.context, narrowing, { labels, roles });
  Object.assign(step.values, { labels, roles });
  if (roles.length > 0) step.hidden['narrows_roles'] = true;
}

function checkLabels(step: WriteContext<'ApiClientBearerToken'>): void {
  const { labels: sent } = step.values;
  if (!Array.isArray(sent)) return;
  for (const [at, label] of sent.entries()) {
    const unknown = labelViolation(String(label), `/labels/${String(at)}`);
    if (unknown) step.violations.push(unknown);
  }
}

/** What the caller's token is narrowed to; null where it is not. */
interface Narrowing {
  readonly labels: readonly string[] | null;
  readonly roles: readonly string[] | null;
}

/** The narrowing of the caller's own token, or of its OAuth scope. */
export async function narrowingOf({ contract, viewer }: Context, transaction: Transaction): Promise<Narrowing> {
  const { tokenUrn, onlyLabels: labels } = viewer;
  if (tokenUrn === null || !(await narrowsRoles(transaction, tokenUrn))) return { labels, roles: null };
  const token = contract.kinds.ApiClientBearerToken;
  return { labels, roles: await linkedUrns(transaction, token, fieldOf(token, 'roles'), tokenUrn) };
}

/** Refuses a token with more labels or roles than the narrowing leaves; an empty list means all of them. */
export function requireWithin(
  { viewer }: Pick<Context, 'viewer'>,
  narrowing: Narrowing,
  made: { readonly labels: readonly string[]; readonly roles: readonly string[] },
): void {
  const { labels, roles } = narrowing;
  const isWider =
    (labels !== null && (made.labels.length === 0 || !made.labels.every((label) => leaves(viewer, label)))) ||
    (roles !== null && (made.roles.length === 0 || !made.roles.every((role) => roles.includes(role))));
  if (isWider) throw forbidden('A narrowed token makes no token with more labels or roles than its own.');
}

/** Refuses a caller with a narrowed token: a client's secret gives tokens that are not narrowed. */
export async function requireUnnarrowed(context: Context, transaction: Transaction): Promise<void> {
  const { labels, roles } = await narrowingOf(context, transaction);
  if (labels !== null || roles !== null) throw forbidden('A narrowed token gives out no client secret.');
}
