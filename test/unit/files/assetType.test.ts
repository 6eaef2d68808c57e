// What a file is called: by its bytes where they tell, and what is shown inside pages by nothing else.
import { describe, expect, test } from 'vitest';
import { assetTypeOf, isShownInPages } from '../../../src/files/assetType.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const box = (brand: string): Buffer => bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}`);

describe('The type of a file', () => {
  test.each([
    ['%PDF-1.7 ...', 'application/pdf'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF\0\0\0\0WEBP', 'image/webp'],
    ['RIFF\0\0\0\0WAVE', 'audio/wav'],
    ['ID3\x03', 'audio/mpeg'],
    ['OggS\0', 'application/ogg'],
    ['fLaC\0', 'audio/flac'],
    ['\x1a\x45\xdf\xa3....webm', 'video/webm'],
  ])('is that of its bytes %j, whatever is claimed', (head, type) => {
    for (const claimed of [null, 'text/html', 'image/svg+xml', type])
      expect(assetTypeOf(bytes(head), claimed)).toBe(type);
  });

  test.each([
    ['isom', 'video/mp4'],
    ['mp42', 'video/mp4'],
    ['M4A ', 'audio/mp4'],
    ['qt  ', 'video/quicktime'],
    ['avif', 'image/avif'],
    ['heic', 'application/octet-stream'],
  ])('is by the brand %s of its container', (brand, type) => {
    expect(assetTypeOf(box(brand), null)).toBe(type);
  });

  test('is what is claimed where the bytes tell nothing, if that is one that is saved', () => {
    for (const [claimed, type] of [
      ['application/zip', 'application/zip'],
      ['Text/HTML; charset=utf-8', 'text/html'],
      ['image/svg+xml', 'image/svg+xml'],
      ['font/woff2', 'font/woff2'],
      ['image/png', 'application/octet-stream'],
      ['video/mp4', 'application/octet-stream'],
      ['application/pdf', 'application/octet-stream'],
      ['text/html\r\nSet-Cookie: a=b', 'application/octet-stream'],
      ['html', 'application/octet-stream'],
      ['', 'application/octet-stream'],
    ] as const)
      expect([claimed, assetTypeOf(bytes('<svg onload="alert(1)">'), claimed)]).toEqual([claimed, type]);
    expect(assetTypeOf(Buffer.alloc(0), null)).toBe('application/octet-stream');
  });

  test('is plain text only where all of it is text', () => {
    expect(assetTypeOf(Buffer.from('Käse\r\n\tund Brot\n'), 'text/plain; charset=utf-8')).toBe('text/plain');
    for (const other of ['a\0b', 'a\x1bb', 'K\xe4se'])
      expect(assetTypeOf(bytes(other), 'text/plain')).toBe('application/octet-stream');
  });

  test('that is shown inside pages is none that a browser runs', () => {
    for (const type of [
      'text/html',
      'image/svg+xml',
      'application/pdf',
      'application/xhtml+xml',
      'text/xml',
      'text/css',
    ])
      expect([type, isShownInPages(type)]).toEqual([type, false]);
    for (const type of ['image/png', 'audio/mpeg', 'video/mp4', 'text/plain'])
      expect([type, isShownInPages(type)]).toEqual([type, true]);
  });
});
