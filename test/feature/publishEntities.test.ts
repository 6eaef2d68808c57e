// Several pages at one moment: all of them or none, at once or scheduled, canceled together, with the plan of each beforehand.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { eventsOf, letPass, page, reader, sql, text, titles, write, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});

const soon = (): string => new Date(Date.now() + 3_600_000).toISOString();

let count = 0;
const pathOf = (page: Body): string => page.path as string;
const urnsOf = (pages: readonly Body[]): string[] => pages.map(({ urn }) => urn as string);

function drafts(howMany: number, more: Record<string, unknown> = {}): Promise<Body[]> {
  const each = Array.from({ length: howMany }, () => `/together/${String((count += 1))}`);
  return Promise.all(each.map((path) => page(editor, path, { texts: [text('One')], ...more })));
}

type Faces = Readonly<
  Record<string, (client: Client, verb: string, urns: readonly string[], at?: string) => Promise<Body>>
>;

/** The refusals of either face, or null; and the urns that are answered. */
const faces: Faces = {
  async graph(client, verb, urns, at) {
    const mutation = `mutation ($urns: [ID!]!${at ? ', $at: DateTime' : ''}) {
      answer: ${verb}(urns: $urns${at ? ', publishTimestamp: $at' : ''}) { entities { urn } userErrors { code path } }
    }`;
    const { answer } = await client.data(mutation, { urns, ...(at && { at }) });
    return { urns: answer.entities?.map((e: Body) => e.urn) ?? null, errors: answer.userErrors };
  },
  async rest(client, verb, urns, at) {
    const body = { urns, ...(at && { publishTimestamp: at }) };
    const answer = await client.rest('POST', `/n/v1/${verb.toLowerCase()}`, { body });
    const errors = (answer.body.errors ?? []).map(({ code, path }: Body) => ({ code, path }));
    return { urns: answer.status === 200 ? answer.body.entities.map((e: Body) => e.urn) : null, errors };
  },
};

async function stateOf(urns: readonly string[]): Promise<unknown[]> {
  const rows = await sql(
    service,
    `SELECT "status", "version", (SELECT count(*)::int FROM "item_live" l WHERE l."entity" = e."urn" AND l."until_timestamp" IS NULL) AS live` +
      ` FROM unnest($1::uuid[]) WITH ORDINALITY AS u(urn, place) JOIN "entity" e ON e."urn" = u.urn ORDER BY place`,
    [urns],
  );
  return rows.map((row) => [row['status'], row['version'], row['live']]);
}

describe.each(Object.keys(faces))('several pages, by %s', (face) => {
  const ask: Faces[string] = (...args) => {
    const act = faces[face];
    if (!act) throw new Error(face);
    return act(...args);
  };

  test('go live at one instant, each with its event', async () => {
    const pages = await drafts(3);
    const urns = urnsOf(pages);
    expect(await ask(editor, 'publishEntities', urns)).toEqual({ urns, errors: [] });
    expect(await stateOf(urns)).toEqual(urns.map(() => ['PUBLISHED', '2', 1]));
    const moments = await sql(
      service,
      `SELECT count(DISTINCT m)::int AS moments FROM (SELECT "live_timestamp" AS m FROM "entity" WHERE "urn" = ANY($1)` +
        ` UNION ALL SELECT "from_timestamp" FROM "item_live" WHERE "entity" = ANY($1)) x`,
      [urns],
    );
    expect(moments).toEqual([{ moments: 1 }]);
    for (const urn of urns)
      expect(await eventsOf(service, urn)).toEqual([
        'CREATE',
        expect.stringMatching(/^UPDATE status,publishTimestamp,liveTimestamp,updatedTimestamp/),
      ]);
  });

  test('stay as they are when one is refused, and each refusal is named by its place', async () => {
    const [good, scheduled] = await drafts(2);
    const stranger = await service.tenant();
    const foreign = await page(stranger, '/foreign', { texts: [text('One')] });
    const urns = [good.urn, foreign.urn, scheduled.urn, crypto.randomUUID()];
    const { errors, urns: answered } = await ask(editor, 'publishEntities', urns);
    expect(answered).toBeNull();
    expect(errors).toEqual([
      { code: 'NOT_FOUND', path: '/urns/1' },
      { code: 'NOT_FOUND', path: '/urns/3' },
    ]);
    expect(await stateOf(urns.slice(0, 3))).toEqual(urns.slice(0, 3).map(() => ['DRAFT_UNPUBLISHED', '1', 0]));
    expect((await ask(editor, 'publishEntities', [good.urn, good.urn])).errors).toEqual([
      { code: 'DUPLICATE', path: '/urns/1' },
    ]);
    expect((await ask(editor, 'publishEntities', [])).errors).toMatchObject([{ path: '/urns' }]);
  });

  test('are scheduled together, and go live for readers at that instant', async () => {
    const pages = await drafts(2);
    const urns = urnsOf(pages);
    expect((await ask(editor, 'publishEntities', urns, soon())).errors).toEqual([]);
    expect(await stateOf(urns)).toEqual(urns.map(() => ['PUBLISH_PENDING', '2', 0]));
    await Promise.all(urns.map((urn) => letPass(service, urn, 3_700)));
    for (const one of pages) expect(await titles(editor, pathOf(one))).toEqual(['One']);
  });

  test('are canceled together: what is live stays, and one that is not scheduled keeps all scheduled', async () => {
    const [fresh, live] = await drafts(2);
    await ask(editor, 'publishEntities', [live.urn]);
    await write(editor, live.texts[0].urn, 'Two');
    await ask(editor, 'publishEntities', [fresh.urn, live.urn], soon());
    const [other] = await drafts(1);
    const before = await stateOf([fresh.urn, live.urn]);
    expect((await ask(editor, 'cancelPublications', [fresh.urn, other.urn, live.urn])).errors).toEqual([
      { code: 'INVALID_TRANSITION', path: '/urns/1' },
    ]);
    expect(await stateOf([fresh.urn, live.urn])).toEqual(before);
    expect(await ask(editor, 'cancelPublications', [live.urn, fresh.urn])).toEqual({
      urns: [live.urn, fresh.urn],
      errors: [],
    });
    const after = await stateOf([fresh.urn, live.urn]);
    expect(after).toMatchObject([
      ['DRAFT_UNPUBLISHED', expect.anything(), 0],
      ['PUBLISHED_WITH_DRAFTS', expect.anything(), 1],
    ]);
    expect(await titles(editor, pathOf(live))).toEqual(['One']);
  });

  test('need PUBLISH on each', async () => {
    const [mine, other] = await drafts(2);
    const grant = { objectScope: 'ENTITY' };
    const publisher = await reader(service, editor, [
      { ...grant, label: 'PUBLISH', objectUrn: mine.urn },
      { ...grant, label: 'UPDATE', objectUrn: mine.urn },
      { ...grant, label: 'UPDATE', objectUrn: other.urn },
    ]);
    expect((await ask(publisher, 'publishEntities', [mine.urn, other.urn])).errors).toEqual([
      { code: 'FORBIDDEN', path: '/urns/1' },
    ]);
    expect(await stateOf([mine.urn, other.urn])).toEqual([
      ['DRAFT_UNPUBLISHED', '1', 0],
      ['DRAFT_UNPUBLISHED', '1', 0],
    ]);
    expect((await ask(publisher, 'publishEntities', [mine.urn])).errors).toEqual([]);
  });
});

