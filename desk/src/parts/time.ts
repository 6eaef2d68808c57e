// Instants as people of this browser's zone read and type them.

/** A date and a time, to the minute. */
export function shown(instant: string): string {
  return new Date(instant).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

/** The instant as a field for dates and times takes it; with seconds where it has some. */
export function toField(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, local.endsWith(':00.000Z') ? 16 : local.endsWith('.000Z') ? 19 : 23);
}

/** The instant that a field for dates and times holds; null while it holds none. */
export function fromField(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The zone of this browser, such as `Europe/Berlin`. */
export function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
