// A service in this process on servers of the test's own, which fail over and fall behind.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { Services } from '../../src/engine/context.ts';
import { readConfig } from '../../src/config/config.ts';
import { startApp } from '../../src/start/app.ts';
import type { AppParts } from '../../src/start/parts.ts';
import type { Cluster } from '../crash/cluster.ts';

/** A folder for servers, which run as another user than a test of root's. */
export function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-cluster-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** A running service. */
export interface TestGateway {
  readonly url: string;
  readonly services: Services;
  /** Texts of the statements so far, by whether they went to the server that takes writes or to a replica. */
  readonly sent: { readonly primary: string[]; readonly replica: string[] };
  close(): Promise<void>;
}

/** The address of all of these servers together. */
export function addressOf(servers: readonly Pick<Cluster, 'url' | 'port'>[]): string {
  const hosts = servers.map(({ port }) => `127.0.0.1:${String(port)}`).join(',');
  return String(servers[0]?.url).replace(/127\.0\.0\.1:\d+/, hosts);
}

/** Starts a service; settings are given as environment variables, `say` hears what is printed. */
export async function startGateway(
  environment: Readonly<Record<string, string>>,
  parts: Pick<AppParts, 'say'> = {},
): Promise<TestGateway> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'commonplace-data-'));
  const sent: TestGateway['sent'] = { primary: [], replica: [] };
  const config = readConfig({
    PORT: '0',
    DATABASE_POOL: '4',
    DEMO: '0',
    RATE_LIMITS: '0',
    DATA_DIR: dataDir,
    ...environment,
  });
  const app = await startApp(
    {
      config,
      databaseUrl: String(config.databaseUrl),
      logger: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
      ...parts,
      onStatement: ({ text }, isOnReplica) => void sent[isOnReplica ? 'replica' : 'primary'].push(text),
    },
    async () => undefined,
  );
  return {
    url: app.url,
    services: app.services,
    sent,
    async close() {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
