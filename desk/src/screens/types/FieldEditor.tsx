// One field of a type: folded to a line, unfolded to its form.
import { useState, type ReactNode } from 'react';
import { Button, Checkbox, Input, Label, Text, TextArea, TextField } from 'react-aria-components';
import { Choice } from '../../parts/Choice.tsx';
import { useTypes } from '../../parts/types.ts';
import { texts } from '../../texts/index.ts';
import { Control } from '../page/Control.tsx';
import { blank, kindNames } from '../page/kinds.ts';
import { firstValue, isNumber, isWritten, kinds, mayBegin, type FieldForm } from './fields.ts';

const words = texts.types.field;

interface EditorParts {
  readonly field: FieldForm;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isDisabled: boolean;
  readonly change: (next: FieldForm) => void;
  readonly move: (by: 1 | -1) => void;
  readonly remove: () => void;
}

export function FieldEditor({ field, isFirst, isLast, isDisabled, change, move, remove }: EditorParts): ReactNode {
  const [wasNew] = useState(field.name === '');
  const kindName = kindNames[field.kind];
  const called = field.label || field.name || texts.types.newField;
  const set = <K extends keyof FieldForm>(name: K, value: FieldForm[K]): void => change({ ...field, [name]: value });
  const line = (name: 'name' | 'label' | 'help' | 'maxItems' | 'minLength' | 'maxLength' | 'minimum' | 'maximum') => (
    <TextField value={field[name]} onChange={(value) => set(name, value)} isDisabled={isDisabled}>
      <Label>{words[name]}</Label>
      <Input />
      {name === 'name' ? <Text slot="description">{words.nameHint}</Text> : null}
    </TextField>
  );
  const tick = (name: 'required' | 'repeated') => (
    <Tick isOn={field[name]} isDisabled={isDisabled} onChange={(isOn) => set(name, isOn)} text={words[name]} />
  );
  return (
    <details className="card field-rule" open={wasNew}>
      <summary>
        <strong>{called}</strong>{' '}
        <span className="soft small">{words.summary(texts.page.kinds[kindName], field.required, field.repeated)}</span>
      </summary>
      <div className="stack" role="group" aria-label={called}>
        <div className="row">
          {line('name')}
          <Choice
            label={words.kind}
            value={field.kind}
            options={kinds.map((one) => [one, texts.page.kinds[kindNames[one]]] as const)}
            isDisabled={isDisabled}
            onChange={(kind) => change({ ...field, kind, begins: null })}
          />
          {line('label')}
        </div>
        {line('help')}
        <div className="row">
          {tick('required')}
          {tick('repeated')}
          {field.repeated ? line('maxItems') : null}
        </div>
        {isWritten(field.kind) ? (
          <div className="row">
            {line('minLength')}
            {line('maxLength')}
          </div>
        ) : null}
        {isNumber(field.kind) ? (
          <div className="row">
            {line('minimum')}
            {line('maximum')}
          </div>
        ) : null}
        {field.kind === 'TEXT_ITEM' ? (
          <TextField value={field.choices} onChange={(value) => set('choices', value)} isDisabled={isDisabled}>
            <Label>{words.choices}</Label>
            <TextArea rows={3} />
          </TextField>
        ) : null}
        {field.kind === 'REFERENCE_ITEM' ? <Targets field={field} isDisabled={isDisabled} change={change} /> : null}
        {mayBegin(field.kind) ? (
          <Tick
            isOn={field.begins !== null}
            isDisabled={isDisabled}
            onChange={(isOn) => set('begins', isOn ? firstValue(field.kind) : null)}
            text={words.begins}
          />
        ) : null}
        {field.begins && mayBegin(field.kind) ? (
          <Control
            item={blank(kindName, field.id, field.name, 0)}
            label={words.beginsWith}
            typed={field.begins}
            type={(typed) => set('begins', typed)}
            isDisabled={isDisabled}
            owner=""
            names={[]}
          />
        ) : null}
        {isDisabled ? null : (
          <div className="row">
            <Button className="button small" isDisabled={isFirst} onPress={() => move(-1)}>
              {words.up}
              <span className="away"> {called}</span>
            </Button>
            <Button className="button small" isDisabled={isLast} onPress={() => move(1)}>
              {words.down}
              <span className="away"> {called}</span>
            </Button>
            <Button className="button small" onPress={remove}>
              {words.remove}
              <span className="away"> {called}</span>
            </Button>
          </div>
        )}
      </div>
    </details>
  );
}

interface TickParts {
  readonly text: string;
  readonly isOn: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Tick({ text, isOn, isDisabled, onChange }: TickParts): ReactNode {
  return (
    <Checkbox isSelected={isOn} isDisabled={isDisabled} onChange={onChange} className="checkbox">
      <span className="box" aria-hidden="true" />
      {text}
    </Checkbox>
  );
}

type TargetParts = Pick<EditorParts, 'field' | 'isDisabled' | 'change'>;

function Targets({ field, isDisabled, change }: TargetParts): ReactNode {
  const { types } = useTypes();
  const { entityTypes } = field;
  return (
    <fieldset className="row">
      <legend>{words.types}</legend>
      {types.map(({ urn, name }) => (
        <Tick
          key={urn}
          text={name}
          isOn={entityTypes.includes(urn)}
          isDisabled={isDisabled}
          onChange={(isOn) =>
            change({ ...field, entityTypes: isOn ? [...entityTypes, urn] : entityTypes.filter((one) => one !== urn) })
          }
        />
      ))}
    </fieldset>
  );
}
