// Rendering of markdown: what it becomes, that nothing active survives, and that no text can block the process.
import { Script } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { nameHeadings } from '../../../src/rendering/headingIds.ts';
import { renderMarkdown } from '../../../src/rendering/markdown.ts';

describe('GitHub flavoured markdown', () => {
  it.each([
    ['emphasis and strikethrough', '*a* **b** ~~c~~', '<p><em>a</em> <strong>b</strong> <del>c</del></p>\n'],
    ['code with its language', '```js\na<b\n```', '<pre><code class="language-js">a&lt;b\n</code></pre>\n'],
    [
      'tables with alignment',
      '|a|b|c|\n|:-|-:|:-:|\n|1|2|3|',
      '<table>\n<thead>\n<tr>\n<th align="left">a</th>\n<th align="right">b</th>\n<th align="center">c</th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td align="left">1</td>\n<td align="right">2</td>\n<td align="center">3</td>\n</tr>\n</tbody>\n</table>\n',
    ],
    [
      'task lists',
      '- [ ] a\n- [x] b\n- [X] b\n- [y] c',
      '<ul>\n<li><input type="checkbox" disabled /> a</li>\n' +
        '<li><input type="checkbox" disabled checked /> b</li>\n'.repeat(2) +
        '<li>[y] c</li>\n</ul>\n',
    ],
    ['what looks like a task elsewhere as text', '[ ] a\n\n# [x] b', '<p>[ ] a</p>\n<h1 id="x-b">[x] b</h1>\n'],
    ['a mark without a blank after it as text', '- [x]a', '<ul>\n<li>[x]a</li>\n</ul>\n'],
    ['a task that begins with more than text', '- **[x] a**', '<ul>\n<li><strong>[x] a</strong></li>\n</ul>\n'],
    [
      'bare addresses',
      'see https://a.example/b.',
      '<p>see <a href="https://a.example/b">https://a.example/b</a>.</p>\n',
    ],
    ['bare www names', '(www.a.example)', '<p>(<a href="http://www.a.example">www.a.example</a>)</p>\n'],
    ['words with a dot as words', 'readme.md', '<p>readme.md</p>\n'],
    ['other addresses as words', 'ftp://a.example //b.example', '<p>ftp://a.example //b.example</p>\n'],
    ['HTML on the list', 'a <kbd title="x">b</kbd> <sub>c</sub>', '<p>a <kbd>b</kbd> <sub>c</sub></p>\n'],
    [
      'emphasis beside East Asian punctuation as CommonMark does',
      '**「あ」**です **「あ」** です <strong>「あ」</strong>です',
      '<p>**「あ」**です <strong>「あ」</strong> です <strong>「あ」</strong>です</p>\n',
    ],
    ['the empty text', '', ''],
  ])('renders %s', (_name, source, html) => {
    expect(renderMarkdown(source)).toBe(html);
  });

  it.each(['https://a.example/?b=c', 'http://a.example', 'mailto:a@b.example', 'tel:+41000', '../b?c#d', '/b', '#d'])(
    'keeps a link to %s',
    (address) => {
      expect(renderMarkdown(`[x](${address})`)).toBe(`<p><a href="${address}">x</a></p>\n`);
    },
  );
});

describe('bare e-mail addresses', () => {
  const linked = (source: string): string[] =>
    [...renderMarkdown(source).matchAll(/<a href="mailto:([^"]*)">/g)].map(([, address = '']) => address);

  it.each([
    ['any top-level domain', 'Write to desk@example.test or a.b-c_d+e@a.b', ['desk@example.test', 'a.b-c_d+e@a.b']],
    ['signs around them', '(a@b.de), "a@b.de". **a@b.de** _a@b.de_ To:a@b.de', Array(5).fill('a@b.de')],
    ['text without blanks before them', '联系desk@example.test。', ['desk@example.test']],
    ['domains with other letters', 'a@müller.de', ['a@xn--mller-kva.de']],
    ['links that say so', 'mailto:a@b.de <a@b.de>', ['a@b.de', 'a@b.de']],
  ])('are found with %s', (_name, source, addresses) => {
    expect(linked(source)).toEqual(addresses);
  });

  it.each([
    ...['a@b', 'a@b.1', 'a.b-c_d@a.b-', 'a.b-c_d@a.b_', 'a@b.c.d-', 'hello@mail+xyz.example', 'a@@b.de', '/a@b.de'],
    ...['jörg@b.de', '@b.de', 'a@.de', 'a@b..de', '`a@b.de`', '<code>a @b.de</code>'],
  ])('are not found in %s', (source) => {
    expect(linked(source)).toEqual([]);
  });
});

