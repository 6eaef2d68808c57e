// Takes conditions out of the SQL, one at a time, and demands that a test fails for each. `npm run test:conditions`.
//
//   -- --record            run the suite once and note which test files send which condition (needed first)
//   -- --sample=40 --seed=7   try so many, drawn from all rooms; without it, all
//   -- --only=src/database/events   try those of some files
//   -- --changed=main      try those of files that differ from a commit
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { conjunctsOf, type Conjunct } from './conjuncts.ts';
import { isTried } from './plugin.ts';
import { reasons } from './reasons.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'coverage', 'conditions');
const recordFile = path.join(folder, 'record.jsonl');
/** Longest time that the tests of one condition may take together, in milliseconds as recorded. */
const patience = 180_000;

const { values: options } = parseArgs({
  options: {
    record: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    only: { type: 'string', default: '' },
    changed: { type: 'string' },
  },
});

mkdirSync(folder, { recursive: true });
if (options.record) record();
else tryAll();

function record(): void {
  rmSync(recordFile, { force: true });
  const run = vitest([], { CONDITIONS_RECORD: recordFile });
  process.exitCode = run === 'passed' ? 0 : 1;
}

/** One test file of the recorded run. */
interface Recorded {
  readonly file: string;
  readonly millis: number;
  readonly ids: readonly string[];
}

type Outcome = 'caught' | 'survived' | 'not reached' | 'excused';

function tryAll(): void {
  if (!existsSync(recordFile)) throw new Error('No record yet: run `npm run test:conditions -- --record` first.');
  const lines = readFileSync(recordFile, 'utf8').trim().split('\n');
  const recorded = lines.map((line) => JSON.parse(line) as Recorded).sort((a, b) => a.millis - b.millis);
  const chosen = draw(allConjuncts());
  const outcomes = new Map<Outcome, number>();
  for (const [at, one] of chosen.entries()) {
    const outcome = tryOne(one, recorded);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    process.stdout.write(
      `${String(at + 1)}/${String(chosen.length)} ${outcome}: ${one.id}  ${one.text.replace(/\s+/g, ' ')}\n`,
    );
  }
  process.stdout.write(
    `seed ${options.seed}: ${[...outcomes].map(([outcome, count]) => `${String(count)} ${outcome}`).join(', ')}\n`,
  );
  writeFileSync(path.join(folder, 'outcomes.json'), JSON.stringify([...outcomes]));
  if ((outcomes.get('survived') ?? 0) + (outcomes.get('not reached') ?? 0) > 0) process.exitCode = 1;
}

function tryOne(one: Conjunct, recorded: readonly Recorded[]): Outcome {
  const [file = ''] = one.id.split(':');
  if (reasons.some((reason) => reason.file === file && reason.condition === one.text.replace(/\s+/g, ' ')))
    return 'excused';
  const covering = recorded.filter(({ ids }) => ids.includes(one.id));
  if (covering.length === 0) return 'not reached';
  let spent = 0;
  const affordable = covering.filter(({ millis }) => (spent += millis) <= patience || spent === millis);
  return vitest(
    affordable.map(({ file: test }) => path.relative(root, test)),
    { CONDITION: one.id },
  ) === 'failed'
    ? 'caught'
    : 'survived';
}

/** Runs test files, until the first failure where a condition is dropped. */
function vitest(files: readonly string[], environment: Readonly<Record<string, string>>): 'passed' | 'failed' {
  const bail = 'CONDITION' in environment ? ['--bail=1'] : [];
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'service', ...bail, ...files], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'CONDITION' in environment ? 'ignore' : 'inherit',
  });
  return status === 0 ? 'passed' : 'failed';
}

function allConjuncts(): Conjunct[] {
  const git = (...args: string[]): string[] => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  const changed = options.changed === undefined ? null : git('diff', '--name-only', options.changed);
  return git('ls-files', 'src/database')
    .filter((file) => isTried(file) && file.startsWith(options.only) && (changed?.includes(file) ?? true))
    .flatMap((file) => conjunctsOf(file, readFileSync(path.join(root, file), 'utf8')));
}

/** A sample that follows from the seed (mulberry32). */
function draw(all: readonly Conjunct[]): Conjunct[] {
  if (options.sample === undefined) return [...all];
  let state = Number(options.seed);
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const shuffled = all.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at);
  return shuffled.slice(0, Number(options.sample)).map(({ one }) => one);
}
