// Settings: which are read and refused, and that the documentation lists each of them as the code defines it.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { newToken } from '../../../src/engine/secret.ts';
import { ConfigError, readConfig } from '../../../src/config/config.ts';
import { settings } from '../../../src/config/settings.ts';
import { parseRange } from '../../../src/domain/networkAddress.ts';

/** Any file that can be read. */
const creds = fileURLToPath(import.meta.url);
const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

/** The problems that a configuration is refused for, one per line. */
function problemsOf(environment: Readonly<Record<string, string>>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  test('requires no setting at all', () => {
    const { port, host, baseUrl, dataDir, databaseUrl, writesDemo, s3 } = readConfig({});
    expect({ port, host, baseUrl, dataDir, databaseUrl, writesDemo, s3 }).toEqual({
      port: 4000,
      host: '127.0.0.1',
      baseUrl: null,
      dataDir: './data',
      databaseUrl: null,
      writesDemo: true,
      s3: null,
    });
  });

  test('leaves out what is off unless it is set, and keeps values for good', () => {
    const { databaseReadUrls, historyRetentionDays, logLevel, logFormat, nats, metrics, signIn } = readConfig({});
    expect({ databaseReadUrls, historyRetentionDays, logLevel, logFormat, nats, metrics }).toEqual({
      databaseReadUrls: [],
      historyRetentionDays: null,
      logLevel: null,
      logFormat: null,
      nats: null,
      metrics: null,
    });
    expect(signIn).toEqual({
      companyUrn: null,
      oidc: null,
      hasPasskeys: false,
      printsLinks: false,
      idleSeconds: 12 * 3600,
      longestSeconds: 7 * 24 * 3600,
      sameSite: 'Lax',
    });
  });

  test('has defaults that pass its own checks', () => {
    const wrong = settings.filter((one) => one.default !== null && one.problem(one.default) !== null);
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  const ranges = {
    PORT: [0, 65_535],
    READ_LAG_MS: [0, 60_000],
    DATABASE_POOL: [1, 200],
    SHUTDOWN_SECONDS: [1, 300],
    MAX_BODY_BYTES: [1_024, 67_108_864],
    MAX_IMAGE_BYTES: [1_024, 268_435_456],
    IMAGE_CACHE_BYTES: [0, 1_000_000_000_000],
    VIEW_CACHE_BYTES: [0, 1_000_000_000_000],
    MAX_IMAGES_AT_ONCE: [1, 64],
    MAX_ITEMS_PER_ENTITY: [1, 100_000],
    RATE_BURST: [1, 60_000],
    RATE_PER_OWNER: [1, 6_000_000],
    RATE_PER_ADDRESS: [1, 6_000_000],
    RATE_COST_PER_REQUEST: [1, 300],
    MAX_CONNECTIONS: [1, 1_000_000],
    MAX_CONNECTIONS_PER_ADDRESS: [1, 1_000_000],
    EVENT_RETENTION_DAYS: [1, 3_650],
    DELETED_DAYS: [1, 3_650],
    HISTORY_RETENTION_DAYS: [1, 36_500],
    ACCESS_AUDIT_DAYS: [1, 3_650],
    UNUSED_FILE_HOURS: [1, 8_760],
    SEARCH_WAIT_MS: [0, 60_000],
    OAUTH_ACCESS_MINUTES: [5, 60],
    SESSION_IDLE_MINUTES: [1, 525_600],
    SESSION_HOURS: [1, 8_760],
    METRICS_PORT: [0, 65_535],
  } as const;

  test.each(Object.entries(ranges))(
    'accepts %s at the ends of its range and refuses it beyond',
    (name, [least, most]) => {
      for (const value of [least, most]) expect(problemsOf({ [name]: String(value) })).toEqual([]);
      const refused = [`  ${name}: a whole number from ${String(least)} to ${String(most)} is expected.`];
      for (const value of [least - 1, most + 1, '4e3', '7.5', ` ${String(most)}`, `+${String(most)}`, 'ten'])
        expect(problemsOf({ [name]: String(value) }), String(value)).toEqual(refused);
    },
  );

  test('has a tested range for each setting that is a number', () => {
    const numbers = settings.filter(({ problem }) => problem('ten')?.startsWith('a whole number'));
    expect(numbers.map(({ name }) => name).toSorted()).toEqual(Object.keys(ranges).toSorted());
  });

  const secret = `${'A'.repeat(43)}=`;
  const wrongKeys = ['A'.repeat(43), 'A'.repeat(44), `A${secret}`, secret.slice(1)];
  const choices: Readonly<Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>> = {
    ROLE: { good: ['web', 'worker', 'all'], bad: ['none', 'WEB'] },
    DEMO: { good: ['0', '1'], bad: ['2', 'yes'] },
    LOG_LEVEL: { good: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], bad: ['loud'] },
    LOG_FORMAT: { good: ['json', 'pretty'], bad: ['text'] },
    INTROSPECTION: { good: ['open', 'token'], bad: ['closed'] },
    RATE_LIMITS: { good: ['0', '1'], bad: ['2'] },
    NATS_REPLICAS: { good: ['1', '3', '5'], bad: ['0', '2', '4', '6'] },
    OIDC_LINK_EMAILS: { good: ['0', '1'], bad: ['2'] },
    OIDC_CREATE_PEOPLE: { good: ['0', '1'], bad: ['2'] },
    DEVELOPMENT_SIGN_IN: { good: ['0', '1'], bad: ['2'] },
    PASSKEY_SIGN_IN: { good: ['0', '1'], bad: ['2'] },
    SESSION_SAME_SITE: { good: ['lax'], bad: ['strict'] },
    OIDC_NAME: { good: ['n'.repeat(100)], bad: ['n'.repeat(101)] },
    SIGN_IN_COMPANY: { good: ['019a0000-0000-7000-8000-000000000009'], bad: ['Commonplace'] },
    WEBHOOK_SECRET_KEY: { good: [secret], bad: wrongKeys },
    WEBHOOK_SIGNING_KEY: { good: [secret], bad: wrongKeys },
    WEBHOOK_ALLOWED_RANGES: { good: ['10.0.0.0/8', '10.0.0.0/8,fd00::/8'], bad: ['10.0.0.0/33', '10.0.0.0/8,home'] },
    TRUSTED_PROXIES: { good: ['127.0.0.1/32,::1/128'], bad: ['proxy', '10.0.0.0/8,'] },
    BASE_URL: { good: ['http://a', 'https://a/b'], bad: ['ftp://a', 'a'] },
    OTEL_EXPORTER_OTLP_ENDPOINT: { good: ['http://a:4318', 'https://a'], bad: ['grpc://a', 'a'] },
    DATABASE_URL: {
      good: ['postgres://a/b', 'postgresql://a,b/c'],
      bad: ['mysql://a/b', 'a', 'postgres://a:1,b:99999/c'],
    },
    DATABASE_DIRECT_URL: { good: ['postgres://a/b'], bad: ['mysql://a/b', 'a'] },
    DATABASE_READ_URLS: {
      good: ['postgres://a/b,postgres://c/d'],
      bad: ['mysql://a/b', 'a', 'postgres://a/b,mysql://c/d'],
    },
  };

  test.each(Object.entries(choices))('accepts %s as one of its values alone', (name, { good, bad }) => {
    expect(bad.length).toBeGreaterThan(0);
    for (const value of good) expect(problemsOf({ [name]: value }), value).toEqual([]);
    for (const value of bad) {
      const problems = problemsOf({ [name]: value });
      expect(problems, value).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^  ${name}: `));
    }
  });

  test('gives each setting to the member that is named after it', () => {
    const key = (letter: string): string => `${letter.repeat(42)}A=`;
    const environment = {
      PORT: '4100',
      HOST: '127.0.0.9',
      BASE_URL: 'https://api.example',
      DATA_DIR: '/data',
      ROLE: 'web',
      DATABASE_URL: 'postgres://one/a',
      DATABASE_DIRECT_URL: 'postgres://two/a',
      DATABASE_READ_URLS: 'postgres://three,four/a,postgres://five/a',
      READ_LAG_MS: '11',
      DATABASE_POOL: '12',
      BOOTSTRAP_TOKEN: 'a-word-of-my-own-and-twenty-four-characters',
      DEMO: '0',
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'pretty',
      SHUTDOWN_SECONDS: '13',
      MAX_BODY_BYTES: '2001',
      MAX_IMAGE_BYTES: '2002',
      IMAGE_CACHE_BYTES: '2003',
      VIEW_CACHE_BYTES: '2004',
      MAX_IMAGES_AT_ONCE: '14',
      INTROSPECTION: 'token',
      MAX_ITEMS_PER_ENTITY: '15',
      RATE_LIMITS: '1',
      RATE_BURST: '16',
      RATE_PER_OWNER: '17',
      RATE_PER_ADDRESS: '18',
      RATE_COST_PER_REQUEST: '19',
      MAX_CONNECTIONS: '20',
      MAX_CONNECTIONS_PER_ADDRESS: '21',
      TRUSTED_PROXIES: '10.0.0.0/8',
      WEBHOOK_SECRET_KEY: key('B'),
      WEBHOOK_SIGNING_KEY: key('C'),
      WEBHOOK_ALLOWED_RANGES: '10.1.0.0/16,fd00::/8',
      EVENT_RETENTION_DAYS: '22',
      DELETED_DAYS: '23',
      HISTORY_RETENTION_DAYS: '230',
      ACCESS_AUDIT_DAYS: '24',
      UNUSED_FILE_HOURS: '25',
      SEARCH_WAIT_MS: '26',
      NATS_URL: 'nats://six:4222',
      NATS_CREDENTIALS: creds,
      NATS_REPLICAS: '5',
      OAUTH_ACCESS_MINUTES: '27',
      SIGN_IN_COMPANY: '019a0000-0000-7000-8000-000000000009',
      OIDC_ISSUER: 'https://login.example',
      OIDC_CLIENT_ID: 'client',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_NAME: 'Ours',
      OIDC_LINK_EMAILS: '1',
      OIDC_CREATE_PEOPLE: '0',
      DEVELOPMENT_SIGN_IN: '0',
      PASSKEY_SIGN_IN: '1',
      SESSION_IDLE_MINUTES: '28',
      SESSION_HOURS: '29',
      SESSION_SAME_SITE: 'none',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example:4318/',
      METRICS_PORT: '4200',
      METRICS_HOST: '127.0.0.8',
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'bucket',
      S3_REGION: 'eu-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    };
    expect(Object.keys(environment).toSorted()).toEqual(settings.map(({ name }) => name).toSorted());
    expect(readConfig(environment)).toEqual({
      port: 4100,
      host: '127.0.0.9',
      baseUrl: 'https://api.example',
      dataDir: '/data',
      role: 'web',
      databaseUrl: 'postgres://one/a',
      databaseDirectUrl: 'postgres://two/a',
      databaseReadUrls: ['postgres://three/a', 'postgres://four/a', 'postgres://five/a'],
      readLagMillis: 11,
      databasePool: 12,
      bootstrapToken: 'a-word-of-my-own-and-twenty-four-characters',
      writesDemo: false,
      isSchemaOpen: false,
      logLevel: 'error',
      logFormat: 'pretty',
      shutdownSeconds: 13,
      bodyBytes: 2001,
      imageBytes: 2002,
      imagesAtOnce: 14,
      imageCacheBytes: 2003,
      viewCacheBytes: 2004,
      itemsPerEntity: 15,
      eventRetentionDays: 22,
      deletedDays: 23,
      historyRetentionDays: 230,
      accessAuditDays: 24,
      unusedFileHours: 25,
      searchWaitMillis: 26,
      nats: { urls: ['nats://six:4222'], credentialsFile: creds, replicas: 5 },
      accessTokenMinutes: 27,
      tracesEndpoint: 'http://traces.example:4318',
      metrics: { port: 4200, host: '127.0.0.8' },
      signIn: {
        companyUrn: '019a0000-0000-7000-8000-000000000009',
        oidc: {
          issuer: 'https://login.example',
          clientId: 'client',
          clientSecret: 'secret',
          name: 'Ours',
          linksEmails: true,
          createsPeople: false,
        },
        hasPasskeys: true,
        printsLinks: false,
        idleSeconds: 28 * 60,
        longestSeconds: 29 * 3_600,
        sameSite: 'None',
      },
      rates: { burst: 16, perOwner: 17, perAddress: 18, costPerRequest: 19 },
      connections: { inAll: 20, perAddress: 21 },
      trustedProxies: [parseRange('10.0.0.0/8')],
      webhooks: {
        secretKey: key('B'),
        signingKey: key('C'),
        allowedRanges: [parseRange('10.1.0.0/16'), parseRange('fd00::/8')],
      },
      s3: {
        endpoint: 'https://s3.example',
        bucket: 'bucket',
        region: 'eu-1',
        accessKeyId: 'id',
        secretAccessKey: 'key',
      },
    });
    expect(readConfig({ RATE_LIMITS: '0' }).rates).toBeNull();
    expect(readConfig({ METRICS_HOST: '127.0.0.8' }).metrics).toBeNull();
    expect(readConfig({ METRICS_PORT: '0' }).metrics).toEqual({ port: 0, host: '127.0.0.1' });
    expect(readConfig({ OIDC_CREATE_PEOPLE: '1', ...provider }).signIn.oidc).toMatchObject({
      linksEmails: false,
      createsPeople: true,
    });
    expect(readConfig({ MAX_IMAGES_AT_ONCE: '' }).imagesAtOnce).toBe(availableParallelism());
  });

  const provider = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };

  test('accepts a PostgreSQL socket, and a comma-separated list of NATS servers', () => {
    const socket = 'postgres://me@/mine?host=/run/postgresql';
    expect(readConfig({ DATABASE_URL: socket }).databaseUrl).toBe(socket);
    expect(readConfig({}).nats).toBeNull();
    expect(readConfig({ NATS_URL: 'nats://one:4222', NATS_REPLICAS: '5' }).nats?.replicas).toBe(5);
    const urls = ['nats://me:hunter2@one:4222', 'tls://two'];
    expect(readConfig({ NATS_URL: urls.join(','), NATS_CREDENTIALS: creds }).nats).toEqual({
      urls,
      credentialsFile: creds,
      replicas: null,
    });
    for (const wrong of ['nats://[::1', 'one:4222', 'nats://one,', 'http://one', 'ws://one', 'nats://one/path']) {
      expect(problemsOf({ NATS_URL: wrong })).toEqual([
        '  NATS_URL: a comma list of addresses such as nats://nats:4222 is expected.',
      ]);
    }
  });

  test('refuses a name that is one slip away from a setting that is not given', () => {
    const meant = (name: string, setting: string): string =>
      `  ${name}: there is no such setting; is ${setting} meant?`;
    const slips = {
      DATABASE_READ_URL: 'DATABASE_READ_URLS',
      DATABASE_URLS: 'DATABASE_URL',
      DATABSE_POOL: 'DATABASE_POOL',
      READ_LGA_MS: 'READ_LAG_MS',
      log_format: 'LOG_FORMAT',
      DELETED_DAYZ: 'DELETED_DAYS',
    };
    expect(problemsOf(Object.fromEntries(Object.keys(slips).map((name) => [name, '1'])))).toEqual(
      Object.entries(slips).map(([name, setting]) => meant(name, setting)),
    );
    // Those of other programs are not ours to judge, and what is given is meant.
    const others = {
      HOSTS: '1',
      LOGLEVEL: '1',
      DATADIR: '1',
      BASEURL: '1',
      DATABASE_UR: '',
      DATABASE_POOLS_: '1',
      LEVEL_LOG: '1',
      READ_LAG_SM_: '1',
      // Two letters more, and two others in the place of two.
      MAX_BODYYY_BYTES: '1',
      RATE_BUSXT: '1',
    };
    expect(problemsOf(others)).toEqual([]);
    expect(problemsOf({ DATABASE_URL: 'postgres://one/a', DATABASE_URLS: '1' })).toEqual([]);
  });

  test('reads each setting by its prefixed name first', () => {
    const of = (environment: Record<string, string>): unknown[] => {
      const { role, host, writesDemo } = readConfig(environment);
      return [role, host, writesDemo];
    };
    const prefixed = { COMMONPLACE_ROLE: 'web', COMMONPLACE_HOST: '10.0.0.1', COMMONPLACE_DEMO: '0' };
    expect(of(prefixed)).toEqual(['web', '10.0.0.1', false]);
    expect(of({ ...prefixed, ROLE: 'worker', HOST: 'other', DEMO: '1' })).toEqual(['web', '10.0.0.1', false]);
    expect(of({ COMMONPLACE_ROLE: '', ROLE: 'worker' })).toEqual(['worker', '127.0.0.1', true]);
    expect(problemsOf({ COMMONPLACE_ROLE: 'both' })).toEqual([
      '  COMMONPLACE_ROLE: one of web, worker, all is expected.',
    ]);
    expect(problemsOf({ COMMONPLACE_DEM: '0' })).toEqual([
      '  COMMONPLACE_DEM: there is no such setting; is COMMONPLACE_DEMO meant?',
    ]);
    expect(problemsOf({ COMMONPLACE_TOKEN: 'x', COMMONPLACE_URL: 'http://x' })).toEqual([]);
  });

  test('refuses a file that cannot be read, and does not show its name', () => {
    expect(problemsOf({ NATS_CREDENTIALS: '/nowhere/my.creds' })).toEqual([
      '  NATS_CREDENTIALS: a file that can be read is expected.',
    ]);
  });

  test('treats empty text as unset', () => {
    expect(readConfig({ PORT: '', BASE_URL: '' })).toEqual(readConfig({}));
  });

  test('reports every wrong setting at once and shows no value', () => {
    const problems = problemsOf({
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      BOOTSTRAP_TOKEN: 'hunter2',
      DEMO: 'yes',
      LOG_LEVEL: 'loud',
    });
    expect(problems).toEqual([
      '  DATABASE_URL: an address with postgres: or postgresql: is expected.',
      '  BOOTSTRAP_TOKEN: at least 24 characters of a bearer token are expected.',
      '  DEMO: one of 0, 1 is expected.',
      '  LOG_LEVEL: one of fatal, error, warn, info, debug, trace, silent is expected.',
    ]);
    expect(problems.join('\n')).not.toContain('hunter2');
  });

  test('refuses an initial token that could never authenticate anyone', () => {
    const own = 'a-word-of-my-own-and-twenty-four-characters';
    const made = newToken();
    for (const token of [own, `${own}==`, made, newToken('o')]) {
      expect(readConfig({ BOOTSTRAP_TOKEN: token }).bootstrapToken).toBe(token);
    }
    const mistyped = made.slice(0, -1) + (made.endsWith('0') ? '1' : '0');
    for (const token of ['ccs_a_my-own-token-of-many-characters', mistyped, `${made}=`, 'ccs_'.padEnd(60, 'x')]) {
      expect(problemsOf({ BOOTSTRAP_TOKEN: token })).toEqual([
        '  BOOTSTRAP_TOKEN: a token that begins with ccs_ must be one that the service made, check sum included; leave ccs_ out of your own.',
      ]);
    }
    for (const token of ['short', 'ccs no token', 'with a space in twenty-four characters', 'x'.repeat(1025)]) {
      expect(problemsOf({ BOOTSTRAP_TOKEN: token })).toEqual([
        '  BOOTSTRAP_TOKEN: at least 24 characters of a bearer token are expected.',
      ]);
    }
  });

  test('requires all settings of an S3 store or none', () => {
    const endpoint = 'https://s3.example';
    expect(problemsOf({ S3_ENDPOINT: endpoint, S3_BUCKET: 'images' })).toEqual([
      '  S3_ACCESS_KEY_ID: needed with S3_ENDPOINT.',
      '  S3_SECRET_ACCESS_KEY: needed with S3_ENDPOINT.',
    ]);
    const key = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
    expect(problemsOf({ S3_ENDPOINT: endpoint, ...key })).toEqual(['  S3_BUCKET: needed with S3_ENDPOINT.']);
    expect(problemsOf({ S3_ENDPOINT: 's3://a', S3_BUCKET: 'images', ...key })).toEqual([
      '  S3_ENDPOINT: an address with http: or https: is expected.',
    ]);
    expect(readConfig({ S3_ENDPOINT: endpoint, S3_BUCKET: 'images', ...key }).s3).toEqual({
      endpoint,
      bucket: 'images',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'key',
    });
  });

  test('strips trailing slashes from a base address', () => {
    expect(readConfig({ BASE_URL: 'https://api.example/content//' }).baseUrl).toBe('https://api.example/content');
    expect(problemsOf({ BASE_URL: 'api.example' })).toEqual([
      '  BASE_URL: an address with http: or https: is expected.',
    ]);
  });
});

describe('the documentation', () => {
  test('of settings in docs/configuration.md matches src/config/settings.ts, in its order', () => {
    const rows = read('docs/configuration.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')));
    const documented = rows.map(([, name, value, meaning]) => ({ name, default: value, meaning }));
    expect(documented).toEqual(
      settings.map((one) => ({
        name: `\`${one.name}\``,
        default: one.default === null ? '' : `\`${one.default}\``,
        meaning: one.meaning,
      })),
    );
  });

  test('of settings in .env.example matches it too, every line commented out', () => {
    const [, ...blocks] = read('.env.example').trimEnd().split('\n\n');
    expect(blocks).toEqual(settings.map((one) => `# ${one.meaning}\n# ${one.name}=${one.default ?? ''}`));
  });
});
