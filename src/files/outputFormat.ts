// Chooses the format and the size in which an image is sent.
import { mayBeAnimated, type ImageType } from './imageType.ts';
import type { Transform } from './parseTransform.ts';

/** A format that images are sent in. */
export type OutputFormat = 'avif' | 'webp' | 'gif' | 'jpeg' | 'png';

/** The format of a still image and of an animation; BY_ALPHA is PNG for one with transparency, and JPEG for one without. */
export interface Formats {
  readonly still: OutputFormat | 'BY_ALPHA';
  readonly moving: OutputFormat | 'BY_ALPHA';
}

/** The quality unless another one is asked for. */
export const usualQuality = { avif: 55, webp: 80, jpeg: 80 } as const;

/** Above it an AVIF takes several times as long, for a difference that nobody sees. */
export const highestQuality = { avif: 80, webp: 100, jpeg: 100 } as const;

/**
 * The formats for a stored image of that type. `auto` takes the first of AVIF and WebP that the Accept header names. An animation is
 * WebP where that is named, and else GIF where that is accepted, so that it goes on moving.
 */
export function formatsFor(source: ImageType, fm: Transform['fm'], accept: string | null): Formats {
  if (fm !== 'auto') return { still: fm, moving: fm };
  const ranges = acceptedRanges(accept ?? '*/*');
  const takes = (format: OutputFormat): boolean => ranges.has(`image/${format}`);
  const takesAny = ranges.has('image/*') || ranges.has('*/*');
  const plain = plainFormat(source, takes, takesAny);
  const still = takes('avif') ? 'avif' : takes('webp') ? 'webp' : plain;
  if (!mayBeAnimated(source)) return { still, moving: still };
  if (takes('webp')) return { still, moving: 'webp' };
  return { still, moving: takes('gif') || takesAny ? 'gif' : still };
}

// Who names one of the two alone can show no other.
function plainFormat(source: ImageType, takes: (format: OutputFormat) => boolean, takesAny: boolean): Formats['still'] {
  if (!takesAny && takes('png') !== takes('jpeg')) return takes('png') ? 'png' : 'jpeg';
  return source === 'image/jpeg' ? 'jpeg' : 'BY_ALPHA';
}

/** The media types and ranges that an Accept header takes: clients that cannot show AVIF also send a wildcard. */
export function acceptedRanges(header: string): ReadonlySet<string> {
  const ranges = new Set<string>();
  for (const range of header.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) ranges.add(name);
  }
  return ranges;
}

/** A width and a height in pixels. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The size of what is sent, borders of `contain` included. Never larger than the image. */
export function sizeFor(source: Box, { w, h, fit }: Pick<Transform, 'w' | 'h' | 'fit'>): Box {
  const scales = [...(w === undefined ? [] : [w / source.width]), ...(h === undefined ? [] : [h / source.height])];
  if (w === undefined || h === undefined || fit === 'inside') return shrink(source, Math.min(1, ...scales));
  const factor = Math[fit === 'contain' ? 'max' : 'min'](source.width / w, source.height / h);
  return shrink({ width: w, height: h }, factor);
}

/** A box made smaller by a factor below 1, and never less than a pixel. */
function shrink(box: Box, factor: number): Box {
  if (factor >= 1) return box;
  return {
    width: Math.max(1, Math.round(box.width * factor)),
    height: Math.max(1, Math.round(box.height * factor)),
  };
}
