// One attempt: one POST (two, where a Digest challenge has to be answered) under one deadline, to the checked address
// only. Whatever a receiver does ends in an answer of this function. Resource reference 9.4, 9.6.
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher, Pool } from 'undici';
import type { AddressRange } from '../domain/networkAddress.ts';
import type { AuthSchemes, Credentials } from './authSchemes.ts';
import { checkedAddress, destinationOf, DestinationError, type Connections, type Resolve } from './destination.ts';

/** What to send where. */
export interface Sending {
  readonly url: string;
  readonly body: string;
  /** The SHA-256 of the body, in base64. */
  readonly digest: string;
  /** Headers that follow from the delivery, and those that do not. */
  readonly headers: Readonly<Record<string, string>>;
  readonly ownHeaders: Readonly<Record<string, string>>;
  readonly credentials: Credentials;
}

/** What can go wrong in an attempt; the words callers read. */
export type DeliveryError = 'TIMEOUT' | 'CONNECT' | 'TLS' | 'DNS' | 'TARGET_REFUSED' | 'REDIRECT' | 'STATUS' | 'SECRET';

/** How the receiver responded. */
export interface Outcome {
  readonly status: number | null;
  /** Null exactly for 200 to 299. */
  readonly error: DeliveryError | null;
  readonly excerpt: string | null;
  /** The Retry-After header as it came. */
  readonly retryAfter: string | null;
}

/** What sending needs. */
export interface DeliverParts {
  readonly connections: Connections;
  readonly schemes: AuthSchemes;
  readonly allowedRanges: readonly AddressRange[];
  readonly resolve: Resolve;
  readonly totalMillis: number;
}

/** Largest part of an answer that is read. */
const mostBytes = 64 * 1024;

/** Sends once. Never throws: what goes wrong is the outcome. */
export async function deliver(parts: DeliverParts, sending: Sending): Promise<Outcome> {
  const deadline = new Deadline(parts.totalMillis);
  try {
    const { url, address } = destinationOf(sending.url, parts.allowedRanges);
    // A resolver cannot be interrupted; the deadline does not wait for it.
    const resolved = address ?? (await deadline.before(checkedAddress(url, parts.allowedRanges, parts.resolve)));
    return await exchange(parts, sending, { url, address: resolved }, deadline);
  } catch (error) {
    const code = deadline.hasPassed ? 'TIMEOUT' : errorOf(error);
    return { status: null, error: code, excerpt: null, retryAfter: null };
  } finally {
    deadline.end();
  }
}

/** When an attempt is over, and its request with it. */
class Deadline {
  /** Whether time ran out. */
  hasPassed = false;
  readonly #timer: NodeJS.Timeout;
  #passed: () => void = () => undefined;

  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => {
      this.hasPassed = true;
      this.#passed();
    }, milliseconds);
  }

  /** What to do when time runs out, in place of what was to be done. */
  whenPassed(passed: () => void): void {
    this.#passed = passed;
  }

  /** The answer, if it comes in time. */
  before<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.whenPassed(() => reject(new Error('The deadline passed')));
      answer.then(resolve, reject);
    });
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

async function exchange(
  parts: DeliverParts,
  sending: Sending,
  { url, address }: { readonly url: URL; readonly address: string },
  deadline: Deadline,
): Promise<Outcome> {
  const { credentials, body } = sending;
  const pool = parts.connections.to(credentials.subscription, url, address);
  const path = `${url.pathname}${url.search}`;
  const post = (): Promise<Answer> => {
    const authorization = parts.schemes.authorization(credentials, { url, body });
    const headers = Object.assign(authorization === null ? {} : { authorization }, sending.headers, sending.ownHeaders);
    return answerTo(pool, { method: 'POST', path, headers, body }, deadline);
  };
  const answer = await post();
  const isAsked = answer.status === 401 && parts.schemes.challenged(credentials, answer.headers['www-authenticate']);
  return outcomeOf(isAsked ? await post() : answer, sending);
}

/** How a receiver answered: as much of the body as was read. */
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function answerTo(pool: Pool, request: Dispatcher.DispatchOptions, deadline: Deadline): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const reading = new Reading(resolve, reject);
    deadline.whenPassed(() => reading.leave());
    pool.dispatch(request, reading);
  });
}

/**
 * Reads one answer. The status is the answer: a body that is late, endless or broken off does not change it. What undici makes
 * of a request for its callers, a stream and a signal, costs as much as the request itself.
 */
class Reading implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: Error) => void;
  readonly #chunks: Buffer[] = [];
  #head: Pick<Answer, 'status' | 'headers'> | null = null;
  #length = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #hasLeft = false;

  constructor(resolve: (answer: Answer) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#hasLeft) this.leave();
  }

  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    // Those before are news of the answer to come.
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, mostBytes - this.#length));
    this.#length += chunk.length;
    if (this.#length >= mostBytes) this.leave();
  }

  onResponseEnd(): void {
    const head = this.#head;
    if (head) this.#resolve({ body: Buffer.concat(this.#chunks), ...head });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.onResponseEnd();
    this.#reject(error);
  }

  /** Closes the connection, if there is more to come: what came until then is the answer. */
  leave(): void {
    this.#hasLeft = true;
    const error = new Error('Nobody waits for more');
    this.onResponseError(this.#controller, error);
    this.#controller?.abort(error);
  }
}

function outcomeOf({ status, headers, body }: Answer, { credentials }: Sending): Outcome {
  const isSuccess = status >= 200 && status <= 299;
  const error = isSuccess ? null : status >= 300 && status <= 399 ? 'REDIRECT' : 'STATUS';
  return { status, error, excerpt: shownOf(headers, body, credentials), retryAfter: oneOf(headers['retry-after']) };
}

function shownOf(headers: IncomingHttpHeaders, body: Buffer, { clientId, secret }: Credentials): string | null {
  if (body.length === 0) return null;
  const secrets = [secret, Buffer.from(`${clientId}:${secret}`).toString('base64')];
  return excerptOf(body, oneOf(headers['content-type']), oneOf(headers['content-encoding']), secrets);
}

function oneOf(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

const dnsCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA']);
const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_ABORTED',
  'ETIMEDOUT',
]);

function errorOf(error: unknown): DeliveryError {
  if (error instanceof DestinationError) return error.code;
  // Whatever a request fails with is an error, which need not have a code.
  const code = String((error as NodeJS.ErrnoException).code);
  if (timeoutCodes.has(code)) return 'TIMEOUT';
  if (dnsCodes.has(code)) return 'DNS';
  return /CERT|TLS|SSL|EPROTO|DEPTH_ZERO|UNABLE_TO/.test(code) ? 'TLS' : 'CONNECT';
}

const longest = 1024;

/** The beginning of an answer as text, with the given secrets blacked out; null when it is not plain text. */
export function excerptOf(
  bytes: Buffer,
  contentType: string | null,
  contentEncoding: string | null,
  secrets: readonly string[],
): string | null {
  const isText = /^(text\/|application\/([\w.+-]*\+)?(json|xml))/i.test(contentType ?? '');
  const isPlain = contentEncoding === null || contentEncoding.toLowerCase() === 'identity';
  if (!isText || !isPlain || bytes.length === 0) return null;
  let text = new TextDecoder('utf-8').decode(bytes);
  // Receivers echo what they got; secrets are never shown.
  for (const secret of secrets) text = text.replaceAll(secret, '***');
  // Control characters have no place in a log.
  const shown = [...text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ')].slice(0, longest).join('').trim();
  return shown === '' ? null : shown;
}
