// Lists of texts in a parameter: what separates elements, and what does not. Resource reference 16.14.
import { expect, test } from 'vitest';
import { quotedList } from '../../../src/domain/quotedList.ts';

test.each<[string, string[] | null]>([
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  ['', ['']],
  [',', ['', '']],
  ['a,', ['a', '']],
  ['a, b', ['a', ' b']],
  ['"Berg, Ida"', ['Berg, Ida']],
  ['"Berg, Ida",Olsen', ['Berg, Ida', 'Olsen']],
  ['Olsen,"Berg, Ida"', ['Olsen', 'Berg, Ida']],
  ['"a" , "b"', ['a', 'b']],
  ['""', ['']],
  ['"",""', ['', '']],
  ['"say \\"no\\", please"', ['say "no", please']],
  ['"C:\\\\"', ['C:\\']],
  ['"C:\\\\","D:\\\\"', ['C:\\', 'D:\\']],
  ['"\\\\\\""', ['\\"']],
  ['Berg\\, Ida', ['Berg, Ida']],
  ['a\\,b,c\\,d', ['a,b', 'c,d']],
  ['a\\b', ['a\\b']],
  ['\\\\server', ['\\\\server']],
  ['a\\', ['a\\']],
  ['5" pipe', ['5" pipe']],
  ['5",6"', ['5"', '6"']],
  ['河,"边, 边"', ['河', '边, 边']],
  ['"a', null],
  ['a,"b', null],
  ['"a" b', null],
  ['"a"b,c', null],
  ['"a\\"', null],
  ['"a\\n"', null],
  ['"', null],
])('%s', (text, elements) => {
  expect(quotedList(text)).toEqual(elements);
});

test('a long list is read in one go', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `"${String(at)}\\", "`);
  expect(quotedList(many.join())).toHaveLength(5_000);
  expect(quotedList('"'.padEnd(16_000, '\\'))).toBeNull();
});
