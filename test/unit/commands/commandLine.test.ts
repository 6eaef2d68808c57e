// The command line by itself: which words find which command, what help prints, and the exit codes.
import { expect, test } from 'vitest';
import { table } from '../../../src/commands/command.ts';
import { run } from '../../support/sampleCommands.ts';

const overview = `Commonplace: a headless content service.

Usage: commonplace <command> [options]

  start           Start the service; the default without a command
  say             Say words
  say repeatedly  Say words again and again
  list all        Fail
  misused         Fail
  completion      Print the shell completion for bash, or for zsh with bashcompinit
  version         Print the version of the service and of Node

\`commonplace help <command>\` shows its options and examples. Settings are environment variables: docs/configuration.md.
Exit codes: 0 success, 1 failure, 2 wrong usage.`;

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

test.each([[[]], [['help']], [['--help']], [['-h']]])('Help lists the commands: %j', async (words) => {
  expect(await run(words)).toEqual({ code: 0, out: [overview], err: [] });
});

test.each([[['help', 'say']], [['say', '--help']], [['say', '-h']], [['say', 'a', '--loud', '--help']]])(
  'Help of a command says how it is used: %j',
  async (words) => {
    expect(await run(words)).toEqual({ code: 0, out: [help], err: [] });
  },
);

test.each([[['help', 'say', 'repeatedly']], [['say', 'repeatedly', '--help']], [['help', 'list', 'all']]])(
  'Help finds commands of two words: %j',
  async (words) => {
    const { code, out } = await run(words);
    const name = words.filter((word) => !/help/.test(word)).join(' ');
    expect([code, out[0]?.split('\n')[0]]).toEqual([0, expect.stringMatching(`^Usage: commonplace ${name}( |$)`)]);
  },
);

test.each([[['help', 'list']], [['list', '--help']], [['list', '-h']], [['list', 'al', '--help']]])(
  'Help of a first word lists what it begins: %j',
  async (words) => {
    expect(await run(words)).toEqual({ code: 0, out: ['  list all  Fail'], err: [] });
  },
);

test('Help is there for start, completion and version, too', async () => {
  for (const name of ['start', 'completion', 'version'])
    for (const words of [
      ['help', name],
      [name, '--help'],
    ]) {
      const { code, out } = await run(words);
      expect([words, code, out[0]]).toEqual([words, 0, expect.stringMatching(`Usage: commonplace ${name}( .*)?\n`)]);
    }
});

test.each([['version'], ['--version']])('%s prints the version', async (word) => {
  const { code, out } = await run([word]);
  expect([code, out]).toEqual([0, [`commonplace 1.2.3, Node ${process.versions.node}`]]);
});

test('Help of a command without options or words shows none', async () => {
  expect((await run(['list', 'all', '--help'])).out).toEqual([
    'Usage: commonplace list all\n\nFail.\n\nExamples:\n  commonplace fail',
  ]);
});

const startOf = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

const listed = '`commonplace help` lists the commands.';

test.each([
  [['sey'], 'There is no command "sey". Did you mean say?', listed],
  [['help', 'sey'], 'There is no command "sey". Did you mean say?', listed],
  [['nothing of the kind'], 'There is no command "nothing of the kind".', listed],
  [['constructor'], 'There is no command "constructor".', listed],
  [['list'], '"list" needs one of these:', '  list all  Fail'],
  [['help', 'list', 'al'], 'There is no command "list al". Did you mean list all?', '  list all  Fail'],
  [['sey', '--help'], 'There is no command "sey". Did you mean say?', listed],
  [['list', 'al'], 'There is no command "list al". Did you mean list all?', '  list all  Fail'],
  [['start', '--port', '3000'], "Unknown option '--port'.", 'Usage: commonplace start\n'],
  [['misused'], 'A word is expected.', 'Usage: commonplace misused\n'],
  [['misused', 'please'], 'Unexpected argument "please".', 'Usage: commonplace misused\n'],
  [['completion', 'fish'], 'There is no completion for "fish".', 'Usage: commonplace completion [bash | zsh]\n'],
  [['say', '--soft'], "Unknown option '--soft'.", help],
  [['say', '--laud'], "Unknown option '--laud'. Did you mean --loud?", help],
  [['say', '--times'], "Option '--times <value>' argument missing", help],
])('Wrong use is said on standard error, with what helps, exit code 2: %j', async (words, reason, more) => {
  const { code, out, err } = await run(words);
  expect({ code, out }).toEqual({ code: 2, out: [] });
  expect(err).toEqual([expect.stringMatching(startOf(reason)), expect.stringMatching(startOf(`\n${more}`))]);
});

test('A command that fails is said on standard error, without the help, exit code 1', async () => {
  expect(await run(['list', 'all'])).toEqual({ code: 1, out: [], err: ['It broke.'] });
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
  expect(table(['LONGER', 'TWO'], [['a', 'b']])).toBe('LONGER  TWO\na       b');
});
