// Renders Markdown items to safe HTML: GitHub Flavored Markdown, then a strict allowlist. Uses markdown-it and the
// sanitizer. No clock: the same text looks the same on an idle and on a busy machine.
import MarkdownIt from 'markdown-it';
import { linkBareAddresses } from './bareLinks.ts';
import { nameHeadings } from './headingIds.ts';
import { escapeHtml } from '../domain/escapeHtml.ts';
import sanitizeHtml, { type IOptions } from 'sanitize-html';

/**
 * Characters of the longest text that is rendered, four times the longest Markdown item. The parser takes time that grows with
 * the length alone, also for texts that are made to hurt; renderPool.ts ends a job that takes too long all the same.
 */
const mostCharacters = 262_144;

const markdown = createMarkdown();

/**
 * Sanitized HTML of a GitHub flavoured markdown text (tables, strikethrough, task lists, bare addresses as links), with
 * ids on headings and the words after the language of a fence in `data-meta`. HTML in the text is kept as far as the
 * allowlist goes. Never throws: a text of more than 262,144 characters, or one that cannot be rendered, is given as it is,
 * escaped, in a `<pre>`.
 */
export function renderMarkdown(source: string): string {
  try {
    if (source.length <= mostCharacters) return nameHeadings(sanitizeMarkup(markdown.render(source)));
  } catch {
    // Whatever stopped it, the escaped text is both safe and all of what the author wrote.
  }
  return `<pre>${escapeHtml(source)}</pre>\n`;
}

function createMarkdown(): MarkdownIt {
  // maxNesting is what keeps runs of 65,535 brackets or quote marks linear. Deeper than 40 is no text. The types of the
  // library do not know it, so it may not stand in the call.
  const options = { html: true, linkify: true, maxNesting: 40 };
  const instance = new MarkdownIt(options);
  linkBareAddresses(instance);
  instance.renderer.rules['s_open'] = () => '<del>';
  instance.renderer.rules['s_close'] = () => '</del>';
  instance.core.ruler.push('cell-alignment', alignCells);
  instance.core.ruler.push('task-lists', markTasks);
  instance.core.ruler.push('fence-words', keepFenceWords);
  return instance;
}

type CoreState = Parameters<Parameters<MarkdownIt['core']['ruler']['push']>[1]>[0];

/** markdown-it aligns cells by `style`, which the allowlist refuses; GitHub uses `align`. */
function alignCells(state: CoreState): void {
  for (const token of state.tokens) {
    const side = /^text-align:(left|center|right)$/.exec(token.attrGet('style') ?? '')?.[1];
    if (side) token.attrs = [['align', side]];
  }
}

/** `- [ ] a` and `- [x] a` begin with a box that can be looked at. */
function markTasks(state: CoreState): void {
  state.tokens.forEach((token, index) => {
    const isItemText = token.type === 'inline' && state.tokens[index - 2]?.type === 'list_item_open';
    const text = token.children?.[0];
    if (!isItemText || text?.type !== 'text') return;
    const mark = /^\[([ xX])\](?=[ \t])/.exec(text.content)?.[1];
    if (mark === undefined) return;
    text.content = text.content.slice(3);
    const box = new state.Token('html_inline', '', 0);
    box.content = `<input type="checkbox" disabled${mark === ' ' ? '' : ' checked'}>`;
    token.children?.unshift(box);
  });
}

/** ` ```js title="a.js" {1-3} `: what follows the language is kept as cmark-gfm keeps it, for whoever shows the code. */
function keepFenceWords(state: CoreState): void {
  for (const token of state.tokens) {
    const [, language, meta] = /^(\S+)\s+(\S.*)$/s.exec(state.md.utils.unescapeAll(token.info).trim()) ?? [];
    if (token.type !== 'fence' || language === undefined || meta === undefined) continue;
    token.attrs = [
      ['class', `language-${language}`],
      ['data-meta', meta],
    ];
    token.info = '';
  }
}

// The allowlist of HTML that untrusted text may contain. Depends on sanitize-html only.
const options: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'blockquote', 'pre', 'hr', 'br'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'details', 'summary', 'figure', 'figcaption'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...['a', 'img', 'input', 'em', 'strong', 'b', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup'],
    ...['code', 'kbd', 'samp', 'var', 'abbr', 'cite', 'dfn', 'q', 'ruby', 'rt', 'rp'],
  ],
  // No id and no name: both make global variables in the page that shows the text, and an author could take any name.
  // Headings get theirs afterwards. No style, no event, no data but what a fence says.
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    input: ['type', 'checked', 'disabled'],
    ol: ['start'],
    th: ['align', 'colspan', 'rowspan'],
    td: ['align', 'colspan', 'rowspan'],
    details: ['open'],
    abbr: ['title'],
    code: ['data-meta'],
    dfn: ['title'],
  },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  parseStyleAttributes: false,
  nestingLimit: 100,
  transformTags: {
    input: (tagName, attributes) => ({ tagName, attribs: boxOf(attributes) }),
  },
  exclusiveFilter: (frame) => frame.tag === 'input' && frame.attribs['type'] !== 'checkbox',
};

/**
 * The HTML with everything left out that is not on the list: tags are dropped and their text kept (of script, style,
 * textarea and option the text goes too), attributes are dropped, links lead only to http, https, mailto, tel or a
 * relative address. The only form field allowed is a disabled checkbox.
 */
function sanitizeMarkup(html: string): string {
  return sanitizeHtml(html, options);
}

/** Characters of the longest HTML that is sanitized: what a template may give. The sanitizer takes time that grows with the length alone. */
const mostMarkup = 1_048_576;

/** The same of HTML that something else made; as text, escaped, where it has more than 1,048,576 characters. */
export function safeHtml(html: string): string {
  try {
    if (html.length <= mostMarkup) return sanitizeMarkup(html);
  } catch {
    // As below.
  }
  return `<pre>${escapeHtml(html)}</pre>`;
}

function boxOf(attributes: Record<string, string>): Record<string, string> {
  if (attributes['type']?.toLowerCase() !== 'checkbox') return {};
  return { type: 'checkbox', disabled: '', ...('checked' in attributes && { checked: '' }) };
}
