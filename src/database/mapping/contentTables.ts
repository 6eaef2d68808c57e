// The tables of content that belong to no kind: what entity types said, and who edits.
import { instant, reference, table, uuid, type Table } from './table.ts';

/** The tables of content. */
export const contentTables: readonly Table[] = [
  // What a type said from each version on.
  table(
    'entity_type_version',
    [
      uuid('tenant'),
      uuid('entity_type'),
      { name: 'version', type: 'bigint' },
      instant('timestamp'),
      { name: 'actor', type: 'json' },
      { name: 'content', type: 'json' },
    ],
    ['entity_type', 'version'],
    { references: [reference('entity_type_version', 'entity_type')] },
  ),
  // Who edits which entity, until when.
  table(
    'entity_editor',
    [
      uuid('entity'),
      uuid('actor_urn'),
      uuid('tenant'),
      { name: 'actor', type: 'json' },
      instant('since_timestamp'),
      instant('until_timestamp'),
    ],
    ['entity', 'actor_urn'],
    {
      indexes: [
        { name: 'ix_entity_editor_tenant', keys: ['"tenant"', '"until_timestamp"'] },
        { name: 'ix_entity_editor_until', keys: ['"until_timestamp"'] },
      ],
      references: [reference('entity_editor', 'entity')],
    },
  ),
];
