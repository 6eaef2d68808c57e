// An IRI and its ASCII form are one address: paths of pages and e-mail addresses that differ in nothing but escapes are
// the same, for uniqueness, views, former addresses and filters. Resource reference 3.1, 4.6 and 15.
import { beforeAll, describe, expect, test } from 'vitest';
import { change, openToEveryone, view } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});

const post = (path: string, body: object) =>
  editor.rest('POST', `/n/v1/${path}`, { body: { owner: editor.company, ...body } });

describe('A path', () => {
  const entity = (path: string) =>
    post('entity', { urn: crypto.randomUUID(), name: 'P', path, language: 'en', status: 'PUBLISH' });

  test.each([
    ['/über-uns', '/%C3%BCber-uns'],
    ['/%E6%BC%A2%e5%ad%97', '/漢字'],
    ['/%F0%9F%98%80', '/😀'],
  ])('%s is taken for %s', async (one, other) => {
    const made = await entity(one);
    expect([made.status, made.body.path]).toEqual([201, decodeURI(one)]);
    const refused = await entity(other);
    expect([refused.status, refused.body.code]).toEqual([409, 'ALREADY_EXISTS']);
    await openToEveryone(editor, made.body.urn);
    const anonymous = service.client(null);
    for (const path of [one, other]) {
      expect((await view(anonymous, path)).body?.urn).toBe(made.body.urn);
      const seen = await anonymous.data('query ($path: String!) { entityView(path: $path) { urn } }', { path });
      expect(seen.entityView?.urn).toBe(made.body.urn);
    }
    expect((await change(editor, made.body.urn, { path: `${other}/moved` })).status).toBe(200);
    for (const path of [one, other]) expect((await view(anonymous, path)).status).toBe(308);
  });

  test('with an escaped separator stays another one', async () => {
    expect([(await entity('/x/é')).status, (await entity('/x%2Fé')).status]).toEqual([201, 201]);
  });
});

describe('An e-mail address', () => {
  test('is one with its ASCII form', async () => {
    const { body: person } = await post('identity', { name: 'P', type: 'PERSON' });
    const email = (address: string) => post('email', { identity: person.urn, email: address });
    const made = await email('a@xn--bcher-kva.example');
    expect([made.status, made.body.email]).toEqual([201, 'a@bücher.example']);
    const refused = await email('a@BÜCHER.example');
    expect([refused.status, refused.body.code]).toEqual([409, 'ALREADY_EXISTS']);
    for (const asked of ['a@bücher.example', 'a@xn--bcher-kva.example']) {
      const { body } = await editor.rest('GET', `/n/v1/emails?filter[email]=${encodeURIComponent(asked)}`);
      expect(body.emails.map((one: { urn: string }) => one.urn)).toEqual([made.body.urn]);
    }
    const { body: same } = await post('identity', {
      name: 'Q',
      emails: [{ email: 'b@bücher.example' }, { email: 'c@bücher.example' }],
    });
    const second = (await editor.rest('GET', `/n/v1/emails?filter[identity]=${String(same.urn)}`)).body.emails[0].urn;
    const taken =
      (await editor.rest('GET', `/n/v1/email/${String(second)}`)).body.email === 'b@bücher.example' ? 'c' : 'b';
    const changed = await editor.rest('PATCH', `/n/v1/email/${String(second)}`, {
      body: { email: `${taken}@xn--bcher-kva.example` },
    });
    expect(changed.status).toBe(409);
  });
});
