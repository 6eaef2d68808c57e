// What the parts of one statement share while it is written: the viewer it is for, its parameters, and names of its own
// for the rows it walks through.
import type { FieldQuestion, Question } from '../../contract/question.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { Parameters } from '../connection/statement.ts';
import { listBounds, type ListBound } from './listBounds.ts';

/** A statement that is being written. */
export interface Writing {
  readonly viewer: Viewer;
  /** The address of the service, which absolute urls begin with. */
  readonly baseUrl: string;
  readonly p: Parameters;
  readonly bounds: ReadonlyMap<FieldQuestion, ListBound>;
  /** A name for rows that no other part of the statement uses. */
  alias(): string;
}

/** A row that the statement has reached, and decided that the viewer may read. */
export interface Place {
  readonly resource: Resource;
  readonly alias: string;
  /** Whether the viewer sees what is not live on this row, as SQL. */
  readonly sees: string;
}

/** Begins the statement of a question. Throws NotCovered. */
export function startWriting(question: Question, viewer: Viewer, baseUrl: string): Writing {
  let count = 0;
  return {
    viewer,
    baseUrl,
    p: new SharedParameters(),
    bounds: listBounds(question),
    alias() {
      count += 1;
      return `t${String(count)}`;
    },
  };
}

// One predicate stands in a statement many times; its values are sent once.
class SharedParameters extends Parameters {
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
