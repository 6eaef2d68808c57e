// Which tables move with a tenant: derived from the list of all tables, so that a new one moves by itself.
import type { Contract } from '../../contract/resource.ts';
import { quote } from '../mapping/columns.ts';
import type { Table } from '../mapping/table.ts';
import { tablesOf } from '../mapping/tables.ts';

/** Tables that stay, and why. */
export const notMoved: Readonly<Record<string, string>> = {
  resource: 'has no tenant; the rows of what moves go along with it',
  access_epoch: 'is counted by each database, by triggers',
  disabled_tenant: 'says for each database whom it lets in',
  cell: 'says where tenants live that moved away from here',
  derived_image: 'has no tenant; sizes of images are made again where they are asked for',
  setting: 'is shared by all tenants',
  migration: 'is of the database',
  request_rate: 'is about the last minute',
  search_language: 'is the same everywhere',
  sign_in_attempt: 'is of a browser that belongs to nobody yet, and lasts minutes',
};

/** A table whose rows move. */
export interface MovedTable {
  /** Quoted, as all names here. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  /** Whether its urns are in the registry, which other tables refer to. */
  readonly isRegistered: boolean;
  /** The column that the database numbers; null for none. */
  readonly numbered: string | null;
  /** Whether its rows are known by that number, of which the other database has others. */
  readonly isKnownByNumber: boolean;
  /** Whether the other database would begin to work on its rows before the tenant is there. */
  readonly isLast: boolean;
}

// Numbers in one database mean other rows in the other; and what is to be sent is not sent from both.
const work: ReadonlySet<string> = new Set(['webhook_queue', 'webhook_pace', 'webhook_subscription']);

/** The tables of tenants' data, those first that others refer to. */
export function movedTables(contract: Contract): MovedTable[] {
  return tablesOf(contract)
    .filter(({ name, columns }) => !(name in notMoved) && columns.some((column) => column.name === 'tenant'))
    .map(movedTable)
    .sort((a, b) => Number(b.isRegistered) - Number(a.isRegistered));
}

function movedTable({ name, columns, primaryKey, references }: Table): MovedTable {
  const numbered = columns.find(({ isIdentity }) => isIdentity)?.name ?? null;
  return {
    name: quote(name),
    columns: columns.map((column) => quote(column.name)),
    primaryKey: primaryKey.map(quote),
    isRegistered: references.some(({ column }) => column === 'urn') && primaryKey.join() === 'urn',
    numbered: numbered === null ? null : quote(numbered),
    isKnownByNumber: numbered !== null && primaryKey.includes(numbered),
    isLast: work.has(name) || (numbered !== null && primaryKey.includes(numbered)),
  };
}
