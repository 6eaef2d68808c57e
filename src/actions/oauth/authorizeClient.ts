// The authorization endpoint's decisions: whether a client's request is valid, its scope, and the code that the client gets once
// the person agreed. RFC 6749 section 4.1; RFC 7636 section 4.3; RFC 9207; RFC 9700 section 4.
import { clientByClientId, insertCode, type OAuthClient } from '../../database/oauth/oauthCodeStore.ts';
import { OAuthError, type OAuthCode } from '../../domain/oauthError.ts';
import { defaultScope, offlineScope, parseScope } from '../../domain/oauthScope.ts';
import { matchesRedirectUri, withParameters } from '../../domain/redirectUri.ts';
import { newUrn } from '../../domain/urn.ts';
import type { Viewer } from '../../domain/viewer.ts';
import type { Services } from '../../engine/context.ts';
import { newToken, secretHash } from '../../engine/secret.ts';

/** The parameters of a request: those with a value, and the names of those that were given more than once. */
export interface SentParameters {
  readonly values: ReadonlyMap<string, string>;
  readonly repeated: ReadonlySet<string>;
}

/** Where an answer goes: the client's address, known to be its own. */
interface Destination {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly state: string | null;
}

/** A request that is valid: the person decides about it. */
export interface AuthorizationRequest extends Destination {
  readonly scope: readonly string[];
  readonly codeChallenge: string;
  /** Whether the client said where the answer goes, and must say it again. */
  readonly saidRedirectUri: boolean;
}

/** A request that is refused by sending the browser back to the client. */
export interface SentBack {
  readonly location: string;
}

/** Seconds that a code can be exchanged; RFC 6749 section 4.1.2 allows ten minutes, the specification one. */
const codeSeconds = 60;

type Parts = Pick<Services, 'database' | 'baseUrl'>;

/**
 * Reads a request. Until client and address are known to belong together nothing is sent anywhere: then an OAuthError is
 * thrown, for a page. Everything else that is wrong goes back to the client.
 */
export async function readAuthorization(
  services: Parts,
  sent: SentParameters,
): Promise<AuthorizationRequest | SentBack> {
  const destination = await readDestination(services, sent);
  try {
    return { ...destination, ...readAuthorizationRequest(destination.client, sent) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { location: refusalTo(services, destination, error.code, error.message) };
  }
}

async function readDestination(services: Parts, { values, repeated }: SentParameters): Promise<Destination> {
  if (repeated.has('client_id') || repeated.has('redirect_uri'))
    throw new OAuthError('invalid_request', 'client_id and redirect_uri are given once.');
  const client = await clientByClientId(services.database, values.get('client_id') ?? '');
  if (!client) throw new OAuthError('invalid_client', 'No client goes by this client_id.');
  const sent = values.get('redirect_uri');
  const [first] = client.redirectUris;
  const only = client.redirectUris.length === 1 ? first : undefined;
  const redirectUri = sent ?? only;
  if (redirectUri === undefined || !matchesRedirectUri(redirectUri, client.redirectUris))
    throw new OAuthError('invalid_request', 'The redirect_uri is not one that the client registered.');
  const state = repeated.has('state') ? null : (values.get('state') ?? null);
  return { client, redirectUri, state };
}

function readAuthorizationRequest(
  client: OAuthClient,
  { values, repeated }: SentParameters,
): Pick<AuthorizationRequest, 'scope' | 'codeChallenge' | 'saidRedirectUri'> {
  const twice = [...repeated].find((name) => name !== 'resource');
  if (twice !== undefined) throw new OAuthError('invalid_request', 'A parameter is given more than once.');
  const type = values.get('response_type');
  if (type === undefined) throw new OAuthError('invalid_request', 'The parameter response_type is needed.');
  if (type !== 'code') throw new OAuthError('unsupported_response_type', 'Only the response_type code is offered.');
  if (!client.grantTypes.includes('authorization_code'))
    throw new OAuthError('unauthorized_client', 'The client may not use this grant.');
  if ((values.get('response_mode') ?? 'query') !== 'query')
    throw new OAuthError('invalid_request', 'Only the response_mode query is offered.');
  const codeChallenge = values.get('code_challenge') ?? '';
  // Without a method the challenge would be the verifier itself (RFC 7636 section 4.3): that is not offered.
  if (values.get('code_challenge_method') !== 'S256' || !/^[A-Za-z0-9\-_]{43}$/.test(codeChallenge))
    throw new OAuthError('invalid_request', 'PKCE is needed: a code_challenge with the code_challenge_method S256.');
  const requested = parseScope(values.get('scope') ?? defaultScope);
  const canStay = client.grantTypes.includes('refresh_token');
  const scope = requested?.filter((one) => one !== offlineScope || canStay) ?? [];
  if (!scope.some((one) => one !== offlineScope))
    throw new OAuthError('invalid_scope', 'The scope names nothing that can be given.');
  return { scope, codeChallenge, saidRedirectUri: values.has('redirect_uri') };
}

/** The address that gives the client its code, now that the person agreed; a person of another tenant cannot. */
export async function agree(services: Parts, request: AuthorizationRequest, person: Viewer): Promise<string> {
  const { client, redirectUri, state, scope, codeChallenge, saidRedirectUri } = request;
  if (person.identityUrn === null || person.tenantUrn !== client.tenant) return decline(services, request);
  const code = newToken('c');
  const kept = {
    codeHash: secretHash(code),
    apiClient: client.urn,
    identity: person.identityUrn,
    redirectUri: saidRedirectUri ? redirectUri : null,
    codeChallenge,
    scope: scope.join(' '),
    familyUrn: newUrn(),
  };
  await insertCode(services.database, kept, codeSeconds);
  return withParameters(redirectUri, { code, state, iss: services.baseUrl });
}

/** The address that informs the client that the person did not agree. */
export function decline(services: Pick<Services, 'baseUrl'>, request: AuthorizationRequest): string {
  return refusalTo(services, request, 'access_denied', 'The person did not agree.');
}

function refusalTo(
  { baseUrl }: Pick<Services, 'baseUrl'>,
  { redirectUri, state }: Destination,
  error: OAuthCode,
  description: string,
): string {
  return withParameters(redirectUri, { error, error_description: description, state, iss: baseUrl });
}
