// Image uploads: what is accepted and how it is stored, what is refused and why.
import { createHash } from 'node:crypto';
import { isBlurhashValid } from 'blurhash';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { avifEffort, deriveWidth, openImage, readImage, type ImageFacts } from '../../src/files/image.ts';
import { bomb, colorAt, frames, noise, picture } from '../support/imageBytes.ts';

async function accepted(bytes: Buffer): Promise<ImageFacts> {
  const image = await readImage(bytes);
  if ('problem' in image) throw new Error(image.problem);
  return image;
}

const php = Buffer.from('<?php system($_GET["c"]); ?>');

const makers = {
  'image/jpeg': () => noise(60, 40).jpeg().toBuffer(),
  'image/png': () => noise(60, 40).png().toBuffer(),
  'image/webp': () => noise(60, 40).webp().toBuffer(),
  'image/avif': () => noise(60, 40).avif({ effort: 0 }).toBuffer(),
  'image/gif': () => noise(60, 40).gif().toBuffer(),
} as const;

describe.each(Object.entries(makers))('an upload of %s', (contentType, make) => {
  it('is accepted as the type of its bytes, and described', async () => {
    const image = await accepted(await make());
    const sha256 = createHash('sha256').update(image.bytes).digest();
    expect(image).toEqual({
      bytes: image.bytes,
      contentType,
      width: 60,
      height: 40,
      byteLength: image.bytes.length,
      digest: `sha-256=:${sha256.toString('base64')}:`,
      sha256Hex: sha256.toString('hex'),
      blurHash: image.blurHash,
    });
    expect((await sharp(image.bytes).metadata()).mediaType).toBe(contentType);
    expect(isBlurhashValid(image.blurHash ?? '')).toEqual({ result: true });
    expect(image.blurHash).toHaveLength(28);
  });

  it('loses what follows the image', async () => {
    const bytes = await make();
    const image = await accepted(Buffer.concat([bytes, php]));
    expect(image.bytes.includes('<?php')).toBe(false);
    expect(image.sha256Hex).toBe((await accepted(bytes)).sha256Hex);
  });

  it('is refused when its end is missing', async () => {
    const bytes = await make();
    expect(await readImage(bytes.subarray(0, Math.floor(bytes.length * 0.6)))).toEqual({ problem: 'DAMAGED' });
  });

  it('is refused when nothing follows its first bytes', async () => {
    expect(await readImage((await make()).subarray(0, 12))).toEqual({ problem: 'DAMAGED' });
  });

  it('is refused when it is a GIF without its end, however much of it can be shown', async () => {
    const bytes = await (await frames()).gif().toBuffer();
    expect(bytes.at(-1)).toBe(0x3b);
    expect(await readImage(bytes.subarray(0, -1))).toEqual({ problem: 'DAMAGED' });
  });

  it('is accepted down to a single pixel', async () => {
    const one = sharp({ create: { width: 1, height: 1, channels: 3, background: '#ff0000' } });
    const bytes = await one.toFormat(contentType === 'image/jpeg' ? 'jpeg' : formatOf(contentType)).toBuffer();
    expect(await accepted(bytes)).toMatchObject({ contentType, width: 1, height: 1 });
  });
});

function formatOf(contentType: string) {
  const formats = ['png', 'webp', 'avif', 'gif'] as const;
  return formats.find((format) => contentType === `image/${format}`) ?? 'png';
}

describe('camera metadata', () => {
  const exif = {
    IFD0: { Copyright: 'Somebody Private' },
    IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '0/1 7/1 0/1', GPSLongitudeRef: 'W' },
  };

  it.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'is removed from a %s: location, name, profile and text',
    async (format) => {
      const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Somebody Private</a></x:xmpmeta>';
      const original = picture(40, 20).withExif(exif).withXmp(xmp).withIccProfile('p3').toFormat(format);
      const bytes = await original.toBuffer();
      expect((await sharp(bytes).metadata()).exif).toBeInstanceOf(Buffer);

      const image = await accepted(bytes);
      const { exif: kept, icc, xmp: keptXmp, orientation, comments } = await sharp(image.bytes).metadata();
      expect({ kept, icc, keptXmp, orientation, comments }).toEqual({});
      expect(image.bytes.includes('Private')).toBe(false);
    },
  );

  it('is applied as orientation: the image is stored upright', async () => {
    const bytes = await picture(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const image = await accepted(bytes);
    expect([image.width, image.height]).toEqual([20, 40]);
    // Left of the stored image is its top when it is turned a quarter clockwise.
    expect([await colorAt(image.bytes, 10, 5), await colorAt(image.bytes, 10, 35)]).toEqual(['#ff0000', '#0000ff']);
  });

  it('is converted from CMYK to sRGB', async () => {
    const bytes = await picture(40, 20).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(bytes).metadata()).space).toBe('cmyk');
    const image = await accepted(bytes);
    expect((await sharp(image.bytes).metadata()).space).toBe('srgb');
    expect(image.contentType).toBe('image/jpeg');
  });
});

