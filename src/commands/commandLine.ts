// The command line: finds the command, reads its options, and says how everything is used. Exit codes: 0 done, 1 failed,
// 2 used in a way that the help does not know.
import { parseArgs } from 'node:util';
import { didYouMean } from '../domain/nearestName.ts';
import { UsageError, type Command, type CommandParts, type Given } from './command.ts';

/** All commands by name; a name may be two words. */
export type Commands = Readonly<Record<string, Command>>;

/** Runs the command that the arguments name; gives the exit code. */
export async function runCommandLine(words: readonly string[], given: Commands, parts: CommandParts): Promise<number> {
  const commands: Commands = { start, ...given, completion: completionOf(given), version };
  const [first = 'help', ...others] = words.map((word) => (word === '--version' ? 'version' : word));
  if (['help', '--help', '-h'].includes(first)) return teach(others, commands, parts);
  const name = nameOf([first, ...others], commands);
  const command = name === null ? undefined : commands[name];
  if (name === null || !command) {
    if (others.some(isHelp) && groupOf(first, commands).length > 0) return teach([first], commands, parts);
    return refuse([first, ...others], commands, parts);
  }
  const rest = [first, ...others].slice(name.split(' ').length);
  if (rest.some(isHelp)) return teach([name], commands, parts);
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

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

function nameOf([first = '', second = '']: readonly string[], commands: Commands): string | null {
  return [`${first} ${second}`, first].find((one) => Object.hasOwn(commands, one)) ?? null;
}

/** The commands whose names begin with that word and have a second one. */
function groupOf(first: string, commands: Commands): (readonly [string, Command])[] {
  return Object.entries(commands).filter(([name]) => name.startsWith(`${first} `));
}

function teach(words: readonly string[], commands: Commands, parts: CommandParts): number {
  const named = words.join(' ').split(' ');
  const name = nameOf(named, commands);
  const command = name === null ? undefined : commands[name];
  const group = groupOf(named[0] ?? '', commands);
  if (words.length === 0) parts.print(overview(commands));
  else if (name !== null && command) parts.print(helpOf(name, command));
  else if (group.length > 0 && named.length === 1) parts.print(linesOf(group));
  else return refuse(named, commands, parts);
  return 0;
}

function refuse(words: readonly string[], commands: Commands, { warn }: CommandParts): number {
  const [first = '', second = ''] = words;
  const group = groupOf(first, commands);
  if (group.length === 0) {
    const known = new Set(Object.keys(commands).map((name) => name.split(' ')[0] ?? ''));
    warn(`There is no command "${first}".${didYouMean(first, known)}`);
    warn('\n`commonplace help` lists the commands.');
    return 2;
  }
  const hint = didYouMean(
    `${first} ${second}`,
    group.map(([name]) => name),
  );
  warn(second === '' ? `"${first}" needs one of these:` : `There is no command "${first} ${second}".${hint}`);
  warn(`\n${linesOf(group)}`);
  return 2;
}

/** What the process does without the command line; here it has its help alone. */
const start: Command = {
  summary: 'Start the service; the default without a command',
  words: '',
  options: {},
  examples: ['commonplace start', 'PORT=8080 DATABASE_URL=postgres://me@db/commonplace commonplace start'],
  run: () => Promise.reject(new UsageError('start takes no arguments: settings come from the environment.')),
};

const version: Command = {
  summary: 'Print the version of the service and of Node',
  words: '',
  options: {},
  examples: ['commonplace version'],
  async run(_, parts) {
    parts.print(`commonplace ${parts.version}, Node ${process.versions.node}`);
    return 0;
  },
};

const completionOf = (commands: Commands): Command => ({
  summary: 'Print the shell completion for bash, or for zsh with bashcompinit',
  words: '[bash | zsh]',
  options: {},
  examples: [
    'source <(commonplace completion)',
    'autoload -U bashcompinit; bashcompinit; source <(commonplace completion zsh)',
  ],
  async run({ words: [shell = 'bash'] }, { print }) {
    if (!['bash', 'zsh'].includes(shell)) throw new UsageError(`There is no completion for "${shell}".`);
    print(completion({ start, help: start, ...commands, completion: start, version }));
    return 0;
  },
});

function read(command: Command, words: readonly string[]): Given {
  const options = Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]));
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
    if (positionals.length > 0 && command.words === '')
      throw new UsageError(`Unexpected argument "${positionals[0] ?? ''}".`);
    return {
      words: positionals,
      text: (option) => (typeof values[option] === 'string' ? values[option] : null),
      isSet: (option) => values[option] === true,
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(reasonOf(error, Object.keys(command.options)));
  }
}

// Node's own sentence, without its advice on how to pass words that begin with a dash.
function reasonOf(error: unknown, options: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '(--?[^']*)'/.exec(message)?.[1];
  if (unknown === undefined) return message;
  return `Unknown option '${unknown}'.${didYouMean(
    unknown,
    options.map((option) => `--${option}`),
  )}`;
}

function overview(commands: Commands): string {
  return [
    'Commonplace: a headless content service.',
    '',
    'Usage: commonplace <command> [options]',
    '',
    linesOf(Object.entries(commands)),
    '',
    '`commonplace help <command>` shows its options and examples. Settings are environment variables: docs/configuration.md.',
    'Exit codes: 0 success, 1 failure, 2 wrong usage.',
  ].join('\n');
}

function linesOf(commands: readonly (readonly [name: string, Command])[]): string {
  const width = Math.max(...commands.map(([name]) => name.length));
  return commands.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
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

/** For bash: the words of commands, after `help` as well, and the options of the command that stands there. */
function completion(commands: Commands): string {
  const names = Object.keys(commands);
  const firsts = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))];
  const groups = firsts
    .map((first) => [first, groupOf(first, commands).map(([name]) => name.slice(first.length + 1))] as const)
    .filter(([, list]) => list.length > 0);
  const options = Object.entries(commands).map(
    ([name, command]) => [name, Object.keys(command.options).map((option) => `--${option}`)] as const,
  );
  const reply = (words: readonly string[]): string => `COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$word")) ;;`;
  return [
    '_commonplace() {',
    '  local word="${COMP_WORDS[COMP_CWORD]}" at=$COMP_CWORD first="${COMP_WORDS[1]}" second="${COMP_WORDS[2]}"',
    '  if [ "$first" = help ]; then at=$((at - 1)); first="${COMP_WORDS[2]}"; fi',
    '  case "$word" in',
    '    -*) case "$first $second" in',
    ...options
      .filter(([, list]) => list.length > 0)
      // The longer name first: `export` is followed by anything.
      .sort(([one], [other]) => other.length - one.length)
      .map(([name, list]) => `      "${name}"${name.includes(' ') ? '' : '*'}) ${reply([...list, '--help'])}`),
    '    esac ;;',
    '    *) case "$at:$first" in',
    `      0:*|1:*) ${reply(firsts)}`,
    ...groups.map(([first, list]) => `      2:${first}) ${reply(list)}`),
    '    esac ;;',
    '  esac',
    '}',
    'complete -o default -F _commonplace commonplace',
  ].join('\n');
}
