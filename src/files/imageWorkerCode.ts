// The code of the processes that work on images, as one script. The compiled service carries it inside itself (scripts/compile.js
// takes the place of this file); otherwise it is put together when the first process is needed.
import { fileURLToPath } from 'node:url';

/** The script that a process runs. SHARP_FROM in its environment is the address of a file from which sharp is found. */
export async function imageWorkerCode(): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./imageWorker.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'silent',
    define: { 'import.meta.url': 'process.env.SHARP_FROM' },
  });
  return outputFiles[0]?.text ?? '';
}
