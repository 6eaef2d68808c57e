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
    post('entity', {
      urn: crypto.randomUUID(),
      name: 'P',
      path,
      language: 'en',
      status: 'PUBLISH',
      texts: [{ name: 't', sortOrder: 0, value: 'v' }],
    });

  // By every filter that finds a page by its path or a part of it, over both faces and through a link.
  const found = async (path: string): Promise<string[][]> => {
    const urnsOf = (list: readonly { urn: string }[]): string[] => list.map(({ urn }) => urn);
    const listed = async (operator: string, value: string): Promise<string[]> => {
      const query = new URLSearchParams({ [`filter[path]${operator}`]: value });
      return urnsOf((await editor.rest('GET', `/n/v1/entities?${String(query)}`)).body.entities);
    };
    const document = `query ($where: EntityWhere, $item: TextItemWhere) {
      entities(where: $where) { nodes { urn } } textItems(where: $item) { nodes { entity { urn } } } }`;
    const asked = async (where: object): Promise<string[]> =>
      urnsOf((await editor.data(document, { where, item: { value: { eq: 'none' } } })).entities.nodes);
    const item = { entity: { where: { path: { eq: path } } } };
    const { textItems } = await editor.data(document, { where: { or: [] }, item });
    return [
      await listed('', path),
      await listed('', `${path}/`.slice(1)),
      await listed('[in]', `"${path}",/nowhere`),
      await listed('[startsWith]', path),
      await asked({ path: { eq: path } }),
      await asked({ path: { contains: path.slice(1) } }),
      textItems.nodes.map((one: { entity: { urn: string } }) => one.entity.urn),
    ];
  };

  test.each([
    ['/über-uns', '/%C3%BCber-uns'],
    ['/%E6%BC%A2%e5%ad%97', '/漢字'],
    ['/%F0%9F%98%80', '/😀'],
    ['/questions-%26-answers', '/questions-&-answers'],
    ['/c%2B%2B', '/c++'],
    ['/tel:%40home', '/tel%3a@home'],
    ['/a%2Cb%3Bc%3Dd%24e', '/a,b;c=d$e'],
    ['/wow%21%27%28%29%2a', "/wow!'()*"],
    ['/two words', '/two%20words', '/two%20words'],
    ['/{id}|[x]', '/%7Bid%7D%7c%5Bx%5D', '/%7Bid%7D%7C%5Bx%5D'],
    ['/می\u200cخواهم', '/%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85', '/می\u200cخواهم'],
    ['/א\u200fב', '/א%E2%80%8Fב', '/א%E2%80%8Fב'],
  ])('%s is taken for %s', async (one, other, spelled = decodeURIComponent(one)) => {
    const made = await entity(one);
    expect([made.status, made.body.path]).toEqual([201, spelled]);
    const refused = await entity(other);
    expect([refused.status, refused.body.code]).toEqual([409, 'ALREADY_EXISTS']);
    await openToEveryone(editor, made.body.urn);
    const anonymous = service.client(null);
    for (const path of [one, other]) {
      expect((await view(anonymous, path)).body?.urn).toBe(made.body.urn);
      expect(await found(path)).toEqual(Array(7).fill([made.body.urn]));
      expect((await view(anonymous, `/${encodeURIComponent(decodeURIComponent(path))}`)).body?.urn).toBe(made.body.urn);
      expect((await view(anonymous, `?path=${encodeURIComponent(path)}`)).body?.urn).toBe(made.body.urn);
      const seen = await anonymous.data('query ($path: String!) { entityView(path: $path) { urn } }', { path });
      expect(seen.entityView?.urn).toBe(made.body.urn);
    }
    expect((await change(editor, made.body.urn, { path: `${other}/moved` })).status).toBe(200);
    for (const path of [one, other]) expect((await view(anonymous, path)).status).toBe(308);
  });

  test('with an escaped separator stays another one, and the page at the separated path is viewed before it', async () => {
    const alone = await entity('/y%2Fé');
    const [one, other] = [await entity('/x/é'), await entity('/x%2Fé')];
    expect([alone.status, one.status, other.status]).toEqual([201, 201, 201]);
    for (const [asked, urn] of [
      ['/y%2F%C3%A9', alone.body.urn],
      ['/x%2F%C3%A9', one.body.urn],
      ['?path=/x/é', one.body.urn],
      ['?path=/x%252Fé', other.body.urn],
    ] as const)
      expect([asked, (await view(editor, asked)).body?.urn]).toEqual([asked, urn]);
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
