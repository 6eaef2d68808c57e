// Contact data of an identity, and the names by which other systems know it.
import { beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../support/database.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let owner: Tenant;

beforeAll(async () => {
  service = await sharedService();
  owner = await service.tenant();
});

async function identity(more: Record<string, unknown> = {}): Promise<string> {
  const answer = await owner.rest('POST', '/n/v1/identity', { body: { owner: owner.company, name: 'A', ...more } });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.urn;
}

function post(kind: string, body: Record<string, unknown>): ReturnType<Tenant['rest']> {
  return owner.rest('POST', `/n/v1/${kind}`, { body });
}

describe('an e-mail address', () => {
  test('that becomes primary replaces the other, which is announced', async () => {
    const urn = await identity();
    const one = await post('email', { identity: urn, email: 'one@example.com', isPrimary: true });
    const two = await post('email', { identity: urn, email: 'two@example.com', isPrimary: true });
    expect([one.status, two.status]).toEqual([201, 201]);
    const first = await owner.rest('GET', `/n/v1/email/${one.body.urn}`);
    expect([first.body.isPrimary, first.body.version]).toEqual([false, 2]);
    await owner.rest('PATCH', `/n/v1/email/${one.body.urn}`, { body: { isPrimary: true } });
    const second = await owner.rest('GET', `/n/v1/email/${two.body.urn}`);
    expect([second.body.isPrimary, second.body.version]).toEqual([false, 2]);
    const announced = await withClient(service.databaseUrl, (client) =>
      client.query('SELECT event, changed_fields FROM webhook_trigger WHERE target_urn = $1 ORDER BY position', [
        two.body.urn,
      ]),
    );
    expect(announced.rows.map((r) => [r.event, r.changed_fields])).toEqual([
      ['CREATE', []],
      ['UPDATE', ['isPrimary', 'updatedTimestamp']],
    ]);
  });

  test('stays the only primary one under concurrent writers', async () => {
    const urn = await identity();
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, at) => post('email', { identity: urn, email: `p${String(at)}@example.com` })),
    );
    await Promise.all(made.map((m) => owner.rest('PATCH', `/n/v1/email/${m.body.urn}`, { body: { isPrimary: true } })));
    const { body } = await owner.rest('GET', `/n/v1/identity/${urn}/emails`);
    expect(body.emails.filter((e: { isPrimary: boolean }) => e.isPrimary)).toHaveLength(1);
  });

  test('is not primary when it is restored after its deletion', async () => {
    const urn = await identity();
    const one = await post('email', { identity: urn, email: 'one@example.com', isPrimary: true });
    await owner.rest('DELETE', `/n/v1/email/${one.body.urn}`);
    await post('email', { identity: urn, email: 'two@example.com', isPrimary: true });
    const back = await owner.rest('POST', `/n/v1/email/${one.body.urn}/restore`);
    expect([back.status, back.body.isPrimary]).toEqual([200, false]);
  });

  test('is no longer verified once it is changed', async () => {
    const urn = await identity();
    const made = await post('email', { identity: urn, email: 'one@example.com', isVerified: true });
    expect([made.body.isVerified, made.body.verifiedTimestamp]).toEqual([false, null]);
    await withClient(service.databaseUrl, (client) =>
      client.query('UPDATE email SET is_verified = true, verified_timestamp = now() WHERE urn = $1', [made.body.urn]),
    );
    const same = await owner.rest('PATCH', `/n/v1/email/${made.body.urn}`, {
      body: { email: 'one@example.com', type: 'WORK' },
    });
    expect(same.body.isVerified).toBe(true);
    const other = await owner.rest('PATCH', `/n/v1/email/${made.body.urn}`, { body: { email: 'new@example.com' } });
    expect([other.body.isVerified, other.body.verifiedTimestamp]).toEqual([false, null]);
  });

  test('appears once per identity', async () => {
    const urn = await identity({ emails: [{ email: 'one@example.com' }] });
    const again = await post('email', { identity: urn, email: 'one@EXAMPLE.com' });
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_EXISTS']);
  });
});

