// The order in which tables lose what was deleted.
import { expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { purgedTables } from '../../../src/database/engine/deletedStore.ts';

test('what lives in something goes before it, and companies go last', () => {
  const contract = loadContract();
  const tables = purgedTables(contract);
  const inside = contract.resources.flatMap(({ table, container }) =>
    container?.target && container.target.table !== table ? [[table, container.target.table] as const] : [],
  );
  expect(inside.length).toBeGreaterThan(10);
  expect(inside.filter(([table, parent]) => tables.indexOf(table) > tables.indexOf(parent))).toEqual([]);
  expect([tables.at(-1), new Set(tables).size]).toEqual(['company', tables.length]);
});
