// containsFold finds a part of a text whatever case, accents and forms of characters are, on both faces, by a function of the database
// that does what `fold` does. Resource reference 16.11.
import { beforeAll, expect, test } from 'vitest';
import { fold } from '../../src/domain/fold.ts';
import { withClient } from '../support/database.ts';
import { foldedBody } from '../support/foldedFunction.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: SharedService;
let tenant: Tenant;

const names = [
  'Ἀθῆναι',
  'Łódź',
  'Straße',
  'IŞIK',
  'ｶﾞｰﾃﾞﾝ',
  'Biblio\u00adthek',
  'L’Opéra',
  'الْعَرَبِيَّة',
  '٢٠٢٦',
  'Số 7',
  'क़लम',
  'ΟΔΟΣ',
];

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  for (const name of names) await made(tenant, 'project', { owner: tenant.company, name });
});

test.each([
  ['αθηναι', 'Ἀθῆναι'],
  ['lodz', 'Łódź'],
  ['ŁÓDZ', 'Łódź'],
  ['STRASSE', 'Straße'],
  ['raß', 'Straße'],
  ['ışık', 'IŞIK'],
  ['ガーデ', 'ｶﾞｰﾃﾞﾝ'],
  ['bibliothek', 'Biblio\u00adthek'],
  ["l'opera", 'L’Opéra'],
  ['ope\u0301ra', 'L’Opéra'],
  ['العربية', 'الْعَرَبِيَّة'],
  ['2026', '٢٠٢٦'],
  ['so 7', 'Số 7'],
  ['कलम', 'क़लम'],
  ['οδός', 'ΟΔΟΣ'],
])('%s finds %s', async (part, name) => {
  const { projects } = await tenant.data(
    'query ($part: String!) { projects(where: { name: { containsFold: $part } }) { nodes { name } totalCount } }',
    { part },
  );
  expect([projects.nodes, projects.totalCount]).toEqual([[{ name }], 1]);
  const { body } = await tenant.rest(
    'GET',
    `/n/v1/projects?fields=name&filter[name][containsFold]=${encodeURIComponent(part)}`,
  );
  expect(body.projects.map((row: { name: string }) => row.name)).toEqual([name]);
});

test('the function of the database is printed from the table', async () => {
  const source = await withClient(
    service.databaseUrl,
    async (client) =>
      (await client.query(`SELECT prosrc FROM pg_proc WHERE proname = 'folded'`)).rows[0].prosrc as string,
  );
  expect(source).toBe(foldedBody());
});

test('it folds every letter, mark, digit and sign of the first plane as `fold` does', async () => {
  const all = Array.from({ length: 0xffff }, (_, at) => String.fromCodePoint(at + 1)).filter((one) =>
    /\P{Cs}/u.test(one),
  );
  const texts = [...all, ...names, 'x'.repeat(9), names.join(' ').repeat(50)];
  const rows = await withClient(
    service.databaseUrl,
    async (client) =>
      (
        await client.query<{ text: string; folded: string }>(
          'SELECT text, folded(text) FROM unnest($1::text[]) AS text',
          [texts],
        )
      ).rows,
  );
  expect(rows.filter(({ text, folded }) => folded !== fold(text))).toEqual([]);
  expect(rows).toHaveLength(texts.length);
});
