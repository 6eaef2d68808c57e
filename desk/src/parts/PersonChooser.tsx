// Choosing a person, or something else that rights are given to, by a part of the name.
import { useState, type ReactNode } from 'react';
import { Button, ComboBox, Input, Label, ListBoxItem } from 'react-aria-components';
import { graphql } from '../../made/index.ts';
import { useQuery } from '../graph/ask.ts';
import { texts } from '../texts/index.ts';
import { Options } from './Options.tsx';

const namedQuery = graphql(`
  query Named(
    $words: String!
    $people: Boolean!
    $groups: Boolean!
    $roles: Boolean!
    $programs: Boolean!
    $companies: Boolean!
  ) {
    identities(first: 20, where: { type: { eq: PERSON }, name: { containsFold: $words } }, orderBy: [{ field: NAME }])
      @include(if: $people) {
      nodes {
        urn
        version
        name
      }
    }
    groups(first: 20, where: { name: { containsFold: $words } }, orderBy: [{ field: NAME }]) @include(if: $groups) {
      nodes {
        urn
        version
        name
      }
    }
    roles(first: 20, where: { name: { containsFold: $words } }, orderBy: [{ field: NAME }]) @include(if: $roles) {
      nodes {
        urn
        version
        name
      }
    }
    apiClients(first: 20, where: { name: { containsFold: $words } }) @include(if: $programs) {
      nodes {
        urn
        version
        name
      }
    }
    companies(first: 20, where: { name: { containsFold: $words } }) @include(if: $companies) {
      nodes {
        urn
        version
        name
      }
    }
  }
`);

/** What can be chosen. */
export type NamedScope = 'IDENTITY' | 'GROUP' | 'ROLE' | 'API_CLIENT' | 'COMPANY';

/** Somebody, as far as a choice is concerned. */
export interface Chosen {
  readonly urn: string;
  readonly name?: string | null;
}

interface ChooserParts {
  readonly label: string;
  /** Who is chosen; null for nobody. */
  readonly chosen: Chosen | null;
  readonly choose: (one: Chosen | null) => void;
  /** Whether several are chosen one after the other: the field is empty again and its list stays open until it is left. */
  readonly isMany?: boolean;
}

/** The field for a person; emptied, nobody is chosen. */
export function PersonChooser(parts: ChooserParts): ReactNode {
  return <NameChooser scope="IDENTITY" {...parts} />;
}

/** The field for what a scope names; emptied, nobody is chosen. */
export function NameChooser({
  scope,
  label,
  chosen,
  choose,
  isMany = false,
}: ChooserParts & { readonly scope: NamedScope }): ReactNode {
  const shown = chosen?.name ?? '';
  const [words, setWords] = useState(shown);
  const [known, setKnown] = useState(shown);
  if (shown !== known) {
    setKnown(shown);
    setWords(shown);
  }
  const found = useNamed(scope, words === shown ? '' : words);
  return (
    <ComboBox
      inputValue={words}
      {...(isMany && { selectedKey: null })}
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
        const one = found.find(({ urn }) => urn === key);
        if (one) choose(one);
        if (isMany) setWords(shown);
      }}
    >
      <Label>{label}</Label>
      <div className="combo">
        <Input />
        <Button className="button small" aria-label={texts.shell.choose(label)}>
          ▾
        </Button>
      </div>
      <Options>
        {(one: Chosen) => (
          <ListBoxItem id={one.urn} textValue={one.name ?? ''} className="option">
            {one.name}
          </ListBoxItem>
        )}
      </Options>
    </ComboBox>
  );
}

function useNamed(scope: NamedScope, words: string): readonly Chosen[] {
  const [{ data }] = useQuery({
    query: namedQuery,
    variables: {
      ...{ words, people: scope === 'IDENTITY', groups: scope === 'GROUP', roles: scope === 'ROLE' },
      ...{ programs: scope === 'API_CLIENT', companies: scope === 'COMPANY' },
    },
  });
  return (data?.identities ?? data?.groups ?? data?.roles ?? data?.apiClients ?? data?.companies)?.nodes ?? [];
}
