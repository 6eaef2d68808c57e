// The parameters of lists by resource reference 1.7: filter, sort, page and their refusals.
import { describe, expect, it } from 'vitest';
import { cursorOf, listFingerprint } from '../../../src/engine/cursor.ts';
import type { Filter } from '../../../src/contract/listQuery.ts';
import { loadContract } from '../../../src/contract/load.ts';
import type { ServiceError } from '../../../src/domain/errors.ts';
import { readFilter, readListRequest } from '../../../src/rest/request/listParameters.ts';
import { readQuery } from '../../../src/rest/request/queryParameters.ts';
import type { Row } from '../../../src/engine/context.ts';

const contract = loadContract();
const task = contract.kinds.Task;
const context = { cursorKey: Buffer.from('a key for tests'), eventLog: { epoch: 1 }, baseUrl: 'https://example.test' };
const invalid = expect.objectContaining({ code: 'INVALID_PARAMETER' });

const list = (query: string) => readListRequest(context, task, readQuery(`/n/v1/tasks?${query}`), { name: 'Task' });
// A condition as its parts, groups as lists of them.
const plain = (filter: Filter): unknown => {
  if ('operator' in filter) return [filter.field.name, filter.operator, filter.value];
  if ('some' in filter) return { some: filter.some.map(plain) };
  return 'every' in filter ? filter.every.map(plain) : null;
};
const conditions = (query: string) => readFilter(task, readQuery(`/n/v1/tasks?${query}`)).map(plain);

describe('filters', () => {
  it('read filter[field] as eq and filter[field][op] as that operator', () => {
    expect(conditions('filter[title]=a&filter[status][in]=PENDING,BLOCKED&filter[project][isNull]=true')).toEqual([
      ['title', 'eq', 'a'],
      ['status', 'in', ['PENDING', 'BLOCKED']],
      ['project', 'isNull', true],
    ]);
  });

  it('normalize values to their canonical form', () => {
    expect(conditions('filter[dueTimestamp][lt]=2026-01-01T01:00:00%2B01:00')).toEqual([
      ['dueTimestamp', 'lt', '2026-01-01T00:00:00.000Z'],
    ]);
    expect(conditions('filter[project]=0190F3A0-0000-7000-8000-000000000000')).toEqual([
      ['project', 'eq', '0190f3a0-0000-7000-8000-000000000000'],
    ]);
  });

  it('group alternatives by their number', () => {
    const query = 'filter[or][0][title]=a&filter[or][1][title][contains]=b&filter[or][0][status]=PENDING';
    expect(conditions(query)).toEqual([
      {
        some: [
          [
            ['title', 'eq', 'a'],
            ['status', 'eq', 'PENDING'],
          ],
          [['title', 'contains', 'b']],
        ],
      },
    ]);
  });

  it.each([
    'filter=a',
    'filter[]=a',
    'filter[title=a',
    'filter[title][eq][x]=a',
    'filter[or]=a',
    'filter[or][0]=a',
    'filter[or][x][title]=a',
    'filter[or][100][title]=a',
    'filter[nope]=a',
    'filter[title][like]=a',
    'filter[status]=NOPE',
    'filter[openBlockerCount]=1',
    'filter[project]=nope',
  ])('refuse %s, whether handling is strict or not', (query) => {
    expect(() => list(query)).toThrow(invalid);
  });

  it('name what is wrong, shortened, and take `or` by itself for a field', () => {
    const refused = (query: string): unknown => {
      try {
        return list(query);
      } catch (error) {
        return (error as ServiceError).violations.map(({ path, message }) => [path, message]);
      }
    };
    const expected = 'filter[field], filter[field][op] or filter[or][0][field][op] is expected.';
    expect(refused('filter[or]=a')).toEqual([['?filter[or]', expect.stringMatching(/^This list cannot be filtered/)]]);
    expect(refused('filter[or][0]=a')).toEqual([['?filter[or][0]', expected]]);
    const long = `filter[${'x'.repeat(200)}`;
    expect(refused(`${long}=a`)).toEqual([[`?${long.slice(0, 100)}`, expected]]);
    expect(refused(`${long}]=a`)).toEqual([[`?${long.slice(0, 100)}`, expect.any(String)]]);
  });

  it('are refused together with all else that is wrong of the list', () => {
    try {
      list('filter[nope]=a&sort=nope&count=1&fields=nope&limit=0');
      expect.unreachable();
    } catch (error) {
      const paths = (error as ServiceError).violations.map(({ path }) => path);
      expect(paths).toEqual(['?filter[nope]', '?sort', '?count', '?fields', '?limit']);
    }
  });

  it('allow 10 conditions, alternatives included, and no more', () => {
    const one = (at: number): string => `filter[or][${String(at)}][title]=a`;
    const query = (count: number): string => Array.from({ length: count }, (_, at) => one(at)).join('&');
    expect(() => list(query(10))).not.toThrow();
    expect(() => list(query(11))).toThrow('At most 10 conditions.');
    const pairs = Array.from({ length: 5 }, (_, at) => `${one(at)}&filter[or][${String(at)}][status]=PENDING`).join(
      '&',
    );
    expect(() => list(pairs)).not.toThrow();
    expect(() => list(`${pairs}&filter[title]=a`)).toThrow('At most 10 conditions.');
  });
});

