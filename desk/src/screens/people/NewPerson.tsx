// Making a person, who can then be invited and given a role.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useMutation } from 'urql';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Refusals } from '../../parts/Refusals.tsx';
import { texts } from '../../texts/index.ts';
import { useHomes } from '../content/NewPage.tsx';
import { createPersonMutation } from './accessDocuments.ts';

const words = texts.people.newPerson;

/** The form; nothing for who may make people nowhere. */
export function NewPerson({ made }: { readonly made: (name: string) => void }): ReactNode {
  const homes = useHomes();
  const [{ fetching }, create] = useMutation(createPersonMutation);
  const [chosen, setOwner] = useState('');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const owner = chosen || homes[0]?.urn;
  if (!owner) return null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const emails = email ? [{ email, type: 'WORK' as const, isPrimary: true }] : [];
    const { data, error } = await create({ input: { owner, name, emails } });
    const refused = refusalsOf(error, data?.createIdentity);
    setRefusals(refused);
    if (refused.length > 0) return;
    setName('');
    setEmail('');
    say(words.made(name));
    made(name);
  };
  return (
    <form className="card stack spaced" aria-label={words.title} onSubmit={(event) => void submit(event)}>
      <h2>{words.title}</h2>
      <div className="row">
        {homes.length > 1 ? (
          <Choice
            label={words.owner}
            value={owner}
            options={homes.map((one) => [one.urn, one.name] as const)}
            onChange={setOwner}
          />
        ) : null}
        <TextField isRequired value={name} onChange={setName} maxLength={1024}>
          <Label>{words.name}</Label>
          <Input />
        </TextField>
        <TextField type="email" value={email} onChange={setEmail} maxLength={254}>
          <Label>{words.email}</Label>
          <Input />
        </TextField>
        <Button type="submit" className="button" isDisabled={fetching}>
          {words.create}
        </Button>
      </div>
      <Refusals refusals={refusals} />
    </form>
  );
}
