// New pages of an import that stand next to each other: made together, and one by one where that cannot be.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Body } from '../support/content.ts';
import { logEnd } from '../support/eventLog.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

type Line = Record<string, unknown>;

let service: SharedService;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
});

interface Result {
  readonly outcome: string;
  readonly urn: string | null;
}

async function imported(lines: readonly Line[]): Promise<Result[]> {
  const answer = await admin.rest('POST', '/n/v1/contentimport', {
    raw: lines.map((line) => JSON.stringify(line)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.results as Result[];
}

const outcomes = (results: readonly Result[]): string[] => results.map(({ outcome }) => outcome);
const page = (path: string, more: Line = {}): Line => ({ kind: 'Entity', path, language: 'en', name: path, ...more });
const text = (name: string, value: string): Line => ({ name, value });
/** The number of the tenant's last event. */
const eventCount = async (): Promise<number> =>
  Number((await logEnd(service.services, admin.company)).split('.').at(-1));

describe('New pages next to each other', () => {
  const pages = (folder: string): Line[] =>
    Array.from({ length: 25 }, (_, at) =>
      page(`/${folder}/${String(at)}`, { texts: [text('title', `Page ${String(at)}`)], status: 'PUBLISH' }),
    );
  /** How many statements made pages while these lines were imported. */
  const inserts = async (lines: readonly Line[], expected: readonly string[]): Promise<number> => {
    const from = service.statements.length;
    expect(outcomes(await imported(lines))).toEqual(expected);
    return service.statements.slice(from).filter((sent) => sent.includes('INSERT INTO "entity"')).length;
  };

  test('are made by one statement, each with its items, live, and announced by itself', async () => {
    const lines = pages('together');
    const end = await eventCount();
    expect(await inserts(lines, outcomes25('CREATED'))).toBe(1);
    const { entities } = await admin.data(
      `{ entities(first: 30, where: { path: { startsWith: "/together/" } }) { nodes { path status text(name: "title") { value isPublished } } } }`,
    );
    expect(entities.nodes).toHaveLength(25);
    for (const one of entities.nodes as Body[])
      expect(one).toMatchObject({
        status: 'PUBLISHED',
        text: { value: `Page ${String(one.path).split('/').at(-1) ?? ''}`, isPublished: true },
      });
    // A page and its text each.
    expect((await eventCount()) - end).toBe(50);
    expect(outcomes(await imported(lines))).toEqual(outcomes25('UNCHANGED'));
  });

  test('are made one by one where one of them is wrong, or its address was taken', async () => {
    const wrong = pages('apart').map((line, at) => (at === 7 ? { ...line, texts: [{ name: 'title' }] } : line));
    expect(await inserts(wrong, outcomes25('CREATED', 7))).toBe(24);
    const { urn } = (await imported([page('/apart/gone', { key: 'gone' })]))[0] ?? {};
    expect((await admin.rest('DELETE', `/n/v1/entity/${String(urn)}`)).status).toBe(204);
    const taken = pages('taken').map((line, at) => (at === 24 ? { ...line, key: 'gone' } : line));
    expect(await inserts(taken, outcomes25('CREATED', 24))).toBeGreaterThanOrEqual(24);
  });

  test('that refer to one another are made one after the other', async () => {
    const linked = pages('linked').map((line, at) =>
      at === 10 ? { ...line, references: [{ name: 'to', entityReference: { path: '/linked/3' } }] } : line,
    );
    expect(await inserts(linked, outcomes25('CREATED'))).toBe(2);
    const { entities } = await admin.data(
      `{ entities(where: { path: { eq: "/linked/10" } }) { nodes { references { entityReference { path } } } } }`,
    );
    expect(entities.nodes[0].references).toEqual([{ entityReference: { path: '/linked/3' } }]);
  });
});

/** The outcomes of 25 lines, of which one may be refused. */
function outcomes25(outcome: string, refused?: number): string[] {
  return Array.from({ length: 25 }, (_, at) => (at === refused ? 'REFUSED' : outcome));
}
