// Search finds what people mean in the languages of the earth, whatever language they prefer, on both faces: typed by hand. Resource
// reference 16.11.
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: SharedService;
let tenant: Tenant;

interface Row {
  readonly language: string;
  readonly text: string;
  readonly finds: readonly string[];
  /** What does not find it. */
  readonly not?: readonly string[];
}

const rows: readonly Row[] = [
  // Latin with marks, and letters that do not decompose.
  {
    language: 'fr',
    text: 'Une soirée théâtre à Orléans',
    finds: ['théâtre', 'theatre', 'THÉÂTRE', 'the\u0301a\u0302tre', 'theatres', 'orleans', 'soirees'],
    not: ['thea', 'teatro'],
  },
  {
    language: 'fr',
    text: "L’opéra d'aujourd’hui, c’est l’œuvre",
    finds: ['opera', "l'opera", 'l’opéra', 'lopera', "aujourd'hui", 'oeuvre', 'œuvre', '"opera d\'aujourd\'hui"'],
  },
  {
    language: 'de',
    text: 'Die große Straße der Häuser',
    finds: ['strasse', 'Straße', 'STRASSE', 'haus', 'Hauser', 'grosse', 'straßen'],
    not: ['stras'],
  },
  {
    language: 'de',
    text: 'Grüße aus der Biblio\u00adthek',
    finds: ['bibliothek', 'Bibliotheken', 'grusse', 'grüsse'],
    not: ['biblio'],
  },
  {
    language: 'pl',
    text: 'Wycieczka do Łodzi i Gdańska',
    finds: ['gdanska', 'lodzi', 'ŁODZI', 'wycieczka'],
    not: ['lodz'],
  },
  { language: 'da', text: 'Rødgrød på Ærø', finds: ['rodgrod', 'aero', 'Ærø', 'rødgrød'] },
  { language: 'no', text: 'Bøker fra Øst-Norge', finds: ['boker', 'bok', 'ost', 'øst-norge', 'ostnorge'] },
  { language: 'is', text: 'Þórður og Ísland, það er gott', finds: ['thordur', 'island', 'thad', 'Þórður'] },
  { language: 'hr', text: 'Đakovo i Čakovec', finds: ['dakovo', 'cakovec', 'đakovo'] },
  {
    language: 'vi',
    text: 'Thành phố Hồ Chí Minh, Đà Nẵng',
    finds: ['ho chi minh', 'da nang', 'thanh pho', '"Hồ Chí Minh"', 'Đà Nẵng'],
  },
  { language: 'cs', text: 'Příliš žluťoučký kůň', finds: ['zlutoucky', 'kun', 'KŮŇ', 'prilis'] },
  { language: 'hu', text: 'Könyvtár a városban', finds: ['konyvtar', 'varosban'] },
  { language: 'es', text: '¿Dónde está el niño? ¡Aquí!', finds: ['donde', 'nino', 'niños', 'aqui', 'está'] },
  { language: 'pt-BR', text: 'As canções da nação', finds: ['cancoes', 'nacao', 'CANÇÕES'] },
  { language: 'ca', text: 'Una col·lecció de llibres', finds: ['colleccio', 'col·lecció', 'llibres'] },
  { language: 'en', text: 'Ħal Għaxaq', finds: ['hal', 'ghaxaq'] },
  { language: 'ro', text: 'Știința și școala', finds: ['stiinta', 'scoala', 'şcoala'] },
  { language: 'az', text: 'Əliyev küçəsi', finds: ['eliyev', 'kucesi', 'əliyev'] },
  {
    language: 'tr',
    text: 'IŞIK ve İstanbul',
    finds: ['ışık', 'isik', 'istanbul', 'İSTANBUL', 'ISTANBUL'],
    not: ['ankara'],
  },
  { language: 'tr', text: 'Diyarbakır sokakları', finds: ['DİYARBAKIR', 'diyarbakir', 'sokaklari'] },
  { language: 'en', text: 'Ka ʻōlelo Hawaiʻi', finds: ['olelo', 'hawaii', "hawai'i", 'Hawaiʻi'] },
  // Greek and Cyrillic.
  { language: 'el', text: 'Η οδός της Αθήνας', finds: ['οδος', 'ΟΔΟΣ', 'αθηνας', 'Αθήνα', 'οδός'] },
  { language: 'el', text: 'Ἐν ἀρχῇ ἦν ὁ λόγος', finds: ['αρχη', 'λογος', 'ΛΟΓΟΣ', 'εν αρχη'] },
  { language: 'ru', text: 'Берёзовая роща', finds: ['березовая', 'берёзовые', 'БЕРЁЗОВАЯ', 'рощи'], not: ['дуб'] },
  { language: 'ru', text: 'Новый йогурт и её чай', finds: ['новыи', 'новая', 'йогурт', 'ее'] },
  { language: 'uk', text: "П’ять об'єктів і ґанок", finds: ["п'ять", 'п’ять', 'пять', 'пʼять', 'обєктів', 'ганок'] },
  { language: 'sr-Cyrl', text: 'Ђорђе и Београд', finds: ['ђорђе', 'београд'] },
  { language: 'hy', text: 'Երևան քաղաք։ Բարև', finds: ['երևան', 'քաղաք', 'բարեւ'] },
  { language: 'ka', text: 'თბილისი არის ლამაზი', finds: ['თბილისი', 'ᲗᲑᲘᲚᲘᲡᲘ'] },
  // From right to left.
  { language: 'he', text: 'שָׁלוֹם, צה״ל וארה"ב ואל־ידי', finds: ['שלום', 'צה"ל', 'צה״ל', 'צהל', 'ידי', 'שָׁלוֹם'] },
  {
    language: 'ar',
    text: 'ذهبَ الطالبُ إلى المدرسةِ، في ٢٠٢٦؟',
    finds: ['الطالب', 'المدرسة', 'المدرسه', '2026', '٢٠٢٦', 'الى', 'ذهب'],
  },
  { language: 'ar', text: 'الكتاب على الطاولة', finds: ['كتاب', 'طاولة'] },
  { language: 'ar', text: 'كتـــاب أحمد', finds: ['كتاب', 'احمد', 'کتاب', 'الكتاب'] },
  { language: 'fa', text: 'می‌خواهم کتاب بخوانم، سال ۱۴۰۳.', finds: ['می‌خواهم', 'میخواهم', 'كتاب', '1403', 'بخوانم'] },
  { language: 'ur', text: 'یہ ایک کتاب ہے۔', finds: ['کتاب', 'ہے', 'ایک'] },
  { language: 'en', text: 'אַ שיינע שטאָט', finds: ['שטאט', 'שיינע'] },
  // Scripts with vowel marks, and their own punctuation and digits.
  {
    language: 'hi',
    text: 'यह हिंदी की किताब है। वर्ष २०२६',
    finds: ['किताब', 'है', 'हिंदी', '2026', '२०२६'],
    not: ['कताब'],
  },
  { language: 'hi', text: 'क़लम और ज़मीन', finds: ['कलम', 'क़लम', 'जमीन', 'ज़मीन'] },
  { language: 'bn', text: 'আমার সোনার বাংলা ২০২৬।', finds: ['বাংলা', '2026', 'সোনার'] },
  { language: 'ta', text: 'தமிழ் மொழி', finds: ['தமிழ்', 'மொழி'] },
  { language: 'te', text: 'తెలుగు భాష', finds: ['తెలుగు', 'భాష'] },
  { language: 'ml', text: 'മലയാളം ഭാഷ', finds: ['മലയാളം'] },
  { language: 'si', text: 'සිංහල භාෂාව', finds: ['සිංහල'] },
  { language: 'pa', text: 'ਪੰਜਾਬੀ ਭਾਸ਼ਾ', finds: ['ਪੰਜਾਬੀ'] },
  { language: 'am', text: 'ሰላም፡ዓለም። ኢትዮጵያ፣ አዲስ', finds: ['ሰላም', 'ዓለም', 'ኢትዮጵያ', 'አዲስ'] },
  { language: 'en', text: 'བོད་སྐད་ཡིག', finds: ['བོད', 'སྐད', 'ཡིག'] },
  { language: 'mn', text: 'Монгол улс, Өвөрхангай', finds: ['монгол', 'өвөрхангай'] },
  // Without spaces.
  {
    language: 'zh-Hans',
    text: '图书馆在老城区的河边。',
    finds: ['河边', '图书馆', '老城区', '河', '边', '"图书馆在"', '在老城'],
    not: ['书河', '海边'],
  },
  {
    language: 'zh-Hant',
    text: '圖書館在「老城區」的河邊，週末開放',
    finds: ['河邊', '圖書館', '老城區', '週末'],
    not: ['河边'],
  },
  { language: 'yue', text: '我哋去飲茶啦！', finds: ['飲茶', '我哋'] },
  {
    language: 'ja',
    text: '夏の読書会のお知らせ',
    finds: ['読書会', '読書', 'お知らせ', '夏', '夏の読書会', '「読書会」'],
    not: ['書読'],
  },
  {
    language: 'ja',
    text: 'ｶﾞｰﾃﾞﾝの設計とコンピューター',
    finds: ['ガーデン', 'コンピューター', 'コンピュータ', 'ｶﾞｰﾃﾞﾝ', '設計'],
    not: ['カーテン'],
  },
  { language: 'ja', text: 'AI技術と2026年の計画', finds: ['AI', '技術', 'ai技術', '2026', '2026年', '計画'] },
  {
    language: 'ko',
    text: '도서관에서 책을 읽습니다.',
    finds: ['도서관', '책', '읽습니다', '도서관에서', '도서관'.normalize('NFD')],
    not: ['서도'],
  },
  { language: 'th', text: 'ห้องสมุดอยู่ริมแม่น้ำ', finds: ['ห้องสมุด', 'แม่น้ำ', 'ริม'], not: ['ภูเขา'] },
  { language: 'lo', text: 'ຫ້ອງສະໝຸດຢູ່ແຄມແມ່ນ້ຳ', finds: ['ຫ້ອງສະໝຸດ', 'ແມ່ນ້ຳ'] },
  { language: 'km', text: 'បណ្ណាល័យ\u200bនៅក្បែរទន្លេ', finds: ['បណ្ណាល័យ', 'ទន្លេ', 'នៅក្បែរ'] },
  { language: 'my', text: 'စာကြည့်တိုက်သည်မြစ်ဘေးတွင်ရှိသည်။', finds: ['စာကြည့်တိုက်', 'မြစ်'] },
  // Punctuation, symbols, emoji and spaces of every kind.
  {
    language: 'en',
    text: 'She called “welcome” twice — and left…',
    finds: ['welcome', 'twice', 'left', 'called', '“welcome”', '"welcome twice"'],
  },
  {
    language: 'en',
    text: 'It costs 12€,\u00a0really\u3000fun👍🏽ok 🎉party🎉',
    finds: ['12', 'really', 'fun', 'ok', 'party', '12€'],
  },
  {
    language: 'en',
    text: 'O’Brien and the dogs’ bowl; rock ’n’ roll',
    finds: ["o'brien", 'obrien', 'O’Brien', 'brien', 'dogs', 'dog', 'roll'],
  },
  {
    language: 'en',
    text: 'An e-mail by Wi‑Fi to info@example.com from the U.S.A.',
    finds: ['e-mail', 'email', 'wifi', 'wi-fi', 'example.com', 'example', 'usa', 'U.S.A.', 'info@example.com'],
  },
  {
    language: 'en',
    text: 'Version 3.14 of snake_case_names costs 1,234.56',
    finds: ['3.14', 'snake_case_names', 'names', '123456', '1,234.56', 'snake'],
  },
  { language: 'en', text: 'ＦＵＬＬ ｗｉｄｔｈ and ﬁne ﬂow', finds: ['full', 'width', 'fine', 'flow', 'ｆｉｎｅ'] },
  { language: 'en', text: '«guillemets» „tief“ ‹einzeln› ⟨klein⟩', finds: ['guillemets', 'tief', 'einzeln', 'klein'] },
];

