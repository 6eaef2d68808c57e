// What a read selects, in the words of the contract and of no face: rows of kinds, and under which names their fields are
// answered. A question is made once, of a document say, and put many times; what changes from time to time are its inputs.
import type { ListQuery } from './listQuery.ts';
import type { Field, Resource } from './resource.ts';

/** The name of the type itself, as `__typename` reads it. */
export interface TypeQuestion {
  readonly form: 'TYPE';
  readonly key: string;
  readonly typeName: string;
}

/** The selected fields of a row, in the order of the answer. */
export interface RowQuestion {
  readonly resource: Resource;
  /** Of an item: what is read is one value of its history, by the urn of that value. */
  readonly isEntry?: true;
  /** The viewer has made the row in this request: of a row at the top, it is shown it whatever it may read. */
  readonly isMade?: true;
  readonly fields: readonly FieldQuestion[];
}

/** One field of a row; `key` is its name in the answer. */
export type FieldQuestion =
  | TypeQuestion
  /** A 64 bit integer is answered as its digits or, in a body, as a number, and a link of a value object as SHALLOW there. */
  | { readonly form: 'VALUE'; readonly key: string; readonly field: Field; readonly isNumber?: true }
  /** A value object, or each of a list of them, with the selected members. */
  | {
      readonly form: 'OBJECT';
      readonly key: string;
      readonly field: Field;
      readonly members: readonly MemberQuestion[];
    }
  /** A link as `{ urn, url }`, null where it is secret and may not be read; or a list of these, of a long one the first page. */
  | { readonly form: 'SHALLOW'; readonly key: string; readonly field: Field }
  /** The row as `[kind, urn, whether drafts are seen]`: what an answer that is kept has shown, and what code asks about. */
  | { readonly form: 'SHOWN'; readonly key: string }
  /** Where the history of an item is, as `{ url }`. */
  | { readonly form: 'ADDRESS'; readonly key: string }
  /** The history of an item. */
  | { readonly form: 'HISTORY'; readonly key: string; readonly parts: readonly HistoryPart[] }
  /** What a link leads to. Where it may not be read it is null or, of a link in a body, what SHALLOW is. */
  | {
      readonly form: 'LINK';
      readonly key: string;
      readonly field: Field;
      readonly row: RowQuestion;
      readonly orShallow?: true;
    }
  | ListQuestion
  /** The first item of a list with the name at that place among the inputs; null when there is none. */
  | {
      readonly form: 'ITEM';
      readonly key: string;
      readonly field: Field;
      readonly row: RowQuestion;
      readonly names: number;
    }
  /** A page of a long list as two members of the row: its rows, and where the page stands in the list. */
  | {
      readonly form: 'EMBEDDED';
      readonly key: string;
      readonly pagination: string;
      readonly field: Field;
      readonly row: RowQuestion;
      readonly input: number;
    }
  /** Items of all kinds, as one list behind the other. */
  | { readonly form: 'ITEMS'; readonly key: string; readonly lists: readonly ListQuestion[] }
  /** A page of a long list. */
  | { readonly form: 'PAGE'; readonly key: string; readonly field: Field; readonly page: PageQuestion }
  /** The place of members that a part of the cut question answers, by the urn of the row; `key` is the name of the first. */
  | { readonly form: 'CUT'; readonly key: string; readonly part: number };

/**
 * A short list, answered as a whole, or the first page of a long one; of items those alone with the names at that place among the inputs,
 * or all.
 */
export interface ListQuestion {
  readonly form: 'LIST';
  readonly key: string;
  readonly field: Field;
  readonly row: RowQuestion;
  readonly names: number | null;
  /** The part of the cut question that answers the rows: the list is the place of these, by their urns. */
  readonly part?: number;
}

/** A member of a value object, or what it leads to; null when that may not be read. */
export type MemberQuestion =
  | TypeQuestion
  | { readonly form: 'MEMBER'; readonly key: string; readonly member: Field }
  | { readonly form: 'LINK'; readonly key: string; readonly member: Field; readonly row: RowQuestion };

/** What is selected of a history: its address, the item as it is now, and a page of the values that the item had. */
export type HistoryPart =
  | TypeQuestion
  | { readonly form: 'URL'; readonly key: string }
  | { readonly form: 'NOW'; readonly key: string; readonly row: RowQuestion }
  | { readonly form: 'PAGE'; readonly key: string; readonly page: PageQuestion };

/** The inbox of the viewer's identity: its notifications, which are of that kind. */
export interface InboxQuestion {
  readonly form: 'INBOX';
  readonly key: string;
  readonly notification: Resource;
  readonly parts: readonly InboxPart[];
  readonly input: number;
}

/** What is selected of the inbox of an identity; its page is one of notifications. */
export type InboxPart =
  | TypeQuestion
  | { readonly form: 'URL' | 'THREADS' | 'MENTIONS'; readonly key: string }
  | { readonly form: 'OWNER'; readonly key: string; readonly row: RowQuestion }
  | { readonly form: 'PAGE'; readonly key: string; readonly page: PageQuestion };

/** A page of rows. `input` is the place of the page that is wanted among the inputs. */
export interface PageQuestion {
  readonly resource: Resource;
  readonly input: number;
  readonly parts: readonly PagePart[];
}

