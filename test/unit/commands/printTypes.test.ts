// Entity types as TypeScript: exact values, optional and repeated fields, references by type, and names that are no names in code.
import { expect, test } from 'vitest';
import { printTypes, type PrintedField, type PrintedType } from '../../../src/commands/printTypes.ts';

const field = (name: string, more: Partial<PrintedField> = {}): PrintedField => ({
  name,
  kind: 'TEXT_ITEM',
  label: null,
  help: null,
  required: false,
  repeated: false,
  choices: [],
  entityTypes: [],
  ...more,
});

const type = (urn: string, name: string, fields: readonly PrintedField[]): PrintedType => ({
  urn,
  name,
  description: null,
  fields,
});

const members = (...fields: PrintedField[]): string[] =>
  printTypes([type('u', 'T', fields), type('a', 'Author', [])])
    .split('\n')
    .filter((line) => line.startsWith('  readonly '))
    .map((line) => line.slice('  readonly '.length, -1));

test('a whole module', () => {
  const title = field('title', { label: 'Title', help: 'In one line.', required: true });
  expect(printTypes([{ ...type('u1', 'Blog post', [title]), description: 'A */ post' }])).toBe(
    `// Written by \`commonplace types\`. Do not edit.
import type * as commonplace from 'commonplace-client';

/** A * / post */
export interface BlogPost {
  /** Title. In one line. */
  readonly title: commonplace.Value<'TEXT_ITEM'>;
}

/** The type Blog post, for \`readPage\`. */
export const BlogPost: commonplace.PageType<BlogPost> = {
  urn: 'u1',
  name: 'Blog post',
  fields: {
    title: { kind: 'TEXT_ITEM', required: true, repeated: false },
  },
};
`,
  );
});

test('what a field is, by its rules', () => {
  const choices = ["it's", 'b"\n'];
  expect(
    members(
      field('a', { kind: 'LONG_ITEM' }),
      field('b', { kind: 'LONG_ITEM', required: true }),
      field('c', { kind: 'LONG_ITEM', required: true, repeated: true }),
      field('d', { choices }),
      field('e', { choices, required: true }),
      field('f', { choices, required: true, repeated: true }),
      field('g', { kind: 'REFERENCE_ITEM', required: true, entityTypes: ['a', 'u'] }),
      field('h', { kind: 'REFERENCE_ITEM', repeated: true, entityTypes: ['a'] }),
      field('i', { kind: 'REFERENCE_ITEM', entityTypes: ['a', 'nobody'] }),
      field('a-b'),
    ),
  ).toEqual([
    "a: commonplace.Value<'LONG_ITEM'> | null",
    "b: commonplace.Value<'LONG_ITEM'>",
    "c: readonly commonplace.Value<'LONG_ITEM'>[]",
    String.raw`d: 'it\'s' | 'b"\n' | '' | null`,
    String.raw`e: 'it\'s' | 'b"\n'`,
    String.raw`f: readonly ('it\'s' | 'b"\n' | '')[]`,
    'g: commonplace.PageLink<Author | T> | null',
    'h: readonly commonplace.PageLink<Author>[]',
    'i: commonplace.PageLink | null',
    "'a-b': commonplace.Value<'TEXT_ITEM'> | null",
  ]);
});

test('names that are none in code, and names that come out the same', () => {
  const named = ['blog-post', 'Blog post', '3 things', '---', 'Über uns', 'commonplace', 'Commonplace'];
  const types = named.map((name, at) => type(`u${String(at)}`, name, []));
  expect([...printTypes(types).matchAll(/export interface (\S+) /g)].map(([, name]) => name)).toEqual([
    'BlogPost',
    'BlogPost2',
    'Commonplace',
    'Commonplace2',
    'Type',
    'Type3Things',
    'ÜberUns',
  ]);
});
