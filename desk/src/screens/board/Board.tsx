// The board: the tasks of a workflow by stage, in an order of their own. A task is moved by the buttons and the choice of stages of its
// card, or by dragging it.
import { Accessibility, defaultPreset, PointerSensor, StyleInjector } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { useLabels } from '../../graph/me.ts';
import { useChanges } from '../../graph/live.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import type { CardFragment } from '../../../made/graphql.ts';
import { useQuery } from '../../graph/ask.ts';
import type { Pressed } from './Card.tsx';
import { Column, type Place } from './Column.tsx';
import { workflowsQuery, type Project, type Stage, type Workflow } from './documents.ts';
import { NewTask } from './NewTask.tsx';
import { hindrance, useMove, type Spot } from './Stages.tsx';

const words = texts.board;
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

// Cards hold links and choices of their own, which the keyboard uses; the library would make each card a button around them.
const plugins = [
  ...defaultPreset.plugins.filter((one: unknown) => one !== Accessibility),
  StyleInjector.configure({ nonce }),
];

export function Board(): ReactNode {
  const search = useSearch({ from: '/board' });
  const [{ data, error }, again] = useQuery({ query: workflowsQuery });
  useChanges(['WORKFLOW', 'PROJECT'], () => again({ requestPolicy: 'network-only' }));
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const workflows = data.workflows.nodes;
  const workflow =
    workflows.find(({ urn }) => urn === search.workflow) ?? workflows.find((one) => one.isDefault) ?? workflows[0];
  if (!workflow)
    return (
      <Screen title={words.title}>
        <p>{words.noWorkflow}</p>
      </Screen>
    );
  return (
    <BoardOf
      key={workflow.urn}
      workflow={workflow}
      workflows={workflows}
      projects={data.projects.nodes}
      project={search.project ?? ''}
    />
  );
}

interface BoardParts {
  readonly workflow: Workflow;
  readonly workflows: readonly Workflow[];
  readonly projects: readonly Project[];
  readonly project: string;
}

/** A task and the stage it stands in, as a dragged card carries them. */
export interface Dragged {
  readonly task: CardFragment;
  readonly stage: Stage;
}

/** Where a card goes that is dropped: it takes the place of the card it is dropped on, or comes last; null where it is already. */
function spotOf({ task, stage: from }: Dragged, { stage, task: other, last }: Place): Spot | null {
  if (stage.urn !== from.urn) return other ? { stage, before: other } : { stage };
  if (other) return task.rank < other.rank ? { stage, after: other } : { stage, before: other };
  return !last || last.urn === task.urn ? null : { stage, after: last };
}

function BoardOf({ workflow, workflows, projects, project }: BoardParts): ReactNode {
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const [fullStages, setFull] = useState<ReadonlySet<string>>(new Set());
  const changed = (): void => setRound((before) => before + 1);
  useChanges(['TASK'], changed);
  const move = useMove(changed);
  const pressed = useRef<Pressed>(null);
  const owner = workflow.owner?.urn ?? null;
  const mayCreate = useLabels(owner, ['CREATE']).has('CREATE');
  const stages = workflow.stages.toSorted((a, b) => a.order - b.order);
  const noteFull = (urn: string, isFull: boolean): void =>
    setFull((before) => {
      if (before.has(urn) === isFull) return before;
      return isFull ? new Set([...before, urn]) : new Set([...before].filter((one) => one !== urn));
    });
  const go = (next: { workflow?: string; project?: string }): void =>
    void navigate({ to: '/board', search: (before) => ({ ...before, ...next }), replace: true });
  return (
    <Screen
      title={words.title}
      actions={
        mayCreate && owner && stages[0] ? (
          <NewTask
            owner={owner}
            stages={stages}
            fullStages={fullStages}
            projects={projects}
            project={project}
            made={changed}
          />
        ) : null
      }
    >
      <div className="row filters" role="search" aria-label={words.filters}>
        <Choice
          label={words.workflow}
          value={workflow.urn}
          options={workflows.map(({ urn, name }) => [urn, name] as const)}
          onChange={(urn) => go({ workflow: urn })}
        />
        <Choice
          label={words.project}
          value={project}
          options={[['', words.anyProject], ...projects.map(({ urn, name }) => [urn, name] as const)]}
          onChange={(urn) => go({ project: urn || undefined })}
        />
      </div>
      <DragDropProvider
        plugins={plugins}
        sensors={[PointerSensor]}
        onDragEnd={({ operation, canceled }) => {
          const dragged = operation.source?.data as Dragged | undefined;
          const place = operation.target?.data as Place | undefined;
          const spot = canceled || !dragged || !place ? null : spotOf(dragged, place);
          if (!dragged || !spot || hindrance(dragged.task, dragged.stage, spot.stage, fullStages) !== '') return;
          void move(dragged.task, spot);
        }}
      >
        <div className="board">
          {stages.map((stage) => (
            <Column
              key={`${stage.urn} ${project}`}
              stage={stage}
              stages={stages}
              project={project}
              round={round}
              fullStages={fullStages}
              noteFull={noteFull}
              move={move}
              pressed={pressed}
            />
          ))}
        </div>
      </DragDropProvider>
    </Screen>
  );
}
