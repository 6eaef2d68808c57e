// The Pagination member of resource reference 1.7.
import { describe, expect, it } from 'vitest';
import { cursorOf } from '../../../src/engine/cursor.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { fieldOf } from '../../../src/contract/resource.ts';
import {
  forwardPagination,
  paginationOf,
  readEmbeddedPage,
  type Paged,
} from '../../../src/rest/response/pagination.ts';
import { readQuery } from '../../../src/rest/request/queryParameters.ts';
import type { Context, Row } from '../../../src/engine/context.ts';

const context = { baseUrl: 'https://api.example', cursorKey: Buffer.from('a key for tests'), eventLog: { epoch: 1 } };
const contract = loadContract();
const timestamp = '2026-01-01T00:00:00.000Z';
const row = (urn: string): Row => ({
  $kind: 'Task',
  $owner: 'o',
  $seesDrafts: true,
  urn,
  version: '1',
  createdTimestamp: timestamp,
  updatedTimestamp: timestamp,
});
const [a, b] = [row('a'), row('b')];
const cursor = (of: Row): string => cursorOf(context, 'L', [], of);

function paged(changes: {
  hasMore?: boolean;
  rows?: Row[];
  isBackward?: boolean;
  totalCount?: number | null;
  wantsCount?: boolean;
  query?: string;
}): Paged {
  return {
    page: { rows: changes.rows ?? [a, b], hasMore: changes.hasMore ?? false, totalCount: changes.totalCount ?? null },
    query: {
      order: [],
      limit: 2,
      after: null,
      before: null,
      isBackward: changes.isBackward ?? false,
      wantsCount: changes.wantsCount ?? false,
    },
    list: 'L',
    path: '/n/v1/tasks',
    parameters: readQuery(`/n/v1/tasks${changes.query ?? ''}`),
  };
}

it.each([
  ['c', true, 'https://api.example/n/v1/log?limit=2&after=c'],
  ['c', false, null],
  [null, true, null],
])('a page that leads forward behind %s, with more: %s, leads to %s', (after, isMorePages, nextUrl) => {
  const parameters = readQuery('/n/v1/log?limit=2');
  const page = { after, isMorePages, limit: 2 };
  expect(forwardPagination({ context, parameters }, '/n/v1/log', page)).toEqual({ ...page, nextUrl });
});

it.each([
  ['', true],
  ['?limit=5', true],
  ['?sort=createdTimestamp', false],
])('the posts within a thread are its newest unless an order is named: %s', (query, isBackward) => {
  const thread = contract.kinds.MessageThread;
  const embedding = { resource: thread, field: fieldOf(thread, 'posts') };
  const asked = readEmbeddedPage(context as Context, embedding, 'urn', readQuery(`/n/v1/messagethread/urn${query}`));
  expect(asked.query.isBackward).toBe(isBackward);
});

describe('paginationOf', () => {
  it('names the last element, and no next page on the last one', () => {
    expect(paginationOf(context, paged({}))).toEqual({ after: cursor(b), nextUrl: null, isMorePages: false, limit: 2 });
  });

  it('has no cursor on an empty page', () => {
    expect(paginationOf(context, paged({ rows: [] }))).toEqual({
      after: null,
      nextUrl: null,
      isMorePages: false,
      limit: 2,
    });
  });

  it('keeps all parameters in the address of the next page, built from the configured base', () => {
    const { nextUrl } = paginationOf(context, paged({ hasMore: true, query: '?filter[title]=x&after=old&limit=2' }));
    expect(nextUrl).toBe(`https://api.example/n/v1/tasks?filter%5Btitle%5D=x&after=${cursor(b)}&limit=2`);
  });

  it('continues from its first element when paging backward', () => {
    const { nextUrl, after } = paginationOf(context, paged({ hasMore: true, isBackward: true, query: '?before=old' }));
    expect(nextUrl).toBe(`https://api.example/n/v1/tasks?before=${cursor(a)}`);
    expect(after).toBe(cursor(b));
  });

  it('counts only on request, and reports when it stopped counting', () => {
    expect(paginationOf(context, paged({ wantsCount: true, totalCount: 2 }))).toMatchObject({
      totalCount: 2,
      totalCountIsEstimate: false,
    });
    expect(paginationOf(context, paged({ wantsCount: true, totalCount: 10_000 }))).toMatchObject({
      totalCount: 10_000,
      totalCountIsEstimate: false,
    });
    const many = paginationOf(context, paged({ wantsCount: true, totalCount: null }));
    expect(many).toMatchObject({ totalCountIsEstimate: true, totalCountEstimate: 10_000 });
    expect(many).not.toHaveProperty('totalCount');
    expect(paginationOf(context, paged({ totalCount: 2 }))).not.toHaveProperty('totalCount');
  });
});
