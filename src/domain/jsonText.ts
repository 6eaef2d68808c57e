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

/** The members of a JSON object by their names, in its order, as JSON texts; it has no space between its parts. */
export function membersOfJson(object: string): Map<string, string> {
  const members = new Map<string, string>();
  for (let at = 1; object[at] === '"';) {
    const value = endOfValue(object, at) + 1;
    const end = endOfValue(object, value);
    members.set(JSON.parse(object.slice(at, value - 1)) as string, object.slice(value, end));
    at = end + 1;
  }
  return members;
}

/** The elements of a JSON list as JSON texts; there may be space between them. */
export function elementsOfJson(list: string): string[] {
  const elements: string[] = [];
  const gap = /[\s,]*/y;
  const next = (at: number): number => {
    gap.lastIndex = at;
    gap.test(list);
    return gap.lastIndex;
  };
  for (let at = next(1); at < list.length - 1;) {
    const end = endOfValue(list, at);
    elements.push(list.slice(at, end));
    at = next(end);
  }
  return elements;
}

// Where the value ends that begins there.
function endOfValue(text: string, from: number): number {
  const ends = /[,}\]]|"(?:[^"\\]|\\.)*"/g;
  if (text[from] === '{' || text[from] === '[') return endOfJson(text, from) ?? text.length;
  ends.lastIndex = from;
  ends.test(text);
  return text[from] === '"' ? ends.lastIndex : ends.lastIndex - 1;
}

/** JSON text without space between its parts. */
export function compactJson(text: string): string {
  return text.replaceAll(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, (_, string: string | undefined) => string ?? '');
}
