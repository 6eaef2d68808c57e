// `npm run migration -- <name>`: writes the next migration from what the contract says and the migrations do not, and
// adds it to the list of migrations. A person reads it before it is committed, and adds what becomes of existing rows.
// It compares on a throw-away database: on the server of DATABASE_URL, or on a server of its own.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { format, resolveConfig } from 'prettier';
import { loadContract } from '../src/contract/load.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embeddedPostgres.ts';
import { migrate } from '../src/database/connection/migrate.ts';
import { print } from './print.ts';
import { schemaDrift } from './schemaDrift.ts';

const folder = fileURLToPath(new URL('../src/database/migrations/', import.meta.url));

const name = process.argv[2] ?? '';
if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
  print('Give the migration a name in camelCase: npm run migration -- addBookmark');
  process.exit(1);
}

const given = process.env['DATABASE_URL'];
const statements = await (given ? onServer(given) : onOwnServer());
if (statements.length === 0) print('Nothing to do: the migrations say what the contract says.');
else await write(statements);

async function missing(url: string): Promise<string[]> {
  await migrate(url);
  return schemaDrift(url, loadContract());
}

async function onOwnServer(): Promise<string[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'commonplace-migration-'));
  chmodSync(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: directory });
  try {
    return await missing(postgres.url);
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function onServer(serverUrl: string): Promise<string[]> {
  const database = `commonplace_migration_${String(process.pid)}`;
  // Not by URL: the host may be missing, where the socket's directory stands in the query.
  const url = serverUrl.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`);
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${database}`);
    return await missing(url);
  } finally {
    await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await client.end();
  }
}

async function write(missingStatements: readonly string[]): Promise<void> {
  const numbers = readdirSync(folder).flatMap((file) => /^(\d{4})/.exec(file)?.[1] ?? []);
  const number = String(Math.max(0, ...numbers.map(Number)) + 1).padStart(4, '0');
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const className = `${title}${String(Date.now())}`;
  const lines = missingStatements.map((s) => `\`${s.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\`,`);
  const text = `// Say here what this migration is for.
import { Statements } from './statements.ts';

/** Say here what it does. */
export class ${className} extends Statements {
  readonly name = '${className}';
  protected readonly statements = [
${lines.join('\n')}
  ];
}
`;
  const file = `${number}${title}.ts`;
  await writeFormatted(path.join(folder, file), text);
  const index = path.join(folder, 'index.ts');
  const listed = readFileSync(index, 'utf8')
    .replace(/\n\n\/\*\*/, `\nimport { ${className} } from './${file}';\n\n/**`)
    .replace(/,?\n?\];\n$/, `, ${className}];\n`)
    .replace('[,', '[');
  await writeFormatted(index, listed);
  print(`Wrote src/database/migrations/${file} and listed it. Read it, and say in its comments what it is for.`);
}

async function writeFormatted(file: string, text: string): Promise<void> {
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}
