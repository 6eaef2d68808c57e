// The thread that prints the OpenAPI document: it reads schema/ by itself, so that the service copies nothing for it.
import { parentPort, workerData } from 'node:worker_threads';
import { loadContract } from '../load.ts';
import { contentOf, printOpenapi } from './openapi.ts';
import type { OpenapiOrder } from './openapiThread.ts';

// openapiThread.ts gives this, and nothing else.
const { baseUrl, part } = workerData as OpenapiOrder;
const contract = loadContract();
const whole = printOpenapi(contract, baseUrl);
const bytes = new TextEncoder().encode(JSON.stringify(part === 'ALL' ? whole : contentOf(contract, whole)));
parentPort?.postMessage(bytes, [bytes.buffer]);
