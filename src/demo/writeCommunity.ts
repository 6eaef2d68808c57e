// Writes the demo's groups with their members, and the threads in which they talk about a task, an article, an invoice.
import { newUrn } from '../domain/urn.ts';
import type { DemoWriter } from './demoWriter.ts';
import type { Office, TaskUrns } from './writeWork.ts';

/** Two groups, their members and three threads. */
export async function writeCommunity(
  writer: DemoWriter,
  office: Office,
  about: { readonly tasks: TaskUrns; readonly invoice: string },
): Promise<void> {
  const { owner, articles } = office;
  const editors = newUrn();
  const circle = newUrn();
  await writer.create('Group', {
    urn: editors,
    owner,
    name: 'Editors',
    joinPolicy: 'INVITE_ONLY',
    visibility: 'MEMBERS',
  });
  await writer.create('Group', {
    urn: circle,
    owner,
    name: 'Reading circle',
    description: 'Readers who meet on the first Thursday of the month.',
    joinPolicy: 'APPROVAL',
    visibility: 'OWNER',
  });
  await Promise.all([
    ...['ines', 'tomasz', 'leila'].map((key) => join(writer, office, editors, { key, status: 'ACTIVE' })),
    ...['noor', 'tomasz'].map((key) => join(writer, office, circle, { key, status: 'ACTIVE' })),
    join(writer, office, circle, { key: 'leila', status: 'PENDING_ACCEPTANCE' }),
  ]);
  const cover = { name: 'The cover', purpose: 'TASK_DISCUSSION', tasks: [about.tasks.get('cover')] };
  const invoice = { name: 'Forty copies', purpose: 'PAYMENT_INVOICE_DISCUSSION', invoices: [about.invoice] };
  const entities = [articles.get('letters-that-arrived-late en')];
  const letters = { name: 'The nine letters', purpose: 'ENTITY_DISCUSSION', entities };
  await Promise.all([
    talk(writer, office, { group: editors, thread: cover }, coverTalk),
    talk(writer, office, { group: editors, thread: invoice }, invoiceTalk),
    talk(writer, office, { group: circle, thread: letters }, lettersTalk),
  ]);
}

async function join(
  writer: DemoWriter,
  { people }: Office,
  group: string,
  { key, status }: { readonly key: string; readonly status: string },
): Promise<void> {
  await writer.create('GroupMembership', {
    group,
    identity: people.get(key),
    status,
    enrollment: 'BY_OWNER_WITHOUT_CONSENT',
    role: key === 'ines' ? 'MODERATOR' : 'MEMBER',
    emailNotification: 'SUBSCRIBED',
    smsNotification: 'UNSUBSCRIBED',
    inAppNotification: 'SUBSCRIBED',
  });
}

const attachments = { companies: [], projects: [], invoices: [], entities: [], tasks: [] };

async function talk(
  writer: DemoWriter,
  { people }: Office,
  { group, thread }: { readonly group: string; readonly thread: Readonly<Record<string, unknown>> },
  posts: readonly DemoPost[],
): Promise<void> {
  const messageThread = newUrn();
  await writer.create('MessageThread', { urn: messageThread, group, ...attachments, ...thread });
  const urns = posts.map(() => newUrn());
  for (const [at, { author, content, answers }] of posts.entries()) {
    const replyTo = answers === undefined ? null : urns[answers];
    const authorIdentity = people.get(author);
    await writer.create('ThreadPost', { urn: urns[at], messageThread, authorIdentity, content, replyTo, mentions: [] });
  }
}

/** A post; `answers` counts from 0 within its thread. */
interface DemoPost {
  readonly author: string;
  readonly content: string;
  readonly answers?: number;
}

/** Posts about the cover of the next issue. */
const coverTalk: readonly DemoPost[] = [
  { author: 'leila', content: 'The sketch has a stopped clock on it. Too much, given the theme?' },
  { author: 'ines', content: 'A little. What if it simply showed the wrong time?', answers: 0 },
  { author: 'leila', content: 'Ten past eleven, then. Nobody will notice, and everybody will feel it.', answers: 1 },
  { author: 'tomasz', content: 'I noticed.', answers: 2 },
];

/** Posts of readers about an article. */
const lettersTalk: readonly DemoPost[] = [
  { author: 'noor', content: 'My grandmother kept a stove lit for eleven years. Now I know what she was waiting for.' },
  { author: 'tomasz', content: 'Did the letter come?', answers: 0 },
  { author: 'noor', content: 'He came. The letter arrived the year after.', answers: 1 },
];

/** Posts about the open invoice. */
const invoiceTalk: readonly DemoPost[] = [
  { author: 'tomasz', content: 'They always pay on the last day. Shall we ask for the money on the day before it?' },
  { author: 'ines', content: 'We shall ask for the next order instead.', answers: 0 },
];
