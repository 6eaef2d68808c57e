// `npm run migration -- <name>`: writes the next migration from what the contract says and the migrations do not. A
// person reads it before it is committed, and adds what TypeORM cannot say.
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadContract } from '../src/contract/load.ts';
import { dataSourceFor } from '../src/database/database.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embeddedPostgres.ts';
import { migrate } from '../src/database/migrate.ts';
import { schemaDrift } from './schemaDrift.ts';
import { say } from '../src/say.ts';

const name = process.argv[2] ?? '';
if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
  say('Give the migration a name in camelCase: npm run migration -- addBookmark');
  process.exit(1);
}

const directory = mkdtempSync(path.join(tmpdir(), 'commonplace-migration-'));
chmodSync(directory, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir: directory });
const source = dataSourceFor({ url: postgres.url, contract: loadContract(), poolSize: 2 });
try {
  await migrate(postgres.url);
  await source.initialize();
  const statements = await schemaDrift(source);
  if (statements.length === 0) say('Nothing to do: the migrations say what the contract says.');
  else write(statements);
} finally {
  if (source.isInitialized) await source.destroy();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}

function write(statements: readonly string[]): void {
  const folder = fileURLToPath(new URL('../src/database/migrations/', import.meta.url));
  const numbers = readdirSync(folder).flatMap((file) => /^(\d{4})/.exec(file)?.[1] ?? []);
  const number = String(Math.max(0, ...numbers.map(Number)) + 1).padStart(4, '0');
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const className = `${title}${String(Date.now())}`;
  const lines = statements.map(
    (s) => `    await runner.query(\`${s.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\`);`,
  );
  const text = `// Say here what this migration is for.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Say here what it does. */
export class ${className} implements MigrationInterface {
  readonly name = '${className}';

  async up(runner: QueryRunner): Promise<void> {
${lines.join('\n')}
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
`;
  const file = `${number}${title}.ts`;
  writeFileSync(path.join(folder, file), text);
  say(`Wrote src/database/migrations/${file}. Read it, and add ${className} to migrations/index.ts.`);
}
