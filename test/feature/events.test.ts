// Subscribing to events: over a WebSocket, over server-sent events, from the beginning of the log and live.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '../support/content.ts';
import { logEnd } from '../support/eventLog.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';
import { made, task } from '../support/work.ts';

let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});

const createEntity = `mutation ($input: CreateEntityInput!) {
  createEntity(input: $input) { entity { urn } userErrors { code path message } }
}`;

async function page(owner: Tenant, name: string): Promise<string> {
  const answer = await owner.data(createEntity, {
    input: { owner: owner.company, name, language: 'en', status: 'DRAFT_UNPUBLISHED' },
  });
  expect(answer.createEntity.userErrors).toEqual([]);
  return answer.createEntity.entity.urn;
}

const rename = async (owner: Tenant, urn: string, name: string): Promise<void> => {
  await owner.data(
    `mutation ($urn: ID!, $input: UpdateEntityInput!) { updateEntity(urn: $urn, input: $input) { userErrors { code } } }`,
    { urn, input: { name } },
  );
};

const events = `subscription ($after: String, $subjects: [EventSubject!], $targets: [ID!]) {
  events(after: $after, subjects: $subjects, targetUrns: $targets) {
    id cursor sequence subject event targetUrn targetVersion changedFields actor { type } owner { urn }
    target { urn ... on Entity { name } }
  }
}`;

describe('events', () => {
  test('delivers stored events first and then live ones', async () => {
    const urn = await page(tenant, 'Stored');
    const socket = socketClient(service.url, tenant.token);
    const heard = follow(socket, events, { after: '0', subjects: ['ENTITY'], targets: [urn] });
    const [stored] = await heard.until(1);
    expect(stored.events).toMatchObject({
      subject: 'ENTITY',
      event: 'CREATE',
      targetUrn: urn,
      targetVersion: '1',
      owner: { urn: tenant.company },
      target: { urn, name: 'Stored' },
    });
    expect(stored.events.cursor).toBe(`1.${stored.events.sequence}`);
    await rename(tenant, urn, 'Live');
    const [, live] = await heard.until(2);
    expect(live.events).toMatchObject({
      event: 'UPDATE',
      targetVersion: '2',
      changedFields: expect.arrayContaining(['name']),
      target: { name: 'Live' },
    });
    expect(Number(live.events.sequence)).toBeGreaterThan(Number(stored.events.sequence));
    await socket.dispose();
    expect(await logEnd(service.services)).toBe(live.events.cursor);
  });

  test('are sent as server-sent events whose id is the cursor', async () => {
    const urn = await page(tenant, 'Streamed');
    const stream = await openStream(service.url, tenant.token, events, { after: '0', targets: [urn] });
    expect(stream.status).toBe(200);
    const sent = ['content-type', 'cache-control', 'x-accel-buffering', 'x-content-type-options', 'vary'];
    expect(sent.map((name) => stream.headers.get(name))).toEqual([
      'text/event-stream; charset=utf-8',
      'no-store',
      // A proxy that gathers answers would keep events back.
      'no',
      'nosniff',
      'Origin',
    ]);
    expect(stream.headers.has('x-request-id')).toBe(true);
    const created = await stream.next();
    expect(created).toMatchObject({ event: 'next', data: { data: { events: { event: 'CREATE', targetUrn: urn } } } });
    expect(created?.id).toBe(created?.data.data.events.cursor);
    stream.close();
  });
});

