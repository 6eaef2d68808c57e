// Who sees what is live of a page: `audience` says what a caller without a token really sees, whatever the edges are, and is
// written by those who may publish; what is published for nobody else is warned of. Resource reference 16.1.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import { change, page, text, write, type Body } from '../support/content.ts';
import { isTried } from '../support/matrix.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { helper, made } from '../support/work.ts';

let service: SharedService;
let nobody: Client;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  nobody = service.client(null);
  admin = await service.tenant();
});

const live = (more: Record<string, unknown> = {}): Promise<Body> =>
  page(admin, `/${crypto.randomUUID()}-page`, { status: 'PUBLISH', texts: [text('Hello')], ...more });

const company = (parent = admin.company): Promise<Body> =>
  made(admin, 'company', { owner: admin.company, name: 'Site', parentCompany: parent });

const grant = (edge: Readonly<Record<string, unknown>>): Promise<Body> =>
  made(admin, 'permission', { owner: admin.company, subjectUrn: admin.company, subjectScope: 'EVERYONE', ...edge });

const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();

const audienceQuery = `query ($urn: ID!) {
  entity(urn: $urn) { audience }
  nodes(urns: [$urn]) { ... on Entity { audience } }
  entities(where: { urn: { eq: $urn } }) { nodes { audience } }
  entityView(urn: $urn) { audience }
  everyones: entities(where: { urn: { eq: $urn }, audience: { eq: EVERYONE } }) { totalCount nodes { urn } }
  granted: entities(where: { urn: { eq: $urn }, audience: { ne: EVERYONE } }) { totalCount nodes { urn } }
}`;

/** What every way to read it says; one word if all agree. */
async function saidOf(client: Client, urn: string): Promise<string> {
  const { entity, nodes, entities, entityView, everyones, granted } = await client.data(audienceQuery, { urn });
  const single = await client.rest('GET', `/n/v1/entity/${urn}?fields=audience`);
  const listed = await client.rest('GET', `/n/v1/entities?filter[urn]=${urn}&fields=audience`);
  const among = async (audience: string): Promise<number> =>
    (await client.rest('GET', `/n/v1/entities?filter[urn]=${urn}&filter[audience]=${audience}`)).body.entities.length;
  const [isEveryones, isGranted] = [await among('EVERYONE'), await among('GRANTED')];
  const filtered = (some: { totalCount: number; nodes: unknown[] }): number => {
    expect(some.totalCount).toBe(some.nodes.length);
    return some.nodes.length;
  };
  expect([isEveryones, isGranted]).toEqual([filtered(everyones), filtered(granted)]);
  const said = new Set([
    // A view shows a client that is restricted to roles what these may see.
    ...[entity, nodes[0], entities.nodes[0], entityView ?? entity].map((one: Body) => one.audience),
    ...[single.body.audience, listed.body.entities[0].audience, isEveryones > 0 ? 'EVERYONE' : 'GRANTED'],
  ]);
  return [...said].join();
}

/** What a caller without a token really sees. */
async function seen(urn: string): Promise<string> {
  const { status } = await nobody.rest('GET', `/v/v1/entityview/${urn}`);
  const { entityView } = await nobody.data('query ($urn: ID!) { entityView(urn: $urn) { name } }', { urn });
  expect([200, 404]).toContain(status);
  expect(entityView !== null).toBe(status === 200);
  return status === 200 ? 'EVERYONE' : 'GRANTED';
}

