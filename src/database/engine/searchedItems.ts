// Which items have words that are searched, and the word to the search index that those of their page have changed.
import type { Resource } from '../../contract/resource.ts';

interface ItemText {
  readonly list: string;
  readonly member: string;
  readonly column: string;
}

/** Texts of items that are searched: the list they stand in, and the member. */
export const itemTexts: Readonly<Record<string, ItemText>> = {
  TextItem: { list: 'texts', member: 'value', column: 'value_string' },
  MarkdownItem: { list: 'markdowns', member: 'value', column: 'value_string' },
  LinkItem: { list: 'links', member: 'text', column: 'text' },
  ImageItem: { list: 'images', member: 'altText', column: 'alt_text' },
};

/** Whether the words of a page may change with an item of the kind. */
export function isSearched({ name }: Pick<Resource, 'name'>): boolean {
  return itemTexts[name] !== undefined;
}

/** The fields of the kind that its page's words follow from, their order included. */
export function searchedFields({ name }: Pick<Resource, 'name'>): readonly string[] {
  const text = itemTexts[name];
  return text ? [text.member, 'sortOrder'] : [];
}

/**
 * Has the documents of entities written after the commit, as SQL. They are selected with their tenants, and with whether
 * nothing but drafts of their items has changed.
 */
export function queuedSql(entities: string): string {
  return `INSERT INTO "search_queue" ("tenant", "urn", "is_of_drafts") ${entities}`;
}