describe('a telephone number', () => {
  test('is stored as given, with its E.164 form when it names its country', async () => {
    const urn = await identity();
    const made = await post('telephone', { identity: urn, number: '+44 (0)20 7946-0958', extension: '12' });
    expect(made.status, made.text).toBe(201);
    expect([made.body.number, made.body.e164, made.body.extension]).toEqual([
      '+44 (0)20 7946-0958',
      '+442079460958',
      '12',
    ]);
    const local = await owner.rest('PATCH', `/n/v1/telephone/${made.body.urn}`, { body: { number: '020 7946 0958' } });
    expect([local.body.number, local.body.e164]).toEqual(['020 7946 0958', null]);
    const short = await owner.rest('PATCH', `/n/v1/telephone/${made.body.urn}`, { body: { number: '+44 20' } });
    expect([short.body.number, short.body.e164]).toEqual(['+44 20', null]);
  });

  test('has no letters, and an extension of digits', async () => {
    const urn = await identity();
    const refused = await post('telephone', { identity: urn, number: '+44 CALL ME', extension: '1a' });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.map((e: { path: string; code: string }) => [e.path, e.code])).toEqual([
      ['/number', 'INVALID_FORMAT'],
      ['/extension', 'INVALID_FORMAT'],
    ]);
    const empty = await post('telephone', { identity: urn, number: '+(-)', extension: '' });
    expect([empty.status, empty.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ['/number', '/extension'],
    ]);
  });

  test('is validated inside a new identity too', async () => {
    const refused = await post('identity', {
      owner: owner.company,
      telephones: [
        { number: '+1 202 555 0123', isPrimary: true },
        { number: 'x', isPrimary: true },
      ],
    });
    expect(refused.body.errors.map((e: { path: string }) => e.path).sort()).toEqual([
      '/telephones/1/isPrimary',
      '/telephones/1/number',
    ]);
  });
});

describe('an anonymous identity', () => {
  test('holds no contact data', async () => {
    const urn = await identity();
    await withClient(service.databaseUrl, (client) =>
      client.query(`UPDATE identity SET type = 'ANONYMOUS' WHERE urn = $1`, [urn]),
    );
    const contacts = {
      email: { email: 'one@example.com' },
      telephone: { number: '+1 202 555 0123' },
      address: { street: 'High Street 1', postalCode: 'CT1' },
      clientidentifier: { domain: 'crm', token: 'anonymous' },
    };
    for (const [kind, contact] of Object.entries(contacts)) {
      const refused = await post(kind, { identity: urn, ...contact });
      expect([kind, refused.status, refused.body.errors[0].path]).toEqual([kind, 422, '/identity']);
    }
  });
});

describe('a postal address', () => {
  test('has free text or a well-formed code as its region, and a country from the list', async () => {
    const urn = await identity();
    const address = { identity: urn, street: 'High Street 1', postalCode: 'CT1' };
    for (const region of ['Kent', 'GB-KEN']) {
      expect((await post('address', { ...address, region, countryCode: 'GB' })).status).toBe(201);
    }
    const wrong = await post('address', { ...address, region: 'GB-KENT', countryCode: 'GBR' });
    expect(wrong.body.errors.map((e: { path: string; code: string }) => [e.path, e.code])).toEqual([
      ['/countryCode', 'INVALID_ENUM'],
      ['/region', 'INVALID_FORMAT'],
    ]);
  });
});

