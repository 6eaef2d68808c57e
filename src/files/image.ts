// Reads uploaded images: detects the type by content, rejects what is too large or damaged, and re-encodes every
// picture with sharp so that nothing but the picture is kept.
import { createRequire } from 'node:module';
import { encode } from 'blurhash';
import type { default as makeSharp, Metadata, Sharp } from 'sharp';
import { sha256Of } from './fileKey.ts';
import {
  imageTypeOf,
  isCompleteGif,
  isLosslessWebp,
  mayBeAnimated,
  svgType,
  type ImageType,
  type PixelType,
} from './imageType.ts';

// Loaded with the first picture: it takes some 20 MB, and many a process never sees one.
const loadSharp = (): typeof makeSharp => createRequire(import.meta.url)('sharp') as typeof makeSharp;

/** The most pixels an image may have, the frames of an animation together (specification of resources, 3.4). */
export const mostPixels = 100_000_000;

/** Widths in pixels to which a missing MEDIUM or LARGE format is derived from the default one. */
export const derivedWidths = { MEDIUM: 960, LARGE: 1920 } as const;

/** A frame costs its own work, however small: 100 megapixels are at most 10,000 frames. */
const leastPixelsPerFrame = 10_000;

/** What the header of an image says. */
export interface ImageShape {
  /** Of one frame. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

/** An image as it is stored. */
export interface ImageFacts {
  readonly bytes: Buffer;
  readonly contentType: ImageType;
  /** Pixels as seen, after orientation; of one frame if it is animated. */
  readonly width: number;
  readonly height: number;
  readonly byteLength: number;
  /** RFC 9530 form: `sha-256=:<base64>:`. */
  readonly digest: string;
  /** The same in lower case hexadecimal: the key in a FileStorage. */
  readonly sha256Hex: string;
  /** BlurHash of the first frame on white, 4 by 3 components (3 by 4 if it stands upright); null for what has no pixels. */
  readonly blurHash: string | null;
}

/** Why bytes are not an image we take. */
export interface ImageProblem {
  readonly problem: 'NOT_AN_IMAGE' | 'TOO_MANY_PIXELS' | 'TOO_COMPLEX' | 'UNSUPPORTED_TYPE' | 'DAMAGED';
}

/**
 * The image in some bytes, re-encoded in its own format: orientation applied, sRGB, 8 bits a channel, no EXIF (and so
 * no location), no other metadata, no bytes after the picture. JPEG, AVIF and lossy WebP are written at high quality and
 * not bit for bit. Animated GIF and WebP stay animated; the orientation of an animation is dropped, not applied. Of an SVG what draws
 * is kept (rendering/svg.ts).
 */
export async function readImage(bytes: Buffer): Promise<ImageFacts | ImageProblem> {
  const type = acceptedType(bytes);
  if (typeof type === 'object') return type;
  if (type === svgType) return readSvg(bytes);
  if (type === 'image/gif' && !isCompleteGif(bytes)) return { problem: 'DAMAGED' };
  try {
    // Only the header is read here: the limit is checked here, so that it can be distinguished from damage.
    const pages = mayBeAnimated(type) ? -1 : 1;
    const header = await headerOf(bytes, pages);
    if (countPixels(header) > mostPixels) return { problem: 'TOO_MANY_PIXELS' };

    const image = openImage(bytes, pages);
    const upright = header.pageHeight === undefined ? image.autoOrient() : image;
    return await writeImage(upright, type, header, isLosslessWebp(bytes));
  } catch {
    // sharp has one class of error for everything, and what it refuses here is the sender's bytes.
    return { problem: 'DAMAGED' };
  }
}

/** What the header of some bytes says, before anything is decoded. */
export async function shapeOf(bytes: Buffer): Promise<ImageShape | ImageProblem> {
  const type = acceptedType(bytes);
  if (typeof type === 'object') return type;
  // It is cleaned for the price of a small picture, whatever it says of its size.
  if (type === svgType) return { width: 1_000, height: 1_000, frames: 1 };
  try {
    const header = await headerOf(bytes, mayBeAnimated(type) ? -1 : 1);
    if (countPixels(header) > mostPixels) return { problem: 'TOO_MANY_PIXELS' };
    const height = header.pageHeight ?? header.height;
    return { width: header.width, height, frames: header.height / height };
  } catch {
    return { problem: 'DAMAGED' };
  }
}

// Loaded with the first one, as sharp is.
async function readSvg(bytes: Buffer): Promise<ImageFacts | ImageProblem> {
  const { cleanSvg } = await import('../rendering/svg.ts');
  const clean = cleanSvg(bytes);
  if ('problem' in clean) return clean;
  return { ...(await factsOf(Buffer.from(clean.text), svgType, clean)), blurHash: null };
}

function acceptedType(bytes: Buffer): ImageType | ImageProblem {
  const type = imageTypeOf(bytes);
  if (type === null) return { problem: 'NOT_AN_IMAGE' };
  return type === 'OTHER_IMAGE' ? { problem: 'UNSUPPORTED_TYPE' } : type;
}

const headerOf = (bytes: Buffer, pages: 1 | -1): Promise<Metadata> =>
  loadSharp()(bytes, { pages, limitInputPixels: false }).metadata();

/**
 * The image made narrower, height in proportion, in the same format. Never enlarges: an image that is not wider comes
 * back byte for byte. The bytes must be those of an ImageFacts; throws if they are no image.
 */
export async function deriveWidth(bytes: Buffer, width: number): Promise<ImageFacts> {
  const type = storedTypeOf(bytes);
  const image = openImage(bytes, mayBeAnimated(type) ? -1 : 1);
  const header = await image.metadata();
  if (header.width <= width) return describe(bytes, type, header.width, header.pageHeight ?? header.height);
  return writeImage(image.resize({ width }), type, header, isLosslessWebp(bytes));
}

/** The type of a stored image of pixels. Throws if the bytes are none. */
export function storedTypeOf(bytes: Buffer): PixelType {
  const type = imageTypeOf(bytes);
  if (type === null || type === 'OTHER_IMAGE' || type === svgType)
    throw new TypeError('not the bytes of a stored image');
  return type;
}

/** Opens bytes under the limits that hold for every image: its first frame (1) or all of them (-1). */
export function openImage(bytes: Buffer, pages: 1 | -1): Sharp {
  return loadSharp()(bytes, { limitInputPixels: mostPixels, pages }).timeout({ seconds: 30 });
}

/** Pixels of all frames that were opened; a header states the height of a single frame only if there are several. */
function countPixels(header: Metadata): number {
  const { width, height, pageHeight = height } = header;
  return (height / pageHeight) * Math.max(width * pageHeight, leastPixelsPerFrame);
}

async function writeImage(image: Sharp, type: PixelType, header: Metadata, lossless: boolean): Promise<ImageFacts> {
  const { data, info } = await encodeAs(image, type, header, lossless).toBuffer({ resolveWithObject: true });
  return describe(data, type, info.width, info.pageHeight ?? info.height);
}

function encodeAs(image: Sharp, type: PixelType, header: Metadata, lossless: boolean): Sharp {
  switch (type) {
    case 'image/jpeg':
      return image.jpeg({ quality: 90, chromaSubsampling: header.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' });
    case 'image/png':
      return image.png();
    case 'image/webp':
      return image.webp(lossless ? { lossless: true, effort: 2 } : { quality: 90 });
    case 'image/gif':
      return image.gif();
    case 'image/avif':
      return image.avif({ quality: 75, effort: avifEffort(countPixels(header)) });
  }
}

/** Of so many pixels that are written effort 2 takes up to six times as long as 0 (1.4 s for one megapixel of noise), at equal size. */
export function avifEffort(pixels: number): number {
  return pixels > 500_000 ? 0 : 2;
}

async function describe(bytes: Buffer, contentType: PixelType, width: number, height: number): Promise<ImageFacts> {
  return { ...(await factsOf(bytes, contentType, { width, height })), blurHash: await blurHashOf(bytes) };
}

async function factsOf(
  bytes: Buffer,
  contentType: ImageType,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Omit<ImageFacts, 'blurHash'>> {
  const sha256 = await sha256Of(bytes);
  return {
    bytes,
    contentType,
    width,
    height,
    byteLength: bytes.length,
    digest: `sha-256=:${sha256.toString('base64')}:`,
    sha256Hex: sha256.toString('hex'),
  };
}

async function blurHashOf(bytes: Buffer): Promise<string> {
  const { data, info } = await openImage(bytes, 1)
    .resize(32, 32, { fit: 'inside' })
    .flatten({ background: 'white' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [across, down] = info.height > info.width ? [3, 4] : [4, 3];
  return encode(new Uint8ClampedArray(data), info.width, info.height, across, down);
}
