// A WordPress export as lines: posts with their dates, texts, pictures and terms, menus, comments, and what has no place.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { htmlToMarkdown } from '../../../src/importers/htmlToMarkdown.ts';
import { openSource } from '../../../src/importers/openSource.ts';
import { plainText, postParts, withParagraphs } from '../../../src/importers/wordpressText.ts';

// A test knows the shape of its lines; what it reads is asserted.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

const file = fileURLToPath(new URL('../../fixtures/import/wordpress.xml', import.meta.url));

async function read(hasComments = false, place = file): Promise<{ lines: Body[]; remarks: string[] }> {
  const remarks: string[] = [];
  const source = await openSource(place, null, {
    language: 'en',
    base: '',
    files: null,
    hasComments,
    remark: (what, from) => remarks.push(`${what} | ${from}`),
  });
  const lines: Body[] = [];
  for await (const { line } of source.lines()) lines.push(line);
  return { lines, remarks };
}

const byKey = (lines: readonly Body[], key: string): Body => lines.find((line) => line.key === `wordpress:${key}`);

describe('A post', () => {
  test('keeps its address, its dates and its text, and refers to its author, categories and tags', async () => {
    const { lines } = await read();
    expect(byKey(lines, '10')).toEqual({
      kind: 'Entity',
      key: 'wordpress:10',
      path: '/2013/01/hello-world',
      language: 'en-US',
      name: 'Hello & welcome',
      createdTimestamp: '2013-01-11T20:22:19.000Z',
      status: 'PUBLISH',
      publishTimestamp: '2013-01-11T20:22:19.000Z',
      texts: [
        { name: 'type', value: 'post' },
        { name: 'title', value: 'Hello & welcome' },
        { name: 'excerpt', value: 'Short' },
        { name: 'mood', value: 'good' },
      ],
      markdowns: [
        {
          name: 'body',
          value:
            'First *line*,  \nsecond line, see [about](/about#us) and [the draft](/a-draft).\n\n' +
            '![A lamp](file:uploads/2013/01/lamp.png)\n\n*A lamp by the window*\n\n\\[slider id="5"\\]',
        },
      ],
      references: [
        { name: 'author', relation: 'author', entityReference: { key: 'wordpress:author:ines' } },
        { name: 'category', relation: 'category', entityReference: { key: 'wordpress:category:news' } },
        { name: 'tag', relation: 'tag', entityReference: { key: 'wordpress:post_tag:été' } },
      ],
      images: [{ name: 'featured', altText: 'A lamp', file: 'uploads/2013/01/lamp.png' }],
    });
  });

  test('that is a draft, scheduled, private or without a date or slug is taken as what it is', async () => {
    const { lines, remarks } = await read();
    expect(byKey(lines, '11')).toMatchObject({ path: '/a-draft', name: 'A draft' });
    expect(byKey(lines, '11').status).toBeUndefined();
    expect(byKey(lines, '12')).toMatchObject({
      path: '/2999/01/later',
      status: 'PUBLISH',
      publishTimestamp: '2999-01-01T00:00:00.000Z',
    });
    expect(byKey(lines, '12').createdTimestamp).toBeUndefined();
    expect(byKey(lines, '13').status).toBeUndefined();
    expect(remarks).toContain('A post with the status private became a draft | Private (13)');
    expect(byKey(lines, '15').path).toBe('/über-uns');
    expect(byKey(lines, '16').path).toBe('/about-2');
    expect(byKey(lines, '17')).toBeUndefined();
    expect(remarks).toContain('A post with the status trash was left out | Trashed (17)');
  });
});

test('Authors, categories and tags are pages, before what refers to them', async () => {
  const { lines } = await read();
  expect(lines.slice(0, 3).map(({ key, path: address, name }) => [key, address, name])).toEqual([
    ['wordpress:author:ines', '/author/ines', 'Ines Duarte'],
    ['wordpress:category:news', '/category/news', 'News'],
    ['wordpress:post_tag:été', '/tag/été', 'Été'],
  ]);
});

test('A menu is a list in its order, with addresses outside, and a list for what stands below an entry', async () => {
  const { lines, remarks } = await read();
  const menu = (key: string, name: string, entities: Body[]) => ({
    kind: 'EntityList',
    key: `wordpress:menu:Main${key}`,
    name,
    entities,
  });
  expect(lines.filter(({ kind }) => kind === 'EntityList')).toEqual([
    menu(':31:33', 'All news', [{ title: 'Elsewhere', href: 'https://elsewhere.example/?a=1' }]),
    menu(':31', 'Main', [
      {
        title: 'All news',
        entity: { key: 'wordpress:category:news' },
        list: { key: 'wordpress:menu:Main:31:33' },
      },
    ]),
    menu(':35', 'More', [{ title: 'Here', entity: { path: '/about', language: 'en-US' } }]),
    menu('', 'Main', [
      { entity: { key: 'wordpress:14' }, list: { key: 'wordpress:menu:Main:31' } },
      { entity: { key: 'wordpress:10' } },
      { title: 'More', list: { key: 'wordpress:menu:Main:35' } },
    ]),
  ]);
  for (const title of ['Elsewhere', 'Script'])
    expect(remarks).toContain(`An entry of a menu that leads nowhere | menu Main: ${title}`);
});

