// One statement on its way to PostgreSQL and back, as pg's client runs it. It keeps no more rows than it may, and a statement
// that is prepared on its connection is not described again: its columns are those of the first time.
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
  return new ServiceError('RESULT_TOO_LARGE', 'The request reads more than is allowed: ask for less, or in pages.');
}

/** The members of pg's query and connection that its types leave out. */
type ProtocolQuery = {
  name?: string | undefined;
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

/** The columns of the statements that are prepared on a connection, by their names, and the connection without `describe`. */
interface Described {
  readonly columns: Map<string, Columns>;
  readonly connection: object;
}

const described = new WeakMap<object, Described>();

function describedOn(connection: object): Described {
  let known = described.get(connection);
  if (!known) {
    // A connection but for that member.
    const undescribing = Object.create(connection, { describe: { value: () => undefined } }) as object;
    known = { columns: new Map(), connection: undescribing };
    described.set(connection, known);
  }
  return known;
}

/** A query to be submitted to pg's client. */
export class BoundedQuery extends ProtocolQuery implements pg.Submittable {
  declare readonly submit: pg.Submittable['submit'];
  readonly #time: SentStatement['time'];
  readonly #keepsBytes: boolean;
  #bytes = 0;
  #described: Described | null = null;

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
    const known = this.name === undefined ? null : describedOn(connection);
    const columns = known?.columns.get(this.name ?? '');
    if (known && columns) {
      Object.assign(this._result, columns);
      this._accumulateRows = true;
      super.prepare(known.connection);
      return;
    }
    this.#described = known;
    super.prepare(connection);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#described?.columns.set(this.name ?? '', { fields, _parsers, _prebuiltEmptyResultObject });
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
