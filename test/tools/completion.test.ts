// The completion that the command line prints, as bash runs it.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { run } from '../support/sampleCommands.ts';

test('Completion is a script that completes commands, after help as well, and the options of each', async () => {
  const { code, out } = await run(['completion']);
  expect(code).toBe(0);
  const complete = (...words: readonly string[]): string => {
    const typed = ['commonplace', ...words].map((word) => `'${word}'`).join(' ');
    const asked = `COMP_WORDS=(${typed}); COMP_CWORD=${String(words.length)}; _commonplace; echo "\${COMPREPLY[*]}"`;
    return execFileSync('bash', ['-c', `${out[0] ?? ''}\n${asked}`], { encoding: 'utf8' }).trim();
  };
  expect(complete('')).toBe('start help say list misused completion version');
  expect(complete('s')).toBe('start say');
  expect(complete('list', '')).toBe('all');
  expect(complete('help', 'li')).toBe('list');
  expect(complete('help', 'list', '')).toBe('all');
  expect(complete('say', '--l')).toBe('--loud');
  expect(complete('say', 'repeatedly', '--t')).toBe('--times');
  expect(complete('misused', '')).toBe('');
  for (const shell of ['bash', 'zsh']) expect(await run(['completion', shell])).toEqual({ code, out, err: [] });
});