describe('audience', () => {
  const objects = ['ENTITY', 'OWNER', 'ABOVE', 'BELOW', 'OTHER ENTITY'] as const;
  const labels = ['VIEW', 'READ', 'UPDATE', 'ADMIN', 'x-shown'] as const;
  const windows = {
    always: {},
    present: { fromTimestamp: hours(-1), toTimestamp: hours(1) },
    past: { fromTimestamp: hours(-2), toTimestamp: hours(-1) },
    future: { fromTimestamp: hours(1) },
  };
  const cases = [
    ...objects.flatMap((object, row) =>
      labels.filter((_, column) => isTried(row, column, 2)).map((label) => [object, label, 'always'] as const),
    ),
    ...(['ENTITY', 'OWNER', 'ABOVE'] as const).flatMap((object, row) =>
      (['present', 'past', 'future'] as const)
        .filter((_, column) => isTried(row, column, 3))
        .map((window) => [object, 'VIEW', window] as const),
    ),
  ];

  test.each(cases)(
    'is what is seen without a token, where everyone has on the %s the label %s, %s',
    async (on, label, window) => {
      const owner = await company();
      const below = await company(owner.urn);
      const { urn } = await live({ owner: owner.urn });
      const other = await live({ owner: owner.urn });
      const [objectUrn, objectScope] = {
        ENTITY: [urn, 'ENTITY'],
        OWNER: [owner.urn, 'COMPANY'],
        ABOVE: [admin.company, 'COMPANY'],
        BELOW: [below.urn, 'COMPANY'],
        'OTHER ENTITY': [other.urn, 'ENTITY'],
      }[on];
      expect([await saidOf(admin, urn), await seen(urn)]).toEqual(['GRANTED', 'GRANTED']);
      const edge = await grant({ objectUrn, objectScope, label, ...windows[window] });
      const gives =
        ['ENTITY', 'OWNER', 'ABOVE'].includes(on) && label !== 'x-shown' && ['always', 'present'].includes(window);
      expect([await saidOf(admin, urn), await seen(urn)]).toEqual(Array(2).fill(gives ? 'EVERYONE' : 'GRANTED'));
      expect((await admin.rest('DELETE', `/n/v1/permission/${String(edge.urn)}`)).status).toBe(204);
      expect([await saidOf(admin, urn), await seen(urn)]).toEqual(['GRANTED', 'GRANTED']);
    },
  );

  test('is GRANTED, as is seen without a token, whatever a company, a role, a client and a group have', async () => {
    const { urn } = await live();
    const role = await made(admin, 'role', { owner: admin.company, name: 'Readers' });
    const group = await made(admin, 'group', {
      owner: admin.company,
      name: 'Readers',
      joinPolicy: 'OPEN',
      visibility: 'PUBLIC',
    });
    const { clientContext } = await admin.data('{ clientContext { client { urn } } }');
    for (const [subjectScope, subjectUrn] of [
      ['COMPANY', admin.company],
      ['ROLE', role.urn],
      ['GROUP', group.urn],
      ['API_CLIENT', clientContext.client.urn],
    ]) {
      await grant({ subjectScope, subjectUrn, objectUrn: urn, objectScope: 'ENTITY', label: 'READ' });
      expect([subjectScope, await saidOf(admin, urn), await seen(urn)]).toEqual([subjectScope, 'GRANTED', 'GRANTED']);
    }
  });

  test('says the same to a reader, and follows the page to a company that everyone views', async () => {
    const site = await company();
    await grant({ objectUrn: site.urn, objectScope: 'COMPANY', label: 'VIEW' });
    const { urn } = await live();
    const reader = await helper(service, admin, [{ label: 'READ', objectUrn: admin.company, objectScope: 'COMPANY' }]);
    expect([await saidOf(reader, urn), await seen(urn)]).toEqual(['GRANTED', 'GRANTED']);
    expect((await change(admin, urn, { owner: site.urn })).status).toBe(200);
    expect([await saidOf(reader, urn), await seen(urn)]).toEqual(['EVERYONE', 'EVERYONE']);
  });

  test('stands in no REST body that does not ask for it', async () => {
    const { urn } = await live();
    expect((await admin.rest('GET', `/n/v1/entity/${String(urn)}`)).body).not.toHaveProperty('audience');
  });
});

