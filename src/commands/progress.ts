// How far long work has come, for a person who waits: how much of how much, how fast, and how long it will still take.

/** Hears how much is done, of how much. */
export type Progress = (done: number, total: number) => void;

const everyMillis = 1_000;

/** Says a line at most once in a second; nothing for work that takes less. `clock` is in milliseconds. */
export function createProgress(say: (line: string) => void, clock: () => number = () => performance.now()): Progress {
  const began = clock();
  let last = began;
  return (done, total) => {
    const now = clock();
    if (now - last < everyMillis || done === 0) return;
    last = now;
    const rate = (done * 1_000) / (now - began);
    const left = Math.max(0, Math.ceil((total - done) / rate));
    const share = total > 0 ? Math.floor((100 * done) / total) : 100;
    say(
      `${number(done)} of ${number(total)} (${String(share)} %), ${number(Math.round(rate))} a second, ${duration(left)} left`,
    );
  };
}

const number = (value: number): string => value.toLocaleString('en-US');

function duration(seconds: number): string {
  if (seconds < 60) return `${String(seconds)} s`;
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}
