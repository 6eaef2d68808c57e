// What of a task can be changed. Only what was changed is sent, with the version that it was changed from; what somebody else wrote
// meanwhile is shown beside it, and neither is lost.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Input, Label, TextArea, TextField } from 'react-aria-components';
import { useMutation } from 'urql';
import type { TaskQuery, UpdateTaskInput, UpdateTaskMutation } from '../../../made/graphql.ts';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Choice } from '../../parts/Choice.tsx';
import { PersonChooser, type Chosen } from '../../parts/PersonChooser.tsx';
import { Refusals } from '../../parts/Refusals.tsx';
import { fromField, shown, toField } from '../../parts/time.ts';
import { texts } from '../../texts/index.ts';
import { updateTaskMutation } from './documents.ts';

const words = texts.board;
const priorities = ['NONE', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

type Shown = NonNullable<TaskQuery['task']>;
type Current = NonNullable<UpdateTaskMutation['change']['current']>;

interface Typed {
  readonly title?: string;
  readonly description?: string;
  readonly dueTimestamp?: string;
  readonly priority?: (typeof priorities)[number];
  readonly assignee?: Chosen | null;
}

interface FormParts {
  readonly task: Shown;
  /** False for who may only assign it. */
  readonly mayUpdate: boolean;
  readonly changed: () => void;
}

export function TaskForm({ task, mayUpdate, changed }: FormParts): ReactNode {
  const [, update] = useMutation(updateTaskMutation);
  const [typed, setTyped] = useState<Typed>({});
  const [begun, setBegun] = useState(task.version);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [current, setCurrent] = useState<Current | null>(null);
  const isTouched = Object.keys(typed).length > 0;
  const type = (next: Typed): void => {
    if (!isTouched) setBegun(task.version);
    setTyped((before) => ({ ...before, ...next }));
  };
  const drop = (): void => {
    setTyped({});
    setCurrent(null);
    setRefusals([]);
  };
  const save = async (expectedVersion: string): Promise<void> => {
    const { assignee, ...fields } = typed;
    const input: UpdateTaskInput = { ...fields };
    if (assignee !== undefined) input.assignee = assignee?.urn ?? null;
    const { data, error } = await update({ urn: task.urn, input, expectedVersion });
    setCurrent(data?.change.current ?? null);
    const found = refusalsOf(error, data?.change);
    setRefusals(found);
    if (found.length > 0) return;
    setTyped({});
    say(words.saved);
    changed();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save(begun);
  };
  return (
    <form className="card stack" onSubmit={submit} aria-label={words.form}>
      {mayUpdate ? <Fields task={task} typed={typed} type={type} /> : null}
      {mayUpdate ? null : <p className="written">{task.description || words.noDescription}</p>}
      <PersonChooser
        label={words.assignee}
        chosen={typed.assignee === undefined ? (task.assignee ?? null) : typed.assignee}
        choose={(assignee) => type({ assignee })}
      />
      {current ? <Conflict current={current} keep={() => void save(current.version)} take={drop} /> : null}
      {current ? null : <Refusals refusals={refusals} />}
      <div className="row">
        <Button type="submit" className="button primary" isDisabled={!isTouched || current !== null}>
          {words.save}
        </Button>
        {isTouched ? (
          <Button className="button" onPress={drop}>
            {words.undo}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

interface FieldsParts {
  readonly task: Shown;
  readonly typed: Typed;
  readonly type: (next: Typed) => void;
}

function Fields({ task, typed, type }: FieldsParts): ReactNode {
  return (
    <>
      <TextField
        isRequired
        className="react-aria-TextField wide"
        value={typed.title ?? task.title}
        onChange={(title) => type({ title })}
      >
        <Label>{words.taskTitle}</Label>
        <Input />
      </TextField>
      <TextField
        className="react-aria-TextField wide"
        value={typed.description ?? task.description}
        onChange={(description) => type({ description })}
      >
        <Label>{words.description}</Label>
        <TextArea rows={5} />
      </TextField>
      <div className="row">
        <TextField
          type="datetime-local"
          value={toField(typed.dueTimestamp ?? task.dueTimestamp)}
          onChange={(text) => {
            const dueTimestamp = fromField(text);
            if (dueTimestamp) type({ dueTimestamp });
          }}
        >
          <Label>{words.due}</Label>
          <Input />
        </TextField>
        <Choice
          label={words.priority}
          value={typed.priority ?? task.priority}
          options={priorities.map((one) => [one, words.priorities[one]] as const)}
          onChange={(priority) => type({ priority })}
        />
      </div>
    </>
  );
}

interface ConflictParts {
  readonly current: Current;
  readonly keep: () => void;
  readonly take: () => void;
}

function Conflict({ current, keep, take }: ConflictParts): ReactNode {
  return (
    <div className="conflict" role="alert">
      <p>{words.conflict}</p>
      <p>
        <strong>{current.title}</strong>
      </p>
      <p className="written">{current.description}</p>
      <p className="soft">
        {[
          texts.day.due(shown(current.dueTimestamp)),
          words.priorities[current.priority],
          current.assignee?.name ?? words.unassigned,
        ].join(' · ')}
      </p>
      <div className="row">
        <Button className="button" onPress={keep}>
          {words.keepMine}
        </Button>
        <Button className="button" onPress={take}>
          {words.takeTheirs}
        </Button>
      </div>
    </div>
  );
}
