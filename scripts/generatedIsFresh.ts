// Fails when a generated file does not match schema/. Generates in a copy of the project in the temporary folder, so
// the working tree is never touched. `npm run generated`.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const generated = ['schema/generated', 'src/generated', 'client/src/generated'];
const needed = [
  'schema',
  'src',
  'client',
  'scripts',
  'codegen.ts',
  'package.json',
  'tsconfig.json',
  '.prettierrc',
  '.gitignore',
];

const copy = mkdtempSync(path.join(tmpdir(), 'generated-'));
try {
  for (const name of needed) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  for (const folder of generated) rmSync(path.join(copy, folder), { recursive: true, force: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const run = spawnSync('npm', ['run', '--silent', 'generate'], { cwd: copy, encoding: 'utf8' });
  const problems =
    run.status === 0
      ? generated
          .flatMap(staleFilesIn)
          .map((file) => `${file} is stale: run \`npm run generate\`, read the difference.`)
      : [`\`npm run generate\` failed:\n${run.stdout}${run.stderr}`];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** The files of a folder that differ from the copy's, or exist in only one of the two. */
function staleFilesIn(folder: string): string[] {
  const names = new Set([root, copy].flatMap((base) => filesIn(path.join(base, folder))));
  return [...names]
    .sort()
    .map((name) => path.join(folder, name))
    .filter((file) => contentOf(path.join(root, file)) !== contentOf(path.join(copy, file)));
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(path.join(folder, name)).isFile());
}

function contentOf(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
