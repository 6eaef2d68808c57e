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
  instance.core.ruler.push('cell-labels', labelCells);
  return instance;
}

type CoreState = Parameters<Parameters<MarkdownIt['core']['ruler']['push']>[1]>[0];

// Each cell names its column: on a phone the rows of a table stand one below the other, without its head.
function labelCells({ tokens }: CoreState): void {
  let names: string[] = [];
  let column = 0;
  tokens.forEach((token, index) => {
    if (token.type === 'thead_open') names = [];
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'th_open')
      names.push((tokens[index + 1]?.children ?? []).map(({ content }) => content).join(''));
    if (token.type === 'td_open') token.attrSet('data-label', names[column++] ?? '');
  });
}

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
