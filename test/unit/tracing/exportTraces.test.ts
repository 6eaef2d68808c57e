// What is done for traces ends with their export.
import { expect, test } from 'vitest';
import { exportTraces } from '../../../src/tracing/exportTraces.ts';
import { workChannel } from '../../../src/tracing/traced.ts';

test('Work is listened to while traces are exported, and no longer', async () => {
  expect(workChannel.start.hasSubscribers).toBe(false);
  const traces = await exportTraces('http://127.0.0.1:1');
  expect(workChannel.start.hasSubscribers).toBe(true);
  await traces.close();
  expect(workChannel.start.hasSubscribers).toBe(false);
  expect(workChannel.error.hasSubscribers).toBe(false);
});
