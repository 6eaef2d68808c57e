// A folder of Markdown as lines: paths, languages, dates, front matter, links between pages, and pictures beside them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { rewriteMarkdown } from '../../../src/importers/markdownLinks.ts';
import { openSource } from '../../../src/importers/openSource.ts';

// A test knows the shape of its lines; what it reads is asserted.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

async function read(files: Readonly<Record<string, string>>, base = ''): Promise<{ lines: Body[]; remarks: string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-markdown-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const remarks: string[] = [];
  const source = await openSource(folder, null, {
    language: 'en',
    base,
    files: null,
    hasComments: false,
    remark: (what, from) => remarks.push(`${what}: ${from}`),
  });
  const lines: Body[] = [];
  for await (const { line } of source.lines()) lines.push(line);
  return { lines, remarks };
}

const paths = (lines: readonly Body[]): string[] =>
  lines.map(({ path: address, language }) => `${address} ${language}`);

describe('Paths and languages', () => {
  test('follow files and folders, index pages stand for their folder', async () => {
    const { lines } = await read({
      'index.md': 'Home',
      'guides/index.md': 'Guides',
      'guides/images.md': 'Images',
      'guides/images.de.md': 'Bilder',
      'about/README.md': 'About',
    });
    expect(paths(lines)).toEqual(['/about en', '/guides/images de', '/guides/images en', '/guides en', '/ en']);
  });

  test('come from folders that are all languages, from the front matter, and from the names of posts', async () => {
    const { lines } = await read({
      'de/start.md': 'x',
      'pt-br/start.md': 'x',
      'en/other.md': '---\nlang: fr\nslug: autre\n---\nx',
      'en/free.md': '---\npermalink: /somewhere/else.html\n---\nx',
    });
    expect(paths(lines)).toEqual(['/start de', '/somewhere/else en', '/autre fr', '/start pt-BR']);
    const jekyll = await read({ '_posts/2013-01-11-hello.md': '---\ntitle: Hello\n---\nx' }, '/blog');
    expect(jekyll.lines[0]).toMatchObject({
      path: '/blog/2013/01/11/hello',
      publishTimestamp: '2013-01-11T00:00:00.000Z',
    });
  });

  test('are given once: the second page of a path gets a number', async () => {
    const { lines, remarks } = await read({ 'a.md': '---\nslug: same\n---', 'b.md': '---\nslug: same\n---' });
    expect(paths(lines)).toEqual(['/same en', '/same-2 en']);
    expect(remarks.join()).toContain('/same is /same-2');
  });
});

describe('Front matter', () => {
  test('becomes items of the kind that each value is, dates and publication', async () => {
    const { lines } = await read({
      'a.md': [
        '---',
        'title: "A title: with a colon"',
        'date: 2013-01-11T20:22:19+02:00',
        'tags: [one, two]',
        'weight: 3',
        'rating: 4.5',
        'featured: true',
        'seo: { index: false }',
        'updated: 2014-02-03T04:05:06Z',
        'empty:',
        '---',
        'Text',
      ].join('\n'),
    });
    expect(lines).toEqual([
      {
        kind: 'Entity',
        path: '/a',
        language: 'en',
        name: 'A title: with a colon',
        status: 'PUBLISH',
        publishTimestamp: '2013-01-11T18:22:19.000Z',
        createdTimestamp: '2013-01-11T18:22:19.000Z',
        texts: [
          { name: 'title', value: 'A title: with a colon' },
          { name: 'tag', value: 'one' },
          { name: 'tag', value: 'two' },
        ],
        longs: [{ name: 'weight', value: 3 }],
        doubles: [{ name: 'rating', value: 4.5 }],
        booleans: [{ name: 'featured', value: true }],
        jsons: [{ name: 'seo', value: { index: false } }],
        dateTimes: [{ name: 'updated', value: '2014-02-03T04:05:06.000Z' }],
        markdowns: [{ name: 'body', value: 'Text' }],
        images: [],
      },
    ]);
  });

  test('that is broken is told, and a draft is not published', async () => {
    const { lines, remarks } = await read({
      'broken.md': '---\na: [\n---\nText',
      'draft.md': '---\ndraft: true\ndate: 2013-01-01\n---\nText',
      'toml.md': '+++\na = 1\n+++\n',
    });
    expect(lines.map(({ status }) => status)).toEqual(['PUBLISH', undefined, 'PUBLISH']);
    expect(remarks).toEqual(['Front matter that is not valid YAML: broken.md', 'Front matter in TOML: toml.md']);
  });
});

