// Sizes, crops and formats of images derived on request.
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { transformImage, type ImageTransform } from '../../src/files/transformImage.ts';
import { colorAt, frames, noise, picture } from '../support/imageBytes.ts';

/** 80 by 40, the left half red, the right half blue. */
let wide: Buffer;
let transparent: Buffer;
let animated: Buffer;

beforeAll(async () => {
  wide = await picture(80, 40).png().toBuffer();
  const clear = { r: 0, g: 255, b: 0, alpha: 0.5 };
  transparent = await sharp({ create: { width: 10, height: 10, channels: 4, background: clear } })
    .png()
    .toBuffer();
  animated = await (await frames()).gif().toBuffer();
});

async function make(bytes: Buffer, asked: Partial<ImageTransform>) {
  const result = await transformImage(bytes, { fit: 'inside', fm: 'png', focalX: 0.5, focalY: 0.5, ...asked });
  const { width, height, pages, pageHeight } = await sharp(result.bytes, { pages: -1 }).metadata();
  return { ...result, size: [width, pageHeight ?? height], pages };
}

describe('the size', () => {
  it.each([
    [{}, [80, 40]],
    [{ w: 40 }, [40, 20]],
    [{ h: 10 }, [20, 10]],
    [{ h: 10, fit: 'cover' }, [20, 10]],
    [{ w: 40, h: 40 }, [40, 20]],
    [{ w: 20, h: 5 }, [10, 5]],
    [{ w: 20, h: 20, fit: 'cover' }, [20, 20]],
    [{ w: 20, h: 20, fit: 'contain' }, [20, 20]],
    [{ w: 1, h: 1, fit: 'cover' }, [1, 1]],
    [{ w: 1, h: 4096, fit: 'cover' }, [1, 40]],
    [{ w: 4096, h: 1, fit: 'contain' }, [4096, 1]],
  ] as const)('for %o is %o', async (asked, size) => {
    expect((await make(wide, asked)).size).toEqual(size);
  });

  it.each([
    [{ w: 4096 }, [80, 40]],
    [{ w: 4096, h: 4096 }, [80, 40]],
    [{ w: 4096, h: 4096, fit: 'cover' }, [40, 40]],
    [{ w: 4000, h: 2000, fit: 'cover' }, [80, 40]],
    [{ w: 4096, h: 4096, fit: 'contain' }, [80, 80]],
  ] as const)('is never enlarged, and keeps the requested proportions: %o gives %o', async (asked, size) => {
    expect((await make(wide, asked)).size).toEqual(size);
  });
});

describe('the visible part', () => {
  it.each([
    [0, ['#ff0000', '#ff0000']],
    [0.25, ['#ff0000', '#ff0000']],
    [0.5, ['#ff0000', '#0000ff']],
    [0.75, ['#0000ff', '#0000ff']],
    [1, ['#0000ff', '#0000ff']],
  ])('of cover is around the focal point: %d from the left', async (focalX, colors) => {
    const { bytes } = await make(wide, { w: 20, h: 20, fit: 'cover', focalX });
    expect([await colorAt(bytes, 3, 10), await colorAt(bytes, 16, 10)]).toEqual(colors);
  });

  it('of cover is around the focal point from the top as well', async () => {
    const tall = await sharp(wide).rotate(90).png().toBuffer();
    const { bytes: top } = await make(tall, { w: 20, h: 20, fit: 'cover', focalY: 0 });
    const { bytes: bottom } = await make(tall, { w: 20, h: 20, fit: 'cover', focalY: 1 });
    expect([await colorAt(top, 10, 10), await colorAt(bottom, 10, 10)]).toEqual(['#ff0000', '#0000ff']);
    const { bytes: middle } = await make(tall, { w: 20, h: 20, fit: 'cover' });
    expect([await colorAt(middle, 10, 3), await colorAt(middle, 10, 16)]).toEqual(['#ff0000', '#0000ff']);
  });

  it('of contain is the whole image between borders: transparent ones, white in a JPEG', async () => {
    const asked = { w: 20, h: 20, fit: 'contain' } as const;
    const { bytes: png } = await make(wide, asked);
    expect(await sharp(png).extract({ left: 10, top: 1, width: 1, height: 1 }).raw().toBuffer()).toEqual(
      Buffer.alloc(4),
    );
    expect([await colorAt(png, 3, 10), await colorAt(png, 16, 10)]).toEqual(['#ff0000', '#0000ff']);
    const { bytes: jpeg } = await make(wide, { ...asked, fm: 'jpeg' });
    expect(await colorAt(jpeg, 10, 1)).toBe('#ffffff');
  });

  it('of a transparent image has a white background in a JPEG', async () => {
    const { bytes } = await make(transparent, { fm: 'jpeg' });
    expect(await colorAt(bytes, 5, 5)).toBe('#80ff80');
  });
});

