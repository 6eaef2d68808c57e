// The query of an image address.
import { describe, expect, it } from 'vitest';
import { parseTransform } from '../../../src/files/parseTransform.ts';

describe('a transform', () => {
  it('is empty when the query has no parameters', () => {
    expect(parseTransform({})).toEqual({ fit: 'inside', fm: 'auto' });
    expect(parseTransform({ w: '', h: undefined, fit: '', other: 'x' })).toEqual({ fit: 'inside', fm: 'auto' });
  });

  it('accepts every parameter at both ends of its range', () => {
    expect(parseTransform({ w: '1', h: '4096', fit: 'cover', fm: 'avif', q: '100' })).toEqual({
      ...{ w: 1, h: 4096, fit: 'cover', fm: 'avif', q: 100 },
    });
    expect(parseTransform({ w: '4096', h: '1', fit: 'contain', fm: 'png', q: '1' })).toEqual({
      ...{ w: 4096, h: 1, fit: 'contain', fm: 'png', q: 1 },
    });
  });

  it.each([
    [{ w: '0' }, { path: '?w', code: 'OUT_OF_RANGE', message: 'w is a whole number from 1 to 4096.', limit: 1 }],
    [{ w: '4097' }, { path: '?w', code: 'OUT_OF_RANGE', message: 'w is a whole number from 1 to 4096.', limit: 4096 }],
    [{ h: '-5' }, { path: '?h', code: 'OUT_OF_RANGE', message: 'h is a whole number from 1 to 4096.', limit: 1 }],
    [{ q: '101' }, { path: '?q', code: 'OUT_OF_RANGE', message: 'q is a whole number from 1 to 100.', limit: 100 }],
    [{ w: '1.5' }, { path: '?w', code: 'INVALID_FORMAT', message: 'w is a whole number from 1 to 4096.' }],
    [{ w: '1e3' }, { path: '?w', code: 'INVALID_FORMAT', message: 'w is a whole number from 1 to 4096.' }],
    [{ w: '0x10' }, { path: '?w', code: 'INVALID_FORMAT', message: 'w is a whole number from 1 to 4096.' }],
    [{ h: ' 7' }, { path: '?h', code: 'INVALID_FORMAT', message: 'h is a whole number from 1 to 4096.' }],
    [{ h: '٣' }, { path: '?h', code: 'INVALID_FORMAT', message: 'h is a whole number from 1 to 4096.' }],
    [{ fit: 'fill' }, { path: '?fit', code: 'INVALID_ENUM', message: 'fit is one of cover, contain, inside.' }],
    [{ fit: 'Cover' }, { path: '?fit', code: 'INVALID_ENUM', message: 'fit is one of cover, contain, inside.' }],
    [{ fm: 'gif' }, { path: '?fm', code: 'INVALID_ENUM', message: 'fm is one of auto, avif, webp, jpeg, png.' }],
  ])('is refused: %o', (query, problem) => {
    expect(parseTransform(query)).toEqual({ problems: [problem] });
  });

  it('reports all problems at once', () => {
    const result = parseTransform({ w: 'x', h: '0', fit: 'x', fm: 'x', q: '0' });
    expect('problems' in result && result.problems.map(({ path }) => path)).toEqual(['?w', '?h', '?fit', '?fm', '?q']);
  });
});
