// A process that writes one file after the other into a directory and reports each, until it is killed. Used by a test.
import { createHash, randomBytes } from 'node:crypto';
import { createLocalStorage } from '../../src/files/localStorage.ts';

const storage = createLocalStorage(process.argv[2] ?? '');
for (;;) {
  const bytes = randomBytes(4 * 1024 * 1024);
  const key = createHash('sha256').update(bytes).digest('hex');
  await storage.put(key, bytes);
  process.stdout.write(`${key}\n`);
}
