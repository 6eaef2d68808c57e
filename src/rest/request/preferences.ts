// The Prefer header (RFC 7240): the caller's preferences for a response.

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

/** The Preference-Applied header of an answer; null when nothing was asked. `return` is about writes only. */
export function appliedPreferences(preferences: Preferences, isWrite: boolean): string | null {
  const applied = [
    ...(isWrite && preferences.returns ? [`return=${preferences.returns}`] : []),
    ...(preferences.handling ? [`handling=${preferences.handling}`] : []),
  ];
  return applied.length > 0 ? applied.join(', ') : null;
}
