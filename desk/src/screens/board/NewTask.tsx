// Making a task: what it is, for whom, until when, and where it begins.
import { useState, type FormEvent, type ReactNode } from 'react';
import {
  Button,
  Dialog,
  DialogTrigger,
  Heading,
  Input,
  Label,
  Modal,
  ModalOverlay,
  TextArea,
  TextField,
} from 'react-aria-components';
import { useMutation } from 'urql';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Choice } from '../../parts/Choice.tsx';
import { PersonChooser, type Chosen } from '../../parts/PersonChooser.tsx';
import { Refusals } from '../../parts/Refusals.tsx';
import { fromField, toField } from '../../parts/time.ts';
import { texts } from '../../texts/index.ts';
import { createTaskMutation, type Project, type Stage } from './documents.ts';

const words = texts.board;
const week = 7 * 24 * 3_600_000;

interface NewTaskParts {
  /** The company that the task will belong to. */
  readonly owner: string;
  readonly stages: readonly Stage[];
  readonly fullStages: ReadonlySet<string>;
  readonly projects: readonly Project[];
  readonly project: string;
  readonly made: () => void;
}

export function NewTask(parts: NewTaskParts): ReactNode {
  return (
    <DialogTrigger>
      <Button className="button primary">{words.create}</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog>
            {({ close }) => (
              <>
                <Heading slot="title">{words.createTitle}</Heading>
                <TaskForm {...parts} close={close} />
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

function TaskForm(parts: NewTaskParts & { readonly close: () => void }): ReactNode {
  const { owner, projects, close, made } = parts;
  const stages = parts.stages.filter(({ urn }) => !parts.fullStages.has(urn));
  const [, create] = useMutation(createTaskMutation);
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [due, setDue] = useState(() => toField(new Date(Math.ceil((Date.now() + week) / week) * week).toISOString()));
  const [assignee, setAssignee] = useState<Chosen | null>(null);
  const [stage, setStage] = useState(stages[0]?.urn ?? '');
  const [project, setProject] = useState(parts.project);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { data, error } = await create({
      input: {
        ...{ owner, title, description, dueTimestamp: fromField(due) ?? '', assignee: assignee?.urn ?? null },
        ...{ workflowStage: stage || null, project: project || null },
      },
    });
    const found = refusalsOf(error, data?.createTask);
    setRefusals(found);
    if (found.length > 0) return;
    close();
    say(words.made);
    made();
  };
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <TextField isRequired value={title} onChange={setTitle} autoFocus className="react-aria-TextField wide">
        <Label>{words.taskTitle}</Label>
        <Input />
      </TextField>
      <TextField value={description} onChange={setDescription} className="react-aria-TextField wide">
        <Label>{words.description}</Label>
        <TextArea rows={4} />
      </TextField>
      <TextField isRequired type="datetime-local" value={due} onChange={setDue}>
        <Label>{words.due}</Label>
        <Input />
      </TextField>
      <PersonChooser label={words.assignee} chosen={assignee} choose={setAssignee} />
      <Choice
        label={words.stage}
        value={stage}
        options={stages.map(({ urn, name }) => [urn, name] as const)}
        onChange={setStage}
      />
      <Choice
        label={words.project}
        value={project}
        options={[['', words.noProject], ...projects.map(({ urn, name }) => [urn, name] as const)]}
        onChange={setProject}
      />
      <Refusals refusals={refusals} />
      <div className="row">
        <Button type="submit" className="button primary">
          {texts.content.create.submit}
        </Button>
        <Button className="button" onPress={close}>
          {texts.content.create.cancel}
        </Button>
      </div>
    </form>
  );
}
