// What a page is, beside its items: its name, path, language, variant and type.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useMutation } from 'urql';
import type { PageQuery } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Choice } from '../../parts/Choice.tsx';
import { useLanguages } from '../../parts/languages.ts';
import { Refusals } from '../../parts/Refusals.tsx';
import { useTypes } from '../../parts/types.ts';
import { Window } from '../../parts/Window.tsx';
import { texts } from '../../texts/index.ts';

const words = texts.page.settings;

const settingsMutation = graphql(`
  mutation ChangeSettings($urn: ID!, $input: UpdateEntityInput!, $expectedVersion: Long) {
    change: updateEntity(urn: $urn, input: $input, expectedVersion: $expectedVersion) {
      ...Published
    }
  }
`);

type Entity = NonNullable<PageQuery['entity']>;

interface SettingsParts {
  readonly entity: Entity;
  readonly changed: () => void;
}

export function Settings({ entity, changed }: SettingsParts): ReactNode {
  return (
    <Window button={words.button} title={words.title}>
      {(close) => <Form entity={entity} changed={changed} close={close} />}
    </Window>
  );
}

function Form({ entity, changed, close }: SettingsParts & { readonly close: () => void }): ReactNode {
  const [, change] = useMutation(settingsMutation);
  const { types } = useTypes();
  const [name, setName] = useState(entity.name);
  const [path, setPath] = useState(entity.path ?? '');
  const [language, setLanguage] = useState(entity.language);
  const [variant, setVariant] = useState(entity.variant);
  const [type, setType] = useState(entity.entityType?.urn ?? '');
  // What somebody else changed while the window is open is not written over.
  const [expectedVersion] = useState(entity.version);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const languages = useLanguages(language);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const input = { name, path: path || null, language, variant, entityType: type || null };
    const { data, error } = await change({ urn: entity.urn, input, expectedVersion });
    const refused = refusalsOf(error, data?.change);
    setRefusals(refused);
    if (refused.length > 0) return;
    close();
    say(words.saved);
    changed();
  };
  const known =
    entity.entityType && !types.some(({ urn }) => urn === entity.entityType?.urn) ? [entity.entityType] : [];
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <TextField isRequired value={name} onChange={setName} autoFocus>
        <Label>{words.name}</Label>
        <Input />
      </TextField>
      <TextField value={path} onChange={setPath}>
        <Label>{words.path}</Label>
        <Input />
      </TextField>
      <Choice label={words.language} value={language} options={languages} onChange={setLanguage} />
      <TextField value={variant} onChange={setVariant}>
        <Label>{words.variant}</Label>
        <Input />
      </TextField>
      <Choice
        label={words.type}
        value={type}
        options={[['', words.noType], ...[...known, ...types].map((one) => [one.urn, one.name] as const)]}
        onChange={setType}
      />
      <Refusals refusals={refusals} />
      <div className="row">
        <Button type="submit" className="button primary">
          {words.save}
        </Button>
        <Button className="button" onPress={close}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
