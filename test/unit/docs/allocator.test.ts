// However the service is started, the allocator of the C library gives back what is freed: the settings for that are in the
// environment before the process begins, so that each way to start it has to say them.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startCommand } from '../../support/startCommand.ts';

const text = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

/** The settings of the allocator in a text. */
const settings = (of: string): string[] => [...of.matchAll(/MALLOC_\w+=\d+/g)].map(([setting]) => setting).sort();

test('npm start, the image and the systemd unit have the settings that the guide names', () => {
  const guide = settings(text('docs/guides/operating.md'));
  expect(guide).toEqual(['MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=131072']);
  for (const of of [startCommand(), text('Dockerfile'), text('packaging/commonplace.service')])
    expect(settings(of)).toEqual(guide);
});

test('npm start replaces its shell, so that signals reach the service', () => {
  expect(startCommand()).toMatch(/^(MALLOC_\w+=\d+ )*exec node scripts\/start\.js$/);
});
