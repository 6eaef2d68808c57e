// The people who hold a role, and for those who administer it a way to give it to others and to take it back.
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useMutation } from 'urql';
import { useLabels } from '../../graph/me.ts';
import { refusalsOf } from '../../graph/refusal.ts';
import { say } from '../../notices.ts';
import { PersonChooser, type Chosen } from '../../parts/PersonChooser.tsx';
import { texts } from '../../texts/index.ts';
import { holdersMutation } from './documents.ts';

const words = texts.people.holdersOf;

interface HoldersParts {
  readonly role: { readonly urn: string; readonly version: string; readonly name: string };
  readonly people: readonly Chosen[];
}

export function RoleHolders({ role, people }: HoldersParts): ReactNode {
  const isAdmin = useLabels(role.urn, ['ADMIN']).has('ADMIN');
  const [{ fetching }, change] = useMutation(holdersMutation);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  // The list replaces the one before: with the version it was read at, so that nobody is taken the role by accident.
  const write = async (identities: readonly string[], text: string): Promise<void> => {
    const variables = { urn: role.urn, identities: [...identities], expectedVersion: role.version };
    const { data, error } = await change(variables);
    const [refusal] = refusalsOf(error, data?.updateRole);
    if (refusal) return say(texts.shell.refused(refusal.message), true);
    setChosen(null);
    say(text);
  };
  const all = people.map(({ urn }) => urn);
  return (
    <>
      <ul className="facts small">
        {people.map(({ urn, name }) => {
          const called = name ?? texts.people.unnamed;
          const rest = all.filter((one) => one !== urn);
          return (
            <li key={urn}>
              {called}{' '}
              {isAdmin ? (
                <Button
                  className="button small"
                  isDisabled={fetching}
                  aria-label={words.take(called, role.name)}
                  onPress={() => void write(rest, words.taken(called))}
                >
                  ✕
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {isAdmin ? (
        <div className="row">
          <PersonChooser label={words.add(role.name)} chosen={chosen} choose={setChosen} />
          <Button
            className="button"
            isDisabled={fetching || !chosen || all.includes(chosen.urn)}
            onPress={() =>
              chosen ? void write([...all, chosen.urn], words.given(chosen.name ?? texts.people.unnamed)) : undefined
            }
          >
            {words.give}
            <span className="away"> {role.name}</span>
          </Button>
        </div>
      ) : null}
    </>
  );
}
