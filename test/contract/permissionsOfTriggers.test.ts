// Triggers are visible only to callers who may read what they are about: one by one, in lists and totals, as events and in
// webhooks. Resource reference 7.2, 9.7.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkOrder } from '../../src/contract/listQuery.ts';
import { unprepared, Parameters } from '../../src/database/connection/statement.ts';
import { pageOfRows, rowsByUrn } from '../../src/database/engine/resourceStore.ts';
import { accessScope } from '../../src/domain/accessScope.ts';
import type { Viewer } from '../../src/domain/viewer.ts';
import type { Context } from '../../src/engine/context.ts';
import { community, membership, type Community, type Person } from '../support/community.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';
import { apiClient, eventually, hookSecret, subscribe } from '../support/webhooks.ts';
import { bareTask } from '../support/work.ts';
import { make as makeOf } from './make.ts';

let service: TestService;
let town: Community;

beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' }, { webhookOptions: { stopMillis: 200 } });
  town = await community(service);
});
afterAll(() => service.close());

const task = (more: Record<string, unknown> = {}): Promise<string> =>
  town.make('task', { ...bareTask, title: 'Task', ...more });

describe('Triggers', () => {
  test('can be read by readers of their target, individually, in lists and totals, and as events', async () => {
    const company = await town.make('company', { name: 'Announced' });
    const reader = await town.holder(['COMPANY', company, 'READ']);
    const own = { owner: company };
    const group = await town.make('group', { ...own, name: 'Hidden', visibility: 'MEMBERS' });
    const entity = await town.make('entity', {
      ...{ ...own, urn: crypto.randomUUID(), name: 'Page', language: 'en', status: 'PUBLISH' },
    });
    const hidden = [
      group,
      await town.make('messagethread', { group, name: 'Thread' }),
      await town
        .make('groupmembership', membership(group, reader.identity, { status: 'PENDING_APPROVAL' }))
        .catch(() => group),
      await town.make('role', { ...own, name: `Role ${crypto.randomUUID()}` }),
      await town.make('apiclient', { ...own, name: 'Client' }),
      await town.make('textitem', { entity, name: 'title', sortOrder: 0, value: 'Draft' }),
      await town.make('entity', {
        ...{ ...own, urn: crypto.randomUUID(), name: 'Draft', language: 'en', status: 'DRAFT_UNPUBLISHED' },
      }),
    ];
    const shown = [await town.make('project', { ...own, name: 'Shown' }), entity];
    interface Trigger {
      readonly urn: string;
      readonly targetUrn: string;
    }
    const filter = `filter[owner]=${company}&limit=200&count=true`;
    const all = (await town.admin.rest('GET', `/n/v1/webhooktriggers?${filter}`)).body.webhooktriggers as Trigger[];
    for (const urn of [...new Set(hidden), ...shown]) expect(all.map((t) => t.targetUrn)).toContain(urn);
    const { body } = await reader.rest('GET', `/n/v1/webhooktriggers?${filter}`);
    const listed = body.webhooktriggers as Trigger[];
    for (const urn of hidden) expect(listed.map((t) => t.targetUrn)).not.toContain(urn);
    for (const urn of shown) expect(listed.map((t) => t.targetUrn)).toContain(urn);
    expect(body.pagination.totalCount).toBe(listed.length);
    const graph = await reader.data(
      `query ($owner: ID!) { webhookTriggers(where: { owner: { eq: $owner } }, first: 200) { totalCount nodes { targetUrn } } }`,
      { owner: company },
    );
    expect(graph.webhookTriggers.totalCount).toBe(listed.length);
    const single = async (t: Trigger): Promise<number> =>
      (await reader.rest('GET', `/n/v1/webhooktrigger/${t.urn}`)).status;
    const statuses = await Promise.all(all.map(single));
    const readable = new Set(listed.map((t) => t.urn));
    expect(statuses).toEqual(all.map((t) => (readable.has(t.urn) ? 200 : 404)));
    // An object read before its deletion is reported once more.
    expect((await town.admin.rest('DELETE', `/n/v1/project/${String(shown[0])}`)).status).toBe(204);
    const later = (await reader.rest('GET', `/n/v1/webhooktriggers?${filter}`)).body.webhooktriggers as Trigger[];
    expect(later.filter((t) => t.targetUrn === shown[0])).toHaveLength(2);
  });

  test('of drafts and plans of a live page can be read with READ_DRAFT only, also as events and webhooks', async () => {
    const company = await town.make('company', { name: 'Drafting' });
    const reader = await town.holder(['COMPANY', company, 'READ']);
    const editor = await town.holder(['COMPANY', company, 'READ_DRAFT']);
    const receiver = await startReceiver();
    try {
      const entity = await town.make('entity', {
        ...{ urn: crypto.randomUUID(), owner: company, name: 'Page', language: 'en', status: 'PUBLISH' },
        texts: [{ name: 'title', sortOrder: 0, value: 'Live' }],
      });
      const hooks = new Map<Person, string>();
      for (const person of [reader, editor]) {
        const hook = { apiClient: person.client, owner: company, subject: 'ENTITY', event: 'ALL', secret: hookSecret };
        const body = { ...hook, destinationUrl: receiver.url, eventsPerMinute: 600 };
        hooks.set(person, await town.make('webhooksubscription', body));
      }
      const [text] = (await town.admin.rest('GET', `/n/v1/entity/${entity}`)).body.texts as { urn: string }[];
      const change = async (path: string, body: object): Promise<void> => {
        const answer = await town.admin.rest('PATCH', `/n/v1/${path}`, { body });
        expect([path, answer.status]).toEqual([path, 200]);
      };
      const later = new Date(Date.now() + 3_600_000).toISOString();
      await change(`textitem/${String(text?.urn)}`, { value: 'Draft' });
      await change(`entity/${entity}`, { status: 'PUBLISH', publishTimestamp: later });
      await change(`entity/${entity}`, { status: 'PUBLISH' });
      await change(`entity/${entity}`, { name: 'Renamed' });
      const all = [
        ['status'],
        ['status', 'publishTimestamp'],
        ['status', 'publishTimestamp', 'liveTimestamp'],
        ['name'],
      ];
      for (const [person, expected] of [
        [editor, all],
        [reader, all.slice(2)],
      ] as const) {
        // What was written last is in the log and delivered last.
        await eventually(
          () => town.admin.rest('GET', `/n/v1/webhookdeliveries?filter[subscription]=${String(hooks.get(person))}`),
          ({ body }) => {
            const statuses = (body.webhookdeliveries as { status: string }[]).map(({ status }) => status);
            return statuses.length === 4 && statuses.every((status) => /SUCCEEDED|DISCARDED/.test(status));
          },
        );
        const filter = `filter[targetUrn]=${entity}&filter[event]=UPDATE&sort=sequence&count=true`;
        const { body } = await person.rest('GET', `/n/v1/webhooktriggers?${filter}`);
        const { events } = await person.data(
          'query ($urns: [ID!]) { events(targetUrns: $urns, events: [UPDATE]) { nodes { changedFields } } }',
          { urns: [entity] },
        );
        const fields = (list: readonly { changedFields: string[] }[]): string[][] =>
          list.map(({ changedFields }) => changedFields.filter((name) => name !== 'updatedTimestamp'));
        expect([fields(body.webhooktriggers), body.pagination.totalCount]).toEqual([expected, expected.length]);
        expect(fields(events.nodes)).toEqual(expected);
      }
      expect(receiver.received).toHaveLength(all.length + all.slice(2).length);
    } finally {
      await receiver.close();
    }
  });

  test('show their deliveries to those who administer the subscriptions', async () => {
    const reader = await town.holder(['COMPANY', town.admin.company, 'READ']);
    const hook = await startReceiver();
    const more = { subject: 'PROJECT', targetUrn: crypto.randomUUID() };
    const client = (await apiClient(town.admin, 'COMPANY')).urn;
    await subscribe(town.admin, client, hook.url, more);
    await town.make('project', { urn: more.targetUrn, name: 'Announced' });
    const read = async (caller: Pick<Person, 'data'>): Promise<unknown> =>
      (
        await caller.data(
          `query ($urn: ID!) { webhookTriggers(where: { targetUrn: { eq: $urn } }) { nodes { event deliveries(first: 5) { totalCount nodes { status } } } } }`,
          { urn: more.targetUrn },
        )
      ).webhookTriggers.nodes;
    await hook.until(1);
    const all = await eventually(
      () => read(town.admin),
      (found) => JSON.stringify(found).includes('SUCCEEDED'),
    );
    expect(all).toEqual([{ event: 'CREATE', deliveries: { totalCount: 1, nodes: [{ status: 'SUCCEEDED' }] } }]);
    expect(await read(reader)).toEqual([{ event: 'CREATE', deliveries: { totalCount: 0, nodes: [] } }]);
    await hook.close();
  });

  test('of one task can be read with READ on that task only', async () => {
    const urn = await task();
    const reader = await town.holder(['TASK', urn, 'READ']);
    const { body } = await reader.rest('GET', `/n/v1/webhooktriggers?filter[targetUrn]=${urn}&count=true`);
    expect([body.webhooktriggers.length, body.pagination.totalCount]).toEqual([1, 1]);
  });

  test('can be read through a token that is narrowed to a role, as its events can', async () => {
    const urn = await task();
    const role = await town.make('role', { name: `Role ${crypto.randomUUID()}` });
    await town.grant('ROLE', role, 'TASK', urn, 'READ');
    const { client } = await town.token(await town.make('apiclient', { name: 'Narrowed', accessLevel: 'COMPANY' }), {
      roles: [role],
    });
    const { body } = await client.rest('GET', '/n/v1/webhooktriggers?count=true');
    const data = await client.data(`{ webhookTriggers { totalCount nodes { urn } } events { nodes { urn: id } } }`);
    const [one] = data.events.nodes as { urn: string }[];
    expect(body.webhooktriggers.map((t: { urn: string }) => t.urn)).toEqual([one?.urn]);
    expect([body.pagination.totalCount, data.webhookTriggers]).toEqual([1, { totalCount: 1, nodes: [one] }]);
    expect((await client.rest('GET', `/n/v1/webhooktrigger/${String(one?.urn)}`)).status).toBe(200);
  });

  test('are listed and counted where they can be read one by one, whatever gives the right', async () => {
    const { contract, database, callers, kindOf } = service.services;
    const resource = contract.kinds.WebhookTrigger;
    const { admin } = town;
    const ask = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
      database.query({ ...unprepared(text, new Parameters()), values });
    const [here, there] = [await town.make('company', { name: 'Here' }), await town.make('company', { name: 'There' })];
    const change = async (method: string, path: string, body?: object): Promise<void> =>
      expect((await admin.rest(method, `/n/v1/${path}`, body ? { body } : {})).status, path).toBeLessThan(300);
    for (const { name, subject } of contract.resources)
      if (subject !== null && name !== 'Permission' && contract.byName.get(name)?.operations.has('CREATE'))
        await makeOf(admin, name, name === 'Company' ? { name: `Company ${name}` } : {});
    const page = await town.make('entity', {
      ...{ urn: crypto.randomUUID(), owner: here, name: 'Page', language: 'en', status: 'PUBLISH' },
      texts: [{ name: 'title', sortOrder: 0, value: 'Live' }],
    });
    await change('PATCH', `entity/${page}`, { owner: there });
    const people = {
      'reader of a company': await town.holder(['COMPANY', here, 'READ']),
      'reader of what was handed over': await town.holder(['COMPANY', there, 'READ']),
      'administrator of a company': await town.holder(['COMPANY', there, 'ADMIN']),
      member: await town.person('Member', []),
      'invited person': await town.person('Invited', []),
      moderator: await town.person('Moderator', []),
      'reader of a group': await town.person('Reader', []),
      stranger: await town.person('Stranger', []),
      'reader of what was deleted': await town.person('Late', []),
      'client with a subscription': await town.holder(['COMPANY', here, 'READ']),
    };
    const group = await town.make('group', { owner: here, name: 'Hidden', visibility: 'MEMBERS', isChat: true });
    await town.make('group', { owner: there, name: 'Open', visibility: 'PUBLIC' });
    await town.join(group, people.member);
    await town.make('groupmembership', membership(group, people.moderator.identity, { role: 'MODERATOR' }));
    const invited = membership(group, people['invited person'].identity, { status: 'PENDING_ACCEPTANCE' });
    await town.make('groupmembership', invited);
    const thread = await town.make('messagethread', { group, name: 'Thread' });
    await town.make('threadpost', { messageThread: thread, content: 'Post', mentions: [people.member.identity] });
    await town.grant('GROUP', group, 'PROJECT', await town.make('project', { name: 'Of the group' }), 'READ');
    await town.grant('IDENTITY', people['reader of a group'].identity, 'GROUP', group, 'MANAGE');
    await town.make('webhooksubscription', {
      ...{ apiClient: people['client with a subscription'].client, owner: here, subject: 'TASK', event: 'ALL' },
      ...{ secret: hookSecret, destinationUrl: 'https://hooks.example.com/own', eventsPerMinute: 60 },
    });
    const late = people['reader of what was deleted'];
    const gone = [await task(), await town.make('company', { name: 'Gone' })] as const;
    const revoked = await town.grant('API_CLIENT', people.stranger.client, 'TASK', await task(), 'READ');
    for (const [at, scope] of ['TASK', 'COMPANY'].entries())
      await town.grant('API_CLIENT', late.client, scope, String(gone[at]), 'ADMIN');
    const [below] = [
      await town.make('company', { name: 'Below', parentCompany: here }),
      await town.make('company', { name: 'Beside it', parentCompany: here }),
    ];
    await change('DELETE', `permission/${revoked}`);
    await change('DELETE', `task/${gone[0]}`);
    for (const urn of [gone[1], below]) await change('DELETE', `company/${urn}`);
    const viewers = new Map<string, Viewer>();
    for (const [name, { token }] of Object.entries(people)) {
      const hash = createHash('sha256').update(token).digest('hex');
      const viewer = await callers.viewerOf({ kind: 'TOKEN', hash });
      if (viewer) viewers.set(name, viewer);
    }
    expect(viewers.size).toBe(Object.keys(people).length);
    // Roles that hold one edge each, on everything there is.
    const nobody = viewers.get('stranger');
    if (!nobody) throw new Error('There is no such caller');
    const things = await ask(`SELECT DISTINCT target_urn AS urn, subject FROM webhook_trigger WHERE tenant = $1`, [
      admin.company,
    ]);
    for (const { urn, subject } of things) {
      const role = crypto.randomUUID();
      viewers.set(`${String(subject)} ${String(urn)}`, { ...nobody, subjects: [{ scope: 'ROLE', urn: role }] });
      await ask(
        `WITH made AS (INSERT INTO resource (urn, kind) VALUES (gen_random_uuid(), 'Permission') RETURNING urn)
         INSERT INTO permission (urn, version, owner, tenant, subject_urn, subject_scope, object_urn, object_scope, label, granted_by, created_timestamp, updated_timestamp)
         SELECT urn, 1, $1, $1, $2, 'ROLE', $3, $4, $5, '{}', now(), now() FROM made`,
        [admin.company, role, urn, subject, 'ADMIN'],
      );
    }
    // And one that holds edges on more objects than are looked up, most of which are gone, beside a company.
    const reader = viewers.get('reader of a company');
    if (!reader) throw new Error('There is no such caller');
    const many = crypto.randomUUID();
    viewers.set('reader of a company and of thousands of objects', {
      ...reader,
      subjects: [...reader.subjects, { scope: 'ROLE', urn: many }],
    });
    await ask(
      `WITH made AS (INSERT INTO resource (urn, kind) SELECT gen_random_uuid(), 'Permission' FROM generate_series(1, 1990 + $3) RETURNING urn),
         numbered AS (SELECT urn, row_number() OVER () AS n FROM made),
         things AS (SELECT urn, subject, row_number() OVER () AS n FROM (SELECT DISTINCT target_urn AS urn, subject FROM webhook_trigger WHERE tenant = $1) x)
       INSERT INTO permission (urn, version, owner, tenant, subject_urn, subject_scope, object_urn, object_scope, label, granted_by, created_timestamp, updated_timestamp)
       SELECT m.urn, 1, $1, $1, $2, 'ROLE', coalesce(t.urn, gen_random_uuid()), coalesce(t.subject, 'TASK'), 'READ', '{}', now(), now()
       FROM numbered m LEFT JOIN things t ON t.n = m.n`,
      [admin.company, many, things.length],
    );
    await vi.waitFor(async () => {
      expect(await ask('SELECT urn FROM webhook_trigger WHERE sequence IS NULL')).toEqual([]);
    });
    const all = (await ask('SELECT urn FROM webhook_trigger')).map(({ urn }) => String(urn));
    const sizes = new Map<string, number>();
    for (const [name, viewer] of viewers) {
      const scope = accessScope(viewer, 'READ');
      const single = (await rowsByUrn(database, scope, { resource, urns: all })).map(({ urn }) => urn);
      const query = { conditions: [], order: checkOrder(resource, [], 'sort'), limit: 5_000, wantsCount: true };
      const listed = await kindOf(resource).list?.({
        context: { ...service.services, viewer } as unknown as Context,
        ...{ resource, query: { ...query, after: null, before: null, isBackward: false } },
        read: (wanted) => pageOfRows(database, scope, resource, wanted),
      });
      expect(listed?.rows.map(({ urn }) => urn).sort(), name).toEqual(single.sort());
      expect(listed?.totalCount, name).toBe(single.length);
      sizes.set(name, single.length);
    }
    for (const name of Object.keys(people)) expect(sizes.get(name), name).toBeGreaterThan(0);
  });
});