/** Writes the audience on one of the faces; answers the status and the first error. */
type WriteAudience = (client: Client, urn: string, input: Record<string, unknown>) => Promise<Body>;

const onRest: WriteAudience = async (client, urn, input) => {
  const { status, body } = await client.rest('PATCH', `/n/v1/entity/${urn}?fields=audience`, { body: input });
  if (status === 200) return { audience: body.audience };
  return { code: body.code, path: body.errors?.[0]?.path ?? null, related: body.errors?.[0]?.related ?? null };
};
const onGraph: WriteAudience = async (client, urn, input) => {
  const query = `mutation ($urn: ID!, $input: UpdateEntityInput!) {
    updateEntity(urn: $urn, input: $input) { entity { audience } userErrors { code path related } } }`;
  const { data, errors } = await client.graph(query, { urn, input });
  if (errors) return { code: (errors as Body)[0].extensions.code, path: null, related: null };
  const [error] = data.updateEntity.userErrors;
  return error ? { code: error.code, path: error.path, related: error.related } : data.updateEntity.entity;
};

const edgesOn = async (urn: string): Promise<Body[]> =>
  (
    await admin.data(
      'query ($urn: ID!) { permissions(where: { objectUrn: { eq: $urn } }) { nodes { urn owner { urn } subjectUrn subjectScope label fromTimestamp toTimestamp } } }',
      { urn },
    )
  ).permissions.nodes;

