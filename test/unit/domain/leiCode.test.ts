// Legal Entity Identifiers: validated by their check digits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLeiCode } from '../../../src/domain/identityFields.ts';

const issued = ['5493001KJTIIGC8Y1R12', '529900T8BM49AURSDO55', '7LTWFZYICNSX8D621K86', 'HWUPKR0MPOU8FGXBT394'];

// The check digits as ISO/IEC 7064 computes them: 98 minus the remainder of the number with 00 at its end.
function checkDigits(body: string): string {
  const digits = [...body].map((character) => Number.parseInt(character, 36).toString()).join('');
  return String(98n - (BigInt(`${digits}00`) % 97n)).padStart(2, '0');
}

describe('isLeiCode', () => {
  it.each(issued)('accepts %s', (code) => {
    expect(isLeiCode(code)).toBe(true);
  });

  it.each([
    '',
    '5493001KJTIIGC8Y1R1',
    '5493001KJTIIGC8Y1R122',
    '5493001KJTIIGC8Y1R13',
    '5493001KJTIIGC8Y1R21',
    '5493001kjtiigc8y1r12',
    '5493001KJTIIGC8Y1R1A',
    '5493001KJTIIGC8-1R12',
    ' 5493001KJTIIGC8Y1R12',
    '5493001KJTIIGC8Y1R12\n',
    '5493001KJTIIGC8Y1R１２',
    '00000000000000000000',
  ])('refuses %j', (value) => {
    expect(isLeiCode(value)).toBe(false);
  });

  // Both have the remainder 1, as 97 and 98 have: only those are issued (ISO/IEC 7064).
  it.each([
    ['97', '00'],
    ['98', '01'],
    ['02', '99'],
  ])('accepts the check digits %s, and not %s in their place', (right, wrong) => {
    const bodies = Array.from({ length: 1000 }, (_, n) => `5493001KJTIIGC${String(n).padStart(4, '0')}`);
    const body = bodies.find((one) => checkDigits(one) === right) ?? '';
    expect([isLeiCode(body + right), isLeiCode(body + wrong)]).toEqual([true, false]);
  });

  it('accepts every body with its own check digits and with no others', () => {
    const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const bodies = fc.array(character, { minLength: 18, maxLength: 18 }).map((characters) => characters.join(''));
    fc.assert(
      fc.property(bodies, (body) => {
        const accepted = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0')).filter((digits) =>
          isLeiCode(body + digits),
        );
        expect(accepted).toEqual([checkDigits(body)]);
      }),
      { numRuns: 50 },
    );
  });
});
