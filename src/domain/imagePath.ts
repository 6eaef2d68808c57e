// Where images are served, as their addresses are kept: without the host, so that they stay right when the service moves.

/** What the addresses of stored images begin with. */
export const imagePath = '/v/v1/image/';
