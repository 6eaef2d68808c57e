// Times and days that must be refused: a database would take most of them.
// Spec: resources.md 1.1 (Timestamps, Dates).
import { malformed, wrongType } from './refuse.ts';
import type { Refusals } from './refuse.ts';

/** What no timestamp takes. */
export const badTimes: Refusals = [
  ...wrongType(1_704_067_200_000, true, {}),
  ...malformed('no such day', '2024-02-30T00:00:00Z', '2023-02-29T00:00:00Z', '2024-13-01T00:00:00Z'),
  ...malformed('a word', 'now', 'tomorrow', 'epoch', 'infinity', ''),
  ...malformed('no zone', '2024-01-01T00:00:00', '2024-01-01T00:00:00.000'),
  ...malformed('no time', '2024-01-01', '2024-001'),
  ...malformed('basic form', '20240101T000000Z'),
  ...malformed('hour 24', '2024-01-01T24:00:00Z'),
  ...malformed('second 60', '2024-06-30T23:59:60Z', '2024-01-01T00:00:60Z'),
  ...malformed('minute 60', '2024-01-01T00:60:00Z'),
  ...malformed('year outside 0001 to 9999', '0000-01-01T00:00:00Z', '10000-01-01T00:00:00Z', '-0001-01-01T00:00:00Z'),
  ...malformed('offset of a day', '2024-01-01T00:00:00+24:00'),
];

/** What no date takes, not even one that may be partial. */
export const badDates: Refusals = [
  ...wrongType(1990, true, {}),
  ...malformed('no such day', '2023-02-29', '1990-13-01', '1990-00-10', '0000-01-01'),
  ...malformed('not YYYY-MM-DD', '1990-5-7', '19900517', '17.05.1990', 'now', '', '1990-05-17T00:00:00Z'),
];
