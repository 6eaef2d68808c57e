// Numbers that must be refused: of the wrong type, not whole, outside their range or not finite.
// Spec: resources.md 1.1 (int64, double) and the ranges stated at the fields.
import { LosslessNumber } from 'lossless-json';
import type { SpecField } from '../spec.ts';
import { beyond, malformed, wrongType } from './refuse.ts';
import type { Refusals } from './refuse.ts';

// Text that is a plain number is not among them: over GraphQL a Long may be given as text.
const notWhole = [
  ...wrongType(true, {}, [7]),
  ...malformed('text that is no whole number', '', '7a', '0x10', '1e3', ' 7 ', 'NaN', '1.5'),
  ...malformed('not whole', 1.5, -0.5),
];

/** What no 32-bit integer of this range takes. */
export function badInt32({ range }: SpecField): Refusals {
  const [least, most] = range ?? [-2_147_483_648, 2_147_483_647];

  return [
    ...notWhole,
    ...wrongType('7'),
    beyond(most, 'one above the most', most + 1),
    beyond(least, 'one below the least', least - 1),
    ...(range ? [beyond(most, 'above 32 bits', 2_147_483_648)] : []),
  ];
}

/** What no 64-bit integer takes. */
export function badInt64(): Refusals {
  const half = 2n ** 63n;

  return [
    ...notWhole,
    beyond(String(half - 1n), '2^63', half),
    beyond(String(-half), 'one below -2^63', -half - 1n),
    beyond(String(half - 1n), 'far above', 10n ** 30n),
  ];
}

/** What no double of this range takes. */
export function badDouble({ range }: SpecField): Refusals {
  const [least, most] = range ?? [];

  return [
    ...wrongType(true, {}, [1.5]),
    ...malformed('text that is no number', '', 'NaN', 'Infinity', '-Infinity', '1,5'),
    beyond(most, 'more than a double holds', new LosslessNumber('1e309')),
    beyond(least, 'less than a double holds', new LosslessNumber('-1e309')),
    ...(most === undefined ? [] : [beyond(most, 'above the most', most + 0.01)]),
    ...(least === undefined ? [] : [beyond(least, 'below the least', least - 0.01)]),
  ];
}

/** What no decimal text takes. */
export const badDecimal: Refusals = [
  ...wrongType(true, {}),
  ...malformed('not decimal text', '12,5', 'abc', '', 'NaN', '0x10', '1e3', ' 7'),
];
