// Urns: which texts are valid, and that new ones sort by creation time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newUrn, parseUrn, urnSource } from '../../../src/domain/urn.ts';

const urn = '0190f3a0-0000-7000-8000-000000000000';

describe('parseUrn', () => {
  it.each([
    [urn, urn],
    ['0190F3A0-ABCD-7EFA-8BCD-00000000ABCD', '0190f3a0-abcd-7efa-8bcd-00000000abcd'],
    ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'],
    ['FFFFFFFF-ffff-FFFF-ffff-FFFFFFFFFFFF', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ])('accepts %s and returns lower case', (text, expected) => {
    expect(parseUrn(text)).toBe(expected);
  });

  it.each([
    '',
    'not-a-urn',
    '0190f3a0000070008000000000000000',
    `{${urn}}`,
    `urn:uuid:${urn}`,
    ` ${urn}`,
    `${urn} `,
    `${urn}\n`,
    `\n${urn}`,
    `${urn}\0`,
    '0190f3a0-0000-7000-8000-00000000000',
    '0190f3a0-0000-7000-8000-0000000000000',
    '0190f3a-00000-7000-8000-000000000000',
    '0190-f3a0-0000-7000-8000-000000000000',
    '0190f3a0-0000-7000-80000-00000000000',
    '0190f3ag-0000-7000-8000-000000000000',
    '０190f3a0-0000-7000-8000-000000000000',
    "0190f3a0-0000-7000-8000-000000000000' OR 1=1--",
    null,
    undefined,
    7,
    [urn],
    { toString: () => urn },
  ])('refuses %j', (value) => {
    expect(parseUrn(value)).toBeNull();
  });

  it('accepts every UUID in any case', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), (text, isUpper) => {
        expect(parseUrn(isUpper ? text.toUpperCase() : text)).toBe(text);
      }),
    );
  });
});

describe('newUrn', () => {
  it('creates lower-case UUIDv7 of the RFC 9562 variant that hold the current time', () => {
    const before = Date.now();
    const made = newUrn();
    expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const millis = Number.parseInt(made.slice(0, 8) + made.slice(9, 13), 16);
    // Many urns in one millisecond borrow from the next ones.
    expect(millis).toBeGreaterThanOrEqual(before);
    expect(millis).toBeLessThanOrEqual(Date.now() + 100);
    expect(parseUrn(made)).toBe(made);
  });

  it('creates 20,000 different urns in ascending order', () => {
    const made = Array.from({ length: 20_000 }, newUrn);
    expect(new Set(made).size).toBe(20_000);
    expect([...made].sort()).toEqual(made);
  });
});

describe('urnSource', () => {
  const random = 'fff00000-0000-4000-9123-456789abcdef';

  it('places the time, the counter and the random bits as UUIDv7 requires', () => {
    const next = urnSource(
      () => 0x0190_f3a0_1234,
      () => '00500000-0000-4000-9123-456789abcdef',
    );
    expect(next()).toBe('0190f3a0-1234-7005-9123-456789abcdef');
    expect(next()).toBe('0190f3a0-1234-7006-9123-456789abcdef');
  });

  it('keeps ascending while the clock stands still, and uses the next millisecond when the counter is full', () => {
    const next = urnSource(
      () => 1,
      () => random,
    );
    const made = Array.from({ length: 5000 }, next);
    expect(made[0]).toBe('00000000-0001-77ff-9123-456789abcdef');
    expect(made[0x800]).toBe('00000000-0001-7fff-9123-456789abcdef');
    expect(made[0x801]).toBe('00000000-0002-77ff-9123-456789abcdef');
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(5000);
  });

  it('keeps ascending when the clock steps back', () => {
    const times = [1000, 999, 0, 1001];
    const next = urnSource(
      () => times.shift() ?? 0,
      () => random,
    );
    const made = [next(), next(), next(), next(), next()];
    expect([...made].sort()).toEqual(made);
    expect(made.map((text) => text.slice(9, 13))).toEqual(['03e8', '03e8', '03e8', '03e9', '03e9']);
  });
});
