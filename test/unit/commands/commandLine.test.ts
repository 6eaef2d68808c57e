// The command line by itself: which words find which command, what help and completion print, and the exit codes.
import { expect, test } from 'vitest';
import { UsageError, type Command, type CommandParts } from '../../../src/commands/command.ts';
import { runCommandLine } from '../../../src/commands/commandLine.ts';
import { table } from '../../../src/commands/table.ts';

interface Ended {
  readonly code: number;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

const say: Command = {
  summary: 'Say words',
  words: '<word>',
  options: {
    loud: { type: 'boolean', meaning: 'In capitals.' },
    times: { type: 'string', value: 'n', meaning: 'So often.' },
  },
  examples: ['commonplace say hello', 'commonplace say hello --loud'],
  async run(given, { print }) {
    print(JSON.stringify([given.words, given.text('times'), given.isSet('loud')]));
    return 7;
  },
};
const failing = (error: Error): Command => ({
  summary: 'Fail',
  words: '',
  options: {},
  examples: ['commonplace fail'],
  run: () => Promise.reject(error),
});
const commands = {
  say,
  'say repeatedly': { ...say, summary: 'Say words again and again' },
  'list all': failing(new Error('It broke.')),
  misused: failing(new UsageError('A word is expected.')),
};

async function run(words: readonly string[]): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []];
  const unused = (): never => expect.fail('no command asks for it');
  const parts: CommandParts = {
    config: unused,
    setting: unused,
    onDatabase: unused,
    files: unused,
    filesIn: unused,
    print: (line) => out.push(line),
    warn: (line) => err.push(line),
  };
  return { code: await runCommandLine(words, commands, parts), out, err };
}

const overview = `Commonplace: a headless service for content and for the people who work on it.

Usage: commonplace <command> [options]

  start           Start the service; the same as no command at all
  say             Say words
  say repeatedly  Say words again and again
  list all        Fail
  misused         Fail
  completion      Print the completion for bash

commonplace help <command> says more. Settings come from the environment: docs/configuration.md.
Exit codes: 0 done, 1 it failed, 2 it was not used as its help says.`;

const help = `Usage: commonplace say <word> [options]

Say words.

  --loud       In capitals.
  --times <n>  So often.

Examples:
  commonplace say hello
  commonplace say hello --loud`;

test.each([
  [['say'], '[[],null,false]'],
  [['say', 'a', 'b'], '[["a","b"],null,false]'],
  [['say', '--loud', '--times', '3', 'a'], '[["a"],"3",true]'],
  [['say', 'repeatedly', 'repeatedly'], '[["repeatedly"],null,false]'],
])('A command gets its words and options, and gives the exit code: %j', async (words, given) => {
  expect(await run(words)).toEqual({ code: 7, out: [given], err: [] });
});

test.each([[[]], [['help']], [['--help']], [['-h']], [['help', 'nothing']]])(
  'Help lists the commands: %j',
  async (words) => {
    expect(await run(words)).toEqual({ code: 0, out: [overview], err: [] });
  },
);

test.each([[['help', 'say']], [['say', '--help']], [['say', '-h']], [['say', 'a', '--loud', '--help']]])(
  'Help of a command says how it is used: %j',
  async (words) => {
    expect(await run(words)).toEqual({ code: 0, out: [help], err: [] });
  },
);

test('Help of a command without options or words shows none', async () => {
  expect((await run(['list', 'all', '--help'])).out).toEqual([
    'Usage: commonplace list all\n\nFail.\n\nExamples:\n  commonplace fail',
  ]);
});

test.each([
  [['sey'], 'There is no command "sey".', overview],
  [['list'], 'Say which: list all.', overview],
  [['misused'], 'A word is expected.', 'Usage: commonplace misused\n'],
  [['misused', 'please'], '"please" is not expected.', 'Usage: commonplace misused\n'],
  [['say', '--soft'], "Unknown option '--soft'", help],
  [['say', '--times'], "Option '--times <value>' argument missing", help],
])('Wrong use is said on standard error with the help, exit code 2: %j', async (words, reason, more) => {
  const { code, out, err } = await run(words);
  expect({ code, out }).toEqual({ code: 2, out: [] });
  expect(err).toHaveLength(2);
  expect(err[0]).toContain(reason);
  expect(err[1]).toContain(`\n${more}`);
});

test('A command that fails is said on standard error, without the help, exit code 1', async () => {
  expect(await run(['list', 'all'])).toEqual({ code: 1, out: [], err: ['It broke.'] });
});

test('Completion names every first word, and the second words behind it', async () => {
  const { code, out } = await run(['completion']);
  expect(code).toBe(0);
  const lines = (out[0] ?? '').split('\n');
  expect(lines.filter((line) => line.includes('COMPREPLY'))).toEqual([
    '    1:*) COMPREPLY=($(compgen -W "start help completion say list misused" -- "$word")) ;;',
    '    2:say) COMPREPLY=($(compgen -W "repeatedly" -- "$word")) ;;',
    '    2:list) COMPREPLY=($(compgen -W "all" -- "$word")) ;;',
  ]);
  expect(lines.at(-1)).toBe('complete -F _commonplace commonplace');
});

test('A table has columns as wide as their longest cell, and no blanks at the end of a line', () => {
  const rows = [
    ['a', 'long cell', ''],
    ['longer', 'b', 'c'],
  ];
  expect(table(['ONE', 'TWO', 'THREE'], rows)).toBe(
    'ONE     TWO        THREE\na       long cell\nlonger  b          c',
  );
  expect(table(['ONE', 'TWO'], [])).toBe('ONE  TWO');
});
