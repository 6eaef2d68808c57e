// What users start the service with.
import { readFileSync } from 'node:fs';

/** The command of `npm start`, for a shell in the folder of the project; it replaces the shell, so that signals reach the service. */
export function startCommand(): string {
  // package.json has scripts, and each is a text.
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return scripts['start'] ?? '';
}
