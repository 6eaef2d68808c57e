// What the doctor finds, and what it says is to be done.
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommandParts } from '../../src/commands/command.ts';
import { doctor } from '../../src/commands/doctor.ts';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { createS3Storage } from '../../src/files/s3Storage.ts';
import { account, startS3Receiver } from '../support/s3Receiver.ts';
import { run } from '../support/runCommand.ts';

describe('doctor', () => {
  /** A database that answers with that row. */
  const answering = (row: Readonly<Record<string, unknown>>, embeddedUrl: string | null): Partial<CommandParts> => ({
    // The row is all that the command asks a database for.
    onDatabase: (work) => work({ database: { query: async () => [row] }, contract: null, embeddedUrl } as never),
  });
  const findings = async (given: Partial<CommandParts>) => {
    const { code, out } = await run({ doctor }, ['doctor', '--json'], given);
    const all = out.map((line) => JSON.parse(line) as { name: string; state: string; text: string; remedy?: string });
    return { code, of: (name: string) => all.find((one) => one.name === name), all };
  };
  const row = (skew: number, migrated = true) => ({ version: '17.2', now: Date.now() + skew, migrated });

  test.each([
    [0, 'ok'],
    [-1_000, 'ok'],
    [10_000, 'warning'],
    [-10_000, 'warning'],
  ])('compares the clocks: %i milliseconds apart are %s', async (skew, state) => {
    const { code, of } = await findings(answering(row(skew), null));
    expect([code, of('Clock')?.state]).toEqual([0, state]);
    expect(of('Database')).toEqual({ name: 'Database', state: 'ok', text: 'PostgreSQL 17.2' });
  });

  test('names the address of the embedded server, and a database without tables', async () => {
    const { code, of } = await findings(answering(row(0, false), 'postgres://127.0.0.1:5555/c'));
    expect(code).toBe(0);
    expect(of('Database')).toMatchObject({
      state: 'warning',
      text: 'PostgreSQL 17.2, embedded: postgres://127.0.0.1:5555/c, without tables',
    });
    expect(of('Clock')?.state).toBe('ok');
  });

  test('puts a file into the bucket and removes it, and says what to look at where that is refused', async () => {
    const store = await startS3Receiver();
    const s3 = { endpoint: store.endpoint, bucket: 'media', region: 'eu-test-1', ...account };
    const checked = async (settings: typeof s3) => {
      const config = () => ({ ...readConfig({}), s3: settings });
      return findings({ ...answering(row(0), null), config, files: () => createS3Storage(settings) });
    };
    const well = await checked(s3);
    expect([well.code, well.of('Image store')]).toEqual([
      0,
      { name: 'Image store', state: 'ok', text: 'bucket "media" takes files' },
    ]);
    expect(store.requests.map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
    expect(store.objects.size).toBe(0);
    const wrong = await checked({ ...s3, secretAccessKey: 'wrong' });
    expect([wrong.code, wrong.of('Image store')]).toEqual([
      1,
      {
        name: 'Image store',
        state: 'problem',
        text: 'the file storage answered PUT with 403',
        remedy:
          'Check the S3_ settings, that the bucket "media" exists, and that the key may read, write and delete in it.',
      },
    ]);
    await store.close();
  });

  test('ends with 1 for a problem alone, and looks no further without a configuration', async () => {
    const away = await findings({});
    expect([away.code, away.of('Database')]).toEqual([
      1,
      {
        name: 'Database',
        state: 'problem',
        text: 'asked',
        remedy: 'Check DATABASE_URL, and that the server accepts connections from this machine.',
      },
    ]);
    const wrong = await findings({
      config: () => {
        throw new ConfigError('The configuration is wrong.\n  PORT: no.');
      },
    });
    expect(wrong.code).toBe(1);
    expect(wrong.all.map(({ name, state }) => [name, state])).toEqual([
      ['Node', expect.stringMatching(/^(?:ok|warning)$/)],
      ['Configuration', 'problem'],
    ]);
    expect(wrong.of('Configuration')?.text).toBe('The configuration is wrong.   PORT: no.');
  });

  test.each([
    ['18.20.8', 'problem'],
    ['20.18.9', 'problem'],
    ['20.19.0', 'warning'],
    ['21.9.0', 'warning'],
    ['22.0.0', 'ok'],
    ['24.1.0', 'ok'],
  ])('says of Node %s that it is a %s', async (node, state) => {
    const { versions } = process;
    Object.defineProperty(process, 'versions', { value: { ...versions, node }, configurable: true });
    const { code, of } = await findings(answering(row(0), null));
    Object.defineProperty(process, 'versions', { value: versions, configurable: true });
    expect([code, of('Node')]).toMatchObject([state === 'problem' ? 1 : 0, { state, text: node }]);
  });

  test('looks for room where a folder is to be made that is not there yet', async () => {
    const dataDir = path.join(tmpdir(), crypto.randomUUID(), 'data');
    const { of } = await findings({ ...answering(row(0), null), config: () => ({ ...readConfig({}), dataDir }) });
    expect(of('Data folder')).toEqual({ name: 'Data folder', state: 'ok', text: dataDir });
    const { bavail, bsize } = statfsSync(tmpdir());
    const state = bavail * bsize < 1024 ** 3 ? 'warning' : 'ok';
    expect(of('Disk')).toMatchObject({ state, text: expect.stringMatching(/^\d+\.\d GiB free$/) });
  });

  test('shows each finding on a line, with what to do below it', async () => {
    const { out } = await run({ doctor }, ['doctor'], answering(row(0, false), null));
    const at = out.findIndex((line) => line.startsWith('warning  Database: PostgreSQL 17.2, without tables'));
    expect(out[at + 1]).toBe('         Starting the service creates them; so does `commonplace migrate`.');
    expect(out).toContain('ok       Clock: agrees with the database');
  });
});
