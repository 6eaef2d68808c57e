// Rich text of Contentful, a tree of nodes, as Markdown.

/** A node of rich text. */
export interface RichNode {
  readonly nodeType: string;
  readonly value?: string;
  readonly marks?: readonly { readonly type: string }[];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly content?: readonly RichNode[];
}

/** What links and what is embedded lead to. */
export interface RichParts {
  /** The Markdown of an entry or asset: a link with this text, or what is shown in place of it. */
  readonly link: (target: { readonly type: string; readonly id: string }, text: string | null) => string;
  readonly remark: (what: string) => void;
}

const deepest = 50;

/** The Markdown of the document. */
export function richTextToMarkdown(document: RichNode, parts: RichParts): string {
  return blocks(document.content ?? [], parts, 0)
    .join('\n\n')
    .trim();
}

function blocks(nodes: readonly RichNode[], parts: RichParts, depth: number): string[] {
  if (depth > deepest) {
    parts.remark('Rich text that is nested too deeply');
    return [];
  }
  return nodes.map((node) => block(node, parts, depth)).filter((text) => text !== '');
}

function block(node: RichNode, parts: RichParts, depth: number): string {
  const { nodeType, content = [] } = node;
  const [, level] = /^heading-([1-6])$/.exec(nodeType) ?? [];
  if (level !== undefined) return `${'#'.repeat(Number(level))} ${inline(content, parts)}`;
  switch (nodeType) {
    case 'paragraph':
      return inline(content, parts);
    case 'hr':
      return '---';
    case 'blockquote':
      return indented(blocks(content, parts, depth + 1).join('\n\n'), '> ', '> ');
    case 'unordered-list':
    case 'ordered-list':
      return content
        .map((item, at) => {
          const mark = nodeType === 'ordered-list' ? `${String(at + 1)}. ` : '- ';
          return indented(blocks(item.content ?? [], parts, depth + 1).join('\n\n'), mark, ' '.repeat(mark.length));
        })
        .join('\n');
    case 'table':
      return table(content, parts);
    case 'embedded-asset-block':
    case 'embedded-entry-block':
    case 'embedded-resource-block':
      return parts.link(targetOf(node), null);
    default:
      if (content.length > 0) return inline(content, parts);
      parts.remark(`Rich text of the kind ${nodeType}`);
      return '';
  }
}

function inline(nodes: readonly RichNode[], parts: RichParts): string {
  return nodes.map((node) => piece(node, parts)).join('');
}

function piece(node: RichNode, parts: RichParts): string {
  const { nodeType, content = [], data = {} } = node;
  if (nodeType === 'text') return marked(node);
  if (nodeType === 'hyperlink') return `[${inline(content, parts)}](${address(String(data['uri'] ?? ''))})`;
  if (nodeType.endsWith('-hyperlink')) return parts.link(targetOf(node), inline(content, parts));
  if (nodeType.startsWith('embedded-')) return parts.link(targetOf(node), null);
  return inline(content, parts);
}

const address = (text: string): string => (/[\s()]/.test(text) ? `<${text}>` : text);

const marks: Readonly<Record<string, string>> = { bold: '**', italic: '*', strikethrough: '~~' };

// Space beside a mark stands outside of it: Markdown knows no other way.
function marked({ value = '', marks: given = [] }: RichNode): string {
  const text = value.trim();
  if (text === '') return value;
  const begin = value.length - value.trimStart().length;
  const [before, after] = [value.slice(0, begin), value.slice(begin + text.length)];
  if (given.some(({ type }) => type === 'code')) return `${before}\`${text}\`${after}`;
  const plain = text.replace(/([\\`*_[\]<>])/g, '\\$1').replace(/\n/g, '\\\n');
  const around = given.map(({ type }) => marks[type] ?? '').join('');
  return `${before}${around}${plain}${[...around].reverse().join('')}${after}`;
}

function table(rows: readonly RichNode[], parts: RichParts): string {
  const lines = rows.map(
    ({ content = [] }) =>
      `| ${content
        .map((cell) =>
          blocks(cell.content ?? [], parts, 1)
            .join(' ')
            .split('\n')
            .map((line) => line.trim())
            .join(' ')
            .replaceAll('|', '\\|'),
        )
        .join(' | ')} |`,
  );
  const columns = rows[0]?.content?.length ?? 0;
  return [lines[0] ?? '', `|${' --- |'.repeat(columns)}`, ...lines.slice(1)].join('\n');
}

const indented = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, at) => (at === 0 ? first + line : `${others}${line}`.trimEnd()))
    .join('\n');

function targetOf({ data }: RichNode): { readonly type: string; readonly id: string } {
  // What Contentful writes there.
  const sys = (data?.['target'] as { readonly sys?: { readonly linkType?: string; readonly id?: string } } | undefined)
    ?.sys;
  return { type: sys?.linkType ?? 'Entry', id: sys?.id ?? '' };
}
