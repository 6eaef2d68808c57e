// A process that works on images, one at a time. Run by imageProcesses.ts, which ends it when a job takes too long: nothing
// else ends an encoder that is at work.
import { doImageJob, type ImageJob } from './imageJobs.ts';

/** A job, and how much processor time it may take. */
export interface ImageOrder {
  readonly job: ImageJob;
  readonly cpuMillis: number;
}

/** What was answered, or why nothing was. */
export type ImageReply = { readonly result: unknown } | { readonly error: string };

const lookEvery = 50;

const cpuMillis = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const end = (): void => void process.kill(process.pid, 'SIGKILL');

process.on('message', (message) => {
  // Only the service sends any.
  const order = message as ImageOrder;
  const most = cpuMillis() + order.cpuMillis;
  // The encoders work in threads of their own, so that this one can look at what they take.
  const watch = setInterval(() => {
    if (cpuMillis() > most) end();
  }, lookEvery);
  const answer = (reply: ImageReply): void => {
    clearInterval(watch);
    process.send?.(reply);
  };
  doImageJob(order.job).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
  );
});

// Whoever asks is gone.
process.on('disconnect', end);

// A terminal sends these to all of its processes; the service finishes what it is about, and ends this one then.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
