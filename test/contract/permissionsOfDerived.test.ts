// Derived data is visible only to callers who may read its source: counts, triggers, notifications, names in search,
// details of refusals, links, and the duration of a refusal. Behind each answer is one object that a viewer must not
// see, on both faces and in webhook bodies. A computed field of the schema that is in no list here fails. Resource
// reference 1.2, 5.1, 6.5, 7.2, 8, 9.7.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { loadContract } from '../../src/contract/load.ts';
import { targetOf } from '../../src/contract/resource.ts';
import { makeLoaders } from '../../src/engine/loaders.ts';
import { shownValue } from '../../src/rest/response/representValue.ts';
import type { Client, RestAnswer } from '../support/client.ts';
import { community, membership, type Community, type Person } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';
import { eventually, hookSecret, settled } from '../support/webhooks.ts';
import { bareTask } from '../support/work.ts';
import { derived, ownForm } from './computedFields.ts';
import { make } from './make.ts';

const contract = loadContract();

test('Every computed field is a form of its own row, or is listed as derived', () => {
  const computed = contract.resources.flatMap((kind) =>
    kind.fields.filter((f) => f.isComputed).map((field) => ({ name: `${kind.name}.${field.name}`, field })),
  );
  const found = computed
    .filter(({ name, field }) => name in derived || !ownForm.has(field.name))
    .map(({ name }) => name);
  expect(found.sort()).toEqual(Object.keys(derived));
});

let service: TestService;
let town: Community;
let other: Community;

