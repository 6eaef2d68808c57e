// Gives the command line what it works on: the configuration, the database, and services for the demo.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig, readSetting } from '../config/config.ts';
import { runCommandLine } from '../commands/commandLine.ts';
import type { CommandParts } from '../commands/command.ts';
import { companyCommands } from '../commands/companyCommands.ts';
import { databaseCommands } from '../commands/databaseCommands.ts';
import { doctor } from '../commands/doctor.ts';
import { eventCommands } from '../commands/eventCommands.ts';
import { importContentCommand } from '../commands/importContentCommand.ts';
import { typesCommand } from '../commands/typesCommand.ts';
import { tenantCommands } from '../commands/tenantCommands.ts';
import { tokenCommands } from '../commands/tokenCommands.ts';
import { loadContract } from '../contract/load.ts';
import { openDatabase } from '../database/connection/database.ts';
import { migrate } from '../database/connection/migrate.ts';
import { startEmbeddedPostgres } from '../database/embedded/embeddedPostgres.ts';
import { writeDemo } from '../demo/writeDemo.ts';
import { loadWebhookKeys } from '../webhooks/keys.ts';
import { makeServices, storageOf } from './services.ts';

/** Runs the command that these words name; gives the exit code. */
export function runCommand(words: readonly string[]): Promise<number> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const warn = (line: string): void => void process.stderr.write(`${line}\n`);
  const onDatabase: CommandParts['onDatabase'] = async (work, options) => {
    const { databaseUrl: given, databaseDirectUrl, dataDir } = readConfig();
    const databaseUrl = databaseDirectUrl ?? given;
    const embedded = databaseUrl === null ? await startEmbeddedPostgres({ dataDir: path.resolve(dataDir) }) : null;
    const url = databaseUrl ?? embedded?.url ?? '';
    const contract = loadContract();
    try {
      if (options?.migrates)
        await migrate(url, { onMigration: (name) => print(`migrated: ${name}`), onProgress: print });
      const database = await openDatabase({ url, contract, poolSize: 1, onConnectionLost: () => undefined });
      try {
        return await work({ database, contract, embeddedUrl: embedded?.url ?? null });
      } catch (error) {
        throw hasNoTables(error) ? new Error(noTables(embedded ? path.resolve(dataDir) : null)) : error;
      } finally {
        await database.close();
      }
    } finally {
      await embedded?.stop();
    }
  };
  const withServices: Parameters<typeof databaseCommands>[0] = (write) =>
    onDatabase(
      async ({ database }) => {
        const config = readConfig();
        const { secretKey, signingKey, allowedRanges } = config.webhooks;
        const keys = loadWebhookKeys({ dataDir: config.dataDir, secretKey, signingKey }, allowedRanges);
        const baseUrl = config.baseUrl ?? `http://${config.host}:${String(config.port)}`;
        const parts = { config, databaseUrl: '', logger: pino({ level: 'silent' }) };
        await write(await makeServices(parts, database, keys, { baseUrl, observe: () => undefined }));
      },
      { migrates: true },
    );
  const commands = {
    ...databaseCommands(withServices, writeDemo),
    ...companyCommands,
    ...importContentCommand,
    ...tenantCommands,
    ...tokenCommands,
    ...eventCommands,
    types: typesCommand,
    doctor,
  };
  const files = (): ReturnType<typeof storageOf> => storageOf(readConfig());
  const parts = {
    version: versionOfPackage(),
    config: readConfig,
    setting: readSetting,
    onDatabase,
    files,
    print,
    warn,
    wait: (milliseconds: number): Promise<void> => wait(milliseconds),
  };
  return runCommandLine(words, commands, parts);
}

function versionOfPackage(): string {
  // Every package has one.
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}

// PostgreSQL's `undefined_table`: the database is not one of the service, or nothing was started on it yet.
const hasNoTables = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '42P01';

function noTables(dataDir: string | null): string {
  const place = dataDir === null ? 'DATABASE_URL leads to' : `${dataDir} holds`;
  const setting =
    dataDir === null ? '' : '; if the service keeps its data elsewhere, set DATA_DIR or DATABASE_URL as it does';
  return `${place} a database without tables. A start makes them, and so does commonplace migrate${setting}.`;
}
