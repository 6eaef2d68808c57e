// A command line on parts of a test.
import { expect } from 'vitest';
import type { Command, CommandParts } from '../../src/commands/command.ts';
import { runCommandLine } from '../../src/commands/commandLine.ts';
import { readConfig } from '../../src/config/config.ts';

/** How a command ended, and what it wrote. */
export interface Ended {
  readonly code: number;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

/** Thrown where a command asks for the database, so that nothing but its arguments is needed here. */
export class Asked extends Error {}

/** Runs a command line on parts that are there only as far as they are given. */
export async function run(
  commands: Readonly<Record<string, Command>>,
  words: readonly string[],
  given: Partial<CommandParts> = {},
): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []];
  const parts: CommandParts = {
    version: '1.2.3',
    config: () => readConfig({}),
    setting: () => null,
    onDatabase: () => Promise.reject(new Asked('asked')),
    files: () => expect.fail('no command asks for it'),
    print: (line) => out.push(line),
    warn: (line) => err.push(line),
    wait: async () => undefined,
    ...given,
  };
  return { code: await runCommandLine(words, commands, parts), out, err };
}
