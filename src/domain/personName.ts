// How the name of a person reads in one line. Pure.

/** The parts of a name that are shown; anything but a text counts as absent. */
export interface NameParts {
  readonly givenName?: unknown;
  readonly familyName?: unknown;
}

/** Given name, then family name; null when there is neither. */
export function displayName({ givenName, familyName }: NameParts): string | null {
  const parts = [givenName, familyName].filter((part) => typeof part === 'string' && part !== '');
  return parts.length > 0 ? parts.join(' ') : null;
}
