// HTML as editors of other systems leave it, as Markdown. What Markdown cannot say is told.
import TurndownService from 'turndown';

/** What is done with addresses, and what is told of what has no place. */
export interface HtmlParts {
  readonly rewrite: (address: string, isImage: boolean) => string;
  readonly remark: (what: string) => void;
}

const lost: ReadonlySet<string> = new Set('iframe video audio object embed form script style canvas'.split(' '));

/** The Markdown of the HTML. */
export function htmlToMarkdown(html: string, { rewrite, remark }: HtmlParts): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  service.addRule('links', {
    filter: (node) => tagOf(node).nodeName === 'A' && tagOf(node).getAttribute('href') !== null,
    replacement: (content, node) => {
      const address = rewrite(attribute(node, 'href'), false);
      return content.trim() === '' ? '' : `[${content}](${written(address)})`;
    },
  });
  service.addRule('pictures', {
    filter: 'img',
    replacement: (_, node) => {
      const address = attribute(node, 'src');
      if (address === '') return '';
      return `![${attribute(node, 'alt')
        .replace(/([[\]\\])/g, '\\$1')
        .replace(/\s+/g, ' ')}](${written(rewrite(address, true))})`;
    },
  });
  service.addRule('lost', {
    filter: (node) => lost.has(tagOf(node).nodeName.toLowerCase()),
    replacement: (_, node) => {
      const name = tagOf(node).nodeName.toLowerCase();
      if (name === 'script' || name === 'style') return '';
      remark(`A <${name}> became a link`);
      const address = attribute(node, 'src') || attribute(node, 'data');
      return address === '' ? '' : `\n\n[${address}](${written(address)})\n\n`;
    },
  });
  service.addRule('struck', { filter: ['del', 's'], replacement: (content) => `~~${content}~~` });
  service.addRule('code', {
    filter: (node) => tagOf(node).nodeName === 'PRE' && tagOf(node).firstChild?.nodeName !== 'CODE',
    replacement: (_, node) => `\n\n\`\`\`\n${(tagOf(node).textContent ?? '').replace(/\n$/, '')}\n\`\`\`\n\n`,
  });
  addTables(service);
  return service.turndown(html).trim();
}

/** What rules are given of an element: the types of the library stand on those of browsers. */
interface Tag {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly firstChild: Tag | null;
  readonly previousSibling: Tag | null;
  readonly parentNode: Tag | null;
  readonly childNodes: Iterable<Tag>;
  readonly getAttribute: (name: string) => string | null;
}

// Rules are given elements alone.
const tagOf = (node: unknown): Tag => node as Tag;

const attribute = (node: unknown, name: string): string => tagOf(node).getAttribute(name) ?? '';

const written = (address: string): string => (/[\s()]/.test(address) ? `<${address}>` : address);

// Tables of GitHub's Markdown; cells hold one line.
function addTables(service: TurndownService): void {
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) =>
      ` ${content
        .trim()
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ')
        .replaceAll('|', '\\|')} |`,
  });
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const row = tagOf(node);
      const { parentNode: rows } = row;
      const isFirst = row.previousSibling === null && (rows?.nodeName !== 'TBODY' || rows.previousSibling === null);
      const cells = [...row.childNodes].filter(({ nodeName }) => nodeName === 'TD' || nodeName === 'TH').length;
      return `\n|${content}${isFirst ? `\n|${' --- |'.repeat(cells)}` : ''}`;
    },
  });
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('table', {
    filter: 'table',
    replacement: (content) => `\n\n${content.trim().replace(/\n{2,}/g, '\n')}\n\n`,
  });
}
