// SVG is cleaned before it is stored: pictures stay as they are drawn, and hostile ones lose what does more than draw, or are refused.
import { describe, expect, test } from 'vitest';
import { cleanSvg, svgLimits } from '../../../src/rendering/svg.ts';

const ns = 'xmlns="http://www.w3.org/2000/svg"';
const head = `<svg ${ns} xmlns:xlink="http://www.w3.org/1999/xlink"`;
const clean = (inside: string, more = ''): unknown => cleanSvg(Buffer.from(`<svg ${ns}${more}>${inside}</svg>`));
const kept = (inside: string): unknown => ({ text: `${head}>${inside}</svg>`, width: 300, height: 150 });

describe('A picture', () => {
  test.each([
    '<path d="M0 0L1 1" fill="#fff" stroke-width="2"></path>',
    '<g transform="translate(1 2)" class="a b" style="fill:red;opacity:.5"><circle r="3"></circle></g>',
    '<style>.a{fill:#f00}.b{stroke:none}</style>',
    '<linearGradient id="g"><stop offset="0" stop-color="red"></stop></linearGradient><style>.a{fill:url(#g)}</style>',
    '<defs><symbol id="s"><rect width="1" height="1"></rect></symbol></defs><use href="#s" x="1"></use><use xlink:href="#s"></use>',
    '<clipPath id="c"><path d="M0 0"></path></clipPath><g clip-path="url(#c)"></g>',
    '<filter id="f"><feGaussianBlur stdDeviation="2"></feGaussianBlur></filter><g filter="url(#f)"></g>',
    '<title>Prices &lt; 5 &amp; more</title><text x="1">Hello <tspan>you</tspan></text>',
    '<image width="1" href="data:image/png;base64,iVBORw0KGgo="></image>',
  ])('stays as it is drawn: %s', (inside) => {
    expect(clean(inside)).toEqual(kept(inside));
    // Once more is no change.
    expect(cleanSvg(Buffer.from((kept(inside) as { text: string }).text))).toEqual(kept(inside));
  });

  test.each([
    [' width="20" height="10"', 20, 10],
    [' width="1in" height="12pt"', 96, 16],
    [' viewBox="0 0 24 12"', 24, 12],
    [' width="100%" viewBox="0,0,24,12"', 24, 12],
    [' width="48" viewBox="0 0 24 12"', 48, 24],
    [' height="48" viewBox="0 0 24 12"', 96, 48],
    ['', 300, 150],
    [' width="0" height="-3"', 300, 150],
    [' width="9999999" height=".2"', 10_000, 1],
  ])('has the size that it says:%s', (more, width, height) => {
    expect(clean('', more)).toMatchObject({ width, height });
  });

  test('is read behind a declaration, comments and a type without definitions, which go', () => {
    const text =
      '\ufeff<?xml version="1.0"?><!-- Made by a program --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">' +
      `<svg ${ns} xmlns:i="urn:i" i:x="1"><metadata><a>b</a></metadata><i:view><path d="M0 0"/></i:view></svg>`;
    expect(cleanSvg(Buffer.from(text))).toEqual(kept('<path d="M0 0"></path>'));
  });
});

