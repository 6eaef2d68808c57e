// What a write passes over is named in a warning, on both faces, and refused under strict handling; what is sent back as it was read is not.
import { beforeAll, describe, expect, test } from 'vitest';
import { page, text } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});

const strict = { prefer: 'handling=strict' };

async function warned(method: string, path: string, body: unknown): Promise<string[]> {
  const answer = await editor.rest(method, `/n/v1/${path}`, { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  const header = answer.headers.get('warning') ?? '';
  return [...header.matchAll(/299 - "([^"]*)"/g)].map(([, message = '']) => message);
}

const newPage = async (): Promise<{ urn: string; text: string }> => {
  const made = await page(editor, null, { texts: [text('One')] });
  return { urn: String(made.urn), text: String(made.texts[0].urn) };
};

describe('A misspelled member', () => {
  test('is named with the nearest one in a change, a create and a child of a create', async () => {
    const { urn, text: item } = await newPage();
    const message = '/valeu was ignored: there is no such field. Did you mean value?';
    expect(await warned('PATCH', `textitem/${item}`, { valeu: 'x' })).toEqual([message]);
    expect(await warned('PATCH', `textitem/${item}`, { valeu: 'x', value: 'Two' })).toEqual([message]);
    expect((await editor.rest('GET', `/n/v1/textitem/${item}`)).body.value).toBe('Two');
    const body = { entity: urn, name: 'other', sortOrder: 0, value: 'x', sortOrdre: 3 };
    expect(await warned('POST', 'textitem', body)).toEqual([
      '/sortOrdre was ignored: there is no such field. Did you mean sortOrder?',
    ]);
    const nested = {
      urn: crypto.randomUUID(),
      owner: editor.company,
      name: 'Page',
      language: 'en',
      status: 'DRAFT_UNPUBLISHED',
    };
    const texts = [{ name: 'a', sortOrder: 0, value: 'x', nmae: 'b' }];
    expect(await warned('POST', 'entity', { ...nested, texts })).toEqual([
      '/texts/0/nmae was ignored: there is no such field. Did you mean name?',
    ]);
  });

  test('that no header can hold is not repeated, and of many the first twenty are', async () => {
    const { text: item } = await newPage();
    expect(await warned('PATCH', `textitem/${item}`, { 'ä"\r\nx': 1 })).toEqual([
      '/: a member was ignored that has no such name.',
    ]);
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`zzz${String(at)}`, 1]));
    expect(await warned('PATCH', `textitem/${item}`, many)).toHaveLength(20);
  });

  test('in a bulk is named where it stands, and not when nothing was done', async () => {
    const { text: item } = await newPage();
    const wrong = { method: 'PATCH', path: `/n/v1/textitem/${item}`, body: { valeu: 'x' } };
    expect(await warned('POST', 'bulk', { mode: 'ATOMIC', operations: [wrong] })).toEqual([
      '/operations/0/body/valeu was ignored: there is no such field. Did you mean value?',
    ]);
    const refused = { method: 'PATCH', path: `/n/v1/textitem/${crypto.randomUUID()}`, body: { value: 'x' } };
    expect(await warned('POST', 'bulk', { mode: 'ATOMIC', operations: [wrong, refused] })).toEqual([]);
    const document = `mutation ($operations: [BulkOperation!]!) { bulk(mode: ATOMIC, operations: $operations) { userErrors { code } } }`;
    const { extensions } = await editor.graph(document, { operations: [wrong] });
    expect(extensions?.['warnings']).toEqual([
      {
        code: 'MEMBER_IGNORED',
        message: '/operations/0/body/valeu was ignored: there is no such field. Did you mean value?',
      },
    ]);
  });
});

describe('Children in the change of a page', () => {
  test('that differ are named, and refused under strict handling', async () => {
    const { urn, text: item } = await newPage();
    const message = '/texts was ignored: change them one by one, at /n/v1/textitem.';
    for (const texts of [[{ urn: item, value: 'Two' }], [], [{ name: 'new', sortOrder: 0, value: 'x' }]]) {
      expect(await warned('PATCH', `entity/${urn}`, { name: 'Renamed', texts })).toEqual([message]);
      const refused = await editor.rest('PATCH', `/n/v1/entity/${urn}`, { body: { texts }, headers: strict });
      expect([refused.status, refused.body.errors]).toMatchObject([422, [{ path: '/texts', code: 'IMMUTABLE' }]]);
    }
    const { body } = await editor.rest('GET', `/n/v1/entity/${urn}`);
    expect([body.name, body.texts[0].value]).toEqual(['Renamed', 'One']);
  });

  test('that are as they were read are not, with all else that was read', async () => {
    const { urn } = await newPage();
    const { body } = await editor.rest('GET', `/n/v1/entity/${urn}`);
    expect(await warned('PATCH', `entity/${urn}`, { ...body, name: 'Again' })).toEqual([]);
    const again = (await editor.rest('GET', `/n/v1/entity/${urn}`)).body;
    const sent = await editor.rest('PUT', `/n/v1/entity/${urn}`, { body: again, headers: strict });
    expect([sent.status, sent.headers.get('warning')]).toEqual([200, null]);
  });
});

test('What the service sets is named where it was sent otherwise, in a change and in a create.', async () => {
  const { urn, text: item } = await newPage();
  expect(await warned('PATCH', `textitem/${item}`, { value: 'x', version: 7, urn: item })).toEqual([
    '/version was ignored: it cannot be set here.',
  ]);
  const body = { entity: urn, name: 'b', sortOrder: 0, value: 'x', version: 7 };
  expect(await warned('POST', 'textitem', body)).toEqual(['/version was ignored: it cannot be set here.']);
  expect(await warned('POST', 'textitem', { ...body, name: 'c', version: 1 })).toEqual([]);
});
