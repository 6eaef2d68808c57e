// Where images are served, as their addresses are kept: without the host, so that they stay right when the service moves.

/** What the addresses of stored images begin with. */
export const imagePath = '/v/v1/image/';

/** The address as it is kept: of a stored image without the host, of anything else as it is. */
export function keptAddress(address: string, baseUrl: string): string {
  return address.startsWith(baseUrl + imagePath) ? address.slice(baseUrl.length) : address;
}
