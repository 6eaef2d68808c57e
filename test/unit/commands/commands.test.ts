// Commands without a database: what they ask it for, and what they print.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { CommandParts } from '../../../src/commands/command.ts';
import { companyCommands, createProgress, writeLine } from '../../../src/commands/companyCommands.ts';
import { databaseCommands } from '../../../src/commands/databaseCommands.ts';
import { eventCommands } from '../../../src/commands/eventCommands.ts';
import { tenantCommands } from '../../../src/commands/tenantCommands.ts';
import { tokenCommands } from '../../../src/commands/tokenCommands.ts';
import { Asked, run, type Ended } from '../../support/runCommand.ts';

describe('Arguments', () => {
  test.each([
    ['token create --days 1', true],
    ['token create --days 730', true],
    ['token create --days 0', false],
    ['token create --days 731', false],
    ['token create --days 1.5', false],
    ['token create --days -1', false],
    ['token revoke 019a0000', true],
    ['token revoke 019A0000', true],
    ['token revoke 019a0000-0000-7000-8000-000000000009', true],
    ['token revoke 019a000', false],
    ['token revoke 019a0000-0000-7000-8000-0000000000090', false],
    ['token revoke 019a000g', false],
    ['token revoke 019a0000 019a0001', false],
    [`tenant create ${'n'.repeat(255)}`, true],
    [`tenant create ${'n'.repeat(256)}`, false],
    [`tenant create ${'\u{1F600}'.repeat(255)}`, true],
    ['tenant create one two', false],
    ['tenant disable one', true],
    ['tenant disable one two', false],
    ['tenant enable', false],
    ['tenant purge 019a0000-0000-7000-8000-000000000009 --name Library', true],
    ['tenant purge 019a0000-0000-7000-8000-000000000009 --name Library --dry-run', true],
    ['tenant purge 019a0000-0000-7000-8000-000000000009', false],
    ['tenant purge library --name Library', false],
    ['tenant purge 019a0000-0000-7000-8000-000000000009 one --name Library', false],
  ])('are taken up to their ends and refused beyond: %s', async (line, isTaken) => {
    const { code, err } = await run({ ...tokenCommands, ...tenantCommands }, line.split(' '));
    if (isTaken) expect({ code, err }).toEqual({ code: 1, err: ['asked'] });
    else expect(code).toBe(2);
  });

  test('name a tenant without the blanks around its name', async () => {
    const codeFor = async (name: string): Promise<number> =>
      (await run(tenantCommands, ['tenant', 'create', name])).code;
    expect([await codeFor('   '), await codeFor(` ${'n'.repeat(255)} `)]).toEqual([2, 1]);
  });

  test.each([
    ['--count', '0'],
    ['--count', 'many'],
    ['--forward', 'ftp://127.0.0.1/'],
    ['--forward', '127.0.0.1:3000'],
  ])('of events follow are checked before anything is asked for: %s %s', async (option, value) => {
    const { code, err } = await run(eventCommands, ['events', 'follow', '--token', 't', option, value]);
    expect(code).toBe(2);
    expect(err[0]).toMatch(new RegExp(`^${option}: `));
  });
});

describe('The database', () => {
  test.each([
    ['migrate', true],
    ['import -', true],
    ['import - --dry-run', false],
    ['export -', false],
    ['token list', false],
  ])('is brought to this version by what needs it alone: %s, %s', async (line, migrates) => {
    const asked: (boolean | undefined)[] = [];
    const commands = { ...databaseCommands(noServices, noDemo), ...companyCommands, ...tokenCommands };
    const { code } = await run(commands, line.split(' '), {
      onDatabase: (_work, options) => {
        asked.push(options?.migrates);
        return Promise.reject(new Asked('asked'));
      },
    });
    expect(code).toBe(1);
    expect(asked.map((one) => one === true)).toEqual([migrates]);
  });

  const noServices = (): never => expect.fail('no command asks for it');
  const noDemo = noServices;
});

describe('A tenant', () => {
  const urn = '019a0000-0000-7000-8000-000000000009';
  const counted = { onDatabase: async () => 1_234 as never };

  test.each([
    ['--dry-run', 'Library has 1,234 rows.'],
    ['--name=Library', 'Library is removed: 1,234 rows.'],
  ])('is removed, or only counted: %s', async (option, line) => {
    const words = ['tenant', 'purge', urn, '--name', 'Library', option];
    expect(await run(tenantCommands, words, counted)).toEqual({ code: 0, out: [line], err: [] });
  });
});

describe('What is made is printed for people, and as JSON for programs', () => {
  const [urn, token] = ['019a0000-0000-7000-8000-000000000009', 'ccs_a_secret'];
  test.each<[string, unknown, string, unknown[]]>([
    [
      'token create',
      { token, urn, expires: '2027-01-01T00:00:00Z' },
      `${token}\n  urn      ${urn}\n  expires  2027-01-01T00:00:00Z`,
      [{ token, urn, expires: '2027-01-01T00:00:00Z' }],
    ],
    [
      'tenant create Library',
      { companyUrn: urn, token },
      `${token}\n  tenant  Library\n  urn     ${urn}`,
      [{ urn, name: 'Library', token }],
    ],
  ])('%s', async (line, made, text, values) => {
    const given = { onDatabase: async () => made as never };
    const asked = (...more: string[]): Promise<Ended> =>
      run({ ...tokenCommands, ...tenantCommands }, [...line.split(' '), ...more], given);
    expect(await asked()).toEqual({ code: 0, out: [text], err: [] });
    const { code, out } = await asked('--json');
    expect([code, out.map((one) => JSON.parse(one) as unknown)]).toEqual([0, values]);
  });
});

