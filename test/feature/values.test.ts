// Values are read back exactly as written, to the last byte and digit, over both faces; a value that cannot be stored
// is refused, never altered.
import { beforeAll, describe, expect, test } from 'vitest';
import { page, type Body } from '../support/content.ts';
import { itemKinds } from '../support/itemKinds.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;
let home: string;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
  home = (await page(editor, null)).urn;
});

let place = 0;
const base = (): Record<string, unknown> => ({ entity: home, name: 'v', sortOrder: (place += 1) });

/** Writes a body with its value as JSON text, so that no number is rounded on the way. */
async function byRest(path: string, values: string): Promise<Body> {
  const raw = `${JSON.stringify(base()).slice(0, -1)},${values}}`;
  const answer = await editor.rest('POST', `/n/v1/${path}`, { raw });
  return { ...answer, urn: answer.body?.urn, refusal: refusalOf(answer) };
}
const refusalOf = ({ status, body }: { status: number; body: Body }): string | null =>
  status === 201 ? null : `${String(status)} ${String(body.errors?.[0].code ?? body.code)}`;

async function byGraph(name: string, value: unknown, more: Record<string, unknown> = {}): Promise<Body> {
  const field = name.charAt(0).toLowerCase() + name.slice(1);
  const answer = await editor.graph(
    `mutation ($input: Create${name}Input!) { made: create${name}(input: $input) { item: ${field} { urn } userErrors { code path } } }`,
    { input: { ...base(), ...(value === undefined ? {} : { value }), ...more } },
  );
  const made = answer.data?.made;
  return { urn: made?.item?.urn, isRefused: answer.errors !== undefined || made.userErrors.length > 0 };
}

/** The value as each face reads it: the text of the REST answer, and the graph's data. */
async function read(name: string, urn: string): Promise<{ rest: Body; text: string; graph: Body }> {
  const field = name.charAt(0).toLowerCase() + name.slice(1);
  const rest = await editor.rest('GET', `/n/v1/${name.toLowerCase()}/${urn}`);
  const { item } = await editor.data(`query ($urn: ID!) { item: ${field}(urn: $urn) { value } }`, { urn });
  return { rest: rest.body.value, text: rest.text, graph: item.value };
}

const texts: readonly string[] = [
  '',
  ' ',
  '  leading and trailing  ',
  '\r\n\t',
  "Robert'); DROP TABLE item;--",
  '\u0001\u007f\u0085\u2028\ufeff\ufffd',
  'é e\u0301 \ufb01 \u212b',
  '👩‍👩‍👧‍👦 𝒳 \u202etxet',
  '{"a":1} <b>&amp;</b> $1 %s \\',
  'x'.repeat(65_535),
  '𝒳'.repeat(65_535),
];

describe('texts', () => {
  test.each(['TextItem', 'MarkdownItem'])('of %s are stored unchanged', async (name) => {
    for (const value of texts) {
      const written = [
        await byRest(name.toLowerCase(), `"value":${JSON.stringify(value)}`),
        await byGraph(name, value),
      ];
      for (const { urn } of written) {
        const { rest, graph } = await read(name, urn);
        expect(rest === value && graph === value, JSON.stringify(value.slice(0, 40))).toBe(true);
      }
    }
  });

  test('that cannot be stored are refused', async () => {
    expect((await byRest('textitem', `"value":"${'x'.repeat(65_536)}"`)).refusal).toBe('422 TOO_LONG');
    expect((await byRest('textitem', `"value":"${' '.repeat(65_536)}"`)).refusal).toBe('422 TOO_LONG');
    expect((await byRest('textitem', String.raw`"value":"a\u0000b"`)).refusal).toBe('422 INVALID_FORMAT');
    expect((await byRest('textitem', String.raw`"value":"\ud800"`)).refusal).toBe('422 INVALID_FORMAT');
    expect((await byRest('textitem', `"value":null`)).refusal).toBe('422 NULL_NOT_ALLOWED');
    expect((await byRest('textitem', `"value":1`)).refusal).toBe('422 INVALID_FORMAT');
    for (const value of ['a\u0000b', '\ud800', 'x'.repeat(65_536)]) {
      expect((await byGraph('TextItem', value)).isRefused).toBe(true);
    }
  });
});

