// How the tests run: `unit` needs nothing; `service` needs PostgreSQL, which test/support/globalSetup.ts starts once per run.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { mutations } from './test/mutations/plugin.ts';

const globalSetup = ['test/support/globalSetup.ts'].filter((file) => existsSync(new URL(file, import.meta.url)));

// Vite would take graphql's module build, and Apollo its CommonJS build: two copies do not know each other's types. Node
// gives everyone the latter, so the tests do too.
const graphql = createRequire(import.meta.url).resolve('graphql');

// The mutation run notes here which tests enter which block.
const setupFiles = process.env['MUTATIONS_RECORD'] === undefined ? [] : ['test/mutations/record.ts'];

export default defineConfig({
  plugins: [mutations()],
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: {
    pool: 'forks',
    // Some tests wait for processes, others compute: four keep two cores busy.
    maxWorkers: 4,
    // Twice what the slowest test takes on a machine of half the speed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    restoreMocks: true,
    // Outside of node_modules, which an install removes.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'coverage/transformed' },
    projects: [
      { extends: true, test: { name: 'unit', isolate: false, include: ['test/unit/**/*.test.ts'], setupFiles } },
      {
        extends: true,
        test: {
          name: 'service',
          // A worker keeps the modules it has loaded: a third of the time went into loading them again for each file. What
          // tests share they share through the database, where each file has its own.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**', 'test/crash/**', 'test/mutations/**'],
          globalSetup,
          setupFiles,
        },
      },
    ],
  },
});
