// Fails when a run of the tests left something out that this machine was to try: `node .ci/noneSkipped.js results.json`,
// where the results are those of vitest's reporter `json`.
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** What may be left out: what a kind cannot do, and what only root can try, which has a run of its own. */
const allowed = [/^'\w+' /, /^as root \(skipped for others/];

const { testResults } = JSON.parse(readFileSync(process.argv[2] ?? 'results.json', 'utf8'));
const skipped = testResults.flatMap(({ name, assertionResults }) =>
  assertionResults
    .filter(({ status, fullName }) => /skipped|pending|todo/.test(status) && !allowed.some((one) => one.test(fullName)))
    .map(({ fullName }) => `${name.replace(/^.*\/test\//, 'test/')}: ${fullName}`),
);
for (const line of skipped) process.stderr.write(`Skipped: ${line}\n`);
process.stdout.write(`${testResults.length} files, ${skipped.length} tests skipped that were to be tried\n`);
process.exitCode = testResults.length === 0 || skipped.length > 0 ? 1 : 0;
