// Bodies as they are kept: each is given again as it was, and a thin one takes less than half of its room.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyOf, shortOf } from '../../../../src/database/engine/keptBody.ts';
import { thinBody } from '../../../support/webhooks.ts';

const thin = thinBody('eeeeeeee-0000-4000-8000-eeeeeeeeeeee');

const kept = (body: string): string => {
  const short = shortOf(body);
  return short === null ? body : bodyOf(short);
};

describe('the short text of a body', () => {
  it('is less than half as long for a thin one', () => {
    expect(shortOf(thin)?.length).toBeLessThan(thin.length / 2);
    expect(kept(thin)).toBe(thin);
  });

  it('is none for what is long, has control characters or would not be shorter', () => {
    for (const body of ['{}', '', `${thin}\u0005`, `\u0001${thin}`, thin.padEnd(2_001)])
      expect(shortOf(body)).toBeNull();
    expect(shortOf(thin.padEnd(2_000))).not.toBeNull();
  });

  it('gives the body again, whatever stands in it', () => {
    const pieces = [
      '"targetUrn":"',
      '"url":"http://x/n/v1/',
      '"owner":{"urn":"',
      '","url":"',
      '"',
      '$&',
      '$1',
      '\\',
      "'",
      'é',
      '\u0001',
      '\u0010',
      '\n',
    ];
    const piece = fc.oneof(fc.constantFrom(...pieces, thin.slice(0, 90), thin.slice(-90)), fc.string());
    const body = fc.array(piece).map((all) => all.join(''));
    fc.assert(fc.property(body, (text) => kept(text) === text));
  });
});
