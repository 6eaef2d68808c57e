// A caller of the service, over real HTTP, on both faces. Whatever REST answers it, the OpenAPI document has to describe.
import { request } from 'undici';
import { undocumented } from './openapi.ts';

/** An answer of the graph. */
export interface GraphAnswer {
  readonly status: number;
  readonly headers: Headers;
  // A test knows the shape of its request; what it reads is asserted.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data: any;
  readonly extensions: Readonly<Record<string, unknown>> | undefined;
  readonly errors:
    | readonly {
        readonly message: string;
        readonly path?: readonly unknown[];
        readonly extensions: Record<string, unknown>;
      }[]
    | undefined;
}

/** An answer of the REST face. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  // A test knows the shape of its request; what it reads is asserted.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
  readonly text: string;
}

/** The parts of a REST request. */
export interface RestRequest {
  readonly body?: unknown;
  /** The raw body, instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A caller with (or without) a token. */
export interface Client {
  /** Runs a document; the answer may hold errors. */
  graph(
    query: string,
    variables?: Readonly<Record<string, unknown>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<GraphAnswer>;
  /** Runs a document and returns its data; throws when the answer holds errors. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  data(query: string, variables?: Readonly<Record<string, unknown>>): Promise<any>;
  rest(method: string, path: string, request?: RestRequest): Promise<RestAnswer>;
}

/** A client of the service at `url`. */
export function createClient(url: string, token: string | null): Client {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const graph: Client['graph'] = async (query, variables = {}, headers = {}) => {
    const answer = await send(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization, ...headers },
      body: JSON.stringify({ query, variables }),
    });
    return {
      status: answer.status,
      headers: answer.headers,
      ...(JSON.parse(answer.text) as Pick<GraphAnswer, 'data' | 'extensions' | 'errors'>),
    };
  };
  return {
    graph,
    async data(query, variables) {
      const answer = await graph(query, variables);
      if (answer.errors) throw new Error(`The graph answered ${JSON.stringify(answer.errors)}`);
      return answer.data as unknown;
    },
    async rest(method, path, { body, raw, headers = {} } = {}) {
      const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const answer = await send(path.startsWith('http') ? path : url + path, {
        method,
        headers: {
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          ...authorization,
          ...headers,
        },
        body: sent,
      });
      const { status, headers: answered, text } = answer;
      const lacking = undocumented(method, path, answer);
      if (lacking !== null) throw new Error(lacking);
      const isJson = /json/.test(answered.get('content-type') ?? '');
      return {
        status,
        headers: answered,
        body: isJson && text !== '' ? (JSON.parse(text) as unknown) : null,
        text,
      };
    },
  };
}

// Not by `fetch`, which takes much of the processor time of a test. Redirects are not followed, and nothing is decoded.
async function send(
  url: string,
  sent: { method: string; headers: Record<string, string>; body: string | Uint8Array | undefined },
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const { statusCode, headers, body } = await request(url, { ...sent, headers: { accept: '*/*', ...sent.headers } });
  const answered = new Headers();
  for (const [name, value = []] of Object.entries(headers))
    for (const one of [value].flat()) answered.append(name, one);
  return { status: statusCode, headers: answered, text: await body.text() };
}
