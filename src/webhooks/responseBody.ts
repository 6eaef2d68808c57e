// What is kept of a receiver's answer: its first bytes, and of those the beginning of a text that can be shown.
// Resource reference 9.3 (responseExcerpt), 9.6.

/** Reads up to `most` bytes and closes the rest; what comes before an error or an end counts. Never throws. */
export async function readBounded(
  body: AsyncIterable<unknown> & { destroy(): unknown; on?: unknown },
  most: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      chunks.push(bytes.subarray(0, most - length));
      length += bytes.length;
      if (length >= most) break;
    }
  } catch {
    // The receiver broke off, or time is up.
  }
  body.destroy();
  return Buffer.concat(chunks);
}

const longest = 1024;

/** The beginning of an answer as text, with the given secrets blacked out; null when it is not plain text. */
export function excerptOf(
  bytes: Buffer,
  contentType: string | null,
  contentEncoding: string | null,
  secrets: readonly string[],
): string | null {
  const isText = /^(text\/|application\/([\w.+-]*\+)?(json|xml))/i.test(contentType ?? '');
  const isPlain = contentEncoding === null || contentEncoding.toLowerCase() === 'identity';
  if (!isText || !isPlain || bytes.length === 0) return null;
  let text = new TextDecoder('utf-8').decode(bytes);
  // Receivers echo what they got; secrets are never shown.
  for (const secret of secrets) text = text.replaceAll(secret, '***');
  // Control characters have no place in a log.
  const shown = [...text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ')].slice(0, longest).join('').trim();
  return shown === '' ? null : shown;
}
