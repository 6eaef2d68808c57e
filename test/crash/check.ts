// All checks of a crash run, and the proof that they can fail: the same evidence with one corruption must be reported.
import { checkChanges } from './checkChanges.ts';
import { checkHooks } from './checkHooks.ts';
import { checkLog } from './checkLog.ts';
import { checkStreams } from './checkStreams.ts';
import type { Evidence } from './evidence.ts';

/** Every violation; the first words of a sentence name its kind. */
export function check(evidence: Evidence): string[] {
  return [
    ...evidence.incidents.map((incident) => `incident: ${incident}`),
    ...checkChanges(evidence),
    ...checkLog(evidence),
    ...checkStreams(evidence),
    ...checkHooks(evidence),
  ];
}
