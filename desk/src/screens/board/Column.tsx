// A stage of the board: how many tasks it holds, and their cards, twenty-five at a time.
import { useDraggable, useDroppable } from '@dnd-kit/react';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useQuery } from 'urql';
import type { CardFragment, TaskWhere } from '../../../made/graphql.ts';
import { useHeldOn } from '../../graph/me.ts';
import { useRound } from '../../graph/live.ts';
import { Further, nextOf } from '../../parts/Further.tsx';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';
import { cardsQuery, countQuery, type Stage } from './documents.ts';
import { Marks } from './Marks.tsx';
import { StageChoice, type Movable } from './Stages.tsx';

const words = texts.board;

interface ColumnParts {
  readonly stage: Stage;
  readonly stages: readonly Stage[];
  readonly project: string;
  /** Grows when something changed, so that the cards are asked for again. */
  readonly round: number;
  readonly fullStages: ReadonlySet<string>;
  readonly noteFull: (urn: string, isFull: boolean) => void;
  readonly move: (task: Movable, to: Stage) => Promise<void>;
}

export function Column(parts: ColumnParts): ReactNode {
  const { stage, round, noteFull } = parts;
  const { ref, isDropTarget } = useDroppable({ id: stage.urn });
  const where = useMemo(() => ({ workflowStage: { eq: stage.urn } }), [stage.urn]);
  const [{ data }, again] = useQuery({ query: countQuery, variables: { where } });
  useRound(round, again);
  const count = data?.tasks.totalCount ?? null;
  const limit = stage.taskLimit ?? null;
  const isFull = limit !== null && count !== null && count >= limit;
  useEffect(() => noteFull(stage.urn, isFull));
  return (
    <section ref={ref} className={`column${isDropTarget ? ' target' : ''}`} aria-labelledby={`stage-${stage.urn}`}>
      <h2 id={`stage-${stage.urn}`}>
        {stage.name} <span className="soft small">{count === null ? '' : words.count(count, limit)}</span>
        {isFull ? <span className="mark warn">{words.full}</span> : null}
      </h2>
      {count === 0 ? <p className="soft">{words.empty}</p> : null}
      <Cards {...parts} after={null} />
    </section>
  );
}

function Cards(parts: ColumnParts & { readonly after: string | null }): ReactNode {
  const { stage, project, round, after } = parts;
  const where = useMemo<TaskWhere>(
    () => ({ workflowStage: { eq: stage.urn }, ...(project ? { project: { eq: project } } : {}) }),
    [stage.urn, project],
  );
  const [{ data, error }, again] = useQuery({ query: cardsQuery, variables: { where, after } });
  useRound(round, again);
  const tasks = data?.tasks.nodes ?? [];
  const movable = useHeldOn(
    tasks.map(({ urn }) => urn),
    ['UPDATE', 'ASSIGN'],
  );
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!data) return <Loading />;
  return (
    <>
      <ul className="plain">
        {tasks.map((task) => (
          <Card key={task.urn} {...parts} task={task} mayMove={movable.has(task.urn)} />
        ))}
      </ul>
      <Further after={nextOf(data.tasks.pageInfo)}>{(next) => <Cards {...parts} after={next} />}</Further>
    </>
  );
}

interface CardParts extends ColumnParts {
  readonly task: CardFragment;
  readonly mayMove: boolean;
}

function Card({ task, mayMove, stage, stages, fullStages, move }: CardParts): ReactNode {
  const { urn, title, assignee, priority, project } = task;
  const { ref } = useDraggable({ id: urn, data: { task, stage }, disabled: !mayMove });
  return (
    <li ref={ref} className={`card task${mayMove ? ' movable' : ''}`}>
      <Link to="/task/$urn" params={{ urn }} draggable={false}>
        {title}
      </Link>
      <p className="facts small">
        <span className="soft">{assignee?.name ?? words.unassigned}</span>
        {project ? <span className="soft">{project.name}</span> : null}
        {priority === 'NONE' ? null : <span className="soft">{words.priorities[priority]}</span>}
        <Marks task={task} />
      </p>
      {mayMove ? <StageChoice task={task} stage={stage} stages={stages} fullStages={fullStages} move={move} /> : null}
    </li>
  );
}
