// Asks /healthz and /readyz all the time, from a process of its own, and notes the longest wait since it was last read: what a
// liveness probe sees while the service does something else.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';

/** The longest waits. */
export interface Pulse {
  /** Gives the longest wait since the last call, in milliseconds; what is being waited for now counts, too. */
  worst(): Promise<number>;
  stop(): void;
}

/** Asks the service at that address. */
export async function startPulse(url: string): Promise<Pulse> {
  const child = fork(fileURLToPath(import.meta.url), [url], { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  return {
    async worst() {
      child.send('read');
      // The child answers every message with a number.
      const [longest] = (await once(child, 'message')) as [number];
      return longest;
    },
    stop: () => child.disconnect(),
  };
}

/** Between two questions, in milliseconds. */
const pauseMillis = 5;

function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve) => {
    get(url, { agent }, (response) => response.resume().once('close', resolve)).once('error', () => resolve());
  });
}

async function beat(url: string): Promise<void> {
  const state = { longest: 0, since: 0 };
  process.on('message', () => {
    const running = state.since === 0 ? 0 : performance.now() - state.since;
    process.send?.(Math.round(Math.max(state.longest, running)));
    state.longest = 0;
  });
  // Nothing outlives the run, however it ends.
  process.on('disconnect', () => process.exit(0));
  process.send?.(0);
  const agent = new Agent({ keepAlive: true });
  for (let number = 0; ; number += 1) {
    state.since = performance.now();
    await ask(url + (number % 2 === 0 ? '/healthz' : '/readyz'), agent);
    state.longest = Math.max(state.longest, performance.now() - state.since);
    state.since = 0;
    await new Promise((resolve) => setTimeout(resolve, pauseMillis));
  }
}

const [, script, address] = process.argv;
if (script === fileURLToPath(import.meta.url) && address !== undefined) await beat(address);
