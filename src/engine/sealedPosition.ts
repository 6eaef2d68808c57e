// Where in the history of the database a caller's last write stands, as it is told to the caller and comes back with its reads.
// Signed, so that nobody can have others wait for what never was written.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A position in the log that PostgreSQL writes ahead, in bytes, in one past of the database. */
export interface ReadPosition {
  /** The epoch of the event log: another one after changes were lost. */
  readonly epoch: number;
  readonly lsn: bigint;
}

const signatureBytes = 12;

/** The text that stands for a position: opaque, 32 characters. */
export function sealPosition(key: Buffer, { epoch, lsn }: ReadPosition): string {
  const body = Buffer.alloc(12);
  body.writeUInt32BE(epoch);
  body.writeBigUInt64BE(lsn, 4);
  return Buffer.concat([body, signature(key, body)]).toString('base64url');
}

/** The position a text stands for; null for what no process of this database has sealed. */
export function openPosition(key: Buffer, text: string): ReadPosition | null {
  if (!/^[\w-]{32}$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  const body = bytes.subarray(0, 12);
  if (!timingSafeEqual(signature(key, body), bytes.subarray(12))) return null;
  return { epoch: body.readUInt32BE(), lsn: body.readBigUInt64BE(4) };
}

function signature(key: Buffer, body: Buffer): Buffer {
  return createHmac('sha256', key).update('read position').update(body).digest().subarray(0, signatureBytes);
}
