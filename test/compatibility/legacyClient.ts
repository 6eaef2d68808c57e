// A client as older applications have it, written from their behavior: an address is a prefix that ends in a slash,
// then a urn. It knows nothing of the service but its HTTP answers.

/** What came back. */
export interface LegacyAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // A test knows the shape of its request; what it reads is asserted.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** Query parameters and headers of a request. */
export interface LegacyOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an older application does. `endpoint` is a name such as `entity`. */
export interface LegacyClient {
  /** POST to the prefix, without a urn. */
  create(endpoint: string, body: unknown, options?: LegacyOptions): Promise<LegacyAnswer>;
  /** GET of the prefix, without a urn. */
  list(endpoint: string, options?: LegacyOptions): Promise<LegacyAnswer>;
  read(endpoint: string, urn: string, options?: LegacyOptions): Promise<LegacyAnswer>;
  update(endpoint: string, urn: string, body: unknown): Promise<LegacyAnswer>;
  remove(endpoint: string, urn: string): Promise<LegacyAnswer>;
  /** POST of a form to the prefix, without a urn. */
  upload(endpoint: string, form: FormData): Promise<LegacyAnswer>;
  /** GET of the view: the page's path, without its first slash, after the prefix. */
  view(path: string, options?: LegacyOptions): Promise<LegacyAnswer>;
  /** Any request, as it stands. */
  send(method: string, address: string, init?: RequestInit): Promise<LegacyAnswer>;
}

/** A client with a token, or without. */
export function legacyClient(base: string, token: string | null): LegacyClient {
  const send: LegacyClient['send'] = async (method, address, init = {}) => {
    const headers = new Headers(init.headers);
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    const response = await fetch(address, { redirect: 'manual', ...init, method, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  const managed = (endpoint: string): string => `${base}/n/v1/${endpoint}/`;
  const get = (address: string, { query = {}, headers = {} }: LegacyOptions = {}): Promise<LegacyAnswer> =>
    send('GET', withQuery(address, query), { headers: { ...headers } });
  // The type of the content is named only where there is content.
  const put = (method: string, address: string, body: unknown, headers = {}): Promise<LegacyAnswer> =>
    send(method, address, { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  return {
    send,
    create: (endpoint, body, { query = {}, headers } = {}) =>
      put('POST', withQuery(managed(endpoint), query), body, headers),
    list: (endpoint, options) => get(managed(endpoint), options),
    read: (endpoint, urn, options) => get(managed(endpoint) + urn, options),
    update: (endpoint, urn, body) => put('PUT', managed(endpoint) + urn, body),
    remove: (endpoint, urn) => send('DELETE', managed(endpoint) + urn),
    upload: (endpoint, form) => send('POST', managed(endpoint), { body: form }),
    view: (path, options) => get(`${base}/v/v1/entityview/${path}`, options),
  };
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? address : `${address}?${text}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
