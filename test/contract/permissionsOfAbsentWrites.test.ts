// A write that names what its caller may not read is refused as one that names what does not exist, after as many statements, and
// changes nothing there: by every route that writes, and with a urn in every field that takes one. Resource reference 1.8, 7.2.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Resource } from '../../src/contract/resource.ts';
import type { Client } from '../support/client.ts';
import { isTried, triedOf } from '../support/matrix.ts';
import { openapi } from '../support/openapi.ts';
import { shownBy, statementsOf } from '../support/sameAnswer.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { bodyOf, make } from './make.ts';
import { amongOf, digestsOf, sharedDivided, outsiderNames, readKinds, type Divided } from './outsiders.ts';

let service: SharedService;
let world: Divided;

beforeAll(async () => {
  service = await sharedService();
  world = await sharedDivided();
}, 120_000);

/** What a verb is sent so that it looks for what it names; the others are sent an empty object. */
const bodies: Readonly<Record<string, () => object>> = {
  // The last of all urns: the two are looked for in their order.
  merge: () => ({ from: 'ffffffff-ffff-4fff-bfff-ffffffffffff' }),
  rotatesecret: () => ({ secret: 'another secret of more than sixteen' }),
  replay: () => ({ fromSequence: 1 }),
  markread: () => ({}),
  copy: () => ({ name: 'Copy' }),
  payments: () => ({ amountUnitValue: 1 }),
};

const writes = Object.entries(openapi.paths).flatMap(([path, operations]) => {
  const [, , , first] = path.split('/');
  const kind = readKinds.find((one) => one.path === first || one.historyPath === first)?.name;
  const inbox = first === 'identitynotificationinbox' ? 'Identity' : null;
  const named = kind ?? inbox;
  if (!path.includes('{') || !named) return [];
  return ['post', 'put', 'patch', 'delete']
    .filter((method) => operations[method])
    .map((method) => ({ method: method.toUpperCase(), path, kind: named }));
});

describe.each(outsiderNames.map((name, at) => ({ name, at })))('By a caller $name', ({ name, at }) => {
  test('what it may not read is not written, as if it did not exist', async () => {
    const { client, unreadable } = world.outsiders[at] ?? {
      client: service.client(null),
      unreadable: new Map<string, string>(),
    };
    // What was decided about the caller may be read anew.
    await client.rest('GET', '/n/v1/companies?limit=1');
    const before = await digestsOf(service, world.town.admin.company);
    expect(before.size).toBeGreaterThan(40);
    let asked = 0;
    for (const [turn, { method, path, kind }] of writes.entries()) {
      const urn = unreadable.get(kind);
      if (urn === undefined || !isTried(at, turn, 3)) continue;
      const [last = ''] = path.split('/').slice(-1);
      const body = /history/.test(path) ? { item: { urn } } : (bodies[last]?.() ?? {});
      const other = [...unreadable.values()][0] ?? '';
      const ask = (one: string) =>
        statementsOf(service, async () => {
          const address = path.replace('{other}', other).replace(/\{\w+\}/, one);
          return shownBy(await client.rest(method, address, method === 'DELETE' ? {} : { body }), one);
        });
      const [absent, hidden] = [await ask(crypto.randomUUID()), await ask(urn)];
      expect([method, path, hidden.result]).toEqual([method, path, absent.result]);
      expect([method, path, hidden.result.slice(0, 1)]).toEqual([method, path, '4']);
      expect([method, path, hidden.statements]).toEqual([method, path, absent.statements]);
      asked += 1;
    }
    expect([name, asked > triedOf(60, 3)]).toEqual([name, true]);
    expect(await digestsOf(service, world.town.admin.company)).toEqual(before);
  });
});

describe('What was deleted', () => {
  test('is as if it had never existed to whoever may not restore it', async () => {
    let asked = 0;
    const deletable = readKinds.filter(({ operations }) => operations.has('CREATE') && operations.has('DELETE'));
    for (const [column, kind] of deletable.entries()) {
      if (kind.name === 'Company') continue;
      const { urn } = await make(world.town.admin, kind.name);
      const { status } = await world.town.admin.rest('DELETE', `/n/v1/${kind.path}/${urn}`);
      if (status !== 204) continue;
      for (const [row, { name, client }] of world.outsiders.entries()) {
        const ways = [
          ['POST', '/restore'],
          ['GET', ''],
          ['DELETE', ''],
        ] as const;
        for (const [way, [method, end]] of ways.entries()) {
          if (!isTried(row + way, column, ways.length)) continue;
          const ask = async (one: string): Promise<string> =>
            shownBy(await client.rest(method, `/n/v1/${kind.path}/${one}${end}`), one);
          const what = [name, kind.name, method, end];
          expect([...what, await ask(urn)]).toEqual([...what, await ask(crypto.randomUUID())]);
          asked += 1;
        }
      }
    }
    expect(asked).toBeGreaterThan(triedOf(200, 3));
  });
});

/** Fields of a create that take a urn. */
const takesUrn = (
  kind: Resource,
): readonly { readonly name: string; readonly isList: boolean; readonly kind: string }[] =>
  kind.fields
    .filter((field) => !field.isReadOnly && field.storage !== 'INVERSE' && field.name !== 'urn')
    .filter((field) => field.typeClass === 'LINK' || field.typeName === 'ID')
    .map(({ name, isList, typeName }) => ({ name, isList, kind: typeName }));

describe('A create whose field names what its caller may not read', () => {
  test.each(['of another tenant', 'without drafts'] as const)(
    'is refused as one that names nothing: by a caller %s',
    async (name) => {
      const isForeign = name === 'of another tenant';
      const foreign = world.outsiders[0]?.client as Tenant;
      const caller: Client = isForeign ? foreign : await world.town.person('Creator', ['READ', 'CREATE', 'COMMENT']);
      const owner = isForeign ? { ...foreign, company: await companyOf(foreign) } : world.town.admin;
      const before = isForeign ? await digestsOf(service, world.town.admin.company) : null;
      const unreadable = await amongOf(caller, world.urns, 404);
      let asked = 0;
      for (const kind of readKinds.filter((one) => one.operations.has('CREATE') && one.name !== 'Company')) {
        const fields = takesUrn(kind);
        const body = fields.length > 0 ? await bodyOf(owner, kind.name) : {};
        for (const field of fields) {
          const urn = unreadable.get(field.kind) ?? (field.kind === 'ID' ? unreadable.get('Entity') : undefined);
          if (urn === undefined) continue;
          const ask = async (one: string): Promise<string> => {
            const sent = {
              ...body,
              ...('urn' in body && { urn: crypto.randomUUID() }),
              [field.name]: field.isList ? [one] : one,
            };
            const answer = await caller.rest('POST', `/n/v1/${kind.path}`, { body: sent });
            return answer.status < 300 ? String(answer.status) : shownBy(answer, one);
          };
          const [absent, hidden] = [await ask(crypto.randomUUID()), await ask(urn)];
          expect([kind.name, field.name, hidden]).toEqual([kind.name, field.name, absent]);
          asked += 1;
        }
      }
      expect([name, asked > (isForeign ? 60 : 10)]).toEqual([name, true]);
      if (before) expect(await digestsOf(service, world.town.admin.company)).toEqual(before);
    },
  );
});

async function companyOf(client: Client): Promise<string> {
  const { body } = await client.rest('GET', '/n/v1/companies');
  return String(body.companies[0].urn);
}
