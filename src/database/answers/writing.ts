// What the parts of one statement share while it is written: the viewer it is for, its parameters, and names of its own
// for the rows it walks through.
import type { FieldQuestion, HistoryPart, Input, RowQuestion } from '../../contract/question.ts';
import type { Field, Resource } from '../../contract/resource.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { originOfSingle } from '../../domain/viewerShape.ts';
import { originOf, type Origin } from '../../domain/viewerValues.ts';
import { Parameters, sentValue } from '../connection/statement.ts';
import { InputHole } from './inputs.ts';
import type { ListBound } from './listBounds.ts';

/** What answers contain of the service itself. */
export interface ServiceParts {
  /** What absolute urls begin with. */
  readonly baseUrl: string;
  /** What stands before the place of what the database does not make, such as the signature of a cursor; it cannot be guessed. */
  readonly mark: string;
  /** Whether the statement says which tenants there are. */
  readonly saysTenants: boolean;
}

/** A statement that is being written. */
export interface Writing extends ServiceParts {
  readonly viewer: Viewer;
  readonly inputs: readonly Input[];
  readonly p: Parameters;
  readonly bounds: ReadonlyMap<FieldQuestion | HistoryPart, ListBound>;
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
  /** Whether the row is a value of the history of the item in its column `item_urn`. */
  readonly isEntry?: true;
  /** Whether it was not decided that the viewer may read it: it has made it. */
  readonly isUndecided?: true;
}

/** Names for the rows of one statement, which no field of an answer can have: a column hides a row of its name. */
export function aliases(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `t${String(count)}$`;
  };
}

/** Stands for a value of the viewer among those of a statement for all viewers of a shape. */
export class ViewerHole {
  readonly #cast: string;
  readonly #origin: Origin;

  constructor(origin: Origin, cast: string) {
    this.#origin = origin;
    this.#cast = cast;
  }

  /** The value of one of them. */
  of(viewer: Viewer): unknown {
    return this.#origin.derive(viewer);
  }

  /** The same, as it is sent. */
  read(viewer: Viewer): unknown {
    return sentValue(this.of(viewer), this.#cast);
  }

  /** What tells one hole from another and from values. */
  toJSON(): string {
    return `\u0000viewer ${this.#origin.key}`;
  }
}

/**
 * Parameters of a statement for all viewers of a shape, which is written for `viewerOfShape`: what of it is put into the statement is
 * a hole. A urn, a list of them or an instant of which nobody knows where it comes from is refused. Equal ones are sent once: one
 * predicate stands in a statement many times.
 */
export class ShapeParameters extends Parameters {
  private readonly known = new Map<string, string>();

  override add(value: unknown, cast: string): string {
    const sent = sentFor(value, cast);
    const key = `${cast} ${JSON.stringify(sent)}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const placeholder = super.add(sent, cast);
    this.known.set(key, placeholder);
    return placeholder;
  }
}

function sentFor(value: unknown, cast: string): unknown {
  const origin = Array.isArray(value) ? originOf(value) : originOfSingle(value);
  if (origin) return new ViewerHole(origin, cast);
  if (value !== null && !(value instanceof InputHole) && ofViewers.has(cast))
    throw new Error(`A value of one viewer stands in a statement for all: ${cast}`);
  return value;
}

const ofViewers: ReadonlySet<string> = new Set(['uuid', 'uuid[]', 'timestamptz']);
