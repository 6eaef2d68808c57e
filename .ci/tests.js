// Runs the tests for continuous integration, with one rule for trying again: `npm test`, then of the rest of `npm run test:all`.
//   node .ci/tests.js                 `npm test`, and of the rest the half that is the day's turn
//   node .ci/tests.js --whole         both whole, one after the other
//   node .ci/tests.js --shard=1/3     one of three parts of all of them
//   node .ci/tests.js --none-skipped  what a machine leaves out is an error, too
// A file that fails is run once more by itself. One that passes then is reported as unstable and does not end the run; more than five
// files are no accident, and are not tried again. The last line counts the tests; the exit code is 0 only if all passed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const mostAgain = 5;
/** What may be left out: what a kind cannot do, and what only root can try, which has a run of its own. */
const mayBeSkipped = [/^'\w+' /, /^as root \(skipped for others/];

const args = process.argv.slice(2);
const shard = args.find((one) => one.startsWith('--shard='));
const runs = shard === undefined ? ['test', 'test:rest'] : ['test:all'];
// The rest is as long as a run may take: each day has one half of its files, as it has its share of the matrices (matrixSeed.ts).
const day = Number(process.env['MATRIX_SEED'] ?? Math.floor(Date.now() / 86_400_000));
const half = args.includes('--whole') ? [] : [`--shard=${String((day % 2) + 1)}/2`];
const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-results-'));

/** Runs an npm script with vitest's reporters, and returns what it wrote; null when it ended without. */
function vitest(script, more, file) {
  const output = path.join(folder, file);
  const given = [...more, '--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const { status } = spawnSync('npm', ['run', script, '--', ...given], { stdio: 'inherit' });
  return existsSync(output) ? { ...JSON.parse(readFileSync(output, 'utf8')), status } : null;
}

const namesOf = (results, statuses) =>
  results.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => statuses.includes(status))
      .map(({ fullName }) => ({ fullName, file: name.replace(/^.*\/test\//, 'test/') })),
  );

const total = { passed: 0, failed: 0, unstable: [], skipped: [] };

for (const script of runs) {
  const part = shard === undefined ? (script === 'test:rest' ? half : []) : [shard];
  if (part.length > 0) process.stdout.write(`== ${script} ${part.join(' ')}\n`);
  const first = vitest(script, part, `${script.replace(':', '-')}.json`);
  if (first === null) {
    total.failed += 1;
    continue;
  }
  const broken = first.testResults.filter(({ status }) => status === 'failed');
  const mayTryAgain = broken.length > 0 && broken.length <= mostAgain;
  const names = broken.map(({ name }) => name);
  if (mayTryAgain) process.stdout.write(`== Again: ${names.join(' ')}\n`);
  const again = mayTryAgain ? vitest('test:all', names, 'again.json') : null;
  const failures = namesOf(first.testResults, ['failed']);
  const isUnstable = again?.status === 0;
  total.passed += first.numPassedTests + (isUnstable ? failures.length : 0);
  total.skipped.push(...namesOf(first.testResults, ['pending', 'skipped', 'todo']));
  if (isUnstable) total.unstable.push(...failures);
  // What broke before it had tests to count, a file that does not load or the setup of the run, counts as one.
  else if (first.status !== 0) total.failed += Math.max(failures.length, 1);
}
rmSync(folder, { recursive: true, force: true });

for (const { file, fullName } of total.unstable)
  process.stdout.write(`Unstable: failed, then passed by itself: ${file}: ${fullName}\n`);
for (const { file, fullName } of total.skipped) process.stdout.write(`Skipped: ${file}: ${fullName}\n`);
const unexpected = total.skipped.filter(({ fullName }) => !mayBeSkipped.some((one) => one.test(fullName)));
if (args.includes('--none-skipped') && unexpected.length > 0) {
  process.stdout.write(`${String(unexpected.length)} tests were skipped that this machine was to try\n`);
  total.failed += unexpected.length;
}
process.stdout.write(
  `${String(total.passed)} passed, ${String(total.failed)} failed, ${String(total.skipped.length)} skipped\n`,
);
process.exitCode = total.failed === 0 ? 0 : 1;
