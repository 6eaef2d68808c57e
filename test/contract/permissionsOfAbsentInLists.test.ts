// Lists tell nothing of rows that the caller may not read: a filter by the urn of one selects what a filter by a urn by chance
// does, with the same totals; filters by its values and orders by its fields show the rows that the caller sees without them.
// Every list, every field that can be filtered or ordered by. Resource reference 1.7, 7.2.
import { beforeAll, describe, expect, test } from 'vitest';
import { filtersOf, isSortable } from '../../src/contract/listQuery.ts';
import { targetOf, type Field, type Resource } from '../../src/contract/resource.ts';
import type { Client } from '../support/client.ts';
import { isTried, triedOf } from '../support/matrix.ts';
import { shownBy } from '../support/sameAnswer.ts';
import { sharedDivided, outsiderNames, readKinds, type Divided, type Outsider } from './outsiders.ts';

let world: Divided;

beforeAll(async () => {
  world = await sharedDivided();
  expect(await linkAll()).toBeGreaterThan(8);
}, 120_000);

/** Puts something into every list of links that takes it, and returns how many do: what may be read leads to what may not. */
async function linkAll(): Promise<number> {
  let linked = 0;
  for (const kind of readKinds.filter((one) => one.operations.has('UPDATE'))) {
    for (const field of kind.fields.filter((one) => one.storage === 'LINKS' && !one.isReadOnly)) {
      const body = { [field.name]: [world.urns.get(field.typeName)] };
      const path = `/n/v1/${kind.path}/${world.urns.get(kind.name) ?? ''}`;
      const { status } = await world.town.admin.rest('PATCH', path, { body });
      if (status === 200) linked += 1;
    }
  }
  return linked;
}

const outsider = (at: number): Outsider => {
  const found = world.outsiders[at];
  if (!found) throw new Error('No such caller');
  return found;
};

/** A list: its address, and the kind of its rows. */
interface List {
  readonly path: string;
  readonly member: string;
  readonly kind: Resource;
}

/** The lists of all kinds, and those inside the resources that the caller may read. */
function listsOf({ readable }: Outsider): List[] {
  const lists: List[] = readKinds
    .filter((kind) => kind.operations.has('LIST'))
    .map((kind) => ({ path: `/n/v1/${kind.plural}`, member: kind.plural, kind }));
  for (const parent of readKinds) {
    const urn = readable.get(parent.name);
    if (urn === undefined) continue;
    for (const field of parent.fields.filter((one) => one.isPaged && one.inverseOf !== null)) {
      const path = `/n/v1/${parent.path}/${urn}/${field.name.toLowerCase()}`;
      lists.push({ path, member: field.name, kind: targetOf(field) });
    }
  }
  return lists;
}

const namesUrn = (field: Field): boolean => field.typeClass === 'LINK' || field.typeName === 'ID';

/** What of a page tells of its rows; a cursor is bound to the filter, which names the urn. */
const shownRows = async (client: Client, path: string, urn: string): Promise<string> =>
  shownBy(await client.rest('GET', path, { headers: { 'accept-encoding': 'identity' } }), urn).replace(
    /"(after|nextUrl)":("[^"]*"|null)/g,
    '',
  );

/** Some at a time. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(one);
    }),
  );
}

describe.each(outsiderNames.map((name, at) => ({ name, at })))('To a caller $name', ({ name, at }) => {
  test('a list filtered by what it may not read is as if that did not exist', async () => {
    const who = outsider(at);
    const shown = new Map<string, string>();
    const questions = listsOf(who).flatMap(({ path, kind }) =>
      [...filtersOf(kind)].filter(([, field]) => namesUrn(field)).map(([filter, field]) => ({ path, filter, field })),
    );
    const operators = ['', '[in]', '[ne]', '[nin]'];
    expect(questions.length).toBeGreaterThan(100);
    let asked = 0;
    await each([...questions.entries()], async ([turn, { path, filter, field }]) => {
      if (!isTried(turn, at, 4)) return;
      const target = field.typeClass === 'LINK' ? field.typeName : '';
      const urn = who.unreadable.get(target) ?? [...who.unreadable.values()][turn % who.unreadable.size] ?? '';
      // A row that the caller may read may show the address of what it belongs to.
      const text = shown.get(path) ?? (await who.client.rest('GET', `${path}?limit=200`)).text;
      shown.set(path, text);
      if (text.includes(urn)) return;
      const operator = operators[((turn + at) >> 2) % operators.length] ?? '';
      const ask = (one: string): Promise<string> =>
        shownRows(who.client, `${path}?filter[${filter}]${operator}=${one}&count=true&limit=200&fields=urn`, one);
      const [hidden, absent] = [await ask(urn), await ask(crypto.randomUUID())];
      expect([path, filter, operator, hidden]).toEqual([path, filter, operator, absent]);
      asked += 1;
    });
    expect([name, asked > triedOf(80, 4)]).toEqual([name, true]);
  });

  test('a list filtered by the values of hidden rows, or ordered by them, holds what it sees without', async () => {
    const who = outsider(at);
    let compared = 0;
    let filled = 0;
    await each(listsOf(who), async ({ path, member, kind }) => {
      interface Page {
        readonly urns: readonly string[];
        readonly total: number;
      }
      const read = async (query: string): Promise<Page> => {
        const { status, body, text } = await who.client.rest('GET', `${path}?limit=200&count=true&fields=urn${query}`);
        expect([path, query, status], text).toEqual([path, query, 200]);
        const rows = body[member] as { urn: string }[];
        return { urns: rows.map(({ urn }) => urn).sort(), total: body.pagination.totalCount as number };
      };
      const all = await read('');
      expect([path, all.total]).toEqual([path, all.urns.length]);
      if (all.urns.length > 0) filled += 1;
      for (const urn of who.unreadable.values()) expect([path, all.urns.includes(urn)]).toEqual([path, false]);
      const hidden = who.unreadable.get(kind.name);
      const asAdmin = hidden ? await world.town.admin.rest('GET', `/n/v1/${kind.path}/${hidden}`) : null;
      const row = (asAdmin?.status === 200 ? asAdmin.body : {}) as Record<string, unknown>;
      for (const [column, [filter, field]] of [...filtersOf(kind)].entries()) {
        if (!isTried(at, column, 5)) continue;
        if (isSortable(field)) {
          expect([path, filter, await read(`&sort=${filter}`)]).toEqual([path, filter, all]);
          compared += 1;
        }
        const value = row[field.name];
        if (!['string', 'number', 'boolean'].includes(typeof value) || String(value) === '') continue;
        const some = await read(`&filter[${filter}]=${encodeURIComponent(String(value))}`);
        expect([path, filter, some.urns.filter((urn) => !all.urns.includes(urn))]).toEqual([path, filter, []]);
        expect([path, filter, some.total]).toEqual([path, filter, some.urns.length]);
        compared += 1;
      }
    });
    expect([name, compared > triedOf(200, 5)]).toEqual([name, true]);
    // Of the kinds that VIEW shows, most are drafts here.
    const least = name === 'with VIEW alone' ? 0 : 10;
    if (who.readable.size > 0) expect([name, filled > least]).toEqual([name, true]);
  });
});
