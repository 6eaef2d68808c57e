// The thread that prints the OpenAPI document: it reads schema/ by itself, so that the service copies nothing for it.
import { parentPort, workerData } from 'node:worker_threads';
import { loadContract } from '../load.ts';
import { printOpenapi } from './openapi.ts';

// openapiThread.ts gives the address, and nothing else.
const bytes = new TextEncoder().encode(JSON.stringify(printOpenapi(loadContract(), workerData as string)));
parentPort?.postMessage(bytes, [bytes.buffer]);
