// The service under a supervisor that runs `npm start`: a signal to npm stops the service and its database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { eventually, processesNaming } from './databaseProcess.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-signals-'));
// The embedded PostgreSQL may run as another user.
chmodSync(folder, 0o755);

afterAll(() => {
  for (const line of processesNaming(folder)) process.kill(Number.parseInt(line, 10), 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const token = 'a-word-of-my-own-and-twenty-four-characters';

test.each(['SIGTERM', 'SIGINT'] as const)(
  'npm start says the address that callers use, and no secret that it was given; %s stops it and leaves nothing behind',
  async (signal) => {
    const { PATH, HOME } = process.env;
    const dataDir = path.join(folder, signal);
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: {
        ...{ PATH, HOME, DATA_DIR: dataDir, PORT: '0', DEMO: '0' },
        ...{ BASE_URL: 'https://cms.example', BOOTSTRAP_TOKEN: token },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = once(npm, 'close');
    let said = '';
    await new Promise<void>((resolve, reject) => {
      npm.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('Ctrl-C stops the service.')) resolve();
      });
      npm.once('close', () => reject(new Error(`npm ended: ${said}`)));
    });
    expect(processesNaming(folder).length).toBeGreaterThan(0);
    const addresses = [...said.matchAll(/https?:\/\/[^\s/]+/g)].map(([address]) => address);
    expect(new Set(addresses)).toEqual(new Set(['https://cms.example']));
    for (const secret of [token, 'Administrator', '#open=']) expect(said).not.toContain(secret);
    npm.kill(signal);
    await closed;
    await eventually(() => {
      if (processesNaming(folder).length > 0) throw new Error('still running');
    }, 20_000);
  },
);
