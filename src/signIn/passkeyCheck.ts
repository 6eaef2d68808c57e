// What browsers are asked for passkeys, and whether their answers prove anything. @simplewebauthn/server does the protocol (WebAuthn
// Level 3): challenge, origin, site, signature and counter are checked, and that the person was verified, as there is no password.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Invited, PasskeyKey } from '../actions/session/passkeys.ts';
import { isObject } from '../contract/scalarRules.ts';
import type { RelyingParty } from '../domain/relyingParty.ts';

/** Whether a challenge was given for what is answered; it is used up. */
export type UseChallenge = (challenge: string) => Promise<boolean>;

/** What a browser is asked to make a passkey with. */
export function askToRegister(site: RelyingParty, person: Invited, known: readonly string[], timeoutMillis: number) {
  return generateRegistrationOptions({
    rpName: 'Commonplace',
    rpID: site.id,
    userName: person.name,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(person.identity),
    timeout: timeoutMillis,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    // Whoever signs in names nobody: the passkey does.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** What a browser is asked to sign in with. */
export function askToSignIn(site: RelyingParty, timeoutMillis: number) {
  return generateAuthenticationOptions({ rpID: site.id, userVerification: 'required', timeout: timeoutMillis });
}

/** The passkey that a browser has made; null where the answer proves none. */
export async function registered(
  site: RelyingParty,
  sent: string,
  challenge: UseChallenge,
): Promise<PasskeyKey | null> {
  const response = credentialIn(sent);
  if (!response) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The library checks each member.
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  } catch {
    return null;
  }
}

/** The passkey that has signed, with its counter as it is now; null where the answer proves none that `find` knows. */
export async function signed(
  site: RelyingParty,
  sent: string,
  { find, challenge }: { readonly find: (id: string) => Promise<PasskeyKey | null>; readonly challenge: UseChallenge },
): Promise<PasskeyKey | null> {
  const response = credentialIn(sent);
  const known = response && (await find(response.id));
  if (!known) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library checks each member.
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: known.credentialId,
        publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
        counter: known.counter,
      },
    });
    return verified ? { ...known, counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}

function credentialIn(sent: string): { readonly id: string } | null {
  try {
    const read: unknown = JSON.parse(sent);
    return isObject(read) && typeof read['id'] === 'string' ? { ...read, id: read['id'] } : null;
  } catch {
    return null;
  }
}
