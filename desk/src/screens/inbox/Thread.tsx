// A thread: its posts, newest below, an answer, and that it was read.
import { Link, useParams } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Label, Text, TextArea, TextField } from 'react-aria-components';
import { useMutation } from 'urql';
import { tell } from '../../graph/answer.ts';
import { useQuery } from '../../graph/ask.ts';
import { useChanges, useRound } from '../../graph/live.ts';
import { useLabels, useMe } from '../../graph/me.ts';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Further } from '../../parts/Further.tsx';
import type { Chosen } from '../../parts/PersonChooser.tsx';
import { Refusals } from '../../parts/Refusals.tsx';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { Mentions } from './Mentions.tsx';
import { PostList } from './Post.tsx';
import {
  answerMutation,
  closeMutation,
  markReadMutation,
  postsQuery,
  threadQuery,
  unreadQuery,
  type Post,
} from './documents.ts';

const words = texts.inbox;
const longest = 1024;

export function Thread(): ReactNode {
  const { urn } = useParams({ from: '/thread/$urn' });
  const me = useMe();
  const [{ data, error }, again] = useQuery({ query: threadQuery, variables: { urn } });
  const [round, setRound] = useState(0);
  const [answered, setAnswered] = useState<Post | null>(null);
  const labels = useLabels(urn, ['COMMENT', 'MANAGE']);
  const changed = (): void => {
    again({ requestPolicy: 'network-only' });
    setRound((before) => before + 1);
  };
  useChanges(['MESSAGE_THREAD', 'THREAD_POST', 'MESSAGE_THREAD_NOTIFICATION'], changed);
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const thread = data.messageThread;
  if (!thread) return <Screen title={words.missing}>{null}</Screen>;
  const person = me?.sessionKind === 'WEB_SESSION' ? (me.identity?.urn ?? null) : null;
  const mayAnswer = person !== null && labels.has('COMMENT') && !thread.isClosed;
  return (
    <Screen
      title={thread.name ?? texts.day.unnamed}
      actions={
        <div className="row">
          {person ? <MarkRead thread={urn} me={person} round={round} changed={changed} /> : null}
          {labels.has('MANAGE') ? <CloseThread urn={urn} isClosed={thread.isClosed} changed={changed} /> : null}
        </div>
      }
    >
      <p className="facts">
        {thread.group ? <span className="soft">{words.among(thread.group.name)}</span> : null}
        {thread.entities.map((one) => (
          <Link key={one.urn} to="/page/$urn" params={{ urn: one.urn }}>
            {one.name}
          </Link>
        ))}
        {thread.tasks.map((one) => (
          <Link key={one.urn} to="/task/$urn" params={{ urn: one.urn }}>
            {one.title}
          </Link>
        ))}
        {thread.isClosed ? <span className="mark">{words.closed}</span> : null}
      </p>
      {thread.postCount === 0 ? <p className="soft">{words.noPosts}</p> : null}
      <Posts thread={urn} round={round} before={null} answer={mayAnswer ? setAnswered : null} changed={changed} />
      {mayAnswer ? <Answer thread={urn} answered={answered} drop={() => setAnswered(null)} changed={changed} /> : null}
    </Screen>
  );
}

interface PostsParts {
  readonly thread: string;
  readonly round: number;
  readonly before: string | null;
  readonly answer: ((post: Post) => void) | null;
  readonly changed: () => void;
}

function Posts({ thread, round, before, answer, changed }: PostsParts): ReactNode {
  const [{ data, error }, again] = useQuery({ query: postsQuery, variables: { thread, before } });
  useRound(round, again);
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.threadPosts;
  return (
    <>
      <Further after={pageInfo.hasPreviousPage ? (pageInfo.startCursor ?? null) : null} text={words.earlier}>
        {(earlier) => <Posts thread={thread} round={round} before={earlier} answer={answer} changed={changed} />}
      </Further>
      <PostList posts={nodes} answer={answer} changed={changed} />
    </>
  );
}

interface AnswerParts {
  readonly thread: string;
  readonly answered: Post | null;
  readonly drop: () => void;
  readonly changed: () => void;
}

function Answer({ thread, answered, drop, changed }: AnswerParts): ReactNode {
  const [, create] = useMutation(answerMutation);
  const [content, setContent] = useState('');
  const [mentioned, setMentioned] = useState<readonly Chosen[]>([]);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const mentions = mentioned.map(({ urn }) => urn);
    const input = { messageThread: thread, content, replyTo: answered?.urn ?? null, mentions };
    const { data, error } = await create({ input });
    const found = refusalsOf(error, data?.createThreadPost);
    setRefusals(found);
    if (found.length > 0) return;
    setContent('');
    setMentioned([]);
    drop();
    say(words.sent);
    changed();
  };
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      {answered ? (
        <p className="row">
          <span>{words.answering(answered.authorIdentity?.name ?? words.somebody, answered.content.slice(0, 80))}</span>
          <Button className="button small" onPress={drop}>
            {words.answerNone}
          </Button>
        </p>
      ) : null}
      <TextField
        isRequired
        maxLength={longest}
        value={content}
        onChange={setContent}
        className="react-aria-TextField wide"
      >
        <Label>{words.answer}</Label>
        <TextArea rows={4} />
        <Text slot="description">{words.left(longest - content.length)}</Text>
      </TextField>
      <Mentions mentioned={mentioned} change={setMentioned} />
      <Refusals refusals={refusals} />
      <Button type="submit" className="button primary">
        {words.send}
      </Button>
    </form>
  );
}

interface CloseParts {
  readonly urn: string;
  readonly isClosed: boolean;
  readonly changed: () => void;
}

function CloseThread({ urn, isClosed, changed }: CloseParts): ReactNode {
  const [{ fetching }, close] = useMutation(closeMutation);
  const press = async (): Promise<void> => {
    const { data, error } = await close({ urn, isClosed: !isClosed });
    if (tell(error, data?.updateMessageThread, isClosed ? words.isOpen : words.isClosed)) changed();
  };
  return (
    <Button className="button" isDisabled={fetching} onPress={() => void press()}>
      {isClosed ? words.open : words.close}
    </Button>
  );
}

interface MarkParts {
  readonly thread: string;
  readonly me: string;
  readonly round: number;
  readonly changed: () => void;
}

function MarkRead({ thread, me, round, changed }: MarkParts): ReactNode {
  const [{ data }, again] = useQuery({ query: unreadQuery, variables: { thread, me } });
  const [, mark] = useMutation(markReadMutation);
  useRound(round, again);
  const count = data?.messageThreadNotifications.nodes[0]?.notificationCount ?? 0;
  if (count === 0) return null;
  const read = async (): Promise<void> => {
    const { data: made, error } = await mark({ thread });
    const [refusal] = refusalsOf(error, made?.markThreadRead);
    if (refusal) say(texts.shell.refused(refusal.message), true);
    else say(words.read);
    changed();
  };
  return (
    <div className="row">
      <span className="mark">{texts.day.posts(count)}</span>
      <Button className="button" onPress={() => void read()}>
        {words.markRead}
      </Button>
    </div>
  );
}
