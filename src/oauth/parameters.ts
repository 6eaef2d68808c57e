// The parameters of OAuth requests, as forms and queries carry them. RFC 6749 sections 3.1 and 3.2 and appendix B.
import type { SentParameters } from '../actions/oauth/authorizeClient.ts';
import type { Parameters } from '../actions/oauth/exchangeGrant.ts';
import { OAuthError } from '../domain/oauthError.ts';

/** The parameters of a form-encoded text. One without a value counts as not sent. */
export function readParameters(text: string): SentParameters {
  const values = new Map<string, string>();
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
    if (value !== '' && !values.has(name)) values.set(name, value);
  }
  return { values, repeated };
}

/** The parameters of a body, which must be a form that names each once; `resource` may be repeated (RFC 8707 section 2). */
export function formParameters(body: unknown): Parameters {
  if (typeof body !== 'string') throw new OAuthError('invalid_request', 'A form is expected as the body.');
  const { values, repeated } = readParameters(body);
  if ([...repeated].some((name) => name !== 'resource'))
    throw new OAuthError('invalid_request', 'A parameter is given more than once.');
  return values;
}
