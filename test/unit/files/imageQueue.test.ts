// The bounds of the image queue: a maximum at once, in order, and no unlimited wait.
import { describe, expect, it, vi } from 'vitest';
import { createImageQueue } from '../../../src/files/imageQueue.ts';

/** Work that ends on request. */
function job(): { work: () => Promise<string>; end: () => void; started: () => boolean } {
  let release = (): void => undefined;
  let hasStarted = false;
  const done = new Promise<void>((resolve) => (release = resolve));
  const work = async (): Promise<string> => {
    hasStarted = true;
    await done;
    return 'done';
  };
  return { work, end: () => release(), started: () => hasStarted };
}

const patient = { atOnce: 2, mostWaiting: 10, longestWait: 60_000 };

describe('an image queue', () => {
  it('runs a maximum at once and the others in order of arrival', async () => {
    const queue = createImageQueue(patient);
    const jobs = [job(), job(), job(), job()];
    const answers = jobs.map(({ work }) => queue.run(work));
    const started = (): boolean[] => jobs.map((one) => one.started());
    await vi.waitFor(() => expect(started()).toEqual([true, true, false, false]));
    jobs[1]!.end();
    await answers[1];
    await vi.waitFor(() => expect(started()).toEqual([true, true, true, false]));
    for (const one of jobs) one.end();
    expect(await Promise.all(answers)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('frees its place when the work fails', async () => {
    const queue = createImageQueue({ ...patient, atOnce: 1 });
    await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.run(() => Promise.resolve('next'))).toBe('next');
  });

  it('refuses immediately when too many wait, and later when the wait is too long, with the time to retry', async () => {
    const queue = createImageQueue({ atOnce: 1, mostWaiting: 1, longestWait: 20 });
    const busy = expect.objectContaining({ code: 'UNAVAILABLE', extras: { retryAfterSeconds: 1 } });
    const [first, second] = [job(), job()];
    const running = queue.run(first.work);
    const waiting = queue.run(second.work);
    await expect(queue.run(job().work)).rejects.toEqual(busy);
    await expect(waiting).rejects.toEqual(busy);
    expect(second.started()).toBe(false);
    // Its place in the queue is free again, and the refused one never runs.
    const third = queue.run(() => Promise.resolve('third'));
    first.end();
    expect(await Promise.all([running, third])).toEqual(['done', 'third']);
    expect(second.started()).toBe(false);
  });
});
