// Who sends a request: by the decision about its credentials that was kept, or by one that is made now.
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  callerOf,
  credentialIn,
  noteUse,
  recognizeCaller,
  type Caller,
  type Credentials,
} from '../actions/session/recognizeCaller.ts';
import type { Config } from '../config/config.ts';
import type { CredentialKey } from '../domain/callers.ts';
import { createCallerProof, holds } from '../engine/callerProof.ts';
import type { Services } from '../engine/context.ts';
import { callerAddress } from '../http/callerAddress.ts';
import { credentialsOf } from '../http/credentials.ts';
import { perRequest } from '../http/perRequest.ts';
import type { CallerParts, Recognized } from '../http/requestLimits.ts';

/** How many peers are remembered. */
const mostPeers = 10_000;

/** The address that each request is counted under. Most peers forward nothing, and send many requests. */
export function addresses(trusted: Config['trustedProxies']): (request: FastifyRequest) => string {
  const ofPeers = new LRUCache<string, string>({ max: mostPeers });
  return ({ ip: peer, headers: { 'x-forwarded-for': forwardedFor } }) => {
    const known = forwardedFor === undefined ? ofPeers.get(peer) : undefined;
    if (known !== undefined) return known;
    const address = callerAddress({ peer, forwardedFor }, trusted);
    if (forwardedFor === undefined) ofPeers.set(peer, address);
    return address;
  };
}

/** What callers are recognized with. */
export type RecognizingParts = Pick<Services, 'callers' | 'database' | 'signIn' | 'baseUrl'>;

/**
 * Recognizes callers by the decision that was kept, which their statements prove; without one, and where replicas answer, by one that is
 * made now. A replica may be behind what was acknowledged, and knows an older epoch: what it says proves nothing.
 */
export function recognizing(
  partsOf: (request: FastifyRequest) => RecognizingParts,
): Pick<CallerParts<Caller>, 'recognize' | 'decideAnew'> {
  const credentialsIn = ({ headers, method }: FastifyRequest, { signIn }: RecognizingParts): Credentials =>
    credentialsOf(headers, method, signIn.cookie.isSecure);
  // What each connection sent last: a caller sends the same again and again, and hashing it is a twentieth of a short read.
  const lastSent = perRequest<{ readonly token: string; readonly credential: CredentialKey | null }>('credential');
  const credentialOf = ({ raw: { socket } }: FastifyRequest, credentials: Credentials): CredentialKey | null => {
    const { token } = credentials;
    const last = token === null ? undefined : lastSent.get(socket);
    if (last && last.token === token) return last.credential;
    const credential = credentialIn(credentials);
    if (token !== null) lastSent.set(socket, { token, credential });
    return credential;
  };
  return {
    recognize(request) {
      const all = partsOf(request);
      const credentials = credentialsIn(request, all);
      const credential = all.database.positions === null ? credentialOf(request, credentials) : null;
      const kept = credential && all.callers.keptOf(credential);
      if (!credential || !kept) return recognizeCaller(all, credentials).then((caller) => ({ caller, proof: null }));
      const { viewer } = kept;
      const noted = (): void => noteUse(all, credential, viewer);
      const proof = createCallerProof(kept, () => all.callers.viewerOf(credential), noted);
      // What refuses the caller may not hold any more, either.
      const refused = async (error: unknown): Promise<Recognized<Caller>> => {
        if (await holds(proof)) throw error;
        return this.decideAnew(request, proof);
      };
      try {
        const caller = callerOf(all, credentials, viewer);
        return caller instanceof Promise
          ? caller.then((found) => ({ caller: found, proof }), refused)
          : { caller, proof };
      } catch (error) {
        return refused(error);
      }
    },
    async decideAnew(request, proof) {
      const all = partsOf(request);
      const credentials = credentialsIn(request, all);
      const viewer = await proof.present();
      noteUse(all, credentialIn(credentials), viewer);
      return { caller: await callerOf(all, credentials, viewer), proof: null };
    },
  };
}