describe('images that need care', () => {
  it('keep their transparency', async () => {
    const half = sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
    });
    for (const format of ['png', 'webp', 'avif'] as const) {
      const image = await accepted(await half.clone().toFormat(format).toBuffer());
      expect((await sharp(image.bytes).stats()).isOpaque).toBe(false);
    }
  });

  it('keep every pixel when they are PNG or lossless WebP', async () => {
    const pixels = await noise(30, 30).raw().toBuffer();
    const raw = sharp(pixels, { raw: { width: 30, height: 30, channels: 3 } });
    for (const bytes of [await raw.clone().png().toBuffer(), await raw.clone().webp({ lossless: true }).toBuffer()]) {
      const image = await accepted(bytes);
      expect((await sharp(image.bytes).removeAlpha().raw().toBuffer()).equals(pixels)).toBe(true);
    }
  });

  it('are written at a high quality, with the colors of every pixel where they came so', async () => {
    const raw = await noise(60, 40).raw().toBuffer({ resolveWithObject: true });
    const source = (): Sharp => sharp(raw.data, { raw: { width: 60, height: 40, channels: raw.info.channels } });
    for (const chromaSubsampling of ['4:4:4', '4:2:0']) {
      const bytes = await source().jpeg({ quality: 100, chromaSubsampling }).toBuffer();
      const image = await accepted(bytes);
      expect((await sharp(image.bytes).metadata()).chromaSubsampling).toBe(chromaSubsampling);
      const wanted = await sharp(bytes).jpeg({ quality: 90, chromaSubsampling }).toBuffer();
      expect(image.bytes.equals(wanted)).toBe(true);
    }
    const webp = await source().webp({ quality: 100 }).toBuffer();
    expect((await accepted(webp)).bytes.equals(await sharp(webp).webp({ quality: 90 }).toBuffer())).toBe(true);
    const avif = await source().avif({ effort: 0 }).toBuffer();
    const wanted = await sharp(avif).avif({ quality: 75, effort: 2 }).toBuffer();
    expect((await accepted(avif)).bytes.equals(wanted)).toBe(true);
    expect([avifEffort(500_000), avifEffort(500_001)]).toEqual([2, 0]);
  });

  it.each(['gif', 'webp'] as const)('stay animated as %s, with their durations and their loop', async (format) => {
    const bytes = await (await frames()).toFormat(format, { delay: [100, 200, 300], loop: 2 }).toBuffer();
    const image = await accepted(bytes);
    expect([image.width, image.height]).toEqual([20, 10]);
    expect(await sharp(image.bytes, { pages: -1 }).metadata()).toMatchObject({
      ...{ pages: 3, pageHeight: 10, delay: [100, 200, 300], loop: 2 },
    });
  });
});

describe('the hash of a picture that is not there yet', () => {
  const hashOf = async (image: Sharp): Promise<string> => (await accepted(await image.png().toBuffer())).blurHash ?? '';
  const plain = (background: Record<'r' | 'g' | 'b' | 'alpha', number>, width = 8, height = 8): Sharp =>
    sharp({ create: { width, height, channels: 4, background } });

  it('has more components along the longer side', async () => {
    // Its first character holds both numbers.
    const sizes = await Promise.all(
      [
        [40, 20],
        [20, 20],
        [20, 40],
      ].map(([w = 0, h = 0]) => hashOf(picture(w, h))),
    );
    expect(sizes.map((hash) => hash.charAt(0))).toEqual(['L', 'L', 'T']);
  });

  it('is that of the picture on white, and of its colors', async () => {
    const white = await hashOf(plain({ r: 255, g: 255, b: 255, alpha: 1 }));
    expect(await hashOf(plain({ r: 0, g: 0, b: 0, alpha: 0 }))).toBe(white);
    const gray = plain({ r: 128, g: 128, b: 128, alpha: 1 });
    expect(await hashOf(gray.clone().removeAlpha().toColourspace('b-w'))).toBe(await hashOf(gray));
  });
});

