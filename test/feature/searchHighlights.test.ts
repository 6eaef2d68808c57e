// Highlights of hits with long texts: cut around the match, and of the best hits first where all would be too much to read.
import { beforeAll, expect, test } from 'vitest';
import { mostRead } from '../../src/database/search/cutStore.ts';
import { sharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let tenant: Tenant;

beforeAll(async () => {
  tenant = await (await sharedService()).tenant();
});

const filler = 'filler words stand here '.repeat(2_600);

test('a cut shows some words before the match and more behind it, and signs where it ends stay away', async () => {
  const description = `${'before it, '.repeat(50)}<b>Quetzál</b> & co ${'(after it) '.repeat(50)}`;
  await made(tenant, 'project', { owner: tenant.company, name: 'Cut', description });
  const { search } = await tenant.data(
    '{ search(query: "quetzal", includeScopes: [PROJECT]) { nodes { highlights { path text } } } }',
  );
  expect(search.nodes[0].highlights).toEqual([
    {
      path: '/description',
      text: `before it, before it, before it, &lt;b&gt;<em>Quetzál</em>&lt;/b&gt; &amp; co ${'(after it) '.repeat(9)}(after it`,
    },
  ]);
});

test('where the texts of all hits are too long to be read, the best hits are cut', async () => {
  const count = Math.ceil(mostRead / filler.length) + 2;
  for (let at = 0; at < count; at += 1)
    await made(tenant, 'project', {
      owner: tenant.company,
      name: `Heron ${String(at)}`,
      description: `${filler} heron`,
    });
  const { search } = await tenant.data(
    '{ search(query: "heron", includeScopes: [PROJECT], first: 50) { nodes { highlights { path } } } }',
  );
  const marked = search.nodes.map(({ highlights }: { highlights: unknown[] }) => highlights.length);
  expect(marked).toHaveLength(count);
  expect(marked[0]).toBe(2);
  expect(marked.at(-1)).toBe(0);
  expect(marked).toEqual(marked.toSorted((one: number, other: number) => other - one));
});
