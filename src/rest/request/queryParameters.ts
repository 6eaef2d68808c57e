// The query parameters of a URL, parsed from its raw text so that no name is guessed.
import { invalidParameter, ServiceError } from '../../domain/errors.ts';
import { didYouMeanOneOf } from '../../domain/nearestName.ts';
import { parseInstant } from '../../domain/instant.ts';
import { isStorable } from '../../domain/text.ts';

/** The parameters of a request by name, in the order they were given. */
export type QueryParameters = ReadonlyMap<string, string>;

/** Conditions that take a list: given twice, they take the values of both. */
const ofLists = /^filter\[.*\]\[n?in\]$/;

/** Longest name that is repeated in a refusal. */
const longestName = 100;

/** Most names that are compared with the known ones: the others were hardly mistyped, and each costs some of a millisecond. */
const mostCompared = 5;

const mostViolations = 100;

/**
 * Reads the query of an address. Throws INVALID_PARAMETER for a name given twice and for text that cannot be stored, BAD_REQUEST
 * for broken encoding.
 */
export function readQuery(address: string): QueryParameters {
  const parameters = new Map<string, string>();
  const at = address.indexOf('?');
  if (at < 0) return parameters;
  const text = address.slice(at + 1);
  try {
    decodeURIComponent(text);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'The query is not percent-encoded UTF-8.');
  }
  for (const [name, value] of new URLSearchParams(text)) {
    const known = parameters.get(name);
    if (known !== undefined && !ofLists.test(name))
      throw invalidParameter(name.slice(0, longestName), 'May be given only once.');
    if (!isStorable(value)) throw invalidParameter(name.slice(0, longestName), 'NUL is not allowed.');
    parameters.set(name, known === undefined ? value : `${known},${value}`);
  }
  return parameters;
}

/**
 * Refuses names the path does not know, all of them together, each with the known name that it is most like, or with
 * the known names: the silence of `?status=` would be taken for an answer. A known `filter` covers `filter[...]`. Names that begin with `_` are
 * no parameter of a path: clients add them to get past caches.
 */
export function refuseUnknown(parameters: QueryParameters, known: readonly string[]): void {
  const violations = [...parameters.keys()]
    .filter((name) => !name.startsWith('_') && !known.includes(name))
    .filter((name) => !(name.startsWith('filter[') && known.includes('filter')))
    .slice(0, mostViolations)
    .map((name, at) => ({
      path: `?${name.slice(0, longestName)}`,
      code: 'INVALID_PARAMETER' as const,
      message: `The parameter does not exist on this path.${at < mostCompared ? didYouMeanOneOf(name, known) : ''}`,
    }));
  const [first] = violations;
  if (first) throw new ServiceError('INVALID_PARAMETER', `${first.path.slice(1)}: ${first.message}`, violations);
}

/**
 * What the readers read of the parameters, in their order. What is wrong of them is refused together; each names the first
 * thing that is wrong of its own.
 */
export function readTogether<Values extends readonly unknown[]>(
  ...readers: { readonly [At in keyof Values]: () => Values[At] }
): Values {
  const refused: ServiceError[] = [];
  const values = readers.map((read) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'INVALID_PARAMETER') throw error;
      refused.push(error);
      return undefined;
    }
  });
  const [first] = refused;
  if (!first) return values as unknown as Values;
  const violations = refused.flatMap((one) => one.violations);
  throw new ServiceError(first.code, first.message, violations.slice(0, mostViolations));
}

/** A parameter's text; null when it is absent or empty. */
export function textParameter(parameters: QueryParameters, name: string): string | null {
  const value = parameters.get(name);
  return value === undefined || value === '' ? null : value;
}

/** A `true` or `false` parameter; false when it is absent. */
export function flagParameter(parameters: QueryParameters, name: string): boolean {
  const value = textParameter(parameters, name);
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  throw invalidParameter(name, 'true or false is expected.');
}

/** A date-time, canonical; null when it is absent. */
export function instantParameter(parameters: QueryParameters, name: string): string | null {
  const text = textParameter(parameters, name);
  if (text === null) return null;
  const instant = parseInstant(text);
  if (instant === null) throw invalidParameter(name, 'A date-time such as 2026-11-21T09:30:00.000Z is expected.');
  return instant;
}

/** A parameter that takes one of a few words; null when it is absent. */
export function wordParameter<Word extends string>(
  parameters: QueryParameters,
  name: string,
  words: readonly Word[],
): Word | null {
  const value = textParameter(parameters, name);
  if (value === null) return null;
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw invalidParameter(name, `One of ${words.join(', ')} is expected.`);
  return word;
}

/** The elements of a comma separated parameter, none when it is absent. */
export function listParameter(parameters: QueryParameters, name: string): string[] {
  const value = textParameter(parameters, name);
  return value === null ? [] : value.split(',').map((element) => element.trim());
}
