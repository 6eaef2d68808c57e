// What PostgreSQL sends, cut into whole messages before the driver reads it. A long message, such as a row with an answer of
// a hundred kilobytes, is put together in memory of its own size; the driver by itself copies it from buffer to buffer, each
// twice as large as the last.
import { EventEmitter } from 'node:events';

/** A connection of pg, with the members that its types leave out. */
export interface DriverConnection extends EventEmitter {
  attachListeners(stream: EventEmitter): void;
}

/** The code of a message and its length: what each begins with. */
const headBytes = 5;

/** The code of a row. */
const rowCode = 0x44;

/** From this length on a row is not made into texts before anybody looks at them: what it answers may be sent on as it came. */
const leastLong = 4_096;

/** Gives the driver whole messages, and `LongRow`s for rows that are long or come in pieces. To be called before it connects. */
export function readWholeMessages(connection: DriverConnection): void {
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    const driver = new EventEmitter();
    const cutter = new MessageCutter(
      (bytes) => driver.emit('data', bytes),
      (row) => connection.emit('dataRow', row),
    );
    stream.on('data', (bytes: Buffer) => cutter.take(bytes));
    stream.on('end', () => driver.emit('end'));
    attach(driver);
  };
}

/** Cuts bytes into messages. */
export class MessageCutter {
  readonly #pass: (messages: Buffer) => void;
  readonly #passRow: (row: LongRow) => void;
  /** A message that has come in part, and how many bytes of it have. */
  #long: Buffer | null = null;
  #filled = 0;
  /** The first bytes of a message of unknown length. */
  #head: Buffer | null = null;

  /** @param pass takes one whole message or more; `passRow` a row that is long or came in pieces */
  constructor(pass: (messages: Buffer) => void, passRow: (row: LongRow) => void) {
    this.#pass = pass;
    this.#passRow = passRow;
  }

  /** Takes what has come. */
  take(chunk: Buffer): void {
    const bytes = this.#long ? this.#continue(this.#long, chunk) : this.#withHead(chunk);
    let [passed, end] = [0, 0];
    let size = sizeAt(bytes, end);
    while (end + size <= bytes.length) {
      if (size >= leastLong && bytes[end] === rowCode) {
        if (end > passed) this.#pass(bytes.subarray(passed, end));
        passed = end + size;
        this.#passRow(new LongRow(bytes.subarray(end, passed)));
      }
      end += size;
      size = sizeAt(bytes, end);
    }
    if (end > passed) this.#pass(bytes.subarray(passed, end));
    const rest = bytes.subarray(end);
    if (rest.length === 0) return;
    if (size === Infinity) {
      this.#head = Buffer.from(rest);
      return;
    }
    this.#long = Buffer.allocUnsafeSlow(size);
    this.#filled = rest.copy(this.#long);
  }

  #withHead(chunk: Buffer): Buffer {
    const head = this.#head;
    this.#head = null;
    return head ? Buffer.concat([head, chunk]) : chunk;
  }

  // What is left of the chunk.
  #continue(long: Buffer, chunk: Buffer): Buffer {
    const copied = chunk.copy(long, this.#filled);
    this.#filled += copied;
    if (this.#filled < long.length) return chunk.subarray(copied);
    this.#long = null;
    if (long[0] === rowCode) this.#passRow(new LongRow(long));
    else this.#pass(long);
    return chunk.subarray(copied);
  }
}

// Infinity where the bytes do not say it yet.
function sizeAt(bytes: Buffer, at: number): number {
  return bytes.length - at < headBytes ? Infinity : 1 + bytes.readUInt32BE(at + 1);
}

/** A row as the driver's own messages have it, whose columns are decoded when they are looked at. */
export class LongRow {
  readonly name = 'dataRow';
  readonly length: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.length = bytes.length - 1;
  }

  /** The columns as text; null for NULL. */
  get fields(): readonly (string | null)[] {
    return this.columns().map((column) => column && column.toString());
  }

  /** The bytes of the columns; null for NULL. */
  columns(): readonly (Buffer | null)[] {
    const bytes = this.#bytes;
    const columns: (Buffer | null)[] = [];
    let at = headBytes + 2;
    for (let left = bytes.readInt16BE(headBytes); left > 0; left -= 1) {
      const length = bytes.readInt32BE(at);
      at += 4;
      columns.push(length < 0 ? null : bytes.subarray(at, at + length));
      at += Math.max(0, length);
    }
    return columns;
  }
}
