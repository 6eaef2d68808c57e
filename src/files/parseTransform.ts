// Parses the query of an image URL (`?w=&h=&fit=&fm=&q=&focal=`).

/** How an image is to fill the box: cut to cover it, shown whole with borders, or shrunk to fit inside. */
const fits = ['cover', 'contain', 'inside'] as const;

/** The format to answer in; `auto` leaves it to the Accept header. */
const formats = ['auto', 'avif', 'webp', 'jpeg', 'png'] as const;

/** A transform of an image on the fly (specification of resources, 3.4). */
export interface Transform {
  /** Pixels, 1 to 4096. With one of the two the other follows in proportion. */
  readonly w?: number;
  readonly h?: number;
  /** `inside` unless stated otherwise: nothing is cut off and nothing added. */
  readonly fit: (typeof fits)[number];
  readonly fm: (typeof formats)[number];
  /** Quality, 1 to 100; each format has its own default. PNG is always without loss. */
  readonly q?: number;
  /** The point that `cover` keeps in sight, in place of that of the file: an address that names it means one picture forever. */
  readonly focal?: { readonly focalX: number; readonly focalY: number };
}

/** One wrong parameter, as a Violation of the error shape (specification of resources, 1.8). */
export interface TransformProblem {
  /** The parameter, e.g. `?w`. */
  readonly path: string;
  readonly code: 'INVALID_FORMAT' | 'OUT_OF_RANGE' | 'INVALID_ENUM';
  readonly message: string;
  /** The bound broken, of OUT_OF_RANGE. */
  readonly limit?: number;
}

/**
 * The transform that a query states, or everything that is wrong with it. Absent and empty parameters take their defaults;
 * parameters of other names are none of its business.
 */
export function parseTransform(
  query: Readonly<Record<string, string | undefined>>,
): Transform | { readonly problems: readonly TransformProblem[] } {
  const problems: TransformProblem[] = [];
  const w = readInteger(query, 'w', 4096, problems);
  const h = readInteger(query, 'h', 4096, problems);
  const fit = readWord(query, { name: 'fit', words: fits, fallback: 'inside' }, problems);
  const fm = readWord(query, { name: 'fm', words: formats, fallback: 'auto' }, problems);
  const q = readInteger(query, 'q', 100, problems);
  const focal = readPoint(query, problems);
  if (problems.length > 0) return { problems };
  return {
    ...(w !== undefined && { w }),
    ...(h !== undefined && { h }),
    fit,
    fm,
    ...(q !== undefined && { q }),
    ...(focal !== undefined && { focal }),
  };
}

type Query = Parameters<typeof parseTransform>[0];

function readInteger(query: Query, name: string, most: number, problems: TransformProblem[]): number | undefined {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  const path = `?${name}`;
  if (!/^-?\d{1,15}$/.test(text)) {
    problems.push({ path, code: 'INVALID_FORMAT', message: `${name} is a whole number from 1 to ${most}.` });
    return undefined;
  }
  const value = Number(text);
  if (value >= 1 && value <= most) return value;
  const limit = value < 1 ? 1 : most;
  problems.push({ path, code: 'OUT_OF_RANGE', message: `${name} is a whole number from 1 to ${most}.`, limit });
  return undefined;
}

function readPoint(query: Query, problems: TransformProblem[]): Transform['focal'] {
  const text = query['focal'];
  if (text === undefined || text === '') return undefined;
  const message = 'focal is two numbers from 0 to 1, from the left and from the top: 0.5,0.25.';
  const [, left, top] = /^(\d(?:\.\d{1,6})?),(\d(?:\.\d{1,6})?)$/.exec(text) ?? [];
  const [focalX, focalY] = [Number(left), Number(top)];
  if (left === undefined) problems.push({ path: '?focal', code: 'INVALID_FORMAT', message });
  else if (focalX > 1 || focalY > 1) problems.push({ path: '?focal', code: 'OUT_OF_RANGE', message, limit: 1 });
  return { focalX, focalY };
}

function readWord<Word extends string>(
  query: Query,
  { name, words, fallback }: { readonly name: string; readonly words: readonly Word[]; readonly fallback: Word },
  problems: TransformProblem[],
): Word {
  const text = query[name];
  if (text === undefined || text === '') return fallback;
  const word = words.find((candidate) => candidate === text);
  if (word) return word;
  problems.push({ path: `?${name}`, code: 'INVALID_ENUM', message: `${name} is one of ${words.join(', ')}.` });
  return fallback;
}
