// The page of a task: what it is, what it waits for, what happened to it, and what was said.
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { TaskQuery } from '../../../made/graphql.ts';
import { useQuery } from '../../graph/ask.ts';
import { useChanges } from '../../graph/live.ts';
import { useLabels, useMe } from '../../graph/me.ts';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { Marks } from './Marks.tsx';
import { taskQuery } from './documents.ts';
import { TaskForm } from './TaskForm.tsx';
import { TaskLog } from './TaskLog.tsx';
import { StageChoice, useMove } from './Stages.tsx';

const words = texts.board;
const asked = ['UPDATE', 'ASSIGN', 'COMMENT'] as const;

export function Task(): ReactNode {
  const { urn } = useParams({ from: '/task/$urn' });
  const [{ data, error }, again] = useQuery({ query: taskQuery, variables: { urn } });
  const [round, setRound] = useState(0);
  const labels = useLabels(urn, asked);
  const me = useMe();
  const changed = (): void => {
    again({ requestPolicy: 'network-only' });
    setRound((before) => before + 1);
  };
  useChanges(['TASK', 'MESSAGE_THREAD'], changed);
  const move = useMove(changed);
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const { task, messageThreads } = data;
  if (!task) return <Screen title={words.missing}>{null}</Screen>;
  const mayAssign = labels.has('UPDATE') || labels.has('ASSIGN');
  const stages = (task.workflowStage?.workflow?.stages ?? []).toSorted((a, b) => a.order - b.order);
  const stage = stages.find((one) => one.urn === task.workflowStage?.urn) ?? null;
  return (
    <Screen title={task.title}>
      <p className="facts">
        <span className="soft">{words.statuses[task.status]}</span>
        {task.project ? <span className="soft">{task.project.name}</span> : null}
        {stage && !mayAssign ? <span className="soft">{stage.name}</span> : null}
        <Marks task={task} />
        {mayAssign ? null : <span className="soft">{task.assignee?.name ?? words.unassigned}</span>}
      </p>
      {mayAssign && stages.length > 0 ? (
        <StageChoice task={task} stage={stage} stages={stages} fullStages={new Set()} move={move} />
      ) : null}
      {mayAssign ? (
        <TaskForm key={task.urn} task={task} mayUpdate={labels.has('UPDATE')} changed={changed} />
      ) : (
        <p className="written">{task.description || words.noDescription}</p>
      )}
      <Around task={task} threads={messageThreads.nodes} />
      <TaskLog urn={urn} round={round} mayComment={labels.has('COMMENT') && Boolean(me?.identity)} changed={changed} />
    </Screen>
  );
}

type Shown = NonNullable<TaskQuery['task']>;

interface AroundParts {
  readonly task: Shown;
  readonly threads: TaskQuery['messageThreads']['nodes'];
}

function Around({ task, threads }: AroundParts): ReactNode {
  return (
    <div className="grid">
      <Tasks title={words.waitsFor} tasks={task.blockedBy} />
      <Tasks title={words.holdsUp} tasks={task.blocking} />
      {task.associatedEntities.length > 0 ? (
        <section className="card">
          <h2>{words.pages}</h2>
          <ul className="plain">
            {task.associatedEntities.map(({ urn, name }) => (
              <li key={urn}>
                <Link to="/page/$urn" params={{ urn }}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {threads.length > 0 ? (
        <section className="card">
          <h2>{words.threads}</h2>
          <ul className="plain">
            {threads.map(({ urn, name, postCount }) => (
              <li key={urn}>
                <Link to="/thread/$urn" params={{ urn }}>
                  {name ?? texts.day.unnamed}
                </Link>{' '}
                <span className="soft small">{texts.inbox.posts(postCount)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

function Tasks({ title, tasks }: { readonly title: string; readonly tasks: Shown['blockedBy'] }): ReactNode {
  if (tasks.length === 0) return null;
  return (
    <section className="card">
      <h2>{title}</h2>
      <ul className="plain">
        {tasks.map((one) => (
          <li key={one.urn}>
            <Link to="/task/$urn" params={{ urn: one.urn }}>
              {one.title}
            </Link>{' '}
            <span className="soft small">{words.categories[one.statusCategory]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
