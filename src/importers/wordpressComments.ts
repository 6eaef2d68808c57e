// Comments of a WordPress post as a thread: approved ones, each under the name of who wrote it. Addresses of commenters are left out.
import { dateOf } from './wordpressPost.ts';
import type { SourceLine, SourceOptions } from './source.ts';
import { plainText, postParts } from './wordpressText.ts';
import { allOf, textOf, type Element } from './wxr.ts';

/** The lines of the thread of a post: the thread, who speaks in it for the first time, and the posts; none without approved comments. */
export function commentLines(
  element: Element,
  { key, speakers, options }: { readonly key: string; readonly speakers: Set<string>; readonly options: SourceOptions },
): SourceLine[] {
  const { remark, hasComments } = options;
  const title = textOf(element, 'title');
  const all = allOf(element, 'wp:comment').filter((comment) => {
    const id = `${title}: comment ${textOf(comment, 'wp:comment_id')}`;
    const type = textOf(comment, 'wp:comment_type');
    const isComment = type === '' || type === 'comment';
    const isApproved = textOf(comment, 'wp:comment_approved') === '1';
    if (!isComment) remark(`A ${type} was left out`, id);
    else if (!isApproved) remark('A comment that is not approved was left out', id);
    else if (!hasComments) remark('A comment was left out; --comments takes them', id);
    return isComment && isApproved && hasComments;
  });
  if (all.length === 0) return [];
  const thread = {
    kind: 'MessageThread',
    key: `${key}:comments`,
    group: { key: 'wordpress:comments' },
    name: `Comments: ${title}`.slice(0, 1024),
    purpose: 'ENTITY_DISCUSSION',
    entities: [{ key }],
    ...made(dateOf(all[0] ?? element, 'wp:comment_date')),
  };
  const ids = new Set(all.map((comment) => textOf(comment, 'wp:comment_id')));
  return [
    { from: title, line: thread },
    ...all.flatMap((comment) => linesOf(comment, { key, ids, speakers, title, remark })),
  ];
}

interface Thread extends Pick<SourceOptions, 'remark'> {
  readonly key: string;
  readonly ids: ReadonlySet<string>;
  /** Who has spoken before. */
  readonly speakers: Set<string>;
  readonly title: string;
}

function linesOf(comment: Element, { key, ids, speakers, title, remark }: Thread): SourceLine[] {
  const id = textOf(comment, 'wp:comment_id');
  const from = `${title}: comment ${id}`;
  const name = textOf(comment, 'wp:comment_author') || 'Anonymous';
  const speaker = `wordpress:commenter:${name}`.slice(0, 255);
  const parts = postParts(plainText(textOf(comment, 'wp:comment_content')));
  if (parts.length === 0) remark('An empty comment was left out', from);
  if (parts.length > 1) remark('A long comment became several posts', from);
  const parent = textOf(comment, 'wp:comment_parent');
  const post = (content: string, at: number): SourceLine => ({
    from,
    line: {
      kind: 'ThreadPost',
      key: `wordpress:comment:${id}${at === 0 ? '' : `:${String(at + 1)}`}`,
      messageThread: { key: `${key}:comments` },
      authorIdentity: { key: speaker },
      ...(at === 0 && ids.has(parent) && { replyTo: { key: `wordpress:comment:${parent}` } }),
      content,
      ...made(dateOf(comment, 'wp:comment_date')),
    },
  });
  const isNew = parts.length > 0 && !speakers.has(speaker);
  if (isNew) speakers.add(speaker);
  const identity = { from, line: { kind: 'Identity', key: speaker, name: name.slice(0, 255) } };
  return [...(isNew ? [identity] : []), ...parts.map(post)];
}

const made = (date: string | null): Record<string, string> =>
  date !== null && Date.parse(date) < Date.now() ? { createdTimestamp: date } : {};
