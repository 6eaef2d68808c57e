// How much of the memory of the process is garbage that waits to be collected.
import v8 from 'node:v8';
import vm from 'node:vm';

/**
 * Lets the heap grow by three quarters between two collections, and no longer to three times what is in use. A third took some
 * 20 MB less than twice, and in some runs twice the processor time of a list. What is garbage by now goes at once, and what
 * belongs to a request is not allocated as what stays: one item over REST takes a quarter less of the processor.
 */
export function saveMemory() {
  // What is made for a request dies with it. Where much of it outlives a collection, because it waits for the database then, V8
  // allocates it as what stays: it is garbage, with all that it points to, until the whole heap is collected.
  v8.setFlagsFromString('--no-allocation-site-pretenuring');
  v8.setFlagsFromString('--heap-growing-percent=75');
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
}
