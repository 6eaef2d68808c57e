// Lists of texts in one text, as parameters of addresses hold them. Pure.

/** One element at a place of the text: quoted, with `\"` and `\\` inside, or everything up to a comma that has no `\` before it. */
const element = /\s*"((?:[^"\\]|\\["\\])*)"\s*(?=,|$)|((?:[^,\\]|\\,|\\(?!,))*)/y;

/**
 * The elements of a text that are separated by commas. One that holds a comma is quoted, `"Berg, Ida"`, with `\"` and `\\` inside
 * (resource reference 16.14), or has a `\` before the comma. Null where a quotation mark opens what none closes.
 */
export function quotedList(text: string): string[] | null {
  const elements: string[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    element.lastIndex = at;
    const [whole = '', quoted, plain = ''] = element.exec(text) ?? [];
    if (quoted === undefined && /^\s*"/.test(plain)) return null;
    elements.push(quoted === undefined ? plain.replaceAll('\\,', ',') : quoted.replace(/\\(["\\])/g, '$1'));
    at += whole.length;
  }
  return elements;
}
