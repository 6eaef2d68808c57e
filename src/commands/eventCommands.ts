// Events of a running service by the command line: follow them, and forward them to a receiver on this machine.
import { UsageError, type Command } from './command.ts';
import { neededToken, tokenOption, urlOf, urlOption } from './serviceOptions.ts';

const query =
  'subscription ($after: String, $subjects: [EventSubject!]) { events(after: $after, subjects: $subjects)' +
  ' { id cursor sequence timestamp subject event targetUrn targetVersion changedFields } }';
const longestWait = 10_000;

interface HeardEvent {
  readonly id: string;
  readonly cursor: string;
  readonly sequence: string | number;
  readonly timestamp: string;
  readonly subject: string;
  readonly event: string;
  readonly targetUrn: string | null;
  readonly changedFields: readonly string[];
}

/** What ended a stream. */
interface StreamError {
  readonly message: string;
  readonly extensions?: { readonly httpCode?: number };
}

/** Whether a request that was answered so may be answered otherwise later. */
const mayPass = (status: number): boolean => status >= 500 || status === 429;

/** Whether the stream goes on behind its last event: the reader was too slow, or the service could not for the moment. */
const isPassing = ({ extensions }: StreamError): boolean => mayPass(extensions?.httpCode ?? 400);

/** `events follow`. */
export const eventCommands: Readonly<Record<string, Command>> = {
  'events follow': {
    summary: 'Print the events of a running service as they happen; reconnects by itself',
    words: '',
    options: {
      url: urlOption,
      token: tokenOption,
      subject: { type: 'string', value: 'kind', meaning: 'Only these kinds, such as ENTITY,TEXT_ITEM.' },
      after: { type: 'string', value: 'cursor', meaning: 'Start after this event. Default: only new events.' },
      forward: { type: 'string', value: 'address', meaning: 'Also POST each event as JSON to this address.' },
      count: { type: 'string', value: 'n', meaning: 'Stop after that many events.' },
      json: { type: 'boolean', meaning: 'Print JSON lines.' },
    },
    examples: [
      'commonplace events follow --subject ENTITY,TEXT_ITEM',
      'commonplace events follow --forward http://127.0.0.1:3000/hook',
    ],
    async run(given, { setting, print, warn, wait }) {
      const token = neededToken(given, { setting });
      const most = Number(given.text('count') ?? 'Infinity');
      if (!(most >= 1)) throw new UsageError('--count: a whole number from 1 is expected.');
      const forward = given.text('forward');
      if (forward !== null && !/^https?:\/\//.test(forward))
        throw new UsageError('--forward: an http or https address is expected.');
      const subjects = given.text('subject')?.split(',') ?? null;
      let after = given.text('after');
      let heard = 0;
      let said = '';
      const handle = async (event: HeardEvent): Promise<void> => {
        print(given.isSet('json') ? JSON.stringify(event) : line(event));
        if (forward) await post(forward, event, warn);
        after = event.cursor;
        heard += 1;
      };
      for (let attempt = 0; heard < most; attempt += 1) {
        let isOpen = false;
        try {
          const url = `${urlOf(given)}/graphql/stream`;
          const response = await subscribe(url, token, { after, subjects });
          if (!response.ok || !response.body) {
            const text = await response.text();
            if (!mayPass(response.status)) {
              warn(`The service refused: ${refusalIn(text)}`);
              return 1;
            }
            throw new Error(`HTTP ${String(response.status)}`);
          }
          attempt = 0;
          isOpen = true;
          said = '';
          for await (const event of eventsIn(response.body)) {
            if ('errors' in event) {
              const said = event.errors.map(({ message }) => message).join(' ');
              if (event.errors.every(isPassing)) throw new Error(said);
              warn(`The service ended the stream: ${said}`);
              return 1;
            }
            await handle(event);
            if (heard >= most) break;
          }
        } catch (error) {
          const lost = `${isOpen ? 'Connection lost' : 'No connection'} (${reasonOf(error)}); trying again`;
          // Said once for as long as nothing else happens.
          if (lost !== said) warn(lost);
          said = lost;
        }
        if (heard < most) await wait(Math.min(longestWait, 500 * 2 ** Math.min(attempt, 6)));
      }
      return 0;
    },
  },
};

function subscribe(url: string, token: string, variables: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables }),
  });
}

function line({ timestamp, event, subject, targetUrn, changedFields, sequence }: HeardEvent): string {
  const changed = changedFields.length > 0 ? `  ${changedFields.join(',')}` : '';
  return `${timestamp}  ${String(sequence).padStart(8)}  ${event.padEnd(6)}  ${subject}  ${targetUrn ?? ''}${changed}`;
}

// `fetch failed` says nothing; what caused it does.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}

/** The sentences and codes of a refusal; all of it where it is none of the service's. */
function refusalIn(text: string): string {
  try {
    const { errors } = JSON.parse(text) as {
      errors: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
    };
    return errors.map(({ message, extensions }) => `${message} ${extensions?.code ?? ''}`.trim()).join(' ');
  } catch {
    return text.slice(0, 500);
  }
}

async function post(url: string, event: HeardEvent, warn: (line: string) => void): Promise<void> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'webhook-id': event.id },
      body: JSON.stringify(event),
    });
    await response.arrayBuffer();
    if (!response.ok) warn(`${url} answered ${String(response.status)} to event ${String(event.sequence)}`);
  } catch (error) {
    warn(`${url} did not answer event ${String(event.sequence)}: ${reasonOf(error)}`);
  }
}

/** The events in a stream of server-sent events, and the errors that end it. */
async function* eventsIn(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<HeardEvent | { readonly errors: readonly StreamError[] }> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const data = block
        .split('\n')
        .filter((one) => one.startsWith('data:'))
        .map((one) => one.slice(5).trimStart())
        .join('\n');
      if (!data) continue;
      // What the stream promises: a result of the subscription above.
      const { data: result, errors } = JSON.parse(data) as {
        data?: { events?: HeardEvent } | null;
        errors?: readonly StreamError[];
      };
      if (result?.events) yield result.events;
      else if (errors) yield { errors };
    }
  }
}
