// Renders the documents of the service itself, which are trusted as its code is: headings that can be linked to as on GitHub,
// and links as the caller leads them. Uses markdown-it.
import MarkdownIt from 'markdown-it';
import { nameHeadings } from './headingIds.ts';

/** Where a link of a document leads: null where the reader cannot follow it. */
export type LeadTo = (href: string) => string | null;

/**
 * A document as HTML. Comments are left out, a link that leads nowhere is plain words, and what is too wide for a screen can
 * be scrolled by keyboard.
 */
export function renderGuide(text: string, leadTo: LeadTo): string {
  return nameHeadings(markdown.render(text, { leadTo }));
}

const markdown = createMarkdown();

function createMarkdown(): MarkdownIt {
  const instance = new MarkdownIt({ html: true });
  // Comments say to maintainers which file keeps a sentence; the documents hold no other HTML.
  instance.renderer.rules.html_inline = () => '';
  instance.renderer.rules.html_block = () => '';
  // Wide content scrolls by itself, with the keyboard too.
  const fence = instance.renderer.rules.fence;
  instance.renderer.rules.fence = (...parts) => (fence?.(...parts) ?? '').replace('<pre>', '<pre tabindex="0">');
  instance.renderer.rules['table_open'] = () => '<div class="wide" tabindex="0"><table>';
  instance.renderer.rules['table_close'] = () => '</table></div>';
  instance.core.ruler.push('links', leadLinks);
  return instance;
}

type CoreState = Parameters<Parameters<MarkdownIt['core']['ruler']['push']>[1]>[0];

function leadLinks({ tokens, env }: CoreState): void {
  // As renderGuide gave it.
  const { leadTo } = env as { readonly leadTo: LeadTo };
  for (const { children } of tokens) {
    let isFile = false;
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        const href = leadTo(token.attrGet('href') ?? '');
        isFile = href === null;
        if (href !== null) token.attrSet('href', href);
      }
      if (isFile && (token.type === 'link_open' || token.type === 'link_close')) {
        token.type = 'text';
        token.tag = '';
      }
    }
  }
}
