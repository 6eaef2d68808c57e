// A small S3-compatible service over real HTTP. It recomputes the signature of every request from what arrives on the
// wire (AWS Signature Version 4, written here from its description) and refuses what does not match.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The only account of the service. */
export const account = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

/** The service, with what it received and holds. */
export interface S3Receiver {
  readonly endpoint: string;
  readonly objects: Map<string, { bytes: Buffer; modified: Date }>;
  readonly requests: { method: string; path: string; status: number }[];
  /** How many refusals were not read to their end. */
  readonly unread: () => number;
  /** Statuses to answer the next requests with, whatever they request. */
  readonly failures: number[];
  close(): Promise<void>;
}

/** Starts the service on a free port, with one empty bucket `media` in `eu-test-1`; lists hold two files a page. */
export async function startS3Receiver(): Promise<S3Receiver> {
  const objects: S3Receiver['objects'] = new Map();
  const requests: S3Receiver['requests'] = [];
  const failures: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const refusal = failures.shift() ?? refuse(request, body);
      if (refusal) refuseAtLength(response, refusal);
      else answer(request, response, body, objects);
      requests.push({ method: request.method ?? '', path: request.url ?? '', status: response.statusCode });
    });
  });
  let unread = 0;
  // More than is read ahead: who does not read it holds up its connection.
  const refuseAtLength = (response: ServerResponse, status: number): void => {
    unread += 1;
    response.on('finish', () => (unread -= 1));
    response.writeHead(status).end(`<Error><Code>Refused</Code></Error>${' '.repeat(2 ** 23)}`);
  };
  // A caller on a busy machine comes again late, and finds its connection as it left it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ endpoint: `http://127.0.0.1:${port}`, objects, requests, failures, unread: () => unread },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** 403 unless the request is signed by the account, now, over this very content. */
function refuse(request: IncomingMessage, body: Buffer): number | undefined {
  const digest = request.headers['x-amz-content-sha256'];
  if (digest !== createHash('sha256').update(body).digest('hex')) return 400;

  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential = '', signedHeaders = '', signature] = header.exec(request.headers.authorization ?? '') ?? [];
  const time = String(request.headers['x-amz-date']);
  const scope = `${time.slice(0, 8)}/eu-test-1/s3/aws4_request`;
  if (credential !== `${account.accessKeyId}/${scope}`) return 403;
  const sent = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - sent) < 15 * 60_000)) return 403;
  const names = signedHeaders.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 403;

  const canonical = canonicalRequest(request, names, digest);
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  return signature === sign(scope, text) ? undefined : 403;
}

function canonicalRequest(request: IncomingMessage, names: string[], digest: string): string {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const parameters = [...new URLSearchParams(query)].map((pair) => pair.map(encode).join('=')).sort();
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
  return [request.method, path, parameters.join('&'), headers, names.join(';'), digest].join('\n');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sign(scope: string, text: string): string {
  const keys = scope
    .split('/')
    .reduce<string | Buffer>(
      (key, part) => createHmac('sha256', key).update(part).digest(),
      `AWS4${account.secretAccessKey}`,
    );
  return createHmac('sha256', keys).update(text).digest('hex');
}

function answer(request: IncomingMessage, response: ServerResponse, body: Buffer, objects: S3Receiver['objects']) {
  const url = new URL(request.url ?? '', 'http://localhost');
  const [, bucket, ...rest] = url.pathname.split('/');
  const key = decodeURIComponent(rest.join('/'));
  if (bucket !== 'media') return response.writeHead(404).end();
  if (key === '') return sendList(response, url.searchParams, objects);
  switch (request.method) {
    case 'PUT':
      objects.set(key, { bytes: body, modified: new Date() });
      return response.writeHead(200).end();
    case 'DELETE':
      objects.delete(key);
      return response.writeHead(204).end();
    default:
      return sendObject(response, request.headers.range, objects.get(key)?.bytes);
  }
}

function sendObject(response: ServerResponse, range: string | undefined, bytes: Buffer | undefined) {
  if (!bytes) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  // As S3 does, what is no range is as if it had not been sent.
  const [, start, end] = (/^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []).map(Number);
  if (start === undefined || end === undefined)
    return response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  if (start >= bytes.length) return response.writeHead(416).end();
  const last = Math.min(end, bytes.length - 1);
  response.writeHead(206, { 'content-range': `bytes ${start}-${last}/${bytes.length}` });
  return response.end(bytes.subarray(start, last + 1));
}

/** ListObjectsV2 with two keys a page and a token that has to be escaped on its way there and back. */
function sendList(response: ServerResponse, query: URLSearchParams, objects: S3Receiver['objects']) {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token')?.slice('a+b/c=&<'.length) ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const contents = keys.slice(0, 2).map((key) => {
    const { modified, bytes } = objects.get(key)!;
    return `<Contents><Key>${escaped(key)}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const next = keys.length > 2 ? `<NextContinuationToken>a+b/c=&amp;&lt;${keys[1]}</NextContinuationToken>` : '';
  const truncated = `<IsTruncated>${keys.length > 2}</IsTruncated>`;
  const xml = `<?xml version="1.0"?><ListBucketResult>${truncated}${next}${contents.join('')}</ListBucketResult>`;
  return response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
}

const names: Readonly<Record<string, string>> = { '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39', '&': 'amp' };

function escaped(text: string): string {
  return text.replace(/[<>"'&]/g, (sign) => `&${names[sign] ?? ''};`);
}
