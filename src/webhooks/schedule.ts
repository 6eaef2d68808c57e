// What follows an attempt: success, another attempt and when, or the end. Resource reference 9.5, 10.5.
import type { Outcome } from './deliver.ts';

/** When failed deliveries are tried again. */
export interface RetrySchedule {
  /** Seconds to wait after the first, second ... failure; after the last of them nothing follows. */
  readonly waits: readonly number[];
  /** Waits differ by up to this part of them, so that what failed together does not come back together. */
  readonly jitter: number;
  readonly longestRetryAfter: number;
}

/** 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, each within 10 percent: 8 attempts in about 27.5 hours. */
export const defaultSchedule: RetrySchedule = {
  waits: [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000],
  jitter: 0.1,
  longestRetryAfter: 36_000,
};

/** The state of a delivery after an attempt. */
export interface Next {
  readonly status: 'SUCCEEDED' | 'RETRYING' | 'FAILED';
  readonly step: number;
  readonly waitSeconds: number | null;
}

/**
 * What follows the attempt. `step` counts the failures before it.
 * @param random a number from 0 to 1
 * @param now milliseconds since 1970
 */
export function nextAfter(
  schedule: RetrySchedule,
  outcome: Pick<Outcome, 'error' | 'status' | 'retryAfter'>,
  step: number,
  { random, now }: { readonly random: number; readonly now: number },
): Next {
  if (outcome.error === null) return { status: 'SUCCEEDED', step, waitSeconds: null };
  const wait = schedule.waits[step];
  // Refusals and 410 are final: trying again would change nothing.
  if (wait === undefined || outcome.error === 'TARGET_REFUSED' || outcome.status === 410) {
    return { status: 'FAILED', step, waitSeconds: null };
  }
  const retryAfter = retryAfterSeconds(outcome.retryAfter, now);
  const jittered = wait * (1 + schedule.jitter * (2 * random - 1));
  // A Retry-After header puts the next attempt off and never brings it forward: `Retry-After: 1`, which is what proxies
  // send most, would use up the schedule within seconds.
  const waitSeconds = Math.max(jittered, Math.min(retryAfter ?? 0, schedule.longestRetryAfter));
  return { status: 'RETRYING', step: step + 1, waitSeconds };
}

/**
 * The seconds of a Retry-After header, as a number or as an HTTP date (RFC 9110, 10.2.3). Null for what is
 * neither, and for times that are not in the future.
 */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,12}$/.test(text)) return Number(text) > 0 ? Number(text) : null;
  if (!/^[A-Z][a-z]{2,8}, /.test(text)) return null;
  const seconds = (Date.parse(text) - now) / 1000;
  return seconds > 0 ? seconds : null;
}

/** Whether the receiver says that it is overloaded. */
export function isOverloaded(status: number | null): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}
