// A stage of the board: how many tasks it holds, and their cards in their order, twenty-five at a time.
import { useDroppable } from '@dnd-kit/react';
import { useCallback, useEffect, useMemo, useState, type RefObject, type ReactNode } from 'react';
import type { CardFragment, TaskWhere } from '../../../made/graphql.ts';
import { useQuery } from '../../graph/ask.ts';
import { useHeldOn } from '../../graph/me.ts';
import { useRound } from '../../graph/live.ts';
import { Further, nextOf } from '../../parts/Further.tsx';
import { Loading } from '../../shell/Failed.tsx';
import { texts } from '../../texts/index.ts';
import { Card, type Pressed } from './Card.tsx';
import { cardsQuery, countQuery, type Stage } from './documents.ts';
import type { Move } from './Stages.tsx';

const words = texts.board;

/** What the cards of a column share. */
export interface ColumnParts {
  readonly stage: Stage;
  readonly stages: readonly Stage[];
  readonly project: string;
  /** Grows when something changed, so that the cards are asked for again. */
  readonly round: number;
  readonly fullStages: ReadonlySet<string>;
  readonly noteFull: (urn: string, isFull: boolean) => void;
  readonly move: Move;
  /** The button by which a task was moved last; the keyboard goes on at it. */
  readonly pressed: RefObject<Pressed | null>;
}

/** What a card is dropped on: another card, or the rest of a stage, whose last card it is put after. */
export interface Place {
  readonly stage: Stage;
  readonly task: CardFragment | null;
  readonly last: CardFragment | null;
}

type Tasks = readonly CardFragment[];

export function Column(parts: ColumnParts): ReactNode {
  const { stage, round, noteFull } = parts;
  const [pages, setPages] = useState<readonly Tasks[]>([]);
  const shown = pages.flat();
  // Cards lie within the column, and are meant where both are under the pointer.
  const { ref, isDropTarget } = useDroppable<Place>({
    id: stage.urn,
    collisionPriority: 1,
    data: { stage, task: null, last: shown.at(-1) ?? null },
  });
  const where = useMemo(() => ({ workflowStage: { eq: stage.urn } }), [stage.urn]);
  const [{ data }, again] = useQuery({ query: countQuery, variables: { where } });
  useRound(round, again);
  const count = data?.tasks.totalCount ?? null;
  const limit = stage.taskLimit ?? null;
  const isFull = limit !== null && count !== null && count >= limit;
  useEffect(() => noteFull(stage.urn, isFull));
  const note = useCallback((page: number, tasks: Tasks) => setPages((before) => before.toSpliced(page, 1, tasks)), []);
  return (
    <section ref={ref} className={`column${isDropTarget ? ' target' : ''}`} aria-labelledby={`stage-${stage.urn}`}>
      <h2 id={`stage-${stage.urn}`}>
        {stage.name} <span className="soft small">{count === null ? '' : words.count(count, limit)}</span>
        {isFull ? <span className="mark warn">{words.full}</span> : null}
      </h2>
      {count === 0 ? <p className="soft">{words.empty}</p> : null}
      <Cards {...parts} page={0} after={null} shown={shown} note={note} />
    </section>
  );
}

interface CardsParts extends ColumnParts {
  readonly page: number;
  readonly after: string | null;
  /** The cards of the whole column. */
  readonly shown: Tasks;
  readonly note: (page: number, tasks: Tasks) => void;
}

const none: Tasks = [];

function Cards(parts: CardsParts): ReactNode {
  const { stage, project, round, page, after, shown, note } = parts;
  const where = useMemo<TaskWhere>(
    () => ({ workflowStage: { eq: stage.urn }, ...(project ? { project: { eq: project } } : {}) }),
    [stage.urn, project],
  );
  const [{ data, error }, again] = useQuery({ query: cardsQuery, variables: { where, after } });
  useRound(round, again);
  const tasks = data?.tasks.nodes ?? none;
  useEffect(() => {
    note(page, tasks);
    return () => note(page, none);
  }, [note, page, tasks]);
  const movable = useHeldOn(
    tasks.map(({ urn }) => urn),
    ['UPDATE', 'ASSIGN'],
  );
  if (error && !data) return <p className="bad">{error.message}</p>;
  if (!data) return <Loading />;
  return (
    <>
      <ul className="plain">
        {tasks.map((task) => {
          const place = shown.findIndex(({ urn }) => urn === task.urn);
          return (
            <Card
              key={task.urn}
              {...parts}
              task={task}
              above={place < 0 ? null : (shown[place - 1] ?? null)}
              below={place < 0 ? null : (shown[place + 1] ?? null)}
              mayMove={movable.has(task.urn)}
            />
          );
        })}
      </ul>
      <Further after={nextOf(data.tasks.pageInfo)}>
        {(next) => <Cards {...parts} page={page + 1} after={next} />}
      </Further>
    </>
  );
}