/** What is selected of a page, in the order of the answer. */
export type PagePart =
  | TypeQuestion
  | { readonly form: 'NODES'; readonly key: string; readonly row: RowQuestion }
  | { readonly form: 'EDGES'; readonly key: string; readonly parts: readonly EdgePart[] }
  | { readonly form: 'INFO'; readonly key: string; readonly parts: readonly InfoPart[] }
  /** The number of rows in all, null where they are not counted; and whether they are not. */
  | { readonly form: 'TOTAL' | 'UNCOUNTED'; readonly key: string };

/** What is selected of each row of a page. */
export type EdgePart =
  | TypeQuestion
  | { readonly form: 'NODE'; readonly key: string; readonly row: RowQuestion }
  | { readonly form: 'CURSOR'; readonly key: string };

/** Where the page stands in its list: whether there is more beyond it, and the cursors of its ends. */
export type InfoPart = TypeQuestion | { readonly form: 'NEXT' | 'PREVIOUS' | 'START' | 'END'; readonly key: string };

/**
 * Where a question begins: a row by its urn, rows of several kinds by theirs, a page of a kind, or an inbox by its identity. `input` is the place of these urns
 * among the inputs.
 */
export type RootQuestion =
  | TypeQuestion
  | {
      readonly form: 'ROW';
      readonly key: string;
      readonly row: RowQuestion;
      readonly input: number;
      /** Whether it is known what the urn was given to: that of an item is not one of a value in a history. */
      readonly isNamed?: true;
      /** The input that is the urn of a tenant whose rows are left out. */
      readonly beside?: number;
    }
  | {
      readonly form: 'ROWS';
      readonly key: string;
      readonly rows: ReadonlyMap<string, RowQuestion>;
      readonly input: number;
      /** The input that is the urn of a tenant in the place of whose rows is null. */
      readonly beside?: number;
    }
  | AnyQuestion
  | InboxQuestion
  | { readonly form: 'PAGE'; readonly key: string; readonly page: PageQuestion }
  /** Rows that another part of a cut question has shown, in the order of their urns; `rows` by the part that selects them. */
  | {
      readonly form: 'FOUND';
      readonly key: string;
      readonly rows: ReadonlyMap<number, RowQuestion>;
      readonly input: number;
    };

/**
 * A row of whatever kind by its urn, or a list of them. `rows` says what is selected of each kind that is covered; it is put as ROW or
 * ROWS once the kinds are known (engine/namedRows.ts).
 */
export interface AnyQuestion {
  readonly form: 'ANY';
  readonly key: string;
  readonly isList: boolean;
  readonly rows: ReadonlyMap<string, RowQuestion>;
  readonly input: number;
}

/** A whole question. */
export interface Question {
  readonly roots: readonly RootQuestion[];
  /** Whether it is a part of one that is cut (engine/cutQuestion.ts): its lists may be as long as an answer. */
  readonly isCut?: true;
  /** Whether kinds that the viewer may read nothing of are left out, as all that it may not read is, and do not refuse the whole. */
  readonly isBody?: true;
}

/** The page that is wanted of a list, and what its cursors are bound to. */
export interface PageInput {
  readonly query: ListQuery;
  readonly fingerprint: string;
  /** Of a history: the values that were written until then. */
  readonly asOf?: string | null;
  /** Of an inbox: whether notifications with nothing to report are in it. */
  readonly isAll?: boolean;
}

/** The pages that are wanted of a list that is embedded in each of many rows. */
export interface EmbeddedInput extends Omit<PageInput, 'fingerprint'> {
  /** The cursor of a row of the list of that parent, by its sort values and its urn; or the address of the page beyond it. */
  readonly place: (form: 'CURSOR' | 'NEXT', parent: string, values: readonly unknown[]) => string;
}

/** Rows by their urns, each with the name that ROWS gives to what is selected of it. */
export interface NamedRows {
  readonly urns: readonly string[];
  readonly rows: readonly string[];
}

/** Rows that were shown, by their urns, each with the part that selects them; what is beyond so many bytes of JSON is not read. */
export interface FoundRows {
  readonly found: readonly string[];
  readonly parts: readonly number[];
  readonly bytes: number;
}

/** What a question is put with: a canonical urn, several of them, a page, or names of items, null for all. */
export type Input = string | PageInput | EmbeddedInput | NamedRows | FoundRows | readonly string[] | null;

/** Whether an input names rows. */
export function isNamed(input: Input | undefined): input is NamedRows {
  return typeof input === 'object' && input !== null && 'urns' in input;
}

/** Whether an input is a page. */
export function isPage(input: Input | undefined): input is PageInput | EmbeddedInput {
  return typeof input === 'object' && input !== null && 'query' in input;
}

/** The rows that are selected directly below: of a field, of a page. */
export function rowsBelow(question: FieldQuestion | HistoryPart | InboxPart | RootQuestion): readonly RowQuestion[] {
  if (question.form === 'INBOX') return question.parts.flatMap(rowsBelow);
  if (question.form === 'ITEMS') return question.lists.map(({ row }) => row);
  if (question.form === 'OBJECT') return question.members.flatMap((one) => (one.form === 'LINK' ? [one.row] : []));
  if ('row' in question) return [question.row];
  if ('rows' in question) return [...question.rows.values()];
  return 'page' in question ? rowsOfPage(question.page) : [];
}

/** The rows that are selected of a page. */
function rowsOfPage({ parts }: PageQuestion): readonly RowQuestion[] {
  return parts.flatMap((part): RowQuestion[] => {
    if (part.form === 'NODES') return [part.row];
    return part.form === 'EDGES' ? part.parts.flatMap((one) => ('row' in one ? [one.row] : [])) : [];
  });
}
