// The secret of a webhook subscription: which texts may be one, and the key bytes it stands for. Resource reference 9.1.
import type { Violation } from './errors.ts';
import { withoutTrailing } from './text.ts';

const prefix = 'whsec_';

/** What breaks the rules of a secret used with that scheme; null when it is fine. Length is checked by the contract. */
export function secretViolation(secret: string, auth: string, path: string): Violation | null {
  if (secret.startsWith(prefix)) {
    const bytes = base64Length(secret.slice(prefix.length));
    if (bytes === null || bytes < 24 || bytes > 64) {
      return { path, code: 'INVALID_FORMAT', message: 'Expected whsec_ followed by 24 to 64 bytes in base64.' };
    }
  }
  if (auth === 'BEARER' && !/^[A-Za-z0-9\-._~+/]+=*$/.test(secret)) {
    const message = 'A bearer token holds letters, digits and -._~+/ only, and may end in =.';
    return { path, code: 'INVALID_FORMAT', message };
  }
  return null;
}

/** The text a secret's key is taken from, and how it is written: base64 after `whsec_`, else plain UTF-8. */
export function secretKey(secret: string): { readonly text: string; readonly encoding: 'base64' | 'utf8' } {
  return secret.startsWith(prefix)
    ? { text: secret.slice(prefix.length), encoding: 'base64' }
    : { text: secret, encoding: 'utf8' };
}

// How many bytes a canonical base64 text stands for; null for any other text.
function base64Length(text: string): number | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  return (text.length / 4) * 3 - (text.length - withoutTrailing(text, '=').length);
}
