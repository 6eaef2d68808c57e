// The paths of OAuth 2 in the OpenAPI document: forms, and refusals in OAuth's own form. Resource reference 7.5.
import { ref, textLike, type Json } from './openapiFields.ts';
import { content, withTag, type Paths } from './openapiPaths.ts';
import { parameter } from './openapiShared.ts';

const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };
const at = (path: string): Json => ({ ...uri, examples: [`https://api.example.com${path}`] });
const texts = (example: string): Json => ({ type: 'array', items: textLike(example) });
const seconds = { type: 'integer', format: 'int64' };

const tagged = (operationId: string, summary: string): Json => ({ operationId, summary, tags: ['OAuth'] });

/** How clients say who they are at the endpoints of OAuth: with HTTP Basic, or in the form. */
export const oauthSecurity: Readonly<Record<string, Json>> = {
  oauthClient: {
    type: 'http',
    scheme: 'basic',
    description: 'The clientID and clientSecret of an API client, form-encoded (RFC 6749 section 2.3.1).',
  },
};

const refusal = {
  type: 'object',
  description: 'RFC 6749 section 5.2.',
  properties: { error: textLike('invalid_request'), error_description: text },
  required: ['error'],
  additionalProperties: false,
};

const refused = { description: 'A refusal in the form of OAuth', content: content(refusal) };
const refusals = { 400: refused, 401: refused, 429: refused, default: refused };

const page = (description: string): Json => ({ description, content: content(text, ['text/html']) });

const ofClient = {
  client_id: { ...text, description: 'The clientID, where it is not in the header.' },
  client_secret: { ...text, description: 'The clientSecret, where it is not in the header; none for BROWSER, NATIVE.' },
};

function form(properties: Json, required: readonly string[]): Json {
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  return { required: true, content: content(schema, ['application/x-www-form-urlencoded']) };
}

function called(operationId: string, summary: string, properties: Json, required: readonly string[]): Json {
  return {
    ...tagged(operationId, summary),
    security: [{ oauthClient: [] }, {}],
    requestBody: form({ ...ofClient, ...properties }, required),
  };
}

const requestParameters = {
  response_type: { const: 'code' },
  client_id: textLike('q7Yw2fXc9Zt4Lr8Nb6Km3Hd5Vs1Pj0Ga'),
  redirect_uri: { ...uri, description: 'One of the redirectUris of the client.' },
  scope: { ...text, description: 'Separated by spaces; read when absent.' },
  state: text,
  code_challenge: {
    ...textLike('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'SHA-256 of the verifier (RFC 7636).',
  },
  code_challenge_method: { const: 'S256' },
};

const needed = ['response_type', 'client_id', 'code_challenge', 'code_challenge_method'];

const sentOn = { description: 'To the client, or to sign in', headers: { Location: { schema: uri } } };

const handed = {
  type: 'object',
  properties: {
    access_token: textLike('ccs_a_7Gq4...'),
    token_type: { const: 'Bearer' },
    expires_in: seconds,
    scope: textLike('read'),
    refresh_token: text,
  },
  required: ['access_token', 'token_type', 'expires_in', 'scope'],
  additionalProperties: false,
};

const introspection = {
  type: 'object',
  description: 'RFC 7662 section 2.2. Only active of a token that is not good.',
  properties: {
    active: { type: 'boolean' },
    scope: text,
    client_id: text,
    sub: text,
    token_type: { const: 'Bearer' },
    iat: seconds,
    exp: seconds,
    aud: uri,
    iss: uri,
  },
  required: ['active'],
  additionalProperties: false,
};

const grantForm = {
  grant_type: ref('OAuthGrantType'),
  code: text,
  code_verifier: text,
  redirect_uri: uri,
  refresh_token: text,
  scope: text,
};

const token = {
  token: { ...textLike('ccs_a_7Gq4...'), description: 'An access or refresh token.' },
  token_type_hint: text,
};

function described(operationId: string, summary: string, members: Json): Json {
  const schema = { type: 'object', properties: members, required: Object.keys(members), additionalProperties: false };
  const answer = withTag({ 200: { description: 'The metadata', content: content(schema) } });
  return {
    get: {
      ...tagged(operationId, summary),
      security: [{}],
      parameters: [parameter('ifNoneMatch')],
      // A condition is refused as everywhere.
      responses: { ...answer, ...refusals, 400: { $ref: '#/components/responses/E400' } },
    },
  };
}

const documents: Paths = {
  '/.well-known/oauth-authorization-server': described('readServerMetadata', 'Where the endpoints are (RFC 8414)', {
    issuer: at(''),
    authorization_endpoint: at('/oauth2/authorize'),
    token_endpoint: at('/oauth2/token'),
    revocation_endpoint: at('/oauth2/revoke'),
    introspection_endpoint: at('/oauth2/introspect'),
    scopes_supported: texts('read'),
    response_types_supported: texts('code'),
    response_modes_supported: texts('query'),
    grant_types_supported: texts('authorization_code'),
    token_endpoint_auth_methods_supported: texts('client_secret_basic'),
    revocation_endpoint_auth_methods_supported: texts('client_secret_basic'),
    introspection_endpoint_auth_methods_supported: texts('client_secret_basic'),
    code_challenge_methods_supported: texts('S256'),
    authorization_response_iss_parameter_supported: { type: 'boolean' },
    protected_resources: texts('https://api.example.com'),
  }),
  '/.well-known/oauth-protected-resource': described('readResourceMetadata', 'Who issues tokens (RFC 9728)', {
    resource: at(''),
    authorization_servers: texts('https://api.example.com'),
    scopes_supported: texts('read'),
    bearer_methods_supported: texts('header'),
    resource_name: textLike('Commonplace'),
  }),
};

/** The paths. */
export function oauthPaths(): Paths {
  const inQuery = Object.entries(requestParameters).map(([name, schema]) => ({
    name,
    in: 'query',
    required: needed.includes(name),
    schema,
  }));
  const answer = { ...requestParameters, decision: ref('OAuthDecision'), csrfToken: textLike('yJ4mWk8sQ2rT') };
  return {
    '/oauth2/authorize': {
      get: {
        ...tagged('authorize', 'Show a person the consent page of a client'),
        security: [{ session: [] }, {}],
        parameters: inQuery,
        responses: {
          200: page('The consent page'),
          303: sentOn,
          400: page('Why no consent is requested'),
          default: page('Why no consent is requested'),
        },
      },
      post: {
        ...tagged('answerAuthorize', 'Record the consent, or the refusal'),
        security: [{ session: [] }],
        requestBody: form(answer, [...needed, 'decision', 'csrfToken']),
        responses: {
          303: sentOn,
          400: page('Why the consent was not recorded'),
          default: page('Why the consent was not recorded'),
        },
      },
    },
    '/oauth2/token': {
      post: {
        ...called('exchangeGrant', 'Get tokens for a grant', grantForm, ['grant_type']),
        responses: { 200: { description: 'The tokens', content: content(handed) }, ...refusals },
      },
    },
    '/oauth2/revoke': {
      post: {
        ...called('revokeToken', 'Revoke a token, with everything issued from the same sign-in (RFC 7009)', token, [
          'token',
        ]),
        responses: { 200: { description: 'The token is revoked' }, ...refusals },
      },
    },
    '/oauth2/introspect': {
      post: {
        ...called('introspectToken', 'Read the state of a token (RFC 7662)', token, ['token']),
        responses: {
          200: { description: 'The state of the token', content: content(introspection) },
          ...refusals,
        },
      },
    },
    ...documents,
  };
}
