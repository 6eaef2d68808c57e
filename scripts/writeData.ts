// Writes a data file of src/domain/data in the repository's format. Uses the file system and Prettier.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

/** Writes `data` as src/domain/data/<name>.json, one record a line where it fits. */
export async function writeData(name: string, data: unknown): Promise<void> {
  const path = fileURLToPath(new URL(`../src/domain/data/${name}.json`, import.meta.url));
  writeFileSync(path, await format(JSON.stringify(data), { parser: 'json', printWidth: 120 }));
}
