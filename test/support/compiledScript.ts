// A script that tests run in separate processes, compiled into one plain file: finding and compiling hundreds of
// sources takes seconds for each process.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

// Packages that are not modules ask for Node's own by this.
const banner =
  "import { createRequire as forPackages } from 'node:module'; const require = forPackages(import.meta.url);";

/** A compiled script. */
export interface CompiledScript {
  /** The path to pass to `node`. */
  readonly file: string;
  /** Removes it. */
  clear(): void;
}

/**
 * Compiles a script of the tests with all that it imports. Some of its processes run as other users, who may not enter the folder
 * of the project, so that it stands apart from it.
 */
export async function compileScript(script: URL): Promise<CompiledScript> {
  const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-script-'));
  chmodSync(folder, 0o755);
  const file = path.join(folder, 'script.mjs');
  await build({
    entryPoints: [fileURLToPath(script)],
    outfile: file,
    bundle: true,
    banner: { js: banner },
    external: ['pg-native'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  await stop();
  return { file, clear: () => rmSync(folder, { recursive: true, force: true }) };
}
