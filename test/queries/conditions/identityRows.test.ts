// What names an identity beside the fields of kinds: given over to the identity that it is merged into, and forgotten with one that is
// erased. Every column of the database that does is in one of the lists.
import { expect, test } from 'vitest';
import { linkColumns } from '../../../src/contract/fieldGroups.ts';
import { deletePersonalData } from '../../../src/database/identity/eraseStore.ts';
import { moveUnannounced } from '../../../src/database/identity/mergeStore.ts';
import { now, useTrials, type Case, type Names } from './scenario.ts';

const trials = useTrials();
const { inside } = trials;

const signIn = ['web_session', 'sign_in_account', 'sign_in_link', 'invitation', 'passkey', 'o_auth_code'].map(
  (table) => `${table}.identity`,
);
/** Given over in a merge. */
const given = ['search.caller', ...signIn];
/** Forgotten in an erasure; the marks of memberships are merged with these, and a challenge is not: nobody else answers it. */
const forgotten = ['membership_mark.identity', 'passkey_challenge.identity', ...signIn];
/** What stays as it was: the log of access. */
const kept = ['access_record.identity'];

const namedIn = async (table: string, column: string, urn: string): Promise<boolean> => {
  const text = `SELECT 1 FROM "${table}" WHERE "${column}" = $1`;
  return (await trials.database.query({ text, values: [urn] })).length === 1;
};

function cases(
  columns: readonly string[],
  verb: string,
  finds: (urn: Names, table: string, column: string) => Promise<boolean>,
) {
  return Object.fromEntries(
    columns.map((name): [string, Case] => {
      const [table = '', column = ''] = name.split('.');
      return [
        `${name} ${verb}`,
        {
          rows: (urn) => ({ row: [table, { [column]: urn('person') }] }),
          finds: (urn) => finds(urn, table, column),
          not: () => ({ [`row.${column}`]: 'urn:another' }),
        },
      ];
    }),
  );
}

trials.prove(
  cases(given, 'names the identity that goes on', async (urn, table, column) => {
    await inside((t) => moveUnannounced(t, { from: urn('person'), into: urn('into'), timestamp: now }));
    return namedIn(table, column, urn('into'));
  }),
);

trials.prove(
  cases(forgotten, 'is forgotten', async (urn, table, column) => {
    await inside((t) => deletePersonalData(t, urn('person')));
    return !(await namedIn(table, column, urn('person'))) && !(await namedIn(table, column, urn('another')));
  }),
);

test('No other column beside those of kinds names one', async () => {
  const { resources } = trials.database.contract;
  const ofKinds = resources.flatMap((kind) => linkColumns(kind).map((field) => `${kind.table}.${field.column}`));
  const text = `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'uuid' AND (column_name ~ 'identity$' OR column_name = 'caller')`;
  const rows = await trials.database.query({ text, values: [] });
  const names = rows.map(({ name }) => String(name)).filter((name) => !ofKinds.includes(name));
  expect(names.sort()).toEqual([...new Set([...given, ...forgotten, ...kept])].sort());
});
