// The control of each kind of item.
import { lazy, Suspense, useId, type ReactNode } from 'react';
import { Checkbox, Input, Label, Text, TextArea, TextField } from 'react-aria-components';
import { graphql } from '../../../made/index.ts';
import { useQuery } from '../../graph/ask.ts';
import { Choice } from '../../parts/Choice.tsx';
import { zone } from '../../parts/time.ts';
import { texts } from '../../texts/index.ts';
import { Loading } from '../../shell/Failed.tsx';
import { pointOf, type FieldRule, type Item, type Typed } from './kinds.ts';
import { Picture } from './Picture.tsx';
import { PageChooser } from './PageChooser.tsx';

const Editor = lazy(async () => ({ default: (await import('../../parts/Editor.tsx')).Editor }));
const WorldMap = lazy(async () => ({ default: (await import('./WorldMap.tsx')).WorldMap }));

const words = texts.page.fields;

export interface ControlParts {
  readonly item: Item;
  readonly label: string;
  readonly typed: Typed;
  readonly type: (next: Typed) => void;
  readonly isDisabled: boolean;
  /** The company whose pages can be referred to. */
  readonly owner: string;
  /** The names of the page's items, for templates. */
  readonly names: readonly string[];
  /** The field of the page's type; null where none names the item. */
  readonly rule?: FieldRule | null;
  /** Creates the item if it is yet to be; false when it could not be. */
  readonly create?: () => Promise<boolean>;
}

export function Control(parts: ControlParts): ReactNode {
  const { item, label, typed, type, isDisabled, rule = null, create } = parts;
  const set = (name: string) => (value: string) => type({ ...typed, [name]: value });
  const one = (name: string, text: string, hint?: string): ReactNode => (
    <Field label={text} value={typed[name] ?? ''} onChange={set(name)} isDisabled={isDisabled} hint={hint} />
  );
  switch (item.__typename) {
    case 'TextItem':
      if (rule && rule.choices.length > 0) return <Chosen {...parts} rule={rule} />;
      return (
        <Field label={label} value={typed['value'] ?? ''} onChange={set('value')} isDisabled={isDisabled} isLong />
      );
    case 'MarkdownItem':
      return <Written {...parts} language="markdown" />;
    case 'JsonItem':
      return <Written {...parts} language="json" />;
    case 'TemplateItem':
      return <Template {...parts} />;
    case 'BooleanItem':
      return (
        <Checkbox
          isSelected={typed['value'] === 'true'}
          isDisabled={isDisabled}
          onChange={(isOn) => type({ value: String(isOn) })}
          className="checkbox"
        >
          <span className="box" aria-hidden="true" />
          {label}
        </Checkbox>
      );
    case 'LongItem':
    case 'DoubleItem':
      return one('value', label);
    case 'DateTimeItem':
      return <Moment {...parts} />;
    case 'MoneyItem':
      return <Money {...parts} />;
    case 'LatLongItem':
      return (
        <fieldset className="row">
          <legend>{label}</legend>
          {one('latitude', words.latitude)}
          {one('longitude', words.longitude)}
          {isDisabled ? null : <Place label={label} typed={typed} type={type} />}
        </fieldset>
      );
    case 'LinkItem':
      return (
        <fieldset className="row">
          <legend>{label}</legend>
          {one('href', words.address)}
          {one('text', words.text)}
          {one('rel', words.relation)}
          {one('lang', words.language)}
        </fieldset>
      );
    case 'ReferenceItem':
      return (
        <fieldset className="row">
          <legend>{label}</legend>
          <PageChooser
            owner={parts.owner}
            shown={typed['shown'] ?? ''}
            isDisabled={isDisabled}
            types={rule?.entityTypes ?? []}
            choose={({ urn, name }) => type({ ...typed, entityReference: urn, shown: name })}
          />
          {one('relation', words.relation)}
        </fieldset>
      );
    case 'ImageItem':
      return <Picture item={item} label={label} typed={typed} type={type} isDisabled={isDisabled} create={create} />;
  }
}

