// Lines into a file or a pipe that may be slower than what they are made of.
import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes a line; resolves once there is room for more. Rejects when that fails. */
export async function writeLine(out: Writable, line: string): Promise<void> {
  if (!out.write(`${line}\n`)) await once(out, 'drain');
}
