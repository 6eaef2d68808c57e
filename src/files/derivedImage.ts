// What a size of an image is made of: the one form of all requests that give the same picture, its key, and what making it costs.
import { createHash } from 'node:crypto';
import type { ImageShape } from './image.ts';
import { svgType, type ImageType } from './imageType.ts';
import {
  acceptedRanges,
  formatsFor,
  highestQuality,
  sizeFor,
  usualQuality,
  type Formats,
  type OutputFormat,
} from './outputFormat.ts';
import type { Transform } from './parseTransform.ts';

/** A stored image, as its row tells it. */
export interface SourceImage {
  /** Of its bytes. */
  readonly sha256: string;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly focalX: number;
  readonly focalY: number;
}

/** A picture that is to be made. */
export interface Recipe {
  /** The same for the same picture, whoever asks for it and in which words. */
  readonly key: string;
  readonly transform: Transform & { readonly focalX: number; readonly focalY: number; readonly accept?: string };
  /** Bytes that are stored are sent as they are. */
  readonly isAsStored: boolean;
  readonly formats: Formats;
}

/** To be raised when pictures are made in another way: what was kept is of no use then. */
const version = 1;

/** The picture that a request is for. `accept` is its Accept header. */
export function recipeFor(source: SourceImage, asked: Transform, accept: string | null): Recipe {
  const focal = asked.focal ?? { focalX: source.focalX, focalY: source.focalY };
  const isCut = asked.w !== undefined && asked.h !== undefined;
  const box = { ...sizeFor(source, asked), fit: isCut ? asked.fit : 'inside' };
  // The formats of the contract are the types.
  const formats = formatsFor(source.contentType as ImageType, asked.fm, accept);
  const transform = { ...asked, ...focal, ...(accept === null ? {} : { accept }) };
  const isWhole = asked.w === undefined && asked.h === undefined && asked.q === undefined;
  const isText = source.contentType === svgType;
  const isAsStored = isText || (isWhole && asked.fm === 'auto' && isSentAsStored(source.contentType, accept));
  const parts = {
    version,
    source: source.sha256,
    ...box,
    formats,
    // Without loss there is no quality.
    q: isExact(formats) ? null : qualityOf(formats, asked.q),
    focal: box.fit === 'cover' ? focal : null,
  };
  const key = isAsStored ? source.sha256 : createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return { key, transform, isAsStored, formats };
}

const isExact = ({ still, moving }: Formats): boolean => still === 'png' && moving === 'png';

// The quality that a format has unless another one is asked for is the same picture as that one when it is asked for.
function qualityOf({ still, moving }: Formats, q: number | undefined): number | string {
  if (still !== moving || still === 'BY_ALPHA' || still === 'png' || still === 'gif') return q ?? 'USUAL';
  return Math.min(q ?? usualQuality[still], highestQuality[still]);
}

/** The types that every client has shown since long before there was an Accept header that named others. */
const plainTypes = new Set(['image/jpeg', 'image/png', 'image/gif']);

// Who accepts anything gets what is stored, which `digest` and `contentType` describe; and so does who accepts any image, or this
// type, and names none of those that are smaller.
function isSentAsStored(contentType: string, accept: string | null): boolean {
  const header = (accept ?? '*/*').trim();
  if (header === '*/*') return true;
  const ranges = acceptedRanges(header);
  if (!plainTypes.has(contentType) || ranges.has('image/avif') || ranges.has('image/webp')) return false;
  return [contentType, 'image/*', '*/*'].some((range) => ranges.has(range));
}

/** What writing a pixel takes, in pixels that are decoded. */
const writing: Readonly<Record<OutputFormat | 'BY_ALPHA', number>> = {
  jpeg: 4,
  png: 8,
  BY_ALPHA: 8,
  webp: 10,
  avif: 15,
  gif: 20,
};

/** A JPEG is decoded at an eighth of its size for all that is much smaller. */
const jpegShrink = 8;

/** The pixels that are decoded to make a picture, those that are written counted by what writing takes. */
export function pixelsFor({ contentType }: SourceImage, shape: ImageShape, { transform, formats }: Recipe): number {
  const isMoving = shape.frames > 1 && (formats.moving === 'webp' || formats.moving === 'gif');
  const format = isMoving ? formats.moving : formats.still;
  const frames = isMoving ? shape.frames : 1;
  const decoded = (shape.width * shape.height) / (contentType === 'image/jpeg' ? jpegShrink : 1);
  const { width, height } = sizeFor(shape, transform);
  return Math.ceil(frames * (decoded + writing[format] * width * height));
}

/** Above it a picture is a large one, which takes a processor for more than a quarter of a second or so. */
export const largeWork = 10_000_000;
