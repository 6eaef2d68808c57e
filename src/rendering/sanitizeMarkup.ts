// The allowlist of HTML that untrusted text may contain. Depends on sanitize-html only.
import sanitizeHtml, { type IOptions } from 'sanitize-html';

const options: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'blockquote', 'pre', 'hr', 'br'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'details', 'summary', 'figure', 'figcaption'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...['a', 'img', 'input', 'em', 'strong', 'b', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup'],
    ...['code', 'kbd', 'samp', 'var', 'abbr', 'cite', 'dfn', 'q', 'ruby', 'rt', 'rp'],
  ],
  // No id and no name: both make global variables in the page that shows the text. No style, no event, no data.
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    input: ['type', 'checked', 'disabled'],
    ol: ['start'],
    th: ['align', 'colspan', 'rowspan'],
    td: ['align', 'colspan', 'rowspan'],
    details: ['open'],
    abbr: ['title'],
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
export function sanitizeMarkup(html: string): string {
  return sanitizeHtml(html, options);
}

function boxOf(attributes: Record<string, string>): Record<string, string> {
  if (attributes['type']?.toLowerCase() !== 'checkbox') return {};
  return { type: 'checkbox', disabled: '', ...('checked' in attributes && { checked: '' }) };
}
