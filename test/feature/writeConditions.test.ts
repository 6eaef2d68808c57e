// The conditions of a request hold on every way that it may take: tags and dates, on reads, changes and deletes, with and without the
// headers of a browser. Resource reference 16.5; RFC 9110, 13.1 and 13.2.2.
import { beforeAll, describe, expect, test } from 'vitest';
import { make } from '../contract/make.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});

const kinds = [
  ['Project', 'project', 'name'],
  ['TextItem', 'textitem', 'value'],
] as const;

/** What a browser sends beside it. */
const ways: readonly [name: string, headers: Readonly<Record<string, string>>][] = [
  ['a program', {}],
  ['a browser', { origin: 'same' }],
];

const headersOf = (way: Readonly<Record<string, string>>): Record<string, string> =>
  'origin' in way ? { origin: new URL(service.url).origin } : {};

const shifted = (date: string, seconds: number): string => new Date(Date.parse(date) + seconds * 1_000).toUTCString();

describe.each(kinds)('%s', (kind, path, field) => {
  describe.each(ways)('by %s', (_, way) => {
    const made = async (): Promise<{ at: string; tag: string; date: string; body: unknown }> => {
      const { urn } = await make(tenant, kind);
      const at = `/n/v1/${path}/${urn}`;
      const { headers, body } = await tenant.rest('GET', at);
      return { at, tag: headers.get('etag') ?? '', date: headers.get('last-modified') ?? '', body };
    };
    const write = (method: string, at: string, condition: Readonly<Record<string, string>>, value = 'Changed') =>
      tenant.rest(method, at, {
        ...(method === 'PATCH' && { body: { [field]: value } }),
        headers: { ...headersOf(way), ...condition },
      });

    test.each(['PATCH', 'DELETE'])(
      '%s is refused where a condition does not hold, and changes nothing',
      async (method) => {
        const { at, tag, date, body } = await made();
        const refused: readonly Readonly<Record<string, string>>[] = [
          { 'if-match': '"999"' },
          { 'if-none-match': '*' },
          { 'if-none-match': tag },
          // A second names no one write of those in it.
          { 'if-unmodified-since': date },
          { 'if-unmodified-since': shifted(date, -60) },
          // A tag that is named counts, and no date beside it.
          { 'if-match': '"999"', 'if-unmodified-since': shifted(date, 60) },
        ];
        for (const condition of refused) {
          const answer = await write(method, at, condition);
          expect([condition, answer.status, answer.body.code]).toEqual([condition, 412, 'PRECONDITION_FAILED']);
        }
        expect((await tenant.rest('GET', at)).body).toEqual(body);
      },
    );

    test('a change goes through where its conditions hold, and where a date says nothing', async () => {
      const { at, tag, date } = await made();
      const held: readonly Readonly<Record<string, string>>[] = [
        { 'if-match': tag },
        { 'if-none-match': '"999"' },
        { 'if-unmodified-since': shifted(date, 3_600) },
        { 'if-unmodified-since': 'yesterday' },
      ];
      for (const [number, condition] of held.entries())
        expect([condition, (await write('PATCH', at, condition, `Value ${String(number)}`)).status]).toEqual([
          condition,
          200,
        ]);
    });

    test('a read is answered with 304 since the second of the last write on, unless a tag is named', async () => {
      const { at, tag, date } = await made();
      const read = async (condition: Readonly<Record<string, string>>): Promise<number> =>
        (await tenant.rest('GET', at, { headers: { ...headersOf(way), ...condition } })).status;
      expect([
        await read({ 'if-modified-since': date }),
        await read({ 'if-modified-since': shifted(date, 60) }),
        await read({ 'if-modified-since': shifted(date, -1) }),
        await read({ 'if-modified-since': 'yesterday' }),
        await read({ 'if-none-match': tag, 'if-modified-since': shifted(date, -60) }),
        await read({ 'if-none-match': '"999"', 'if-modified-since': date }),
      ]).toEqual([304, 304, 200, 200, 304, 200]);
    });
  });
});
