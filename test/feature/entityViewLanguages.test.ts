// In which language and variant a page is shown. Resource reference 3.1.
import { beforeAll, describe, expect, test } from 'vitest';
import { change, page, text, view, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});
const live = (path: string | null, value: string, more: Record<string, unknown> = {}): Promise<Body> =>
  page(editor, path, { status: 'PUBLISH', texts: [text(value)], ...more });

const graphView = `query ($path: String, $urn: ID, $language: LanguageTag, $variant: String) {
  entityView(path: $path, urn: $urn, language: $language, variant: $variant) { urn language texts { urn value layer isPublished } }
}`;

describe('the language of a view', () => {
  beforeAll(async () => {
    for (const language of ['en', 'de', 'fr', 'und', 'pt-BR']) await live('/lang', language, { language });
    for (const language of ['fr', 'und']) await live('/lang-und', language, { language });
    await live('/lang-ja', 'ja', { language: 'ja' });
  });

  const chosen = async (address: string, accept?: string): Promise<unknown[]> => {
    const answer = await view(editor, address, accept === undefined ? {} : { 'accept-language': accept });
    const { headers, body } = answer;
    return [body.language ?? answer.status, headers.get('content-language'), headers.get('x-language-match')];
  };

  test('is the one requested, then the header’s highest weight, then the nearest match', async () => {
    expect(await chosen('/lang?language=de', 'fr')).toEqual(['de', 'de', 'EXACT']);
    expect(await chosen('/lang', 'fr;q=0.5, de')).toEqual(['de', 'de', 'EXACT']);
    expect(await chosen('/lang', 'de-AT')).toEqual(['de', 'de', 'LOOKUP']);
    expect(await chosen('/lang?language=pt-BR')).toEqual(['pt-BR', 'pt-BR', 'EXACT']);
    expect(await chosen('/lang?language=de_AT')).toEqual(['de', 'de', 'LOOKUP']);
  });

  test.each([
    ['zh-Hans', 'zh-CN', 'LOOKUP'],
    ['zh-CN', 'zh-Hans', 'LOOKUP'],
    ['zh-TW', 'zh-Hant-TW', 'LOOKUP'],
    ['zh-Hans', 'cmn', 'LOOKUP'],
    ['sr-Latn', 'sr-ME', 'LOOKUP'],
    ['az-Latn', 'az-AZ', 'LOOKUP'],
    ['nb', 'no', 'LOOKUP'],
    ['de-DE', 'de', 'LOOKUP'],
    ['pt-PT', 'pt-AO', 'CHAIN'],
    ['es-419', 'es-MX', 'CHAIN'],
    ['he', 'iw-IL', 'LOOKUP'],
  ])('is %s for who wants %s and then Finnish, on both faces', async (language, wanted, step) => {
    const path = `/lang-${language}-${wanted}`;
    // What is of the language in another script would come before it, were the script not looked at.
    const other = ['zh', 'sr', 'az'].find((tag) => wanted.startsWith(`${tag}-`) && wanted !== 'zh-CN' && tag !== 'az');
    for (const one of [language, 'fi', ...(other ? [other] : [])]) await live(path, one, { language: one });
    expect(await chosen(path, `${wanted}, fi;q=0.5`)).toEqual([language, language, step]);
    expect(await chosen(`${path}?language=${wanted}`, 'fi')).toEqual([language, language, step]);
    const headers = { 'accept-language': `${wanted}, fi;q=0.5` };
    const { data, extensions } = await editor.graph(graphView, { path }, headers);
    expect([data.entityView.language, extensions?.['language']]).toEqual([
      language,
      { entityView: { tag: language, match: step } },
    ]);
  });

  test('is never one that q=0 excludes', async () => {
    expect(await chosen('/lang', 'en;q=0, sv')).toEqual(['und', 'und', 'UNDETERMINED']);
    expect(await chosen('/lang', 'en;q=0, fr')).toEqual(['fr', 'fr', 'EXACT']);
    expect(await chosen('/lang', '*;q=0')).toEqual([404, null, null]);
  });

  test("falls back to the entity's own, the owner's default, the undetermined, and then to nothing", async () => {
    const { body } = await view(editor, '/lang?language=fr');
    expect(await chosen(`/${String(body.urn)}`)).toEqual(['fr', 'fr', 'OWN']);
    expect(await chosen(`/${String(body.urn)}`, 'de')).toEqual(['de', 'de', 'EXACT']);
    expect(await chosen('/lang', 'sv')).toEqual(['en', 'en', 'OWNER_DEFAULT']);
    expect(await chosen('/lang-und', 'sv')).toEqual(['und', 'und', 'UNDETERMINED']);
    expect(await chosen('/lang-ja')).toEqual([404, null, null]);
  });

  test('is the default of the organisation above it, also of a company that names that too', async () => {
    const { company } = await editor.data('query ($urn: ID!) { company(urn: $urn) { organisation { urn } } }', {
      urn: editor.company,
    });
    const organisation = String(company.organisation.urn);
    const branch = await made(editor, 'company', {
      owner: editor.company,
      name: 'Branch',
      parentCompany: editor.company,
      organisation,
    });
    for (const language of ['en', 'de']) await live('/branch', language, { language, owner: branch.urn });
    expect(await chosen('/branch', 'sv')).toEqual(['en', 'en', 'OWNER_DEFAULT']);
    const change = (defaultLanguage: string) =>
      editor.rest('PATCH', `/n/v1/organisation/${organisation}`, { body: { defaultLanguage } });
    expect((await change('de')).status).toBe(200);
    expect(await chosen('/branch', 'sv')).toEqual(['de', 'de', 'OWNER_DEFAULT']);
    expect((await change('en')).status).toBe(200);
  });

  test("follows the company's own fallback chain", async () => {
    const fallbackLanguages = { SV: ['fr', 'DE'], iw: ['pt_br'] };
    const company = await editor.rest('PATCH', `/n/v1/company/${editor.company}`, { body: { fallbackLanguages } });
    expect(company.status, company.text).toBe(200);
    expect(company.body.fallbackLanguages).toEqual({ sv: ['fr', 'de'], he: ['pt-BR'] });
    try {
      expect(await chosen('/lang', 'sv')).toEqual(['fr', 'fr', 'CHAIN']);
      expect(await chosen('/lang', 'sv-FI')).toEqual(['fr', 'fr', 'CHAIN']);
    } finally {
      await editor.rest('PATCH', `/n/v1/company/${editor.company}`, { body: { fallbackLanguages: null } });
    }
  });

  test('follows the chain of the nearest company that states one', async () => {
    const below = async (owner: string, fallbackLanguages: unknown): Promise<string> =>
      (await made(editor, 'company', { name: 'Below', owner, fallbackLanguages })).urn as string;
    const middle = await below(editor.company, { sv: ['fr'] });
    const owner = await below(await below(middle, null), null);
    for (const language of ['de', 'fr']) await live('/below', language, { owner, language });
    await editor.rest('PATCH', `/n/v1/company/${editor.company}`, { body: { fallbackLanguages: { sv: ['de'] } } });
    try {
      expect(await chosen('/below', 'sv')).toEqual(['fr', 'fr', 'CHAIN']);
      await editor.rest('PATCH', `/n/v1/company/${middle}`, { body: { fallbackLanguages: null } });
      expect(await chosen('/below', 'sv')).toEqual(['de', 'de', 'CHAIN']);
    } finally {
      await editor.rest('PATCH', `/n/v1/company/${editor.company}`, { body: { fallbackLanguages: null } });
    }
  });

  test('varies the answer, which names the others', async () => {
    const { headers, body } = await view(editor, '/lang?language=de');
    for (const name of ['Accept-Language', 'Variant', 'Authorization']) expect(headers.get('vary')).toContain(name);
    expect(body.alternativeLanguages.map((a: Body) => a.language)).toEqual(['en', 'fr', 'pt-BR', 'und']);
    expect(body.alternativeLanguages[0]).toMatchObject({ path: '/lang', name: 'Page' });
    expect(body.alternativeLanguages[0].url).toBe(`${service.url}/n/v1/entity/${body.alternativeLanguages[0].urn}`);
    // A variant is none of them.
    for (const more of [{}, { language: 'de' }, { language: 'de', variant: 'b' }]) await live('/lang-b', 'One', more);
    const { alternativeLanguages } = (await view(editor, '/lang-b?language=en')).body;
    expect(alternativeLanguages.map((a: Body) => a.language)).toEqual(['de']);
  });

  test('is chosen in the graph in the same way', async () => {
    const { entityView } = await editor.data(graphView, { path: '/lang', language: 'de' });
    expect([entityView.language, entityView.texts[0].value]).toEqual(['de', 'de']);
  });
});

