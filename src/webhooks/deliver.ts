// One attempt: one POST (two, where a Digest challenge has to be answered) under one deadline, to the checked address
// only. Whatever a receiver does ends in an answer of this function. Resource reference 9.4, 9.6.
import { EventEmitter } from 'node:events';
import type { Dispatcher } from 'undici';
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

/** When an attempt is over, and its request with it. An AbortSignal, which undici takes as well, costs ten times as much. */
class Deadline extends EventEmitter {
  /** Whether it ended because time ran out. */
  hasPassed = false;
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    super();
    this.#timer = setTimeout(() => {
      this.hasPassed = true;
      this.emit('abort');
    }, milliseconds);
  }

  /** The answer, if it comes in time. */
  before<T>(answer: Promise<T>): Promise<T> {
    const late = new Promise<never>((_, reject) => {
      this.once('abort', () => reject(new Error('The deadline passed')));
    });
    return Promise.race([answer, late]);
  }

  /** Frees the socket of a request that is still running. */
  end(): void {
    clearTimeout(this.#timer);
    this.emit('abort');
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
  const post = (): Promise<Dispatcher.ResponseData> => {
    const authorization = parts.schemes.authorization(credentials, { url, body });
    const headers = { ...sending.headers, ...sending.ownHeaders, ...(authorization === null ? {} : { authorization }) };
    return pool.request({ method: 'POST', path: `${url.pathname}${url.search}`, headers, body, signal: deadline });
  };
  let response = await post();
  if (response.statusCode === 401 && parts.schemes.challenged(credentials, response.headers['www-authenticate'])) {
    await readBounded(response.body, mostBytes);
    response = await post();
  }
  return outcomeOf(response, sending);
}

async function outcomeOf(response: Dispatcher.ResponseData, sending: Sending): Promise<Outcome> {
  const { statusCode: status, headers } = response;
  const isSuccess = status >= 200 && status <= 299;
  const answer = { status, retryAfter: oneOf(headers['retry-after']) };
  const error = isSuccess ? null : status >= 300 && status <= 399 ? 'REDIRECT' : 'STATUS';
  // The status is the answer: a body that is late, endless or broken off does not change it.
  const bytes = await readBounded(response.body, mostBytes);
  const excerpt = excerptOf(bytes, oneOf(headers['content-type']), oneOf(headers['content-encoding']), [
    sending.credentials.secret,
    Buffer.from(`${sending.credentials.clientId}:${sending.credentials.secret}`).toString('base64'),
  ]);
  return { ...answer, error, excerpt };
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

/** Reads up to `most` bytes and closes the rest; what comes before an error or an end counts. Never throws. */
export async function readBounded(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const bytes of body) {
      chunks.push(bytes.subarray(0, most - length));
      length += bytes.length;
      // Leaving the loop closes the body.
      if (length >= most) break;
    }
  } catch {
    // The receiver broke off, or time is up.
  }
  return Buffer.concat(chunks);
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
