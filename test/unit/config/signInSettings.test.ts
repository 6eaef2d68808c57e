// Sign-in settings that would unintentionally open access stop the start.
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../src/config/config.ts';

const problemsOf = (environment: Record<string, string | undefined>): string => {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

describe('Sign-in by printed links', () => {
  test.each([
    {},
    { HOST: 'localhost' },
    { HOST: '::1' },
    { BASE_URL: 'http://localhost:4000' },
    { BASE_URL: 'http://127.0.0.1:4000/', HOST: '0.0.0.0' },
    { BASE_URL: 'http://[::1]:4000' },
    { HOST: '127.1.2.3' },
  ])('can be enabled for a loopback address: %j', (environment) => {
    expect(readConfig({ ...environment, DEVELOPMENT_SIGN_IN: '1' }).signIn.printsLinks).toBe(true);
  });

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '192.0.2.1' },
    { BASE_URL: 'https://api.example' },
    { BASE_URL: 'http://localhost.evil.example' },
    { BASE_URL: 'http://127.0.0.1.nip.io' },
    { BASE_URL: 'http://10.0.0.1' },
    { BASE_URL: 'http://evil-localhost' },
    { BASE_URL: 'http://localhost@evil.example' },
  ])('stops the start anywhere else: %j', (environment) => {
    const problem = problemsOf({ ...environment, DEVELOPMENT_SIGN_IN: '1' });
    expect(problem).toContain('DEVELOPMENT_SIGN_IN: it lets in whoever reads the log, so ');
    expect(readConfig(environment).signIn.printsLinks).toBe(false);
  });
});

describe('A provider', () => {
  test('requires its client id and secret.', () => {
    const problem = problemsOf({ OIDC_ISSUER: 'https://login.example' });
    expect(problem).toContain('OIDC_CLIENT_ID: needed with OIDC_ISSUER.');
    expect(problem).toContain('OIDC_CLIENT_SECRET: needed with OIDC_ISSUER.');
  });

  test('requires https, except on this machine.', () => {
    const rest = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
    expect(problemsOf({ ...rest, OIDC_ISSUER: 'http://login.example' })).toContain('OIDC_ISSUER: https is expected');
    expect(problemsOf({ ...rest, OIDC_ISSUER: 'http://127.0.0.1:9000' })).toBe('');
    expect(problemsOf({ ...rest, OIDC_ISSUER: 'login.example' })).toContain('OIDC_ISSUER: ');
  });

  test('by default signs in no one by an address alone, and creates no person.', () => {
    const given = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
    expect(readConfig(given).signIn.oidc).toMatchObject({ linksEmails: false, createsPeople: false });
    expect(readConfig({}).signIn.oidc).toBeNull();
  });
});

test('Sessions for pages of other sites require https.', () => {
  expect(problemsOf({ SESSION_SAME_SITE: 'none' })).toContain('SESSION_SAME_SITE: none needs a BASE_URL with https.');
  expect(problemsOf({ SESSION_SAME_SITE: 'none', BASE_URL: 'http://api.example' })).toContain('SESSION_SAME_SITE');
  expect(readConfig({ SESSION_SAME_SITE: 'none', BASE_URL: 'https://api.example' }).signIn.sameSite).toBe('None');
});
