// A run of the tests that is interrupted leaves nothing behind, in memory or on disk, and what one left goes with the next.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeRunFolder } from '../support/runFolders.ts';
import { eventually, processesNaming } from './databaseProcess.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'commonplace-interrupted-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A run whose one test waits. */
async function startRun() {
  const run = spawn(process.execPath, [vitest, 'run', '--config', 'test/process/interrupted/vitest.config.ts'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: undefined, VITEST: undefined, NODE_ENV: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = once(run, 'exit');
  let said = '';
  for await (const line of createInterface({ input: run.stdout })) {
    said += `${line}\n`;
    const found = /^{"server":.*}$/.exec(line);
    // What endless.ts prints.
    if (found) return { run, ended, ...(JSON.parse(found[0]) as { server: string; dataFolder: string }) };
  }
  throw new Error(`The run ended. It said: ${said}`);
}

describe('a run of the tests', () => {
  test.each(['SIGINT', 'SIGKILL'] as const)('that %s ends leaves no folder and no process behind', async (signal) => {
    const { run, ended, server, dataFolder } = await startRun();
    const directory = path.dirname(server);
    expect([directory, dataFolder].map((one) => existsSync(one))).toEqual([true, true]);

    run.kill(signal);
    await ended;

    await eventually(() => {
      expect([directory, dataFolder].filter((one) => existsSync(one))).toEqual([]);
      expect(processesNaming(directory)).toEqual([]);
    }, 30_000);
  });

  test('removes the folders of runs that are over, and of no others', async () => {
    const mine = makeRunFolder(tmpdir());
    const { pid: over } = spawnSync('true');
    const left = mine.replace(`-${String(process.pid)}-`, `-${String(over)}-`);
    renameSync(makeRunFolder(tmpdir()), left);

    const { run, ended } = await startRun();

    expect([existsSync(mine), existsSync(left)]).toEqual([true, false]);
    run.kill('SIGINT');
    await ended;
    rmSync(mine, { recursive: true });
  });
});
