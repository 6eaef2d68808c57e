// A run of one test that never ends, for interruptedRun.test.ts.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../../../', import.meta.url).pathname,
    include: ['test/process/interrupted/endless.ts'],
    globalSetup: ['test/support/globalSetup.ts'],
    pool: 'forks',
    testTimeout: 0,
    disableConsoleIntercept: true,
  },
});
