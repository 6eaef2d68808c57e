// What the fields of a type mean, without a database: which items break them, and which definitions contradict themselves.
import { describe, expect, test } from 'vitest';
import {
  deviationsOf,
  fieldProblems,
  missingDefaults,
  type ItemKindName,
  type TypedItem,
  type TypeField,
} from '../../../src/domain/entityType.ts';

const listOf = (kind: ItemKindName): string => `${kind.split('_', 1)[0]?.toLowerCase() ?? ''}s`;

function field(name: string, more: Partial<TypeField> = {}): TypeField {
  const limits = { maxItems: null, minLength: null, maxLength: null, minimum: null, maximum: null };
  const none = { required: false, repeated: false, choices: [], entityTypes: [], defaults: null };
  return { name, kind: 'TEXT_ITEM', ...limits, ...none, ...more };
}

function item(name: string, more: Partial<TypedItem> & { readonly value?: string } = {}): TypedItem {
  const { value = null, ...rest } = more;
  const isNumber = rest.kind === 'LONG_ITEM' || rest.kind === 'DOUBLE_ITEM';
  return {
    urn: `urn of ${name}`,
    kind: 'TEXT_ITEM',
    name,
    length: value === null || isNumber ? null : [...value].length,
    text: isNumber ? null : value,
    number: isNumber ? value : null,
    targetType: null,
    ...rest,
  };
}

const codes = (fields: TypeField[], items: TypedItem[]): string[] =>
  deviationsOf(fields, items, listOf).map(({ path, code }) => `${path} ${code}`);

describe('what of a page breaks its type', () => {
  test('is that a required field is missing, or holds an empty text alone', () => {
    const fields = [field('title', { required: true }), field('body', { kind: 'MARKDOWN_ITEM', required: true })];
    expect(codes(fields, [item('title', { value: '' })])).toEqual([
      '/texts/title REQUIRED',
      '/markdowns/body REQUIRED',
    ]);
    const whole = [item('title', { value: 'A' }), item('body', { kind: 'MARKDOWN_ITEM', value: 'B' })];
    expect(codes(fields, whole)).toEqual([]);
  });

  test('is an item of the right name and another kind only in that the right one is missing', () => {
    expect(codes([field('title', { required: true })], [item('title', { kind: 'MARKDOWN_ITEM', value: 'A' })])).toEqual(
      ['/texts/title REQUIRED'],
    );
    expect(codes([field('title')], [item('other', { value: 'A' })])).toEqual([]);
  });

  test('is one item too many', () => {
    const two = [item('tag', { value: 'a' }), item('tag', { value: 'b' })];
    expect(codes([field('tag')], two)).toEqual(['/texts/tag TOO_MANY']);
    expect(codes([field('tag', { repeated: true })], two)).toEqual([]);
    expect(codes([field('tag', { repeated: true, maxItems: 1 })], two)).toEqual(['/texts/tag TOO_MANY']);
    expect(codes([field('tag', { repeated: true, maxItems: 2 })], two)).toEqual([]);
  });

  test.each([
    ['shorter than minLength', { minLength: 2 }, '😀', 'TOO_SHORT'],
    ['as short as minLength', { minLength: 1 }, '😀', null],
    ['longer than maxLength', { maxLength: 1 }, 'ab', 'TOO_LONG'],
    ['as long as maxLength', { maxLength: 2 }, 'ab', null],
    ['empty', { minLength: 2, choices: ['news'] }, '', null],
    ['a choice', { choices: ['news', 'essay'] }, 'essay', null],
    ['no choice', { choices: ['news', 'essay'] }, 'Essay', 'INVALID_ENUM'],
  ])('is a text that is %s', (_, rules, value, code) => {
    expect(codes([field('title', rules)], [item('title', { value })])).toEqual(code ? [`/texts/title ${code}`] : []);
  });

  test.each([
    ['LONG_ITEM', { minimum: '1' }, '0', 'OUT_OF_RANGE'],
    ['LONG_ITEM', { minimum: '1' }, '1', null],
    ['LONG_ITEM', { maximum: '9007199254740993' }, '9007199254740994', 'OUT_OF_RANGE'],
    ['LONG_ITEM', { maximum: '9007199254740993' }, '9007199254740993', null],
    ['DOUBLE_ITEM', { maximum: '0.5' }, '0.50001', 'OUT_OF_RANGE'],
    ['DOUBLE_ITEM', { maximum: '0.5' }, '5e-7', null],
    ['DOUBLE_ITEM', { minimum: '-0.5' }, '-1e+21', 'OUT_OF_RANGE'],
  ] as const)('is a number of %s outside of %j: %s', (kind, rules, value, code) => {
    const path = `/${listOf(kind)}/n`;
    expect(codes([field('n', { kind, ...rules })], [item('n', { kind, value })])).toEqual(
      code ? [`${path} ${code}`] : [],
    );
  });

  test('is a reference to an entity of another type, or of none', () => {
    const fields = [field('author', { kind: 'REFERENCE_ITEM', entityTypes: ['person'] })];
    const of = (targetType: string | null): TypedItem => item('author', { kind: 'REFERENCE_ITEM', targetType });
    expect(codes(fields, [of('person')])).toEqual([]);
    expect(codes(fields, [of('article')])).toEqual(['/references/author INVALID_REFERENCE']);
    expect(codes(fields, [of(null)])).toEqual(['/references/author INVALID_REFERENCE']);
    expect(codes([field('author', { kind: 'REFERENCE_ITEM' })], [of(null)])).toEqual([]);
  });

  test('is told with the item, and with its place where there are several', () => {
    const fields = [field('a/b~', { repeated: true, maxLength: 1 })];
    const items = [item('a/b~', { value: 'x' }), item('a/b~', { value: 'xy', urn: 'second' })];
    expect(deviationsOf(fields, items, listOf)).toEqual([
      {
        path: '/texts/a~1b~0/1',
        code: 'TOO_LONG',
        message: 'a/b~: At most 1 characters.',
        limit: 1,
        field: 'a/b~',
        itemUrn: 'second',
        related: ['second'],
      },
    ]);
  });

  test('is told of a hundred times at most', () => {
    const items = Array.from({ length: 150 }, () => item('tag', { value: 'xy' }));
    expect(codes([field('tag', { repeated: true, maxLength: 1 })], items)).toHaveLength(100);
  });
});

