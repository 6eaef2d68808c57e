// A link is shown only to callers who may read where it leads: on both faces, in webhook bodies, in filters, and inside value
// objects. Resource reference 1.2, 7.2.
import { beforeAll, describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { loadContract } from '../../src/contract/load.ts';
import { isSortable } from '../../src/contract/listQuery.ts';
import { targetOf } from '../../src/contract/resource.ts';
import { makeLoaders } from '../../src/engine/loaders.ts';
import { shownValue } from '../../src/rest/response/representValue.ts';
import type { Client } from '../support/client.ts';
import { community, type Community } from '../support/community.ts';
import { startReceiver } from '../support/receiver.ts';
import { bareTask } from '../support/work.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { hookSecret, settled } from '../support/webhooks.ts';
import { make } from './make.ts';

const contract = loadContract();

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

describe('A link', () => {
  test('to a group that is hidden from the reader is omitted, on both faces and in webhook bodies', async () => {
    const receiver = await startReceiver();
    try {
      const group = await town.group({ visibility: 'MEMBERS' });
      const thread = await town.make('messagethread', { group, name: 'Thread' });
      const reader = await town.holder(['MESSAGE_THREAD', thread, 'READ']);
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

  test('that is hidden from the reader orders no list, and stands in no cursor', async () => {
    const group = await town.group({ visibility: 'MEMBERS' });
    const threads = [await town.make('messagethread', { group }), await town.make('messagethread', { group })];
    const reader = await town.holder(
      ['MESSAGE_THREAD', threads[0] ?? '', 'READ'],
      ['MESSAGE_THREAD', threads[1] ?? '', 'READ'],
    );
    const given: string[] = [];
    for (const { name } of contract.kinds.MessageThread.fields) {
      const { status, text, body } = await reader.rest('GET', `/n/v1/messagethreads?sort=${name}&limit=1`);
      if (status === 200) given.push(String(body.pagination.after));
      given.push(text);
    }
    expect(given.length).toBeGreaterThan(contract.kinds.MessageThread.fields.length);
    const plain = given.map((cursor) => Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString());
    expect([...given, ...plain].filter((one) => one.includes(group))).toEqual([]);
    // Of other kinds, neither.
    const secret = contract.resources.flatMap(({ fields }) =>
      fields.filter((field) => field.target?.isSecret && isSortable(field)),
    );
    expect(secret).toEqual([]);
  });

  test('that is hidden from the reader meets no filter, on both faces', async () => {
    const group = await town.group({ visibility: 'MEMBERS' });
    const thread = await town.make('messagethread', { group, name: 'Thread' });
    const reader = await town.holder(['MESSAGE_THREAD', thread, 'READ']);
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

  test('that is hidden from its writer stands while it is sent back, and leads nowhere else', async () => {
    const [project, other] = [await town.make('project', { name: 'P' }), await town.make('project', { name: 'O' })];
    const task = await town.make('task', { ...bareTask, title: 'Task', project });
    const writer = await town.holder(['TASK', task, 'UPDATE']);
    const send = async (body: object): Promise<unknown> =>
      (await writer.rest('PATCH', `/n/v1/task/${task}`, { body })).status;
    expect([await send({ title: 'New', project }), await send({ project: other })]).toEqual([200, 422]);
    expect((await town.admin.rest('GET', `/n/v1/task/${task}`)).body).toMatchObject({
      title: 'New',
      project: { urn: project },
    });
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
    expect(await shownTo(await town.holder())).toEqual({ [field.name]: field.isList ? [] : null });
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
