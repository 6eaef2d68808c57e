// What the parts of one statement share while it is written: the viewer it is for, its parameters, and names of its own
// for the rows it walks through.
import type { FieldQuestion, Input, RowQuestion } from '../../contract/question.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { Parameters } from '../connection/statement.ts';
import type { ListBound } from './listBounds.ts';

/** What answers contain of the service itself. */
export interface ServiceParts {
  /** What absolute urls begin with. */
  readonly baseUrl: string;
  /** What the place of a cursor begins with, which is signed outside of the database; nobody can guess it. */
  readonly cursorMark: string;
}

/** A statement that is being written. */
export interface Writing extends ServiceParts {
  readonly viewer: Viewer;
  readonly inputs: readonly Input[];
  readonly p: Parameters;
  readonly bounds: ReadonlyMap<FieldQuestion, ListBound>;
  /** A name for rows that no other part of the statement uses. */
  alias(): string;
  /** The select list of what is asked of a row. */
  fieldsSql(row: RowQuestion, place: Place): string;
}

/** A row that the statement has reached, and decided that the viewer may read. */
export interface Place {
  readonly resource: Resource;
  readonly alias: string;
  /** Whether the viewer sees what is not live on this row, as SQL. */
  readonly sees: string;
}

/** Names for the rows of one statement. */
export function aliases(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `t${String(count)}`;
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
