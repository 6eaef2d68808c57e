// Conditional headers by RFC 9110, 13.1: strong comparison for writes, weak comparison for reads.
import { describe, expect, it } from 'vitest';
import { entityTag, namesTag, readTags, rowTag, strongVersions } from '../../../src/domain/entityTag.ts';

const strong = (header: string): string[] => {
  const condition = readTags('If-Match', header);
  return condition === null || condition === '*' ? [] : strongVersions(condition);
};

describe('entityTag', () => {
  it('quotes a version, and leaves a quoted tag unchanged', () => {
    expect(entityTag('3')).toBe('"3"');
    expect(entityTag('"abc"')).toBe('"abc"');
  });
});

describe('rowTag', () => {
  it('is the version, and distinguishes a live value from the same one that is not live', () => {
    expect(rowTag({ version: '3' })).toBe('"3"');
    expect(rowTag({ version: '3', isPublished: false })).toBe('"3"');
    expect(rowTag({ version: '3', isPublished: true })).toBe('"3-live"');
  });
});

describe('readTags', () => {
  it('distinguishes a missing header, the star and a list', () => {
    expect(readTags('If-Match', undefined)).toBeNull();
    expect(readTags('If-Match', ' * ')).toBe('*');
    expect(readTags('If-Match', '"1", W/"2",, "a,b"')).toEqual([
      { value: '1', isWeak: false },
      { value: '2', isWeak: true },
      { value: 'a,b', isWeak: false },
    ]);
  });

  it.each(['3', '"3', '"3" "4"', "'3'", '*, "3"', 'w/"3"'])('refuses %s with BAD_REQUEST', (header) => {
    expect(() => readTags('If-Match', header)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });

  it('reads a header full of commas and blanks quickly', () => {
    expect(() => readTags('If-Match', `${', '.repeat(8000)}x`)).toThrow('double quotes');
  });
});

describe('strongVersions', () => {
  it('never accepts a weak tag for a write', () => {
    expect(strong('W/"3"')).toEqual([]);
    expect(strong('W/"3", "4"')).toEqual(['4']);
  });

  it('takes the version out of the tag of a live value', () => {
    expect(strong('"3-live", "4"')).toEqual(['3', '4']);
    // And out of one that a proxy has marked.
    expect(strong('"3-gzip"')).toEqual(['3']);
  });
});

describe('namesTag', () => {
  it('compares weakly for reads, and reads the star as any tag', () => {
    expect(namesTag(readTags('If-None-Match', 'W/"3", "9"'), '"3"')).toBe(true);
    expect(namesTag(readTags('If-None-Match', '"33"'), '"3"')).toBe(false);
    expect(namesTag('*', '"3"')).toBe(true);
    expect(namesTag(null, '"3"')).toBe(false);
  });
});
