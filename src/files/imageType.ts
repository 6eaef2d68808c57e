// Detects a file's type from its bytes alone: names and headers are only the sender's claim.

/** The media type of an accepted image (specification of resources, 3.4). */
export type ImageType = PixelType | typeof svgType;

/** Those of them that consist of pixels. */
export type PixelType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/gif';

/** The one that consists of text: it is cleaned, and sent as it is in whatever size. */
export const svgType = 'image/svg+xml';

/** The accepted type; OTHER_IMAGE for an image of another kind (TIFF, HEIC ...); null for anything else. */
export function imageTypeOf(bytes: Buffer): ImageType | 'OTHER_IMAGE' | null {
  const head = bytes.toString('latin1', 0, 512);
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  if (head.startsWith('ftyp', 4)) return typeOfBrands(bytes);
  if (isSvg(head)) return svgType;
  return isOtherImage(head) ? 'OTHER_IMAGE' : null;
}

function isSvg(head: string): boolean {
  return /^(\xef\xbb\xbf)?\s*<(\?xml|!--|!doctype svg|svg)/i.test(head) && /<(!doctype )?svg[\s>/]/i.test(head);
}

/** AVIF, HEIC and videos share one container; its brands (major at 8, compatible from 16 on) distinguish them. */
function typeOfBrands(bytes: Buffer): ImageType | 'OTHER_IMAGE' | null {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 512);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  if (brands.includes('avif') || brands.includes('avis')) return 'image/avif';
  return brands.some((brand) => /^(hei|hev|mif|msf)/.test(brand)) ? 'OTHER_IMAGE' : null;
}

/** TIFF, BMP (whose four reserved bytes are zero), icons, Photoshop, JPEG XL and 2000. */
function isOtherImage(head: string): boolean {
  const starts = ['II*\0', 'MM\0*', '\0\0\x01\0', '8BPS', '\xff\x0a', '\0\0\0\x0cJXL ', '\0\0\0\x0cjP  '];
  if (starts.some((start) => head.startsWith(start))) return true;
  return head.startsWith('BM') && head.startsWith('\0\0\0\0', 6);
}

/** True for the formats whose animations are kept. */
export function mayBeAnimated(type: ImageType): boolean {
  return type === 'image/gif' || type === 'image/webp';
}

/**
 * True if a GIF runs to its end mark. The decoder shows what it has of a cut one without a word, so this has to be
 * looked at here; what follows the end mark is not looked at.
 */
export function isCompleteGif(bytes: Buffer): boolean {
  let at = 13 + colorTableSize(bytes[10]);
  while (at < bytes.length) {
    switch (bytes[at]) {
      case 0x3b: // the end mark
        return true;
      case 0x21: // an extension: its label, then blocks
        at = skipBlocks(bytes, at + 2);
        break;
      case 0x2c: // a picture: position and size, colors, code size, then blocks
        at = skipBlocks(bytes, at + 11 + colorTableSize(bytes[at + 9]));
        break;
      default:
        return false;
    }
  }
  return false;
}

function colorTableSize(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** The place after a run of blocks: each begins with its length, and the last has none. */
function skipBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (let length = bytes[at]; length; length = bytes[at]) at += length + 1;
  return at + 1;
}

/** A picture stands behind few other chunks; 20 MiB of empty ones would hold up the event loop. */
const mostChunks = 1_000;

/** True if a WebP holds its picture without loss, so that it should be kept so. */
export function isLosslessWebp(bytes: Buffer): boolean {
  for (let at = 12, chunk = 0; at + 8 <= bytes.length && chunk < mostChunks; chunk += 1) {
    if (bytes.toString('latin1', at, at + 4) === 'VP8L') return true;
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return false;
}
