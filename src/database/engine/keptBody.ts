// The body of a delivery as it is kept. PostgreSQL compresses no row below 2 kB, and nearly all of a thin body is names that every
// body has and addresses that it repeats: each of them is kept as one control character, which JSON only has escaped. It takes
// less than half of its room for that, in the log and for the seven days that it is kept.

/** Between what a short text repeats and the rest of it. */
const border = '\u0001';

/** What a body repeats of itself, as the first group. */
const repeated = [
  { code: '\u0002', first: /"url":"(https?:\/\/[^"]*\/n\/v1\/)/i },
  { code: '\u0003', first: /"targetUrn":"([^"]+)"/ },
  { code: '\u0004', first: /"owner":\{"urn":"([^"]+)"/ },
] as const;

/** Never changed, and longer only at its end: bodies are kept that were written by it. */
const phrases: readonly (readonly [code: string, phrase: string])[] = [
  ['\u0005', '{"type":"'],
  ['\u0006', '","timestamp":"'],
  ['\u0007', '","id":"'],
  ['\u0008', '","sequence":'],
  ['\u000b', ',"cursor":"'],
  ['\u000c', '","completeUntilSequence":'],
  ['\u000e', ',"subject":"'],
  ['\u000f', '","event":"'],
  ['\u0010', '","targetUrn":"'],
  ['\u0011', '","targetUrl":"'],
  ['\u0012', '","targetVersion":'],
  ['\u0013', ',"owner":{"urn":"'],
  ['\u0014', '","url":"'],
  ['\u0015', '"},"actor":{"urn":'],
  ['\u0016', ',"type":"'],
  ['\u0017', '"},"changedFields":["'],
  ['\u0018', '"],"data":{"urn":"'],
  ['\u0019', '"},"data":{"urn":"'],
  ['\u001a', '","updatedTimestamp"],"data":{"urn":"'],
];

/** Longer ones are compressed by PostgreSQL. */
const longest = 2_000;

const codes = [...repeated, ...phrases.map(([code]) => ({ code }))].map(({ code }) => code).join('');
const anyCode = new RegExp(`[${border}${codes}]`, 'g');
const codeOf = new Map(phrases.map(([code, phrase]) => [phrase, code]));
const phraseOf = new Map(phrases);
const escaped = (phrase: string): string => phrase.replace(/[{}[\]]/g, '\\$&');
const anyPhrase = new RegExp(phrases.map(([, phrase]) => escaped(phrase)).join('|'), 'g');

/** The short text of a body, of which `bodyOf` gives the body; null where there is none that is shorter. */
export function shortOf(body: string): string | null {
  if (body.length > longest || body.search(anyCode) >= 0) return null;
  let rest = body;
  const heads = repeated.map(({ code, first }) => {
    const text = first.exec(body)?.[1] ?? '';
    if (text !== '') rest = rest.replaceAll(text, code);
    return text;
  });
  const short = [...heads, rest.replace(anyPhrase, (phrase) => codeOf.get(phrase) ?? phrase)].join(border);
  return short.length < body.length ? short : null;
}

/** The body that has this short text. */
export function bodyOf(short: string): string {
  const parts = short.split(border);
  const heads = new Map(repeated.map(({ code }, at) => [code as string, parts[at] ?? '']));
  return (parts.at(-1) ?? '').replace(anyCode, (code) => phraseOf.get(code) ?? heads.get(code) ?? code);
}

const literal = (text: string): string => `'${text}'`;
const quotedPhrases = phrases.map(([code, phrase]) => [code, literal(phrase)] as const);

/** The body of a row of "webhook_body", as SQL. */
export function bodySql(row: string): string {
  const part = (at: number): string => `split_part(${row}."short_body", ${literal(border)}, ${String(at + 1)})`;
  const values = [...repeated.map(({ code }, at) => [code, part(at)] as const), ...quotedPhrases];
  const long = values.reduce(
    (text, [code, value]) => `replace(${text}, ${literal(code)}, ${value})`,
    part(repeated.length),
  );
  return `COALESCE(${row}."body", ${long})`;
}