const urns = new Map<Row, string>();

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  for (const row of rows) {
    const body = {
      urn: crypto.randomUUID(),
      owner: tenant.company,
      name: 'Page',
      language: row.language,
      status: 'PUBLISH',
    };
    urns.set(
      row,
      (await made(tenant, 'entity', { ...body, texts: [{ name: 't', sortOrder: 0, value: row.text }] })).urn,
    );
  }
});

const overRest = async (query: string, more = ''): Promise<string[]> => {
  const { status, body, text } = await tenant.rest(
    'GET',
    `/n/v1/searches?includeScopes=ENTITY&limit=200&query=${encodeURIComponent(query)}${more}`,
  );
  expect([status, body.status], text).toEqual([200, 'FULL_RESULT']);
  return body.items.map(({ urn }: { urn: string }) => urn);
};
const inGraph = async (
  query: string,
  language: string | null = null,
): Promise<{ urn: string; score: number; highlights: { text: string }[] }[]> =>
  (
    await tenant.data(
      'query ($query: String!, $language: LanguageTag) { search(query: $query, language: $language, includeScopes: [ENTITY], first: 200) { nodes { urn score highlights { text } } } }',
      { query, language },
    )
  ).search.nodes;

describe.each(rows.map((row) => [row.language, row.text, row] as const))('in %s: %s', (_language, _text, row) => {
  test.each(row.finds)('%s finds it, and is marked in it', async (query) => {
    const urn = urns.get(row) ?? '';
    expect(await overRest(query)).toContain(urn);
    for (const language of [null, 'en', 'fr', 'zh']) {
      const hit = (await inGraph(query, language)).find((one) => one.urn === urn);
      expect(hit?.highlights[0]?.text).toMatch(/<em>/);
    }
    expect(await overRest(`-${query.startsWith('"') ? query : query.split(' ').join(' -')}`)).not.toContain(urn);
  });

  test.each(row.not ?? [])('%s does not', async (query) => {
    expect(await overRest(query)).not.toContain(urns.get(row));
  });
});

