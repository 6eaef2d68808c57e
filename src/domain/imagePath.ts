// Where images and assets are served, as their addresses are kept: without the host, so that they stay right when the service moves.

/** What the addresses of stored images begin with. */
export const imagePath = '/v/v1/image/';

/** What the addresses of assets begin with. */
export const assetPath = '/v/v1/asset/';

/** A urn in lower case, as a regular expression of JavaScript and of PostgreSQL. */
export const urnPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const oneAsset = new RegExp(`^${assetPath}(${urnPattern})$`);
const anyAsset = new RegExp(`${assetPath}(${urnPattern.replaceAll('a-f', 'A-Fa-f')})`, 'g');

/** The urn of the asset whose address, as it is kept, this is; null for any other. */
export function assetOf(address: string): string | null {
  return oneAsset.exec(address)?.[1] ?? null;
}

/** The urns of the assets that a text names by their addresses, each once; the same as `named_assets` of the database. */
export function assetsNamedIn(text: string): string[] {
  return [...new Set([...text.matchAll(anyAsset)].map(([, urn = '']) => urn.toLowerCase()))];
}

/** Both of them. */
export const ownPaths: readonly string[] = [imagePath, assetPath];

/** The address as it is kept: of a stored image or an asset without the host, of anything else as it is. */
export function keptAddress(address: string, baseUrl: string): string {
  return ownPaths.some((path) => address.startsWith(baseUrl + path)) ? address.slice(baseUrl.length) : address;
}

/** What the addresses begin with at which a preview is read: the secret of its link follows. */
export const previewPath = '/v/v1/preview/';

/** What the addresses begin with at which people open preview links. */
export const previewPagePath = '/preview/';
