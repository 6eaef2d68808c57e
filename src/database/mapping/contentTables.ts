// The tables of content that belong to no kind: what entity types said.
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
];
