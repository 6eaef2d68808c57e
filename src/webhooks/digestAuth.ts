// HTTP Digest as a client: reads challenges, chooses one, answers it. RFC 7616.
import { createHash, randomBytes } from 'node:crypto';

/** A challenge that was chosen, and how often its nonce was used. */
export interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  /** As the server wrote it; null when it named none, which means MD5. */
  readonly algorithm: string | null;
  readonly qop: 'auth' | 'auth-int' | null;
  readonly hashesUser: boolean;
  readonly uses: { count: number };
}

/** What a Digest answer is about. */
export interface DigestRequest {
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly uri: string;
  readonly body: string;
  readonly username: string;
  readonly password: string;
}

/** Hash functions by algorithm name, the preferred one first. */
const hashes: readonly (readonly [string, string])[] = [
  ['SHA-512-256', 'sha512-256'],
  ['SHA-256', 'sha256'],
  ['MD5', 'md5'],
];
const preference = ['SHA-256', 'SHA-512-256', 'MD5'];

/** The best Digest challenge of a WWW-Authenticate header (or several); null when there is none that can be answered. */
export function chooseChallenge(header: string | readonly string[] | undefined): Challenge | null {
  const texts = header === undefined ? [] : typeof header === 'string' ? [header] : header;
  const known = texts.flatMap(readChallenges).flatMap((parameters) => asChallenge(parameters) ?? []);
  const rank = (challenge: Challenge): number => preference.indexOf(plainName(challenge.algorithm));
  return known.sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** The Authorization header that answers the challenge; counts its use. */
export function answerChallenge(challenge: Challenge, request: DigestRequest): string {
  challenge.uses.count += 1;
  const name = plainName(challenge.algorithm);
  const hash = (text: string): string =>
    createHash(hashes.find(([known]) => known === name)?.[1] ?? 'md5')
      .update(text)
      .digest('hex');
  const { realm, nonce, opaque, algorithm, qop } = challenge;
  const cnonce = randomBytes(16).toString('hex');
  const nc = challenge.uses.count.toString(16).padStart(8, '0');
  const user = `${request.username}:${realm}:${request.password}`;
  const isSession = /-sess$/i.test(algorithm ?? '');
  const a1 = isSession ? `${hash(user)}:${nonce}:${cnonce}` : user;
  const a2 = `${request.method}:${request.uri}${qop === 'auth-int' ? `:${hash(request.body)}` : ''}`;
  const response = qop
    ? hash(`${hash(a1)}:${nonce}:${nc}:${cnonce}:${qop}:${hash(a2)}`)
    : hash(`${hash(a1)}:${nonce}:${hash(a2)}`);
  const username = challenge.hashesUser ? hash(`${request.username}:${realm}`) : request.username;
  const members = [
    `username="${quoted(username)}"`,
    `realm="${quoted(realm)}"`,
    `nonce="${quoted(nonce)}"`,
    `uri="${quoted(request.uri)}"`,
    `response="${response}"`,
    ...(algorithm ? [`algorithm=${algorithm}`] : []),
    ...(qop ? [`qop=${qop}`, `nc=${nc}`, `cnonce="${cnonce}"`] : isSession ? [`cnonce="${cnonce}"`] : []),
    ...(opaque === null ? [] : [`opaque="${quoted(opaque)}"`]),
    ...(challenge.hashesUser ? ['userhash=true'] : []),
  ];
  return `Digest ${members.join(', ')}`;
}

function plainName(algorithm: string | null): string {
  return (algorithm ?? 'MD5').toUpperCase().replace(/-SESS$/, '');
}

function asChallenge(parameters: ReadonlyMap<string, string>): Challenge | null {
  const realm = parameters.get('realm');
  const nonce = parameters.get('nonce');
  const algorithm = parameters.get('algorithm') ?? null;
  if (realm === undefined || nonce === undefined || !hashes.some(([name]) => name === plainName(algorithm)))
    return null;
  const offered = parameters
    .get('qop')
    ?.split(',')
    .map((qop) => qop.trim().toLowerCase());
  const qop = offered?.includes('auth') ? 'auth' : offered?.includes('auth-int') ? 'auth-int' : null;
  if (offered && qop === null) return null;
  return {
    realm,
    nonce,
    opaque: parameters.get('opaque') ?? null,
    algorithm,
    qop,
    hashesUser: parameters.get('userhash')?.toLowerCase() === 'true',
    uses: { count: 0 },
  };
}

// One header may hold several challenges: a scheme, then its parameters, then the next scheme. RFC 9110, 11.6.1.
function readChallenges(header: string): Map<string, string>[] {
  const found: { readonly scheme: string; readonly parameters: Map<string, string> }[] = [];
  const token = /[\s,]*([!#$%&'*+\-.^_`|~0-9A-Za-z]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/y;
  for (let match = token.exec(header); match; match = token.exec(header)) {
    const [, name = '', inQuotes, bare] = match;
    const value = inQuotes === undefined ? bare : inQuotes.replace(/\\(.)/g, '$1');
    if (value === undefined) found.push({ scheme: name.toLowerCase(), parameters: new Map() });
    else found.at(-1)?.parameters.set(name.toLowerCase(), value);
  }
  return found.filter(({ scheme }) => scheme === 'digest').map(({ parameters }) => parameters);
}

function quoted(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}
