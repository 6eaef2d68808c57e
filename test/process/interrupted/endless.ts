// Says where the folders of the run are, and waits to be interrupted.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { inject, test } from 'vitest';

test('waits to be interrupted', async () => {
  const dataFolder = inject('dataFolder');
  writeFileSync(path.join(dataFolder, 'written'), 'by a test');
  const server = new URL(inject('serverUrl').replace('@/', '@host/')).searchParams.get('host') ?? '';
  process.stdout.write(`${JSON.stringify({ server, dataFolder })}\n`);
  await new Promise(() => undefined);
});
