// The sections of a rendered document as plain words, for a search in the browser.
import { wordsOf } from './headingIds.ts';

/** What stands below one heading of a document. */
export interface GuideSection {
  /** The id of the heading; empty for what has none. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** The sections of a document that `renderGuide` made, in their order. */
export function sectionsOf(html: string): GuideSection[] {
  const [before = '', ...rest] = html.split(/<h([1-6])(?: id="([^"]*)")?>(.*?)<\/h\1>/s);
  const sections: GuideSection[] = before.trim() === '' ? [] : [{ id: '', heading: '', text: plain(before) }];
  // The level of the heading, its id, its words, and what follows it.
  for (let at = 0; at < rest.length; at += 4) {
    const [, id = '', heading = '', text = ''] = rest.slice(at, at + 4);
    sections.push({ id, heading: wordsOf(heading), text: plain(text) });
  }
  return sections;
}

const blocks = /<\/?(?:p|li|ul|ol|pre|tr|td|th|thead|tbody|table|div|br|hr|blockquote)\b[^<>]*>/g;

function plain(html: string): string {
  return wordsOf(html.replaceAll(blocks, ' ')).replaceAll(/\s+/g, ' ').trim();
}
