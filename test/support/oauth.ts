// Helpers for tests of OAuth: clients, people with a session, forms, and the consent page.
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { openWebSession } from '../../src/actions/session/webSession.ts';
import { sessionCookieName } from '../../src/http/credentials.ts';
import type { Client } from './client.ts';
import type { SharedService, Tenant } from './service.ts';

/** An OAuth client as it was created. */
export interface OAuthTestClient {
  readonly urn: string;
  readonly clientId: string;
  /** Empty for a public client. */
  readonly secret: string;
}

/** Where codes are sent in tests. */
export const callback = 'https://app.example/callback';

/** Creates an API client; by default a server that may use every grant. */
export async function createOAuthClient(
  admin: Client & { readonly company: string },
  values: Readonly<Record<string, unknown>> = {},
): Promise<OAuthTestClient> {
  const body = {
    owner: { urn: admin.company },
    name: 'Reader app',
    redirectUris: [callback],
    grantTypes: ['client_credentials', 'authorization_code', 'refresh_token'],
    ...values,
  };
  const made = await admin.rest('POST', '/n/v1/apiclient', { body });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return { urn: made.body.urn, clientId: made.body.clientID, secret: made.body.clientSecret ?? '' };
}

/** A public client: an installed application. */
export function createNativeClient(
  admin: Client & { readonly company: string },
  values: Readonly<Record<string, unknown>> = {},
): Promise<OAuthTestClient> {
  return createOAuthClient(admin, { type: 'NATIVE', grantTypes: ['authorization_code', 'refresh_token'], ...values });
}

/** A person of the tenant with these labels on its company, in a web session. */
export interface SignedIn {
  readonly identity: string;
  /** The Cookie header of its browser. */
  readonly cookie: string;
}

/** Creates a person, grants the labels, and opens a session. */
export async function signIn(
  service: SharedService,
  admin: Tenant,
  labels: readonly string[] = ['READ'],
): Promise<SignedIn> {
  const made = await admin.rest('POST', '/n/v1/identity', {
    body: { owner: { urn: admin.company }, type: 'PERSON', name: 'Ada Byron' },
  });
  expect(made.status).toBe(201);
  const identity = String(made.body.urn);
  for (const label of labels) await grant(admin, identity, label);
  const { secret } = await openWebSession(service.services, identity, null);
  return { identity, cookie: `${sessionCookieName(false)}=${secret}` };
}

/** Grants a label on the tenant's company to an identity. */
export async function grant(admin: Tenant, identity: string, label: string): Promise<void> {
  const edge = { subjectUrn: identity, subjectScope: 'IDENTITY', objectUrn: admin.company, objectScope: 'COMPANY' };
  const body = { owner: { urn: admin.company }, ...edge, label };
  expect((await admin.rest('POST', '/n/v1/permission', { body })).status).toBe(201);
}

/** An answer of an OAuth endpoint. */
export interface FormAnswer {
  readonly status: number;
  readonly headers: Headers;
  // A test knows the shape of its request; what it reads is asserted.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
  readonly text: string;
}

/** Sends a form, given as pairs or as raw text. */
export async function postForm(
  url: string,
  form: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<FormAnswer> {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', headers: { ...type, ...headers }, body });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : null, text };
}

/** An Authorization header of HTTP Basic. */
export function basic({ clientId, secret }: Pick<OAuthTestClient, 'clientId' | 'secret'>): Record<string, string> {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** A verifier and its challenge (RFC 7636 section 4). */
export function newPkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The parameters of a valid request; a value of undefined omits one. */
export function authorizeQuery(
  client: OAuthTestClient,
  challenge: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): string {
  const all: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: callback,
    scope: 'read write offline_access',
    state: 'a state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  const pairs = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(pairs).toString();
}

/** What a browser receives from the authorization endpoint. */
export async function openAuthorize(service: SharedService, query: string, cookie?: string): Promise<FormAnswer> {
  const answer = await fetch(`${service.url}/oauth2/authorize?${query}`, {
    redirect: 'manual',
    headers: cookie === undefined ? {} : { cookie },
  });
  return { status: answer.status, headers: answer.headers, body: null, text: await answer.text() };
}

/** The hidden fields of the page's form. */
export function hiddenFields(page: string): Record<string, string> {
  const unescape = (text: string): string =>
    text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const found = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [unescape(name), unescape(value)]));
}

/** Answers the page as a browser does; returns where it is redirected. */
export async function answerConsent(
  service: SharedService,
  query: string,
  { cookie }: SignedIn,
  decision: 'allow' | 'deny' = 'allow',
): Promise<URL> {
  const asked = await openAuthorize(service, query, cookie);
  expect([asked.status, asked.headers.get('location')]).toEqual([200, null]);
  const form = { ...hiddenFields(asked.text), decision };
  const answer = await postForm(`${service.url}/oauth2/authorize`, form, { cookie, origin: service.url });
  expect([answer.status, answer.text]).toEqual([303, '']);
  return new URL(answer.headers.get('location') ?? '');
}

/** The whole flow from the request to the code. */
export async function obtainCode(
  service: SharedService,
  client: OAuthTestClient,
  person: SignedIn,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<{ readonly code: string; readonly verifier: string }> {
  const { verifier, challenge } = newPkce();
  const sentTo = await answerConsent(service, authorizeQuery(client, challenge, changes), person);
  const code = sentTo.searchParams.get('code');
  expect(code).toMatch(/^ccs_c_/);
  return { code: code ?? '', verifier };
}

/** The form that exchanges a code. */
export function codeForm({ code, verifier }: { code: string; verifier: string }): Record<string, string> {
  return { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: callback };
}

/** Tokens as the token endpoint issues them. */
export interface HandedTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

/** The whole flow from the request to the tokens, for a client with or without a secret. */
export async function obtainTokens(
  service: SharedService,
  client: OAuthTestClient,
  person: SignedIn,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<HandedTokens> {
  const form = codeForm(await obtainCode(service, client, person, changes));
  const answer = await postToken(service, client, form);
  expect([answer.status, answer.body.error_description]).toEqual([200, undefined]);
  return answer.body as HandedTokens;
}

/** Calls the token endpoint as that client. */
export function postToken(
  service: SharedService,
  client: OAuthTestClient,
  form: Readonly<Record<string, string>>,
): Promise<FormAnswer> {
  const isPublic = client.secret === '';
  const sent = isPublic ? { ...form, client_id: client.clientId } : form;
  return postForm(`${service.url}/oauth2/token`, sent, isPublic ? {} : basic(client));
}

/** Exchanges a refresh token. */
export function refresh(
  service: SharedService,
  client: OAuthTestClient,
  refreshToken: string,
  more: Readonly<Record<string, string>> = {},
): Promise<FormAnswer> {
  return postToken(service, client, { grant_type: 'refresh_token', refresh_token: refreshToken, ...more });
}
