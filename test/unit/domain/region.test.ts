// Regions of addresses.
import { expect, test } from 'vitest';
import { isRegion } from '../../../src/domain/identityFields.ts';

test('free text and well-formed ISO 3166-2 codes are regions', () => {
  for (const text of ['Kent', 'Al-Qassim', 'GB-ENG', 'US-CA', 'FR-2A', 'AT-9', ''])
    expect(isRegion(text), text).toBe(true);
});

test('a code-shaped text with a part that is too long or missing is not a region', () => {
  for (const text of ['GB-ENGL', 'US-', 'FR-12345']) expect(isRegion(text), text).toBe(false);
});