describe('What does more than draw goes', () => {
  const script = 'alert(document.domain)';
  test.each([
    [`<script>${script}</script><path/>`, '<path></path>'],
    [`<script href="https://evil.example/x.js"/><path/>`, '<path></path>'],
    [`<path onclick="${script}" ONLOAD="${script}" onbegin="${script}"/>`, '<path></path>'],
    [`<a href="javascript:${script}"><path/></a>`, '<path></path>'],
    [`<a xlink:href="java&#x73;cript:${script}"><text>x</text></a>`, '<text>x</text>'],
    [
      `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="${script}"/><p>Words</p></body></foreignObject>`,
      '',
    ],
    [`<iframe src="https://evil.example/"/><embed src="x"/><object data="x"/><video src="x"/>`, ''],
    [
      `<use href="https://evil.example/a.svg#x"/><use xlink:href="//evil.example/a.svg#x"/><use href="a.svg#x"/>`,
      '<use></use><use></use><use></use>',
    ],
    [`<use href="data:image/svg+xml;base64,PHN2Zy8+#x"/>`, '<use></use>'],
    [`<image href="https://evil.example/a.png"/><image href="file:///etc/passwd"/>`, '<image></image><image></image>'],
    [`<image href="data:image/svg+xml,%3Csvg onload='${script}'/%3E"/>`, '<image></image>'],
    [`<feImage href="https://evil.example/a.png"/>`, ''],
    [`<set attributeName="href" to="javascript:${script}"/><animate attributeName="onload" values="${script}"/>`, ''],
    [`<path fill="url(https://evil.example/x#y)" stroke="URL('//evil.example/#y')"/>`, '<path></path>'],
    [
      `<path style="background:url(https://evil.example/)"/><path style="fill:u\\72l(x)"/>`,
      '<path></path><path></path>',
    ],
    [
      `<path style="fill:red;/**/"/><path style="x:expression(${script})"/><path style="-moz-binding:none"/>`,
      '<path></path><path></path><path></path>',
    ],
    ['<style>@import "https://evil.example/x.css";</style>', ''],
    ['<style>@font-face{font-family:a;src:local(b)}</style>', ''],
    ['<style>path{fill:url(https://evil.example/)}</style>', ''],
    ['<style>path{fill:\\75 rl(//evil.example)}</style>', ''],
    ['<pattern id="p"/><style>path{fill:url(#p)}</style>', '<pattern id="p"></pattern>'],
    [`<style>&lt;/style>&lt;script>${script}&lt;/script></style>`, ''],
    [`<style><![CDATA[</style><script>${script}</script>]]></style>`, ''],
    [`<title>&lt;script>${script}&lt;/script></title>`, `<title>&lt;script&gt;${script}&lt;/script&gt;</title>`],
    [`<desc><![CDATA[<script>${script}</script>]]></desc>`, `<desc>&lt;script&gt;${script}&lt;/script&gt;</desc>`],
    [
      `<g xml:base="https://evil.example/" id="a" xmlns="http://www.w3.org/1999/xhtml"><script>x</script></g>`,
      '<g id="a"></g>',
    ],
    [`<x:script xmlns:x="http://www.w3.org/2000/svg">${script}</x:script>`, script],
    ['<?xml-stylesheet href="https://evil.example/x.css"?><path/>', '<path></path>'],
  ])('%s', (inside, left) => {
    expect(clean(inside)).toEqual(kept(left));
  });
});

describe('What cannot be read, or is more than a picture, is refused', () => {
  const refused = (text: string | Buffer): unknown => cleanSvg(Buffer.from(text as string));
  const laughs = (levels: number, times: number): string =>
    Array.from({ length: levels }, (_, at) =>
      at === 0
        ? '<g id="l0"><path/></g>'
        : `<g id="l${String(at)}">${`<use href="#l${String(at - 1)}"/>`.repeat(times)}</g>`,
    ).join('');

  test.each([
    ['no SVG', '<html/>'],
    ['another language of the same name', '<svg xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['a program in a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'],
    ['half of one', `<svg ${ns}><path`],
    ['tags that cross', `<svg ${ns}><g><path></g></path></svg>`],
    ['attributes without quotation marks', `<svg ${ns} onload=alert(1)/>`],
    ['two pictures', `<svg ${ns}/><svg ${ns}/>`],
    ['no text', Buffer.from([0x3c, 0x73, 0x76, 0x67, 0xff, 0xfe])],
    ['UTF-16', Buffer.from(`<svg ${ns}/>`, 'utf16le')],
    ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]><svg ${ns}><text>&a;</text></svg>`],
    [
      'an entity from elsewhere',
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg ${ns}><text>&a;</text></svg>`,
    ],
    [
      'a billion laughs',
      `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><svg ${ns}>&c;</svg>`,
    ],
    ['an entity that nobody knows', `<svg ${ns}>&nbsp;</svg>`],
    ['a picture that holds itself', `<svg ${ns}><g id="a"><use href="#a"/></g></svg>`],
    ['a pattern of itself', `<svg ${ns}><pattern id="a"><path fill="url(#a)"/></pattern></svg>`],
  ])('as damaged: %s', (_, text) => {
    expect(refused(text)).toEqual({ problem: 'DAMAGED' });
  });

  test.each([
    ['bytes', `<svg ${ns}><!--${' '.repeat(svgLimits.bytes)}--></svg>`],
    ['elements', `<svg ${ns}>${'<g/>'.repeat(svgLimits.nodes)}</svg>`],
    ['levels', `<svg ${ns}>${'<g>'.repeat(svgLimits.depth)}${'</g>'.repeat(svgLimits.depth)}</svg>`],
    ['laughs of pictures', `<svg ${ns}>${laughs(10, 10)}</svg>`],
    ['steps', `<svg ${ns}>${laughs(1_200, 1)}</svg>`],
  ])('as too complex: %s', (_, text) => {
    expect(refused(text)).toEqual({ problem: 'TOO_COMPLEX' });
  });

  test('and what is just within the bounds is not', () => {
    expect(refused(`<svg ${ns}>${'<g/>'.repeat(svgLimits.nodes - 10)}</svg>`)).toMatchObject({ width: 300 });
    expect(refused(`<svg ${ns}>${laughs(5, 10)}</svg>`)).toMatchObject({ width: 300 });
  });
});
