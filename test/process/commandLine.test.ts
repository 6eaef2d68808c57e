// The command line as an operator uses it: instructive help, exit codes, and commands beside a running service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
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
  service = await startDemoService();
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
  return { code, out: said.out.replace(/^compiling\n/, ''), err: said.err };
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
    [['tokn'], 'There is no command "tokn".'],
    [['token'], 'Say which: token create, token list, token revoke.'],
    [['token', 'create', '--dayz', '3'], "Unknown option '--dayz'"],
    [['token', 'create', '--days', '0'], '--days: a whole number from 1 to 730 is expected.'],
    [['token', 'create', '--days', '731'], '--days: a whole number from 1 to 730 is expected.'],
    [['token', 'revoke'], 'The urn of a token is expected'],
    [['doctor', 'please'], '"please" is not expected.'],
    [['events', 'follow'], 'Give a token with --token or COMMONPLACE_TOKEN.'],
  ])('answers wrong usage with exit code 2, the reason and the help: %j', async (words, reason) => {
    const { code, out, err } = await commonplace(words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(reason);
    expect(err).toContain('Usage: commonplace');
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
    expect(await commonplace(['token', 'revoke', urn])).toEqual({ code: 0, out: `revoked ${urn}\n`, err: '' });
    expect((await caller.rest('GET', '/n/v1/tasks')).status).toBe(401);
    expect((await commonplace(['token', 'list'])).out).not.toContain(urn);
    expect((await commonplace(['token', 'list', '--all'])).out).toMatch(new RegExp(`^${urn} .*revoked$`, 'm'));
    expect((await commonplace(['token', 'revoke', urn])).code).toBe(1);
  });

  test('are not issued for a client that does not exist', async () => {
    const { code, out, err } = await commonplace(['token', 'create', '--client', 'nobody']);
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'There is no such active API client.\n' });
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
    expect(err).toContain('UNAUTHENTICATED');
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
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'The database is not empty: nothing was written.\n' });
  });
});
