// The other languages of a page: those that are there, older than it or not, and those that its company wants and nobody has made.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, DialogTrigger } from 'react-aria-components';
import { graphql } from '../../../made/index.ts';
import { useQuery } from '../../graph/ask.ts';
import { useChanges } from '../../graph/live.ts';
import { languageName } from '../../parts/languages.ts';
import { texts } from '../../texts/index.ts';
import { PageDialog, useHomes, type Original } from '../content/NewPage.tsx';

const words = texts.page.translations;

const translationsQuery = graphql(`
  query Translations($urn: ID!) {
    entity(urn: $urn) {
      urn
      version
      translations {
        language
        isMissing
        isOutdated
        entity {
          urn
          version
          name
        }
      }
    }
  }
`);

interface TranslationsParts {
  readonly page: Original & { readonly owner?: { readonly urn: string } | null };
}

/** The list; nothing where there is no other language. A new one is offered to who may make pages in the company. */
export function Translations({ page }: TranslationsParts): ReactNode {
  const homes = useHomes();
  const [{ data }, again] = useQuery({ query: translationsQuery, variables: { urn: page.urn } });
  // An edit of an item decides which is older, too.
  useChanges(['ENTITY', 'TEXT_ITEM', 'MARKDOWN_ITEM', 'IMAGE_ITEM'], () => again({ requestPolicy: 'network-only' }));
  const translations = data?.entity?.translations ?? [];
  if (translations.length === 0) return null;
  const mayMake = homes.some(({ urn }) => urn === page.owner?.urn);
  return (
    <section aria-labelledby="translations">
      <h2 id="translations">{words.title}</h2>
      <ul className="plain">
        {translations.map(({ language, isMissing, isOutdated, entity }) => (
          <li key={language} className="row">
            <span>{languageName(language)}</span>
            {entity ? (
              <>
                <Link to="/page/$urn" params={{ urn: entity.urn }}>
                  {entity.name}
                </Link>
                {isOutdated ? <span className="mark warn">{words.outdated}</span> : null}
                <Link to="/page/$urn" params={{ urn: entity.urn }} search={{ beside: page.urn }}>
                  {words.beside}
                  <span className="away"> {languageName(language)}</span>
                </Link>
              </>
            ) : null}
            {isMissing ? <span className="soft">{words.missing}</span> : null}
            {isMissing && mayMake ? (
              <DialogTrigger>
                <Button className="button small">{words.make(languageName(language))}</Button>
                <PageDialog
                  title={texts.content.create.translationTitle(page.name)}
                  homes={homes}
                  original={page}
                  translatedTo={language}
                />
              </DialogTrigger>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
