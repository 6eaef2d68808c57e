// The code of the thread that prints the OpenAPI document, as one script. The compiled service carries it inside itself
// (scripts/compile.js takes the place of this file); otherwise it is put together when the document is first asked for.
import { fileURLToPath } from 'node:url';

/** The script of the thread. SCHEMA_FROM in its environment is the address of a file beside contract/load.ts. */
export async function openapiCode(): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./openapiWorker.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'silent',
    define: { 'import.meta.url': 'process.env.SCHEMA_FROM' },
  });
  return outputFiles[0]?.text ?? '';
}
