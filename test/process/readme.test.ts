// The README as a reader follows it: every example runs in a shell against a fresh start, in order, and must print what
// the README shows.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeServicePlayground, type ReadyService } from './serviceProcess.ts';

/** A block of commands, and the answer below it. */
interface Example {
  readonly title: string;
  readonly command: string;
  readonly answer: string;
}

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const examples: readonly Example[] = [...readme.matchAll(/```sh\n([^`]+)```\n\n```json\n([^`]+)```/g)].map(
  ([, command = '', answer = '']) => ({
    title: / (?:"\{|"mutation \{|'http[^ ]*\/n\/v1) ?.*/.exec(command)?.[0] ?? '',
    command,
    answer,
  }),
);

const playground = makeServicePlayground();
let service: ReadyService;
beforeAll(async () => {
  service = await playground.startReady();
});
afterAll(() => playground.clear());

const here = (text: string): string => text.replaceAll('http://127.0.0.1:4000', service.url);

test('The README shows the one command that runs the service, and the one that passes the tests', () => {
  expect(readme).toContain('```sh\nnpm ci && npm start\n```');
  expect(readme).toContain('`npm ci && npm test`');
});

test('The README is short, shows both pages, and links to files that exist', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(130);
  const links = [...readme.matchAll(/\]\(([\w./-]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
  expect(links).toEqual(expect.arrayContaining(['docs/pictures/ide.png', 'docs/pictures/operations.png']));
  expect(links.filter((link) => !existsSync(new URL(`../../${link}`, import.meta.url)))).toEqual([]);
});

describe('the examples of the README', () => {
  test('are complete: each command that calls the service has its answer below it', () => {
    const asking = [...readme.matchAll(/```sh\n([^`]+)```/g)].filter(([, command]) => command?.includes('curl'));
    expect(examples).toHaveLength(asking.length);
    expect(examples.length).toBeGreaterThanOrEqual(2);
  });

  test.each(examples)('print what is shown: $title', async ({ command, answer }) => {
    const env = { PATH: process.env['PATH'], TOKEN: service.adminTokens[0] };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', here(command)], { env });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(here(answer)));
  });

  test('follow the log from its beginning, as is shown', async () => {
    const [, command = '', shown = ''] = /```console\n(curl[^`]+)```\n\n```text\n([^`]+)```/.exec(readme) ?? [];
    expect(shown).toContain('"cursor"');
    const env = { PATH: process.env['PATH'], TOKEN: service.adminTokens[0] };
    const child = spawn('bash', ['-c', `exec ${here(command)}`], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    await expect.poll(() => out, { timeout: 20_000 }).toContain(shown);
    child.kill();
    await once(child, 'exit');
  });
});

test('The start page and the IDE are about the demo, which is there', async () => {
  const read = async (path: string): Promise<string> =>
    (await fetch(service.url + path, { headers: { accept: 'text/html' } })).text();
  expect(await read('/')).toContain(`curl '${service.url}/v/v1/entityview/home?variant=summer'`);
  expect(await read('/graphql/ide')).not.toContain('data-examples');
});

test('The tokens of a first start are found in the log as the operating guide looks for them', () => {
  const guide = readFileSync(new URL('../../docs/guides/operating.md', import.meta.url), 'utf8');
  const filters = [...guide.matchAll(/^(?:journalctl|docker compose logs) .*\| (grep .+)$/gm)].map(
    ([, filter = '']) => filter,
  );
  expect(filters).toHaveLength(2);
  for (const filter of filters) {
    const { stdout } = spawnSync('bash', ['-c', filter], { input: service.output.out, encoding: 'utf8' });
    expect(stdout).toContain(service.adminTokens[0]);
  }
});
