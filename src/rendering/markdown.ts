// Renders Markdown items to safe HTML: GitHub Flavored Markdown, then a strict allowlist. Uses markdown-it, the
// sanitizer and the deadline.
import MarkdownIt from 'markdown-it';
import { createDeadline } from './deadline.ts';
import { escapeHtml } from './outputText.ts';
import { sanitizeMarkup } from './sanitizeMarkup.ts';

/** Milliseconds a text may take. Texts of 65,535 characters that are not made to hurt take a fiftieth of it. */
const timeLimit = 1_000;

/** Up to this length nothing can take long, and the text is spared the cost of a deadline (half a millisecond). */
const harmlessLength = 1000;

const markdown = createMarkdown();

/**
 * Sanitized HTML of a GitHub flavoured markdown text (tables, strikethrough, task lists, bare addresses as links). HTML
 * in the text is kept as far as the allowlist goes. Never throws: a text that cannot be rendered in a second is given as
 * it is, escaped, in a `<pre>`.
 */
export function renderMarkdown(source: string): string {
  const render = (): string => sanitizeMarkup(markdown.render(source));
  try {
    return source.length <= harmlessLength ? render() : createDeadline().within(timeLimit, render);
  } catch {
    // Whatever stopped it, the escaped text is both safe and all of what the author wrote.
    return `<pre>${escapeHtml(source)}</pre>\n`;
  }
}

function createMarkdown(): MarkdownIt {
  // maxNesting is what keeps runs of 65,535 brackets or quote marks linear. Deeper than 40 is no text. The types of the
  // library do not know it, so it may not stand in the call.
  const options = { html: true, linkify: true, maxNesting: 40 };
  const instance = new MarkdownIt(options);
  // Bare links as GitHub takes them: a scheme, `www.` or an e-mail address, but not every word with a dot in it.
  instance.linkify.set({ fuzzyLink: false, fuzzyEmail: true }).add('ftp:', null).add('//', null);
  instance.linkify.add('www.', {
    validate: (text, position) =>
      /^[^\s<>]*[^\s<>.,:;!?'")\]*_~]/.exec(text.slice(position, position + 2048))?.[0].length ?? 0,
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  instance.renderer.rules['s_open'] = () => '<del>';
  instance.renderer.rules['s_close'] = () => '</del>';
  instance.core.ruler.push('cell-alignment', alignCells);
  instance.core.ruler.push('task-lists', markTasks);
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
