// Gives headings the ids that GitHub gives them, so that `#anchors` lead to them. Works on finished HTML, after the
// sanitizer: what authors write as an id never gets through. Uses github-slugger.
import GithubSlugger, { slug } from 'github-slugger';
import { escapeHtml } from '../domain/escapeHtml.ts';

/**
 * The HTML with an id on each heading, made of its words and unique among the headings of the text. A heading of
 * signs only gets none. Expects headings without attributes, in well-formed HTML whose text is escaped.
 */
export function nameHeadings(html: string): string {
  if (!html.includes('<h')) return html;
  const slugger = new GithubSlugger();
  return html.replaceAll(/<(h[1-6])>(.*?)<\/\1>/gs, (heading, tag: string, content: string) => {
    const words = wordsOf(content);
    if (slug(words) === '') return heading;
    return `<${tag} id="${escapeHtml(slugger.slug(words))}">${content}</${tag}>`;
  });
}

const characters: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The words of HTML whose text is escaped. */
export function wordsOf(html: string): string {
  const text = html.replaceAll(/<[^<>]*>/g, '');
  return text.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => characters[entity] ?? entity).trim();
}