describe.each([
  ['REST', onRest],
  ['the graph', onGraph],
] as const)('Writing the audience on %s', (_, set) => {
  test('gives and ends the edge of the page itself, once each, with its events and a new version', async () => {
    const { urn } = await live();
    const versionOf = async (): Promise<number> =>
      Number((await admin.rest('GET', `/n/v1/entity/${urn}`)).body.version);
    const before = await versionOf();
    expect(await set(admin, urn, { audience: 'GRANTED' })).toEqual({ audience: 'GRANTED' });
    expect(await versionOf()).toBe(before);
    expect(await set(admin, urn, { audience: 'EVERYONE' })).toEqual({ audience: 'EVERYONE' });
    expect(await set(admin, urn, { audience: 'EVERYONE' })).toEqual({ audience: 'EVERYONE' });
    expect(await versionOf()).toBe(before + 1);
    const [edge, ...others] = await edgesOn(urn);
    expect([edge, others]).toMatchObject([
      {
        owner: { urn: admin.company },
        subjectUrn: admin.company,
        subjectScope: 'EVERYONE',
        label: 'VIEW',
        fromTimestamp: null,
        toTimestamp: null,
      },
      [],
    ]);
    expect([await saidOf(admin, urn), await seen(urn)]).toEqual(['EVERYONE', 'EVERYONE']);
    expect(await set(admin, urn, { audience: 'GRANTED' })).toEqual({ audience: 'GRANTED' });
    expect([await versionOf(), await edgesOn(urn)]).toEqual([before + 2, []]);
    expect([await saidOf(admin, urn), await seen(urn)]).toEqual(['GRANTED', 'GRANTED']);
    const { events } = await admin.data(
      'query ($urns: [ID!]) { events(first: 10, targetUrns: $urns) { nodes { subject event } } }',
      { urns: [edge.urn] },
    );
    expect(events.nodes).toEqual([
      { subject: 'PERMISSION', event: 'CREATE' },
      { subject: 'PERMISSION', event: 'DELETE' },
    ]);
    const audit = await admin.rest('GET', '/n/v1/permissionaudit?limit=200');
    const recorded = JSON.stringify(audit.body).split(String(edge.urn)).length - 1;
    expect(recorded).toBeGreaterThanOrEqual(2);
  });

  test('needs PUBLISH on the page for a change, and nothing for what is so already', async () => {
    const { urn } = await live();
    const publisher = await helper(service, admin, [{ label: 'PUBLISH', objectUrn: urn, objectScope: 'ENTITY' }]);
    const editor = await helper(service, admin, [{ label: 'UPDATE', objectUrn: urn, objectScope: 'ENTITY' }]);
    const reader = await helper(service, admin, [{ label: 'READ', objectUrn: urn, objectScope: 'ENTITY' }]);
    for (const client of [editor, reader])
      expect(await set(client, urn, { audience: 'EVERYONE' })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await set(editor, urn, { audience: 'GRANTED', name: 'Renamed' })).toEqual({ audience: 'GRANTED' });
    expect(await edgesOn(urn)).toHaveLength(3);
    expect(await set(publisher, urn, { audience: 'EVERYONE' })).toEqual({ audience: 'EVERYONE' });
    expect(await set(publisher, urn, { audience: 'EVERYONE', name: 'Other' })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await set(editor, urn, { audience: 'GRANTED' })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await seen(urn)).toBe('EVERYONE');
    expect(await set(publisher, urn, { audience: 'GRANTED' })).toEqual({ audience: 'GRANTED' });
    expect(await seen(urn)).toBe('GRANTED');
  });

  test('is refused where another edge shows the page to everyone, which is named, and nothing changes', async () => {
    const site = await company();
    const { urn } = await live({ owner: site.urn });
    await set(admin, urn, { audience: 'EVERYONE' });
    const onSite = await grant({ objectUrn: site.urn, objectScope: 'COMPANY', label: 'VIEW' });
    const refused = await set(admin, urn, { audience: 'GRANTED', name: 'Renamed' });
    expect(refused).toMatchObject({ code: 'CONFLICT', path: expect.stringContaining('audience') });
    expect(JSON.stringify(refused.related)).toContain(onSite.urn);
    const { body } = await admin.rest('GET', `/n/v1/entity/${String(urn)}`);
    expect([body.name, (await edgesOn(urn)).length]).toEqual(['Page', 1]);
    await admin.rest('DELETE', `/n/v1/permission/${String(onSite.urn)}`);
    expect(await set(admin, urn, { audience: 'GRANTED' })).toEqual({ audience: 'GRANTED' });
  });

  test("ends everyone's READ of the page too, for who may end that permission, and nothing that gives more", async () => {
    const { urn } = await live({ audience: 'EVERYONE' });
    const read = await grant({ objectUrn: urn, objectScope: 'ENTITY', label: 'READ' });
    const publisher = await helper(service, admin, [{ label: 'PUBLISH', objectUrn: urn, objectScope: 'ENTITY' }]);
    const refused = await set(publisher, urn, { audience: 'GRANTED' });
    expect([refused.code, JSON.stringify(refused.related).includes(read.urn)]).toEqual(['CONFLICT', true]);
    expect([(await edgesOn(urn)).length, await seen(urn)]).toEqual([3, 'EVERYONE']);
    expect(await set(admin, urn, { audience: 'GRANTED' })).toEqual({ audience: 'GRANTED' });
    expect((await edgesOn(urn)).map(({ label }) => label)).toEqual(['PUBLISH']);
    expect(await seen(urn)).toBe('GRANTED');
    const comment = await grant({ objectUrn: urn, objectScope: 'ENTITY', label: 'COMMENT' });
    const kept = await set(admin, urn, { audience: 'GRANTED' });
    expect([kept.code, JSON.stringify(kept.related).includes(comment.urn)]).toEqual(['CONFLICT', true]);
  });

  test('GRANTED ends an edge of the page that begins later, too, and leaves one that has ended', async () => {
    const { urn } = await live();
    const past = await grant({
      objectUrn: urn,
      objectScope: 'ENTITY',
      label: 'VIEW',
      fromTimestamp: hours(-2),
      toTimestamp: hours(-1),
    });
    await grant({ objectUrn: urn, objectScope: 'ENTITY', label: 'VIEW', fromTimestamp: hours(1) });
    expect(await set(admin, urn, { audience: 'GRANTED' })).toEqual({ audience: 'GRANTED' });
    expect((await edgesOn(urn)).map((edge) => edge.urn)).toEqual([past.urn]);
  });

  test('goes along with a move and a publication in the same write', async () => {
    const site = await company();
    const { urn } = await page(admin, `/${crypto.randomUUID()}-moved`, { texts: [text('Hello')] });
    expect(await set(admin, urn, { owner: site.urn, status: 'PUBLISH', audience: 'EVERYONE' })).toEqual({
      audience: 'EVERYONE',
    });
    expect(await edgesOn(urn)).toMatchObject([{ owner: { urn: site.urn }, subjectUrn: site.urn }]);
    expect(await seen(urn)).toBe('EVERYONE');
    expect(await set(admin, urn, { owner: admin.company, audience: 'GRANTED' })).toEqual({ audience: 'GRANTED' });
    expect([await edgesOn(urn), await seen(urn)]).toEqual([[], 'GRANTED']);
  });

  test('takes neither null nor another word', async () => {
    const { urn } = await live();
    expect(await set(admin, urn, { audience: null })).toMatchObject({
      code: expect.stringMatching(/NULL_NOT_ALLOWED|VALIDATION_FAILED/),
    });
    expect((await set(admin, urn, { audience: 'FRIENDS' })).audience).toBeUndefined();
  });
});

