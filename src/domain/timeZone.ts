// Time zones by their IANA names. Pure.

const shape = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** Whether a text is an IANA time zone name such as `Europe/London` or `UTC`, in any case; offsets are none. */
export function isTimeZone(text: unknown): boolean {
  if (typeof text !== 'string' || text.length > 64 || !shape.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
