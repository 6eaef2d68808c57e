// Adding an item to a page: its kind and its name, and of a reference the page it leads to.
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Input, Label, Text, TextField } from 'react-aria-components';
import { graph } from '../../graph/client.ts';
import { refusalsOf } from '../../graph/refusal.ts';
import { Choice } from '../../parts/Choice.tsx';
import { texts } from '../../texts/index.ts';
import { creations } from './changes.ts';
import { beginning, type Item, type KindName } from './kinds.ts';
import { PageChooser } from './PageChooser.tsx';
import type { Change } from './useDraft.ts';

const words = texts.page.add;
const { kinds } = texts.page;

interface AddParts {
  readonly urn: string;
  readonly owner: string;
  readonly items: readonly Item[];
  readonly changed: () => void;
}

export function AddItem({ urn, owner, items, changed }: AddParts): ReactNode {
  const [kind, setKind] = useState<KindName>('TextItem');
  const [name, setName] = useState('');
  const [referred, setReferred] = useState<{ readonly urn: string; readonly name: string } | null>(null);
  const [problem, setProblem] = useState('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (kind === 'ReferenceItem' && !referred) return setProblem(texts.page.problems.reference);
    // Behind the last one of its name, so that several form a list.
    const same = items.filter((item) => item.__typename === kind && item.name === name);
    const sortOrder = Math.max(-1, ...same.map((item) => item.sortOrder)) + 1;
    const input = {
      ...beginning(kind),
      ...(kind === 'ReferenceItem' ? { entityReference: referred?.urn } : {}),
      entity: urn,
      name,
      sortOrder,
    };
    const document = creations[kind] as unknown as TypedDocumentNode<Change, { input: object }>;
    const { data, error } = await graph.mutation(document, { input }).toPromise();
    const refusals = refusalsOf(error, data?.change);
    setProblem(refusals.map(({ message }) => message).join(' '));
    if (refusals.length > 0) return;
    setName('');
    changed();
  };
  return (
    <form className="card stack" onSubmit={(event) => void submit(event)}>
      <h2>{words.title}</h2>
      <div className="row">
        <Choice
          label={words.kind}
          value={kind}
          options={(Object.keys(kinds) as KindName[]).map((one) => [one, kinds[one]] as const)}
          onChange={setKind}
        />
        <TextField isRequired value={name} onChange={setName}>
          <Label>{words.name}</Label>
          <Input />
          <Text slot="description">{words.nameHint}</Text>
        </TextField>
        {kind === 'ReferenceItem' ? (
          <PageChooser owner={owner} shown={referred?.name ?? ''} choose={setReferred} />
        ) : null}
        <Button type="submit" className="button">
          {words.submit}
        </Button>
      </div>
      {problem ? (
        <p role="alert" className="bad">
          {problem}
        </p>
      ) : null}
    </form>
  );
}
