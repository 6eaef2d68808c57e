// The text of a WordPress post: paragraphs that WordPress makes when it shows a post, shortcodes, and comments as plain text.
import type { Remark } from './source.ts';

const block = /^\s*<(?:p|h[1-6]|ul|ol|li|pre|blockquote|table|div|figure|hr|section|!--)/i;

/** The post as HTML: a text without blocks gets its paragraphs, as WordPress does it. */
export function withParagraphs(text: string): string {
  if (/<!-- wp:|<p[\s>]/i.test(text)) return text;
  const kept: string[] = [];
  const marked = text.replace(
    /<(pre|table|script|style)\b[\s\S]*?<\/\1>/gi,
    (whole) => `\n\n\u0001${String(kept.push(whole) - 1)}\u0001\n\n`,
  );
  const html = marked
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) =>
      block.test(part) || part.includes('\u0001') ? part : `<p>${part.trim().replaceAll('\n', '<br>\n')}</p>`,
    )
    .join('\n');
  // eslint-disable-next-line no-control-regex -- XML holds no such character
  return html.replace(/\u0001(\d+)\u0001/g, (_, at: string) => kept[Number(at)] ?? '');
}

/** What shortcodes are made of. */
export interface Shortcodes {
  /** The HTML of the picture with this id of the export; null when it is not there. */
  readonly picture: (id: string) => string | null;
  readonly remark: Remark;
  readonly from: string;
}

/** Galleries and captions become pictures; other shortcodes stay as they are and are told. */
export function withoutShortcodes(html: string, { picture, remark, from }: Shortcodes): string {
  return html
    .replace(/\[caption[^\]]*\]([\s\S]*?)\[\/caption\]/g, (_, inner: string) => {
      const [, image = inner, text = ''] = /^([\s\S]*<img[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/.exec(inner) ?? [];
      return `<p>${image}</p><p><em>${text.trim()}</em></p>`;
    })
    .replace(/\[gallery\b([^\]]*)\]/g, (whole, rest: string) => {
      const ids = /\bids=["']?([\d,\s]+)/.exec(rest)?.[1]?.split(',') ?? [];
      const found = ids.map((id) => picture(id.trim())).filter((one) => one !== null);
      if (found.length > 0) return `<p>${found.join(' ')}</p>`;
      remark('A gallery without its pictures', from);
      return whole;
    })
    .replace(/\[([a-z][a-z0-9_-]*)\b(?:[^\][]|\[[^\][]*\])*\]/gi, (whole, name: string, at: number, text: string) => {
      // A link of Markdown, a footnote and the like are no shortcodes: those have a closing one or attributes.
      const isShortcode =
        whole.includes('=') || text.includes(`[/${name}]`) || /^(?:audio|video|embed|playlist|gallery)$/.test(name);
      if (isShortcode && text[at - 1] !== '[') remark(`The shortcode [${name}] stays in the text`, from);
      return whole;
    });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** A comment as plain text. */
export function plainText(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/p>/gi, '\n')
    .replace(/<a\b[^>]*?href=["']([^"']*)["'][^>]*>([\s\S]*?)<\/a>/gi, (_, address: string, text: string) =>
      text.includes(address) ? text : `${text} (${address})`,
    )
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Longest post of a thread, in characters. */
const longestPost = 1_024;

/** A text in parts that are no longer than a post may be, parted between words. */
export function postParts(text: string): string[] {
  const parts: string[] = [];
  let left = text.trim();
  while ([...left].length > longestPost) {
    const part = [...left].slice(0, longestPost).join('');
    const at = Math.max(part.lastIndexOf('\n'), part.lastIndexOf(' '));
    const end = at > longestPost / 2 ? at : part.length;
    parts.push(left.slice(0, end).trim());
    left = left.slice(end).trim();
  }
  return left === '' ? parts : [...parts, left];
}
