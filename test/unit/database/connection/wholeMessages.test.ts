// Messages of PostgreSQL that come in pieces of any size.
import { expect, test } from 'vitest';
import { MessageCutter } from '../../../../src/database/connection/wholeMessages.ts';

function message(code: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(code);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function row(columns: readonly (string | null)[]): Buffer {
  const parts = columns.flatMap((text) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(text === null ? -1 : Buffer.byteLength(text));
    return text === null ? [length] : [length, Buffer.from(text)];
  });
  const count = Buffer.alloc(2);
  count.writeInt16BE(columns.length);
  return message('D', Buffer.concat([count, ...parts]));
}

const texts = [
  ['a', null, ''],
  ['é𝄞'.repeat(500), 'b', null],
  [null, 'x'.repeat(5_000)],
] as const;
const whole = Buffer.concat([
  message('2', Buffer.alloc(0)),
  ...texts.flatMap((columns) => [row(columns), message('C', Buffer.from('SELECT 1\0'))]),
  message('Z', Buffer.from('I')),
]);

test.each([1, 3, 4, 5, 6, 7, 64, 1_000, 4_099, 100_000])(
  'in pieces of %i bytes they are whole, in their order',
  (size) => {
    const seen: Buffer[] = [];
    const rows: (readonly (string | null)[])[] = [];
    const cutter = new MessageCutter(
      (messages) => seen.push(Buffer.from(messages)),
      (long) => {
        rows.push(long.fields);
        seen.push(row(long.fields));
        expect(long.length).toBe(row(long.fields).length - 1);
      },
    );
    for (let at = 0; at < whole.length; at += size) cutter.take(whole.subarray(at, at + size));
    expect(Buffer.concat(seen).equals(whole)).toBe(true);
    for (const passed of seen) expect(endOfMessages(passed)).toBe(passed.length);
    // What comes in one piece is left to the driver, unless it is long.
    if (size < whole.length) expect(rows.length).toBeGreaterThan(0);
    else expect(rows).toEqual([texts[2]]);
  },
);

function endOfMessages(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length) at += 1 + bytes.readUInt32BE(at + 1);
  return at;
}
