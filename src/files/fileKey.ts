// Validates keys and contents before they reach a storage.

/** The SHA-256 of a file, computed in a thread of the pool: a large file would hold up the event loop. */
export async function sha256Of(bytes: Buffer): Promise<Buffer> {
  // What is stored is never in shared memory.
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}

/** True if a text is a file key: the hexadecimal SHA-256 of a file. */
export function isFileKey(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** The key itself. Throws a TypeError for anything else, `..` and empty text included. */
export function checkFileKey(digestHex: string): string {
  if (!isFileKey(digestHex)) throw new TypeError('a file key is 64 lower case hexadecimal characters');
  return digestHex;
}

/** The key itself. Rejects with a TypeError also when it is not the SHA-256 of the bytes. */
export async function checkFileContent(digestHex: string, bytes: Buffer): Promise<string> {
  const key = checkFileKey(digestHex);
  if ((await sha256Of(bytes)).toString('hex') !== key) throw new TypeError('the bytes have another digest');
  return key;
}
