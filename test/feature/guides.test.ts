// The guides and the document of OAuth as a reader follows them: every command runs in a shell against the demo, in order, and
// prints what the guide shows; the webhook receivers run and receive; every linked file exists.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApollo, renderFrontPage } from '../../examples/apollo/frontPage.ts';
import { createUrql, followBoard } from '../../examples/urql/board.ts';
import { settings } from '../../src/config/settings.ts';
import { startDemoService, type DemoService } from '../support/demo.ts';
import { signedIn } from '../support/browser.ts';
import { freePort } from '../support/freePort.ts';
import { answerConsent } from '../support/oauth.ts';
import { follow as followSocket, openStream, socketClient } from '../support/streams.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = path.join(root, 'docs/guides');
const guides = readdirSync(folder).filter((name) => name.endsWith('.md'));

let service: DemoService;
const said: string[] = [];
const dataDir = mkdtempSync(path.join(tmpdir(), 'commonplace-guides-'));
beforeAll(async () => {
  const settled = { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8', METRICS_PORT: '0', DEVELOPMENT_SIGN_IN: '1' };
  service = await startDemoService(settled, { say: (line) => said.push(line) });
});
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const here = (text: string): string => text.replaceAll('http://127.0.0.1:4000', service.url);

test('there is a guide for each kind of reader', () => {
  const expected = [
    'backup',
    'desk',
    'examples',
    'first-page',
    'frontend',
    'images',
    'import',
    'lists-menus-sitemaps',
    'live-events',
    'model-your-content',
    'operating',
    'permissions',
    'preview',
    'publication',
    'rest',
    'rest-clients',
    'through-a-day',
    'tokens',
    'upgrade',
    'webhooks',
    'who-sees-a-page',
  ];
  expect(guides.map((name) => name.replace('.md', '')).sort()).toEqual(expected);
});

function follow(name: string): void {
  const text = readFileSync(path.join(folder, name), 'utf8');
  const examples = [...text.matchAll(/```sh\n([^`]+)```\n(?:\n```json\n([^`]+)```)?/g)].map(
    ([, command = '', answer], index) => ({
      title: `${String(index + 1)}: ${command.split('\n', 1)[0] ?? ''}`,
      command,
      answer,
    }),
  );

  test('links to files that exist', () => {
    const prose = text.replace(/```[^]*?```/g, '');
    const links = [...prose.matchAll(/\]\((\.[^)#]+|[\w./-]+\.md)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(path.join(folder, link)))).toEqual([]);
  });

  test.each(examples)(
    '$title',
    async ({ command, answer }) => {
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, TOKEN: service.token, DATABASE_URL: service.databaseUrl, DATA_DIR: dataDir };
      const options = { env, cwd: root, maxBuffer: 10_000_000 };
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', here(command)], options);
      if (answer !== undefined) expect(JSON.parse(stdout)).toEqual(JSON.parse(here(answer)));
    },
    180_000,
  );
}

// It publishes what the others look at.
const last = 'through-a-day.md';
// Those have services of their own: test/process/firstPage.test.ts and test/process/keptGuides.test.ts follow them.
const others = ['first-page.md', 'backup.md', 'upgrade.md'];

describe.each(guides.filter((name) => name !== last && !others.includes(name)))('%s', follow);

describe.each([
  ['examples.md', 29],
  ['lists-menus-sitemaps.md', 8],
] as const)('the queries of %s', (name, count) => {
  const text = readFileSync(path.join(folder, name), 'utf8');
  const queries = [
    ...text.matchAll(/### (.+)\n[^`]*(?:`[^`\n]+`[^`]*)*```graphql\n([^`]+)```(?:\n\n```json\n([^`]+)```)?/g),
  ].map(([, title = '', query = '', variables = '{}']) => ({ title, query, variables }));
  // On a first start nobody has subscribed.
  const mayBeEmpty = ['Failing webhooks'];

  test('are all found', () => {
    expect(queries).toHaveLength(count);
    expect([...text.matchAll(/```graphql/g)]).toHaveLength(count);
  });

  test.each(queries)('$title', async ({ title, query, variables }) => {
    const data: Record<string, { nodes?: unknown[]; userErrors?: unknown[] } | null> = await service
      .client(service.token)
      .data(query, JSON.parse(variables));
    for (const answer of Object.values(data)) {
      expect(answer).not.toBeNull();
      if (answer?.userErrors) expect(answer).toMatchObject({ userErrors: [] });
      if (answer?.nodes && !mayBeEmpty.includes(title)) expect(answer.nodes).not.toEqual([]);
    }
  });
});

describe(last, () => follow(last));

const isInstalled = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(':').some((place) => existsSync(path.join(place, name)));
const hasGo = isInstalled('go');
if (!hasGo) process.stderr.write('SKIPPED: no `go` is installed, so examples/webhooks/receiver.go was not run.\n');

interface Running {
  /** What it has printed. */
  readonly out: () => string;
  /** Writes a line to it. */
  readonly type: (line: string) => void;
  readonly end: () => void;
}

/** Starts a command that goes on until it is ended; with its children: `go run` starts what it built as one. */
function run(words: readonly string[], more: Readonly<Record<string, string>>, cwd = root): Running {
  const [command = '', ...rest] = words;
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...more };
  const child = spawn(command, rest, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  return {
    out: () => out,
    type: (line) => void child.stdin.write(`${line}\n`),
    end: () => {
      if (child.exitCode === null && child.pid) process.kill(-child.pid);
    },
  };
}

const receivers = [
  { title: 'TypeScript', words: [process.execPath, '--import', 'tsx', 'examples/webhooks/receiver.ts'], isThere: true },
  { title: 'Python', words: ['python3', 'examples/webhooks/receiver.py'], isThere: isInstalled('python3') },
  { title: 'Go', words: ['go', 'run', 'examples/webhooks/receiver.go'], isThere: hasGo },
];

describe.each(receivers)('the receiver in $title', ({ words, isThere }) => {
  const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz';
  let receiver: Running | null = null;
  afterAll(() => receiver?.end());

  test.skipIf(!isThere)('accepts what the service sends, and refuses a body that was changed in transit', async () => {
    const port = await freePort();
    const { out } = (receiver = run(words, { WEBHOOK_SECRET: secret, PORT: String(port) }));
    // Go compiles its standard library the first time.
    await expect.poll(out, { timeout: 50_000 }).toContain('listening on');

    const admin = service.client(service.token);
    const { clientContext } = await admin.data('{ clientContext { client { urn } } }');
    const made = await admin.rest('POST', '/n/v1/webhooksubscription', {
      body: {
        apiClient: clientContext.client.urn,
        subject: 'TASK',
        event: 'CREATE',
        eventsPerMinute: 600,
        destinationUrl: `http://127.0.0.1:${String(port)}/hook`,
        secret,
      },
    });
    expect(made.status).toBe(201);
    const { testWebhookSubscription } = await admin.data(
      `mutation ($urn: ID!) { testWebhookSubscription(urn: $urn) { userErrors { code } } }`,
      { urn: made.body.urn },
    );
    expect(testWebhookSubscription.userErrors).toEqual([]);
    await expect.poll(out, { timeout: 20_000 }).toContain(`verified webhook.test ${String(made.body.urn)}`);

    const forged = await fetch(`http://127.0.0.1:${String(port)}/hook`, {
      method: 'POST',
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
      },
      body: '{"type":"task.create","targetUrn":null}',
    });
    expect(forged.status).toBe(400);
    await expect.poll(out).toContain('refused');
    expect((await admin.rest('DELETE', `/n/v1/webhooksubscription/${String(made.body.urn)}`)).status).toBe(204);
  });
});

describe('The guide to webhooks', () => {
  const text = readFileSync(path.join(folder, 'webhooks.md'), 'utf8');
  const [subscribe = '', ...others] = [...text.matchAll(/```(?:sh|console)\n([^`]+)```/g)].map(
    ([, block = '']) => block,
  );
  const receive = others.find((block) => block.includes('receiver.py')) ?? '';
  let receiver: Running | null = null;
  afterAll(() => receiver?.end());

  test.skipIf(!isInstalled('python3'))('leads to a receiver that verifies a change of a task', async () => {
    const port = String(await freePort());
    const settled = (block: string): string[] => ['bash', '--norc', '-euc', here(block).replaceAll('8443', port)];
    const { out } = (receiver = run(settled(receive), {}));
    await expect.poll(out, { timeout: 20_000 }).toContain('listening on');
    const subscribing = run(settled(subscribe), { TOKEN: service.token });
    await expect.poll(subscribing.out, { timeout: 20_000 }).toContain('"status":"ACTIVE"');
    const admin = service.client(service.token);
    const { tasks } = await admin.data('{ tasks(first: 1) { nodes { urn priority } } }');
    const [{ urn, priority }] = tasks.nodes;
    for (const other of ['CRITICAL', 'LOW', priority])
      await admin.rest('PATCH', `/n/v1/task/${String(urn)}`, { body: { priority: other } });
    await expect.poll(out, { timeout: 20_000 }).toContain(`verified task.update ${String(urn)}`);
  });
});

describe('The document of OAuth', () => {
  const text = readFileSync(path.join(root, 'docs/oauth.md'), 'utf8');
  const blocks = [...text.matchAll(/```sh\n([^`]+)```/g)].map(([, command = '']) => command);
  const [exchange = '', before] = [blocks.at(-1), blocks.slice(0, -1).join('')];
  let shell: Running | null = null;
  afterAll(() => shell?.end());

  test.skipIf(!isInstalled('jq'))('leads to a token for a server, and to one for a person who agrees', async () => {
    expect(blocks).toHaveLength(4);
    // One shell, as a reader has it, that waits for the code at the end.
    const script = here(`${before}read -r CODE\n${exchange}`);
    const { out, type } = (shell = run(
      ['bash', '--norc', '-euo', 'pipefail', '-c', script],
      { TOKEN: service.token },
      dataDir,
    ));
    await expect.poll(out, { timeout: 20_000 }).toContain('/oauth2/authorize?');
    const [server = '', address = ''] = /^(\{.*\})\n?(http\S+)\n$/.exec(out())?.slice(1) ?? [];
    const [, shown = ''] = /```json\n([^`]+)```/.exec(text) ?? [];
    const { access_token: issued, ...others } = JSON.parse(server) as Record<string, unknown>;
    expect({ ...others, access_token: String(issued).replace(/(?<=^ccs_o_).+/, '...') }).toEqual(JSON.parse(shown));

    const [, email = ''] = /`(\S+@\S+)`/.exec(text) ?? [];
    const browser = await signedIn({ url: service.url, said }, email);
    const sentTo = await answerConsent(service, new URL(address).search.slice(1), {
      identity: '',
      cookie: browser.cookies(),
    });
    expect(sentTo.href).toMatch(/^http:\/\/127\.0\.0\.1:5111\/callback\?/);
    type(sentTo.searchParams.get('code') ?? '');
    await expect
      .poll(() => out().slice(out().indexOf(address)), { timeout: 20_000 })
      .toContain('"refresh_token":"ccs_');
  });
});

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find((file) => existsSync(file));
if (!nginx) process.stderr.write('SKIPPED: no nginx is installed, so the block of the operating guide was not run.\n');

describe('Behind nginx, as the operating guide sets it up,', () => {
  const [, block = ''] = /```nginx\n([^`]+)```/.exec(readFileSync(path.join(folder, 'operating.md'), 'utf8')) ?? [];
  let proxy: ChildProcess;
  let front = '';
  beforeAll(async () => {
    if (!nginx) return;
    const port = await freePort();
    front = `http://127.0.0.1:${String(port)}`;
    const server = block
      .replace('listen 443 ssl', `listen 127.0.0.1:${String(port)}`)
      .replaceAll(/ *ssl_certificate.*\n/g, '')
      .replace('127.0.0.1:4000', new URL(service.url).host);
    // Its workers may be another user.
    const place = mkdtempSync(path.join(tmpdir(), 'commonplace-nginx-'));
    chmodSync(place, 0o711);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (one) => `${one}_temp_path ${place}/${one};`,
    );
    const file = path.join(place, 'nginx.conf');
    const main = `daemon off; pid ${place}/pid; error_log stderr; events {}`;
    writeFileSync(file, `${main}\nhttp { access_log off; ${temporary.join(' ')}\n${server} }\n`);
    proxy = spawn(nginx, ['-e', 'stderr', '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
    // Refused until it listens.
    await vi.waitFor(async () => expect((await fetch(`${front}/healthz`)).status).toBe(200), { timeout: 20_000 });
  });
  afterAll(async () => {
    if (!nginx) return;
    proxy.kill();
    await once(proxy, 'exit');
  });

  const headline = '019a0000-0000-7000-8000-000000000003';
  const followed = `subscription { events(targetUrns: ["${headline}"], includeSnapshot: true) { event } }`;

  test.skipIf(!nginx)('subscribers hear over a socket and over a stream, as it happens', async () => {
    const socket = socketClient(front, service.token);
    const heard = followSocket(socket, followed);
    const stream = await openStream(front, service.token, followed);
    await expect.poll(() => heard.data, { timeout: 20_000 }).toEqual([{ events: { event: 'ALL' } }]);
    expect((await stream.next())?.data).toMatchObject({ data: { events: { event: 'ALL' } } });
    const change = { body: { value: 'Heard behind a proxy' } };
    expect((await service.client(service.token).rest('PATCH', `/n/v1/textitem/${headline}`, change)).status).toBe(200);
    expect((await stream.next())?.data).toMatchObject({ data: { events: { event: 'UPDATE' } } });
    await expect.poll(() => heard.data.length, { timeout: 20_000 }).toBe(2);
    stream.close();
    await socket.dispose();
  });

  test.skipIf(!nginx)('a body beyond its usual limit reaches the service, and the largest image does', async () => {
    const body = JSON.stringify({ value: 'x'.repeat(1_500_000) });
    const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${front}/n/v1/textitem/${headline}`, { method: 'PATCH', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'VALIDATION_FAILED' }]);
    const [, megabytes] = /client_max_body_size (\d+)m/.exec(block) ?? [];
    const largest = settings.find(({ name }) => name === 'MAX_IMAGE_BYTES')?.default;
    expect(Number(megabytes) * 2 ** 20).toBeGreaterThan(Number(largest));
  });
});

describe('The example', () => {
  test('with Apollo Client renders the front page in a language, with all articles of it', async () => {
    const page = await renderFrontPage(createApollo(service.url, service.token), 'de');
    expect(page).toContain('<p>Ein kleines Heft für alles, was das Abschreiben lohnt.</p>');
    expect(page).toMatch(/<img src="http[^"]+" alt="Flache Hügel unter einem Abendhimmel.">/);
    const { entities } = await service
      .client(service.token)
      .data(
        '{ entities(first: 1, where: { path: { startsWith: "/articles/" }, language: { eq: "de" } }) { totalCount } }',
      );
    expect(entities.totalCount).toBeGreaterThan(3);
    expect(page.match(/<li>/g)).toHaveLength(entities.totalCount);
  });

  test('with urql shows the board, and again when a task changes', async () => {
    const shown: string[] = [];
    const stop = followBoard(createUrql(service.url, service.token), (text) => shown.push(text));
    await expect.poll(() => shown.at(-1), { timeout: 20_000 }).toMatch(/^Winter issue\nTo do\n {2}/);
    const admin = service.client(service.token);
    const { tasks } = await admin.data(
      '{ tasks(where: { title: { startsWith: "Translate" } }) { nodes { urn title } } }',
    );
    const [{ urn, title }] = tasks.nodes;
    expect(shown.at(-1)).toContain(title);
    let count = 0;
    await expect
      .poll(
        async () => {
          await admin.rest('PATCH', `/n/v1/task/${String(urn)}`, { body: { title: `Moved ${String((count += 1))}` } });
          return shown.at(-1);
        },
        { timeout: 20_000 },
      )
      .toContain('Moved');
    stop();
    await admin.rest('PATCH', `/n/v1/task/${String(urn)}`, { body: { title } });
  });

  test('in REST changes a page once, is refused with an old ETag, and publishes it', async () => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, TOKEN: service.token, COMMONPLACE_URL: service.url };
    const { stdout } = await promisify(execFile)('bash', ['examples/rest/publish.sh', '/by-script'], {
      env,
      cwd: root,
    });
    expect(stdout).toBe('changed once; with the old ETag: 412\nreaders see: Second try\n');
    expect((await service.client(service.token).rest('GET', '/v/v1/entityview/by-script')).body.texts[0].value).toBe(
      'Second try',
    );
  });
});

describe('What is packaged', () => {
  const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

  test('as a dashboard queries only metrics that the service exposes', async () => {
    const metrics = await (await fetch(service.metricsUrl ?? '')).text();
    const known = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
    const asked = [...read('packaging/grafana.json').matchAll(/\b(?:commonplace|process|nodejs)_[a-z0-9_]+/g)].map(
      ([name]) => name.replace(/_bucket$/, ''),
    );
    expect(asked.length).toBeGreaterThan(10);
    expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
  });

  test('is started by the commands of the operating guide', () => {
    const guide = readFileSync(path.join(folder, 'operating.md'), 'utf8');
    const commands = [...guide.matchAll(/```console\n([^`]+)```/g)].map(([, block = '']) => block).join('');
    const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
    const run = [...commands.matchAll(/npm (?:run )?(build|start|[a-z:]+(?= *$))/gm)].map(([, name = '']) => name);
    expect(run.sort()).toEqual(['build', 'start']);
    expect(scripts).toEqual(expect.arrayContaining(run));
    for (const [file] of commands.matchAll(/\bpackaging\/\S+/g)) expect(existsSync(path.join(root, file))).toBe(true);
    const unit = read('packaging/commonplace.service');
    for (const [place, setting] of [
      [/^cd (\S+) &&/m.exec(commands)?.[1], 'WorkingDirectory='],
      [/settings in `(\S+)`/.exec(guide)?.[1], 'EnvironmentFile=-'],
    ])
      expect(unit).toContain(`\n${String(setting)}${String(place)}\n`);
    const [, container] = /docker compose logs (\w+)/.exec(commands) ?? [];
    expect(read('compose.yaml')).toContain(`\n  ${String(container)}:\n`);
  });

  test('as an image copies files that exist and starts a program that exists', () => {
    const text = read('Dockerfile');
    const copied = [...text.matchAll(/--from=build \S+ (.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    const made = ['node_modules', 'dist'];
    const missing = copied
      .map((name) => name.replace('/app/', ''))
      .filter((name) => !made.includes(name) && !existsSync(path.join(root, name)));
    expect(copied.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
    for (const name of ['Dockerfile', 'packaging/commonplace.service']) {
      for (const [file] of read(name).matchAll(/\b(?:bin|scripts)\/[\w.]+\.js/g))
        expect(existsSync(path.join(root, file))).toBe(true);
    }
  });
});
