// The log of the process, on standard error: JSON lines for programs, and for people at a terminal short colored lines of
// what needs attention.
import { Writable } from 'node:stream';
import { pino, type DestinationStream, type Logger } from 'pino';

/** How the log is written; null leaves the choice to whether standard error is a terminal. */
export interface LogSettings {
  readonly level: string | null;
  readonly format: 'json' | 'pretty' | null;
}

/** A stream of characters that may be a terminal. */
interface LogOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The logger: without settings, warnings in short lines on a terminal, and everything from `info` as JSON elsewhere. */
export function createLogger({ level, format }: LogSettings, output: LogOutput = process.stderr): Logger {
  const isTerminal = output.isTTY === true;
  const options = { level: level ?? (isTerminal ? 'warn' : 'info') };
  if ((format ?? (isTerminal ? 'pretty' : 'json')) === 'pretty') return pino(options, prettyStream(output, isTerminal));
  return pino(options, output === process.stderr ? gatheredLines() : { write: (line) => void output.write(line) });
}

/** How long a line is held back at most, in milliseconds. */
const gatherMillis = 100;

// Each write costs as much as a small request: lines of one moment are written together, and when the process ends,
// unless it is killed.
function gatheredLines(): DestinationStream {
  const file = pino.destination({ fd: 2, sync: false, minLength: 4_096 });
  let leaving: NodeJS.Timeout | null = null;
  return {
    write(line) {
      file.write(line);
      leaving ??= setTimeout(() => {
        leaving = null;
        file.flush();
      }, gatherMillis).unref();
    },
  };
}

const levels: Readonly<Record<number, readonly [name: string, color: string]>> = {
  10: ['trace', '90'],
  20: ['debug', '90'],
  30: ['info', '36'],
  40: ['warn', '33'],
  50: ['error', '31'],
  60: ['fatal', '31;1'],
};
const leftOut: readonly string[] = ['level', 'time', 'pid', 'hostname', 'msg', 'err'];

function prettyStream(output: LogOutput, isColored: boolean): Writable {
  return new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      output.write(prettyLine(line, isColored));
      done();
    },
  });
}

/** One JSON line of pino as people read it: time of day, level, message, the other members, and the stack of an error. */
export function prettyLine(line: string, isColored: boolean): string {
  // Written by pino as an object on one line.
  const entry = JSON.parse(line) as Record<string, unknown>;
  const [name, color] = levels[Number(entry['level'])] ?? ['log', '0'];
  const shown = name.toUpperCase().padEnd(5);
  const time = new Date(Number(entry['time'])).toISOString().slice(11, 19);
  const members = Object.entries(entry)
    .filter(([key]) => !leftOut.includes(key))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const error = entry['err'];
  const stack = typeof error === 'object' && error !== null ? String((error as { stack?: unknown }).stack ?? '') : ''; // pino's own serializer writes `stack`
  const first = [time, isColored ? `\u001b[${color}m${shown}\u001b[0m` : shown, entry['msg'] ?? '', ...members];
  return `${first.join(' ')}\n${stack ? `${stack.replace(/^/gm, '  ')}\n` : ''}`;
}
