// Resource names: reads urns as callers write them and makes new ones. Pure apart from the clock and the random source.

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The canonical (lower case) form of a urn: UUID text of 36 characters in the 8-4-4-4-12 form, any case, any version.
 * Null for anything else: braces, missing hyphens, spaces around it, other types.
 */
export function parseUrn(text: unknown): string | null {
  return typeof text === 'string' && shape.test(text) ? text.toLowerCase() : null;
}

/**
 * A source of UUIDv7 urns (RFC 9562, 5.7): 48 bits of Unix milliseconds, a 12 bit counter, 62 random bits.
 * Each urn sorts after the one made before it by the same source, even when the clock stands still or steps back.
 * @param clock milliseconds since 1970
 * @param randomUuid a version 4 UUID, from which the random bits are taken
 */
export function urnSource(clock: () => number, randomUuid: () => string): () => string {
  let millis = 0;
  let counter = 0;
  return () => {
    const random = randomUuid();
    const now = clock();
    if (now > millis) millis = now;
    else if (counter < 0xfff) return compose(millis, ++counter, random);
    else millis += 1;
    // A new millisecond starts in the lower half of the counter, so that 2,048 more urns fit before it overflows.
    counter = Number.parseInt(random.slice(0, 3), 16) & 0x7ff;
    return compose(millis, counter, random);
  };
}

/** Comes before every other, and is none. */
export const firstUrn = '00000000-0000-0000-0000-000000000000';

/** A new urn: a lower case UUIDv7, later ones sorting after earlier ones within this process. */
export const newUrn: () => string = urnSource(
  () => Date.now(),
  () => crypto.randomUUID(),
);

function compose(millis: number, counter: number, random: string): string {
  const time = millis.toString(16).padStart(12, '0');
  // From character 18 on a version 4 UUID holds the variant and 62 random bits, just as version 7 does.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}${random.slice(18)}`;
}
