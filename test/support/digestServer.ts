// The server side of HTTP Digest (RFC 7616), strict: one challenge per nonce, counters that rise, exact hashes.
import { createHash, randomBytes } from 'node:crypto';
import type { Answer, Received } from './receiver.ts';

/** How the server behaves. */
export interface DigestOptions {
  readonly username: string;
  readonly password: string;
  /** Offered algorithms, one challenge each. */
  readonly algorithms: readonly ('SHA-256' | 'MD5')[];
  /** Uses after which a nonce is stale; never when absent. */
  readonly usesPerNonce?: number;
}

/** What a digest server saw of a request. */
export interface Seen {
  readonly result: 'CHALLENGED' | 'STALE' | 'ACCEPTED' | 'REFUSED';
  readonly algorithm: string | null;
  readonly nc: string | null;
}

/** Answers for a receiver, and what it decided. */
export function digestServer(options: DigestOptions): {
  answer(request: Received): Answer;
  readonly seen: readonly Seen[];
} {
  const nonces = new Map<string, number>();
  const seen: Seen[] = [];
  const challenge = (isStale: boolean): Answer => {
    const nonce = randomBytes(12).toString('base64url');
    nonces.set(nonce, 0);
    const headers = options.algorithms.map(
      (algorithm) =>
        `Digest realm="hooks", nonce="${nonce}", qop="auth", algorithm=${algorithm}, opaque="x"${isStale ? ', stale=true' : ''}`,
    );
    return { status: 401, headers: { 'www-authenticate': headers } };
  };
  return {
    seen,
    answer(request) {
      const header = request.headers.authorization;
      if (!header) {
        seen.push({ result: 'CHALLENGED', algorithm: null, nc: null });
        return challenge(false);
      }
      const sent = members(header);
      const algorithm = sent['algorithm'] ?? null;
      const nc = sent['nc'] ?? null;
      const uses = nonces.get(sent['nonce'] ?? '');
      if (uses === undefined || !isRight(options, request, sent) || Number.parseInt(nc ?? '', 16) !== uses + 1) {
        seen.push({ result: 'REFUSED', algorithm, nc });
        return { status: 401 };
      }
      if (options.usesPerNonce !== undefined && uses >= options.usesPerNonce) {
        seen.push({ result: 'STALE', algorithm, nc });
        return challenge(true);
      }
      nonces.set(sent['nonce'] ?? '', uses + 1);
      seen.push({ result: 'ACCEPTED', algorithm, nc });
      return { status: 204 };
    },
  };
}

function isRight(options: DigestOptions, request: Received, sent: Record<string, string>): boolean {
  const name = sent['algorithm'] === 'SHA-256' ? 'sha256' : 'md5';
  const hash = (text: string): string => createHash(name).update(text).digest('hex');
  const a1 = hash(`${options.username}:hooks:${options.password}`);
  const a2 = hash(`${request.method}:${request.path}`);
  const expected = hash(`${a1}:${sent['nonce'] ?? ''}:${sent['nc'] ?? ''}:${sent['cnonce'] ?? ''}:auth:${a2}`);
  return (
    sent['response'] === expected &&
    sent['username'] === options.username &&
    sent['uri'] === request.path &&
    sent['opaque'] === 'x' &&
    sent['qop'] === 'auth' &&
    options.algorithms.some((algorithm) => algorithm === sent['algorithm'])
  );
}

function members(header: string): Record<string, string> {
  const found = header.replace(/^Digest /, '').matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g);
  return Object.fromEntries([...found].map((m) => [m[1] ?? '', (m[2] ?? m[3] ?? '').replace(/\\(.)/g, '$1')]));
}
