// The contract as TypeORM sees it: one EntitySchema per table, as data. Item kinds share the table `item`, and their
// histories `item_value`, so that an entity with all its items is one statement. Migrations are compared with this.
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Contract, Field, Resource } from '../contract/resource.ts';
import { columnType, hasOwnerField, hiddenColumnsOf, itemColumns, valueColumns, type ColumnType } from './columns.ts';

type Columns = Record<string, EntitySchemaColumnOptions>;

/** Every table of the service. */
export function entitySchemas(contract: Contract): EntitySchema[] {
  const plain = contract.resources.filter((r) => !r.isItem).map((r) => kindSchema(contract, r));
  return [
    resourceSchema(),
    itemSchema(contract),
    itemValueSchema(contract),
    ...plain,
    ...serviceSchemas(),
    ...keptSchemas(),
  ];
}

/** A column as TypeORM takes it. Property and column share one name, so that statements and mapping agree. */
function column(
  type: ColumnType,
  isNullable = false,
  more: Partial<EntitySchemaColumnOptions> = {},
): EntitySchemaColumnOptions {
  const isArray = type.endsWith('[]');
  const isInstant = type === 'timestamptz(3)';
  const bare = isArray ? 'text' : isInstant ? 'timestamptz' : type;
  return {
    // The names in ColumnType are PostgreSQL's own, which TypeORM accepts as they are.
    type: bare as EntitySchemaColumnOptions['type'],
    nullable: isNullable,
    ...(isArray ? { array: true } : {}),
    ...(isInstant ? { precision: 3 } : {}),
    ...more,
  };
}

function fieldColumn(field: Field): EntitySchemaColumnOptions {
  if (field.name === 'urn') return column('uuid', false, { primary: true });
  const isAlways = field.isRequired || (field.isNonNull && field.storage === 'COLUMN');
  return column(columnType(field), !isAlways);
}

const registry = (name: string, onDelete: 'CASCADE' | 'SET NULL' | 'NO ACTION') => ({
  name: `fk_${name}`,
  target: 'resource',
  columnNames: [] as string[],
  referencedColumnNames: ['urn'],
  onDelete,
});

function kindSchema(contract: Contract, resource: Resource): EntitySchema {
  const columns: Columns = {};
  const stored = resource.fields.filter((f) => f.storage === 'COLUMN' && !f.isWriteOnly);
  for (const field of stored) columns[field.column] = fieldColumn(field);
  if (!hasOwnerField(resource)) columns['owner'] = column('uuid');
  for (const hidden of hiddenColumnsOf(resource)) columns[hidden.name] = column(hidden.type, hidden.isNullable);
  columns['deleted_timestamp'] = column('timestamptz(3)', true);
  const links = stored.filter((f) => f.typeClass === 'LINK');
  return new EntitySchema({
    name: resource.table,
    tableName: resource.table,
    columns,
    indices: [
      ...(hasOwnerField(resource) ? [] : [{ name: `ix_${resource.table}_owner`, columns: ['owner'] }]),
      ...links.map((f) => ({ name: `ix_${resource.table}_${f.column}`, columns: [f.column] })),
    ],
    foreignKeys: [
      { ...registry(`${resource.table}_urn`, 'CASCADE'), columnNames: ['urn'] },
      ...links
        .filter((f) => contract.byName.has(f.typeName))
        .map((f) => ({
          ...registry(`${resource.table}_${f.column}`, f.isRequired || f.name === 'owner' ? 'NO ACTION' : 'SET NULL'),
          columnNames: [f.column],
        })),
    ],
  });
}

function resourceSchema(): EntitySchema {
  return new EntitySchema({
    name: 'resource',
    tableName: 'resource',
    columns: { urn: column('uuid', false, { primary: true }), kind: column('text') },
  });
}

