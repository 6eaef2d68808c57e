// Making a person, who can then be invited and given a role.
import { useState, type ReactNode } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { useMutation } from 'urql';
import { refusalsOf, type Refusal } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { texts } from '../../texts/index.ts';
import { useHomes } from '../content/NewPage.tsx';
import { createPersonMutation } from './accessDocuments.ts';
import { MakeForm } from './MakeForm.tsx';

const words = texts.people.newPerson;

/** The form; nothing for who may make people nowhere. */
export function NewPerson({ made }: { readonly made: (name: string) => void }): ReactNode {
  const homes = useHomes();
  const [, create] = useMutation(createPersonMutation);
  const [email, setEmail] = useState('');
  const make = async (owner: string, name: string): Promise<readonly Refusal[]> => {
    const emails = email ? [{ email, type: 'WORK' as const, isPrimary: true }] : [];
    const { data, error } = await create({ input: { owner, name, emails } });
    const refused = refusalsOf(error, data?.createIdentity);
    if (refused.length > 0) return refused;
    setEmail('');
    say(words.made(name));
    made(name);
    return [];
  };
  return (
    <MakeForm words={words} owners={homes} make={make}>
      <TextField type="email" value={email} onChange={setEmail} maxLength={254}>
        <Label>{words.email}</Label>
        <Input />
      </TextField>
    </MakeForm>
  );
}
