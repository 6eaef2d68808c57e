// The assets that the items of a page name or show pictures of, as the caller is shown the items: the same as `usesSql` finds. Resource reference 16.25.
import { assetsNamedIn, imagePath } from '../../domain/imagePath.ts';
import type { Context, Row } from '../../engine/context.ts';

/** The lists of items that may name assets, and where. */
const places: readonly (readonly [list: string, members: readonly string[]])[] = [
  ['links', ['href']],
  ['images', ['src', 'mediumSrc', 'largeSrc']],
  ['markdowns', ['value']],
  ['templates', ['value']],
  ['texts', ['value']],
];

/** The assets that a page uses and the caller may see, by name. What many pages name is read together. */
export async function usedAssets({ urn }: { readonly urn: string }, { loaders }: Context): Promise<Row[]> {
  const named = places.map(async ([list, members]) => {
    const items = await loaders.list('Entity', list, urn);
    return items.flatMap((item) => members.flatMap((member) => assetsNamedIn(String(item[member] ?? ''))));
  });
  const urns = new Set((await Promise.all([...named, picturedAssets(urn, loaders)])).flat());
  const assets = await Promise.all([...urns].map((asset) => loaders.byUrn('Asset', asset)));
  return assets
    .filter((asset) => asset !== null)
    .sort((one, other) => (one.name < other.name || (one.name === other.name && one.urn < other.urn) ? -1 : 1));
}

// The assets that pictures which the page shows were made from.
async function picturedAssets(urn: string, loaders: Context['loaders']): Promise<string[]> {
  const images = await loaders.list('Entity', 'images', urn);
  const made = images.map(async (image) => {
    const files = await loaders.list('ImageItem', 'files', image.urn);
    const shown = new Set([image['src'], image['mediumSrc'], image['largeSrc']]);
    return files.flatMap((file) => (shown.has(imagePath + file.urn) ? [file['asset']] : []));
  });
  return (await Promise.all(made)).flat().filter((asset) => typeof asset === 'string');
}
