// Has the OpenAPI document printed in a thread: that takes a second, in which no request would be answered.
import { Worker } from 'node:worker_threads';
import { workerCode } from '../../bundling/workerCode.ts';

/** The whole document, or that of content alone. */
export type OpenapiPart = 'ALL' | 'CONTENT';

/** What the thread is told. */
export interface OpenapiOrder {
  readonly baseUrl: string;
  readonly part: OpenapiPart;
}

/** Several times what printing needs. */
const resourceLimits = { maxOldGenerationSizeMb: 256 };

/** The bytes of the document of a service at that address, or of its part. Rejects when the thread fails. */
export async function openapiInThread(baseUrl: string, part: OpenapiPart): Promise<Buffer> {
  const env = { SCHEMA_FROM: new URL('../load.ts', import.meta.url).href };
  const parts = { eval: true, workerData: { baseUrl, part }, env, execArgv: [], resourceLimits };
  const thread = new Worker(await workerCode('openapi'), parts);
  return new Promise((resolve, reject) => {
    thread.on('message', (bytes: Uint8Array<ArrayBuffer>) => resolve(Buffer.from(bytes.buffer)));
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('The thread that prints the OpenAPI document ended without it.')));
  });
}
