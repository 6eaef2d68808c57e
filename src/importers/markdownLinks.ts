// Links and pictures in Markdown: each address is given to a function, whose answer takes its place. Code is left alone.

/** Answers the address to write in place of one; `isImage` for pictures, whose `label` says what they show. */
export type Rewrite = (address: string, isImage: boolean, label: string) => string;

// Inline links with an optional title, and definitions of references.
const inline =
  /(!?)\[((?:[^[\]\\]|\\.|\[(?:[^[\]\\]|\\.)*\])*)\]\(\s*(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()]*)*)(\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g;
const definition = /^( {0,3}\[[^\]\n]+\]:\s*)(<[^<>\n]*>|\S+)/gm;
const tag = /(<(?:img|a)\b[^>]*?\s(src|href)=)(["'])([^"']*)\3/gi;

/** The text with the addresses of its links and pictures replaced. */
export function rewriteMarkdown(text: string, rewrite: Rewrite): string {
  return outsideCode(text, (prose) =>
    prose
      .replace(inline, (...[, mark = '', label = '', address = '', title = '']: string[]) => {
        const inner = /!\[/.test(label) ? rewriteMarkdown(label, rewrite) : label;
        return `${mark}[${inner}](${written(rewrite(bare(address), mark !== '', label))}${title})`;
      })
      .replace(definition, (_, before: string, address: string) => before + written(rewrite(bare(address), false, '')))
      .replace(tag, (...[, before = '', name = '', quote = '', address = '']: string[]) => {
        const to = rewrite(address, name.toLowerCase() === 'src', '');
        return before + quote + to + quote;
      }),
  );
}

const bare = (address: string): string => address.replace(/^<|>$/g, '');

const written = (address: string): string => (/[\s()]/.test(address) ? `<${address}>` : address);

// Fenced blocks and code within a line stay as they are.
function outsideCode(text: string, change: (prose: string) => string): string {
  const parts: string[] = [];
  let prose: string[] = [];
  let fence: string | null = null;
  let code: string[] = [];
  const flush = (): void => {
    if (prose.length > 0) parts.push(withoutSpans(prose.join('\n'), change));
    prose = [];
  };
  for (const line of text.split('\n')) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== null) {
      code.push(line);
      if (mark?.startsWith(fence) === true && /^[\s`~]*$/.test(line)) {
        parts.push(code.join('\n'));
        [code, fence] = [[], null];
      }
    } else if (mark !== undefined) {
      flush();
      fence = mark;
      code = [line];
    } else prose.push(line);
  }
  flush();
  if (code.length > 0) parts.push(code.join('\n'));
  return parts.join('\n');
}

function withoutSpans(prose: string, change: (text: string) => string): string {
  const spans: string[] = [];
  const marked = prose
    .split('\n')
    .map((line) => withMarks(line, spans))
    .join('\n');
  // eslint-disable-next-line no-control-regex -- no Markdown holds NUL: the service refuses it
  return change(marked).replace(/\u0000(\d+)\u0000/g, (_, at: string) => spans[Number(at)] ?? '');
}

// Code begins and ends with runs of as many backticks; a run without another one is text.
function withMarks(line: string, spans: string[]): string {
  const runs = [...line.matchAll(/`+/g)];
  let [text, from] = ['', 0];
  for (let at = 0; at < runs.length; at += 1) {
    const begin = runs[at];
    const end = begin && runs.slice(at + 1, at + 50).find(([ticks]) => ticks.length === begin[0].length);
    if (!end) continue;
    const until = end.index + end[0].length;
    text += `${line.slice(from, begin.index)}\u0000${String(spans.push(line.slice(begin.index, until)) - 1)}\u0000`;
    from = until;
    at = runs.indexOf(end);
  }
  return text + line.slice(from);
}
