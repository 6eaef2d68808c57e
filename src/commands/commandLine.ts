// The command line: finds the command, reads its options, and says how everything is used. Exit codes: 0 done, 1 it failed,
// 2 it was not used as its help says.
import { parseArgs } from 'node:util';
import { UsageError, type Command, type CommandParts, type Given } from './command.ts';

/** All commands by name; a name may be two words. */
export type Commands = Readonly<Record<string, Command>>;

/** Runs the command that the arguments name; gives the exit code. */
export async function runCommandLine(
  words: readonly string[],
  commands: Commands,
  parts: CommandParts,
): Promise<number> {
  const [first = 'help', second = ''] = words;
  const name = [`${first} ${second}`, first].find((one) => Object.hasOwn(commands, one));
  const command = name === undefined ? undefined : commands[name];
  if (name === undefined || !command) return other(first, second, commands, parts);
  const rest = words.slice(name.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) {
    parts.print(helpOf(name, command));
    return 0;
  }
  try {
    return await command.run(read(command, rest), parts);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    parts.warn(message);
    if (!(error instanceof UsageError)) return 1;
    parts.warn(`\n${helpOf(name, command)}`);
    return 2;
  }
}

function other(first: string, second: string, commands: Commands, { print, warn }: CommandParts): number {
  if (['help', '--help', '-h'].includes(first)) {
    const command = commands[second];
    print(command ? helpOf(second, command) : overview(commands));
    return 0;
  }
  if (first === 'completion') {
    print(completion(commands));
    return 0;
  }
  const under = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  warn(under.length > 0 ? `Say which: ${under.join(', ')}.` : `There is no command "${first}".`);
  warn(`\n${overview(commands)}`);
  return 2;
}

function read(command: Command, words: readonly string[]): Given {
  const options = Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]));
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
    if (positionals.length > 0 && command.words === '')
      throw new UsageError(`"${positionals[0] ?? ''}" is not expected.`);
    return {
      words: positionals,
      text: (option) => (typeof values[option] === 'string' ? values[option] : null),
      isSet: (option) => values[option] === true,
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function overview(commands: Commands): string {
  const names = ['start', ...Object.keys(commands)];
  const width = Math.max(...names.map((name) => name.length));
  const line = (name: string, text: string): string => `  ${name.padEnd(width)}  ${text}`;
  return [
    'Commonplace: a headless service for content and for the people who work on it.',
    '',
    'Usage: commonplace <command> [options]',
    '',
    line('start', 'Start the service; the same as no command at all'),
    ...Object.entries(commands).map(([name, { summary }]) => line(name, summary)),
    line('completion', 'Print the completion for bash'),
    '',
    'commonplace help <command> says more. Settings come from the environment: docs/configuration.md.',
    'Exit codes: 0 done, 1 it failed, 2 it was not used as its help says.',
  ].join('\n');
}

function helpOf(name: string, { summary, words, options, examples }: Command): string {
  const shown = Object.entries(options).map(([option, { value, meaning }]) => [
    `--${option}${value ? ` <${value}>` : ''}`,
    meaning,
  ]);
  const width = Math.max(0, ...shown.map(([left = '']) => left.length));
  return [
    `Usage: commonplace ${[name, words, shown.length > 0 ? '[options]' : ''].filter(Boolean).join(' ')}`,
    '',
    `${summary}.`,
    ...(shown.length > 0 ? ['', ...shown.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`)] : []),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
  ].join('\n');
}

/** For bash: `source <(commonplace completion)`. */
function completion(commands: Commands): string {
  const names = ['start', 'help', 'completion', ...Object.keys(commands)];
  const firsts = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))];
  const seconds = firsts
    .map(
      (first) =>
        [first, names.flatMap((name) => (name.startsWith(`${first} `) ? [name.split(' ')[1] ?? ''] : []))] as const,
    )
    .filter(([, list]) => list.length > 0);
  return [
    '_commonplace() {',
    '  local word="${COMP_WORDS[COMP_CWORD]}"',
    '  case "$COMP_CWORD:${COMP_WORDS[1]}" in',
    `    1:*) COMPREPLY=($(compgen -W "${firsts.join(' ')}" -- "$word")) ;;`,
    ...seconds.map(([first, list]) => `    2:${first}) COMPREPLY=($(compgen -W "${list.join(' ')}" -- "$word")) ;;`),
    '  esac',
    '}',
    'complete -F _commonplace commonplace',
  ].join('\n');
}
