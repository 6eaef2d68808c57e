// Stores of plain rows have their statements written by TypeORM's QueryBuilder; what is written by hand into their tables is listed
// here, with the reason. Decision 4.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../src/database');

/** The stores, and the tables whose rows they write. */
const stores = [
  'access/documentStore.ts',
  'connection/settingStore.ts',
  'content/entityTypeStore.ts',
  'content/pathRedirectStore.ts',
  'images/assetStore.ts',
  'images/derivedImageStore.ts',
  'images/fileStore.ts',
  'oauth/oauthCodeStore.ts',
  'oauth/oauthTokenStore.ts',
  'session/passkeyStore.ts',
  'session/shortLived.ts',
  'session/signInStore.ts',
  'session/webSessionStore.ts',
];

const tables = [
  ...['web_session', 'sign_in_account', 'sign_in_attempt', 'sign_in_link', 'o_auth_code', 'client_document'],
  ...['setting', 'derived_image', 'entity_type_version', 'entity_redirect'],
  ...['invitation', 'passkey', 'passkey_challenge'],
];

/** Who else writes into these tables, and what of it TypeORM has no word for. */
const byHand: Readonly<Record<string, string>> = {
  'access/documentRegistration.ts client_document': 'many rows from lists, and which of them were there',
  'events/epochStore.ts setting': 'raised from what it was, with a notification',
  'identity/companyCopyStore.ts setting': 'in a long transaction of a connection of its own',
  'images/derivedImageSweep.ts derived_image': 'a running sum, and a limit that is a value',
  'oauth/tokenFamilies.ts o_auth_code': 'a claim: rows that others hold are passed over',
  'search/searchQueueStore.ts setting': 'from what the search index lacks',
};

const verb = /(?:['"`(]|\s)(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH) ["$a-z(]/;

test.each(stores)('%s writes no SQL by hand', (name) => {
  const source = readFileSync(path.join(root, name), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  expect(source).not.toMatch(/\b(?:prepared|preparedByValue|unprepared|Parameters)\b/);
  expect(verb.exec(source)?.[0] ?? null).toBeNull();
  expect(source).toMatch(/from '\.\.?\/(?:connection\/)?written\.ts'/);
});

test('the rule finds SQL that is written by hand', () => {
  for (const sql of ['`SELECT "urn" FROM x`', `'UPDATE "setting" SET'`, '`WITH gone AS (`', '`${x} DELETE FROM o`'])
    expect(verb.test(sql)).toBe(true);
});

test('nobody else writes these rows by hand but for a reason', () => {
  const written = new RegExp(`(?:INSERT INTO|UPDATE|DELETE FROM)\\s+"?(${tables.join('|')})\\b`, 'g');
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('migrations'))
    .flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8');
      return [...source.matchAll(written)].map(([, table = '']) => `${file} ${table}`);
    });
  expect([...new Set(found)].sort()).toEqual(Object.keys(byHand).sort());
});
