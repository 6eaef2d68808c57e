// The link that a start prints: a code that this machine may exchange once for a token, so that the pages open signed in.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { issueToken, type OperatorParts } from '../actions/access/operatorTokens.ts';
import { ServiceError } from '../domain/errors.ts';
import { isInRange, parseAddress, parseRange } from '../domain/networkAddress.ts';

/** A code that works once. */
export interface LocalCode {
  readonly code: string;
  /** Whether this is the code and it has not been used before. */
  use(code: string): boolean;
}

/** A new code of 256 random bits. */
export function createLocalCode(): LocalCode {
  const code = randomBytes(32).toString('base64url');
  let isUsed = false;
  return {
    code,
    use(given) {
      const isRight = !isUsed && timingSafeEqual(digest(given), digest(code));
      isUsed ||= isRight;
      return isRight;
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const hours = 12;

/** Registers the exchange: `POST /graphql/ide/session` with the code answers a token of the first administrator. */
export function registerLocalLink(app: FastifyInstance, code: LocalCode, services: () => OperatorParts): void {
  app.post('/graphql/ide/session', async (request, reply) => {
    const body: unknown = request.body;
    const given = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
    if (!isLoopback(request.socket.remoteAddress) || typeof given !== 'string' || !code.use(given))
      throw new ServiceError('FORBIDDEN', 'This link was already used, or it was made before the service restarted.');
    const name = 'Opened from the link of a start';
    const { token, expires } = await issueToken(services(), { client: null, name, seconds: hours * 3600 });
    return reply.header('Cache-Control', 'no-store').send({ token, expires });
  });
}

/** Whether an address is this machine's own, for itself. */
export function isLoopback(address: string | undefined): boolean {
  const bare = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/^\[|\]$/g, '');
  if (bare === 'localhost') return true;
  const parsed = parseAddress(bare);
  return (
    parsed !== null &&
    ['127.0.0.0/8', '::1/128'].some((text) => {
      const range = parseRange(text);
      return range !== null && isInRange(parsed, range);
    })
  );
}
