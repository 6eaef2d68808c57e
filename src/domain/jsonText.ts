// JSON that is looked at as text, where reading it would cost more than it says.

/** Where the object or list that begins at a place of a JSON text ends; null where it does not. */
export function endOfJson(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== 34; at += 1) if (text.charCodeAt(at) === 92) at += 1;
    } else if (code === 123 || code === 91) depth += 1;
    else if (code === 125 || code === 93) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

/** JSON text without space between its parts. */
export function compactJson(text: string): string {
  return text.replaceAll(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, (_, string: string | undefined) => string ?? '');
}
