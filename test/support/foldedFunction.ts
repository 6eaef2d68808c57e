// The function `folded` of the database, printed from the table that `fold` reads. A change of the table needs a migration with what is
// printed then.
import { replacements } from '../../src/domain/fold.ts';

const classOf = (codes: readonly number[]): string => {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges.map(([from, to]) => escaped(from) + (to > from ? `-${escaped(to)}` : '')).join('');
};
const escaped = (code: number): string =>
  code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;

/** Its body. Replaces by a look-up for each character: `translate` and `regexp_replace` took ten times as long. */
export function foldedBody(): string {
  const codes = [...replacements.keys()].map((key) => key.codePointAt(0) ?? 0).sort((one, other) => one - other);
  const map = JSON.stringify(
    Object.fromEntries(codes.map((code) => String.fromCodePoint(code)).map((key) => [key, replacements.get(key)])),
  );
  const ascii = map.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `
DECLARE s text := "value";
BEGIN
  IF octet_length(s) = char_length(s) THEN RETURN lower(s COLLATE "C"); END IF;
  s := lower(upper(replace(normalize(s, NFKD), chr(837), '') COLLATE "und-x-icu") COLLATE "und-x-icu");
  IF s ~ '[${classOf(codes)}]' THEN
    SELECT string_agg(COALESCE('${ascii.replaceAll("'", "''")}'::jsonb ->> c, c), '' ORDER BY n) INTO s FROM unnest(string_to_array(s, NULL)) WITH ORDINALITY AS x(c, n);
  END IF;
  RETURN normalize(COALESCE(s, ''), NFC);
END `;
}
