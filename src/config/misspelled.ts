// Names in the environment that are a slip away from a setting: a start would ignore them without a word.
import { settings } from './settings.ts';

/** Shorter names are near those of other programs, such as BASEURL, DATADIR and LOGLEVEL. */
const shortest = 10;

/** What is wrong with names that nothing reads and that differ by one slip of the keyboard from a setting that is not given. */
export function misspelled(environment: Readonly<Record<string, string | undefined>>): string[] {
  const names = settings.map(({ name }) => name).filter((name) => name.length >= shortest && !environment[name]);
  const known = new Set<string>(settings.map(({ name }) => name));
  return Object.keys(environment)
    .filter((name) => environment[name] && !known.has(name))
    .flatMap((name) => {
      const meant = names.find((other) => isOneSlip(name.toUpperCase(), other));
      return meant === undefined ? [] : [`${name}: there is no such setting; is ${meant} meant?`];
    });
}

// A letter more, less, another, or two that changed places; or the case alone.
function isOneSlip(one: string, other: string): boolean {
  let [begin, end] = [0, 0];
  const shorter = Math.min(one.length, other.length);
  while (begin < shorter && one[begin] === other[begin]) begin += 1;
  while (end < shorter - begin && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(begin, one.length - end), other.slice(begin, other.length - end)];
  if (left.length < 2 && right.length < 2) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
