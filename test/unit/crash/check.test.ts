// The checker of the crash run: reports nothing for a good run, and every fault that it exists to find.
import { describe, expect, test } from 'vitest';
import { breakages, sensitive } from '../../crash/breakages.ts';
import { check } from '../../crash/check.ts';
import type { Evidence, TriggerRow, WriteEntry } from '../../crash/evidence.ts';

const hook = 'hook';

// Three tasks with three versions each, written in turn, one attempt among them without an answer; followed and delivered.
function goodRun(): Evidence {
  const targets = ['a', 'b', 'c'];
  const writes: WriteEntry[] = [];
  const triggers: TriggerRow[] = [];
  for (const version of [1, 2, 3]) {
    for (const target of targets) {
      const sequence = triggers.length + 1;
      const verb = version === 1 ? 'CREATE' : 'UPDATE';
      const isLost = target === 'b' && version === 2;
      const outcome = isLost
        ? ({ outcome: 'UNKNOWN', version: null } as const)
        : ({ outcome: 'ACKNOWLEDGED', version } as const);
      writes.push({ target, subject: 'TASK', verb, value: `${target}${String(version)}`, code: '', ...outcome });
      triggers.push({ id: `t${String(sequence)}`, sequence, subject: 'TASK', event: verb, target, version });
    }
  }
  const seen = triggers.map(({ id, sequence, target, version }) => ({ id, sequence: sequence ?? 0, target, version }));
  return {
    objects: targets.map((urn) => ({ urn, subject: 'TASK', version: 3, isDeleted: false, value: `${urn}3` })),
    history: [],
    triggers,
    log: { last: triggers.length, expired: 0, from: 0 },
    deliveries: triggers.map(({ id }) => ({ id: `d-${id}`, trigger: id, subscription: hook, status: 'SUCCEEDED' })),
    hooks: [{ urn: hook, subject: 'TASK' }],
    writes,
    streams: [
      { name: 'socket', from: 0, seen: [...seen, ...seen.slice(-2)] },
      { name: 'stream', from: 0, seen },
    ],
    requests: seen.map(({ id, sequence, target }) => ({
      subscription: hook,
      id: `d-${id}`,
      trigger: id,
      sequence,
      completeUntil: sequence - 1,
      target,
      digest: `of ${id}`,
      answered: 204,
    })),
    incidents: [],
  };
}

describe('the checker of the crash run', () => {
  test('reports nothing for a good run, repeats and unanswered requests included', () => {
    expect(check(goodRun())).toEqual([]);
  });

  test.each(breakages)('reports: $tells', ({ tells, spoil }) => {
    expect(check(spoil(goodRun())).filter((violation) => violation.startsWith(tells))).not.toEqual([]);
  });

  test('reports every incident as a violation', () => {
    expect(check({ ...goodRun(), incidents: ['a gateway ended by itself'] })).toEqual([
      'incident: a gateway ended by itself',
    ]);
  });

  test('fails its own check if it detects nothing', () => {
    expect(sensitive(goodRun(), check)).toEqual([]);
    expect(sensitive(goodRun(), () => [])).toEqual(breakages.map(({ tells }) => tells));
  });

  test('does not accept one acknowledged value under two versions', () => {
    const run = goodRun();
    const twice = run.writes.map((write) => (write.value === 'a3' ? { ...write, version: 2 } : write));
    expect(check({ ...run, writes: twice })).toContain('lost change: two changes were told version 2 of a');
  });
});
