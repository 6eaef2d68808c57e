// What the person who started the process reads, on standard output: one line of progress with the time left while the
// service starts, then the summary. Where standard output is no terminal, each step is a line of its own.

/** Where the person reads. */
export interface Terminal {
  /** A step of the start begins; on a terminal it takes the place of the step before. */
  step(name: string): void;
  /** A line that stays. */
  say(text: string): void;
  /** Ends the progress. */
  done(): void;
}

/** A stream of characters that may be a terminal. */
export interface Output {
  readonly isTTY?: boolean;
  /** Its width; 0 from terminals that do not say. */
  readonly columns?: number;
  write(text: string): unknown;
}

/** Only a first start comes to it, and that creates a database before. */
const demoStep = 'Writing the demo';

/** The steps that take long, by how their names begin, and the seconds each takes on an idle machine. */
const usual: readonly (readonly [beginning: string, seconds: number])[] = [
  ['Creating a PostgreSQL database', 3],
  ['Starting PostgreSQL', 1],
  ['PostgreSQL is running', 1],
  [demoStep, 3],
];

const refresh = 250;
const longEnoughToTell = 1_000;
const eraseLine = '\r\u001b[2K';

/** A terminal over an output; `now` gives milliseconds. */
export function createTerminal(output: Output, now: () => number = () => performance.now()): Terminal {
  const isTerminal = output.isTTY === true;
  const started = now();
  const progress = createProgress(now);
  let shown = '';
  const erase = (): void => {
    if (shown) output.write(eraseLine);
    shown = '';
  };
  const draw = (): void => {
    const line = progress.line();
    if (!line || now() - started < longEnoughToTell) return;
    erase();
    shown = line.slice(0, Math.max(10, (output.columns || 80) - 1));
    output.write(shown);
  };
  const ticking = isTerminal ? setInterval(draw, refresh).unref() : undefined;
  return {
    step(name) {
      progress.begin(name);
      if (isTerminal) draw();
      else output.write(`${name}\n`);
    },
    say(text) {
      erase();
      output.write(`${text}\n`);
    },
    done() {
      clearInterval(ticking);
      progress.end();
      erase();
    },
  };
}

interface Progress {
  begin(name: string): void;
  end(): void;
  line(): string;
}

/** Estimates from the usual times, at the pace of the steps that are finished. */
function createProgress(now: () => number): Progress {
  let name = '';
  let began = now();
  let isFirst = false;
  const finished = { took: 0, usual: 0 };
  const usualOf = (step: string): number => usual.find(([beginning]) => step.startsWith(beginning))?.[1] ?? 0;
  const close = (): void => {
    finished.took += usualOf(name) > 0 ? (now() - began) / 1000 : 0;
    finished.usual += usualOf(name);
  };
  return {
    begin(step) {
      close();
      name = step;
      began = now();
      isFirst ||= step.startsWith('Creating');
    },
    end() {
      name = '';
    },
    line() {
      if (!name) return '';
      const at = usual.findIndex(([beginning]) => name.startsWith(beginning));
      const ahead = at < 0 ? [] : usual.slice(at + 1).filter(([beginning]) => isFirst || beginning !== demoStep);
      const later = ahead.reduce((sum, [, seconds]) => sum + seconds, 0);
      const pace = finished.usual > 0 ? Math.max(0.5, finished.took / finished.usual) : 1;
      const left = Math.ceil(Math.max(0, usualOf(name) * pace - (now() - began) / 1000) + later * pace);
      return left > 0 ? `${name} … about ${String(left)} s left` : `${name} …`;
    },
  };
}
