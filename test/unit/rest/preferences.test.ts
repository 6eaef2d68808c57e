// The Prefer header of RFC 7240.
import { describe, expect, it } from 'vitest';
import { appliedPreferences, readPreferences } from '../../../src/rest/request/requestHeaders.ts';

describe('readPreferences', () => {
  it('finds both preferences in one header, in any case and with parameters', () => {
    expect(readPreferences('Return=Minimal; x=1, HANDLING="strict"')).toEqual({
      returns: 'minimal',
      handling: 'strict',
    });
  });

  it('joins several headers', () => {
    expect(readPreferences(['return=representation', 'handling=lenient'])).toEqual({
      returns: 'representation',
      handling: 'lenient',
    });
  });

  it('uses the first of two equal preferences', () => {
    expect(readPreferences('handling=lenient, handling=strict').handling).toBe('lenient');
  });

  it('ignores unknown preferences', () => {
    expect(readPreferences('respond-async, return=all, wait=10')).toEqual({ returns: null, handling: null });
    expect(readPreferences(undefined)).toEqual({ returns: null, handling: null });
  });
});

describe('appliedPreferences', () => {
  it('lists the preferences that were followed; return is followed by writes only', () => {
    const preferences = readPreferences('return=minimal, handling=strict');
    expect(appliedPreferences(preferences, true)).toBe('return=minimal, handling=strict');
    expect(appliedPreferences(preferences, false)).toBe('handling=strict');
    expect(appliedPreferences(readPreferences(''), true)).toBeNull();
  });
});
