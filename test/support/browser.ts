// A browser as far as sign-in is concerned: it keeps cookies, sends its origin, and submits forms.
import { createClient as createSocketClient, type Client as SocketClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { createClient, type Client, type RestAnswer, type RestRequest } from './client.ts';

/** A browser with its own cookies. */
export interface Browser {
  /** The cookies it would send, as a Cookie header. */
  cookies(): string;
  /** The `Set-Cookie` lines it was sent so far. */
  readonly setCookies: readonly string[];
  /** What a page of this service, or of `origin`, sends by script, with the cookies. */
  send(method: string, path: string, request?: RestRequest & { readonly origin?: string }): Promise<RestAnswer>;
  /** The request of a followed link or a typed address; redirects are not followed. */
  open(path: string): Promise<RestAnswer>;
  /** Sends a form of a page of this service. */
  submit(path: string, form: Readonly<Record<string, string>>, headers?: Record<string, string>): Promise<RestAnswer>;
}

/** A browser that has no cookies yet. */
export function createBrowser(url: string): Browser {
  const jar = new Map<string, string>();
  const setCookies: string[] = [];
  const client = createClient(url, null);
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = async (method: string, path: string, { headers, ...rest }: RestRequest): Promise<RestAnswer> => {
    const sent = cookies();
    const answer = await client.rest(method, path, { ...rest, headers: { ...(sent && { cookie: sent }), ...headers } });
    for (const line of answer.headers.getSetCookie()) {
      setCookies.push(line);
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  return {
    cookies,
    setCookies,
    send: (method, path, { origin = url, headers, ...rest } = {}) => {
      const site = origin === url ? 'same-origin' : 'cross-site';
      const from = { origin, 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' };
      return request(method, path, { ...rest, headers: { ...from, ...headers } });
    },
    open: (path) =>
      request('GET', path, {
        headers: { accept: 'text/html', 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      }),
    submit: (path, form, headers) => {
      const from = { origin: url, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return request('POST', path, {
        raw: new URLSearchParams(form).toString(),
        headers: { ...from, ...type, ...headers },
      });
    },
  };
}

/** What signing in by a printed link requires. */
export interface LinkSignIn {
  readonly url: string;
  /** Every line printed to the operator so far. */
  readonly said: readonly string[];
}

/** Requests a link for the address and returns the token in it; fails when none was printed. */
export async function askForLink(
  { said }: LinkSignIn,
  browser: Browser,
  email: string,
  returnTo = '/signin',
): Promise<string> {
  const before = said.length;
  await browser.submit('/signin/link', { email, returnTo });
  const line = said.slice(before).find((one) => one.includes('/signin/link?token='));
  if (!line) throw new Error(`No link was printed: ${said.slice(before).join(', ')}`);
  return line.slice(line.indexOf('token=') + 'token='.length);
}

/** A browser in which the person with that address is signed in. */
export async function signedIn(service: LinkSignIn, email: string): Promise<Browser & { readonly csrfToken: string }> {
  const browser = createBrowser(service.url);
  const token = await askForLink(service, browser, email);
  const answer = await browser.submit('/signin/link/open', { token });
  if (answer.status !== 200) throw new Error(`The link did not open: ${answer.text}`);
  const { body } = await browser.send('GET', '/n/v1/clientcontext');
  return { ...browser, csrfToken: String(body.csrfToken) };
}

/** A person of the client's tenant with an address, and labels on its company; returns the identity's urn. */
export async function makePerson(
  admin: Client & { readonly company: string },
  email: string,
  labels: readonly string[] = [],
): Promise<string> {
  const made = await admin.rest('POST', '/n/v1/identity', {
    body: { owner: admin.company, name: `Person ${email}`, emails: [{ email, type: 'WORK', isPrimary: true }] },
  });
  if (made.status !== 201) throw new Error(`No person was made: ${made.text}`);
  const identity = String(made.body.urn);
  for (const label of labels) {
    const edge = { subjectUrn: identity, subjectScope: 'IDENTITY', objectUrn: admin.company, objectScope: 'COMPANY' };
    await admin.rest('POST', '/n/v1/permission', { body: { owner: admin.company, ...edge, label } });
  }
  return identity;
}

/** A socket whose handshake carries these headers, as a page's would; it sends no token, but what it is told to. */
export function cookieSocket(
  url: string,
  headers: Readonly<Record<string, string>>,
  connectionParams: Record<string, unknown> = {},
): SocketClient {
  class PageSocket extends WebSocket {
    constructor(address: string, protocols: string | string[]) {
      super(address, protocols, { headers });
    }
  }
  return createSocketClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: PageSocket,
    retryAttempts: 0,
    lazy: true,
    connectionParams,
  });
}