describe('Links and pictures', () => {
  test('lead to the pages of the files, and to files beside them', async () => {
    const { lines, remarks } = await read({
      'guides/one.md': [
        'See [two](./two.md#part "Two"), [home](/index.md), [three](../three/) and [away](https://example.com/two.md).',
        '![A lamp](my%20lamp.png) ![gone](gone.png) [ref]',
        '',
        '[ref]: two.md',
        '`[code](two.md)`',
        '```',
        '[block](two.md)',
        '```',
        '[nowhere](nowhere.md)',
      ].join('\n'),
      'guides/two.md': 'x',
      'three/index.md': 'x',
      'index.md': 'x',
      'guides/my lamp.png': 'bytes',
    });
    const [one] = lines;
    expect(one.markdowns[0].value.split('\n')).toEqual([
      'See [two](/guides/two#part "Two"), [home](/), [three](/three) and [away](https://example.com/two.md).',
      '![A lamp](file:guides/my%20lamp.png) ![gone](gone.png) [ref]',
      '',
      '[ref]: /guides/two',
      '`[code](two.md)`',
      '```',
      '[block](two.md)',
      '```',
      '[nowhere](nowhere.md)',
    ]);
    expect(one.images).toEqual([{ name: 'body', altText: 'A lamp', file: 'guides/my lamp.png' }]);
    expect(remarks).toEqual([
      'A picture that is not there: guides/one.md: gone.png',
      'A link to what is not in the folder: guides/one.md: nowhere.md',
    ]);
  });

  test('of the front matter are items of their names', async () => {
    const { lines } = await read({
      'a.md': '---\ncover: { src: ./a.png, alt: A }\nhero: https://example.com/b.png\n---\n',
      'a.png': 'bytes',
    });
    expect(lines[0].images).toEqual([{ name: 'cover', altText: 'A', file: 'a.png' }]);
    expect(lines[0].texts).toEqual([{ name: 'hero', value: 'https://example.com/b.png' }]);
  });

  test('in long texts take time that grows with their length', () => {
    for (const part of ['[', '![', '[a](', '`', '[a](b "', '<a href="', '[[]', '](']) {
      const text = part.repeat(50_000);
      const began = performance.now();
      rewriteMarkdown(text.slice(0, 50_000), (address) => address);
      const half = performance.now() - began;
      expect(half, part).toBeLessThan(5_000);
    }
  });
});

test('Files that are no pictures are assets before the first page that links to them; old addresses are redirects', async () => {
  const { lines, remarks } = await read(
    {
      'a.md': '---\naliases: [/old/a/, b, https://x.example/, /b]\n---\n[List](files/list.pdf) ![Logo](/logo.svg)',
      'b.md': '---\nredirect_from: /old/a/\n---\n[List](files/list.pdf?x#y) [None](files/none.pdf)',
      'files/list.pdf': '%PDF',
      'static/logo.svg': '<svg/>',
    },
    '/s',
  );
  expect(lines.map(({ kind, path: at, key, fromPath }) => `${kind} ${at ?? fromPath ?? key}`)).toEqual([
    'Asset file:files/list.pdf',
    'Asset file:static/logo.svg',
    'Entity /s/a',
    'Redirect /s/old/a',
    'Entity /s/b',
  ]);
  expect(lines[2].markdowns[0].value).toBe(
    '[List](asset:file%3Afiles%2Flist.pdf) ![Logo](asset:file%3Astatic%2Flogo.svg)',
  );
  expect(lines[2].texts).toBeUndefined();
  expect(remarks).toEqual(['A link to what is not in the folder: b.md: files/none.pdf']);
});

test('A long text is parted between paragraphs', async () => {
  const paragraph = 'x'.repeat(25_000);
  const { lines } = await read({ 'a.md': [paragraph, paragraph, paragraph].join('\n\n') });
  expect(lines[0].markdowns.map(({ name, value }: Body) => [name, value.length])).toEqual([
    ['body', 50_002],
    ['body', 25_000],
  ]);
});
