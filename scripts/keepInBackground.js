// A thread of a newly started service: stores the compiled code while the service answers.
import { workerData } from 'node:worker_threads';
import { keepCompiled } from './compile.js';

keepCompiled(workerData);
