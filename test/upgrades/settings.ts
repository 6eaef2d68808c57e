// What a release was given to make its database, and a later version to read it.

const key = (letter: string): string => Buffer.alloc(32, letter).toString('base64');

/** The token of its administrator. */
export const token = 'the-token-of-every-upgrade-fixture';

/** The settings that belong to the database. */
export const settings = { BOOTSTRAP_TOKEN: token, WEBHOOK_SECRET_KEY: key('s'), WEBHOOK_SIGNING_KEY: key('g') };
