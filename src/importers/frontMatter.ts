// Markdown files with front matter: what stands between two lines of three hyphens is YAML, the rest is the text.
import { parse } from 'yaml';

/** The members of the front matter, and the text behind it. */
export interface MarkdownFile {
  readonly members: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Why the front matter could not be read; null when it could. */
  readonly problem: string | null;
}

/** Parts a file. Front matter that cannot be read is none, and `problem` says why. */
export function readMarkdown(text: string): MarkdownFile {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  if (/^\+\+\+\n/.test(plain)) return { members: {}, body: plain, problem: 'Front matter in TOML' };
  if (!plain.startsWith('---\n')) return { members: {}, body: plain, problem: null };
  const end = plain.indexOf('\n---', 3);
  const after = end < 0 ? -1 : plain.indexOf('\n', end + 1);
  if (end < 0) return { members: {}, body: plain, problem: 'Front matter without an end' };
  const body = after < 0 ? '' : plain.slice(after + 1);
  try {
    // Aliases are bounded, so that a few lines do not become millions of values.
    const members: unknown = parse(plain.slice(4, end + 1), { maxAliasCount: 100, schema: 'core', logLevel: 'error' });
    if (members === null) return { members: {}, body, problem: null };
    if (typeof members !== 'object' || Array.isArray(members))
      return { members: {}, body, problem: 'Front matter that is no list of members' };
    return { members: members as Record<string, unknown>, body, problem: null };
  } catch {
    return { members: {}, body, problem: 'Front matter that is not valid YAML' };
  }
}
