// The rendering thread: takes one job at a time and returns the rendered result.
import { parentPort } from 'node:worker_threads';
import { createJobRenderer, type RenderJob } from './renderJob.ts';

const render = createJobRenderer();

// The pool posts jobs and nothing else.
parentPort?.on('message', (job: RenderJob) => parentPort?.postMessage(render(job)));