describe('whole numbers', () => {
  const kept = ['0', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'];

  test('keep every digit', async () => {
    for (const value of kept) {
      for (const { urn } of [await byRest('longitem', `"value":${value}`), await byGraph('LongItem', value)]) {
        const { text, graph } = await read('LongItem', urn);
        expect(text).toContain(`"value":${value},`);
        expect(graph).toBe(value);
      }
    }
  });

  test('keep every digit of a number in the variables of the graph', async () => {
    const query = `mutation ($input: CreateLongItemInput!) { createLongItem(input: $input) { longItem { value } userErrors { code } } }`;
    const input = `${JSON.stringify(base()).slice(0, -1)},"value":9007199254740993}`;
    const raw = `{"query":${JSON.stringify(query)},"variables":{"input":${input}}}`;
    const { body } = await editor.rest('POST', '/graphql', { raw });
    expect(body.data.createLongItem).toEqual({ longItem: { value: '9007199254740993' }, userErrors: [] });
  });

  test('must be whole and in range', async () => {
    for (const value of [
      '9223372036854775808',
      '-9223372036854775809',
      '1.5',
      '1e30',
      '"0x10"',
      '" 7 "',
      '"1e3"',
      'true',
    ]) {
      expect([value, (await byRest('longitem', `"value":${value}`)).status]).toEqual([value, 422]);
    }
    for (const value of ['9223372036854775808', '1.5', ' 7 ', '0x10', true]) {
      expect([value, (await byGraph('LongItem', value)).isRefused]).toEqual([value, true]);
    }
  });
});

describe('floating point numbers', () => {
  test('come back as the same double', async () => {
    for (const value of [0, 0.1, -1.5, 5e-324, 1.7976931348623157e308, 1e21, 123456789.12345679]) {
      const text = JSON.stringify(value);
      for (const { urn } of [await byRest('doubleitem', `"value":${text}`), await byGraph('DoubleItem', value)]) {
        const { rest, graph } = await read('DoubleItem', urn);
        expect([rest, graph]).toEqual([value, value]);
      }
    }
    const { urn } = await byRest('doubleitem', '"value":-0');
    expect(Object.is((await read('DoubleItem', urn)).rest, 0)).toBe(true);
  });

  test('must be finite', async () => {
    for (const value of ['1e309', '-1e999', '"NaN"', '"1"']) {
      expect([value, (await byRest('doubleitem', `"value":${value}`)).status]).toEqual([value, 422]);
    }
    expect((await byGraph('DoubleItem', 'NaN')).isRefused).toBe(true);
  });
});

describe('instants', () => {
  const kept: readonly (readonly [string, string])[] = [
    ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.678901Z', '2026-01-02T03:04:05.678901Z'],
    ['2026-01-02T03:04:05.6789+02:00', '2026-01-02T01:04:05.6789Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
    ['2026-01-02T03:04:05.678+02:00', '2026-01-02T01:04:05.678Z'],
    ['2024-02-29T23:59:59.999-00:30', '2024-03-01T00:29:59.999Z'],
    ['0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ];

  test('are stored in UTC, to the microsecond', async () => {
    for (const [sent, value] of kept) {
      for (const { urn } of [await byRest('datetimeitem', `"value":"${sent}"`), await byGraph('DateTimeItem', sent)]) {
        const { rest, graph } = await read('DateTimeItem', urn);
        expect([rest, graph]).toEqual([value, value]);
      }
    }
  });

  test('must exist in the calendar and on the clock', async () => {
    const wrong = [
      'now',
      'tomorrow',
      'epoch',
      'infinity',
      '2026-01-02',
      '2026-01-02T03:04:05',
      '20260102T030405Z',
      '2026-02-30T00:00:00Z',
      '2023-02-29T00:00:00Z',
      '2026-01-02T24:00:00Z',
      '2026-01-02T23:59:60Z',
      '0000-01-01T00:00:00Z',
      '10000-01-01T00:00:00Z',
      '',
      ' ',
    ];
    for (const value of wrong) {
      expect([value, (await byRest('datetimeitem', `"value":"${value}"`)).refusal]).toEqual([
        value,
        '422 INVALID_FORMAT',
      ]);
      expect([value, (await byGraph('DateTimeItem', value)).isRefused]).toEqual([value, true]);
    }
  });
});

describe('JSON objects', () => {
  test('are stored with their order and their structure', async () => {
    const values: readonly Record<string, unknown>[] = [
      {},
      { z: 1, a: 2, '': 3 },
      { a: [1, 'x', null, true, { b: [] }], é: '👩', 'a b': { __proto__x: 1 } },
      JSON.parse('{"__proto__":{"a":1},"constructor":1}') as Record<string, unknown>,
      { n: [0.1, -1, 1e21, 9007199254740991] },
    ];
    for (const value of values) {
      const text = JSON.stringify(value);
      for (const { urn } of [await byRest('jsonitem', `"value":${text}`), await byGraph('JsonItem', value)]) {
        const { rest, graph } = await read('JsonItem', urn);
        expect([JSON.stringify(rest), JSON.stringify(graph)]).toEqual([text, text]);
      }
    }
  });

  test('must be objects, not too large, not too deep, and of storable text', async () => {
    const deep = `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`;
    for (const value of [
      '[]',
      '1',
      '"x"',
      'true',
      `{"a":"${'x'.repeat(65_536)}"}`,
      deep,
      String.raw`{"a":"\u0000"}`,
      String.raw`{"a":"\ud800"}`,
    ]) {
      expect([value.slice(0, 20), (await byRest('jsonitem', `"value":${value}`)).status]).toEqual([
        value.slice(0, 20),
        422,
      ]);
    }
    expect((await byGraph('JsonItem', [1])).isRefused).toBe(true);
  });
});

describe('links, coordinates and booleans', () => {
  test('links must be web addresses', async () => {
    for (const href of ['https://example.com/ä?q=1#x', 'http://example.com', 'mailto:a@example.com']) {
      const { urn } = await byRest('linkitem', `"href":${JSON.stringify(href)}`);
      const { body } = await editor.rest('GET', `/n/v1/linkitem/${String(urn)}`);
      expect(body.href).toBe(href);
    }
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      String.raw`java\nscript:alert(1)`,
      'data:text/html,x',
      '',
    ]) {
      expect([href, (await byRest('linkitem', `"href":"${href}"`)).status]).toEqual([href, 422]);
    }
  });

  test('coordinates must lie on the globe', async () => {
    const at = (latitude: number, longitude: number) =>
      byRest('latlongitem', `"latitude":${String(latitude)},"longitude":${String(longitude)}`);
    for (const [latitude, longitude] of [
      [90, 180],
      [-90, -180],
      [0.1, 5e-324],
    ] as const) {
      const { urn } = await at(latitude, longitude);
      const { body } = await editor.rest('GET', `/n/v1/latlongitem/${String(urn)}`);
      expect([body.latitude, body.longitude]).toEqual([latitude, longitude]);
    }
    expect((await at(90.1, 0)).refusal).toBe('422 OUT_OF_RANGE');
    expect((await at(0, -180.1)).refusal).toBe('422 OUT_OF_RANGE');
  });

  test('booleans are true or false', async () => {
    for (const value of ['"true"', '1', '0', 'null']) {
      expect([value, (await byRest('booleanitem', `"value":${value}`)).status]).toEqual([value, 422]);
    }
  });
});

describe('every kind of item', () => {
  test('read over one face can be sent back over REST unchanged: no new version', async () => {
    const targets = [(await page(editor, null)).urn, (await page(editor, null)).urn] as const;
    for (const kind of itemKinds([targets[0], targets[1]])) {
      const made = await editor.rest('POST', `/n/v1/${kind.path}`, { body: { ...base(), ...kind.second } });
      expect([kind.name, made.status]).toEqual([kind.name, 201]);
      const again = await editor.rest('PUT', `/n/v1/${kind.path}/${String(made.body.urn)}`, { raw: made.text });
      expect([kind.name, again.status, again.body.version]).toEqual([kind.name, 200, 1]);
      const twin = await editor.rest('POST', `/n/v1/${kind.path}`, { raw: made.text });
      expect([kind.name, twin.status]).toEqual([kind.name, 200]);
    }
  });
});
