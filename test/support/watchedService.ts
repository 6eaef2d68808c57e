// A service on a database of its own whose log and statements are kept: for tests of requests that go past its routes.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createTenant } from '../../src/actions/access/bootstrap.ts';
import { readConfig } from '../../src/config/config.ts';
import { startApp, type App } from '../../src/start/app.ts';
import { createDatabase } from './database.ts';

/** The service, with one tenant. */
export interface WatchedService {
  readonly app: App;
  readonly databaseUrl: string;
  /** The tenant's first token, and its company. */
  readonly token: string;
  readonly company: string;
  /** What it has logged, and the texts of its statements. */
  readonly lines: readonly Record<string, unknown>[];
  readonly statements: readonly string[];
  stop(): Promise<void>;
}

/** Starts it with limits on requests and a port of metrics. */
export async function startWatchedService(): Promise<WatchedService> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'commonplace-data-'));
  const lines: Record<string, unknown>[] = [];
  const statements: string[] = [];
  const holder = await createDatabase();
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DEMO: '0', METRICS_PORT: '0' });
  const log = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const onStatement = ({ text }: { readonly text: string }): void => void statements.push(text);
  const app = await startApp(
    { config, databaseUrl: holder.url, logger: pino({ level: 'info' }, log), onStatement },
    async () => undefined,
  );
  const { token, companyUrn: company } = await createTenant(app.services, { name: 'Tenant', token: null });
  const stop = async (): Promise<void> => {
    await app.close();
    await holder.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { app, databaseUrl: holder.url, token, company, lines, statements, stop };
}

/** The answer to a request as it came: status and headers line by line, an empty line, and the body, in base64 where it is coded. */
export async function rawAnswer(sent: ClientRequest): Promise<string> {
  // A response is an async iterable of buffers.
  const [answered] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answered) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const text = answered.headers['content-encoding'] === undefined ? bytes.toString() : bytes.toString('base64');
  const head = [String(answered.statusCode), ...answered.rawHeaders].join('\n');
  return `${head}\n\n${text}`;
}
