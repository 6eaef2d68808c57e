// Triggers are visible only to callers who may read what they are about: one by one, in lists and totals, as events and in
// webhooks. Resource reference 7.2, 9.7.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { community, membership, type Community, type Person } from '../support/community.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';
import { eventually, hookSecret } from '../support/webhooks.ts';
import { bareTask } from '../support/work.ts';

let service: TestService;
let town: Community;

beforeAll(async () => {
  service = await startService(
    { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' },
    { webhookOptions: { pollMillis: 20, stopMillis: 200 } },
  );
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
});
