// Queries and mutations over HTTP.

/** A document that knows its types, as graphql-codegen's client preset writes them; a plain text will do as well. */
export interface TypedDocument<Data, Variables> {
  toString(): string;
  /** Never there; carries the types. */
  readonly __apiType?: (variables: Variables) => Data;
}

/** Where the graph is, and who asks. */
export interface GraphOptions {
  /** The service, such as `https://content.example`. */
  readonly url: string;
  /** A bearer token, or what gives one for each request; without it only what is public can be read. */
  readonly token?: string | (() => string | Promise<string>);
  readonly fetch?: typeof fetch;
}

/** The graph of a service. */
export interface Graph {
  /** Runs an operation; rejects with GraphError when the request was refused. `userErrors` are part of the data. */
  run<Data = unknown, Variables extends object = Record<string, unknown>>(
    document: string | TypedDocument<Data, Variables>,
    variables?: Variables,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Data>;
}

/** A request that was refused as a whole. `code` is one of the service's own, or HTTP. */
export class GraphError extends Error {
  readonly code: string;
  readonly status: number;
  /** Seconds to wait, where the service says so. */
  readonly retryAfter: number | null;
  /** With CURSOR_LOST, where the service knows it: up to here the event log is what it was. */
  readonly lastCommonCursor: string | null;

  constructor(
    message: string,
    code: string,
    status: number,
    retryAfter: number | null,
    lastCommonCursor: string | null = null,
  ) {
    super(message);
    this.name = 'GraphError';
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
    this.lastCommonCursor = lastCommonCursor;
  }
}

/** The value of the Authorization header; none without a token. */
export async function authorization(token: GraphOptions['token']): Promise<Record<string, string>> {
  const value = typeof token === 'function' ? await token() : token;
  return value ? { authorization: `Bearer ${value}` } : {};
}

/** What is said by an answer that refuses. */
export function refusalOf(text: string, response: Response): GraphError {
  let message = `HTTP ${String(response.status)}`;
  let code = 'HTTP';
  let lastCommon: string | undefined;
  try {
    // Errors of the graph, or a problem document.
    const body = JSON.parse(text) as {
      errors?: readonly { message?: string; extensions?: { code?: string; lastCommonCursor?: string } }[];
      detail?: string;
      code?: string;
    };
    const [first] = body.errors ?? [];
    message = first?.message ?? body.detail ?? message;
    code = first?.extensions?.code ?? body.code ?? code;
    lastCommon = first?.extensions?.lastCommonCursor;
  } catch {
    // Something between us and the service answered.
  }
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return new GraphError(message, code, response.status, Number.isFinite(seconds) ? seconds : null, lastCommon);
}

/** The graph of the service at `url`. */
export function createGraph({ url, token, fetch: send = fetch }: GraphOptions): Graph {
  const address = `${url.replace(/\/+$/, '')}/graphql`;
  return {
    async run<Data>(document: { toString(): string }, variables?: object, options?: { readonly signal?: AbortSignal }) {
      const response = await send(address, {
        method: 'POST',
        headers: {
          accept: 'application/graphql-response+json, application/json',
          'content-type': 'application/json',
          ...(await authorization(token)),
        },
        body: JSON.stringify({ query: document.toString(), variables }),
        ...options,
      });
      const text = await response.text();
      if (!response.ok) throw refusalOf(text, response);
      // The service answers what the document asks for.
      const { data, errors } = JSON.parse(text) as { data?: Data | null; errors?: readonly unknown[] };
      if (errors?.length || data === null || data === undefined) throw refusalOf(text, response);
      return data;
    },
  };
}