describe('Creating with an audience', () => {
  test('shows the page from its publication on, and needs PUBLISH of its company', async () => {
    const { urn } = await live({ audience: 'EVERYONE' });
    expect([await saidOf(admin, urn), await seen(urn)]).toEqual(['EVERYONE', 'EVERYONE']);
    const creator = await helper(service, admin, [
      { label: 'CREATE', objectUrn: admin.company, objectScope: 'COMPANY' },
    ]);
    const body = { owner: admin.company, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' };
    const create = (audience: string): Promise<RestAnswer> =>
      creator.rest('POST', '/n/v1/entity', { body: { ...body, urn: crypto.randomUUID(), audience } });
    expect([(await create('EVERYONE')).status, (await create('GRANTED')).status]).toEqual([403, 201]);
  });

  test('is refused as GRANTED where the company is public', async () => {
    const site = await company();
    await grant({ objectUrn: site.urn, objectScope: 'COMPANY', label: 'VIEW' });
    const body = {
      urn: crypto.randomUUID(),
      owner: site.urn,
      name: 'Page',
      language: 'en',
      status: 'DRAFT_UNPUBLISHED',
    };
    const refused = await admin.rest('POST', '/n/v1/entity', { body: { ...body, audience: 'GRANTED' } });
    expect([refused.status, refused.body.errors[0].path]).toEqual([409, '/audience']);
    expect((await admin.rest('POST', '/n/v1/entity', { body: { ...body, audience: 'EVERYONE' } })).status).toBe(201);
    expect(await edgesOn(body.urn)).toEqual([]);
  });

  test('is part of a copy only where the copy asks for it', async () => {
    const { urn } = await live({ audience: 'EVERYONE' });
    const copyOnGraph = async (input: Record<string, unknown>): Promise<string> => {
      const query = `mutation ($urn: ID!, $input: CopyEntityInput!) {
        copyEntity(urn: $urn, input: $input) { entity { audience } userErrors { code message } } }`;
      const { copyEntity } = await admin.data(query, {
        urn,
        input: { path: `/${crypto.randomUUID()}-copy`, ...input },
      });
      return copyEntity.entity.audience;
    };
    const copyOnRest = async (body: Record<string, unknown>): Promise<string> => {
      const sent = { path: `/${crypto.randomUUID()}-copy`, ...body };
      const copy = await admin.rest('POST', `/n/v1/entity/${String(urn)}/copy`, { body: sent });
      expect(copy.status, copy.text).toBe(201);
      return saidOf(admin, copy.body.urn);
    };
    for (const copy of [copyOnGraph, copyOnRest])
      expect([await copy({}), await copy({ audience: 'EVERYONE' })]).toEqual(['GRANTED', 'EVERYONE']);
  });

  test('goes through a bulk as any other write', async () => {
    const { urn } = await live();
    const operations = [{ method: 'PATCH', path: `/n/v1/entity/${String(urn)}`, body: { audience: 'EVERYONE' } }];
    const answer = await admin.rest('POST', '/n/v1/bulk', { body: { mode: 'ATOMIC', operations } });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    expect(await seen(urn)).toBe('EVERYONE');
  });
});

describe('A publication that nobody without a token may see', () => {
  const publish =
    'mutation ($urn: ID!, $at: DateTime) { publishEntity(urn: $urn, publishTimestamp: $at) { userErrors { code } } }';
  const draft = (): Promise<Body> => page(admin, `/${crypto.randomUUID()}-draft`, { texts: [text('Hello')] });

  test('carries the warning NOT_PUBLIC, on both faces, at once, scheduled and with a create', async () => {
    for (const at of [null, hours(1)]) {
      const [first, second] = [await draft(), await draft()];
      const { extensions } = await admin.graph(publish, { urn: first.urn, at });
      expect(extensions).toMatchObject({
        warnings: [{ code: 'NOT_PUBLIC', message: expect.stringContaining(first.urn) }],
      });
      const rest = await change(admin, second.urn, { status: 'PUBLISH', publishTimestamp: at });
      expect([rest.status, rest.headers.get('warning')]).toEqual([200, expect.stringContaining('NOT_PUBLIC')]);
    }
    const body = { urn: crypto.randomUUID(), owner: admin.company, name: 'Page', language: 'en', status: 'PUBLISH' };
    const created = await admin.rest('POST', '/n/v1/entity', { body });
    expect(created.headers.get('warning')).toContain(
      `NOT_PUBLIC: nobody without a token may see the entity ${body.urn}.`,
    );
  });

  test('carries none where everyone sees it, nor for a draft or an end', async () => {
    const { urn } = await draft();
    const same = await change(admin, urn, { name: 'Drafted' });
    const shown = await change(admin, urn, { status: 'PUBLISH', audience: 'EVERYONE' });
    const ended = await change(admin, urn, { status: 'DRAFT_UNPUBLISHED', audience: 'GRANTED' });
    for (const answer of [same, shown, ended])
      expect([answer.status, answer.headers.get('warning')]).toEqual([200, null]);
  });

  test('is told by the plan before, and so are drafts that join a scheduled publication', async () => {
    const entity = await draft();
    const planOf = async (): Promise<Body> => {
      const rest = (await admin.rest('GET', `/n/v1/entity/${String(entity.urn)}/publishplan`)).body;
      const query = 'query ($urn: ID!) { publishPlan(urn: $urn) { audience warnings { code message } } }';
      const { publishPlan } = await admin.data(query, { urn: entity.urn });
      expect(publishPlan).toEqual({ audience: rest.audience, warnings: rest.warnings });
      return [rest.audience, rest.warnings.map(({ code }: Body) => code)];
    };
    expect(await planOf()).toEqual(['GRANTED', ['NOT_PUBLIC']]);
    await change(admin, entity.urn, { audience: 'EVERYONE' });
    expect(await planOf()).toEqual(['EVERYONE', []]);
    await change(admin, entity.urn, { status: 'PUBLISH', publishTimestamp: null });
    await change(admin, entity.urn, { status: 'PUBLISH', publishTimestamp: hours(1) });
    expect(await planOf()).toEqual(['EVERYONE', []]);
    await write(admin, entity.texts[0].urn, 'Drafted later');
    expect(await planOf()).toEqual(['EVERYONE', ['JOINS_SCHEDULE']]);
  });
});
