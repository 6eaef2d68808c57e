// The interface of a file storage. Implemented by localStorage.ts and s3Storage.ts, used through actions/.
import type { Readable } from 'node:stream';

/**
 * Bytes by the hexadecimal SHA-256 of themselves, 64 lower case characters. Any other key throws a TypeError before
 * anything is touched, so no key can name a path. Failures of the place itself reject.
 */
export interface FileStorage {
  /**
   * Keeps the bytes. Once it resolves they survive a crash; before that they are there as a whole or not at all. Doing
   * it again, or twice at once, changes nothing. Rejects with a TypeError if the digest is not that of the bytes.
   */
  put(digestHex: string, bytes: Buffer): Promise<void>;
  /** The bytes, or null when there are none. */
  get(digestHex: string): Promise<Buffer | null>;
  /**
   * A stream of the bytes, or of those from `start` to `end`, both included and counted from 0; an `end` beyond the file
   * means its last byte. `size` is that of the whole file. Null when there is no such file; rejects with a RangeError
   * when the range begins behind the file or ends before it begins.
   */
  open(digestHex: string, range?: ByteRange): Promise<OpenFile | null>;
  /** Forgets the bytes. Nothing happens when there are none. */
  remove(digestHex: string): Promise<void>;
  /** Every file, in no order, with the time it was last put. For the sweeper that looks for files without a row. */
  list(): AsyncIterable<StoredFile>;
  /** Removes what crashes left of files that were being written before that time, where that can happen. */
  sweepUnfinished?(before: Date): Promise<number>;
}

/** Bytes of a file: from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file being read. The caller must read the stream to its end or destroy it. */
export interface OpenFile {
  readonly stream: Readable;
  readonly size: number;
}

/** A file that is there. */
export interface StoredFile {
  readonly digestHex: string;
  readonly modified: Date;
}
