// Whom a post addresses: people are found by a part of their name, and taken out again.
import type { ReactNode } from 'react';
import { Button, Label, Tag, TagGroup, TagList } from 'react-aria-components';
import { PersonChooser, type Chosen } from '../../parts/PersonChooser.tsx';
import { texts } from '../../texts/index.ts';

const words = texts.inbox;

interface MentionsParts {
  readonly mentioned: readonly Chosen[];
  readonly change: (mentioned: readonly Chosen[]) => void;
}

export function Mentions({ mentioned, change }: MentionsParts): ReactNode {
  const add = (one: Chosen | null): void => {
    if (one) change([...mentioned.filter(({ urn }) => urn !== one.urn), one]);
  };
  return (
    <>
      <PersonChooser label={words.mention} chosen={null} choose={add} isMany />
      {mentioned.length > 0 ? (
        <TagGroup onRemove={(keys) => change(mentioned.filter(({ urn }) => !keys.has(urn)))}>
          <Label>{words.mentioned}</Label>
          <TagList className="row">
            {mentioned.map(({ urn, name }) => (
              <Tag key={urn} id={urn} textValue={name ?? words.somebody} className="tag">
                {name ?? words.somebody}
                <Button slot="remove" className="button small">
                  {words.mentionNot}
                </Button>
              </Tag>
            ))}
          </TagList>
        </TagGroup>
      ) : null}
    </>
  );
}