describe('order and page', () => {
  it('default to 50 rows in the order of the kind', () => {
    const { query } = list('');
    expect(query.limit).toBe(50);
    expect(query.order.map((t) => [t.field.name, t.isDescending])).toEqual([['createdTimestamp', false]]);
    expect([query.after, query.before, query.isBackward, query.wantsCount]).toEqual([null, null, false, false]);
  });

  it('read sort with its directions', () => {
    const { query } = list('sort=-priority,title&limit=200&count=true');
    expect(query.order.map((t) => [t.field.name, t.isDescending])).toEqual([
      ['priority', true],
      ['title', false],
    ]);
    expect([query.limit, query.wantsCount]).toEqual([200, true]);
  });

  it.each(['limit=0', 'limit=201', 'limit=-1', 'limit=1.5', 'limit=x', 'sort=nope', 'sort=isBlocked', 'count=1'])(
    'refuse %s',
    (query) => expect(() => list(query)).toThrow(invalid),
  );

  it('accept a cursor that they returned', () => {
    const { query, list: name } = list('sort=title');
    const cursor = cursorOf(context, name, query.order, rowWith({ title: 'b' }));
    expect(list(`sort=title&after=${cursor}`).query.after).toEqual(['b', urn]);
    const back = list(`sort=title&before=${cursor}`).query;
    expect([back.before, back.isBackward]).toEqual([['b', urn], true]);
  });

  it('refuse a cursor of another order, of another filter, and a modified one', () => {
    const { query, list: name } = list('sort=title');
    const cursor = cursorOf(context, name, query.order, rowWith({ title: 'b' }));
    for (const wrong of [
      `sort=-title&after=${cursor}`,
      `sort=title&filter[title]=b&after=${cursor}`,
      `sort=title&after=x${cursor}`,
    ]) {
      expect(() => list(wrong)).toThrow(expect.objectContaining({ code: 'INVALID_CURSOR' }));
    }
  });

  it('refuse both directions at once', () => {
    expect(() => list('after=a&before=b')).toThrow('after and before are not allowed together.');
  });
});

describe('listFingerprint', () => {
  it('distinguishes two lists of one kind', () => {
    expect(listFingerprint('Task/1/logs', [])).not.toBe(listFingerprint('Task/2/logs', []));
  });
});

const urn = '0190f3a0-0000-7000-8000-000000000001';

function rowWith(fields: Record<string, unknown>): Row {
  const timestamp = '2026-01-01T00:00:00.000Z';
  const kept = { $kind: 'Task', $owner: urn, $seesDrafts: true, urn, version: '1' };
  return { ...kept, createdTimestamp: timestamp, updatedTimestamp: timestamp, ...fields };
}
