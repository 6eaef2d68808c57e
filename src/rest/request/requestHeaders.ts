// The headers that shape an answer: Accept (RFC 9110, 12.5.1), Prefer (RFC 7240) and Range (RFC 9110, 14.2).
import { ServiceError } from '../../domain/errors.ts';
import { acceptedOf } from '../../http/contentCoding.ts';

/** Refuses a caller who takes neither `application/json` nor problems: 406. A missing header takes everything. */
export function requireJson(accept: string | undefined): void {
  if (accept === undefined || accept.trim() === '' || accept === 'application/json' || accept === '*/*') return;
  const ranges = acceptedOf(accept);
  // A client that accepts only problem details reads errors that way; any other response is sent as plain JSON.
  if (acceptsProblem(accept)) return;
  const nearest = ['application/json', 'application/*', '*/*']
    .map((type) => ranges.find(({ name }) => name === type))
    .find((range) => range !== undefined);
  if (!nearest || nearest.weight === 0) {
    throw new ServiceError('NOT_ACCEPTABLE', 'This path answers application/json only.');
  }
}

/** Whether the caller names `application/problem+json` (RFC 9457) as something it takes. */
export function acceptsProblem(accept: string | undefined): boolean {
  return accepts(accept, 'application/problem+json');
}

/** Whether the caller names `application/x-ndjson`, a line of JSON for each resource, as something it takes. */
export function acceptsLines(accept: string | undefined): boolean {
  return accepts(accept, 'application/x-ndjson');
}

function accepts(accept: string | undefined, type: string): boolean {
  return acceptedOf(accept ?? '').some(({ name, weight }) => name === type && weight > 0);
}

/** The preferences this service knows; null where the caller names none. */
export interface Preferences {
  readonly returns: 'minimal' | 'representation' | null;
  readonly handling: 'strict' | 'lenient' | null;
}

/** Reads a Prefer header. Of a preference given twice the first counts; unknown ones are passed over. */
export function readPreferences(header: string | readonly string[] | undefined): Preferences {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  const named = new Map<string, string>();
  for (const element of text.split(',')) {
    const [preference = ''] = element.split(';');
    const [name = '', value = ''] = preference.split('=').map((part) => part.trim().toLowerCase());
    if (!named.has(name)) named.set(name, value.replace(/^"(.*)"$/, '$1'));
  }
  const returns = named.get('return');
  const handling = named.get('handling');
  return {
    returns: returns === 'minimal' || returns === 'representation' ? returns : null,
    handling: handling === 'strict' || handling === 'lenient' ? handling : null,
  };
}

/** The Preference-Applied header of an answer; null when nothing was preferred. `return` is about writes only. */
export function appliedPreferences(preferences: Preferences, isWrite: boolean): string | null {
  const applied = [
    ...(isWrite && preferences.returns ? [`return=${preferences.returns}`] : []),
    ...(preferences.handling ? [`handling=${preferences.handling}`] : []),
  ];
  return applied.length > 0 ? applied.join(', ') : null;
}

/** Bytes from `start` to `end`, both included, counted from 0. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range to answer with: null for the whole (no header, another unit, several ranges, or no range at all), `NONE`
 * when no byte of it exists (416).
 * @param length bytes in all
 */
export function readRange(header: string | undefined, length: number): ByteRange | 'NONE' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '') {
    if (last === '') return null;
    const size = Math.min(Number(last), length);
    return size === 0 ? 'NONE' : { start: length - size, end: length - 1 };
  }
  const start = Number(first);
  const end = last === '' ? length - 1 : Math.min(Number(last), length - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= length ? 'NONE' : { start, end };
}
