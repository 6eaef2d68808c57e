// Lines for people on standard output, from commands without a logger.

/** Writes one line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