test('The log in pages says what lies before and behind a page, and goes on at its end.', async () => {
  const urn = await page(tenant, 'Paged');
  await rename(tenant, urn, 'Twice');
  await rename(tenant, urn, 'Thrice');
  const query = `query ($after: String, $first: Int) { events(after: $after, first: $first, targetUrns: ["${urn}"]) {
    edges { cursor node { event } } nodes { event } pageInfo { hasPreviousPage hasNextPage startCursor endCursor } } }`;
  await vi.waitFor(async () => expect((await tenant.data(query, { after: '0' })).events.nodes).toHaveLength(3), 20_000);
  const { events: first } = await tenant.data(query, { first: 2 });
  expect(first.nodes).toEqual([{ event: 'CREATE' }, { event: 'UPDATE' }]);
  const [one, two] = first.edges.map(({ cursor }: { cursor: string }) => cursor);
  expect(first.pageInfo).toEqual({ hasPreviousPage: false, hasNextPage: true, startCursor: one, endCursor: two });
  // The same cursors lead through the list of triggers, either way.
  const listed = async (side: string): Promise<unknown> =>
    (await tenant.rest('GET', `/n/v1/webhooktriggers?filter[targetUrn]=${urn}&sort=sequence&${side}=${String(two)}`))
      .body.webhooktriggers;
  expect(await listed('before')).toMatchObject([{ event: 'CREATE' }]);
  expect(await listed('after')).toMatchObject([{ event: 'UPDATE' }]);
  const { events: rest } = await tenant.data(query, { first: 2, after: two });
  expect(rest.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
  expect(rest.nodes).toEqual([{ event: 'UPDATE' }]);
  const only = async (kinds: string): Promise<number> => {
    const asked = `{ events(events: [${kinds}], targetUrns: ["${urn}"]) { nodes { event } } }`;
    return (await tenant.data(asked)).events.nodes.length;
  };
  expect([await only('UPDATE'), await only('DELETE'), await only('ALL')]).toEqual([2, 0, 3]);
  // Behind the last one there is nothing, and the end of the log stands for it, so that nothing is looked through twice.
  const { events: none } = await tenant.data(query, { after: rest.pageInfo.endCursor });
  expect(none.pageInfo).toEqual({
    hasPreviousPage: true,
    hasNextPage: false,
    startCursor: null,
    endCursor: await logEnd(service.services),
  });
});

// Each changes something and answers whose only update that is.
const updates: Readonly<Record<string, readonly [() => Promise<string>, changed: string]>> = {
  'a list of children, once for all of them': [
    async () => {
      const stages = ['A', 'B', 'C'].map((name, at) => ({ name, order: at + 1 }));
      const { urn } = await made(tenant, 'workflow', { owner: tenant.company, name: 'W', stages: stages.slice(0, 1) });
      const { status } = await tenant.rest('PATCH', `/n/v1/workflow/${String(urn)}`, {
        body: { stages: stages.slice(1) },
      });
      expect(status).toBe(200);
      return urn;
    },
    'stages',
  ],
  'the list whose element changed by itself': [
    async () => {
      const stages = ['A', 'B'].map((name, at) => ({ name, order: at + 1 }));
      const workflow = await made(tenant, 'workflow', { owner: tenant.company, name: 'W', stages });
      const [, other] = (workflow as unknown as { stages: readonly { urn: string }[] }).stages;
      const body = { name: 'C' };
      expect((await tenant.rest('PATCH', `/n/v1/workflowstage/${String(other?.urn)}`, { body })).status).toBe(200);
      return workflow.urn;
    },
    'stages',
  ],
  'the link that is emptied with its target': [
    async () => {
      const { urn: project } = await made(tenant, 'project', { owner: tenant.company, name: 'P' });
      const urn = await task(tenant, 'A', { project });
      expect((await tenant.rest('DELETE', `/n/v1/project/${String(project)}`)).status).toBe(204);
      return urn;
    },
    'project',
  ],
  'the owner of a right whose object moves': [
    async () => {
      const below = (): Promise<{ urn: string }> => made(tenant, 'company', { owner: tenant.company, name: 'Below' });
      const [{ urn: owner }, { urn: other }] = [await below(), await below()];
      const { urn: objectUrn } = await made(tenant, 'entitylist', { owner, name: 'List', entities: [] });
      const { urn: subjectUrn } = await made(tenant, 'role', { owner, name: 'Role' });
      const between = { subjectUrn, subjectScope: 'ROLE', objectUrn, objectScope: 'ENTITY_LIST' };
      const { urn } = await made(tenant, 'permission', { owner, ...between, label: 'READ' });
      const moved = await tenant.rest('PATCH', `/n/v1/entitylist/${String(objectUrn)}`, { body: { owner: other } });
      expect(moved.status, moved.text).toBe(200);
      return urn;
    },
    'owner',
  ],
};

test.each(Object.entries(updates))('An update names %s', async (_, [act, changed]) => {
  const urn = await act();
  const query = `{ events(first: 10, events: [UPDATE], targetUrns: ["${urn}"]) { nodes { changedFields } } }`;
  await vi.waitFor(async () => expect((await tenant.data(query)).events.nodes).toHaveLength(1), 20_000);
  expect((await tenant.data(query)).events.nodes).toEqual([{ changedFields: [changed, 'updatedTimestamp'] }]);
});

test('What is deleted is announced before what went with it.', async () => {
  const urn = await page(tenant, 'Gone');
  const { urn: text } = await made(tenant, 'textitem', { entity: urn, name: 'text', value: 'Gone', sortOrder: 0 });
  expect((await tenant.rest('DELETE', `/n/v1/entity/${urn}`)).status).toBe(204);
  const query = `{ events(first: 10, events: [DELETE], targetUrns: ["${urn}", "${text}"]) { nodes { targetUrn } } }`;
  await vi.waitFor(async () =>
    expect((await tenant.data(query)).events.nodes).toEqual([{ targetUrn: urn }, { targetUrn: text }]),
  );
});

test('An event of a kind that this version does not know is left out, whatever its reader may read.', async () => {
  const [known, unknown] = [await page(tenant, 'Known'), await page(tenant, 'Of a later version')];
  const triggers = await tenant.rest('POST', '/n/v1/webhooktrigger', {
    body: { owner: tenant.company, subject: 'ENTITY', event: 'ALL', targetUrn: unknown },
  });
  const urn = String(triggers.body.urn);
  await logEnd(service.services);
  const shown = async (): Promise<unknown> => {
    const listed = await tenant.rest('GET', '/n/v1/webhooktriggers?limit=100');
    const targets = listed.body.webhooktriggers.map(({ targetUrn }: { targetUrn: string }) => targetUrn);
    const graph = await tenant.data(
      `query ($known: ID!, $unknown: ID!, $urn: ID!) {
        events(targetUrns: [$known, $unknown]) { nodes { subject targetUrn } } webhookTrigger(urn: $urn) { subject } }`,
      { known, unknown, urn },
    );
    const { status } = await tenant.rest('GET', `/n/v1/webhooktrigger/${urn}`);
    return { status, ...graph, targets: [known, unknown].filter((one) => targets.includes(one)) };
  };
  const event = (targetUrn: string): object => ({ subject: 'ENTITY', targetUrn });
  expect(await shown()).toEqual({
    ...{ status: 200, webhookTrigger: { subject: 'ENTITY' }, targets: [known, unknown] },
    events: { nodes: [known, unknown, unknown].map(event) },
  });
  await sql(service, `UPDATE webhook_trigger SET subject = 'NOVELTY' WHERE target_urn = '${unknown}'`);
  expect(await shown()).toEqual({
    ...{ status: 404, webhookTrigger: null, targets: [known] },
    events: { nodes: [event(known)] },
  });
});