test('A list of tenants says which are used and which are disabled', async () => {
  const row = { name: 'Reader', created: '2026-01-01T00:00:00Z', companies: 1, tokens: 2, disabled: null };
  const disabled = '2026-02-03T00:00:00Z';
  const tenants = [row, { ...row, disabled }].map((one) => ({ urn: 'urn', ...one }));
  const { code, out } = await run(tenantCommands, ['tenant', 'list'], { onDatabase: async () => tenants as never });
  expect([code, out[0]?.split('\n').slice(1)]).toEqual([
    0,
    ['active', 'disabled since 2026-02-03'].map(
      (state) => `urn  Reader  ${state.padEnd(25)}  2026-01-01  1          2`,
    ),
  ]);
});

test('A list of tokens says which hold, and when each was used last', async () => {
  const [past, future] = ['2026-01-01T00:00:00Z', '9999-01-01T00:00:00Z'];
  const row = {
    urn: 'urn',
    company: 'Reader',
    client: 'c',
    name: null,
    expires: future,
    lastUsed: null,
    revoked: false,
  };
  const tokens = [row, { ...row, expires: past, lastUsed: past }, { ...row, expires: past, revoked: true }];
  const { out } = await run(tokenCommands, ['token', 'list'], { onDatabase: async () => tokens as never });
  expect(out[0]?.split('\n').map((line) => line.split(/ {2,}/).slice(-3))).toEqual([
    ['EXPIRES', 'LAST USED', 'STATE'],
    ['9999-01-01', 'never', 'active'],
    ['2026-01-01', '2026-01-01', 'expired'],
    ['2026-01-01', 'never', 'revoked'],
  ]);
});

describe('An exported file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-export-'));
  const file = path.join(folder, 'reader.ndjson');
  afterEach(() => {
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  // What the export of a company answers; reading one is tested in test/process.
  const answering = (missing: number): Partial<CommandParts> => ({
    onDatabase: async () => ({ name: 'Reader', rows: 3, files: 2, missing }) as never,
  });

  test('is for its owner alone, and says what it holds', async () => {
    expect(await run(companyCommands, ['export', file], answering(0))).toEqual({
      ...{ code: 0, out: [] },
      err: ['exported Reader: 3 rows, 2 files'],
    });
    expect(readdirSync(folder)).toEqual(['reader.ndjson']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('without a single one of its images is said with exit code 1', async () => {
    const { code, err } = await run(companyCommands, ['export', file], answering(1));
    expect(code).toBe(1);
    expect(err.at(-1)).toMatch(/^Files missing from the storage: 1\./);
  });

  test('is there as a whole or not at all', async () => {
    writeFileSync(file, 'the one before');
    expect((await run(companyCommands, ['export', file])).code).toBe(1);
    expect(readdirSync(folder)).toEqual(['reader.ndjson']);
    expect(readFileSync(file, 'utf8')).toBe('the one before');
  });

  test('is written no faster than it is taken', async () => {
    let take: () => void = () => undefined;
    const slow = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, taken) => void (take = taken) });
    let isWritten = false;
    const writing = writeLine(slow, '{}').then(() => (isWritten = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isWritten).toBe(false);
    take();
    await writing;
  });

  test('is not put in the place of a folder', async () => {
    mkdirSync(file);
    const { code, err } = await run(companyCommands, ['export', file], answering(0));
    expect([code, err, readdirSync(folder)]).toEqual([1, [`${file} is a folder.`], ['reader.ndjson']]);
    rmdirSync(file);
  });
});

describe('Progress', () => {
  /** What is said of work of that size when so much of it is done, at so many milliseconds each. */
  function saidOf(total: number, steps: readonly (readonly [at: number, done: number])[]): string[] {
    const said: string[] = [];
    let now = 0;
    const progress = createProgress(
      (line) => said.push(line),
      () => now,
    );
    for (const [at, done] of steps) {
      now = at;
      progress(done, total);
    }
    return said;
  }

  test('of long work says how much is done, how fast, and how long it will still take', () => {
    const steps = [
      [500, 500],
      [2_000, 2_500],
      [2_900, 3_000],
      [4_000, 5_000],
    ] as const;
    expect(saidOf(100_000, steps)).toEqual([
      '2,500 of 100,000 (2 %), 1,250 a second, 1 min 18 s left',
      '5,000 of 100,000 (5 %), 1,250 a second, 1 min 16 s left',
    ]);
  });

  test('is shown at most once a second, from the first second on, in minutes from one minute on', () => {
    const steps = [
      [999, 1],
      [1_000, 0],
      [1_000, 50],
      [1_999, 60],
      [2_000, 100],
      [3_000, 300],
    ] as const;
    expect(saidOf(3_050, steps)).toEqual([
      '50 of 3,050 (1 %), 50 a second, 1 min 0 s left',
      '100 of 3,050 (3 %), 50 a second, 59 s left',
      '300 of 3,050 (9 %), 100 a second, 28 s left',
    ]);
  });
});

test('Following events needs a token', async () => {
  const { code, err } = await run(eventCommands, ['events', 'follow']);
  expect([code, err[0]]).toEqual([2, 'No token: use --token or COMMONPLACE_TOKEN.']);
});
