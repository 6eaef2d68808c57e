// A signal finds an answer at every moment of a start.
import { expect, test } from 'vitest';
import { listenToSignals } from '../../../src/start/signals.ts';

test('a signal that arrives while what answers it changes is answered', async () => {
  const signals = listenToSignals(['SIGUSR2'], () => undefined);
  const answered = new Promise<string>((resolve) => {
    // The process has it at once; Node.js answers when this has ended.
    process.kill(process.pid, 'SIGUSR2');
    signals.answerWith(resolve);
  });
  expect(await answered).toBe('SIGUSR2');
  process.removeAllListeners('SIGUSR2');
});
