// Choosing a page of a company by a part of its name or path.
import { useState, type ReactNode } from 'react';
import { Button, ComboBox, Input, Label, ListBoxItem } from 'react-aria-components';
import { graphql } from '../../../made/index.ts';
import { useQuery } from '../../graph/ask.ts';
import { languageName } from '../../parts/languages.ts';
import { Options } from '../../parts/Options.tsx';
import { texts } from '../../texts/index.ts';

const candidatesQuery = graphql(`
  query Candidates($owner: ID!, $words: String!, $types: EntityTypeLinkFilter) {
    entities(
      first: 20
      where: {
        owner: { eq: $owner }
        entityType: $types
        or: [{ name: { containsFold: $words } }, { path: { containsFold: $words } }]
      }
      orderBy: [{ field: NAME }]
    ) {
      nodes {
        urn
        version
        name
        path
        language
      }
    }
  }
`);

interface ChooserParts {
  readonly owner: string;
  /** The name of the page that is chosen. */
  readonly shown: string;
  readonly isDisabled?: boolean;
  /** The types that the page may be of; any when empty. */
  readonly types?: readonly string[];
  readonly choose: (page: { readonly urn: string; readonly name: string }) => void;
}

export function PageChooser({ owner, shown, isDisabled = false, types = [], choose }: ChooserParts): ReactNode {
  const [words, setWords] = useState(shown);
  const [known, setKnown] = useState(shown);
  if (shown !== known) {
    setKnown(shown);
    setWords(shown);
  }
  const looksFor = words === shown ? '' : words;
  const variables = { owner, words: looksFor, types: types.length > 0 ? { in: [...types] } : undefined };
  const [{ data }] = useQuery({ query: candidatesQuery, variables, pause: isDisabled });
  const found = data?.entities.nodes ?? [];
  return (
    <ComboBox
      isDisabled={isDisabled}
      inputValue={words}
      onInputChange={setWords}
      items={found}
      allowsEmptyCollection
      defaultFilter={() => true}
      menuTrigger="focus"
      onSelectionChange={(key) => {
        const page = found.find(({ urn }) => urn === key);
        if (page) choose(page);
      }}
    >
      <Label>{texts.page.fields.searchPage}</Label>
      <div className="combo">
        <Input />
        <Button className="button small" aria-label={texts.page.fields.searchPage}>
          ▾
        </Button>
      </div>
      <Options>
        {(page: (typeof found)[number]) => (
          <ListBoxItem id={page.urn} textValue={page.name} className="option">
            {page.name}{' '}
            <span className="soft small">
              {page.path} · {languageName(page.language)}
            </span>
          </ListBoxItem>
        )}
      </Options>
    </ComboBox>
  );
}
