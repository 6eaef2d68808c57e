// What happened to a task and what was said about it, newest below, and a comment.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Label, TextArea, TextField } from 'react-aria-components';
import { useMutation } from 'urql';
import type { TaskLinesQuery } from '../../../made/graphql.ts';
import { useQuery } from '../../graph/ask.ts';
import { useRound } from '../../graph/live.ts';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { Further } from '../../parts/Further.tsx';
import { Refusals } from '../../parts/Refusals.tsx';
import { shown } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';
import { commentMutation, logQuery } from './documents.ts';

const words = texts.board;

interface LogParts {
  readonly urn: string;
  readonly round: number;
  readonly mayComment: boolean;
  readonly changed: () => void;
}

export function TaskLog({ urn, round, mayComment, changed }: LogParts): ReactNode {
  return (
    <section aria-labelledby="log">
      <h2 id="log">{words.log}</h2>
      <Lines urn={urn} round={round} before={null} />
      {mayComment ? <CommentForm urn={urn} changed={changed} /> : null}
    </section>
  );
}

function Lines({
  urn,
  round,
  before,
}: {
  readonly urn: string;
  readonly round: number;
  readonly before: string | null;
}) {
  const [{ data, error }, again] = useQuery({ query: logQuery, variables: { urn, before } });
  useRound(round, again);
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.taskLogs;
  return (
    <>
      <Further after={pageInfo.hasPreviousPage ? (pageInfo.startCursor ?? null) : null} text={words.earlier}>
        {(earlier) => <Lines urn={urn} round={round} before={earlier} />}
      </Further>
      <ul className="values">
        {nodes.map((line) => (
          <Line key={line.urn} line={line} />
        ))}
      </ul>
    </>
  );
}

function Line({ line }: { readonly line: TaskLinesQuery['taskLogs']['nodes'][number] }): ReactNode {
  const { activity, comment, identity, createdTimestamp, fromValue, toValue } = line;
  const change = [fromValue, toValue].filter(Boolean).join(' → ');
  return (
    <li className={comment === null || comment === undefined ? '' : 'card'}>
      <p className="soft small">
        <time dateTime={createdTimestamp}>{shown(createdTimestamp)}</time> {identity?.name ?? words.service}
        {comment ? '' : `: ${words.activity(activity)}${change ? ` (${change})` : ''}`}
      </p>
      {comment ? <p className="written">{comment}</p> : null}
    </li>
  );
}

function CommentForm({ urn, changed }: { readonly urn: string; readonly changed: () => void }): ReactNode {
  const [, create] = useMutation(commentMutation);
  const [comment, setComment] = useState('');
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { data, error } = await create({ input: { task: urn, activity: 'COMMENT_ADDED', comment } });
    const found = refusalsOf(error, data?.createTaskLog);
    setRefusals(found);
    if (found.length > 0) return;
    setComment('');
    changed();
  };
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <TextField isRequired value={comment} onChange={setComment} className="react-aria-TextField wide">
        <Label>{words.comment}</Label>
        <TextArea rows={3} />
      </TextField>
      <Refusals refusals={refusals} />
      <Button type="submit" className="button primary">
        {words.addComment}
      </Button>
    </form>
  );
}