beforeAll(async () => {
  service = await startService(
    { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' },
    { webhookOptions: { pollMillis: 20, stopMillis: 200 } },
  );
  town = await community(service);
  other = await community(service);
});
afterAll(() => service.close());

const task = (more: Record<string, unknown> = {}): Promise<string> =>
  town.make('task', { ...bareTask, title: 'Task', ...more });
const errorsOf = ({ status, body }: RestAnswer): unknown => [status, body.code, body.errors];

async function holder(...grants: readonly (readonly [scope: string, urn: string, label: string])[]): Promise<Person> {
  const person = await town.person('Viewer', []);
  for (const [scope, urn, label] of grants) await town.grant('API_CLIENT', person.client, scope, urn, label);
  return person;
}

describe('Counts', () => {
  test('of a project include the tasks that the viewer may read', async () => {
    const project = await town.make('project', { name: 'Project' });
    const seen = await task({ project });
    await task({ project });
    const ask = async (viewer: Client): Promise<unknown[]> => [
      (await viewer.rest('GET', `/n/v1/project/${project}`)).body.taskCounts,
      (await viewer.data(`query ($urn: ID!) { project(urn: $urn) { taskCounts } }`, { urn: project })).project
        .taskCounts,
    ];
    expect(await ask(await holder(['PROJECT', project, 'READ']))).toEqual([{}, {}]);
    expect(await ask(await holder(['PROJECT', project, 'READ'], ['TASK', seen, 'READ']))).toEqual([
      { PENDING: 1 },
      { PENDING: 1 },
    ]);
    expect(await ask(town.admin)).toEqual([{ PENDING: 2 }, { PENDING: 2 }]);
  });

  test('of unread posts in a thread disappear with the right to read it, and return with it', async () => {
    const reader = await holder();
    const thread = await town.make('messagethread', { group: await town.group(), name: 'Thread' });
    const edge = await town.grant('IDENTITY', reader.identity, 'MESSAGE_THREAD', thread, 'READ');
    const post = (mentions: readonly string[]): Promise<string> =>
      town.make('threadpost', { messageThread: thread, content: 'Hello', mentions });
    await post([reader.identity]);
    const own = (await reader.rest('GET', '/n/v1/messagethreadnotifications')).body.messagethreadnotifications as {
      urn: string;
    }[];
    const inbox = async (): Promise<unknown[]> => {
      const { body } = await reader.rest('GET', '/n/v1/identitynotificationinbox');
      const graph = await reader.data('{ messageThreadNotifications { totalCount } }');
      const one = await reader.rest('GET', `/n/v1/messagethreadnotification/${String(own[0]?.urn)}`);
      return [body.unreadThreadCount, graph.messageThreadNotifications.totalCount, one.status];
    };
    expect(own).toHaveLength(1);
    expect(await inbox()).toEqual([1, 1, 200]);
    expect((await town.admin.rest('DELETE', `/n/v1/permission/${edge}`)).status).toBe(204);
    await post([]);
    expect(await inbox()).toEqual([0, 0, 404]);
    await town.grant('IDENTITY', reader.identity, 'MESSAGE_THREAD', thread, 'READ');
    expect(await inbox()).toEqual([1, 1, 200]);
  });
});

describe('Triggers', () => {
  test('can be read by readers of their target, individually, in lists and totals, and as events', async () => {
    const company = await town.make('company', { name: 'Announced' });
    const reader = await holder(['COMPANY', company, 'READ']);
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
    const reader = await holder(['COMPANY', company, 'READ']);
    const editor = await holder(['COMPANY', company, 'READ_DRAFT']);
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
    const reader = await holder(['TASK', urn, 'READ']);
    const { body } = await reader.rest('GET', `/n/v1/webhooktriggers?filter[targetUrn]=${urn}&count=true`);
    expect([body.webhooktriggers.length, body.pagination.totalCount]).toEqual([1, 1]);
  });
});

describe('Search', () => {
  const find = async (viewer: Client, query: string): Promise<unknown[]> => {
    const made = await viewer.rest('POST', '/n/v1/search', {
      body: { owner: town.admin.company, query, includeScopes: ['GROUP_MEMBERSHIP'] },
    });
    expect(made.status, made.text).toBe(201);
    return [made.body.totalCount, made.body.items.length];
  };

  test('finds a membership by words of its person and its group for readers of both', async () => {
    const name = `Zanzibar${crypto.randomUUID().slice(0, 8)}`;
    const group = await town.group({ name, visibility: 'MEMBERS' });
    const member = await holder();
    const urn = await town.make('groupmembership', membership(group, member.identity));
    expect(await find(member, name)).toEqual([1, 1]);
    expect(
      (await town.admin.rest('PATCH', `/n/v1/groupmembership/${urn}`, { body: { status: 'BANNED_BY_OWNER' } })).status,
    ).toBe(200);
    expect((await member.rest('GET', `/n/v1/group/${group}`)).status).toBe(404);
    expect(await find(member, name)).toEqual([0, 0]);
    const keeper = await holder(['GROUP', group, 'MANAGE']);
    expect(await find(keeper, 'Viewer')).toEqual([0, 0]);
    expect(await find(town.admin, name)).toEqual([1, 1]);
  });
});

describe('A refusal', () => {
  test('names only those tasks of a cycle that the caller may read', async () => {
    const [a, b, c] = [await task(), await task(), await task()];
    for (const [from, to] of [
      [a, b],
      [b, c],
    ]) {
      expect((await town.admin.rest('POST', `/n/v1/task/${String(from)}/blockedby/${String(to)}`)).status).toBe(201);
    }
    const caller = await holder(['TASK', a, 'READ'], ['TASK', c, 'UPDATE']);
    const refused = await caller.rest('POST', `/n/v1/task/${c}/blockedby/${a}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'DEPENDENCY_CYCLE']);
    expect(refused.text).not.toContain(b);
    expect(refused.text).toContain(a);
  });

  test('names only those dependents of an entity that the caller may read', async () => {
    const page = (): Promise<string> =>
      town.make('entity', { urn: crypto.randomUUID(), name: 'P', language: 'en', status: 'PUBLISH' });
    const [target, from] = [await page(), await page()];
    const item = await town.make('referenceitem', { entity: from, name: 'r', sortOrder: 0, entityReference: target });
    const refused = await (await holder(['ENTITY', target, 'DELETE'])).rest('DELETE', `/n/v1/entity/${target}`);
    expect([refused.status, refused.body.code, refused.text.includes(item)]).toEqual([409, 'IN_USE', false]);
    expect(refused.body.errors).toEqual([expect.objectContaining({ message: 'It is needed elsewhere.' })]);
    expect((await town.admin.rest('DELETE', `/n/v1/entity/${target}`)).text).toContain(item);
  });

  test('of a question about permissions is the same for missing and unreadable objects', async () => {
    const company = await town.make('company', { name: 'Asked' });
    const own = { owner: company };
    const caller = await holder(['COMPANY', company, 'READ']);
    const draft = { urn: crypto.randomUUID(), name: 'Draft', language: 'en', status: 'DRAFT_UNPUBLISHED' };
    const group = await town.make('group', { ...own, name: 'Hidden', visibility: 'MEMBERS' });
    const unreadable = [
      await town.make('apiclient', { ...own, name: 'Client' }),
      await town.make('role', { ...own, name: `Role ${crypto.randomUUID()}` }),
      await town.make('entity', { ...own, ...draft }),
      group,
      await town.make('messagethread', { group, name: 'Thread' }),
    ];
    const shown = await town.make('project', { ...own, name: 'Shown' });
    const now = new Date().toISOString();
    const checks = [crypto.randomUUID(), ...unreadable, shown].flatMap((objectUrn) => [
      { objectUrn, label: 'READ' },
      { objectUrn, label: 'READ', atTimestamp: now },
    ]);
    const expected = checks.map(({ objectUrn }) => objectUrn === shown);
    const { body } = await caller.rest('POST', '/n/v1/permissioncheck', { body: { checks } });
    expect((body.results as { allowed: boolean }[]).map((one) => one.allowed)).toEqual(expected);
    const { permissionCheck } = await caller.data(
      'query ($checks: [PermissionCheckInput!]!) { permissionCheck(checks: $checks) { allowed } }',
      { checks },
    );
    expect((permissionCheck as { allowed: boolean }[]).map((one) => one.allowed)).toEqual(expected);
  });

  test('is the same for missing, unreadable and foreign objects', async () => {
    const absent = crypto.randomUUID();
    const archive = async (of: Community): Promise<string> => {
      const urn = await of.make('project', { name: 'Old' });
      expect((await of.admin.rest('PATCH', `/n/v1/project/${urn}`, { body: { status: 'ARCHIVED' } })).status).toBe(200);
      return urn;
    };
    const company = await town.make('company', { name: 'Place' });
    const caller = await holder(['COMPANY', company, 'ADMIN']);
    const same = (answers: readonly RestAnswer[], urns: readonly string[]): void => {
      const bare = answers.map((answer, at) => JSON.stringify(errorsOf(answer)).replaceAll(String(urns[at]), 'urn'));
      expect(new Set(bare).size, bare.join('\n')).toBe(1);
      expect(answers.map((a) => a.status)).toEqual(answers.map(() => 422));
    };
    const projects = [absent, await archive(town), await archive(other), await town.make('project', { name: 'New' })];
    const inProject = (project: string): Promise<RestAnswer> =>
      caller.rest('POST', '/n/v1/task', { body: { ...bareTask, owner: company, title: 'T', project } });
    same(await Promise.all(projects.map(inProject)), projects);

    const group = await town.make('group', { owner: company, name: 'Group' });
    const thread = await town.make('messagethread', { group, name: 'Thread' });
    const hidden = await town.person('Hidden', []);
    await town.grant('IDENTITY', hidden.identity, 'MESSAGE_THREAD', thread, 'READ');
    const people = [
      absent,
      hidden.identity,
      (await town.person('Hidden', [])).identity,
      (await other.person('H')).identity,
    ];
    const mention = (who: string): Promise<RestAnswer> =>
      caller.rest('POST', '/n/v1/threadpost', { body: { messageThread: thread, content: 'Hi', mentions: [who] } });
    same(await Promise.all(people.map(mention)), people);
  });
});

describe('A link', () => {
  test('to a group that is hidden from the reader is omitted, on both faces and in webhook bodies', async () => {
    const receiver = await startReceiver();
    try {
      const group = await town.group({ visibility: 'MEMBERS' });
      const thread = await town.make('messagethread', { group, name: 'Thread' });
      const reader = await holder(['MESSAGE_THREAD', thread, 'READ']);
      const rest = await reader.rest('GET', `/n/v1/messagethread/${thread}`);
      const list = await reader.rest('GET', `/n/v1/messagethreads`);
      const graph = await reader.graph(`query ($urn: ID!) { messageThread(urn: $urn) { name group { urn } } }`, {
        urn: thread,
      });
      expect([rest.status, rest.body.group]).toEqual([200, null]);
      expect(list.body.messagethreads).toHaveLength(1);
      expect([rest.text, list.text, JSON.stringify(graph)].filter((text) => text.includes(group))).toEqual([]);
      expect((await town.admin.rest('GET', `/n/v1/messagethread/${thread}`)).body.group.urn).toBe(group);
      const hooks = [];
      for (const payload of ['THIN', 'FULL']) {
        hooks.push(
          await town.make('webhooksubscription', {
            ...{ apiClient: reader.client, subject: 'MESSAGE_THREAD', event: 'ALL', payload, secret: hookSecret },
            ...{ destinationUrl: receiver.url, eventsPerMinute: 600 },
          }),
        );
      }
      expect((await town.admin.rest('PATCH', `/n/v1/messagethread/${thread}`, { body: { name: 'New' } })).status).toBe(
        200,
      );
      for (const hook of hooks) {
        const [delivery] = await pending(hook);
        await settled(town.admin, String(delivery), 'SUCCEEDED');
      }
      expect(receiver.received).toHaveLength(2);
      expect(receiver.received.filter((one) => String(one.body).includes(group))).toEqual([]);
      expect(receiver.received.every((one) => String(one.body).includes(thread))).toBe(true);
    } finally {
      await receiver.close();
    }
  });

  test('that is hidden from the reader meets no filter, on both faces', async () => {
    const group = await town.group({ visibility: 'MEMBERS' });
    const thread = await town.make('messagethread', { group, name: 'Thread' });
    const reader = await holder(['MESSAGE_THREAD', thread, 'READ']);
    const found = async (as: Client, rest: string, graph: string): Promise<unknown[]> => {
      const { body } = await as.rest('GET', `/n/v1/messagethreads?filter[urn]=${thread}&count=true&${rest}`);
      const { messageThreads } = await as.data(
        `query ($urn: ID!${graph.includes('$') ? ', $group: ID!' : ''}) { messageThreads(where: { urn: { eq: $urn }, group: { ${graph} } }) { totalCount } }`,
        { urn: thread, group },
      );
      return [body.messagethreads.length, body.pagination.totalCount, messageThreads.totalCount];
    };
    const other = crypto.randomUUID();
    for (const [rest, graph, seen, unseen] of [
      [`filter[group]=${group}`, 'eq: $group', 1, 0],
      [`filter[group][in]=${group},${other}`, `in: [$group, "${other}"]`, 1, 0],
      [`filter[group][ne]=${group}`, 'ne: $group', 0, 1],
      [`filter[group][nin]=${group}`, 'nin: [$group]', 0, 1],
      [`filter[group][isNull]=true`, 'isNull: true', 0, 1],
    ] as const) {
      expect([rest, ...(await found(town.admin, rest, graph))]).toEqual([rest, seen, seen, seen]);
      expect([rest, ...(await found(reader, rest, graph))]).toEqual([rest, ...[unseen, unseen, unseen]]);
    }
  });

  const withLinks = [...contract.objects].flatMap(([name, { fields }]) =>
    fields
      .filter(({ typeClass }) => typeClass === 'LINK')
      .map((field) => [`${name}.${field.name}`, name, field] as const),
  );

  test.each(withLinks)('inside a value object leads to what its reader may read: %s', async (_, name, field) => {
    const target = targetOf(field);
    // An OAuth token and a notification are made by the service alone.
    const made = target.operations.has('CREATE') ? target : contract.kinds.Task;
    const { urn } = await make(town.admin, made.name);
    const holding = { ...field, name: 'value', typeName: name, typeClass: 'OBJECT', isList: false } as const;
    const shownTo = async ({ token }: { readonly token: string }): Promise<unknown> => {
      const hash = createHash('sha256').update(token).digest('hex');
      const viewer = await service.services.callers.viewerOf({ kind: 'TOKEN', hash });
      if (!viewer) throw new Error('The token is known');
      const context = { ...service.services, loaders: makeLoaders(service.services, viewer) };
      const link = { ...field, target: made };
      const type = { name, description: '', fields: [link] };
      const own = { ...contract, objects: new Map([[name, type]]) };
      const value = { [field.name]: field.isList ? [urn] : urn };
      return shownValue({ ...context, contract: own }, holding, value);
    };
    const link = { urn, url: `${service.url}/n/v1/${made.path}/${urn}` };
    expect(await shownTo(town.admin)).toEqual({ [field.name]: field.isList ? [link] : link });
    expect(await shownTo(await holder())).toEqual({ [field.name]: field.isList ? [] : null });
  });

  const pending = async (subscription: string): Promise<string[]> => {
    const { body } = await town.admin.rest('GET', `/n/v1/webhookdeliveries?filter[subscription]=${subscription}`);
    return (body.webhookdeliveries as { urn: string }[]).map((one) => one.urn);
  };

  test('to another language of a page has its address in the graph as over REST', async () => {
    const path = `/languages-${crypto.randomUUID().slice(0, 8)}`;
    for (const language of ['en', 'de']) {
      await town.make('entity', { urn: crypto.randomUUID(), name: language, language, path, status: 'PUBLISH' });
    }
    const { entityView } = await town.admin.data(
      `query ($path: String!) { entityView(path: $path, language: "en") { alternativeLanguages { language url } } }`,
      { path },
    );
    const rest = await town.admin.rest('GET', `/v/v1/entityview${path}?language=en`);
    const [alternative] = rest.body.alternativeLanguages as { language: string; url: string }[];
    expect(entityView.alternativeLanguages).toEqual([{ language: 'de', url: alternative?.url }]);
  });
});

describe('A write to an object that the caller may not read, or not change', () => {
  // What the graph refuses the same change or removal with.
  const codeOver = async (caller: Client, method: string, path: string, input?: object): Promise<unknown> => {
    if (method === 'POST') return 'NONE';
    const [segment, urn] = path.split('/');
    const kind = String(contract.resources.find((one) => one.path === segment)?.name);
    const call =
      method === 'PATCH'
        ? `mutation ($urn: ID!, $input: Update${kind}Input!) { made: update${kind}(urn: $urn, input: $input) { userErrors { code } } }`
        : `mutation ($urn: ID!) { made: delete${kind}(urn: $urn) { userErrors { code } } }`;
    const { made } = await caller.data(call, { urn, ...(method === 'PATCH' ? { input } : {}) });
    return made.userErrors[0]?.code;
  };

  test.each([
    ['an item whose entity', 'entity'],
    ['a thread that', 'message_thread'],
    ['a task that', 'task'],
    ['a company that', 'company'],
  ])('is answered without waiting for a lock: %s is locked', async (_, table) => {
    const entity = await town.make('entity', {
      ...{ urn: crypto.randomUUID(), name: 'P', language: 'en', status: 'PUBLISH' },
      texts: [{ name: 'title', sortOrder: 0, value: 'T' }],
    });
    const [text] = (await town.admin.rest('GET', `/n/v1/entity/${entity}`)).body.texts as { urn: string }[];
    const thread = await town.make('messagethread', { group: await town.group(), name: 'Thread' });
    const busy: Record<string, string> = {
      entity,
      message_thread: thread,
      task: await task(),
      company: await town.make('company', { name: 'Busy' }),
    };
    const writes: Record<string, readonly (readonly [string, string, object?])[]> = {
      entity: [
        ['PATCH', `entity/${entity}`, { name: 'X' }],
        ['DELETE', `entity/${entity}`],
        ['PATCH', `textitem/${String(text?.urn)}`, { value: 'X' }],
        ['DELETE', `textitem/${String(text?.urn)}`],
        ['POST', 'textitem', { entity, name: 'a', sortOrder: 1, value: 'X' }],
      ],
      message_thread: [
        ['PATCH', `messagethread/${thread}`, { name: 'X' }],
        ['POST', 'threadpost', { messageThread: thread, content: 'X' }],
      ],
      task: [
        ['PATCH', `task/${String(busy['task'])}`, { title: 'X', blockedBy: [] }],
        ['DELETE', `task/${String(busy['task'])}`],
      ],
      company: [['PATCH', `company/${String(busy['company'])}`, { name: 'X' }]],
    };
    const strangers = [await holder(), other.admin];
    // A thread is read by members alone.
    const readers = table === 'message_thread' ? [] : [await holder(['COMPANY', town.admin.company, 'READ'])];
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query(`SELECT 1 FROM "${table}" WHERE "urn" = $1 FOR UPDATE`, [busy[table]]);
      await client.query(
        `SELECT pg_advisory_xact_lock(hashtextextended('task edges ' || (SELECT "owner" FROM "company" WHERE "urn" = $1)::text, 0))`,
        [town.admin.company],
      );
      // Changes by the tenant itself wait for the lock, and have the turn of what they change.
      const own = (writes[table] ?? []).filter(([method]) => method === 'PATCH');
      const waiting = own.map(([method, path, body]) => town.admin.rest(method, `/n/v1/${path}`, { body }));
      const kept = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(
        async () => (await client.query(kept)).rows.length,
        (count) => count >= own.length,
      );
      for (const [callers, status, code] of [
        [strangers, 404, 'NOT_FOUND'],
        [readers, 403, 'FORBIDDEN'],
      ] as const) {
        for (const caller of callers) {
          for (const [method, path, body] of writes[table] ?? []) {
            const answer = await caller.rest(method, `/n/v1/${path}`, body ? { body } : {});
            const refusal = [answer.status, await codeOver(caller, method, path, body)];
            const expected = method === 'POST' ? [status === 404 ? 422 : status, 'NONE'] : [status, code];
            expect([method, path, ...refusal]).toEqual([method, path, ...expected]);
          }
        }
      }
      await client.query('ROLLBACK');
      for (const one of waiting) expect((await one).status).toBe(200);
    });
  });
});