const ranked = async (texts: Readonly<Record<string, string>>, query: string): Promise<string[]> => {
  const own = await service.tenant();
  for (const [name, value] of Object.entries(texts))
    await made(own, 'entity', {
      ...{ urn: crypto.randomUUID(), owner: own.company, name, language: 'en', status: 'PUBLISH' },
      texts: [{ name: 't', sortOrder: 0, value }],
    });
  const asked =
    'query ($query: String!) { search(query: $query, includeScopes: [ENTITY]) { nodes { name highlights { text } } } }';
  const { nodes } = (await own.data(asked, { query })).search;
  return nodes.map(
    (one: { name: string; highlights: { text: string }[] }) => `${one.name}: ${one.highlights[0]?.text ?? ''}`,
  );
};

describe('the exact form comes first, however often the others stand there', () => {
  test.each([
    [
      'C++',
      { one: 'C and C and C', two: 'Learn C++ now' },
      ['two: Learn <em>C++</em> now', 'one: <em>C</em> and <em>C</em> and <em>C</em>'],
    ],
    [
      'C#',
      { one: 'C is older', two: 'A C# book', three: 'C++' },
      ['two: A <em>C#</em> book', 'three: <em>C++</em>', 'one: <em>C</em> is older'],
    ],
    [
      'C',
      { one: 'C++ C++ C++', two: 'the C of it' },
      ['two: the <em>C</em> of it', 'one: <em>C++</em> <em>C++</em> <em>C++</em>'],
    ],
    ['.NET', { one: 'a net, a net', two: 'on .NET' }, ['two: on <em>.NET</em>', 'one: a <em>net</em>, a <em>net</em>']],
    [
      'run',
      { one: 'running, runs, running', two: 'a run' },
      ['two: a <em>run</em>', 'one: <em>running</em>, <em>runs</em>, <em>running</em>'],
    ],
    [
      'resume',
      { one: 'résumé résumé', two: 'resume' },
      ['two: <em>resume</em>', 'one: <em>résumé</em> <em>résumé</em>'],
    ],
    [
      'résumé',
      { one: 'resume resume', two: 'my résumé' },
      ['two: my <em>résumé</em>', 'one: <em>resume</em> <em>resume</em>'],
    ],
    [
      "O'Brien",
      { one: 'obrien obrien', two: 'O’Brien' },
      ['two: <em>O’Brien</em>', 'one: <em>obrien</em> <em>obrien</em>'],
    ],
    ['読書会', { one: '読書会の読書会' }, ['one: <em>読書会</em>の<em>読書会</em>']],
  ])('%s', async (query, texts, found) => {
    const hits = await ranked(texts, query);
    expect(hits[0]).toBe(found[0]);
    expect(hits.toSorted()).toEqual(found.toSorted());
  });
});

