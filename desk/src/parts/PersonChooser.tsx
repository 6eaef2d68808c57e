// Choosing a person by a part of the name.
import { useState, type ReactNode } from 'react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { useQuery } from 'urql';
import { graphql } from '../../made/index.ts';
import { texts } from '../texts/index.ts';

const peopleQuery = graphql(`
  query PeopleByName($words: String!) {
    identities(first: 20, where: { type: { eq: PERSON }, name: { containsFold: $words } }, orderBy: [{ field: NAME }]) {
      nodes {
        urn
        version
        name
      }
    }
  }
`);

/** A person, as far as a choice is concerned. */
export interface Chosen {
  readonly urn: string;
  readonly name?: string | null;
}

interface ChooserParts {
  readonly label: string;
  /** Who is chosen; null for nobody. */
  readonly chosen: Chosen | null;
  readonly choose: (person: Chosen | null) => void;
}

/** The field; emptied, nobody is chosen. */
export function PersonChooser({ label, chosen, choose }: ChooserParts): ReactNode {
  const shown = chosen?.name ?? '';
  const [words, setWords] = useState(shown);
  const [known, setKnown] = useState(shown);
  if (shown !== known) {
    setKnown(shown);
    setWords(shown);
  }
  const [{ data }] = useQuery({ query: peopleQuery, variables: { words: words === shown ? '' : words } });
  const found = data?.identities.nodes ?? [];
  return (
    <ComboBox
      inputValue={words}
      onInputChange={(text) => {
        setWords(text);
        if (text === '' && chosen) choose(null);
      }}
      onBlur={() => setWords(shown)}
      items={found}
      allowsEmptyCollection
      defaultFilter={() => true}
      menuTrigger="focus"
      onSelectionChange={(key) => {
        const person = found.find(({ urn }) => urn === key);
        if (person) choose(person);
      }}
    >
      <Label>{label}</Label>
      <div className="combo">
        <Input />
        <Button className="button small" aria-label={texts.shell.choose(label)}>
          ▾
        </Button>
      </div>
      <Popover className="popover">
        <ListBox className="options">
          {(person: (typeof found)[number]) => (
            <ListBoxItem id={person.urn} textValue={person.name ?? ''} className="option">
              {person.name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
