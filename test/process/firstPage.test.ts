// A service without the demo, as a newcomer finds it: the guide that begins with nothing runs as it stands, in one shell, and
// prints what it shows; the start page and the IDE tell how to begin.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeServicePlayground, type ReadyService } from './serviceProcess.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

const root = fileURLToPath(new URL('../../', import.meta.url));
const playground = makeServicePlayground();
let service: ReadyService;
beforeAll(async () => {
  service = await playground.startReady({ DEMO: '0' });
});
afterAll(() => playground.clear());

const browser = { accept: 'text/html' };
const textOf = async (path: string): Promise<string> => (await fetch(service.url + path, { headers: browser })).text();

describe('Without the demo', () => {
  test('the start page says nothing of it, and leads to the guide that begins with nothing', async () => {
    const start = await textOf('/');
    expect(start).not.toContain('variant=summer');
    expect(start).toContain(`curl '${service.url}/n/v1/companies?fields=name'`);
    expect(start).toContain('<a href="/docs/guides/first-page">');
    expect(await textOf('/docs/guides/first-page')).toContain('From nothing to your first public page</h1>');
  });

  test('the IDE is told to open with examples that need no content', async () => {
    expect(await textOf('/graphql/ide')).toContain('data-examples="first"');
  });

  test('what the start prints names nothing of it', () => {
    expect(service.output.out).not.toContain('entityview/home');
  });

  test('the guide leads to a page that is read without a token: every command prints what is shown', async () => {
    const guide = readFileSync(new URL('../../docs/guides/first-page.md', import.meta.url), 'utf8');
    const here = (text: string): string => text.replaceAll('http://127.0.0.1:4000', service.url);
    const blocks = [...guide.matchAll(/```sh\n([^`]+)```\n(?:\n```(?:json|text)\n([^`]+)```)?/g)];
    expect(blocks.length).toBeGreaterThan(5);
    // One shell, as a reader has it; a line that no command prints stands between what two blocks print.
    const script = blocks.map(([, command = '']) => `${here(command)}\necho; echo '~~~'\n`).join('');
    const env = { PATH: process.env['PATH'], TOKEN: service.adminTokens[0] };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env, cwd: root });
    const printed = stdout.split('~~~\n').map((one) => one.trim());
    for (const [at, [, command = '', shown]] of blocks.entries()) {
      if (shown === undefined) continue;
      const isJson = shown.startsWith('{');
      const read = (text: string): unknown => (isJson ? JSON.parse(text) : text.trim());
      expect([command, read(printed[at] ?? '')]).toEqual([command, read(here(shown))]);
    }
  });
});
