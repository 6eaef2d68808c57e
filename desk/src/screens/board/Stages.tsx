// Where a task moves to: what keeps it from a stage, how it is moved, and the choice of its stage, by which the board is used by
// keyboard.
import { useId, type ReactNode } from 'react';
import { useMutation } from 'urql';
import { refusalsOf } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { texts } from '../../texts/index.ts';
import { placeTaskMutation, updateTaskMutation, type Stage } from './documents.ts';

const words = texts.board;

/** A task, as far as its move is concerned. */
export interface Movable {
  readonly urn: string;
  readonly version: string;
  readonly title: string;
  readonly isBlocked: boolean;
}

/** Why a task cannot enter the stage; empty when it can. */
export function hindrance(task: Movable, from: Stage | null, to: Stage, fullStages: ReadonlySet<string>): string {
  if (from?.urn === to.urn) return '';
  const next = from?.allowedNext ?? [];
  if (next.length > 0 && !next.some(({ urn }) => urn === to.urn)) return words.notNext;
  if (fullStages.has(to.urn)) return words.full;
  return task.isBlocked && to.taskStatus === 'COMPLETED' ? words.waits : '';
}

/** Where a task is put: right before or right after another one of the stage, or last where neither is named. */
export interface Spot {
  readonly stage: Stage;
  readonly before?: Movable;
  readonly after?: Movable;
}

/** Puts a task somewhere, and says what became of it. */
export type Move = (task: Movable, to: Spot) => Promise<void>;

/** The way to move tasks; `moved` is called after each try. */
export function useMove(moved: () => void): Move {
  const [, update] = useMutation(updateTaskMutation);
  const [, place] = useMutation(placeTaskMutation);
  return async ({ urn, version: expectedVersion, title }, to) => {
    const { stage, before, after } = to;
    const { data, error } =
      before || after
        ? await place({ urn, before: before?.urn ?? null, after: after?.urn ?? null, expectedVersion })
        : await update({ urn, input: { workflowStage: stage.urn }, expectedVersion });
    const [refusal] = refusalsOf(error, data?.change);
    if (refusal) say(texts.shell.refused(refusal.message), true);
    else say(saidOf(title, to));
    moved();
  };
}

function saidOf(title: string, { stage, before, after }: Spot): string {
  if (before) return words.before(title, before.title, stage.name);
  return after ? words.after(title, after.title, stage.name) : words.moved(title, stage.name);
}

interface ChoiceParts {
  readonly task: Movable;
  readonly stage: Stage | null;
  readonly stages: readonly Stage[];
  readonly fullStages: ReadonlySet<string>;
  readonly move: Move;
}

export function StageChoice({ task, stage, stages, fullStages, move }: ChoiceParts): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {words.stage}
        <span className="away"> {words.of(task.title)}</span>
      </label>
      <select
        id={id}
        value={stage?.urn ?? ''}
        onChange={({ target }) => {
          const to = stages.find(({ urn }) => urn === target.value);
          if (to) void move(task, { stage: to });
        }}
      >
        {stage ? null : <option value="">{words.noStage}</option>}
        {stages.map((one) => {
          const why = hindrance(task, stage, one, fullStages);
          return (
            <option key={one.urn} value={one.urn} disabled={why !== ''}>
              {why ? `${one.name} (${why})` : one.name}
            </option>
          );
        })}
      </select>
    </div>
  );
}
