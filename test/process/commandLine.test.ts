// The command line as an operator uses it: instructive help, exit codes, and commands beside a running service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readTenants, setTenantEnabled } from '../../src/actions/access/operatorTokens.ts';
import { exportCompany, importCompany } from '../../src/actions/identity/copyCompany.ts';
import { loadContract } from '../../src/contract/load.ts';
import { openDatabase } from '../../src/database/connection/database.ts';
import type { Services } from '../../src/engine/context.ts';
import { createLocalStorage } from '../../src/files/localStorage.ts';
import { createDatabase, withClient } from '../support/database.ts';
import { startDemoService, type DemoService } from '../support/demo.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-command-'));
let service: DemoService;

beforeAll(async () => {
  service = await startDemoService({ DATA_DIR: folder });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function commonplace(words: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder, DATABASE_URL: service.databaseUrl, ...settings };
  const child = spawn(process.execPath, ['bin/commonplace.js', ...words], { cwd: root, env });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  // `close` gives the exit code first.
  const [code] = (await once(child, 'close')) as [number | null];
  // Where the sources are newer than what was compiled.
  return { code, out: said.out, err: said.err.replace(/^compiling\n/, '') };
}

describe('The help', () => {
  test('lists every command, and each command shows its usage with an example', async () => {
    const { code, out } = await commonplace(['help']);
    expect(code).toBe(0);
    const names = [...out.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}/gm)].map(([, name = '']) => name);
    expect(names).toEqual(
      expect.arrayContaining(['start', 'migrate', 'seed', 'token create', 'events follow', 'doctor']),
    );
    const one = await commonplace(['token', 'create', '--help']);
    expect(one.code).toBe(0);
    expect(one.out).toMatch(/^Usage: commonplace token create \[options\]\n/);
    expect(one.out).toContain('--days <n>');
    expect(one.out).toContain('Examples:\n  commonplace token create');
  });

  test.each([
    [['token', 'create', '--dayz', '3'], "Unknown option '--dayz'"],
    [['token', 'create', '--days', '0'], '--days must be a whole number from 1 to 730.'],
    [['token', 'create', '--days', '731'], '--days must be a whole number from 1 to 730.'],
    [['tenant', 'create'], 'Give a name of 1 to 255 characters'],
    [['tenant', 'create', ' '], 'Give a name of 1 to 255 characters'],
    [['token', 'revoke'], 'Give the urn of a token'],
    [['export'], 'Give one file, or - for a pipe.'],
    [['export', 'x', '--company', 'y'], '--company must be a urn of 36 characters.'],
    [['import', 'a', 'b'], 'Give one file, or - for a pipe.'],
    [['doctor', 'please'], 'Unexpected argument "please".'],
    [['events', 'follow'], 'No token: use --token or COMMONPLACE_TOKEN.'],
  ])('answers wrong usage with exit code 2, the reason and the help: %j', async (words, reason) => {
    const { code, out, err } = await commonplace(words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(reason);
    expect(err).toContain('Usage: commonplace');
  });
});

