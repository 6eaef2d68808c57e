// A type: its fields, what a change of them would break, and what it said before.
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useMutation } from 'urql';
import type { EntityTypeFieldInput, TypePlanQuery, WholeTypeFragment } from '../../../made/graphql.ts';
import { useQuery } from '../../graph/ask.ts';
import { graph } from '../../graph/client.ts';
import { useLabels } from '../../graph/me.ts';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Refusals } from '../../parts/Refusals.tsx';
import { shown } from '../../parts/time.ts';
import { Loading } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';
import { useHomes } from '../content/NewPage.tsx';
import { kindNames } from '../page/kinds.ts';
import { createMutation, deleteMutation, historyQuery, planQuery, typeQuery, updateMutation } from './documents.ts';
import { FieldEditor } from './FieldEditor.tsx';
import { formOf, inputOfField, newField, type FieldForm } from './fields.ts';

const words = texts.types;

export function Type(): ReactNode {
  const { urn } = useParams({ from: '/types/$urn' });
  const [{ data, error }] = useQuery({ query: typeQuery, variables: { urn } });
  if (error && !data) throw error;
  if (!data) return <Loading />;
  const { entityType } = data;
  if (!entityType) return <Screen title={words.missing}>{null}</Screen>;
  return (
    <Screen title={entityType.name}>
      <Known key={urn} type={entityType} />
    </Screen>
  );
}

export function NewType(): ReactNode {
  const homes = useHomes();
  const [chosen, setOwner] = useState('');
  const owner = chosen || homes[0]?.urn || '';
  const navigate = useNavigate();
  const [, create] = useMutation(createMutation);
  const [form, setForm] = useState<Form>({ name: '', description: '', fields: [] });
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const fields = fieldsOf(form);
    if (!Array.isArray(fields)) return setRefusals([fields as Refusal]);
    const input = { owner, name: form.name, description: form.description || null, fields };
    const { data, error } = await create({ input });
    const made = data?.change.entityType;
    setRefusals(refusalsOf(error, data?.change));
    if (!made) return;
    say(words.made);
    void navigate({ to: '/types/$urn', params: { urn: made.urn } });
  };
  return (
    <Screen title={words.newTitle}>
      <form className="stack wide-fields" onSubmit={(event) => void submit(event)}>
        <Choice
          label={words.owner}
          value={owner}
          options={homes.map((home) => [home.urn, home.name] as const)}
          onChange={setOwner}
        />
        <Fields form={form} setForm={setForm} isDisabled={false} />
        <Refusals refusals={refusals} />
        <Button type="submit" className="button primary" isDisabled={owner === ''}>
          {words.create}
        </Button>
      </form>
    </Screen>
  );
}

interface Form {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly FieldForm[];
}

const formOfType = ({ name, description, fields }: WholeTypeFragment): Form => ({
  name,
  description: description ?? '',
  fields: fields.map(formOf),
});

/** The fields as they are sent, or what is wrong with one. */
function fieldsOf({ fields }: Form): EntityTypeFieldInput[] | Refusal {
  const inputs: EntityTypeFieldInput[] = [];
  for (const field of fields) {
    try {
      inputs.push(inputOfField(field));
    } catch (error) {
      const called = field.label || field.name || words.newField;
      return { code: 'INVALID', path: null, message: words.problem(called, (error as Error).message) };
    }
  }
  return inputs;
}

type BrokenPage = NonNullable<TypePlanQuery['entityTypePlan']>['pages'][number];

/** What was looked at, of which fields. */
interface Checked {
  readonly of: string;
  readonly count: number;
  readonly isComplete: boolean;
  readonly pages: readonly BrokenPage[];
}

function Known({ type }: { readonly type: WholeTypeFragment }): ReactNode {
  const { urn } = type;
  const labels = useLabels(type.owner?.urn ?? null, ['UPDATE', 'DELETE', 'READ']);
  const mayUpdate = labels.has('UPDATE');
  const navigate = useNavigate();
  const [, update] = useMutation(updateMutation);
  const [, remove] = useMutation(deleteMutation);
  const [form, setForm] = useState(() => formOfType(type));
  const [version, setVersion] = useState(type.version);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [theirs, setTheirs] = useState<WholeTypeFragment | null>(null);
  const fields = fieldsOf(form);
  const asked = JSON.stringify(fields);
  const isChecked = checked?.of === asked && checked.isComplete;
  const check = async (): Promise<void> => {
    if (!Array.isArray(fields)) return setRefusals([fields as Refusal]);
    let found: Checked = { of: asked, count: 0, isComplete: false, pages: [] };
    let after: string | null = null;
    setChecked(found);
    do {
      const variables: { urn: string; input: object } = { urn, input: { fields, after } };
      const { data, error } = await graph.query(planQuery, variables, { requestPolicy: 'network-only' }).toPromise();
      const plan: TypePlanQuery['entityTypePlan'] | undefined = data?.entityTypePlan;
      setRefusals(refusalsOf(error, null));
      if (!plan) return setChecked(null);
      after = plan.after ?? null;
      const count = found.count + plan.checkedCount;
      found = { of: asked, count, isComplete: after === null, pages: [...found.pages, ...plan.pages] };
      setChecked(found);
    } while (after !== null);
  };
  const save = async (expectedVersion: string): Promise<void> => {
    if (!Array.isArray(fields)) return;
    const input = { name: form.name, description: form.description || null, fields };
    const { data, error } = await update({ urn, input, expectedVersion });
    const change = data?.change;
    if (change?.current) return setTheirs(change.current);
    setRefusals(refusalsOf(error, change));
    if (!change?.entityType) return;
    setTheirs(null);
    setVersion(change.entityType.version);
    setChecked(null);
    say(words.saved);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void (isChecked ? save(version) : check());
  };
  return (
    <>
      {mayUpdate ? null : <p className="soft">{words.readOnly}</p>}
      <form className="stack wide-fields" onSubmit={submit}>
        <Fields form={form} setForm={setForm} isDisabled={!mayUpdate} />
        {checked?.of === asked ? <Broken checked={checked} /> : null}
        {theirs ? (
          <div role="alert" className="conflict">
            <p>{words.conflict}</p>
            <div className="row">
              <Button className="button" onPress={() => void save(theirs.version)}>
                {words.overwrite}
              </Button>
              <Button
                className="button"
                onPress={() => {
                  setForm(formOfType(theirs));
                  setVersion(theirs.version);
                  setTheirs(null);
                }}
              >
                {words.takeTheirs}
              </Button>
            </div>
          </div>
        ) : null}
        <Refusals refusals={refusals} />
        <div className="row">
          {mayUpdate ? (
            <Button type="submit" className="button primary">
              {isChecked ? words.save : words.plan.check}
            </Button>
          ) : null}
          {labels.has('DELETE') ? (
            <Button
              className="button"
              onPress={() =>
                void remove({ urn }).then(({ data, error }) => {
                  const refused = refusalsOf(error, data?.change);
                  setRefusals(refused);
                  if (refused.length > 0) return;
                  say(words.removed);
                  void navigate({ to: '/types' });
                })
              }
            >
              {words.remove}
            </Button>
          ) : null}
        </div>
      </form>
      {labels.has('READ') ? <History key={version} urn={urn} /> : null}
    </>
  );
}

