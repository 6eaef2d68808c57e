// Every table of the service as data: columns, keys, indexes and checks. What the contract states about a kind is made
// from it here; tables that no kind has stand in serviceTables.ts. TypeORM's entities, the migration tool and the drift
// check all read this, so that nothing a migrated database holds is stated twice.
import { lastEditOf } from '../../contract/fieldGroups.ts';
import { fieldOf, type Contract, type Field, type Resource } from '../../contract/resource.ts';
import {
  columnType,
  hasOwnerField,
  hiddenColumnsOf,
  inOrder,
  itemColumns,
  quote,
  storedFields,
  valueColumns,
} from './columns.ts';
import { unregistered, isListedBy, kindDetails } from './kindDetails.ts';
import { itemOrderIndexes } from './itemOrders.ts';
import { isLong, longOrders, sizesOf } from './longTexts.ts';
import { namedAssetsIndex } from './namedAssets.ts';
import { serviceTables } from './serviceTables.ts';
import { restOf, type Table, type TableCheck, type TableColumn, type TableIndex } from './table.ts';

// The root company that everything of a tenant belongs to: set with the row, never changed.
const tenant: TableColumn = { name: 'tenant', type: 'uuid' };

const living = '"deleted_timestamp" IS NULL';

/** Every table of the service. */
export function tablesOf(contract: Contract): Table[] {
  const kinds = contract.resources.filter((r) => !r.isItem).map(kindTable);
  return [registryTable, itemTable(contract), itemValueTable(contract), ...kinds, ...serviceTables];
}

// Every urn that was given to a resource, and the kind it was given to; entries of histories, webhook triggers and
// deliveries are found in their own tables.
const registryTable: Table = {
  name: 'resource',
  columns: [
    { name: 'urn', type: 'uuid' },
    { name: 'kind', type: 'text' },
    // Digests of who made it and by which request, where a caller chose the urn.
    { name: 'created_as', type: 'text', isNullable: true },
  ],
  primaryKey: ['urn'],
  indexes: [],
  checks: [],
  references: [],
};

// An owner is of one tenant: taken as independent, the two conditions of a list would seem to leave few rows, and the planner would
// read and sort all of them instead of the first ones of an index.
const ownerStatistics = (table: string, held = table): { readonly name: string; readonly definition: string } => ({
  name: `st_${table}_owner`,
  definition: `(dependencies) ON "tenant", "owner" FROM "${held}"`,
});

function kindTable(resource: Resource): Table {
  const { table } = resource;
  const stored = storedFields(resource);
  const links = stored.filter((f) => f.typeClass === 'LINK');
  const details = kindDetails[resource.name];
  return {
    name: table,
    columns: [
      ...stored.map((f) => ({
        name: f.column,
        type: columnType(f),
        isNullable: !isAlwaysSet(f),
        // Of rows that are written without it.
        ...(f === lastEditOf(resource)?.time && { default: 'now()' }),
      })),
      ...(hasOwnerField(resource) ? [] : [{ name: 'owner', type: 'uuid' as const }]),
      tenant,
      ...hiddenColumnsOf(resource),
      { name: 'deleted_timestamp', type: 'timestamptz(3)', isNullable: true },
    ],
    primaryKey: ['urn'],
    indexes: [
      ...(hasOwnerField(resource) ? [] : [{ name: `ix_${table}_owner`, keys: ['"owner"'] }]),
      ...links.flatMap((f) => linkIndexes(resource, f)),
      ...listIndexes(resource),
      purgeIndex(table),
      ...resource.unique.map((set) => uniqueIndex(resource, set)),
      ...(details?.indexes ?? []),
    ].filter((index) => !details?.without?.includes(index.name)),
    checks: [
      ...stored.filter((f) => f.name === 'status' && f.typeClass === 'ENUM').map((f) => stateCheck(table, f)),
      ...(details?.checks ?? []),
    ],
    // What a row links to, code checks and clears: a deleted row stays until nothing can bring it back.
    references: unregistered.has(resource.name)
      ? []
      : [{ name: `fk_${table}_urn`, column: 'urn', onDelete: 'CASCADE' }],
    statistics: [
      ownerStatistics(table, details?.partitionedBy === undefined ? table : restOf(table)),
      ...(resource.operations.has('LIST') ? longOrders(resource) : []).map((field) => ({
        // The planner would take a third of all texts to be too long.
        name: `st_${table}_${field.column}_size`,
        definition: `ON octet_length(${quote(field.column)}) FROM "${table}"`,
      })),
      ...(details?.statistics ?? []),
    ],
    ...(details?.fillFactor === undefined ? {} : { fillFactor: details.fillFactor }),
    ...(details?.partitionedBy === undefined ? {} : { partitionedBy: details.partitionedBy }),
  };
}

function isAlwaysSet(field: Field): boolean {
  return field.name === 'urn' || field.isRequired || (field.isNonNull && field.storage === 'COLUMN');
}