describe('headings', () => {
  const idsOf = (source: string): string[] =>
    [...renderMarkdown(source).matchAll(/<h[1-6] id="([^"]*)">/g)].map(([, id = '']) => id);

  it.each([
    ['lower case and dashes', '# Who sees a page?', ['who-sees-a-page']],
    ['marks inside', '## A *b* `c_d` [e](f) ~~g~~', ['a-b-c_d-e-g']],
    ['signs left out', '# A & B — "C" <D> 1.2', ['a--b--c--12']],
    [
      'other scripts',
      '# Über uns\n\n# 東京 タワー\n\n# Привет, мир\n\n# مرحبا',
      ['über-uns', '東京-タワー', 'привет-мир', 'مرحبا'],
    ],
    ['a number from the second on', '# A\n# a\n## A!\n# A-1', ['a', 'a-1', 'a-2', 'a-1-1']],
    [
      'names of built-in members',
      '# constructor\n# `__proto__`\n# constructor',
      ['constructor', '__proto__', 'constructor-1'],
    ],
    ['an underline below', 'A b\n===\n\nC\n-', ['a-b', 'c']],
    ['tags instead of marks', '<h2>A <b>b</b></h2>\n\n# A b', ['a-b', 'a-b-1']],
  ])('have ids as on GitHub: %s', (_name, source, ids) => {
    expect(idsOf(source)).toEqual(ids);
  });

  it('have none without letters and digits', () => {
    expect(renderMarkdown('# !?\n#\n')).toBe('<h1>!?</h1>\n<h1></h1>\n');
  });

  it.each([
    ['an id', '<h1 id="location">a</h1>', '<h1 id="a">a</h1>'],
    ['an id of another element', '<p id="b">a</p><a name="c" id="d">e</a>', '<p>a</p><a>e</a>'],
    ['a quote in the words', '# a" onclick="b', '<h1 id="a-onclickb">a&quot; onclick=&quot;b</h1>'],
    ['escaped marks', '# &quot;&gt;&lt;b&gt;', '<h1 id="b">&quot;&gt;&lt;b&gt;</h1>'],
    ['a heading inside another', '<h1>a<h2 id="c">b</h2></h1>', '<h1 id="ab">a<h2>b</h2></h1>'],
    ['a heading that is not closed', '<h1>a', '<h1 id="a">a</h1>'],
    [
      'a heading in a title',
      '<abbr title="<h1>a</h1>">b</abbr>',
      '<p><abbr title="&lt;h1&gt;a&lt;/h1&gt;">b</abbr></p>',
    ],
  ])('get their ids from nothing but their words, whatever authors write: %s', (_name, source, html) => {
    const quoted = renderMarkdown(source).replaceAll(/"(?=[^<>]*<)/g, '&quot;');
    expect(quoted.trim()).toBe(html);
  });

  it('are told apart however many there are', () => {
    const many = '<h1>a</h1>'.repeat(8_000) + '<h1>a-1</h1>'.repeat(5_000);
    const ids = [...nameHeadings(many).matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
    expect([ids.length, new Set(ids).size]).toEqual([13_000, 13_000]);
    expect(Math.max(...ids.map(({ length }) => length))).toBe('a-1-4999'.length);
    expect(idsOf('# a\n'.repeat(1_000))).toEqual(['a', ...Array.from({ length: 999 }, (_, index) => `a-${index + 1}`)]);
  });
});

describe('the words after the language of a fence', () => {
  const code = (info: string): string => renderMarkdown(`\`\`\`${info}\na\n\`\`\``);

  it.each([
    ['js title="a.js" {1-3}', 'class="language-js" data-meta="title=&quot;a.js&quot; {1-3}"'],
    ['  js   {1}  ', 'class="language-js" data-meta="{1}"'],
    [
      'js "><script>alert(1)</script>',
      'class="language-js" data-meta="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"',
    ],
    ['js onclick=&quot;b&quot;', 'class="language-js" data-meta="onclick=&quot;b&quot;"'],
    ['js', 'class="language-js"'],
  ])('stay with it: %s', (info, attributes) => {
    expect(code(info)).toBe(`<pre><code ${attributes}>a\n</code></pre>\n`);
  });
});

describe('hostile markdown', () => {
  it.each([
    ['a script', '<script>alert(1)</script>', ''],
    ['a script in a line', 'a<script>alert(1)</script>b', '<p>ab</p>\n'],
    ['an event handler', 'a<img src="x" onerror="alert(1)">', '<p>a<img src="x" /></p>\n'],
    ['a script link', '[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>\n'],
    ['a script link in HTML', 'a<a href="javascript:alert(1)">x</a>', '<p>a<a>x</a></p>\n'],
    ['a script link with entities', 'a<a href="java&#115;cript:alert(1)">x</a>', '<p>a<a>x</a></p>\n'],
    ['a script link in odd case', 'a<a href="JaVaScRiPt:alert(1)">x</a>', '<p>a<a>x</a></p>\n'],
    ['a script link cut by tab and line', 'a<a href=" java&#9;scr&#10;ipt:a">x</a>', '<p>a<a>x</a></p>\n'],
    ['a data link', 'a<a href="data:text/html,x">x</a>', '<p>a<a>x</a></p>\n'],
    ['a file link', 'a<a href="file:///etc/passwd">x</a>', '<p>a<a>x</a></p>\n'],
    ['a link without a scheme to elsewhere', 'a<a href="//evil.example">x</a>', '<p>a<a>x</a></p>\n'],
    ['a data picture', 'a<img src="data:image/svg+xml,x">', '<p>a<img /></p>\n'],
    ['an SVG', 'a<svg onload="alert(1)"><circle/></svg>', '<p>a</p>\n'],
    ['a frame', 'a<iframe srcdoc="<p>x"></iframe>', '<p>a</p>\n'],
    ['a comment', 'a<!-- b -->c', '<p>ac</p>\n'],
    ['a style', 'a<style>p{}</style><b style="color:red">c</b>', '<p>a<b>c</b></p>\n'],
    ['names that shadow the page', 'a<b id="x" name="y" class="z" data-a="b">c</b>', '<p>a<b>c</b></p>\n'],
    ['a form', 'a<form action="/x"><input name="q"><button>b</button></form>', '<p>a</p>b<p></p>\n'],
    ['a box to tick', 'a<input type="checkbox" onclick="x">', '<p>a<input type="checkbox" disabled /></p>\n'],
    ['an unclosed tag', 'a<img src=x onerror=alert(1) ', '<p>a&lt;img src=x onerror=alert(1)</p>\n'],
    ['escaped HTML', '&lt;script&gt;', '<p>&lt;script&gt;</p>\n'],
    [
      'a tag inside raw text',
      'a<xmp><p title="</xmp><img src=x onerror=alert(1)>">b',
      expect.not.stringContaining('onerror'),
    ],
    ['a tag inside noscript', 'a<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<p>a<p></p>\n</p>'],
    [
      'a mutation through MathML',
      'a<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '<p>a<table><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;" /></table></p>',
    ],
  ])('makes %s harmless', (_name, source, html) => {
    expect(renderMarkdown(source).trimEnd()).toEqual(typeof html === 'string' ? html.trimEnd() : html);
  });

  it.each([
    '[',
    '>',
    '*',
    '_',
    '`',
    '~',
    '<',
    '![',
    '[a](',
    '**a ',
    '> - ',
    '- a\n  ',
    '<div>',
    '<a href="',
    '[]: ',
    'www.',
    '://',
    '&#x',
    'a@',
    '@',
    'a.',
    'a@b.c.',
    ' a@b.c',
    '# ',
    '<h1>',
    '#\n',
  ])('renders 65,535 characters of %j without hanging, as text only', (piece) => {
    const source = piece.repeat(Math.ceil(65_535 / piece.length)).slice(0, 65_535);
    const html = renderMarkdown(source);
    expect(html).not.toMatch(/<(?!\/?(p|pre|code|blockquote|ul|li|div|hr|br|a|del|em|strong|h1)\b)/);
  });

  it('nests 40 levels deep and no deeper', () => {
    const levels = (count: number): number => renderMarkdown(`${'> '.repeat(count)}x`).split('<blockquote>').length - 1;
    expect([levels(39), levels(40), levels(100)]).toEqual([39, 40, 40]);
  });

  it('looks at no clock, however long the text is', () => {
    const run = vi.spyOn(Script.prototype, 'runInContext');
    const now = vi.spyOn(performance, 'now');
    expect(renderMarkdown('x'.repeat(65_535))).toBe(`<p>${'x'.repeat(65_535)}</p>\n`);
    expect([run.mock.calls.length, now.mock.calls.length]).toEqual([0, 0]);
  });

  it.each([
    [262_144, `<p>${'x'.repeat(262_144)}</p>\n`],
    [262_145, `<pre>${'x'.repeat(262_145)}</pre>\n`],
  ])('of %i characters is rendered, or given as it is', (length, expected) => {
    expect(renderMarkdown('x'.repeat(length))).toBe(expected);
  });

  it('gives a text that is too long escaped', () => {
    const source = 'a|<b>\n-|-\n'.repeat(60_000);
    const html = renderMarkdown(source);
    expect(html).toBe(`<pre>${source.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>\n`);
  });
});
