// A thread of a service that has just started: keeps what was compiled, while the service answers.
import { workerData } from 'node:worker_threads';
import { keepCompiled } from './compile.js';

keepCompiled(workerData);
