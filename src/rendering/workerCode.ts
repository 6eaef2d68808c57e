// The code of the rendering thread as one script. The compiled service carries it inside itself (scripts/compile.js takes
// the place of this file); otherwise it is put together when the first thread is needed.
import { fileURLToPath } from 'node:url';

/** The script that a rendering thread runs. */
export async function workerCode(): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./renderWorker.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
