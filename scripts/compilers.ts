// `npm run compilers`: the Relay compiler compiles examples/relay against the served schema. It is fetched by npx, at the version below,
// as it is larger than everything else the tests need; nothing of it is kept. Generators of REST clients are in generators/.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSchema } from '../src/contract/load.ts';

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
} finally {
  rmSync(folder, { recursive: true });
}
