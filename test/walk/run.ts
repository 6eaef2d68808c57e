// The random walk over the access model (test/feature/permissionWalk.test.ts) for as long as wanted: in legs of a few thousand
// steps, each in a world of its own and with the next seed, so that a walk goes on where another one ended. Ends with 1 at the
// first leg that gives a wrong answer; `--seed` with what it printed walks that leg again.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '100000' },
    leg: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000)) },
  },
});
const [steps, leg, first] = [Number(values.steps), Number(values.leg), Number(values.seed)];
const walk = ['vitest', 'run', '--reporter=dot', '--maxWorkers=1', 'test/feature/permissionWalk.test.ts'];

/** Walks one leg; whether every answer was right. */
function walked(length: number, seed: number): Promise<boolean> {
  const env = { ...process.env, PERMISSION_STEPS: String(length), PERMISSION_SEED: String(seed) };
  return new Promise((resolve, reject) => {
    spawn('npx', walk, { env, stdio: 'inherit' })
      .on('error', reject)
      .on('exit', (code) => {
        resolve(code === 0);
      });
  });
}

for (let done = 0, seed = first; done < steps; done += leg, seed += 1) {
  const length = Math.min(leg, steps - done);
  if (!(await walked(length, seed))) {
    process.stdout.write(
      `A wrong answer, or none: --steps=${String(length)} --leg=${String(length)} --seed=${String(seed)}\n`,
    );
    process.exit(1);
  }
  process.stdout.write(`${String(done + length)} of ${String(steps)} steps; next --seed=${String(seed + 1)}\n`);
}
