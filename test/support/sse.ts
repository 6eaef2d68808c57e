// GraphQL over SSE by hand: requests as the protocol wants them, and the messages of what is answered.
import type { Tenant } from './service.ts';

/** A subscription to projects, and what it delivers when one was created. */
export const subscription = 'subscription { events(subjects: [PROJECT]) { subject event } }';
/** What `subscription` delivers when a project was created. */
export const created = { data: { events: { subject: 'PROJECT', event: 'CREATE' } } };

/** Creates a project. */
export const createProject = (tenant: Tenant, name: string): Promise<unknown> =>
  tenant.data(
    'mutation ($owner: ID!, $name: String!) { createProject(input: { owner: $owner, name: $name }) { requestId } }',
    { owner: tenant.company, name },
  );

/** What a request is sent with; the token of the tenant unless it says otherwise. */
export interface Asked {
  readonly path?: string;
  readonly token?: string | null;
  readonly stream?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** Sends a request. */
export const ask = (
  { url, token }: { readonly url: string; readonly token: string },
  method: string,
  asked: Asked = {},
): Promise<Response> =>
  fetch(url + (asked.path ?? '/graphql'), {
    method,
    headers: {
      ...(asked.token === null ? {} : { authorization: `Bearer ${asked.token ?? token}` }),
      ...(asked.stream === undefined ? {} : { 'x-graphql-event-stream-token': asked.stream }),
      ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...asked.headers,
    },
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
  });

/** The headers of a request for events. */
export const events = { accept: 'text/event-stream' };

/** A message of a stream. */
export interface Message {
  readonly event: string;
  // What was sent, read by the test that asked for it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data: any;
}

/** The messages of a stream, without comments. */
export async function* messages(response: Response): AsyncGenerator<Message, void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
      const lines = text.slice(0, at).split('\n');
      text = text.slice(at + 2);
      const value = (name: string): string | undefined =>
        lines
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim();
      const event = value('event');
      if (event) yield { event, data: value('data') ? (JSON.parse(value('data') ?? '') as unknown) : null };
    }
  }
}

/** All messages of a stream, once it has ended. */
export const all = async (response: Response): Promise<Message[]> => {
  const heard: Message[] = [];
  for await (const message of messages(response)) heard.push(message);
  return heard;
};
