// The allowlist of HTML in markdown, element by element and attribute by attribute: what is on it stays, and nothing else.
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/rendering/markdown.ts';

const kept =
  'a abbr b blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ' +
  'input ins kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var';
const dropped =
  'address applet area article aside audio base body button canvas center col colgroup data datalist dialog embed fieldset ' +
  'font footer form frame frameset head header html iframe label legend link main map math menu meta meter nav noscript ' +
  'object optgroup option output param picture portal progress script section select slot source style svg template ' +
  'textarea time title track video x-own';

const attributesOf: Readonly<Record<string, string>> = {
  a: 'href title',
  img: 'src alt title width height',
  ol: 'start',
  th: 'align colspan rowspan',
  td: 'align colspan rowspan',
  details: 'open',
  code: 'data-meta',
  abbr: 'title',
  dfn: 'title',
};
const attributes =
  'accesskey action align alt background bgcolor charset checked class cite color colspan content contenteditable data ' +
  'data-a data-meta dir disabled download draggable form formaction height hidden href hreflang id is itemprop lang loading longdesc ' +
  'media method name nonce onclick onerror onload onmouseover open part ping poster referrerpolicy rel role rowspan sizes ' +
  'slot src srcdoc srcset start style tabindex target title translate type usemap value width xlink:href xmlns';

const tags = kept.split(' ');
const begins = (html: string, tag: string): boolean => new RegExp(`<${tag}[ >/]`).test(html);

test('Each element is kept or dropped', () => {
  const isKept = (tag: string): boolean => begins(renderMarkdown(`<${tag} type="checkbox">x</${tag}>`), tag);
  expect(tags.filter((tag) => !isKept(tag))).toEqual([]);
  expect(dropped.split(' ').filter(isKept)).toEqual([]);
});

test('Of each element each attribute is kept or dropped', () => {
  const found = tags
    .filter((tag) => tag !== 'input')
    .map((tag) => {
      const some = attributes.split(' ').filter((name) => {
        const html = renderMarkdown(`<${tag} ${name}="1">x</${tag}>`);
        // The id that a heading has by its words is no attribute of the author's.
        return new RegExp(`<${tag} ${name}(?!="x")`).test(html);
      });
      return [tag, some.toSorted()];
    });
  const stated = tags
    .filter((tag) => tag !== 'input')
    .map((tag) => [tag, (attributesOf[tag] ?? '').split(' ').filter(Boolean).toSorted()]);
  expect(found).toEqual(stated);
});

test('A field is a box that cannot be ticked, whatever else it says', () => {
  const every = attributes
    .split(' ')
    .filter((name) => name !== 'type')
    .map((name) => `${name}="1"`);
  expect(renderMarkdown(`<input type="CheckBox" ${every.join(' ')}>`).trim()).toBe(
    '<input type="checkbox" disabled checked />',
  );
  for (const type of ['text', 'password', 'image', 'submit', 'radio', 'file', 'hidden', ''])
    expect([type, renderMarkdown(`<input type="${type}">`).trim()]).toEqual([type, '']);
});

test('Code says its language, and nothing has another class', () => {
  expect(renderMarkdown('<code class="language-js other">x</code>')).toContain('<code class="language-js">x</code>');
  for (const tag of tags.filter((one) => one !== 'code'))
    expect(renderMarkdown(`<${tag} class="language-js">x</${tag}>`)).not.toContain('class');
});

test.each(['http', 'https', 'mailto', 'tel', 'ftp', 'ws', 'blob', 'data', 'file', 'javascript', 'vbscript', 'x-own'])(
  'An address with %s leads on or is dropped',
  (scheme) => {
    const address = `${scheme}:a`;
    const [link, image] = [renderMarkdown(`<a href="${address}">x</a>`), renderMarkdown(`<img src="${address}" />`)];
    expect([link.includes('href'), image.includes('src')]).toEqual([
      ['http', 'https', 'mailto', 'tel'].includes(scheme),
      ['http', 'https'].includes(scheme),
    ]);
  },
);

test('Elements are nested 100 deep at most', () => {
  const nested = (depth: number): number =>
    renderMarkdown(`${'<b>'.repeat(depth)}x${'</b>'.repeat(depth)}`).split('<b>').length - 1;
  // The paragraph around them is one.
  expect([nested(98), nested(200)]).toEqual([98, 99]);
});
