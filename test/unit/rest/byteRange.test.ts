// Single byte ranges by RFC 9110, 14.1.2.
import { describe, expect, it } from 'vitest';
import { readRange } from '../../../src/rest/request/requestHeaders.ts';

describe('readRange', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=99-99', { start: 99, end: 99 }],
  ])('%s of 100 bytes is a part', (header, range) => expect(readRange(header, 100)).toEqual(range));

  it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=9-0', 'bytes=0-1,5-6', 'items=0-1', 'bytes=a-b', 'bytes=1'])(
    '%s means the whole file',
    (header) => expect(readRange(header, 100)).toBeNull(),
  );

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s of 100 bytes does not exist', (header) => {
    expect(readRange(header, 100)).toBe('NONE');
  });

  it('finds nothing in an empty file', () => {
    expect(readRange('bytes=0-', 0)).toBe('NONE');
    expect(readRange('bytes=-5', 0)).toBe('NONE');
  });
});
