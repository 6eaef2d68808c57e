// A task on the board: it is dragged to another place, and its buttons and its choice of stages do the same by keyboard.
import { useDraggable, useDroppable } from '@dnd-kit/react';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { CardFragment } from '../../../made/graphql.ts';
import { texts } from '../../texts/index.ts';
import type { Dragged } from './Board.tsx';
import type { ColumnParts, Place } from './Column.tsx';
import { Marks } from './Marks.tsx';
import { StageChoice } from './Stages.tsx';

const words = texts.board;

type Way = 'up' | 'down';

/** A button of a card by which it was moved. */
export interface Pressed {
  readonly urn: string;
  readonly way: Way;
}

interface CardParts extends ColumnParts {
  readonly task: CardFragment;
  /** Its neighbors; null at the ends of what is shown. */
  readonly above: CardFragment | null;
  readonly below: CardFragment | null;
  readonly mayMove: boolean;
}

export function Card(parts: CardParts): ReactNode {
  const { task, mayMove, stage, stages, fullStages, move } = parts;
  const { urn, title, assignee, priority, project } = task;
  const drag = useDraggable<Dragged>({ id: urn, data: { task, stage }, disabled: !mayMove });
  const drop = useDroppable<Place>({
    id: urn,
    data: { stage, task, last: null },
    disabled: drag.isDragging,
  });
  const [dragRef, dropRef] = [drag.ref, drop.ref];
  const ref = useCallback(
    (element: HTMLLIElement | null) => {
      dragRef(element);
      dropRef(element);
    },
    [dragRef, dropRef],
  );
  return (
    <li ref={ref} className={`card task${mayMove ? ' movable' : ''}${drop.isDropTarget ? ' target' : ''}`}>
      <Link to="/task/$urn" params={{ urn }} draggable={false}>
        {title}
      </Link>
      <p className="facts small">
        <span className="soft">{assignee?.name ?? words.unassigned}</span>
        {project ? <span className="soft">{project.name}</span> : null}
        {priority === 'NONE' ? null : <span className="soft">{words.priorities[priority]}</span>}
        <Marks task={task} />
      </p>
      {mayMove ? (
        <div className="row">
          <StageChoice task={task} stage={stage} stages={stages} fullStages={fullStages} move={move} />
          <Order {...parts} />
        </div>
      ) : null}
    </li>
  );
}

function Order({ task, stage, above, below, move, pressed }: CardParts): ReactNode {
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  // Where the card has arrived the keyboard goes on at the same button, or at the other one where there is no further way.
  useEffect(() => {
    if (pressed.current?.urn !== task.urn) return;
    const [same, other] = pressed.current.way === 'up' ? [up, down] : [down, up];
    pressed.current = null;
    (same.current?.disabled ? other : same).current?.focus();
  }, [above?.urn, below?.urn, task.urn, pressed]);
  const press = (way: Way): void => {
    pressed.current = { urn: task.urn, way };
    if (way === 'up' && above) void move(task, { stage, before: above });
    if (way === 'down' && below) void move(task, { stage, after: below });
  };
  const button = (way: Way, place: typeof up, neighbor: CardFragment | null): ReactNode => (
    <Button ref={place} className="button small" isDisabled={neighbor === null} onPress={() => press(way)}>
      <span aria-hidden="true">{way === 'up' ? '↑' : '↓'}</span>
      <span className="away">{words[way](task.title)}</span>
    </Button>
  );
  return (
    <>
      {button('up', up, above)}
      {button('down', down, below)}
    </>
  );
}
