// Times of the demo, counted from the moment it is written.

const day = 24 * 3600 * 1000;

/** The instant some days from now; days may be negative. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * day).toISOString();
}

/** The instant one day from now. */
export const tomorrow = (): string => inDays(1);