test('The languages of names and of the client context are chosen by the same rules', async () => {
  const asked = async (path: string, accept: string): Promise<Body> =>
    (await editor.rest('GET', path, { headers: { 'accept-language': accept } })).body;
  const germany = async (accept: string): Promise<unknown> =>
    (await asked('/n/v1/countries', accept)).countries.find(({ code }: Body) => code === 'DE').name;
  expect([await germany('cmn-TW'), await germany('zh-SG'), await germany('no'), await germany('*')]).toEqual([
    '德國',
    '德国',
    'Tyskland',
    'Germany',
  ]);
  const language = async (accept: string): Promise<unknown> => (await asked('/n/v1/clientcontext', accept)).language;
  expect([await language('tlh, iw-IL;q=0.5'), await language('en;q=0, cmn-TW'), await language('*')]).toEqual([
    'he-IL',
    'zh-TW',
    'en',
  ]);
});

describe('a variant', () => {
  let variant: Body;
  beforeAll(async () => {
    await live('/split', 'A', { texts: [text('A'), text('B', 'more', 1)] });
    variant = await live('/split', 'x', { variant: 'b', texts: [text('A2'), text('New', 'new', 2)] });
    await live('/alone', 'Alone', { variant: 'b' });
  });

  const layers = async (address: string, headers: Record<string, string> = {}): Promise<unknown> => {
    const answer = await view(editor, address, headers);
    return answer.body.texts?.map((t: Body) => [t.value, t.layer]) ?? answer.status;
  };
  const plain = [
    ['A', 'DEFAULT'],
    ['B', 'DEFAULT'],
  ];
  const split = [
    ['A2', 'VARIANT'],
    ['B', 'DEFAULT'],
    ['New', 'VARIANT'],
  ];

  test('is laid over the default, by parameter or header, and an unknown one gives the default', async () => {
    expect(await layers('/split')).toEqual(plain);
    expect(await layers('/split?variant=b')).toEqual(split);
    expect(await layers('/split', { variant: 'b' })).toEqual(split);
    expect(await layers('/split?variant=', { variant: 'b' })).toEqual(plain);
    expect(await layers('/split?variant=unknown')).toEqual(plain);
    expect(await layers(`/${String(variant.urn)}`)).toEqual(split);
    const { entityView } = await editor.data(graphView, { path: '/split', variant: 'b' });
    expect(entityView.texts.map((t: Body) => [t.value, t.layer])).toEqual(split);
  });

  test('is used while it is live itself, whatever the state of the default', async () => {
    await change(editor, variant.urn, { status: 'DRAFT_UNPUBLISHED' });
    expect(await layers('/split?variant=b')).toEqual(plain);
    await change(editor, variant.urn, { status: 'PUBLISH' });
    expect(await layers('/split?variant=b')).toEqual(split);
  });

  test('without a default is shown by itself', async () => {
    expect(await layers('/alone?variant=b')).toEqual([['Alone', 'VARIANT']]);
    expect(await layers('/alone')).toBe(404);
  });
});