describe('Comments', () => {
  test('are left out unless they are asked for', async () => {
    const { lines, remarks } = await read();
    expect(lines.some(({ kind }) => kind === 'ThreadPost')).toBe(false);
    expect(remarks).toContain('A comment was left out; --comments takes them | Hello & welcome: comment 1');
  });

  test('that are approved become a thread of the post, with replies and without addresses', async () => {
    const { lines, remarks } = await read(true);
    const kinds = lines.filter(({ kind }) => kind !== 'Entity' && kind !== 'EntityList');
    expect(kinds.map(({ kind, key }) => [kind, key])).toEqual([
      ['Group', 'wordpress:comments'],
      ['MessageThread', 'wordpress:10:comments'],
      ['Identity', 'wordpress:commenter:Bo'],
      ['ThreadPost', 'wordpress:comment:1'],
      ['ThreadPost', 'wordpress:comment:2'],
    ]);
    expect(kinds[4]).toMatchObject({
      replyTo: { key: 'wordpress:comment:1' },
      content: 'Thanks & bye (https://example.com/x)',
      createdTimestamp: '2013-01-12T08:00:00.000Z',
    });
    expect(JSON.stringify(lines)).not.toContain('bo@example.com');
    expect(remarks.filter((one) => one.includes('not approved'))).toHaveLength(1);
    expect(remarks.filter((one) => one.startsWith('A pingback'))).toHaveLength(1);
  });
});

describe('HTML', () => {
  const convert = (html: string): string =>
    htmlToMarkdown(html, { rewrite: (address) => address, remark: () => undefined });

  test('of the editor becomes Markdown', () => {
    expect(
      convert('<!-- wp:heading --><h2 class="x">Head</h2><!-- /wp:heading --><ul><li>one</li><li>two</li></ul>'),
    ).toBe('## Head\n\n-   one\n-   two');
    expect(
      convert(
        '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1|2</td><td>x<br>y</td></tr></tbody></table>',
      ),
    ).toBe('| A | B |\n| --- | --- |\n| 1\\|2 | x y |');
    expect(convert('<pre>if (a) {\n  b();\n}</pre>')).toBe('```\nif (a) {\n  b();\n}\n```');
    expect(convert('<iframe src="https://example.com/v"></iframe>')).toBe(
      '[https://example.com/v](https://example.com/v)',
    );
    expect(convert('<a href="/x"><img src="a (1).png" alt="A [b]"></a>')).toBe('[![A \\[b\\]](<a (1).png>)](/x)');
  });

  test('without paragraphs gets those that WordPress shows', () => {
    expect(withParagraphs('one\ntwo\n\n<h2>Head</h2>\n\nthree')).toBe(
      '<p>one<br>\ntwo</p>\n<h2>Head</h2>\n<p>three</p>',
    );
    expect(withParagraphs('<p>one</p>\n\ntwo')).toBe('<p>one</p>\n\ntwo');
    expect(withParagraphs('<pre>a\n\nb</pre>')).toBe('<pre>a\n\nb</pre>');
  });

  test('of comments becomes plain text, in parts that a post may hold', () => {
    expect(plainText('a<br/>b &amp; &#8217;c&#x2019; <b>d</b>')).toBe('a\nb & ’c’ d');
    expect(postParts(`${'word '.repeat(300)}end`).map((part) => part.length <= 1024)).toEqual([true, true]);
    expect(postParts('')).toEqual([]);
  });
});

test('An export of some posts: terms it does not describe, former slugs and files that are no pictures', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-wordpress-'));
  const meta = (key: string, value: string): string =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`;
  try {
    mkdirSync(path.join(folder, 'uploads'));
    writeFileSync(path.join(folder, 'uploads/list (1).pdf'), '%PDF-1.7');
    writeFileSync(
      path.join(folder, 'site.xml'),
      `<rss xmlns:wp="w" xmlns:content="c"><channel><wp:base_blog_url>https://x.example</wp:base_blog_url>
        <item><title>Prices</title><link>https://x.example/prices/</link><wp:post_id>1</wp:post_id>
          <wp:post_type>page</wp:post_type><wp:post_name>prices</wp:post_name><wp:status>publish</wp:status>
          <content:encoded>&lt;p&gt;&lt;a href="https://x.example/wp-content/uploads/list%20(1).pdf"&gt;All&lt;/a&gt;&lt;/p&gt;</content:encoded>
          <category domain="post_tag" nicename="money">Money</category>
          ${meta('_wp_old_slug', 'cost')}${meta('_wp_old_slug', 'prices')}${meta('_oembed_1', 'x')}</item>
        <item><title>List</title><wp:post_id>2</wp:post_id><wp:post_type>attachment</wp:post_type>
          <wp:attachment_url>https://x.example/wp-content/uploads/list%20(1).pdf</wp:attachment_url></item>
      </channel></rss>`,
    );
    const { lines, remarks } = await read(false, path.join(folder, 'site.xml'));
    expect(remarks).toEqual([]);
    expect(lines.map(({ kind, path: at, key, fromPath }) => `${kind} ${at ?? fromPath ?? key}`)).toEqual([
      'Entity /tag/money',
      'Asset file:uploads/list (1).pdf',
      'Entity /prices',
      'Redirect /cost',
    ]);
    expect(lines[1]).toMatchObject({ file: 'uploads/list (1).pdf', altTexts: [{ language: 'en', text: 'List' }] });
    expect(lines[2].references[0].entityReference).toEqual({ key: 'wordpress:post_tag:money' });
    expect(lines[2].markdowns[0].value).toBe('[All](asset:file%3Auploads%2Flist%20%281%29.pdf)');
    expect(lines[3]).toEqual({ kind: 'Redirect', fromPath: '/cost', toPath: '/prices' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
