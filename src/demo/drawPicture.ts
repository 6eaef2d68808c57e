// Draws the demo's pictures: a gradient and a few flat shapes, so that no binary file lives in the repository.
import { createRequire } from 'node:module';
import type makeSharp from 'sharp';
import type { DemoPicture } from './demoSteps.ts';

const width = 1280;
const height = 720;

/** A picture of 1280 by 720 pixels as JPEG; the same seed draws the same picture. */
export function drawPicture({ sky, shapes, seed }: DemoPicture): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <defs><linearGradient id="sky" x1="0" y1="0" x2="0.3" y2="1">
    <stop offset="0" stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/>
  </linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#sky)"/>
  ${shapes.map((color, at) => shape(color, at, seed)).join('\n  ')}
</svg>`;
  // Few starts write a demo.
  const sharp = createRequire(import.meta.url)('sharp') as typeof makeSharp;
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
}

// The first shape is a disc in the sky, the others are hills in front of it.
function shape(color: string, at: number, seed: number): string {
  const x = (seed * 337 + at * 461) % width;
  if (at === 0)
    return `<circle cx="${x}" cy="${180 + ((seed * 53) % 160)}" r="${90 + ((seed * 31) % 60)}" fill="${color}"/>`;
  const top = height - 60 - at * 90 + ((seed * 71) % 60);
  return `<ellipse cx="${x}" cy="${top + 420}" rx="${700 + at * 90}" ry="420" fill="${color}" fill-opacity="0.85"/>`;
}
