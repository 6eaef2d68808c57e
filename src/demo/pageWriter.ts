// Writes one page of the magazine: its entity with its items, the edge that opens it to everyone, its publication.
import { newUrn } from '../domain/urn.ts';
import type { DemoWriter, ItemInput } from './demoWriter.ts';

/** The address and the name of a page. */
export interface Page {
  readonly urn: string;
  readonly name: string;
  readonly path: string;
  readonly language: string;
  readonly variant: string;
}

/** A page's items, by the field of the entity they stand in. */
export type Items = Readonly<Record<string, readonly ItemInput[]>>;

/** Writes pages of one company. */
export interface PageWriter {
  /** An unpublished page that everyone may read once it is published; gives its urn. */
  draft(page: Page, items: Items): Promise<string>;
  /** A page that is live at once; gives its urn. */
  live(page: Page, items: Items): Promise<string>;
}

/** A page with a new urn, in the default variant unless said otherwise. */
export function page(path: string, language: string, name: string, rest: Partial<Page> = {}): Page {
  return { urn: newUrn(), path, language, name, variant: '', ...rest };
}

/** A writer of pages that the company owns. */
export function pageWriter(writer: DemoWriter, owner: string): PageWriter {
  const write = async (one: Page, items: Items, publication: Readonly<Record<string, unknown>>): Promise<string> => {
    await writer.create('Entity', { ...one, ...items, ...publication, owner });
    return one.urn;
  };
  return {
    draft: (one, items) => write(one, items, { status: 'DRAFT_UNPUBLISHED' }),
    live: (one, items) => write(one, items, { status: 'PUBLISH', publishTimestamp: null }),
  };
}
