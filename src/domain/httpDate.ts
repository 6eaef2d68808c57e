// Conditions by date: If-Modified-Since and If-Unmodified-Since (RFC 9110, 13.1.3 and 13.1.4). A date names a second, and a resource
// may be written twice in one.

/** The second that a header names, since 1970; null without it, and for what is no date, which says nothing. */
export function readDate(header: string | undefined): number | null {
  const millis = header === undefined ? NaN : Date.parse(header);
  return Number.isNaN(millis) ? null : Math.floor(millis / 1_000);
}

const secondOf = (instant: string): number => Math.floor(Date.parse(instant) / 1_000);

/** Whether a resource that was last written at an instant is as it was at that second, for a read. */
export function isUnmodified(written: string, since: number): boolean {
  return secondOf(written) <= since;
}

/** The same for a write: in the second of the newest write nobody knows which of two was read, so that it is refused. */
export function isSurelyUnmodified(written: string, since: number): boolean {
  return secondOf(written) < since;
}
