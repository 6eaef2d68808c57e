// What files are, told from their bytes: each beginning that is known, and where its parts end.
import { expect, it } from 'vitest';
import { imageTypeOf, isCompleteGif, isLosslessWebp } from '../../../src/files/imageType.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A box of brands, major and compatible, that says its length. */
function brands(major: string, compatible: readonly string[], behind = ''): Buffer {
  const box = bytes(`\0\0\0\0ftyp${major}\0\0\0\0${compatible.join('')}`);
  box.writeUInt32BE(box.length, 0);
  return Buffer.concat([box, bytes(behind)]);
}

const far = '     '.repeat(60);

it.each<[string, Buffer, string | null]>([
  ['a JPEG', bytes('\xff\xd8\xff'), 'image/jpeg'],
  ['half the beginning of a JPEG', bytes('\xff\xd8'), null],
  ['a PNG', bytes('\x89PNG\r\n\x1a\n'), 'image/png'],
  ['a PNG whose line ends were changed', bytes('\x89PNG\n\x1a\n'), null],
  ['an old GIF', bytes('GIF87a'), 'image/gif'],
  ['a GIF', bytes('GIF89a'), 'image/gif'],
  ['a WebP', bytes('RIFF\0\0\0\0WEBP'), 'image/webp'],
  ['a sound', bytes('RIFF\0\0\0\0WAVE'), null],
  ['what says WEBP and is no RIFF', bytes('RAFF\0\0\0\0WEBP'), null],
  ['an AVIF by its major brand', brands('avif', []), 'image/avif'],
  ['an animated AVIF', brands('avis', ['msf1']), 'image/avif'],
  ['an AVIF by its last brand', brands('mif1', ['miaf', 'avif']), 'image/avif'],
  ['an AVIF by a brand of an animation', brands('mif1', ['avis']), 'image/avif'],
  ['a video in front of what looks like a brand', brands('isom', ['mp42'], 'avif'), null],
  ['a video of the version avif', bytes('\0\0\0\x14ftypisomavifmp42'), null],
  ['a HEIC', brands('heic', []), 'OTHER_IMAGE'],
  ['a sequence of HEVC', brands('hevc', []), 'OTHER_IMAGE'],
  ['an image of another coding', brands('mif1', []), 'OTHER_IMAGE'],
  ['a sequence of another coding', brands('msf1', []), 'OTHER_IMAGE'],
  ['a brand that only holds such letters', brands('xhei', []), null],
  ['a TIFF of Intel order', bytes('II*\0'), 'OTHER_IMAGE'],
  ['a TIFF of Motorola order', bytes('MM\0*'), 'OTHER_IMAGE'],
  ['an icon', bytes('\0\0\x01\0'), 'OTHER_IMAGE'],
  ['a Photoshop file', bytes('8BPS'), 'OTHER_IMAGE'],
  ['a bare JPEG XL', bytes('\xff\x0a'), 'OTHER_IMAGE'],
  ['a JPEG XL', bytes('\0\0\0\x0cJXL '), 'OTHER_IMAGE'],
  ['a JPEG 2000', bytes('\0\0\0\x0cjP  '), 'OTHER_IMAGE'],
  ['a bitmap', bytes('BM\x3a\0\0\0\0\0\0\0'), 'OTHER_IMAGE'],
  ['a text about BMWs', bytes('BMW cars are made in Munich'), null],
  ['an SVG', bytes('<svg>'), 'image/svg+xml'],
  ['an SVG behind a mark of its byte order', bytes('\xef\xbb\xbf\n<svg/>'), 'image/svg+xml'],
  ['an SVG behind its declaration', bytes('<?xml version="1.0"?><svg >'), 'image/svg+xml'],
  ['an SVG behind its type', bytes('<!DOCTYPE svg><svg>'), 'image/svg+xml'],
  ['another XML document', bytes('<?xml version="1.0"?><feed/>'), null],
  ['an element whose name begins so', bytes('<!-- a --><svgs>'), null],
  ['a page with an SVG in it', bytes('<html><svg></svg></html>'), null],
  ['an SVG too far behind', bytes(`<?xml?>${far}${far}<svg>`), null],
])('%s is told by its bytes', (_name, file, type) => {
  expect(imageTypeOf(file)).toBe(type);
});

/** A GIF of one pixel; `global` and `own` say whether it and its picture have a table of two colors. */
function gif({ global = true, own = false, end = ';', extension = '' }): Buffer {
  const colors = '\0\0\0\xff\xff\xff';
  const head = `GIF89a\x01\0\x01\0${global ? '\x80' : '\x07'}\0\0${global ? colors : ''}`;
  const picture = `,\0\0\0\0\x01\0\x01\0${own ? '\x80' : '\0'}${own ? colors : ''}\x02\x02D\x01\0`;
  return bytes(`${head}${extension}${picture}${end}`);
}

it.each<[string, Buffer, boolean]>([
  ['with colors for all pictures', gif({}), true],
  ['with colors of its picture alone', gif({ global: false, own: true }), true],
  ['with both', gif({ own: true }), true],
  ['with an extension of two blocks', gif({ extension: '!\xfe\x01a\x02bc\0' }), true],
  ['with more behind its end', gif({ end: ';more' }), true],
  ['without its end', gif({ end: '' }), false],
  ['with something else in place of its end', gif({ end: '?;' }), false],
  ['that ends in its head', gif({}).subarray(0, 13), false],
])('a GIF %s is complete or not', (_name, file, isComplete) => {
  expect(isCompleteGif(file)).toBe(isComplete);
});

function chunk(name: string, size: number): Buffer {
  const head = bytes(`${name}\0\0\0\0`);
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, Buffer.alloc(size + (size % 2))]);
}

it.each<[string, Buffer[], boolean]>([
  ['without loss', [chunk('VP8L', 10)], true],
  ['with loss', [chunk('VP8 ', 10)], false],
  ['without loss behind others, one of an odd length', [chunk('VP8X', 10), chunk('ICCP', 3), chunk('VP8L', 1)], true],
  ['without loss whose picture is empty', [chunk('ALPH', 0), chunk('VP8L', 0)], true],
  [
    'without loss behind 999 empty chunks',
    [...Array.from({ length: 999 }, () => chunk('EXIF', 0)), chunk('VP8L', 1)],
    true,
  ],
  [
    'behind more of them than are looked at',
    [...Array.from({ length: 1_000 }, () => chunk('EXIF', 0)), chunk('VP8L', 1)],
    false,
  ],
  ['with the letters inside of another chunk', [chunk('VP8 ', 2), bytes('x')], false],
])('a WebP %s is recognized', (_name, chunks, isLossless) => {
  expect(isLosslessWebp(Buffer.concat([bytes('RIFF\0\0\0\0WEBP'), ...chunks]))).toBe(isLossless);
});
