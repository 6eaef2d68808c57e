// What is said and done about a page: its threads and its tasks, and what readers say.
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useQuery } from '../../graph/ask.ts';
import { useChanges, useRound } from '../../graph/live.ts';
import { useLabels, useMe } from '../../graph/me.ts';
import { Further, nextOf } from '../../parts/Further.tsx';
import { shown } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { Comments } from './Comments.tsx';
import { StartThread } from './StartThread.tsx';
import { Marks } from '../board/Marks.tsx';
import { Tabs } from '../page/Tabs.tsx';
import { aroundQuery, pageTasksQuery, pageThreadsQuery } from './documents.ts';

const words = texts.inbox;

export function AroundPage(): ReactNode {
  const { urn } = useParams({ from: '/page/$urn/around' });
  const [{ data, error }] = useQuery({ query: aroundQuery, variables: { urn } });
  const me = useMe();
  const labels = useLabels(urn, ['COMMENT', 'CREATE']);
  const [round, setRound] = useState(0);
  const changed = (): void => setRound((before) => before + 1);
  useChanges(['MESSAGE_THREAD', 'THREAD_POST', 'TASK'], changed);
  if (error && !data) throw error;
  if (!data) return <Loading />;
  if (!data.entity) return <Screen title={texts.page.missing}>{null}</Screen>;
  return (
    <Screen title={data.entity.name}>
      <Tabs urn={urn} />
      <div className="grid">
        <section className="card" aria-labelledby="threads">
          <h2 id="threads">{words.threads}</h2>
          <Threads urn={urn} round={round} after={null} />
          {me?.identity && labels.size > 0 ? <StartThread urn={urn} /> : null}
        </section>
        <section className="card" aria-labelledby="comments">
          <h2 id="comments">{words.comments}</h2>
          <Comments page={urn} round={round} changed={changed} />
        </section>
        <section className="card" aria-labelledby="tasks">
          <h2 id="tasks">{words.tasks}</h2>
          <Tasks urn={urn} round={round} after={null} />
        </section>
      </div>
    </Screen>
  );
}

interface ListParts {
  readonly urn: string;
  readonly round: number;
  readonly after: string | null;
}

function Threads({ urn, round, after }: ListParts): ReactNode {
  const [{ data, error }, again] = useQuery({ query: pageThreadsQuery, variables: { urn, after } });
  useRound(round, again);
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.messageThreads;
  if (after === null && nodes.length === 0) return <p className="soft">{words.noThreads}</p>;
  return (
    <>
      <ul className="plain">
        {nodes.map((thread) => (
          <li key={thread.urn}>
            <Link to="/thread/$urn" params={{ urn: thread.urn }}>
              {thread.name ?? texts.day.unnamed}
            </Link>{' '}
            <span className="soft small">
              {words.posts(thread.postCount)}
              {thread.lastPostTimestamp ? ` · ${shown(thread.lastPostTimestamp)}` : ''}
            </span>{' '}
            {thread.isClosed ? <span className="mark">{words.closed}</span> : null}
          </li>
        ))}
      </ul>
      <Further after={nextOf(pageInfo)}>{(next) => <Threads urn={urn} round={round} after={next} />}</Further>
    </>
  );
}

function Tasks({ urn, round, after }: ListParts): ReactNode {
  const [{ data, error }, again] = useQuery({ query: pageTasksQuery, variables: { urn, after } });
  useRound(round, again);
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.tasks;
  if (after === null && nodes.length === 0) return <p className="soft">{words.noTasks}</p>;
  return (
    <>
      <ul className="plain">
        {nodes.map((task) => (
          <li key={task.urn}>
            <Link to="/task/$urn" params={{ urn: task.urn }}>
              {task.title}
            </Link>{' '}
            <span className="facts small">
              <span className="soft">{texts.board.statuses[task.status]}</span>
              <span className="soft">{task.assignee?.name ?? texts.board.unassigned}</span>
              <Marks task={task} />
            </span>
          </li>
        ))}
      </ul>
      <Further after={nextOf(pageInfo)}>{(next) => <Tasks urn={urn} round={round} after={next} />}</Further>
    </>
  );
}