function stateCheck(table: string, field: Field): TableCheck {
  const states = field.members.map((member) => `'${member}'`).join(', ');
  return { name: `ck_${table}_${field.column}`, expression: `${quote(field.column)} IN (${states})` };
}

function uniqueKey(kinds: readonly Resource[], name: string): string {
  const fields = kinds.map((kind) => kind.fieldByName.get(name));
  const column = quote(fields.find(Boolean)?.column ?? name);
  return fields.some(isLong) ? `md5(${column})` : column;
}

/** The name of a unique set in the database. */
export const uniqueName = (resource: Resource, set: readonly string[]): string =>
  ['uq', resource.table].join('_') + set.map((name) => `__${resource.fieldByName.get(name)?.column ?? name}`).join('');

// Only living rows: what was deleted keeps no name from being taken again.
function uniqueIndex(resource: Resource, set: readonly string[]): TableIndex {
  const freed = kindDetails[resource.name]?.uniqueWhere;
  return {
    name: uniqueName(resource, set),
    keys: ['"tenant"', ...set.map((name) => uniqueKey([resource], name))],
    isUnique: true,
    isDeferrable: true,
    where: freed ? `${living} AND ${freed}` : living,
  };
}

// By what links to a row: to find all of them, and, where there may be many, pages of them in the order of the kind. Lists of a kind that
// is read with its container go through the containers, for which the small index of the link alone is the better one.
function linkIndexes(resource: Resource, link: Field): TableIndex[] {
  const name = `ix_${resource.table}_${link.column}`;
  const alone = { name, keys: [quote(link.column)] };
  if (!isListedBy(resource, link)) return [alone];
  const order = resource.sort.map((term) => fieldOf(resource, term)).map((f) => inOrder(f, quote(f.column)));
  const listed = { name: `${name}_listed`, keys: [quote(link.column), ...order, '"urn"'] };
  return resource.container === link ? [alone, listed] : [listed];
}

// A page is read by walking the index in the order of the list and checking for each row whether the caller may read it,
// so that its cost does not grow with the number of edges a caller holds.
function listIndexes(resource: Resource): TableIndex[] {
  if (!resource.operations.has('LIST')) return [];
  const columnOf = (name: string): string => resource.fieldByName.get(name)?.column ?? name;
  const { table } = resource;
  const { orders = [], lookups = [], indexes = [] } = kindDetails[resource.name] ?? {};
  const digest = (name: string): string => `md5(${quote(columnOf(name))})`;
  const unserved = lookups.filter((name) => !indexes.some(({ keys }) => keys[0] === digest(name)));
  return [
    ...orderIndexes(resource, `ix_${table}_listed`, resource.sort),
    ...orders.flatMap((name) => orderIndexes(resource, `ix_${table}_by_${columnOf(name)}`, [name])),
    ...unserved.map((name) => ({
      name: `ix_${table}_with_${columnOf(name)}`,
      keys: ['"tenant"', digest(name)],
      where: living,
    })),
  ];
}

function orderIndexes(resource: Resource, name: string, terms: readonly string[]): TableIndex[] {
  const keys = terms.flatMap((term) => {
    const field = fieldOf(resource, term.replace(/^-/, ''));
    const column = inOrder(field, quote(field.column));
    const key = term.startsWith('-') ? `${column} DESC` : column;
    return isLong(field) && !field.isNonNull ? [`(${quote(field.column)} IS NULL)`, key] : [key];
  });
  const index = { name, keys: ['"tenant"', ...keys, '"urn"'], where: living };
  const [first] = terms.map((term) => fieldOf(resource, term.replace(/^-/, '')));
  if (!first || !isLong(first)) return [index];
  const [short, long] = sizesOf(first);
  return [
    { ...index, where: `${living} AND ${short}` },
    { name: `${name}_long`, keys: ['"tenant"'], where: `${living} AND ${long}` },
  ];
}

// Rows that were deleted are removed after some days, the oldest first.
function purgeIndex(table: string): TableIndex {
  return { name: `ix_${table}_deleted`, keys: ['"deleted_timestamp"'], where: '"deleted_timestamp" IS NOT NULL' };
}

