// Makes slips in src/, one at a time, and demands that a test fails for each. `npm run test:mutations`.
//
//   -- --record               run the suite once, or the files of `--tests`, and note which of them enter which block (needed first)
//   -- --sample=40 --seed=7   try so many; without it, all
//   -- --only=src/rest,src/http   those of some files
//   -- --kind=border,limit    those of some kinds; `conjunct` takes one AND of the SQL out
//   -- --changed=main         those of files that differ from a commit
//   -- --tests=test/unit/x.test.ts   by these test files, rather than by those that the record says
//   -- --project=unit         by unit tests alone
//   -- --patience=300         let the tests of each take so many seconds together; without it, 60
//   -- --least=90             end well when so many of a hundred are caught; without it, all must be
//   -- --list                 only say which
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, existsSync } from 'node:fs';
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { serviceProgram } from './arguments.ts';
import { blocksOf, mutantsOf, type Mutant } from './mutants.ts';
import { readOptions } from './options.ts';
import { isEnough, type Outcome } from './outcomes.ts';
import { isTried } from './plugin.ts';
import { reasons } from './reasons.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** A test file that takes longer is in a loop that a slip has made endless. */
const longestMillis = 240_000;
const folder = path.join(root, 'coverage', 'mutations');
const recordFile = path.join(folder, 'record.jsonl');

const options = readOptions(process.argv.slice(2));

const given = options.tests.split(',').filter((test) => test !== '');

const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 110);
const stem = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(s|ing|ion|ed|er)$/, '')
    .slice(0, 6);
const described = ({ id, kind, text, replacement }: Mutant): string =>
  `${id} ${kind}: ${short(text)} => ${short(replacement)}`;

mkdirSync(folder, { recursive: true });
if (options.record) {
  rmSync(recordFile, { force: true });
  process.exitCode = await record();
} else await tryAll();

interface Recorded {
  readonly file: string;
  readonly millis: number;
  readonly ids: ReadonlySet<string>;
}

async function tryAll(): Promise<void> {
  const chosen = draw(allMutants());
  if (options.list) {
    for (const one of chosen) process.stdout.write(`${described(one)}\n`);
    return;
  }
  if (!existsSync(recordFile)) throw new Error('No record yet: run `npm run test:mutations -- --record` first.');
  const recorded = readFileSync(recordFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { file: string; millis: number; ids: string[] })
    .map(({ file, millis, ids }) => ({ file: path.relative(root, file), millis, ids: new Set(ids) }));
  const runner = await startRunner();
  const counts: Partial<Record<Outcome, number>> = {};
  try {
    for (const one of chosen) {
      const { outcome, tried } = await tryOne(one, recorded, runner);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      const line = `${outcome} ${described(one)} [${tried}]\n`;
      process.stdout.write(line);
      appendFileSync(path.join(folder, 'ledger.txt'), line);
    }
  } finally {
    await runner.close();
  }
  const sums = Object.entries(counts).map(([outcome, count]) => `${String(count)} ${outcome}`);
  process.stdout.write(`seed ${options.seed}: ${sums.join(', ')}\n`);
  // vitest has said 1 for each slip that a test noticed.
  process.exitCode = isEnough(counts, Number(options.least)) ? 0 : 1;
}

async function tryOne(
  one: Mutant,
  recorded: readonly Recorded[],
  runner: Runner,
): Promise<{ outcome: Outcome; tried: string }> {
  const [file = ''] = one.id.split(':');
  if (reasons.some((reason) => reason.file === file && reason.text === one.text.replace(/\s+/g, ' ')))
    return { outcome: 'excused', tried: '' };
  const source = readFileSync(path.join(root, file), 'utf8');
  const around = blocksOf(file, source)
    .filter(({ start, end }) => start <= one.start && one.end <= end)
    .sort((a, b) => b.start - a.start);
  const usable = recorded.filter(({ file: test }) => options.project !== 'unit' || test.startsWith('test/unit/'));
  const [inner] = around.filter(({ id }) => recorded.some(({ ids }) => ids.has(id)));
  const covering = usable.filter(({ ids }) =>
    inner ? ids.has(inner.id) : [...ids].some((id) => id.startsWith(`${file}:`)),
  );
  if (covering.length === 0 && given.length === 0) return { outcome: 'not reached', tried: '' };
  const chosen = given.length > 0 ? given : affordable(file, covering).map(({ file: test }) => test);
  const isCaught = await runner.fails(one, chosen);
  return { outcome: isCaught ? 'caught' : 'survived', tried: `${String(chosen.length)}/${String(covering.length)}` };
}

