// What a read asks for, in the words of the contract and of no face: rows of kinds, and under which names their fields are
// answered. A question is made once, of a document say, and put many times; what changes from time to time are its inputs.
import type { Field, Resource } from './resource.ts';

/** The name of the type itself, as `__typename` asks for it. */
export interface TypeQuestion {
  readonly form: 'TYPE';
  readonly key: string;
  readonly typeName: string;
}

/** The fields of a row that are asked for, in the order of the answer. */
export interface RowQuestion {
  readonly resource: Resource;
  readonly fields: readonly FieldQuestion[];
}

/** One field of a row; `key` is its name in the answer. */
export type FieldQuestion =
  | TypeQuestion
  | { readonly form: 'VALUE'; readonly key: string; readonly field: Field }
  /** What a link leads to; null when it may not be read. */
  | { readonly form: 'LINK'; readonly key: string; readonly field: Field; readonly row: RowQuestion }
  /** A short list, answered as a whole. */
  | { readonly form: 'LIST'; readonly key: string; readonly field: Field; readonly row: RowQuestion };

/** Where a question begins: a row by its urn. `input` is the place of that urn among the inputs. */
export type RootQuestion =
  TypeQuestion | { readonly form: 'ROW'; readonly key: string; readonly row: RowQuestion; readonly input: number };

/** A whole question. */
export interface Question {
  readonly roots: readonly RootQuestion[];
}

/** What a question is put with: a canonical urn. */
export type Input = string;
