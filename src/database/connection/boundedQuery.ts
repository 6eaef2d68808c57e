// One statement on its way to PostgreSQL and back, as pg's client runs it. It keeps no more rows than it may, and a statement
// that is prepared on its connection is not described again: its columns are those of the first time. What a connection keeps
// prepared is bounded.
import pg from 'pg';
import { ServiceError } from '../../domain/errors.ts';
import type { DatabaseTime } from './databaseTime.ts';
import { LongRow } from './wholeMessages.ts';

/** Rows and the tag of the command, such as COMMIT. */
export interface QueryResult {
  readonly rows: Record<string, unknown>[];
  readonly command?: string;
}

/** A statement as it is sent. */
export interface SentStatement {
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly name?: string | undefined;
  /** What counts bytes of rows as they come, and says whether they may be kept. */
  readonly time: Pick<DatabaseTime, 'take'>;
  /** After that many milliseconds it is given up, and its connection with it. */
  readonly milliseconds: number;
  /** Whether the first column of a long row is kept as the bytes that came. */
  readonly keepsBytes?: boolean;
}

type Ended = (error: Error | null, result: QueryResult) => void;

/** Bytes of rows that one statement may answer; what comes beyond is dropped as it comes. */
const mostRowBytes = 64 * 1024 * 1024;

/** What a statement fails with that reads more than it may. */
export function tooManyBytes(): ServiceError {
  return new ServiceError('RESULT_TOO_LARGE', 'The request reads too much. Request fewer fields or smaller pages.');
}

/** The members of pg's query and connection that its types leave out. */
type ProtocolQuery = {
  name?: string | undefined;
  readonly text: string;
  values: readonly unknown[] | undefined;
  callback: Ended;
  query_timeout: number;
  /** Once set, rows are no longer read, and the query ends with it. */
  _canceledDueToError: Error | false;
  readonly _result: Columns & { rows: Record<string, unknown>[] };
  _accumulateRows: boolean;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: RowMessage): void;
  prepare(connection: object): void;
};

/** A row of the protocol. */
type RowMessage = Pick<LongRow, 'length' | 'fields'>;

/** What a result knows of its columns. */
type Columns = {
  fields: readonly { readonly name: string }[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
};

// pg's own query has these members.
const ProtocolQuery = pg.Query as unknown as new (text: string) => ProtocolQuery;

/** What of a driver's connection its types leave out. */
type DriverConnection = {
  /** Texts of statements that the server has prepared, by their names. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  /** The same of those of which it has not said yet whether it has. */
  readonly submittedNamedStatements: Readonly<Record<string, string>>;
  close(message: { readonly type: 'S'; readonly name: string }): void;
};

/** Characters of prepared statements that one connection keeps: each takes 50 to 90 bytes of PostgreSQL's memory with its plan. */
const mostPrepared = 1_000_000;

/** A statement that is prepared on a connection. */
type Prepared = {
  readonly characters: number;
  /** Null until the server has said them. */
  columns: Columns | null;
};

/** The statements that are prepared on a connection. Those run least recently are deallocated where they are too many. */
class PreparedStatements {
  readonly #connection: DriverConnection;
  /** The connection, but that it asks for no columns. */
  readonly undescribing: object;
  // Those run last are the last ones.
  readonly #byName = new Map<string, Prepared>();
  #characters = 0;

  constructor(connection: DriverConnection) {
    this.#connection = connection;
    // A connection but for that member.
    this.undescribing = Object.create(connection, { describe: { value: () => undefined } }) as object;
  }

  /** Notes that the statement is run now, and makes room for it. */
  run(name: string, text: string): Prepared {
    const known = this.#byName.get(name);
    const prepared = known ?? { characters: text.length, columns: null };
    this.#byName.delete(name);
    this.#byName.set(name, prepared);
    if (!known) this.#makeRoom(text.length);
    return prepared;
  }

  #makeRoom(characters: number): void {
    this.#characters += characters;
    for (const [name, prepared] of this.#byName) {
      if (this.#characters <= mostPrepared) return;
      const { parsedStatements, submittedNamedStatements } = this.#connection;
      // It is not known yet whether the server will have it.
      if (submittedNamedStatements[name] !== undefined) continue;
      // The server closes it behind what was sent before, and before what is sent now; one that failed is not there.
      if (parsedStatements[name] !== undefined) this.#connection.close({ type: 'S', name });
      Reflect.deleteProperty(parsedStatements, name);
      this.#byName.delete(name);
      this.#characters -= prepared.characters;
    }
  }
}

const preparedOn = new WeakMap<object, PreparedStatements>();

function preparedStatements(connection: object): PreparedStatements {
  // pg submits queries to its own connections.
  const known = preparedOn.get(connection) ?? new PreparedStatements(connection as DriverConnection);
  preparedOn.set(connection, known);
  return known;
}

/** A query to be submitted to pg's client. */
export class BoundedQuery extends ProtocolQuery implements pg.Submittable {
  declare readonly submit: pg.Submittable['submit'];
  readonly #time: SentStatement['time'];
  readonly #keepsBytes: boolean;
  #bytes = 0;
  #prepared: Prepared | null = null;

  constructor({ text, values, name, time, milliseconds, keepsBytes = false }: SentStatement, ended: Ended) {
    super(text);
    this.values = values;
    this.name = name;
    this.#time = time;
    this.#keepsBytes = keepsBytes;
    // The driver takes 0 for no limit at all.
    this.query_timeout = Math.max(1, milliseconds);
    this.callback = ended;
  }

  override prepare(connection: object): void {
    if (this.name === undefined) {
      super.prepare(connection);
      return;
    }
    const statements = preparedStatements(connection);
    const prepared = statements.run(this.name, this.text);
    if (prepared.columns === null) {
      this.#prepared = prepared;
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, prepared.columns);
    this._accumulateRows = true;
    super.prepare(statements.undescribing);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.#prepared) this.#prepared.columns = { fields, _parsers, _prebuiltEmptyResultObject };
  }

  override handleDataRow(message: RowMessage): void {
    this.#bytes += message.length;
    const isTooMuch = !this.#time.take(message.length) || this.#bytes > mostRowBytes;
    if (isTooMuch && this._canceledDueToError === false) {
      this._canceledDueToError = tooManyBytes();
      this._result.rows = [];
    }
    if (this.#keepsBytes && message instanceof LongRow) this.#keep(message);
    else super.handleDataRow(message);
  }

  #keep(message: LongRow): void {
    const [bytes = null, ...others] = message.columns();
    const fields = [null, ...others.map((column) => column && column.toString())];
    super.handleDataRow({ length: message.length, fields });
    const { rows, fields: columns } = this._result;
    const row = rows.at(-1);
    if (row && columns[0]) row[columns[0].name] = bytes;
  }
}
