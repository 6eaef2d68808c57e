// All checks of a crash run, and the proof that they can fail: the same evidence with one thing broken must be told.
import { checkChanges } from './checkChanges.ts';
import { checkHooks } from './checkHooks.ts';
import { checkLog } from './checkLog.ts';
import { checkStreams } from './checkStreams.ts';
import type { Evidence } from './evidence.ts';

/** Everything that is wrong; the first words of a sentence name the sort of violation. */
export function check(evidence: Evidence): string[] {
  return [
    ...evidence.incidents.map((incident) => `incident: ${incident}`),
    ...checkChanges(evidence),
    ...checkLog(evidence),
    ...checkStreams(evidence),
    ...checkHooks(evidence),
  ];
}
