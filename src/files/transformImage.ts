// Produces the requested sizes and formats of a stored image. Uses sharp through image.ts.
import type { Metadata, Sharp } from 'sharp';
import { avifEffort, openImage, storedTypeOf } from './image.ts';
import { mayBeAnimated } from './imageType.ts';
import type { Transform } from './parseTransform.ts';

/** A parsed query with what the server adds to it. */
export interface ImageTransform extends Transform {
  /** The point that `cover` keeps in sight, 0 to 1 from the left and from the top. */
  readonly focalX: number;
  readonly focalY: number;
  /** The Accept header, read when `fm` is `auto`: the answer then varies by it. */
  readonly accept?: string;
}

/** A picture ready to be sent. */
export interface TransformedImage {
  readonly bytes: Buffer;
  readonly contentType: `image/${OutputFormat}`;
}

type OutputFormat = 'avif' | 'webp' | 'jpeg' | 'png';

interface Box {
  readonly width: number;
  readonly height: number;
}

/**
 * The image in the requested size and format. Never enlarges: a box larger than the image is made smaller and keeps its
 * proportions. Animations stay animated as WebP, in other formats their first frame is shown. `auto` takes the first of
 * AVIF and WebP (for an animation: WebP and AVIF) that the Accept header names, else PNG for images with transparency
 * and JPEG for the rest, or the other one where the header names that alone. The bytes must be those of a stored image;
 * rejects if they cannot be read.
 */
export async function transformImage(bytes: Buffer, transform: ImageTransform): Promise<TransformedImage> {
  const pages = mayBeAnimated(storedTypeOf(bytes)) ? -1 : 1;
  const header = await openImage(bytes, pages).metadata();
  const source = { width: header.width, height: header.pageHeight ?? header.height };

  const format = transform.fm === 'auto' ? chooseFormat(header, transform.accept ?? '') : transform.fm;
  const image = openImage(bytes, format === 'webp' ? pages : 1);
  const resized = resize(image, source, transform, format);
  const output = await encodeAs(resized, format, transform.q, source).toBuffer();
  return { bytes: output, contentType: `image/${format}` };
}

function chooseFormat(header: Metadata, accept: string): OutputFormat {
  const isAnimated = header.pageHeight !== undefined;
  const best: readonly OutputFormat[] = isAnimated ? ['webp', 'avif'] : ['avif', 'webp'];
  const [usual, other] = header.hasAlpha ? (['png', 'jpeg'] as const) : (['jpeg', 'png'] as const);
  const isNamed = (format: OutputFormat): boolean => accepts(accept, `image/${format}`);
  return best.find(isNamed) ?? (isNamed(other) && !isNamed(usual) && !accept.includes('*') ? other : usual);
}

/** True if the header names the type itself: clients that cannot show AVIF also send a wildcard. */
function accepts(header: string, type: string): boolean {
  return header.split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

function resize(image: Sharp, source: Box, transform: ImageTransform, format: OutputFormat): Sharp {
  const { w, h, fit } = transform;
  if (w === undefined || h === undefined || fit === 'inside') {
    return image.resize({ width: w, height: h, fit: 'inside', withoutEnlargement: true });
  }
  if (fit === 'contain') {
    const box = shrink({ width: w, height: h }, Math.max(source.width / w, source.height / h));
    const background = format === 'jpeg' ? '#ffffff' : { r: 0, g: 0, b: 0, alpha: 0 };
    return image.resize({ ...box, fit: 'contain', background });
  }
  const box = shrink({ width: w, height: h }, Math.min(source.width / w, source.height / h));
  return image.extract(regionAround(transform, source, box)).resize({ ...box, fit: 'fill' });
}

/** A box made smaller by a factor below 1, and never less than a pixel. */
function shrink(box: Box, factor: number): Box {
  if (factor >= 1) return box;
  return {
    width: Math.max(1, Math.round(box.width * factor)),
    height: Math.max(1, Math.round(box.height * factor)),
  };
}

/** The largest part of the image with the box's proportions, as near to having the focal point in its middle as fits. */
function regionAround(focus: ImageTransform, source: Box, box: Box): Box & { left: number; top: number } {
  const scale = Math.min(source.width / box.width, source.height / box.height);
  const width = Math.min(source.width, Math.max(1, Math.round(box.width * scale)));
  const height = Math.min(source.height, Math.max(1, Math.round(box.height * scale)));
  return {
    left: between(0, Math.round(focus.focalX * source.width - width / 2), source.width - width),
    top: between(0, Math.round(focus.focalY * source.height - height / 2), source.height - height),
    width,
    height,
  };
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function encodeAs(image: Sharp, format: OutputFormat, quality: number | undefined, source: Box): Sharp {
  switch (format) {
    case 'avif':
      return image.avif({ quality: quality ?? 55, effort: avifEffort(source.width * source.height) });
    case 'webp':
      return image.webp({ quality: quality ?? 80 });
    case 'jpeg':
      return image.flatten({ background: '#ffffff' }).jpeg({ quality: quality ?? 80 });
    case 'png':
      return image.png();
  }
}
