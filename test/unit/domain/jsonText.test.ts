// JSON that is looked at as text.
import { expect, test } from 'vitest';
import { endOfJson } from '../../../src/domain/jsonText.ts';

test.each(['{}', '[]', '{"a":[{"b":"}"}]}', '[[1],"]"]', '["\\""]', '{"\\\\":"{\\\\"}', '["a\\\\\\"]"]'])(
  '%s ends where it ends',
  (text) => {
    expect(endOfJson(`x${text},{}]`, 1)).toBe(1 + text.length);
    for (let cut = 0; cut < text.length; cut += 1) expect(endOfJson(text.slice(0, cut), 0)).toBeNull();
  },
);
