// What a command of the command line is made of, the errors that say how it is used, and rows as people read them in a terminal.
import type { Database } from '../database/connection/database.ts';
import type { Contract } from '../contract/resource.ts';
import type { Config } from '../config/config.ts';
import type { Services } from '../engine/context.ts';

/** An option of a command: a word after `--`. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly meaning: string;
  /** What stands for the value in the help. */
  readonly value?: string;
}

/** The arguments as they were given. */
export interface Given {
  readonly words: readonly string[];
  readonly text: (option: string) => string | null;
  readonly isSet: (option: string) => boolean;
}

/** The database of the configuration, open. */
export interface OnDatabase {
  readonly database: Database;
  readonly contract: Contract;
  /** The address of the embedded server; null for a server of the operator's, whose address may hold a password. */
  readonly embeddedUrl: string | null;
}

/** What a command works with. */
export interface CommandParts {
  /** The version of the service. */
  readonly version: string;
  readonly config: () => Config;
  /** A setting that only commands read. */
  readonly setting: (name: string) => string | null;
  /** Runs work on the database of the configuration, embedded or not, and lets go of it. */
  readonly onDatabase: <T>(
    work: (parts: OnDatabase) => Promise<T>,
    options?: { readonly migrates: boolean },
  ) => Promise<T>;
  /** Where the bytes of images are kept. */
  readonly files: () => Services['files'];
  /** Writes a line to standard output. */
  readonly print: (line: string) => void;
  /** Writes a line to standard error. */
  readonly warn: (line: string) => void;
  /** Resolves after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** One command. `run` gives the exit code. */
export interface Command {
  /** One line. */
  readonly summary: string;
  /** The words after the name, such as `<urn>`. */
  readonly words: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Lines that can be copied. */
  readonly examples: readonly string[];
  run(given: Given, parts: CommandParts): Promise<number>;
}

/** Thrown for a command that was not used as its help says: exit code 2. */
export class UsageError extends Error {}

/** Columns as wide as what stands in them. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  return [heads, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
