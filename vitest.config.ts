// How the tests run. `npm test` is the projects `unit` and `core`; `npm run test:all` is these, `service` and `waiting`, and each file
// is in one of them; `npm run test:complete` has `costs` besides. `unit` needs nothing; the others need PostgreSQL, which
// test/support/globalSetup.ts starts once for each of them.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { core } from './test/core.ts';
import { mutations } from './test/mutations/plugin.ts';
import { matrixSeed } from './test/support/matrixSeed.ts';

const globalSetup = ['test/support/globalSetup.ts'].filter((file) => existsSync(new URL(file, import.meta.url)));

// Vite would take graphql's module build, and Apollo its CommonJS build: two copies do not know each other's types. Node
// gives everyone the latter, so the tests do too.
const graphql = createRequire(import.meta.url).resolve('graphql');

// The mutation run notes here which tests enter which block.
const setupFiles = process.env['MUTATIONS_RECORD'] === undefined ? [] : ['test/mutations/record.ts'];

// Tests that wait more than they compute: for processes that they start (services and servers), and for time to pass. A browser
// computes all the time.
const waiting = [
  'test/process/**/*.test.ts',
  'test/cluster/**/*.test.ts',
  'test/feature/{databaseLoss,eventFanOut,eventStreams,guides,logPast,roles}.test.ts',
];

// One seed for all workers, also of a run that goes on past midnight; this file is read once for each project.
const isGiven = process.env['MATRIX_SEED'] !== undefined;
process.env['MATRIX_SEED'] = String(matrixSeed());
if (!isGiven) process.stderr.write(`Shares of matrices: MATRIX_SEED=${process.env['MATRIX_SEED']}\n`);

// Thousands of rows each, to see what grows with them.
const costs = ['test/costs/**/*.test.ts'];

const isComplete = process.env['COMPLETE'] === '1';

// A worker keeps the modules it has loaded, and the service that its files share (test/support/service.ts). What tests share besides
// they share through the database.
const isolate = false;

// What computes all the time: of more workers than cores each takes longer, and all together too.
const inPlace = { isolate, maxWorkers: 2, sequence: { groupOrder: 0 } };
const whileWaiting = { isolate, maxWorkers: 4, sequence: { groupOrder: 1 } };

export default defineConfig({
  plugins: [mutations()],
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: {
    pool: 'forks',
    // Twice what the slowest test takes on a machine of half the speed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    restoreMocks: true,
    // Outside of node_modules, which an install removes.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'coverage/transformed' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...inPlace,
          include: ['test/unit/**/*.test.ts'],
          setupFiles: ['test/support/startsNothing.ts', ...setupFiles],
        },
      },
      {
        extends: true,
        test: {
          name: 'core',
          ...inPlace,
          include: [...core],
          globalSetup,
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          ...inPlace,
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**', 'test/crash/**', 'test/mutations/**', ...core, ...costs, ...waiting],
          globalSetup,
          setupFiles,
        },
      },
      ...(isComplete
        ? [{ extends: true as const, test: { name: 'costs', ...inPlace, include: costs, globalSetup, setupFiles } }]
        : []),
      {
        extends: true,
        test: { name: 'waiting', ...whileWaiting, include: waiting, exclude: [...core], globalSetup, setupFiles },
      },
    ],
  },
});
