// Variants: their names, and the result of overlaying one on the default.
import { describe, expect, it } from 'vitest';
import { isVariant, overlay } from '../../../src/domain/variant.ts';

describe('isVariant', () => {
  it.each(['', 'b', 'B-2', 'a_b.c', '0', '-', '.', 'x'.repeat(128)])('accepts %j', (text) => {
    expect(isVariant(text)).toBe(true);
  });

  it.each(['x'.repeat(129), ' ', 'a b', 'a/b', 'ä', 'a\n', 'a\0', '１', 'a,b', 'a:b', '%41', null, undefined, 1])(
    'refuses %j',
    (value) => {
      expect(isVariant(value)).toBe(false);
    },
  );
});

describe('overlay', () => {
  const item = (kind: string, name: string | null, sortOrder: number, value: string) => ({
    kind,
    name,
    sortOrder,
    value,
  });

  it('replaces the item of the same kind, name and sortOrder and keeps the rest', () => {
    const base = [item('TEXT', 'title', 0, 'default'), item('TEXT', 'lead', 0, 'default')];
    const variant = [item('TEXT', 'title', 0, 'variant')];
    expect(overlay(base, variant)).toEqual([
      { kind: 'TEXT', name: 'title', sortOrder: 0, value: 'variant', layer: 'VARIANT' },
      { kind: 'TEXT', name: 'lead', sortOrder: 0, value: 'default', layer: 'DEFAULT' },
    ]);
  });

  it.each([
    ['another kind', item('MARKDOWN', 'title', 0, 'variant')],
    ['another name', item('TEXT', 'Title', 0, 'variant')],
    ['another sortOrder', item('TEXT', 'title', 1, 'variant')],
    ['no name', item('TEXT', null, 0, 'variant')],
    ['an empty name', item('TEXT', '', 0, 'variant')],
  ])('adds an item of %s', (_, added) => {
    const base = [item('TEXT', 'title', 0, 'default')];
    expect(overlay(base, [added])).toEqual([
      { ...base[0], layer: 'DEFAULT' },
      { ...added, layer: 'VARIANT' },
    ]);
  });

  it('distinguishes an item without a name from one with an empty name', () => {
    const merged = overlay([item('LINK', null, 0, 'a'), item('LINK', '', 0, 'b')], [item('LINK', '', 0, 'c')]);
    expect(merged.map(({ value }) => value)).toEqual(['a', 'c']);
  });

  it('puts a repeated field in sortOrder, whatever layer its items come from', () => {
    const base = [item('TEXT', 'point', 0, 'a'), item('TEXT', 'point', 20, 'c')];
    const variant = [item('TEXT', 'point', 10, 'b'), item('TEXT', 'point', 20, 'C'), item('TEXT', 'point', -1, 'z')];
    expect(overlay(base, variant).map(({ value, layer }) => [value, layer])).toEqual([
      ['z', 'VARIANT'],
      ['a', 'DEFAULT'],
      ['b', 'VARIANT'],
      ['C', 'VARIANT'],
    ]);
  });

  it('returns the default for an empty variant, and the variant for an empty default', () => {
    const items = [item('TEXT', 'title', 0, 'x')];
    expect(overlay(items, [])).toEqual([{ ...items[0], layer: 'DEFAULT' }]);
    expect(overlay([], items)).toEqual([{ ...items[0], layer: 'VARIANT' }]);
    expect(overlay([], [])).toEqual([]);
  });

  it('leaves its arguments unchanged', () => {
    const base = Object.freeze([Object.freeze(item('TEXT', 'b', 2, 'x')), Object.freeze(item('TEXT', 'a', 1, 'y'))]);
    overlay(base, base);
    expect(base.map(({ value }) => value)).toEqual(['x', 'y']);
  });
});