interface FieldsParts {
  readonly form: Form;
  readonly setForm: (next: Form) => void;
  readonly isDisabled: boolean;
}

function Fields({ form, setForm, isDisabled }: FieldsParts): ReactNode {
  const { name, description, fields } = form;
  const setFields = (next: readonly FieldForm[]): void => setForm({ ...form, fields: next });
  const move = (from: number, by: 1 | -1): void => {
    const next = [...fields];
    const [moved] = next.splice(from, 1);
    if (moved) next.splice(from + by, 0, moved);
    setFields(next);
  };
  return (
    <>
      <TextField isRequired value={name} onChange={(next) => setForm({ ...form, name: next })} isDisabled={isDisabled}>
        <Label>{words.name}</Label>
        <Input />
      </TextField>
      <TextField
        value={description}
        onChange={(next) => setForm({ ...form, description: next })}
        isDisabled={isDisabled}
      >
        <Label>{words.description}</Label>
        <Input />
      </TextField>
      <h2>{words.fields}</h2>
      {fields.length === 0 ? <p className="soft">{words.noFields}</p> : null}
      {fields.map((field, index) => (
        <FieldEditor
          key={field.id}
          field={field}
          isFirst={index === 0}
          isLast={index === fields.length - 1}
          isDisabled={isDisabled}
          change={(next) => setFields(fields.map((one) => (one.id === field.id ? next : one)))}
          move={(by) => move(index, by)}
          remove={() => setFields(fields.filter(({ id }) => id !== field.id))}
        />
      ))}
      {isDisabled ? null : (
        <Button className="button" onPress={() => setFields([...fields, newField()])}>
          {words.addField}
        </Button>
      )}
    </>
  );
}

function Broken({ checked }: { readonly checked: Checked }): ReactNode {
  const { plan } = words;
  const { count, pages, isComplete } = checked;
  const summary = (): string => {
    if (!isComplete) return plan.checking(count);
    if (count === 0) return plan.noPages;
    return pages.length === 0 ? plan.none(count) : plan.some(pages.length, count);
  };
  return (
    <section className="card wide" aria-labelledby="plan">
      <h2 id="plan">{plan.title}</h2>
      <p className="soft">{plan.lead}</p>
      <p role="status">{summary()}</p>
      <ul className="plain">
        {pages.map(({ entity, live, newest }) => (
          <li key={entity.urn}>
            <Link to="/page/$urn" params={{ urn: entity.urn }}>
              {entity.name}
            </Link>{' '}
            <span className="soft small">{entity.path}</span>
            <ul className="small warn">
              {live.map(({ path, message }) => (
                <li key={`live ${path}`}>
                  {plan.live}: {message}
                </li>
              ))}
              {newest.map(({ path, message }) => (
                <li key={`newest ${path}`}>
                  {plan.draft}: {message}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ urn }: { readonly urn: string }): ReactNode {
  const [{ data }] = useQuery({ query: historyQuery, variables: { urn }, requestPolicy: 'network-only' });
  const versions = data?.entityTypeHistory ?? [];
  if (versions.length === 0) return null;
  return (
    <section aria-labelledby="history">
      <h2 id="history">{words.history}</h2>
      <ul className="plain">
        {versions.map(({ version, timestamp, name, actor, fields }) => (
          <li key={version}>
            <details>
              <summary>
                {words.version(version, shown(timestamp))} {actor.name ? texts.content.by(actor.name) : ''}
              </summary>
              <p>
                <strong>{name}</strong>
              </p>
              <ul>
                {fields.map((field) => (
                  <li key={`${field.kind} ${field.name}`}>
                    {field.label ?? field.name}{' '}
                    <span className="soft small">
                      {words.field.summary(texts.page.kinds[kindNames[field.kind]], field.required, field.repeated)}
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
