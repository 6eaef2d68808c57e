// `npm run documents -- register <manifest.json> --client <urn or client id>`: registers the GraphQL documents of a
// manifest, as graphql-codegen's client preset writes it (`persistedDocuments: true`), for one API client.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildASTSchema, parse, validate } from 'graphql';
import { registerDocuments } from '../src/actions/access/registeredDocuments.ts';
import { readConfig } from '../src/config/config.ts';
import { loadContract, schemaDocument } from '../src/contract/load.ts';
import { openDatabase } from '../src/database/connection/database.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embeddedPostgres.ts';
import { ServiceError } from '../src/domain/errors.ts';
import { print } from './print.ts';

const usage = 'npm run documents -- register <manifest.json> --client <urn or client id>';

function fail(message: string): never {
  print(message);
  process.exit(1);
}

function readManifest(file: string): Record<string, unknown> {
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest))
    fail(`${file}: an object of ids and documents is expected`);
  return { ...manifest };
}

/** What the schema says against documents of the manifest, one line each. */
function problemsOf(manifest: Readonly<Record<string, unknown>>): string[] {
  const schema = buildASTSchema(schemaDocument(), { assumeValidSDL: true });
  return Object.entries(manifest).flatMap(([id, text]) => {
    try {
      return validate(schema, parse(String(text))).map(({ message }) => `${id}: ${message}`);
    } catch (error) {
      return [`${id}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { client: { type: 'string' } } });
const [command, file] = positionals;
const { client } = values;
if (command !== 'register' || file === undefined || client === undefined) fail(usage);
const manifest = readManifest(file);
const problems = problemsOf(manifest);
if (problems.length > 0) fail(problems.join('\n'));

const config = readConfig();
const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: path.resolve(config.dataDir) });
const url = config.databaseUrl ?? embedded?.url ?? '';
const database = await openDatabase({ url, contract: loadContract(), poolSize: 2, onConnectionLost: () => undefined });
try {
  const { added, known, client: urn } = await registerDocuments(database, client, manifest);
  print(`registered ${String(added)} documents of client ${urn}; ${String(known)} were registered before`);
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  const shown = error.violations.map((one) => `${one.path}: ${one.message}`).join('\n');
  print(error.code === 'NOT_FOUND' ? `There is no active client ${client}.` : shown || error.message);
  process.exitCode = 1;
} finally {
  await database.close();
  await embedded?.stop();
}