test.each([
  [
    'of Chinese',
    '天气很好，我们去图书馆。'.repeat(5_000),
    '河边的老城',
    ['河边', '老城', '河边的老城', '"边的老城"'],
    ['老河', '馆城'],
  ],
  [
    'of English',
    'The weather is fine and the end is not near. '.repeat(1_450),
    'the last quetzal',
    ['quetzal', 'quetzals', '"last quetzal"', '"the last quetzal"'],
    ['quagga'],
  ],
  ['of Thai', 'อากาศดีมากวันนี้ '.repeat(3_800), 'ห้องสมุด', ['ห้องสมุด'], ['ภูเขา']],
  [
    'of words that are all different',
    Array.from({ length: 9_000 }, (_, at) => `é${at.toString(36)}x`).join(' '),
    'quetzál',
    ['quetzal'],
    ['quagga'],
  ],
])('a word at the end of the longest text %s is found, and is marked in it', async (_, filler, end, finds, not) => {
  const own = await service.tenant();
  const value = filler.slice(0, 65_535 - end.length - 1) + ' ' + end;
  const body = { urn: crypto.randomUUID(), owner: own.company, name: 'Long', language: 'en', status: 'PUBLISH' };
  const { urn } = await made(own, 'entity', { ...body, texts: [{ name: 't', sortOrder: 0, value }] });
  const ask = async (query: string): Promise<{ urn: string; highlights: { text: string }[] }[]> =>
    (
      await own.data(
        'query ($query: String!) { search(query: $query, includeScopes: [ENTITY]) { nodes { urn highlights { text } } } }',
        { query },
      )
    ).search.nodes;
  for (const query of finds) {
    const [hit] = await ask(query);
    expect([query, hit?.urn]).toEqual([query, urn]);
    expect(hit?.highlights[0]?.text, query).toMatch(/<em>/);
  }
  for (const query of not) expect([query, await ask(query)]).toEqual([query, []]);
});

