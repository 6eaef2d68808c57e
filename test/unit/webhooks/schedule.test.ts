// What follows an attempt, and when.
import { describe, expect, test } from 'vitest';
import { defaultSchedule, isOverloaded, nextAfter, retryAfterSeconds } from '../../../src/webhooks/schedule.ts';

const failed = { error: 'STATUS', status: 500, retryAfter: null } as const;
const now = Date.parse('2026-11-21T01:00:00.000Z');

describe('after a failure', () => {
  test('eight attempts are made over about 27.5 hours, each wait within ten percent', () => {
    const middle = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
    for (const [random, factor] of [
      [0, 0.9],
      [0.5, 1],
      [1, 1.1],
    ] as const) {
      for (const [step, wait] of middle.entries()) {
        const next = nextAfter(defaultSchedule, failed, step, { random, now });
        expect(next).toEqual({ status: 'RETRYING', step: step + 1, waitSeconds: expect.closeTo(wait * factor, 6) });
      }
    }
    expect(nextAfter(defaultSchedule, failed, 7, { random: 0.5, now })).toEqual({
      status: 'FAILED',
      step: 7,
      waitSeconds: null,
    });
  });

  test('the receiver may request another wait, up to ten hours', () => {
    const wait = (retryAfter: string): number | null =>
      nextAfter(defaultSchedule, { error: 'STATUS', status: 503, retryAfter }, 0, { random: 0.5, now }).waitSeconds;
    expect(wait('120')).toBe(120);
    expect(wait('Sat, 21 Nov 2026 01:02:00 GMT')).toBe(120);
    expect(wait('315360000')).toBe(36_000);
    expect(wait('0')).toBe(5);
    expect(wait('-1')).toBe(5);
    expect(wait('soon')).toBe(5);
    expect(wait('Sat, 21 Nov 2020 01:02:00 GMT')).toBe(5);
  });

  test('a requested wait never uses up the schedule sooner', () => {
    for (const retryAfter of ['0', '1', '2', '60', 'Sat, 21 Nov 2026 01:02:04 GMT', null]) {
      let seconds = 0;
      let step = 0;
      for (;;) {
        const next = nextAfter(defaultSchedule, { ...failed, status: 429, retryAfter }, step, { random: 0, now });
        if (next.waitSeconds === null) break;
        seconds += next.waitSeconds;
        step = next.step;
      }
      expect([step, seconds >= 0.9 * 27.5 * 3_600]).toEqual([7, true]);
    }
  });

  test('nothing follows a refusal or a 410', () => {
    expect(
      nextAfter(defaultSchedule, { ...failed, error: 'TARGET_REFUSED', status: null }, 0, { random: 0.5, now }).status,
    ).toBe('FAILED');
    expect(nextAfter(defaultSchedule, { ...failed, status: 410 }, 0, { random: 0.5, now }).status).toBe('FAILED');
  });
});

test('success is final', () => {
  expect(nextAfter(defaultSchedule, { error: null, status: 204, retryAfter: '60' }, 3, { random: 0.5, now })).toEqual({
    status: 'SUCCEEDED',
    step: 3,
    waitSeconds: null,
  });
});

test('Retry-After is a number of seconds or a date in the future', () => {
  expect(['7', ' 7 ', '1.5', '1e3', '', '٣'].map((text) => retryAfterSeconds(text, now))).toEqual([
    7,
    7,
    null,
    null,
    null,
    null,
  ]);
  expect(retryAfterSeconds(null, now)).toBeNull();
  const date = new Date(now + 60_000);
  const texts = [date.toUTCString(), new Date(now).toUTCString(), date.toISOString(), String(date), '0'];
  expect(texts.map((text) => retryAfterSeconds(text, Date.parse(new Date(now).toUTCString())))).toEqual([
    Date.parse(date.toUTCString()) / 1000 - Date.parse(new Date(now).toUTCString()) / 1000,
    ...[null, null, null, null],
  ]);
});

test('overload is 429, 502, 503 and 504', () => {
  expect([200, 429, 500, 501, 502, 503, 504, null].filter(isOverloaded)).toEqual([429, 502, 503, 504]);
});
