// Who holds a role, and for those who administer it a way to give it to others and to take it back.
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useMutation } from 'urql';
import { tell } from '../../graph/answer.ts';
import { useLabels } from '../../graph/me.ts';
import { Choice } from '../../parts/Choice.tsx';
import { NameChooser, type Chosen } from '../../parts/PersonChooser.tsx';
import { texts } from '../../texts/index.ts';
import { holdersMutation } from './documents.ts';

const words = texts.people.holdersOf;
const kinds = ['identities', 'groups', 'apiClients'] as const;
type Kind = (typeof kinds)[number];
const choosers = {
  identities: ['IDENTITY', words.add],
  groups: ['GROUP', words.addGroup],
  apiClients: ['API_CLIENT', words.addProgram],
} as const;

interface HoldersParts {
  readonly role: { readonly urn: string; readonly version: string; readonly name: string } & Readonly<
    Record<Kind, readonly Chosen[]>
  >;
}

export function RoleHolders({ role }: HoldersParts): ReactNode {
  const isAdmin = useLabels(role.urn, ['ADMIN']).has('ADMIN');
  const [{ fetching }, change] = useMutation(holdersMutation);
  const [kind, setKind] = useState<Kind>('identities');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const urnsOf = (one: Kind): readonly string[] => role[one].map(({ urn }) => urn);
  // The list replaces the one before: with the version it was read at, so that nobody is taken the role by accident.
  const write = async (list: Kind, holders: readonly string[], text: string): Promise<void> => {
    const variables = { urn: role.urn, input: { [list]: [...holders] }, expectedVersion: role.version };
    const { data, error } = await change(variables);
    if (tell(error, data?.updateRole, text)) setChosen(null);
  };
  const [scope, label] = choosers[kind];
  return (
    <>
      {kinds.every((one) => role[one].length === 0) ? <p className="soft small">{texts.people.nobody}</p> : null}
      <ul className="facts small">
        {kinds.flatMap((list) =>
          role[list].map(({ urn, name }) => {
            const called = name ?? texts.people.unnamed;
            const rest = urnsOf(list).filter((one) => one !== urn);
            return (
              <li key={urn}>
                {called} {words.of[list] ? <span className="soft">{words.of[list]} </span> : null}
                {isAdmin ? (
                  <Button
                    className="button small"
                    isDisabled={fetching}
                    aria-label={words.take(called, role.name)}
                    onPress={() => void write(list, rest, words.taken(called))}
                  >
                    ✕
                  </Button>
                ) : null}
              </li>
            );
          }),
        )}
      </ul>
      {isAdmin ? (
        <div className="row">
          <Choice
            label={words.kind(role.name)}
            value={kind}
            options={kinds.map((one) => [one, words.kinds[one]] as const)}
            onChange={(next) => {
              setKind(next);
              setChosen(null);
            }}
          />
          <NameChooser key={kind} scope={scope} label={label(role.name)} chosen={chosen} choose={setChosen} />
          <Button
            className="button"
            isDisabled={fetching || !chosen || urnsOf(kind).includes(chosen.urn)}
            onPress={() =>
              chosen
                ? void write(kind, [...urnsOf(kind), chosen.urn], words.given(chosen.name ?? texts.people.unnamed))
                : undefined
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
