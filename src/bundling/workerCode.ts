// The code of what runs beside the service, each as one script. The compiled service carries it inside itself (scripts/compile.js takes
// the place of this file); otherwise it is put together when it is first asked for.
import { fileURLToPath } from 'node:url';

/** By name: the first file, and the variable of its environment that holds the address of a file from which it finds others. */
const workers = {
  rendering: { entry: 'rendering/renderWorker.ts', place: null },
  openapi: { entry: 'contract/print/openapiWorker.ts', place: 'SCHEMA_FROM' },
  images: { entry: 'files/imageWorker.ts', place: 'SHARP_FROM' },
} as const;

/** The script that a thread or process of that name runs. */
export async function workerCode(name: keyof typeof workers): Promise<string> {
  const { entry, place } = workers[name];
  const { build } = await import('esbuild');
  const define: Record<string, string> = place === null ? {} : { 'import.meta.url': `process.env.${place}` };
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../${entry}`, import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'silent',
    define,
  });
  return outputFiles[0]?.text ?? '';
}
