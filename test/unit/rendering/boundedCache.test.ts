// The cache evicts the least recently used entry first and never exceeds its bounds.
import { describe, expect, it } from 'vitest';
import { createBoundedCache } from '../../../src/rendering/templateEngine.ts';

describe('a bounded cache', () => {
  it('evicts the least recently used entry', () => {
    const cache = createBoundedCache<{ id: number }>(2, 100);
    cache.write('a', { id: 1 });
    cache.write('b', { id: 2 });
    cache.read('a');
    cache.write('c', { id: 3 });
    expect([cache.read('a'), cache.read('b'), cache.read('c')]).toEqual([{ id: 1 }, undefined, { id: 3 }]);
  });

  it('never holds more characters of keys than its bound', () => {
    const cache = createBoundedCache<{ id: number }>(100, 10);
    cache.write('aaaa', { id: 1 });
    cache.write('bbbb', { id: 2 });
    cache.write('ccc', { id: 3 });
    expect([cache.read('aaaa'), cache.read('bbbb'), cache.read('ccc')]).toEqual([undefined, { id: 2 }, { id: 3 }]);
  });

  it('counts a key once, however often it is written', () => {
    const cache = createBoundedCache<{ id: number }>(100, 8);
    for (let id = 0; id < 10; id += 1) cache.write('aaaa', { id });
    cache.write('bbbb', { id: 10 });
    expect([cache.read('aaaa'), cache.read('bbbb')]).toEqual([{ id: 9 }, { id: 10 }]);
  });

  it('does not store a key that is too long by itself, and evicts nothing for it', () => {
    const cache = createBoundedCache<{ id: number }>(2, 4);
    cache.write('aaaa', { id: 1 });
    cache.write('bbbbb', { id: 2 });
    expect([cache.read('aaaa'), cache.read('bbbbb')]).toEqual([{ id: 1 }, undefined]);
  });
});
