// Answers as bytes on their way to many peers: encoded once, and put between the few bytes that differ from peer to peer.

/** What is written to one peer, in pieces. */
export type Frame = readonly Buffer[];

/** Below this many bytes one piece is cheaper than several; above, what peers share is not copied for each. */
const mostCopied = 16_384;

function pieces(before: Buffer, shared: Buffer, after: Buffer): Frame {
  const length = before.length + shared.length + after.length;
  return length < mostCopied ? [Buffer.concat([before, shared, after], length)] : [before, shared, after];
}

/** A text frame of a WebSocket as a server sends it: whole and unmasked (RFC 6455, 5.2). */
export function socketFrame(before: Buffer, shared: Buffer, after: Buffer): Frame {
  const header = frameHeader(before.length + shared.length + after.length);
  return pieces(Buffer.concat([header, before]), shared, after);
}

const finalText = 0x81;

function frameHeader(length: number): Buffer {
  if (length < 126) return Buffer.from([finalText, length]);
  if (length < 65_536) return Buffer.from([finalText, 126, length >> 8, length & 0xff]);
  const header = Buffer.alloc(10);
  header.writeUInt8(finalText, 0);
  header.writeUInt8(127, 1);
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

const end = Buffer.from('\n\n');

/** An event of an event stream, with the cursor as its id. */
export function streamFrame(cursor: string, shared: Buffer): Frame {
  return pieces(Buffer.from(`event: next\nid: ${cursor}\ndata: `), shared, end);
}

/** An answer without a cursor: the only one of its stream. */
export function answerFrame(shared: Buffer): Frame {
  return pieces(Buffer.from('event: next\ndata: '), shared, end);
}

/** What ends an event stream that carries one operation. */
export const completeFrame = Buffer.from('event: complete\ndata:\n\n');

/** An answer on a stream that carries several operations (GraphQL over SSE, single connection mode). */
export function operationFrame(id: string, shared: Buffer): Frame {
  const head = `event: next\ndata: {"id":${JSON.stringify(id)},"payload":`;
  return pieces(Buffer.from(head), shared, Buffer.from('}\n\n'));
}

/** What ends one operation of such a stream. */
export function operationCompleteFrame(id: string): Frame {
  return [Buffer.from(`event: complete\ndata: ${JSON.stringify({ id })}\n\n`)];
}
