// The media type of a file that is kept as it is: found from its bytes where they tell, and only then shown inside a page. What a sender
// claims is taken for files that are saved and not shown.
import { imageTypeOf, svgType } from './imageType.ts';

/** How much of a file is looked at. */
const headBytes = 4_096;

const starts: readonly (readonly [start: string, type: string])[] = [
  ['%PDF-', 'application/pdf'],
  ['OggS', 'application/ogg'],
  ['fLaC', 'audio/flac'],
  ['ID3', 'audio/mpeg'],
];

// What browsers show without running anything of it, under a policy that allows nothing: pictures, sound, films and plain text.
const shown: ReadonlySet<string> = new Set([
  ...['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
  ...['audio/mpeg', 'audio/mp4', 'audio/wav', 'audio/flac', 'application/ogg'],
  ...['video/mp4', 'video/quicktime', 'video/webm'],
  'text/plain',
]);

const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** Whether a file of this type may be shown inside a page; all others are saved. */
export function isShownInPages(type: string): boolean {
  return shown.has(type);
}

/** The type of a file. What is shown inside pages is only what the bytes say, or is text. */
export function assetTypeOf(bytes: Buffer, claimed: string | null): string {
  const found = typeOfBytes(bytes.subarray(0, headBytes));
  if (found !== null) return found;
  const type = claimed?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!mediaType.test(type)) return 'application/octet-stream';
  if (type === 'text/plain') return isText(bytes) ? type : 'application/octet-stream';
  return isShownInPages(type) || type === 'application/pdf' ? 'application/octet-stream' : type;
}

function typeOfBytes(head: Buffer): string | null {
  const image = imageTypeOf(head);
  // SVG is saved, as what it is said to be.
  if (image !== null && image !== 'OTHER_IMAGE' && image !== svgType) return image;
  const text = head.toString('latin1');
  const known = starts.find(([start]) => text.startsWith(start));
  if (known) return known[1];
  if (text.startsWith('RIFF') && text.startsWith('WAVE', 8)) return 'audio/wav';
  if (text.startsWith('\x1a\x45\xdf\xa3')) return text.includes('webm') ? 'video/webm' : null;
  if (text.startsWith('ftyp', 4)) return typeOfBrand(text.slice(8, 12));
  return null;
}

// The same container holds many things: what is not known as a film or as sound is saved.
function typeOfBrand(brand: string): string | null {
  if (brand === 'qt  ') return 'video/quicktime';
  if (/^M4[AB]/.test(brand)) return 'audio/mp4';
  return /^(isom|iso\d|mp4\d|avc1|M4V|dash)/.test(brand) ? 'video/mp4' : null;
}

/** Whether all of it is UTF-8 without control characters but for tabs and ends of lines. */
function isText(bytes: Buffer): boolean {
  try {
    // Throws at what is no UTF-8.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // eslint-disable-next-line no-control-regex
    return !/[\x00-\x08\x0b\x0e-\x1f\x7f]/.test(text);
  } catch {
    return false;
  }
}
