// A statement under construction and what runs it. Values are always parameters; identifiers come from the contract.
import { createHash } from 'node:crypto';

/** A finished statement. With a name PostgreSQL prepares it once per connection; give one only to fixed shapes. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
}

/** Whatever runs statements: the read pool, or a transaction. Rows are plain objects. */
export interface Executor {
  query(statement: Statement): Promise<Record<string, unknown>[]>;
}

/** Collects parameters while a statement's text is written. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value and gives its placeholder with the cast that PostgreSQL needs to know its type. */
  add(value: unknown, cast: string): string {
    this.values.push(value);
    return `$${String(this.values.length)}::${cast}`;
  }
}

/** A statement of a fixed shape, prepared under a name made from its text. */
export function prepared(text: string, parameters: Parameters): Statement {
  return { text, values: parameters.values, name: createHash('md5').update(text).digest('hex').slice(0, 20) };
}

/** A statement whose shape depends on the request; it is not kept prepared. */
export function unprepared(text: string, parameters: Parameters): Statement {
  return { text, values: parameters.values };
}
