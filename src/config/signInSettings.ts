// The settings of sign-in: their table, and what they come to.
import { relyingPartyOf } from '../domain/relyingParty.ts';
import { parseUrn } from '../domain/urn.ts';
import { any, oneOf, url, whole, type Setting } from './settingRules.ts';

/** Settings of how people sign in, in the order of docs/configuration.md. */
export const signInSettings = [
  {
    name: 'SIGN_IN_COMPANY',
    meaning: 'The urn of the company that people sign in to; by default the first one.',
    default: null,
    problem: (text) => (parseUrn(text) === null ? 'a urn is expected' : null),
  },
  {
    name: 'OIDC_ISSUER',
    meaning: 'The issuer of an OpenID Connect provider to sign people in with.',
    default: null,
    problem: (text) => url('https:', 'http:')(text) ?? plainOnlyLocal(text),
  },
  { name: 'OIDC_CLIENT_ID', meaning: 'The client id of the service at that provider.', default: null, problem: any },
  {
    name: 'OIDC_CLIENT_SECRET',
    meaning: 'The client secret of the service at that provider.',
    default: null,
    problem: any,
  },
  {
    name: 'OIDC_NAME',
    meaning: 'What the sign-in page calls the provider.',
    default: 'your organisation',
    problem: (text) => (text.length <= 100 ? null : 'at most 100 characters are expected'),
  },
  {
    name: 'OIDC_LINK_EMAILS',
    meaning:
      '1 also recognizes people by a verified e-mail address that exactly one of them has; 0 only by a known account.',
    default: '0',
    problem: oneOf('0', '1'),
  },
  {
    name: 'OIDC_CREATE_PEOPLE',
    meaning: '1 creates an identity for unknown people who sign in; 0 turns them away.',
    default: '0',
    problem: oneOf('0', '1'),
  },
  {
    name: 'DEVELOPMENT_SIGN_IN',
    meaning: '1 prints sign-in links to the log; only if BASE_URL is a loopback address.',
    default: '0',
    problem: oneOf('0', '1'),
  },
  {
    name: 'PASSKEY_SIGN_IN',
    meaning: '1 lets people sign in with passkeys, which they register by an invitation; BASE_URL needs a domain name.',
    default: '0',
    problem: oneOf('0', '1'),
  },
  {
    name: 'SESSION_IDLE_MINUTES',
    meaning: 'How long a web session lasts without a request.',
    default: '720',
    problem: whole(1, 525_600),
  },
  {
    name: 'SESSION_HOURS',
    meaning: 'How long a web session lasts at most.',
    default: '168',
    problem: whole(1, 8_760),
  },
  {
    name: 'SESSION_SAME_SITE',
    meaning: 'lax allows web sessions on pages of the same site only; none also on other sites, and requires https.',
    default: 'lax',
    problem: oneOf('lax', 'none'),
  },
] as const satisfies readonly Setting[];

/** How people sign in. */
export interface SignInConfig {
  readonly companyUrn: string | null;
  readonly oidc: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly name: string;
    readonly linksEmails: boolean;
    readonly createsPeople: boolean;
  } | null;
  /** Whether sign-in links are printed. */
  readonly printsLinks: boolean;
  /** Whether people sign in with passkeys. */
  readonly hasPasskeys: boolean;
  readonly idleSeconds: number;
  readonly longestSeconds: number;
  readonly sameSite: 'Lax' | 'None';
}

/** The text of a setting: as given, else its default, else null. */
type Given = (name: (typeof signInSettings)[number]['name'] | 'BASE_URL' | 'HOST') => string | null;

/** What is wrong with the settings together; empty when nothing is. */
export function signInProblems(of: Given): string[] {
  const problems: string[] = [];
  const needed = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  if (of('OIDC_ISSUER')) for (const name of needed) if (!of(name)) problems.push(`${name}: needed with OIDC_ISSUER.`);
  const base = of('BASE_URL');
  if (of('SESSION_SAME_SITE') === 'none' && !base?.startsWith('https:'))
    problems.push('SESSION_SAME_SITE: none needs a BASE_URL with https.');
  if (of('PASSKEY_SIGN_IN') === '1' && base && URL.canParse(base) && !relyingPartyOf(base))
    problems.push('PASSKEY_SIGN_IN: passkeys need a BASE_URL with a domain name.');
  // Without BASE_URL the address is made from HOST.
  const host = base && URL.canParse(base) ? new URL(base).hostname : (of('HOST') ?? '');
  if (of('DEVELOPMENT_SIGN_IN') === '1' && !isLoopback(host)) {
    const where = base ? 'BASE_URL' : 'HOST (without BASE_URL)';
    problems.push(`DEVELOPMENT_SIGN_IN: it lets in whoever reads the log, so ${where} must be a loopback address.`);
  }
  return problems;
}

/** How people sign in, from settings without a problem. */
export function readSignIn(of: Given): SignInConfig {
  const issuer = of('OIDC_ISSUER');
  return {
    companyUrn: parseUrn(of('SIGN_IN_COMPANY')),
    oidc:
      issuer === null
        ? null
        : {
            issuer,
            clientId: of('OIDC_CLIENT_ID') ?? '',
            clientSecret: of('OIDC_CLIENT_SECRET') ?? '',
            name: of('OIDC_NAME') ?? '',
            linksEmails: of('OIDC_LINK_EMAILS') === '1',
            createsPeople: of('OIDC_CREATE_PEOPLE') === '1',
          },
    printsLinks: of('DEVELOPMENT_SIGN_IN') === '1',
    hasPasskeys: of('PASSKEY_SIGN_IN') === '1',
    idleSeconds: Number(of('SESSION_IDLE_MINUTES')) * 60,
    longestSeconds: Number(of('SESSION_HOURS')) * 3600,
    sameSite: of('SESSION_SAME_SITE') === 'none' ? 'None' : 'Lax',
  };
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.[0-9]{1,3}){3}|\[?::1\]?)$/i.test(host);
}

function plainOnlyLocal(text: string): string | null {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isLoopback(hostname) ? null : 'https is expected, except for a loopback address';
}
