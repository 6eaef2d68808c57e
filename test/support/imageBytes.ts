// Creates the files that tests upload: real images made by sharp, and invalid files sent in their place.
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A plain image of the size, half red and half blue, side by side. */
export function picture(width: number, height: number): Sharp {
  const half = Math.max(1, Math.floor(width / 2));
  const left = {
    input: { create: { width: half, height, channels: 3, background: '#ff0000' } },
    left: 0,
    top: 0,
  } as const;
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .composite([left])
    .removeAlpha();
}

/** An image with detail, which compresses to more than a few bytes. */
export function noise(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: '#888888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });
}

/** Three frames, 20 by 10, in red, green and blue. */
export async function frames(): Promise<Sharp> {
  const colors = ['#ff0000', '#00ff00', '#0000ff'];
  const pictures = colors.map((background) => sharp({ create: { width: 20, height: 10, channels: 4, background } }));
  return sharp(await Promise.all(pictures.map((one) => one.png().toBuffer())), { join: { animated: true } });
}

/** The head of a black and white PNG of any size with next to no data: small to send, huge to unpack. */
export function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The color at a point of the first frame, as `#rrggbb` with each channel rounded to the nearest of 00, 80, ff. */
export async function colorAt(bytes: Buffer, left: number, top: number): Promise<string> {
  const region = { left, top, width: 1, height: 1 };
  const data = await sharp(bytes)
    .extract(region)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const channels = [...data.subarray(0, 3)].map((value) => (value < 64 ? '00' : value < 192 ? '80' : 'ff'));
  return `#${channels.join('')}`;
}
