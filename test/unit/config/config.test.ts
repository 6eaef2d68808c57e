// Settings: which are read and refused, and that the documentation lists each of them as the code defines it.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newToken } from '../../../src/actions/access/secret.ts';
import { ConfigError, readConfig, settings } from '../../../src/config/config.ts';

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

  test('has defaults that pass its own checks', () => {
    const wrong = settings.filter((one) => one.default !== null && one.problem(one.default) !== null);
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('accepts values at the ends of their ranges and refuses those beyond', () => {
    expect(readConfig({ PORT: '0' }).port).toBe(0);
    expect(readConfig({ PORT: '65535' }).port).toBe(65_535);
    expect(problemsOf({ PORT: '65536' })).toEqual(['  PORT: a whole number from 0 to 65535 is expected.']);
    expect(problemsOf({ PORT: '-1' })).toEqual(['  PORT: a whole number from 0 to 65535 is expected.']);
    expect(problemsOf({ PORT: '4e3' })).toEqual(['  PORT: a whole number from 0 to 65535 is expected.']);
    expect(problemsOf({ DATABASE_POOL: '0' })).toEqual(['  DATABASE_POOL: a whole number from 1 to 200 is expected.']);
  });

  test('accepts a PostgreSQL socket, and a comma-separated list of NATS servers', () => {
    const socket = 'postgres://me@/mine?host=/run/postgresql';
    expect(readConfig({ DATABASE_URL: socket }).databaseUrl).toBe(socket);
    expect(readConfig({}).nats).toBeNull();
    expect(readConfig({ NATS_URL: 'nats://one:4222', NATS_REPLICAS: '5' }).nats?.replicas).toBe(5);
    const urls = ['nats://me:hunter2@one:4222', 'tls://two'];
    expect(readConfig({ NATS_URL: urls.join(','), NATS_CREDENTIALS: '/run/my.creds' }).nats).toEqual({
      urls,
      credentialsFile: '/run/my.creds',
      replicas: null,
    });
    for (const wrong of ['nats://[::1', 'one:4222', 'nats://one,', 'http://one', 'nats://one/path']) {
      expect(problemsOf({ NATS_URL: wrong })).toEqual([
        '  NATS_URL: a comma list of addresses such as nats://nats:4222 is expected.',
      ]);
    }
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
    for (const token of ['short', 'with a space in twenty-four characters', 'x'.repeat(1025)]) {
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
  test('of settings in docs/configuration.md matches src/config/config.ts, in its order', () => {
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
