// What a question selects below a field or a page: lists are bounded by all of it.
import { expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { rowsBelow, type PageQuestion, type RowQuestion } from '../../../src/contract/question.ts';
import { fieldOf } from '../../../src/contract/resource.ts';

const { Entity, TextItem } = loadContract().kinds;
const rows = (): RowQuestion => ({ resource: TextItem, fields: [] });

test('Below a page are the rows of its nodes and those of its edges', () => {
  const [nodes, edges] = [rows(), rows()];
  const page: PageQuestion = {
    resource: TextItem,
    input: 0,
    parts: [
      { form: 'TYPE', key: 'type', typeName: 'TextItemConnection' },
      { form: 'NODES', key: 'nodes', row: nodes },
      {
        form: 'EDGES',
        key: 'edges',
        parts: [
          { form: 'CURSOR', key: 'cursor' },
          { form: 'NODE', key: 'node', row: edges },
        ],
      },
      { form: 'INFO', key: 'info', parts: [{ form: 'NEXT', key: 'next' }] },
      { form: 'TOTAL', key: 'total' },
    ],
  };
  expect(rowsBelow({ form: 'PAGE', key: 'page', page })).toEqual([nodes, edges]);
});

test('Below a list are its rows, and below a value is nothing', () => {
  const row = rows();
  const list = { form: 'LIST', key: 'texts', field: fieldOf(Entity, 'texts'), row, names: null } as const;
  expect(rowsBelow(list)).toEqual([row]);
  expect(rowsBelow({ form: 'VALUE', key: 'name', field: fieldOf(Entity, 'name') })).toEqual([]);
  expect(rowsBelow({ form: 'TYPE', key: 'type', typeName: 'Entity' })).toEqual([]);
});