function itemSchema(contract: Contract): EntitySchema {
  const columns: Columns = {};
  for (const field of itemColumns(contract).values()) {
    const isShared = [
      'urn',
      'version',
      'is_published',
      'sort_order',
      'created_timestamp',
      'updated_timestamp',
      'entity',
    ];
    columns[field.column] = isShared.includes(field.column) ? fieldColumn(field) : column(columnType(field), true);
  }
  columns['kind'] = column('text');
  columns['owner'] = column('uuid');
  columns['entry'] = column('uuid');
  columns['deleted_timestamp'] = column('timestamptz(3)', true);
  return new EntitySchema({
    name: 'item',
    tableName: 'item',
    columns,
    indices: [
      { name: 'ix_item_entity', columns: ['entity', 'kind', 'sort_order'] },
      { name: 'ix_item_owner', columns: ['owner'] },
      { name: 'ix_item_entity_reference', columns: ['entity_reference'] },
    ],
    foreignKeys: [
      { ...registry('item_urn', 'CASCADE'), columnNames: ['urn'] },
      { ...registry('item_entity', 'CASCADE'), columnNames: ['entity'] },
      { ...registry('item_owner', 'NO ACTION'), columnNames: ['owner'] },
    ],
  });
}

function itemValueSchema(contract: Contract): EntitySchema {
  const shared = itemColumns(contract);
  const columns: Columns = {
    urn: column('uuid', false, { primary: true }),
    item_urn: column('uuid'),
    kind: column('text'),
    version: column('bigint'),
    entity: column('uuid'),
    created_timestamp: column('timestamptz(3)'),
    is_tombstone: column('boolean'),
    actor: column('json', true),
  };
  for (const name of valueColumns(contract)) {
    const field = shared.get(name);
    if (field) columns[name] = column(columnType(field), true);
  }
  return new EntitySchema({
    name: 'item_value',
    tableName: 'item_value',
    columns,
    indices: [
      { name: 'ix_item_value_item', columns: ['item_urn', 'version'], unique: true },
      { name: 'ix_item_value_entity', columns: ['entity', 'created_timestamp'] },
    ],
    foreignKeys: [
      { ...registry('item_value_urn', 'CASCADE'), columnNames: ['urn'] },
      { ...registry('item_value_item', 'CASCADE'), columnNames: ['item_urn'] },
    ],
  });
}

function serviceSchemas(): EntitySchema[] {
  return [
    // When which value of an item was live. `until_timestamp` is null for the one that is live now.
    new EntitySchema({
      name: 'item_live',
      tableName: 'item_live',
      columns: {
        item_urn: column('uuid', false, { primary: true }),
        from_timestamp: column('timestamptz(3)', false, { primary: true }),
        entry: column('uuid', false, { primary: true }),
        entity: column('uuid'),
        until_timestamp: column('timestamptz(3)', true),
      },
      indices: [
        { name: 'uq_item_live_now', columns: ['item_urn'], unique: true, where: 'until_timestamp IS NULL' },
        { name: 'ix_item_live_entity', columns: ['entity', 'from_timestamp'] },
        { name: 'ix_item_live_entry', columns: ['entry'] },
      ],
      foreignKeys: [{ ...registry('item_live_item', 'CASCADE'), columnNames: ['item_urn'] }],
    }),
    // Every list of links between resources, in order: `field` is Kind.field of the side that states it.
    new EntitySchema({
      name: 'link',
      tableName: 'link',
      columns: {
        from_urn: column('uuid', false, { primary: true }),
        field: column('text', false, { primary: true }),
        to_urn: column('uuid', false, { primary: true }),
        position: column('integer'),
      },
      indices: [{ name: 'ix_link_to', columns: ['to_urn', 'field'] }],
      foreignKeys: [
        { ...registry('link_from', 'CASCADE'), columnNames: ['from_urn'] },
        { ...registry('link_to', 'CASCADE'), columnNames: ['to_urn'] },
      ],
    }),
  ];
}

function keptSchemas(): EntitySchema[] {
  return [
    // Where an entity could be found before its path changed (resource reference 10.1): the view answers 308.
    new EntitySchema({
      name: 'entity_redirect',
      tableName: 'entity_redirect',
      columns: {
        urn: column('uuid', false, { primary: true }),
        owner: column('uuid'),
        path: column('text'),
        language: column('text'),
        variant: column('text'),
        entity: column('uuid'),
        expires_timestamp: column('timestamptz(3)'),
      },
      foreignKeys: [{ ...registry('entity_redirect_entity', 'CASCADE'), columnNames: ['entity'] }],
    }),
    // Settings that every process of one database shares, such as the key that signs cursors.
    new EntitySchema({
      name: 'setting',
      tableName: 'setting',
      columns: { name: column('text', false, { primary: true }), value: column('json') },
    }),
  ];
}