describe('A refusal', () => {
  test('names what is alike, or lists what the first word begins', async () => {
    const err = 'There is no command "tokn". Did you mean token?\n\n`commonplace help` lists the commands.\n';
    expect(await commonplace(['tokn'])).toEqual({ code: 2, out: '', err });
    const group = await commonplace(['token']);
    expect([group.code, group.err]).toEqual([2, expect.stringContaining('\n  token create  Create a bearer token')]);
  });

  test('says what a database without tables lacks, not what PostgreSQL calls it', async () => {
    const made = await createDatabase();
    await withClient(made.url, (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
    const { code, err } = await commonplace(['token', 'list'], { DATABASE_URL: made.url });
    await made.drop();
    expect([code, err]).toEqual([
      1,
      'DATABASE_URL leads to a database without tables. A start makes them, and so does commonplace migrate.\n',
    ]);
  });
});

describe('Tokens', () => {
  test('are issued, listed without their secret, and revoked immediately', async () => {
    const made = await commonplace(['token', 'create', '--name', 'my laptop', '--days', '2', '--json']);
    expect(made.code).toBe(0);
    const { urn, token, expires } = JSON.parse(made.out) as { urn: string; token: string; expires: string };
    expect(Math.round((Date.parse(expires) - Date.now()) / 3_600_000)).toBe(48);
    const caller = service.client(token);
    expect((await caller.rest('GET', '/n/v1/tasks')).status).toBe(200);
    const listed = await commonplace(['token', 'list']);
    expect(listed.out).toMatch(new RegExp(`^${urn} .*my laptop .* active$`, 'm'));
    expect(listed.out).not.toContain(token);
    // Past a pool of connections, where one is named.
    const behind = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATABASE_DIRECT_URL: service.databaseUrl };
    expect((await commonplace(['token', 'list'], behind)).out).toContain(urn);
    expect(await commonplace(['token', 'revoke', urn])).toEqual({ code: 0, out: `revoked ${urn}\n`, err: '' });
    expect((await caller.rest('GET', '/n/v1/tasks')).status).toBe(401);
    expect((await commonplace(['token', 'list'])).out).not.toContain(urn);
    expect((await commonplace(['token', 'list', '--all'])).out).toMatch(new RegExp(`^${urn} .*revoked$`, 'm'));
    expect((await commonplace(['token', 'revoke', urn])).code).toBe(1);
  });

  test('last 90 days unless it is said', async () => {
    const made = await commonplace(['token', 'create', '--json']);
    const { urn, expires } = JSON.parse(made.out) as { urn: string; expires: string };
    expect(Math.round((Date.parse(expires) - Date.now()) / 86_400_000)).toBe(90);
    expect((await commonplace(['token', 'revoke', urn])).code).toBe(0);
  });

  test('are not issued for a client that does not exist', async () => {
    const { code, out, err } = await commonplace(['token', 'create', '--client', 'nobody']);
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'There is no active API client with this urn.\n' });
  });
});

describe('Tenants', () => {
  test('are made apart from all others beside a running service, and listed without their tokens', async () => {
    const made = await commonplace(['tenant', 'create', 'Northern Library', '--json']);
    expect({ code: made.code, err: made.err }).toEqual({ code: 0, err: '' });
    const { urn, token } = JSON.parse(made.out) as { urn: string; token: string };
    const caller = service.client(token);
    const { companies } = await caller.data('{ companies { nodes { urn name } } }');
    expect(companies.nodes).toEqual([{ urn, name: 'Northern Library' }]);
    const project = await caller.rest('POST', '/n/v1/project', { body: { owner: urn, name: 'First' } });
    expect(project.status, project.text).toBe(201);
    const listed = await commonplace(['tenant', 'list']);
    expect(listed.out).toMatch(new RegExp(`^${urn} +Northern Library +active +\\d{4}-\\d\\d-\\d\\d +1 +1$`, 'm'));
    expect(listed.out).not.toContain(token);
    expect(await commonplace(['tenant', 'disable', urn])).toEqual({
      ...{ code: 0, err: '' },
      out: 'Northern Library is disabled.\n',
    });
    expect((await caller.rest('GET', '/n/v1/projects')).status).toBe(401);
    expect((await commonplace(['tenant', 'list'])).out).toMatch(new RegExp(`^${urn} .* disabled since `, 'm'));
    expect((await commonplace(['tenant', 'enable', urn])).out).toBe('Northern Library is enabled.\n');
    expect((await caller.rest('GET', '/n/v1/projects')).status).toBe(200);
    expect((await commonplace(['tenant', 'disable', 'nobody'])).code).toBe(1);
    expect((await commonplace(['tenant', 'disable'])).code).toBe(2);
    const lines = (await commonplace(['tenant', 'list', '--json'])).out.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { urn: string }).urn)).toContain(urn);
    expect(lines).toHaveLength(2);
  });
});

