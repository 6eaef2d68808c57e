// While blocks are recorded: notes which of them a test file enters. A setup file of vitest.
import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';

const output = process.env['MUTATIONS_RECORD'];

if (output !== undefined) {
  const begun = { at: 0 };
  const shared = globalThis as { enteredBlocks?: Set<string> };
  beforeAll(() => {
    shared.enteredBlocks = new Set();
    begun.at = Date.now();
  });
  afterAll(() => {
    const line = {
      file: expect.getState().testPath,
      millis: Date.now() - begun.at,
      ids: [...(shared.enteredBlocks ?? [])],
    };
    appendFileSync(output, `${JSON.stringify(line)}\n`);
  });
}
