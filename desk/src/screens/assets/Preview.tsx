// What a file looks like. Its bytes are asked for as everything else is, with the credentials of the tab: an address in a page carries
// none of a token.
import { useEffect, useState, type ReactNode } from 'react';
import type { AssetFactsFragment } from '../../../made/graphql.ts';
import { credentials } from '../../session.ts';
import { texts } from '../../texts/index.ts';

const words = texts.assets;
/** Pictures up to this size are shown, in bytes. */
const shownUpTo = 20 * 1024 * 1024;

interface PreviewParts {
  readonly asset: AssetFactsFragment;
  readonly isLarge?: boolean;
}

/** The text in the language of the browser, or the first one there is. */
export function altOf({ altTexts }: AssetFactsFragment): string {
  const own = navigator.languages.map((tag) => altTexts.find(({ language }) => tag.startsWith(language)));
  return (own.find(Boolean) ?? altTexts[0])?.text ?? '';
}

export function Preview({ asset, isLarge = false }: PreviewParts): ReactNode {
  const { src, contentType, byteLength, digest } = asset;
  const isPicture = /^image\/(jpeg|png|webp|avif|gif)$/.test(contentType ?? '') && Number(byteLength) <= shownUpTo;
  const [address, setAddress] = useState('');
  useEffect(() => {
    if (!isPicture || !src) return;
    let made = '';
    let isOver = false;
    // The path alone: the service may be known by another address than the one this page came from.
    fetch(new URL(src).pathname, { headers: credentials() })
      .then(async (answer) => {
        if (!answer.ok || isOver) return;
        made = URL.createObjectURL(await answer.blob());
        setAddress(made);
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [isPicture, src, digest]);
  if (address !== '') return <img className={isLarge ? 'picture' : 'thumbnail'} src={address} alt={altOf(asset)} />;
  return (
    <span className="thumbnail soft" aria-hidden="true">
      {contentType?.split('/').at(-1)?.slice(0, 12) ?? words.empty}
    </span>
  );
}
