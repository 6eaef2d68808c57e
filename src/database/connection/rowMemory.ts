// Memory of long rows, used again once nobody reads them any more. New memory for each would be garbage outside of the heap, for
// which V8 collects the whole heap: pages of threads with their posts, 126 kB each, took a third of the process's time for that.

/** Rows from this length on, and up to that one, in bytes. */
const [leastKept, mostKept] = [32 * 1024, 8 * 1024 * 1024];

/** Bytes of memory that waits to be used again. */
const mostWaiting = 16 * 1024 * 1024;

// Its content is written anew before anybody reads it.
const waiting = new Map<number, ArrayBufferLike[]>();
// What is in use. Memory that is not given back is collected as any other.
const lent = new WeakSet<ArrayBufferLike>();

/** So many bytes, of any content. */
export function rowMemory(size: number): Buffer {
  if (size < leastKept || size > mostKept) return Buffer.allocUnsafeSlow(size);
  const whole = 2 ** Math.ceil(Math.log2(size));
  const memory = waiting.get(whole)?.pop() ?? Buffer.allocUnsafeSlow(whole).buffer;
  lent.add(memory);
  return Buffer.from(memory, 0, size);
}

/**
 * Says that nobody reads these bytes any more, nor the row that they are a part of: another row may be written over them. Other
 * bytes, and those of a row that was given back before, are left alone.
 */
export function giveBackRow({ buffer }: Buffer): void {
  if (!lent.delete(buffer)) return;
  const alike = waiting.get(buffer.byteLength) ?? [];
  waiting.set(buffer.byteLength, alike);
  if (waitingBytes() + buffer.byteLength <= mostWaiting) alike.push(buffer);
}

function waitingBytes(): number {
  return [...waiting].reduce((sum, [bytes, { length }]) => sum + bytes * length, 0);
}
