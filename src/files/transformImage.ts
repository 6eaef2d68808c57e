// Produces the requested sizes and formats of a stored image. Uses sharp through image.ts.
import type { Sharp } from 'sharp';
import { avifEffort, openImage, storedTypeOf } from './image.ts';
import { mayBeAnimated } from './imageType.ts';
import { formatsFor, highestQuality, sizeFor, usualQuality, type Box, type OutputFormat } from './outputFormat.ts';
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

/**
 * The image in the requested size and format. Never enlarges: a box larger than the image is made smaller and keeps its
 * proportions. Animations stay animated as WebP and GIF, in other formats their first frame is shown. The bytes must be those of
 * a stored image; rejects if they cannot be read.
 */
export async function transformImage(bytes: Buffer, transform: ImageTransform): Promise<TransformedImage> {
  const type = storedTypeOf(bytes);
  const pages = mayBeAnimated(type) ? -1 : 1;
  const header = await openImage(bytes, pages).metadata();
  const source = { width: header.width, height: header.pageHeight ?? header.height };

  const { still, moving } = formatsFor(type, transform.fm, transform.accept ?? null);
  const chosen = header.pageHeight === undefined ? still : moving;
  const format = chosen === 'BY_ALPHA' ? (header.hasAlpha ? 'png' : 'jpeg') : chosen;
  const image = openImage(bytes, format === 'webp' || format === 'gif' ? pages : 1);
  const resized = resize(image, source, transform, format);
  const { width, height } = sizeFor(source, transform);
  const output = await encodeAs(resized, format, transform.q, width * height).toBuffer();
  return { bytes: output, contentType: `image/${format}` };
}

function resize(image: Sharp, source: Box, transform: ImageTransform, format: OutputFormat): Sharp {
  const { w, h, fit } = transform;
  if (w === undefined || h === undefined || fit === 'inside') {
    return image.resize({ width: w, height: h, fit: 'inside', withoutEnlargement: true });
  }
  const box = sizeFor(source, transform);
  if (fit === 'contain') {
    const background = format === 'jpeg' ? '#ffffff' : { r: 0, g: 0, b: 0, alpha: 0 };
    return image.resize({ ...box, fit: 'contain', background });
  }
  return image.extract(regionAround(transform, source, box)).resize({ ...box, fit: 'fill' });
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

function encodeAs(image: Sharp, format: OutputFormat, asked: number | undefined, pixels: number): Sharp {
  if (format === 'png') return image.png();
  // More effort takes twice as long, for a larger file.
  if (format === 'gif') return image.gif({ effort: 3 });
  const quality = Math.min(asked ?? usualQuality[format], highestQuality[format]);
  switch (format) {
    case 'avif':
      return image.avif({ quality, effort: avifEffort(pixels) });
    case 'webp':
      return image.webp({ quality });
    case 'jpeg':
      return image.flatten({ background: '#ffffff' }).jpeg({ quality });
  }
}
