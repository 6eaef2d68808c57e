// `npm run compilers`: compilers of other people read what we print. The Relay compiler compiles examples/relay against the served
// schema, openapi-typescript makes types of the OpenAPI document, and TypeScript checks those. They are fetched by npx, at the
// versions below, as together they are larger than everything else the tests need; nothing of them is kept.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadContract, readSchema } from '../src/contract/load.ts';
import { printOpenapi } from '../src/contract/print/openapi.ts';

const folder = mkdtempSync(join(tmpdir(), 'commonplace-compilers-'));
const from = (path: string): string => new URL(`../${path}`, import.meta.url).pathname;

function run(command: string, ...words: string[]): void {
  process.stdout.write(`${[command, ...words].join(' ')}\n`);
  const { status } = spawnSync(command, words, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${words[0] ?? ''} failed`);
}

try {
  cpSync(from('examples/relay'), folder, { recursive: true });
  writeFileSync(join(folder, 'schema.graphql'), readSchema());
  run('npx', '--yes', 'relay-compiler@21.0.1', 'relay.config.json');
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(printOpenapi(loadContract())));
  run('npx', '--yes', 'openapi-typescript@7.13.0', 'openapi.json', '--output', 'api.ts');
  const use = `import type { paths } from './api.js';
type Answer = paths['/n/v1/entity/{urn}']['get']['responses'][200]['content']['application/json'];
export const name = (answer: Answer): string => answer.name;
`;
  writeFileSync(join(folder, 'use.ts'), use);
  run(from('node_modules/.bin/tsc'), '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', 'use.ts');
} finally {
  rmSync(folder, { recursive: true });
}