describe('definitions that contradict themselves', () => {
  const problems = (...fields: TypeField[]): string[] =>
    fieldProblems(fields, '/fields').map(({ path, code }) => `${path} ${code}`);

  test.each<[Partial<TypeField>, string[]]>([
    [{ minLength: 2, maxLength: 1 }, ['/fields/0/maxLength OUT_OF_RANGE']],
    [{ kind: 'LONG_ITEM', minimum: '2', maximum: '1.5' }, ['/fields/0/maximum OUT_OF_RANGE']],
    [{ kind: 'LONG_ITEM', minLength: 2 }, ['/fields/0/minLength NOT_ALLOWED_TOGETHER']],
    [{ minimum: '1' }, ['/fields/0/minimum NOT_ALLOWED_TOGETHER']],
    [{ kind: 'MARKDOWN_ITEM', choices: ['a'] }, ['/fields/0/choices NOT_ALLOWED_TOGETHER']],
    [{ entityTypes: ['a'] }, ['/fields/0/entityTypes NOT_ALLOWED_TOGETHER']],
    [{ maxItems: 2 }, ['/fields/0/maxItems NOT_ALLOWED_TOGETHER']],
    [{ choices: ['a', '', 'a'] }, ['/fields/0/choices/1 TOO_SHORT', '/fields/0/choices/2 DUPLICATE']],
    [{ choices: ['a'.repeat(256)] }, ['/fields/0/choices/0 TOO_LONG']],
    [{ repeated: true, maxItems: 2, minLength: 1, maxLength: 1, choices: ['a'] }, []],
    [{ kind: 'DOUBLE_ITEM', minimum: '1', maximum: '1.0' }, []],
    [{ kind: 'REFERENCE_ITEM', entityTypes: ['a'] }, []],
  ])('%j', (rules, expected) => {
    expect(problems(field('a', rules))).toEqual(expected);
  });

  test('share a name, whatever their kinds are', () => {
    expect(problems(field('a'), field('b'), field('a', { kind: 'LONG_ITEM' }))).toEqual(['/fields/2/name DUPLICATE']);
  });
});

test('a new page gets the items with defaults that it is not sent', () => {
  const defaults = { value: 'news' };
  const fields = [
    field('section', { defaults }),
    field('title'),
    field('n', { kind: 'LONG_ITEM', defaults: { value: 5 } }),
  ];
  const sent = (list: string, name: string): boolean => list === 'longs' && name === 'n';
  expect(missingDefaults(fields, listOf, sent)).toEqual([
    { list: 'texts', item: { value: 'news', name: 'section', sortOrder: 0 } },
  ]);
});