test('pages named in opposite orders at the same time do not wait for each other', async () => {
  const urns = urnsOf(await drafts(6));
  const both = await Promise.all(
    [urns, [...urns].reverse()].map((order) => editor.rest('POST', '/n/v1/publishentities', { body: { urns: order } })),
  );
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await stateOf(urns)).toEqual(urns.map(() => ['PUBLISHED', '2', 1]));
});

describe('the plan of several pages', () => {
  const query = `query ($urns: [ID!]!) { publishEntitiesPlan(urns: $urns) {
    entity { urn } changes { itemUrn change } missingReferences { entityUrn } } }`;

  test('has no reference between them as missing', async () => {
    const [target, outside] = await drafts(2);
    const link = (to: Body, name: string): unknown => ({ name, sortOrder: 0, entityReference: { urn: to.urn } });
    const [source] = await drafts(1, { references: [link(target, 'author'), link(outside, 'related')] });
    const urns = [source.urn, target.urn];
    const missing = [{ entityUrn: outside.urn }];
    const { publishEntitiesPlan: graph } = await editor.data(query, { urns });
    expect(graph).toMatchObject([
      { entity: { urn: source.urn }, missingReferences: missing },
      { entity: { urn: target.urn }, changes: [{ itemUrn: target.texts[0].urn, change: 'ADDED' }] },
    ]);
    const { status, body } = await editor.rest('POST', '/n/v1/publishplan', { body: { urns } });
    expect(status).toBe(200);
    expect(body.plans.map((p: Body) => [p.entity.urn, p.missingReferences.map((m: Body) => m.entity.urn)])).toEqual([
      [source.urn, [outside.urn]],
      [target.urn, []],
    ]);
  });

  test('is shown to nobody who does not see the drafts of all', async () => {
    const [mine, other] = await drafts(2, { status: 'PUBLISH' });
    const grants = [mine, other].map(({ urn }) => ({ label: 'READ', objectUrn: urn, objectScope: 'ENTITY' }));
    const one = await reader(service, editor, [
      ...grants,
      { label: 'READ_DRAFT', objectUrn: mine.urn, objectScope: 'ENTITY' },
    ]);
    const ask = async (urns: readonly string[]): Promise<number> =>
      (await one.rest('POST', '/n/v1/publishplan', { body: { urns } })).status;
    expect(await ask([mine.urn])).toBe(200);
    expect(await ask([mine.urn, other.urn])).toBe(403);
    const [hidden] = await drafts(1);
    expect(await ask([mine.urn, hidden.urn])).toBe(404);
    expect(await one.data(query, { urns: [mine.urn, hidden.urn] })).toEqual({ publishEntitiesPlan: null });
  });
});