describe('a client identifier', () => {
  const past = '2020-01-01T00:00:00.000Z';

  test('is unique: of two concurrent creates one is refused', async () => {
    const holders = await Promise.all([identity(), identity()]);
    const made = await Promise.all(
      holders.map((urn) => post('clientidentifier', { identity: urn, domain: 'crm', token: 'race' })),
    );
    expect(made.map((m) => m.status).sort()).toEqual([201, 409]);
    const refused = made.find((m) => m.status === 409);
    expect([refused?.body.code, refused?.body.errors[0].path]).toEqual(['ALREADY_EXISTS', '/token']);
  });

  test('finds its identity on both faces until it expires', async () => {
    const urn = await identity({ clientIdentifiers: [{ domain: 'crm', token: 'a b/c' }] });
    const rest = `/n/v1/identities?filter[clientIdentifier.domain]=crm&filter[clientIdentifier.token]=${encodeURIComponent('a b/c')}`;
    const graph = `{ identitiesByClientIdentifier(domain: "crm", token: "a b/c") { urn } }`;
    expect((await owner.rest('GET', rest)).body.identities.map((i: { urn: string }) => i.urn)).toEqual([urn]);
    expect((await owner.data(graph)).identitiesByClientIdentifier).toEqual([{ urn }]);

    const stranger = await service.tenant();
    expect((await stranger.rest('GET', rest)).body.identities).toEqual([]);
    expect((await stranger.data(graph)).identitiesByClientIdentifier).toEqual([]);

    const { body } = await owner.rest('GET', `/n/v1/identity/${urn}/clientidentifiers`);
    await owner.rest('PATCH', `/n/v1/clientidentifier/${body.clientIdentifiers[0].urn}`, {
      body: { expiresTimestamp: past },
    });
    expect((await owner.rest('GET', rest)).body.identities).toEqual([]);
    expect((await owner.data(graph)).identitiesByClientIdentifier).toEqual([]);
  });

  test('that ends later finds its identity too, together with other conditions and page by page', async () => {
    const expiresTimestamp = new Date(Date.now() + 3_600_000).toISOString();
    const urns: string[] = [];
    for (const token of ['1', '2', '3'])
      urns.push(await identity({ clientIdentifiers: [{ domain: 'shop', token, expiresTimestamp }] }));
    const list = '/n/v1/identities?filter[clientIdentifier.domain]=shop';
    const found = async (path: string): Promise<string[]> =>
      (await owner.rest('GET', path)).body.identities.map((one: { urn: string }) => one.urn);
    const all = await found(list);
    expect(all.toSorted()).toEqual(urns.toSorted());
    expect(await found(`${list}&filter[urn][ne]=${String(urns[0])}`)).toEqual(all.filter((urn) => urn !== urns[0]));
    expect(await found(`${list}&filter[clientIdentifier.token][eq]=2`)).toEqual([urns[1]]);
    const { pagination } = (await owner.rest('GET', `${list}&limit=2`)).body;
    expect(await found(pagination.nextUrl)).toEqual(all.slice(2));
    // The cursor is that of this look-up, and no other list of identities takes it.
    for (const other of ['', '&filter[clientIdentifier.domain]=crm']) {
      const path = `/n/v1/identities?after=${String(pagination.after)}${other}`;
      expect((await owner.rest('GET', path)).body.code).toBe('INVALID_CURSOR');
    }
    const elsewhere = await owner.rest('GET', '/n/v1/roles?filter[clientIdentifier.domain]=shop');
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'INVALID_PARAMETER']);
  });

  test('that has expired frees its name, and cannot be renewed once the name is taken', async () => {
    const [old, fresh] = await Promise.all([identity(), identity()]);
    const first = await post('clientidentifier', { identity: old, domain: 'crm', token: 't', expiresTimestamp: past });
    expect(first.status, first.text).toBe(201);
    const second = await post('clientidentifier', { identity: fresh, domain: 'crm', token: 't' });
    expect(second.status, second.text).toBe(201);
    const renewed = await owner.rest('PATCH', `/n/v1/clientidentifier/${first.body.urn}`, {
      body: { expiresTimestamp: null },
    });
    expect([renewed.status, renewed.body.code]).toEqual([409, 'ALREADY_EXISTS']);
    const third = await post('clientidentifier', { identity: old, domain: 'crm', token: 't', expiresTimestamp: past });
    expect(third.status, third.text).toBe(201);
    const nowhere = await post('clientidentifier', { identity: crypto.randomUUID(), domain: 'crm', token: 'u' });
    expect([nowhere.status, nowhere.body.errors[0].path]).toEqual([422, '/identity']);
  });

  test.each([
    ['is made', null, {}],
    ['takes its token', { domain: 'crm', token: 'before' }, { token: 'in the course of time' }],
    ['takes its domain', { domain: 'before', token: 'in the course of time' }, { domain: 'crm' }],
  ])('that expires with time makes room for the next, which %s', async (_, made, change) => {
    const [old, fresh] = await Promise.all([identity(), identity()]);
    const name = { domain: 'crm', token: 'in the course of time' };
    const first = await post('clientidentifier', { identity: old, ...name });
    expect(first.status, first.text).toBe(201);
    const next = made === null ? null : await post('clientidentifier', { identity: fresh, ...made });
    const take = async (): Promise<number> =>
      next === null
        ? (await post('clientidentifier', { identity: fresh, ...name })).status
        : (await owner.rest('PATCH', `/n/v1/clientidentifier/${String(next.body.urn)}`, { body: change })).status;
    expect(await take()).toBe(409);
    await withClient(service.databaseUrl, (client) =>
      client.query('UPDATE client_identifier SET expires_timestamp = $1 WHERE urn = $2', [past, first.body.urn]),
    );
    expect(await take()).toBe(next === null ? 201 : 200);
    expect((await owner.rest('DELETE', `/n/v1/identity/${fresh}`)).status).toBe(204);
  });
});
