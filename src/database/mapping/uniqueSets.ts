// The sets of values that no two living rows share, with the tables and fields they are of.
import type { Contract, Resource } from '../../contract/resource.ts';
import { tablesOf, uniqueName } from './tables.ts';

/** A unique set that may be checked at the end of a transaction. */
export interface UniqueSet {
  /** Its name in the database. */
  readonly name: string;
  readonly table: string;
  /** Keys and condition, as SQL. */
  readonly keys: readonly string[];
  readonly where: string;
  /** The kinds that state it, and the fields it is of. */
  readonly kinds: readonly Resource[];
  readonly fields: readonly string[];
}

/** Every unique set of the contract. */
export function uniqueSetsOf(contract: Contract): readonly UniqueSet[] {
  const known = sets.get(contract) ?? read(contract);
  sets.set(contract, known);
  return known;
}

const sets = new WeakMap<Contract, readonly UniqueSet[]>();

function read(contract: Contract): UniqueSet[] {
  return tablesOf(contract).flatMap((table) =>
    table.indexes
      .filter((index) => index.isDeferrable)
      .map(({ name, keys, where = 'true' }) => {
        const stated = contract.resources.flatMap((kind) =>
          kind.unique.filter((set) => uniqueName(kind, set) === name).map((fields) => ({ kind, fields })),
        );
        const kinds = stated.map(({ kind }) => kind);
        return { name, table: table.name, keys, where, kinds, fields: stated[0]?.fields ?? [] };
      }),
  );
}
