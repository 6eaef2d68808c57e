// Progress for the person who started the process, on standard output; logs go to standard error.

/** Says one line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