test('what is sought may be of some languages, in whichever country or script', async () => {
  const own = await service.tenant();
  const of = new Map<string, string>();
  for (const language of ['fr', 'pt', 'pt-BR', 'zh-Hant-TW', 'en']) {
    const body = { urn: crypto.randomUUID(), owner: own.company, name: language, language, status: 'PUBLISH' };
    of.set(
      (await made(own, 'entity', { ...body, texts: [{ name: 't', sortOrder: 0, value: 'quetzal' }] })).urn,
      language,
    );
  }
  const found = async (languages: string): Promise<unknown[]> => {
    const { body } = await own.rest('GET', `/n/v1/searches?query=quetzal&includeScopes=ENTITY&languages=${languages}`);
    const list = JSON.stringify(languages.split(','));
    const { search } = await own.data(
      `{ search(query: "quetzal", includeScopes: [ENTITY], languages: ${list}) { nodes { urn } totalCount } }`,
    );
    const stored = await made(own, 'search', {
      owner: own.company,
      query: 'quetzal',
      includeScopes: ['ENTITY'],
      languages: languages.split(','),
    });
    const all = [body.items, search.nodes, stored.items].map((items: { urn: string }[]) =>
      items
        .map(({ urn }) => of.get(urn))
        .sort()
        .join(),
    );
    expect(new Set([...all, search.totalCount === search.nodes.length ? all[0] : 'total']).size).toBe(1);
    return all.slice(0, 1);
  };
  expect(await found('fr')).toEqual(['fr']);
  expect(await found('pt')).toEqual(['pt,pt-BR']);
  expect(await found('pt-BR')).toEqual(['pt-BR']);
  expect(await found('zh-Hant,en')).toEqual(['en,zh-Hant-TW']);
  expect(await found('de')).toEqual(['']);
  const wrong = await own.rest('GET', '/n/v1/searches?query=quetzal&includeScopes=ENTITY&languages=fr,xx1');
  expect([wrong.status, wrong.body.code]).toEqual([400, 'INVALID_PARAMETER']);
});

test('people are found by the names that they have as persons, as these are now', async () => {
  const own = await service.tenant();
  const { urn } = await made(own, 'identity', { owner: own.company, type: 'PERSON', name: 'Account 7' });
  const person = (await made(own, 'person', { identity: urn })).urn;
  const name = (
    await made(own, 'personname', { person, givenName: 'Božena', familyName: 'Nováková', nickname: 'Žofka' })
  ).urn;
  const found = async (query: string): Promise<unknown[]> =>
    (
      await own.data(
        'query ($query: String!) { search(query: $query, includeScopes: [IDENTITY]) { nodes { urn highlights { path text } } } }',
        { query },
      )
    ).search.nodes;
  const hit = (text: string) => [{ urn, highlights: [{ path: '/persons/0/names/0', text }] }];
  expect(await found('novakova')).toEqual(hit('Božena <em>Nováková</em> Žofka'));
  expect(await found('bozena zofka')).toEqual(hit('<em>Božena</em> Nováková <em>Žofka</em>'));
  expect((await own.rest('PATCH', `/n/v1/personname/${name}`, { body: { familyName: 'Łęcka' } })).status).toBe(200);
  expect(await found('novakova')).toEqual([]);
  expect(await found('lecka')).toHaveLength(1);
  expect((await own.rest('DELETE', `/n/v1/personname/${name}`)).status).toBe(204);
  expect(await found('lecka')).toEqual([]);
});
