// What a write is answered with: what a read of the resource is answered then, the same bytes under the same tag; to somebody who may
// write but not read, what it has made. Resource reference 1.5.
import { beforeAll, describe, expect, test } from 'vitest';
import { community, type Community } from '../support/community.ts';
import { page, text } from '../support/content.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { bareTask, task } from '../support/work.ts';

let service: SharedService;
let town: Community;
beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

type Sent = Readonly<Record<string, unknown>>;

describe('A write is answered as the next read', () => {
  const writes: Readonly<Record<string, () => Promise<readonly [path: string, made: Sent, changed: Sent]>>> = {
    'of a task': async () => {
      const project = await town.make('project', { name: 'Project' });
      const blockedBy = [await task(town.admin, 'One'), await task(town.admin, 'Two')];
      const body = { ...bareTask, owner: town.admin.company, title: 'Task', project, blockedBy };
      return ['task', body, { associatedTasks: blockedBy.toReversed() }];
    },
    'of a page': async () => {
      const doubles = [0.1, 1e21, 0.0000001, 123456789.125].map((value, sortOrder) => ({
        name: 'd',
        sortOrder,
        value,
      }));
      const longs = [{ name: 'long', sortOrder: 0, value: '9007199254740993' }];
      const jsons = [{ name: 'json', sortOrder: 0, value: { 'a b': [1, { '"': 'x  y' }] } }];
      const lists = { texts: [text('One'), text('Two', 'lead', 2)], doubles, longs, jsons };
      const urn = crypto.randomUUID();
      const body = { urn, owner: town.admin.company, name: 'Page', language: 'en', status: 'PUBLISH', ...lists };
      return ['entity', { ...body, path: `/${crypto.randomUUID()}` }, { name: 'Changed' }];
    },
    'of a thread': async () => {
      const group = await town.group();
      const { urn } = await page(town.admin, null);
      return ['messagethread', { group, name: 'Thread', entities: [urn] }, { name: 'Changed' }];
    },
    'of an item': async () => {
      const { urn } = await page(town.admin, null);
      return ['textitem', { entity: urn, ...text('One') }, { value: 'Two' }];
    },
    'of a group': async () => ['group', { owner: town.admin.company, name: 'Group' }, { description: 'Changed' }],
    'of a permission': async () => {
      const subjectUrn = (await town.person('Somebody', [])).client;
      const object = { objectScope: 'COMPANY', objectUrn: town.admin.company, label: 'READ' };
      const body = { owner: town.admin.company, subjectScope: 'API_CLIENT', subjectUrn, ...object };
      return ['permission', body, { toTimestamp: '2100-01-01T00:00:00Z' }];
    },
  };

  test.each(Object.keys(writes))('%s', async (name) => {
    const [path, made, changed] = (await writes[name]?.()) ?? ['', {}, {}];
    const answers = [await town.admin.rest('POST', `/n/v1/${path}`, { body: made })];
    const address = `/n/v1/${path}/${String(answers[0]?.body.urn)}`;
    const read = [await town.admin.rest('GET', address)];
    answers.push(await town.admin.rest('PATCH', address, { body: changed }));
    read.push(await town.admin.rest('GET', address));
    expect(
      answers.map(({ status }) => status),
      answers[0]?.text,
    ).toEqual([201, 200]);
    const shown = ({ headers, text: said }: (typeof read)[number]): unknown[] => [headers.get('etag'), said];
    expect(answers.map(shown)).toEqual(read.map(shown));
  });
});

test('Somebody who may create a page but not see its drafts is shown what was made, and nothing in it.', async () => {
  const maker = await town.holder(['COMPANY', town.admin.company, 'CREATE']);
  const [urn, status] = [crypto.randomUUID(), 'DRAFT_UNPUBLISHED'];
  const sent = { urn, status, owner: town.admin.company, name: 'Made', language: 'en', texts: [text('One')] };
  const made = await maker.rest('POST', '/n/v1/entity?expand=owner', { body: sent });
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({ name: 'Made', texts: [], references: [], owner: { name: 'Tenant' } });
  expect((await maker.rest('GET', `/n/v1/entity/${urn}`)).status).toBe(404);
  const { texts } = (await town.admin.rest('GET', `/n/v1/entity/${urn}`)).body;
  expect(texts).toHaveLength(1);
});

test('What is shown once stands in the answer of its write, and in none of a read.', async () => {
  const client = await town.admin.rest('POST', '/n/v1/apiclient', {
    body: { owner: town.admin.company, name: 'Client', type: 'SERVER', accessLevel: 'RESTRICTED' },
  });
  expect(client.body.clientSecret).toBeTypeOf('string');
  expect(client.body.roles).toEqual([]);
  const read = await town.admin.rest('GET', `/n/v1/apiclient/${String(client.body.urn)}`);
  expect(read.body).toEqual({ ...client.body, clientSecret: null });
});