describe('Events', () => {
  test('are printed as they happen and forwarded, starting with those after a cursor', async () => {
    const bodies: string[] = [];
    const receiver = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => (text += part));
      request.on('end', () => {
        bodies.push(text);
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = receiver.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { events } = await service
      .client(service.token)
      .data('{ events(first: 3, subjects: [ENTITY]) { nodes { cursor sequence } } }');
    const [first, second, third] = events.nodes;
    const words = [
      'events',
      'follow',
      '--url',
      service.url,
      '--subject',
      'ENTITY',
      '--after',
      first.cursor,
      '--count',
      '2',
    ];
    const forward = ['--json', '--forward', `http://127.0.0.1:${String(port)}/hook`];
    const { code, out } = await commonplace([...words, ...forward], { COMMONPLACE_TOKEN: service.token });
    receiver.close();
    expect(code).toBe(0);
    const printed = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(printed.map(({ sequence }) => String(sequence))).toEqual([String(second.sequence), String(third.sequence)]);
    expect(bodies.map((body) => JSON.parse(body))).toEqual(printed);
  });

  test('are refused to a wrong token with exit code 1', async () => {
    const { code, out, err } = await commonplace(['events', 'follow', '--url', service.url, '--token', 'wrong']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe('The service refused: A valid bearer token is required. UNAUTHENTICATED\n');
  });
});

describe('The database', () => {
  test('passes doctor if it is healthy, and a wrong one is reported with what to do', async () => {
    const well = await commonplace(['doctor', '--json']);
    const findings = well.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; state: string });
    expect(findings.map(({ name }) => name)).toEqual([
      'Node',
      'Configuration',
      'Data folder',
      'Disk',
      'Database',
      'Clock',
    ]);
    expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
    expect(well.code).toBe(0);
    const away = await commonplace(['doctor'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(away.code).toBe(1);
    expect(away.out).toMatch(/PROBLEM {2}Database: .*\n +Check DATABASE_URL/);
    const wrong = await commonplace(['doctor'], { PORT: 'eighty' });
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringMatching(/PROBLEM {2}Configuration: .*PORT/)]);
  });

  test('is not filled with the demo if it holds data', async () => {
    const { code, out, err } = await commonplace(['seed']);
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'The database is not empty; nothing was written.\n' });
  });
});

