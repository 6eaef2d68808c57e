// Bearer tokens: made here, shown once, stored as a hash. Resource reference 7.4.
import { newToken, secretHash } from '../secret.ts';
import type { Kind } from './kind.ts';

const twoYears = 2 * 365.25 * 24 * 3600 * 1000;

export const bearerTokenKind: Kind = {
  prepare(step) {
    const end = step.values['expirationTimestamp'];
    if (step.operation !== 'CREATE' || typeof end !== 'string') return;
    const latest = new Date(Date.parse(step.now) + twoYears).toISOString();
    if (end <= step.now || end > latest) {
      const message = 'A time in the future is expected, at most 2 years ahead.';
      step.violations.push({ path: '/expirationTimestamp', code: 'OUT_OF_RANGE', message, limit: latest });
    }
    const token = newToken();
    step.values['tokenPrefix'] = token.slice(0, 8);
    step.hidden['token_hash'] = secretHash(token);
    step.shownOnce['bearerToken'] = token;
  },
};
