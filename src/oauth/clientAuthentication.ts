// How a client authenticates: HTTP Basic, two parameters of the form, or its name alone. RFC 6749 section 2.3.1.
import type { Parameters } from '../actions/oauth/exchangeGrant.ts';
import { refused, type ClientCredentials } from '../actions/oauth/oauthClient.ts';
import { OAuthError } from '../domain/oauthError.ts';

/** The ways, by their names in RFC 8414. */
export const authenticationMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/** What a request says of its client. More than one way at once is `invalid_request`, none at all `invalid_client`. */
export function clientCredentials(authorization: string | undefined, parameters: Parameters): ClientCredentials {
  const named = parameters.get('client_id') ?? null;
  if (authorization === undefined) {
    if (named === null) throw refused();
    return { clientId: named, secret: parameters.get('client_secret') ?? null };
  }
  const basic = readBasic(authorization);
  if (parameters.has('client_secret') || (named !== null && named !== basic.clientId))
    throw new OAuthError('invalid_request', 'The client says who it is in more than one way.');
  return basic;
}

function readBasic(authorization: string): ClientCredentials {
  const sent = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization)?.[1];
  const [, clientId, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(sent ?? '', 'base64').toString('utf8')) ?? [];
  if (clientId === undefined || secret === undefined) throw refused();
  return { clientId: formDecoded(clientId), secret: formDecoded(secret) };
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw refused();
  }
}
