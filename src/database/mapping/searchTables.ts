// The tables of the search index.
import { instant, reference, table, text, uuid, type Table } from './table.ts';

/**
 * What the documents of one kind in a tenant are marked with, as a word of their index; the function `marked_words` adds it. It
 * has a space in it, as no word of a text has.
 */
export const searchMark = (kind: string, tenant: string | null): string => `${kind} ${String(tenant)}`;

/** The live words of a document with its mark, as the index has them: SQL over a row `alias` of search_document. */
export const markedLive = (alias: string): string =>
  `marked_words(${alias}."live", ${alias}."kind", ${alias}."tenant")`;

/** The words that a draft adds to its document, with the mark of pages: SQL over a row `alias` of search_draft. */
export const markedAdded = (alias: string): string => `marked_words(${alias}."added", 'Entity', ${alias}."tenant")`;

/** What can be found by its words, and what waits to be indexed. */
export const searchTables: readonly Table[] = [
  // Entities whose documents are to be rebuilt; a row for each change, until it is indexed.
  table(
    'search_queue',
    [
      uuid('tenant'),
      { name: 'id', type: 'bigint', isIdentity: true },
      uuid('urn'),
      // Whether nothing of what is live has changed, nor of the entity itself.
      { name: 'is_of_drafts', type: 'boolean', default: 'false' },
    ],
    ['id'],
    {
      indexes: [
        { name: 'ix_search_queue_tenant', keys: ['"tenant"', '"id"'] },
        // All changes of the entities that are indexed now, however many others wait between them.
        { name: 'ix_search_queue_urn', keys: ['"urn"'] },
        // Searches of what is live look for these among many that are of drafts.
        { name: 'ix_search_queue_live', keys: ['"id"'], where: 'NOT "is_of_drafts"' },
        { name: 'ix_search_queue_live_tenant', keys: ['"tenant"', '"id"'], where: 'NOT "is_of_drafts"' },
      ],
    },
  ),
  // Other resources whose documents are to be written, where one write changed many.
  table(
    'search_row_queue',
    [
      uuid('tenant'),
      { name: 'id', type: 'bigint', isIdentity: true },
      text('kind'),
      uuid('urn'),
      // Whether it stands for all that is named by it.
      { name: 'is_naming', type: 'boolean', default: 'false' },
      // The last of these that is indexed.
      uuid('after', true),
    ],
    ['id'],
    { indexes: [{ name: 'ix_search_row_queue_tenant', keys: ['"tenant"', '"id"'] }] },
  ),
  // Which text configuration stems which language.
  table('search_language', [text('language'), { name: 'configuration', type: 'regconfig' }], ['language']),
  // One document per resource that can be found, with the words of its live values.
  table(
    'search_document',
    [
      uuid('tenant'),
      uuid('urn'),
      text('kind'),
      uuid('owner'),
      uuid('container', true),
      text('language'),
      text('name', true),
      { name: 'live', type: 'tsvector', isNullable: true },
      uuid('live_digest', true),
      instant('created_timestamp'),
      // Of content when what is live changed last: the words are indexed again with any change of the row.
      instant('updated_timestamp'),
    ],
    ['urn'],
    {
      indexes: [
        {
          name: 'ix_search_document_live',
          keys: [markedLive('search_document')],
          method: 'gin',
          pendingKilobytes: 256,
        },
        { name: 'ix_search_document_created', keys: ['"tenant"', '"kind"', '"created_timestamp" DESC', '"urn"'] },
        { name: 'ix_search_document_updated', keys: ['"tenant"', '"kind"', '"updated_timestamp" DESC', '"urn"'] },
      ],
      references: [reference('search_document', 'urn')],
    },
  ),
  // The words of the newest values of a page where they are not those of its document; `added` has those that are not live.
  table(
    'search_draft',
    [
      uuid('tenant'),
      uuid('urn'),
      { name: 'words', type: 'tsvector' },
      { name: 'added', type: 'tsvector' },
      uuid('digest'),
      uuid('live_digest', true),
    ],
    ['urn'],
    {
      indexes: [
        { name: 'ix_search_draft_added', keys: [markedAdded('search_draft')], method: 'gin', pendingKilobytes: 256 },
      ],
      references: [reference('search_draft', 'urn')],
    },
  ),
];
