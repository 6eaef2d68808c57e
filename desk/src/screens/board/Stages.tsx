// The choice of the stage that a task moves to: how the board is used by keyboard.
import { useId, type ReactNode } from 'react';
import { useMutation } from 'urql';
import { refusalsOf } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { texts } from '../../texts/index.ts';
import { updateTaskMutation, type Stage } from './documents.ts';

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

/** Moves a task, and says what became of it. */
export function useMove(moved: () => void): (task: Movable, to: Stage) => Promise<void> {
  const [, update] = useMutation(updateTaskMutation);
  return async (task, to) => {
    const { data, error } = await update({
      urn: task.urn,
      input: { workflowStage: to.urn },
      expectedVersion: task.version,
    });
    const [refusal] = refusalsOf(error, data?.updateTask);
    if (refusal) say(texts.shell.refused(refusal.message), true);
    else say(words.moved(task.title, to.name));
    moved();
  };
}

interface ChoiceParts {
  readonly task: Movable;
  readonly stage: Stage | null;
  readonly stages: readonly Stage[];
  readonly fullStages: ReadonlySet<string>;
  readonly move: (task: Movable, to: Stage) => Promise<void>;
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
          if (to) void move(task, to);
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