describe('A company', () => {
  const progress = (): void => undefined;

  type Place = Pick<Services, 'database' | 'files'>;

  async function exported({ database, files }: Place): Promise<string[]> {
    const lines: string[] = [];
    await exportCompany({ database, files, progress }, null, async (line) => void lines.push(line));
    // Without the time at which it was written.
    return lines.map((line, at) => (at === 0 ? line.replace(/"exportedTimestamp":"[^"]*",/, '') : line));
  }

  async function elsewhere(work: (parts: Place) => Promise<void>): Promise<void> {
    const made = await createDatabase();
    const place = mkdtempSync(path.join(tmpdir(), 'commonplace-import-'));
    const database = await openDatabase({ url: made.url, contract: loadContract(), poolSize: 2 });
    try {
      await work({ database, files: createLocalStorage(place) });
    } finally {
      await database.close();
      rmSync(place, { recursive: true, force: true });
      await made.drop();
    }
  }

  async function filesIn({ files }: Place): Promise<string[]> {
    const found: string[] = [];
    for await (const { digestHex } of files.list()) found.push(digestHex);
    return found;
  }

  async function* each(lines: readonly string[]): AsyncGenerator<string> {
    yield* lines;
  }

  test('is exported and imported elsewhere as it was, once however often', { timeout: 240_000 }, async () => {
    const lines = await exported(service.services);
    for (const table of ['entity', 'item', 'item_value', 'item_live', 'link', 'task', 'thread_post', 'permission'])
      expect(
        lines.some((line) => line.startsWith(`{"table":"${table}",`)),
        table,
      ).toBe(true);
    expect(lines.filter((line) => line.startsWith('{"file":')).length).toBeGreaterThan(5);
    expect(lines.filter((line) => /^\{"table":"(?:webhook|o_auth|api_client_bearer)|secret_hash/.test(line))).toEqual(
      [],
    );
    const { rows } = JSON.parse(lines[0] ?? '') as { rows: number };
    const files = lines.filter((line) => line.startsWith('{"file":')).length;
    await elsewhere(async (parts) => {
      const read = (isDryRun: boolean, of = lines): Promise<unknown> =>
        importCompany({ ...parts, progress }, each(of), isDryRun);
      const none = {
        company: 'Commonplace',
        rows: { written: rows, known: 0 },
        files: { written: files, known: 0 },
      };
      expect(await read(true)).toEqual(none);
      await expect(exported(parts)).rejects.toThrow('There is no root company with this urn.');
      expect(await filesIn(parts)).toEqual([]);
      expect(await read(false)).toEqual(none);
      expect(await filesIn(parts)).toHaveLength(files);
      const all = { company: 'Commonplace', rows: { written: 0, known: rows }, files: { written: 0, known: files } };
      expect(await read(true)).toEqual(all);
      expect(await read(false)).toEqual(all);
      // One that was missing when they were exported is neither.
      const missing = lines.findIndex((line) => line.startsWith('{"file":'));
      const fewer = { written: 0, known: files - 1 };
      expect(await read(true, lines.toSpliced(missing, 1))).toMatchObject({ files: fewer });
      expect(await exported(parts)).toEqual(lines);
    });
  });

  test('without files is imported to its last row, and one whose files are missing says how many', async () => {
    const lines = await exported(service.services);
    const bare = lines.filter((line) => !line.startsWith('{"file":'));
    const { rows } = JSON.parse(bare[0] ?? '') as { rows: number };
    await elsewhere(async (parts) => {
      const said = await importCompany({ ...parts, progress }, each(bare), false);
      expect(said.rows).toEqual({ written: rows, known: 0 });
      const again = await exportCompany({ ...parts, progress }, null, async () => undefined);
      expect(again).toEqual({ name: 'Commonplace', rows, files: 0, missing: lines.length - bare.length });
    });
  });

  test('that is a tenant moves by hand: closed here, whole and open there', { timeout: 240_000 }, async () => {
    const here = { database: service.services.database, contract: loadContract() };
    const [tenant] = await readTenants(here);
    if (!tenant) throw new Error('There is no tenant.');
    const before = await exported(service.services);
    await setTenantEnabled(here, tenant.urn, false);
    try {
      expect((await service.client(service.token).rest('GET', '/n/v1/tasks')).status).toBe(401);
      const lines = await exported(service.services);
      expect(lines).toEqual(before);
      await elsewhere(async (parts) => {
        await importCompany({ ...parts, progress }, each(lines), false);
        const there = await readTenants({ database: parts.database, contract: here.contract });
        expect(there).toMatchObject([{ urn: tenant.urn, name: tenant.name, disabled: null, tokens: 0 }]);
        expect(await exported(parts)).toEqual(before);
      });
    } finally {
      await setTenantEnabled(here, tenant.urn, true);
    }
    expect((await service.client(service.token).rest('GET', '/n/v1/tasks')).status).toBe(200);
  });

  test('is not imported from a file that ends early, is damaged, or is none, and nothing of it stays', async () => {
    const [header = '', ...rest] = await exported(service.services);
    const cases: readonly (readonly [readonly string[], string])[] = [
      [[header, ...rest.slice(0, 700)], 'The file ends early'],
      [[header, ...rest.slice(0, 600), '{"table":"none","row":{}}'], 'There is no table none'],
      [[header, ...rest, rest[0] ?? ''], 'Something follows the end'],
      [[header.replace(/"schema":"\w+"/, '"schema":"Other1"'), ...rest], 'It is of Other1'],
      [[header, 'nonsense'], 'A line is no JSON object'],
      [['{"name":"anything"}'], 'It was not written by'],
      [[], 'The file ends early'],
    ];
    await elsewhere(async (parts) => {
      for (const [lines, reason] of cases)
        await expect(importCompany({ ...parts, progress }, each(lines), false)).rejects.toThrow(reason);
      await expect(exported(parts)).rejects.toThrow('There is no root company with this urn.');
    });
  });

  test('goes through a file', { timeout: 240_000 }, async () => {
    const file = path.join(folder, 'reader.ndjson');
    const written = await commonplace(['export', file]);
    expect(written).toMatchObject({ code: 0, out: '' });
    expect(written.err).toMatch(/exported Commonplace: [\d,]{3,} rows, \d+ files\n$/);
    const tried = await commonplace(['import', file, '--dry-run']);
    // Progress alone, where it takes long enough to be shown.
    expect(tried.err).toMatch(/^(?:[\d,]+ of [\d,]+ .* left\s*)*$/);
    expect(tried.out).toMatch(
      /^would import Commonplace: 0 rows and 0 files; [\d,]{3,} rows and \d+ files were there already\n$/,
    );
    const none = path.join(folder, 'none');
    const err = `${none} does not exist, or its folder does not.\n`;
    expect(await commonplace(['import', none])).toEqual({ code: 1, out: '', err });
    const astray = await commonplace(['export', file], { DATA_DIR: path.join(folder, 'another') });
    expect([astray.code, astray.err]).toEqual([
      1,
      expect.stringMatching(/ rows, 0 files\nFiles missing from the storage: [1-9]\d*\./),
    ]);
  });
});
