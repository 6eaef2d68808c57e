// Bearer tokens: made here, shown once, stored as a hash; narrowed for good, ended for good. Resource reference 7.4.
import { revokeTokens } from '../../database/access/accessStore.ts';
import { isAtOrBefore, isBefore } from '../../domain/instant.ts';
import { isLabel, labels } from '../../domain/label.ts';
import { requireLabel } from '../../engine/authorize.ts';
import { narrowingOf, requireWithin } from './narrowing.ts';
import { newToken, secretHash } from './secret.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';

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
    if (typeof label === 'string' && isLabel(label)) continue;
    const message = `One of ${labels.join(', ')}, or a text that starts with x-, is expected.`;
    step.violations.push({ path: `/labels/${String(at)}`, code: 'INVALID_ENUM', message, limit: labels.join(', ') });
  }
}
