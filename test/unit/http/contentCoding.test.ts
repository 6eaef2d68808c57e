// Which coding an answer is sent in, and the tags that go with it. RFC 9110, 8.8.3.3 and 12.5.3.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chosenCoding, codedTag, encode, plainTags } from '../../../src/http/contentCoding.ts';

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, br', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, br;q=0.9', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0', null],
  ['gzip ; q=0', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['*, br;q=0', 'gzip'],
  ['br;q=0, gzip;q=0, *', null],
  ['gzip;q=nonsense', null],
  ['gzip;q=', null],
  ['br, gzip;q=Infinity', 'br'],
  ['gzip;q=1e999', null],
  ['br;q=nonsense, *', 'gzip'],
  ['deflate', null],
])('for %s the answer is sent as %s', (accepted, coding) => {
  expect(chosenCoding(accepted)).toBe(coding);
});

test('bytes come back as they were', async () => {
  const bytes = Buffer.from('text '.repeat(2_000));
  for (const effort of ['once', 'each'] as const) {
    expect(brotliDecompressSync(await encode(bytes, 'br', effort)).equals(bytes)).toBe(true);
    expect(gunzipSync(await encode(bytes, 'gzip', effort)).equals(bytes)).toBe(true);
  }
});

test('the tag of a coded answer is another one, and is read as the plain one', () => {
  expect(codedTag('"abc"', 'br')).toBe('"abc-br"');
  expect(codedTag('"abc"', 'gzip')).toBe('"abc-gzip"');
  expect(plainTags('"a-br", W/"b-gzip", "c-deflate", "d"')).toBe('"a", W/"b", "c-deflate", "d"');
});
