// The crash run, small: the long forms are `npm run test:crash` and `npm run test:faults`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const size = {
  changes: 60,
  kills: 1,
  terminations: 1,
  databaseCrashes: 1,
  gateways: 2,
  writers: 4,
  subscribers: 1,
  seconds: 100,
  seed: 7,
};

test('Nothing is lost, invented or answered as a bug while a gateway is killed, and PostgreSQL crashes and ends connections.', async () => {
  const settings = Object.entries(size).map(([name, value]) => `--${name}=${String(value)}`);
  const run = spawn(process.execPath, ['--import', 'tsx', 'test/crash/run.ts', ...settings], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [run.stdout, run.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(run, 'close')) as [number | null];
  expect(code, said).toBe(0);
  expect(said).toMatch(/stood still +1, 0, 1, 0\n/);
}, 150_000);
