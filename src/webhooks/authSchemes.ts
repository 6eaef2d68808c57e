// The Authorization header of a delivery, by the subscription's scheme. A Digest challenge is kept per subscription and
// used again while its nonce holds. Resource reference 9.4.
import { answerChallenge, chooseChallenge, type Challenge } from './digestAuth.ts';

/** Who authenticates, and for what. */
export interface Credentials {
  readonly subscription: string;
  readonly auth: string;
  readonly clientId: string;
  readonly secret: string;
}

/** The request that is authorized. */
export interface AuthorizedRequest {
  readonly url: URL;
  readonly body: string;
}

/** The schemes, with what they remember of receivers. */
export interface AuthSchemes {
  /** The header's value; null for none: a signature suffices, or the receiver has yet to challenge. */
  authorization(credentials: Credentials, request: AuthorizedRequest): string | null;
  /** After a 401: true when it brought a challenge that a repetition of the request can answer. */
  challenged(credentials: Credentials, header: string | readonly string[] | undefined): boolean;
}

/** Challenges that are remembered. */
const mostChallenges = 10_000;

/** Schemes without any memory yet. */
export function createAuthSchemes(): AuthSchemes {
  const challenges = new Map<string, Challenge>();
  return {
    authorization(credentials, { url, body }) {
      const { auth, clientId, secret } = credentials;
      if (auth === 'BASIC') return `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
      if (auth === 'BEARER') return `Bearer ${secret}`;
      const challenge = auth === 'DIGEST' ? challenges.get(credentials.subscription) : undefined;
      if (!challenge) return null;
      const uri = `${url.pathname}${url.search}`;
      return answerChallenge(challenge, { method: 'POST', uri, body, username: clientId, password: secret });
    },
    challenged(credentials, header) {
      if (credentials.auth !== 'DIGEST') return false;
      const challenge = chooseChallenge(header);
      challenges.delete(credentials.subscription);
      if (!challenge) return false;
      const [oldest] = challenges.keys();
      if (challenges.size >= mostChallenges && oldest !== undefined) challenges.delete(oldest);
      challenges.set(credentials.subscription, challenge);
      return true;
    },
  };
}
