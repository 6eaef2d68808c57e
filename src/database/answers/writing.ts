// What the parts of one statement share while it is written: the viewer it is for, its parameters, and names of its own
// for the rows it walks through.
import pg from 'pg';
import type { FieldQuestion, Input, RowQuestion } from '../../contract/question.ts';
import type { Field, Resource } from '../../contract/resource.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { arrayText, Parameters } from '../connection/statement.ts';
import { InputHole } from './inputs.ts';
import type { ListBound } from './listBounds.ts';

/** What answers contain of the service itself. */
export interface ServiceParts {
  /** What absolute urls begin with. */
  readonly baseUrl: string;
  /** What stands before the place of what the database does not make, such as the signature of a cursor; it cannot be guessed. */
  readonly mark: string;
}

/** A statement that is being written. */
export interface Writing extends ServiceParts {
  readonly viewer: Viewer;
  readonly inputs: readonly Input[];
  readonly p: Parameters;
  readonly bounds: ReadonlyMap<FieldQuestion, ListBound>;
  /** A name for rows that no other part of the statement uses. */
  alias(): string;
  /** A statement that selects the fields of the question from each of these rows, in that order (a clause of SQL, or nothing). */
  rowsSql(row: RowQuestion, rows: Rows, order: string): string;
}

/** Rows that may be read, each seen as the alias of `place`. */
export interface Rows {
  /** For a FROM clause; empty for the row that the place stands for already. */
  readonly from: string;
  readonly where: string;
  readonly place: Place;
}

/** A row that the statement has reached, and decided that the viewer may read. */
export interface Place {
  readonly resource: Resource;
  readonly alias: string;
  /** Whether the viewer sees what is not live on this row, as SQL. */
  readonly sees: string;
  /** The row from which it was reached as a part, and the link that leads back there; null for all others. */
  readonly above: { readonly place: Place; readonly link: Field } | null;
}

/** Names for the rows of one statement, which no field of an answer can have: a column hides a row of its name. */
export function aliases(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `t${String(count)}$`;
  };
}

/** Parameters of which equal ones are sent once: one predicate stands in a statement many times. */
export class SharedParameters extends Parameters {
  private readonly known = new Map<string, string>();

  override add(value: unknown, cast: string): string {
    const key = `${cast} ${JSON.stringify(value)}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const placeholder = super.add(value, cast);
    this.known.set(key, placeholder);
    return placeholder;
  }
}

/**
 * Parameters of a statement that is planned for one viewer: what it holds stands in the text, and so do the texts of the service
 * itself, so that the planner sees all of it once, when the text is prepared: a text without parameters has one plan.
 */
export class ViewerParameters extends SharedParameters {
  override add(value: unknown, cast: string): string {
    if (value instanceof InputHole || !inText.has(cast)) return super.add(value, cast);
    const text = arrayText(value);
    return typeof text === 'string' ? `${pg.escapeLiteral(text)}::${cast}` : super.add(value, cast);
  }
}

// Urns and labels, of the viewer as a whole, and addresses of the service.
const inText: ReadonlySet<string> = new Set(['uuid', 'uuid[]', 'text', 'text[]']);
