// Stores files in a bucket of an S3-compatible service, addressed by path, over HTTP requests signed by aws4fetch.
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { checkFileContent, checkFileKey, isFileKey } from './fileKey.ts';
import type { ByteRange, FileStorage, OpenFile, StoredFile } from './storage.ts';
import { ServiceError } from '../domain/errors.ts';
import { withoutTrailing } from '../domain/text.ts';

/** Where the bucket is and who we are there. */
export interface S3Settings {
  /** e.g. `https://s3.eu-central-1.amazonaws.com`; a path in it is kept. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Put before each key, e.g. `images/`. */
  readonly prefix?: string;
  /** Tries again after an answer of 5xx or 429, with growing pauses; 3 unless set. */
  readonly retries?: number;
  /** Milliseconds until an answer must have begun, tries again included; 30,000 unless set. */
  readonly timeout?: number;
}

/** Sends a signed request; the path is relative to the bucket. */
type Send = (method: string, path: string, headers?: Record<string, string>, body?: Buffer) => Promise<Response>;

/** SHA-256 of nothing: the content digest of every request without a body. */
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** A storage in a bucket, which must exist. The content digest of each upload is part of what is signed. */
export function createS3Storage(settings: S3Settings): FileStorage {
  const send = createSend(settings);
  const prefix = settings.prefix ?? '';
  const pathOf = (digestHex: string): string => `/${prefix}${checkFileKey(digestHex)}`;
  return {
    async put(digestHex, bytes) {
      const key = await checkFileContent(digestHex, bytes);
      const response = await send('PUT', pathOf(key), { 'x-amz-content-sha256': key }, bytes);
      await discard(response);
      if (!response.ok) throw refused('PUT', response);
    },
    async get(digestHex) {
      const response = await send('GET', pathOf(digestHex));
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      await discard(response);
      if (response.status === 404) return null;
      throw refused('GET', response);
    },
    async open(digestHex, range) {
      const response = await send('GET', pathOf(digestHex), rangeHeader(range));
      if (response.ok && response.body) return openBody(response, response.body, range);
      await discard(response);
      if (response.status === 404) return null;
      if (response.status === 416) throw new RangeError('no such bytes in the file');
      throw refused('GET', response);
    },
    async remove(digestHex) {
      const response = await send('DELETE', pathOf(digestHex));
      await discard(response);
      if (!response.ok && response.status !== 404) throw refused('DELETE', response);
    },
    list: () => listFiles(send, prefix),
  };
}

function createSend(settings: S3Settings): Send {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, retries = 3, timeout = 30_000 } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries });
  const base = `${withoutTrailing(endpoint, '/')}/${bucket}`;
  return async (method, path, headers = {}, body) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new Error('the file storage did not answer in time')), timeout);
    try {
      return await client.fetch(`${base}${path}`, {
        method,
        headers: { 'x-amz-content-sha256': emptyDigest, ...headers },
        body,
        redirect: 'error', // A signed request goes where it was meant to go and nowhere else.
        signal: controller.signal,
      });
    } catch (cause) {
      const isLate = controller.signal.aborted;
      throw away(isLate ? 'the file storage did not answer in time' : 'the file storage cannot be reached', cause);
    } finally {
      clearTimeout(timer); // A stream that has begun may take as long as its reader does.
    }
  };
}

function rangeHeader(range: ByteRange | undefined): Record<string, string> {
  if (!range) return {};
  // A range that ends before it begins would be ignored by the service, which then sends the whole file.
  if (range.start < 0 || range.end < range.start) throw new RangeError(`no bytes ${range.start}-${range.end}`);
  return { range: `bytes=${range.start}-${range.end}` };
}

async function openBody(response: Response, body: NonNullable<Response['body']>, range?: ByteRange): Promise<OpenFile> {
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  const size = Number((range ? total : response.headers.get('content-length')) ?? NaN);
  if (response.status !== (range ? 206 : 200) || !Number.isSafeInteger(size)) {
    await discard(response);
    throw new Error('the storage gave an answer without its size');
  }
  return { stream: Readable.fromWeb(body), size };
}

async function* listFiles(send: Send, prefix: string): AsyncIterable<StoredFile> {
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) });
    const response = await send('GET', `/?${query.toString()}`);
    const text = await response.text();
    if (!response.ok) throw refused('LIST', response);
    for (const [, entry = ''] of text.matchAll(/<Contents>([^]*?)<\/Contents>/g)) {
      const digestHex = (textOf(entry, 'Key') ?? '').slice(prefix.length);
      const modified = new Date(textOf(entry, 'LastModified') ?? '');
      // The bucket may hold files of others; ours are the ones named like ours.
      if (isFileKey(digestHex)) yield { digestHex, modified };
    }
    // Only a page that is not the last one names the next.
    token = textOf(text, 'NextContinuationToken');
  } while (token);
}

/** Text of the first element of that name. Enough for this one answer, whose elements hold text without markup. */
function textOf(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text?.replace(/&(lt|gt|quot|apos|amp|#\d+);/g, (_whole, name: string) => characterOf(name));
}

function characterOf(entity: string): string {
  const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return names[entity] ?? String.fromCodePoint(Number(entity.slice(1)));
}

/** Drains a response that is not needed, so that its connection can be reused. */
async function discard(response: Response): Promise<void> {
  await response.arrayBuffer().catch(() => undefined);
}

/** Says what failed and with which status; the body may hold names of ours and stays out of messages. */
function refused(method: string, response: Response): ServiceError {
  return away(`the file storage answered ${method} with ${response.status}`, response.status);
}

/** What callers are answered who need a file: the storage may be back soon. The cause is for the log. */
function away(message: string, cause: unknown): ServiceError {
  return Object.assign(new ServiceError('UNAVAILABLE', message, [], { retryAfterSeconds: 5 }), { cause });
}