// All item kinds share one table, so that an entity with all its items is one statement.
function itemTable(contract: Contract): Table {
  const kinds = contract.resources.filter((r) => r.isItem);
  const shared = new Set([
    'urn',
    'version',
    'is_published',
    'sort_order',
    'created_timestamp',
    'updated_timestamp',
    'entity',
  ]);
  return {
    name: 'item',
    columns: [
      ...[...itemColumns(contract).values()].map((f) => ({
        name: f.column,
        type: columnType(f),
        isNullable: !(shared.has(f.column) && isAlwaysSet(f)),
      })),
      { name: 'kind', type: 'text' },
      { name: 'owner', type: 'uuid' },
      tenant,
      { name: 'entry', type: 'uuid' },
      { name: 'deleted_timestamp', type: 'timestamptz(3)', isNullable: true },
      // Whether the newest entry repeats the live one, as which readers without READ_DRAFT are then shown the item.
      { name: 'is_repeated', type: 'boolean', default: 'false' },
    ],
    primaryKey: ['urn'],
    indexes: [
      { name: 'ix_item_entity', keys: ['"entity"', '"kind"', '"sort_order"'] },
      { name: 'ix_item_owner', keys: ['"owner"'] },
      { name: 'ix_item_entity_reference', keys: ['"entity_reference"'] },
      namedAssetsIndex('item'),
      {
        name: 'ix_item_named',
        keys: ['"tenant"', '"kind"', 'md5("name")', '"updated_timestamp"', '"urn"'],
        where: living,
      },
      ...[textIndex(), ...itemOrderIndexes(contract)],
      { name: 'ix_item_listed', keys: ['"tenant"', '"kind"', '"sort_order"', '"urn"'], where: living },
      {
        // Removed items are listed as long as they are live.
        name: 'ix_item_removed',
        keys: ['"tenant"', '"kind"', '"sort_order"', '"urn"'],
        where: '"deleted_timestamp" IS NOT NULL AND "is_published"',
      },
      {
        // Of all others, readers of live values are shown few by older ones.
        name: 'ix_item_drafted',
        keys: ['"tenant"', '"kind"', '"owner"'],
        where: `${living} AND NOT ("is_published" AND NOT "is_repeated")`,
      },
      purgeIndex('item'),
      ...itemUniques(kinds),
    ],
    checks: [
      { name: 'ck_item_kind', expression: `"kind" IN (${kinds.map((k) => `'${k.name}'`).join(', ')})` },
      ...kinds.flatMap((kind) => requiredOfItem(kind, shared)),
    ],
    references: [{ name: 'fk_item_urn', column: 'urn', onDelete: 'CASCADE' }],
    statistics: [ownerStatistics('item')],
  };
}

// Pages are filtered by a text of theirs.
function textIndex(): TableIndex {
  return {
    name: 'ix_item_text',
    keys: ['"tenant"', 'md5("name")', 'md5("value_string")'],
    where: `"kind" = 'TextItem' AND ${living}`,
  };
}

// The same set of several kinds is one index, with the kind among its keys.
function itemUniques(kinds: readonly Resource[]): TableIndex[] {
  const byName = new Map<string, { keys: string[]; kinds: string[] }>();
  for (const kind of kinds) {
    for (const set of kind.unique) {
      const [first = '', ...rest] = set.map((name) => uniqueKey(kinds, name));
      const name = uniqueName(kind, set);
      const known = byName.get(name)?.kinds ?? [];
      byName.set(name, { keys: ['"tenant"', first, '"kind"', ...rest], kinds: [...known, kind.name] });
    }
  }
  return [...byName].map(([name, unique]) => {
    const some = unique.kinds.length < kinds.length;
    const where = some ? `${living} AND "kind" IN (${unique.kinds.map((k) => `'${k}'`).join(', ')})` : living;
    return { name, keys: unique.keys, isUnique: true, isDeferrable: true, where };
  });
}

// What one kind requires, other kinds in the same column may lack.
function requiredOfItem(kind: Resource, shared: ReadonlySet<string>): TableCheck[] {
  const required = storedFields(kind).filter((f) => isAlwaysSet(f) && !shared.has(f.column));
  if (required.length === 0) return [];
  const each = required.map((f) => `${quote(f.column)} IS NOT NULL`).join(' AND ');
  return [{ name: `ck_item_${kind.name.toLowerCase()}`, expression: `"kind" <> '${kind.name}' OR (${each})` }];
}

function itemValueTable(contract: Contract): Table {
  const fields = itemColumns(contract);
  return {
    name: 'item_value',
    columns: [
      { name: 'urn', type: 'uuid' },
      { name: 'item_urn', type: 'uuid' },
      tenant,
      { name: 'kind', type: 'text' },
      { name: 'version', type: 'bigint' },
      { name: 'entity', type: 'uuid' },
      { name: 'created_timestamp', type: 'timestamptz(3)' },
      { name: 'is_tombstone', type: 'boolean' },
      { name: 'actor', type: 'json', isNullable: true },
      ...valueColumns(contract).flatMap((name) => {
        const field = fields.get(name);
        return field ? [{ name, type: columnType(field), isNullable: true }] : [];
      }),
      // The live entry that this one was written to return to.
      { name: 'repeats', type: 'uuid', isNullable: true },
    ],
    primaryKey: ['urn'],
    indexes: [
      { name: 'ix_item_value_item', keys: ['"item_urn"', '"version"'], isUnique: true },
      { name: 'ix_item_value_entity', keys: ['"entity"', '"created_timestamp"'] },
      namedAssetsIndex('item_value'),
      // What a person wrote, to forget the name of who is erased.
      {
        name: 'ix_item_value_identity',
        keys: [`("actor" ->> 'urn')`],
        where: `("actor" ->> 'type') = 'IDENTITY'`,
      },
    ],
    checks: [],
    references: [
      // An entry's own urn is in no registry: histories grow without end, and go with their item.
      { name: 'fk_item_value_item', column: 'item_urn', onDelete: 'CASCADE' },
    ],
  };
}
