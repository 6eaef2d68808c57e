// The form by which something with a name is made in a company: a person, or a program.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { Refusal } from '../../graph/refusal.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Refusals } from '../../parts/Refusals.tsx';

interface MakeParts {
  readonly words: { readonly title: string; readonly owner: string; readonly name: string; readonly create: string };
  /** The companies in which the caller may make it; without one there is no form. */
  readonly owners: readonly { readonly urn: string; readonly name: string }[];
  /** Makes it; answers why it was not made. */
  readonly make: (owner: string, name: string) => Promise<readonly Refusal[]>;
  /** Further fields. */
  readonly children?: ReactNode;
}

export function MakeForm({ words, owners, make, children }: MakeParts): ReactNode {
  const [chosen, setOwner] = useState('');
  const [name, setName] = useState('');
  const [isSent, setSent] = useState(false);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const owner = chosen || owners[0]?.urn;
  if (!owner) return null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSent(true);
    const refused = await make(owner, name);
    setSent(false);
    setRefusals(refused);
    if (refused.length === 0) setName('');
  };
  return (
    <form className="card stack spaced" aria-label={words.title} onSubmit={(event) => void submit(event)}>
      <h2>{words.title}</h2>
      <div className="row">
        {owners.length > 1 ? (
          <Choice
            label={words.owner}
            value={owner}
            options={owners.map((one) => [one.urn, one.name] as const)}
            onChange={setOwner}
          />
        ) : null}
        <TextField isRequired value={name} onChange={setName} maxLength={1024}>
          <Label>{words.name}</Label>
          <Input />
        </TextField>
        {children}
        <Button type="submit" className="button" isDisabled={isSent}>
          {words.create}
        </Button>
      </div>
      <Refusals refusals={refusals} />
    </form>
  );
}