/** A vitest that stays: it sets up its database once, and keeps what it has transformed. */
interface Runner {
  /** Whether one of the test files fails with the slip in, tried one after the other. */
  fails(one: Mutant, files: readonly string[]): Promise<boolean>;
  close(): Promise<void>;
}

// vitest cannot interrupt a loop. That a process of tests ended is an error, as any other that a test finds.
function endTests(): void {
  const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  for (const line of listed.split('\n')) {
    if (/vitest/.test(line)) process.kill(Number.parseInt(line, 10), 'SIGKILL');
  }
}

async function startRunner(): Promise<Runner> {
  const vitest = await createVitest('test', {
    watch: false,
    root,
    maxWorkers: 1,
    bail: 1,
    reporters: [{}],
    ...(options.project === '' ? {} : { project: [options.project] }),
  });
  return {
    async fails(one, files) {
      const [file = ''] = one.id.split(':');
      process.env['MUTATION'] = one.id;
      vitest.invalidateFile(path.join(root, file));
      try {
        for (const test of files) {
          const specifications = await vitest.globTestSpecifications([path.join(root, test)]);
          // A record of another folder names files that are not here.
          if (specifications.length === 0) throw new Error(`There is no ${test}.`);
          const tooLong = setTimeout(endTests, longestMillis);
          const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
          clearTimeout(tooLong);
          // Those that ran before come along, with what they said then.
          const ran = new Set(specifications.map(({ moduleId }) => moduleId));
          const hasFailed = testModules.some((module) => ran.has(module.moduleId) && !module.ok());
          if (unhandledErrors.length > 0 || hasFailed) return true;
        }
        return false;
      } finally {
        delete process.env['MUTATION'];
        vitest.invalidateFile(path.join(root, file));
      }
    },
    close: () => vitest.close(),
  };
}

/** Tests worth their time: named like the file, entering few other blocks, quick. */
function affordable(file: string, covering: readonly Recorded[]): Recorded[] {
  const words = new Set(
    path
      .basename(file, '.ts')
      .split(/(?=[A-Z])/)
      .concat(path.dirname(file).split('/').slice(1))
      .map(stem),
  );
  const score = ({ file: test, millis, ids }: Recorded): number => {
    const named = path
      .basename(test, '.test.ts')
      .split(/(?=[A-Z])/)
      .filter((word) => words.has(stem(word))).length;
    const own = [...ids].filter((id) => id.startsWith(`${file}:`)).length;
    return named * 15 + own * 2 - millis / 1000;
  };
  let spent = 0;
  return covering
    .map((one) => ({ one, score: score(one) }))
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one)
    .filter((one, at) => at === 0 || (spent += one.millis) <= Number(options.patience) * 1000)
    .slice(0, 9);
}

function record(): Promise<number> {
  const child = spawn('npx', ['vitest', 'run', ...given], {
    cwd: root,
    env: { ...process.env, MUTATIONS_RECORD: recordFile },
    stdio: 'inherit',
  });
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)));
}

function allMutants(): Mutant[] {
  const git = (...args: string[]): string[] => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  const only = options.only.split(',');
  const changed = options.changed === undefined ? null : git('diff', '--name-only', options.changed);
  return git('ls-files', 'src')
    .filter((file) => isTried(file) && only.some((one) => file.startsWith(one)) && (changed?.includes(file) ?? true))
    .flatMap((file) => mutantsOf(file, readFileSync(path.join(root, file), 'utf8'), { of: serviceProgram(root), root }))
    .filter(({ kind }) => options.kind === '' || options.kind.split(',').includes(kind));
}

/** A sample that follows from the seed (mulberry32). */
function draw(all: readonly Mutant[]): Mutant[] {
  if (options.sample === undefined) return [...all];
  let state = Number(options.seed);
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, Number(options.sample))
    .map(({ one }) => one);
}
