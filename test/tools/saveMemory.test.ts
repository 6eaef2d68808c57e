// Under load the heap is collected before it has grown to a multiple of what is in use.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// As under requests: 60 MB are in use for good or for a while, and most of what is made is garbage at once.
const script = `
  import { saveMemory } from '${new URL('../../scripts/saveMemory.js', import.meta.url).href}';
  const held = Array.from({ length: 10 }, () => new Array(512 * 1024).fill(0.5));
  saveMemory();
  const recent = [];
  let peak = 0;
  for (let turn = 0; turn < 3_000; turn += 1) {
    const made = Array.from({ length: 2_000 }, () => new Array(60).fill(turn));
    recent[turn % 200] = made.filter((_, at) => at % 20 === 0);
    peak = Math.max(peak, process.memoryUsage().heapUsed);
  }
  console.log(peak, held.length);`;

test('little more than is in use waits to be collected', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(Number(stdout.split(' ')[0]) / 1024 / 1024).toBeLessThan(130);
});
