// A Contentful export as lines: entries by language, fields as items, rich text as Markdown, links as references, and what has no place.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openSource } from '../../../src/importers/openSource.ts';
import { richTextToMarkdown, type RichNode } from '../../../src/importers/richText.ts';

const file = fileURLToPath(new URL('../../fixtures/import/contentful/export.json', import.meta.url));
const picture = 'images.ctfassets.net/space/lamp/hash/lamp.png';

type Line = Readonly<Record<string, unknown>>;

async function read(): Promise<{ lines: Line[]; remarks: string[] }> {
  const remarks: string[] = [];
  const source = await openSource(file, null, {
    language: 'en',
    base: '',
    files: null,
    hasComments: false,
    remark: (what, from) => remarks.push(`${what} | ${from}`),
  });
  const lines: Line[] = [];
  for await (const { line } of source.lines()) lines.push(line);
  return { lines, remarks };
}

const byKey = (lines: readonly Line[], key: string): Line | undefined =>
  lines.find((line) => line['key'] === `contentful:${key}`);

describe('An entry', () => {
  test('becomes a page in each language, with its fields as items', async () => {
    const { lines } = await read();
    expect(lines.map(({ key }) => key)).toEqual([
      'contentful:one:en-US',
      'contentful:one:de',
      'contentful:two:en-US',
      'contentful:ines:en-US',
      'contentful:ines:de',
    ]);
    expect(byKey(lines, 'one:en-US')).toEqual({
      kind: 'Entity',
      key: 'contentful:one:en-US',
      path: '/post/one',
      language: 'en-US',
      name: 'One',
      createdTimestamp: '2013-01-10T00:00:00.000Z',
      status: 'PUBLISH',
      publishTimestamp: '2013-01-11T20:22:19.000Z',
      texts: [
        { name: 'title', value: 'One' },
        { name: 'slug', value: 'one' },
        { name: 'tags', value: 'a' },
        { name: 'tags', value: 'b' },
      ],
      markdowns: [
        { name: 'intro', value: 'Short *text*' },
        {
          name: 'body',
          value:
            '## Head\n\nSome **bold** and 2\\*3 [out](https://example.com)[in](/post/two)\n\n- item\n\n' +
            `![A lamp](file:${picture})`,
        },
      ],
      references: [
        { name: 'author', relation: 'author', entityReference: { key: 'contentful:ines:en-US' } },
        { name: 'related', relation: 'related', entityReference: { key: 'contentful:two:en-US' } },
      ],
      images: [
        { name: 'hero', altText: 'A lamp', file: picture },
        { name: 'body.picture', altText: 'A lamp', file: picture },
      ],
      dateTimes: [{ name: 'day', value: '2013-01-11T00:00:00.000Z' }],
      longs: [{ name: 'count', value: 3 }],
      doubles: [{ name: 'rating', value: 4.5 }],
      latLongs: [{ name: 'place', latitude: 38.7, longitude: -9.1 }],
      jsons: [{ name: 'data', value: { a: [1] } }],
    });
  });

  test('in another language takes what is not translated from the main one, and refers to its own language', async () => {
    const { lines } = await read();
    const german = byKey(lines, 'one:de');
    expect(german).toMatchObject({ path: '/post/one', language: 'de', name: 'Eins' });
    expect(german?.['references']).toEqual([
      { name: 'author', relation: 'author', entityReference: { key: 'contentful:ines:de' } },
      { name: 'related', relation: 'related', entityReference: { key: 'contentful:two:en-US' } },
    ]);
  });

  test('that was never published is a draft; without a slug it has no path; what is archived or gone is told', async () => {
    const { lines, remarks } = await read();
    expect(byKey(lines, 'two:en-US')?.['status']).toBeUndefined();
    expect(byKey(lines, 'ines:de')?.['path']).toBeUndefined();
    expect(remarks).toContain('An archived entry was left out | old');
    expect(remarks).toContain('A link of the field related leads to what is not in the export | post one (en-US)');
    expect(remarks.join('\n')).toContain('An entry was changed after its publication');
  });
});

test('Rich text that is nested deeply or unknown is told', () => {
  const told: string[] = [];
  const parts = { link: () => '', remark: (what: string) => void told.push(what) };
  const nested = Array.from({ length: 100 }).reduce((inner: object) => ({ nodeType: 'blockquote', content: [inner] }), {
    nodeType: 'mystery',
    content: [],
  });
  richTextToMarkdown({ nodeType: 'document', content: [nested as RichNode] }, parts);
  expect(told).toEqual(['Rich text that is nested too deeply']);
  richTextToMarkdown({ nodeType: 'document', content: [{ nodeType: 'mystery', content: [] }] }, parts);
  expect(told).toContain('Rich text of the kind mystery');
});
