// docs/adding-a-field.md says what lists can do with a field of each form: what it says is compared with every field of every kind.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { checkConditions, filtersOf, isSortable } from '../../../src/contract/listQuery.ts';
import type { Field, Resource } from '../../../src/contract/resource.ts';
import { tablesOf } from '../../../src/database/mapping/tables.ts';

const contract = loadContract();
const text = readFileSync(new URL('../../../docs/adding-a-field.md', import.meta.url), 'utf8');

/** What the guide says of a form. */
interface Said {
  readonly filter: string;
  readonly order: string;
}

const said: ReadonlyMap<string, Said> = new Map(
  [...text.matchAll(/^\| ([A-Z][^|]*?) +\| `[^|]*` +\| ([^|]*?) +\| (yes|no) +\|$/gm)].map(
    ([, form = '', filter = '', order = '']) => [form, { filter, order }],
  ),
);

/** The form of a field, as the guide calls it. */
function formOf(field: Field): string {
  if (field.storage === 'COMPUTED' && field.filter && field.isList) return 'Computed list of links, `@filter`';
  if (field.storage === 'COMPUTED') return field.filter ? 'Computed, `@filter`' : 'Computed';
  if (field.storage === 'LINKS') return 'A list of links';
  if (field.storage !== 'COLUMN') return 'The other side';
  if (field.isWriteOnly) return 'Only written';
  if (field.isList) return 'A list of values';
  if (field.typeClass === 'OBJECT') return 'A value object';
  if (field.typeName === 'JSON') return 'JSON';
  if (field.target) return field.target.isSecret ? 'A link to a secret' : 'A link';
  return 'A value';
}

/** What lists of the kind do with the field. */
function found(kind: Resource, field: Field): Said {
  const filter = filtersOf(kind).has(field.name) ? operatorsOf(kind, field) : 'no';
  return { filter, order: isSortable(field) ? 'yes' : 'no' };
}

// That the value fits no field is refused after the operator.
function operatorsOf(kind: Resource, field: Field): string {
  try {
    checkConditions(kind, [{ path: 'p', field: field.name, operator: 'lt', value: {} }]);
  } catch (error) {
    const [, first, last] = /^p: (.*) or (nin) is expected/.exec((error as Error).message) ?? [];
    if (first !== undefined) return [first, last, 'isNull'].join(', ');
  }
  return 'every operator';
}

describe('Of the fields of each form, lists do what the guide says', () => {
  const fields = contract.resources.flatMap((kind) =>
    kind.fields.map((field) => ({ kind, field, form: formOf(field) })),
  );

  test('every form of the guide is that of some field, and the other way about', () => {
    expect([...said.keys()].toSorted()).toEqual([...new Set(fields.map(({ form }) => form))].toSorted());
  });

  test.each([...said])('%s', (form, expected) => {
    const others = fields
      .filter((one) => one.form === form)
      .map(({ kind, field }) => ({ name: `${kind.name}.${field.name}`, ...found(kind, field) }))
      .filter(({ filter, order }) => filter !== expected.filter || order !== expected.order);
    expect(others).toEqual([]);
  });
});

test('each link and the own order of a kind has an index, as it says', () => {
  const tables = new Map(tablesOf(contract).map((table) => [table.name, table]));
  const missing = contract.resources.flatMap((kind) => {
    const { indexes = [] } = tables.get(kind.table) ?? {};
    const begins = (name: string): boolean => indexes.some(({ keys }) => keys[0]?.startsWith(`"${name}"`));
    const columns = kind.fields.filter((f) => f.target !== null && f.storage === 'COLUMN' && !f.isList);
    const [own = ''] = kind.sort;
    const column = kind.fieldByName.get(own.replace(/^-/, ''))?.column ?? '';
    const isOrdered = indexes.some(({ keys }) => keys.some((key) => key.startsWith(`"${column}"`)));
    return [
      ...columns.filter((f) => !begins(f.column)).map(({ name }) => `${kind.name}.${name}`),
      ...(isOrdered ? [] : [`${kind.name} by ${own}`]),
    ];
  });
  expect(missing).toEqual([]);
});
