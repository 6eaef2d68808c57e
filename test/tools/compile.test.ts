// The one file that the service runs from.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';

// Compiling takes seconds, unless this state of the sources was compiled before.
vi.setConfig({ testTimeout: 90_000 });

const script = `
  import { compileService } from '${new URL('../../scripts/compile.js', import.meta.url).href}';
  const { code } = await compileService(() => undefined);
  console.log(code.length > 1_000_000, code.split('process.env.NODE_ENV').length - 1);`;

// Signs of all scripts stand in it: read in another coding, a start that finds it kept searched for other words than the one that made it.
const again = `
  import { readFileSync } from 'node:fs';
  import { compileService, keepCompiled } from '${new URL('../../scripts/compile.js', import.meta.url).href}';
  const first = await compileService(() => undefined);
  if (first.map) keepCompiled(first);
  const { code, file } = await compileService(() => undefined);
  console.log(code === first.code, code === readFileSync(file, 'utf8'), /[^\\x00-\\x7f]/.test(code));`;

test('the compiled service is read again as it was made', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', again]);
  expect(stdout).toBe('true true true\n');
});

test('the compiled service leaves out what its packages check for their developers', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stdout).toBe('true 0\n');
});
