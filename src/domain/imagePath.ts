// Where images and assets are served, as their addresses are kept: without the host, so that they stay right when the service moves.

/** What the addresses of stored images begin with. */
export const imagePath = '/v/v1/image/';

/** What the addresses of assets begin with. */
export const assetPath = '/v/v1/asset/';

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