describe('the format', () => {
  it.each(['avif', 'webp', 'jpeg', 'png'] as const)('is the requested one: %s', async (fm) => {
    const { bytes, contentType } = await make(wide, { fm });
    expect(contentType).toBe(`image/${fm}`);
    expect((await sharp(bytes).metadata()).mediaType).toBe(contentType);
  });

  it.each([
    ['image/avif,image/webp,*/*;q=0.8', 'image/avif'],
    ['image/webp,*/*', 'image/webp'],
    ['IMAGE/WEBP', 'image/webp'],
    ['image/avif;q=0, image/webp;q=0.1', 'image/webp'],
    ['image/avif;q=0.0,image/webp; q=0', 'image/jpeg'],
    ['image/*', 'image/jpeg'],
    ['image/png', 'image/png'],
    ['image/png, image/*;q=0.8', 'image/jpeg'],
    ['image/png, image/jpeg', 'image/jpeg'],
    ['*/*', 'image/jpeg'],
    [undefined, 'image/jpeg'],
  ])('is chosen by Accept when it is auto: %s', async (accept, contentType) => {
    expect((await make(wide, { fm: 'auto', accept })).contentType).toBe(contentType);
  });

  it('chosen for a transparent image supports transparency', async () => {
    expect((await make(transparent, { fm: 'auto', accept: '*/*' })).contentType).toBe('image/png');
    expect((await make(transparent, { fm: 'auto', accept: 'image/jpeg' })).contentType).toBe('image/jpeg');
  });

  it('of an animation is WebP if that is accepted, else GIF, else its first frame', async () => {
    const moving = await make(animated, { fm: 'auto', accept: 'image/avif,image/webp', w: 5, h: 5, fit: 'cover' });
    expect(moving).toMatchObject({ contentType: 'image/webp', size: [5, 5], pages: 3 });
    for (const accept of ['image/*', 'image/gif', 'image/png,*/*;q=0.5', undefined]) {
      const gif = await make(animated, { fm: 'auto', accept, w: 5, h: 5, fit: 'cover' });
      expect(gif).toMatchObject({ contentType: 'image/gif', size: [5, 5], pages: 3 });
    }
    const still = await make(animated, { fm: 'auto', accept: 'image/avif' });
    expect(still).toMatchObject({ contentType: 'image/avif', size: [20, 10] });
    expect(await colorAt(still.bytes, 10, 5)).toBe('#ff0000');
  });

  it('AVIF is of no higher quality than 80', async () => {
    const detailed = await noise(100, 100).png().toBuffer();
    const bytesAt = async (q: number): Promise<Buffer> => (await make(detailed, { fm: 'avif', q })).bytes;
    const best = await bytesAt(80);
    expect([best.equals(await bytesAt(100)), best.equals(await bytesAt(79))]).toEqual([true, false]);
  });

  it.each(['avif', 'webp', 'jpeg'] as const)('%s is smaller at a lower quality', async (fm) => {
    const detailed = await noise(100, 100).png().toBuffer();
    const [low, high] = [await make(detailed, { fm, q: 10 }), await make(detailed, { fm, q: 95 })];
    expect(low.bytes.length).toBeLessThan(high.bytes.length / 2);
  });

  it.each([
    ['avif', 55],
    ['webp', 80],
    ['jpeg', 80],
  ] as const)('%s has the quality %i unless another one is asked for', async (fm, q) => {
    const detailed = await noise(100, 100).png().toBuffer();
    const bytesAt = async (asked: number): Promise<Buffer> => (await make(detailed, { fm, q: asked })).bytes;
    const { bytes } = await make(detailed, { fm });
    expect([bytes.equals(await bytesAt(q)), bytes.equals(await bytesAt(q - 5))]).toEqual([true, false]);
  });

  it('applies to images only', async () => {
    await expect(make(Buffer.from('<svg/>'), {})).rejects.toThrow(TypeError);
  });
});