describe('a refused upload', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    ['a script', php],
    ['a page', Buffer.from('<!doctype html><html><body onload="alert(1)"></body></html>')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['an archive', Buffer.from('504b0304', 'hex')],
    ['a video', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42')],
    ['zeros', Buffer.alloc(1000)],
  ])('%s is not an image', async (_name, bytes) => {
    expect(await readImage(bytes)).toEqual({ problem: 'NOT_AN_IMAGE' });
  });

  it.each([
    ['a bitmap', Buffer.from('424d3a0000000000000036000000', 'hex')],
    ['an icon', Buffer.from('00000100010001', 'hex')],
    ['a HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    ['a Photoshop file', Buffer.from('8BPS\0\x01')],
    ['a JPEG XL', Buffer.from('ff0a0000', 'hex')],
  ])('%s is of an unsupported type', async (_name, bytes) => {
    expect(await readImage(bytes)).toEqual({ problem: 'UNSUPPORTED_TYPE' });
  });

  it('a TIFF is of an unsupported type', async () => {
    expect(await readImage(await picture(4, 4).tiff().toBuffer())).toEqual({ problem: 'UNSUPPORTED_TYPE' });
  });

  it.each([
    ['a GIF with a script for a picture', Buffer.concat([Buffer.from('GIF89a'), php])],
    ['a JPEG with a script for a picture', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), php])],
    ['a PNG without its data', bomb(600, 600)],
  ])('%s is damaged', async (_name, bytes) => {
    expect(await readImage(bytes)).toEqual({ problem: 'DAMAGED' });
  });

  it.each([
    [60_000, 60_000],
    [100_001, 1000],
    [1_000_000, 101],
  ])('an image of %i by %i pixels is too large, whatever its file size', async (width, height) => {
    expect(await readImage(bomb(width, height))).toEqual({ problem: 'TOO_MANY_PIXELS' });
  });

  it('an image of too many pixels is not decoded, whoever opens it', async () => {
    await expect(openImage(bomb(100_001, 1000), 1).raw().toBuffer()).rejects.toThrow(/pixel limit/);
  });

  it('an image of 100 megapixels is not too large by itself', async () => {
    expect(await readImage(bomb(100_000, 1000))).toEqual({ problem: 'DAMAGED' });
  });

  it('an animation of more frames than 100 megapixels allow is too large, however small they are', async () => {
    const head = Buffer.from('474946383961010001008000000000000000ff', 'hex');
    const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex');
    const animation = (count: number): Buffer =>
      Buffer.concat([head, ...Array<Buffer>(count).fill(frame), Buffer.from(';')]);
    expect(await readImage(animation(10_001))).toEqual({ problem: 'TOO_MANY_PIXELS' });
    expect(await readImage(animation(2))).toMatchObject({ width: 1, height: 1 });
  });
});

describe('a derived width', () => {
  it.each(Object.entries(makers))('keeps proportion and type: %s', async (contentType, make) => {
    const derived = await deriveWidth((await accepted(await make())).bytes, 30);
    expect(derived).toMatchObject({ contentType, width: 30, height: 20, byteLength: derived.bytes.length });
    expect(derived.sha256Hex).toBe(createHash('sha256').update(derived.bytes).digest('hex'));
  });

  it('never exceeds the image, which is then returned unchanged', async () => {
    const image = await accepted(await makers['image/jpeg']());
    expect(await deriveWidth(image.bytes, 60)).toEqual(image);
    expect(await deriveWidth(image.bytes, 960)).toEqual(image);
  });

  it('keeps an animation', async () => {
    const image = await accepted(await (await frames()).gif().toBuffer());
    expect(await deriveWidth(image.bytes, image.width)).toEqual(image);
    const derived = await deriveWidth(image.bytes, 10);
    expect([derived.width, derived.height]).toEqual([10, 5]);
    expect((await sharp(derived.bytes, { pages: -1 }).metadata()).pages).toBe(3);
  });

  it('keeps every pixel of a lossless WebP', async () => {
    const pixels = sharp(await noise(60, 40).raw().toBuffer(), { raw: { width: 60, height: 40, channels: 3 } });
    const image = await accepted(await pixels.webp({ lossless: true }).toBuffer());
    const derived = await deriveWidth(image.bytes, 30);
    const wanted = await sharp(image.bytes).resize({ width: 30 }).raw().toBuffer();
    expect((await sharp(derived.bytes).raw().toBuffer()).equals(wanted)).toBe(true);
  });

  it('is made of images only', async () => {
    await expect(deriveWidth(php, 10)).rejects.toThrow(TypeError);
  });
});