// What was chosen before the type changed stays until something else is.
function Chosen({ label, typed, type, isDisabled, rule }: ControlParts & { readonly rule: FieldRule }): ReactNode {
  const { value = '' } = typed;
  const known = rule.choices.map((one) => [one, one] as const);
  const others = rule.choices.includes(value) ? [] : [[value, value === '' ? words.nothing : value] as const];
  const none = rule.required || value === '' ? [] : [['', words.nothing] as const];
  return (
    <Choice
      label={label}
      value={value}
      options={[...others, ...none, ...known]}
      isDisabled={isDisabled}
      onChange={(next) => type({ value: next })}
    />
  );
}

interface FieldParts {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isDisabled: boolean;
  readonly hint?: string | undefined;
  /** Whether it may hold more than a line. */
  readonly isLong?: boolean;
}

function Field({ label, value, onChange, isDisabled, hint, isLong = false }: FieldParts): ReactNode {
  const isText = isLong && (value.length > 90 || value.includes('\n'));
  return (
    <TextField value={value} onChange={onChange} isDisabled={isDisabled}>
      <Label>{label}</Label>
      {isLong ? <TextArea rows={isText ? Math.min(12, 2 + Math.ceil(value.length / 90)) : 1} /> : <Input />}
      {hint ? <Text slot="description">{hint}</Text> : null}
    </TextField>
  );
}

function Written({
  label,
  typed,
  type,
  isDisabled,
  language,
}: ControlParts & { readonly language: 'markdown' | 'json' | 'plain' }): ReactNode {
  return (
    <div className="field wide">
      <span className="label">{label}</span>
      <Suspense fallback={<Loading />}>
        <Editor
          label={label}
          value={typed['value'] ?? ''}
          language={language}
          isDisabled={isDisabled}
          onChange={(value) => type({ ...typed, value })}
        />
      </Suspense>
    </div>
  );
}

const mediaTypes = ['text/html', 'text/plain', 'application/json'] as const;

function Template(parts: ControlParts): ReactNode {
  const { typed, type, isDisabled, names } = parts;
  return (
    <div className="stack wide">
      <Written {...parts} language="plain" />
      <p className="soft small">{words.names(names.join(', '))}</p>
      <Choice
        label={words.mediaType}
        value={typed['mediaType'] ?? 'text/html'}
        options={mediaTypes.map((one) => [one, one] as const)}
        isDisabled={isDisabled}
        onChange={(mediaType) => type({ ...typed, mediaType })}
      />
    </div>
  );
}

function Moment({ label, typed, type, isDisabled }: ControlParts): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        step="any"
        value={typed['value'] ?? ''}
        disabled={isDisabled}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => type({ value: target.value })}
      />
      <span id={`${id}-hint`} className="soft small">
        {words.inZone(zone())}
      </span>
    </div>
  );
}

function Place({ label, typed, type }: Pick<ControlParts, 'label' | 'typed' | 'type'>): ReactNode {
  return (
    <Suspense fallback={<Loading />}>
      <WorldMap
        label={label}
        point={pointOf(typed)}
        choose={(latitude, longitude) => type({ ...typed, latitude, longitude })}
      />
    </Suspense>
  );
}

const currenciesQuery = graphql(`
  query Currencies {
    currencies {
      code
      name
      isActive
    }
  }
`);

function Money({ label, typed, type, isDisabled }: ControlParts): ReactNode {
  const [{ data }] = useQuery({ query: currenciesQuery, requestPolicy: 'cache-first' });
  const chosen = typed['currencyCode'] ?? '';
  const known = (data?.currencies ?? [])
    .filter(({ code, isActive }) => isActive || code === chosen)
    .map(({ code, name }) => [code, `${code} – ${name}`] as const);
  return (
    <fieldset className="row">
      <legend>{label}</legend>
      <Field
        label={words.amount}
        value={typed['value'] ?? ''}
        onChange={(value) => type({ ...typed, value })}
        isDisabled={isDisabled}
      />
      <Choice
        label={words.currency}
        value={chosen}
        options={known.length > 0 ? known : [[chosen, chosen]]}
        isDisabled={isDisabled}
        onChange={(currencyCode) => type({ ...typed, currencyCode })}
      />
    </fieldset>
  );
}
