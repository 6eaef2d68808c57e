// A repeated create returns only what its caller may read: each kind, created again with the urn of an existing
// resource, by a client that may create there but sees no drafts. Resource reference 1.1, 3.1, 7.2.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { Resource } from '../../src/contract/resource.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { startService, type TestService } from '../support/service.ts';
import { make } from './make.ts';

const kinds = loadContract().resources.filter((r) => r.operations.has('CREATE') && r.operations.has('READ'));

let service: TestService;
let tenant: Community;
let creator: Person;

beforeAll(async () => {
  service = await startService();
  tenant = await community(service);
  creator = await tenant.person('Creator', ['CREATE']);
});
afterAll(() => service.close());

describe('A create that is repeated by a caller without READ_DRAFT', () => {
  test.each(kinds.map((kind) => [kind.name, kind] as const))('reveals nothing about a %s', async (name, kind) => {
    const { urn, body } = await make(tenant.admin, name);
    const read = await creator.rest('GET', `/n/v1/${kind.path}/${urn}`);
    const again = await creator.rest('POST', `/n/v1/${kind.path}`, { body: { ...body, urn } });
    if (again.status === 200) expect(again.body).toEqual(read.body);
    // Searches take no urn: each is a new one.
    else if (again.status === 201) expect(again.body.urn).not.toBe(urn);
    else expect([403, 409, 422]).toContain(again.status);
  });

  test.each(kinds.filter((k) => k.isItem).map((kind) => [kind.name, kind] as const))(
    'answers a draft %s identically, whether the guess is right or wrong',
    async (name, kind) => {
      const live = await tenant.make('entity', {
        urn: crypto.randomUUID(),
        name: 'Page',
        language: 'en',
        status: 'PUBLISH',
      });
      const { urn, body } = await make(tenant.admin, name, { entity: live });
      const same = await creator.rest('POST', `/n/v1/${kind.path}`, { body: { ...body, urn } });
      const other = await creator.rest('POST', `/n/v1/${kind.path}`, { body: { ...otherBody(kind, body), urn } });
      expect([same.status, same.body.code]).toEqual([409, 'ALREADY_EXISTS']);
      expect([other.status, other.body.errors]).toEqual([409, same.body.errors]);
    },
  );

  test('is compared with the live value while a newer draft exists', async () => {
    const { admin } = tenant;
    const entity = await tenant.make('entity', {
      urn: crypto.randomUUID(),
      name: 'Page',
      language: 'en',
      status: 'PUBLISH',
      texts: [{ name: 'title', sortOrder: 0, value: 'Live' }],
    });
    const [item] = (await admin.rest('GET', `/n/v1/entity/${entity}`)).body.texts as { urn: string }[];
    const urn = String(item?.urn);
    await admin.rest('PUT', `/n/v1/textitem/${urn}`, { body: { value: 'Draft' } });
    const body = { urn, entity, name: 'title', sortOrder: 0 };
    const live = await creator.rest('POST', '/n/v1/textitem', { body: { ...body, value: 'Live' } });
    const draft = await creator.rest('POST', '/n/v1/textitem', { body: { ...body, value: 'Draft' } });
    expect([live.status, live.body.value]).toEqual([200, 'Live']);
    expect([draft.status, draft.text.includes('Draft')]).toEqual([409, false]);
  });
});

function otherBody(kind: Resource, body: Record<string, unknown>): Record<string, unknown> {
  // Omitted members are not compared: the smallest valid body is the best guess.
  const required = kind.fields.filter((f) => f.isRequired || f === kind.container).map((f) => f.name);
  return Object.fromEntries(Object.entries(body).filter(([name]) => required.includes(name)));
}
