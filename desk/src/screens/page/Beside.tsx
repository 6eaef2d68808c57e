// What a page is translated from, beside its own fields: read alone, with the picture to be taken over.
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { ImageValueFragment } from '../../../made/graphql.ts';
import { graphql } from '../../../made/index.ts';
import { useQuery } from '../../graph/ask.ts';
import { tell } from '../../graph/answer.ts';
import { graph } from '../../graph/client.ts';
import { languageName } from '../../parts/languages.ts';
import { texts } from '../../texts/index.ts';
import { pageQuery } from './documents.ts';
import { entryText, itemsOf, nameOf, type Item } from './kinds.ts';

const words = texts.page.beside;

const reuseMutation = graphql(`
  mutation ReusePicture($urn: ID!, $file: ID!) {
    reuseImage(urn: $urn, file: $file) {
      imageItem {
        ...ImageValue
      }
      userErrors {
        ...Refused
      }
    }
  }
`);

/** The page that another is translated from. */
export interface Source {
  readonly urn: string;
  readonly name: string;
  readonly language: string;
  readonly items: readonly Item[];
}

/** The page with that urn; null for none, and for one that may not be read. */
export function useSource(urn: string | undefined): Source | null {
  const [{ data }] = useQuery({ query: pageQuery, variables: { urn: urn ?? '' }, pause: urn === undefined });
  const entity = urn === undefined ? null : data?.entity;
  return entity ? { urn: entity.urn, name: entity.name, language: entity.language, items: itemsOf(entity) } : null;
}

/** The item of the source that stands where this one does; null for none. */
function sourceOf(item: Item, { items }: Source): Item | null {
  const named = items.filter((one) => one.__typename === item.__typename && one.name === item.name);
  const [only] = named;
  return named.find(({ sortOrder }) => sortOrder === item.sortOrder) ?? (named.length === 1 && only ? only : null);
}

interface NoteParts {
  readonly page: string;
  readonly source: Source;
  readonly items: readonly Item[];
}

/** Says what stands beside the form, and which of its items the page has not. */
export function BesideNote({ page, source, items }: NoteParts): ReactNode {
  const has = (one: Item): boolean =>
    items.some(({ __typename, name }) => __typename === one.__typename && name === one.name);
  const lacking = source.items.filter((one) => !has(one)).map(nameOf);
  return (
    <div className="card" role="note">
      <p>
        {words.note(source.name, languageName(source.language))}{' '}
        <Link to="/page/$urn" params={{ urn: page }} search={{}}>
          {words.end}
        </Link>
      </p>
      {lacking.length > 0 ? <p className="soft">{words.lacking([...new Set(lacking)])}</p> : null}
    </div>
  );
}

interface BesideParts {
  readonly item: Item;
  readonly source: Source;
  readonly label: string;
  readonly mayUpdate: boolean;
  /** Creates the item if it is yet to be. */
  readonly create: () => Promise<boolean>;
}

/** The value of the source for one field; nothing where it has none. */
export function Beside({ item, source, label, mayUpdate, create }: BesideParts): ReactNode {
  const original = sourceOf(item, source);
  if (!original) return null;
  const language = languageName(source.language);
  if (original.__typename === 'ImageItem')
    return (
      <section className="beside" aria-label={words.original(label, language)}>
        <p className="soft small">{language}</p>
        {original.src ? (
          <img className="picture" src={original.src} alt={original.altText ?? ''} loading="lazy" />
        ) : null}
        {original.altText ? <p lang={source.language}>{original.altText}</p> : null}
        {mayUpdate ? <Reuse urn={item.urn} image={original} label={label} create={create} /> : null}
      </section>
    );
  return (
    <section className="beside" aria-label={words.original(label, language)}>
      <p className="soft small">{language}</p>
      <pre tabIndex={0} lang={source.language}>
        {entryText(original)}
      </pre>
    </section>
  );
}

interface ReuseParts {
  readonly urn: string;
  readonly image: ImageValueFragment;
  readonly label: string;
  readonly create: () => Promise<boolean>;
}

function Reuse({ urn, image, label, create }: ReuseParts): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const file = image.files.find(({ src }) => src === image.src)?.urn;
  if (file === undefined) return null;
  const reuse = async (): Promise<void> => {
    setBusy(true);
    if (await create()) {
      const { data, error } = await graph.mutation(reuseMutation, { urn, file }).toPromise();
      tell(error, data?.reuseImage, words.reused);
    }
    setBusy(false);
  };
  return (
    <Button className="button small" isDisabled={isBusy} onPress={() => void reuse()}>
      {words.reuse}
      <span className="away"> {label}</span>
    </Button>
  );
}
