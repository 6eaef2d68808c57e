// A script that tests run in separate processes, compiled into one plain file: finding and compiling hundreds of
// sources takes seconds for each process.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A compiled script. */
export interface CompiledScript {
  /** The path to pass to `node`. */
  readonly file: string;
  /** Removes it. */
  clear(): void;
}

/** Compiles a script of the tests with what it imports from src/; packages are found where they are installed. */
export async function compileScript(script: URL): Promise<CompiledScript> {
  const caches = path.join(root, 'node_modules/.cache');
  mkdirSync(caches, { recursive: true });
  const folder = mkdtempSync(path.join(caches, 'commonplace-test-'));
  // Some of its processes run as other users.
  chmodSync(folder, 0o755);
  const file = path.join(folder, 'script.mjs');
  await build({
    entryPoints: [fileURLToPath(script)],
    outfile: file,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  await stop();
  return { file, clear: () => rmSync(folder, { recursive: true, force: true }) };
}
