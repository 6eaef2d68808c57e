// A command line of few commands, for tests of what all commands share.
import { expect } from 'vitest';
import { UsageError, type Command, type CommandParts } from '../../src/commands/command.ts';
import { runCommandLine } from '../../src/commands/commandLine.ts';

/** What a command line came to. */
export interface Ended {
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

/** Runs the words as a command line of these commands: `say`, `say repeatedly`, `list all`, `misused`. */
export async function run(words: readonly string[]): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []];
  const unused = (): never => expect.fail('no command asks for it');
  const parts: CommandParts = {
    version: '1.2.3',
    config: unused,
    setting: unused,
    onDatabase: unused,
    files: unused,
    print: (line) => out.push(line),
    warn: (line) => err.push(line),
    wait: unused,
  };
  return { code: await runCommandLine(words, commands, parts), out, err };
}
