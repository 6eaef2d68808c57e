// Templates and markdown through the service: expanded with what the reader may see, bounded, and safe against
// injection.
import { beforeAll, describe, expect, test } from 'vitest';
import { change, page, reader, text, view, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});

let count = 0;
const template = (value: string, name = 't', more: Record<string, unknown> = {}): Record<string, unknown> => ({
  name,
  sortOrder: 0,
  value,
  mediaType: 'text/plain',
  ...more,
});
const live = (more: Record<string, unknown>): Promise<Body> =>
  page(editor, `/templates/${String((count += 1))}`, { status: 'PUBLISH', ...more });
async function expanded(source: string, more: Record<string, unknown> = {}): Promise<string> {
  const { templates = [], ...rest } = more as { templates?: unknown[] };
  const { path } = await live({ ...rest, templates: [template(source), ...templates] });
  const answer = await view(editor, path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.templates.find((t: Body) => t.name === 't').value;
}

describe('a template item', () => {
  test('is refused on write with line and column, by itself and inside its entity', async () => {
    const entity = await live({});
    const alone = await editor.rest('POST', '/n/v1/templateitem', {
      body: { entity: entity.urn, ...template('Fine\n{% if %}') },
    });
    expect([alone.status, alone.body.errors[0].path, alone.body.errors[0].code]).toEqual([
      422,
      '/value',
      'INVALID_FORMAT',
    ]);
    expect(alone.body.errors[0].message).toMatch(/^Line \d+, column \d+: /);
    const inside = await editor.data(
      `mutation ($input: CreateEntityInput!) { createEntity(input: $input) { entity { urn } userErrors { code path } } }`,
      {
        input: {
          owner: editor.company,
          name: 'x',
          language: 'en',
          status: 'DRAFT_UNPUBLISHED',
          templates: [template('ok', 'a'), template('{% nonsense %}', 'b')],
        },
      },
    );
    expect(inside.createEntity).toEqual({
      entity: null,
      userErrors: [{ code: 'INVALID_FORMAT', path: '/templates/1/value' }],
    });
    const media = await editor.rest('POST', '/n/v1/templateitem', {
      body: { entity: entity.urn, ...template('x'), mediaType: 'text/css' },
    });
    expect([media.status, media.body.errors[0].code]).toEqual([422, 'INVALID_ENUM']);
  });

  test('prints items by name, repeated ones in order, and its entity', async () => {
    const value = await expanded(
      '{{ title }}|{% for i in items.title %}{{ i.value }};{% endfor %}|{{ n }}|{{ price }}|{{ hero.altText }}|{{ entity.name }}|{{ data.a[1] }}|{{ none }}|{{ __proto__ }}{{ title.constructor }}',
      {
        texts: [text('Second', 'title', 1), text('First'), text('odd', '__proto__')],
        longs: [{ name: 'n', sortOrder: 0, value: 7 }],
        money: [{ name: 'price', sortOrder: 0, currencyCode: 'EUR', unitValue: 150 }],
        images: [{ name: 'hero', sortOrder: 0, altText: 'A hero' }],
        jsons: [{ name: 'data', sortOrder: 0, value: { a: [1, 2] } }],
      },
    );
    expect(value.replace(/odd$/, '')).toBe('First|First;Second;|7|€1.50|A hero|Page|2||');
  });

  test('escapes for its media type, and is stored as it was written', async () => {
    const source = '{{ title }} {{ title | raw }}';
    const { path, templates } = await live({
      texts: [text('<b>&')],
      templates: [template(source, 't', { mediaType: 'text/html' }), template('{{ title }}', 'p')],
    });
    const { body } = await view(editor, path);
    expect(body.templates.map((t: Body) => t.value).sort()).toEqual(['&lt;b&gt;&amp; <b>&', '<b>&']);
    const stored = await editor.rest(
      'GET',
      `/n/v1/templateitem/${String(templates.find((t: Body) => t.name === 't').urn)}`,
    );
    expect(stored.body.value).toBe(source);
  });

  test('includes other templates of its entity by name, and nothing else', async () => {
    const head = template('[{{ title }}]', 'head');
    // Of several of one name, the first.
    const templates = [template('second', 'head', { sortOrder: 1 }), head];
    const included = await expanded("{% render 'head' %}{% include 'head' %}", { texts: [text('A')], templates });
    expect([included.includes('['), included.includes('second')]).toEqual([true, false]);
    expect(await expanded('a{{ head }}{{ items.head }}b', { templates: [head] })).toBe('ab');
    for (const name of ['package.json', '../../package.json', '/etc/passwd']) {
      const value = await expanded(`a{% render '${name}' %}b`);
      expect(value).not.toContain('commonplace');
      expect(value).not.toContain('root:');
    }
  });

  test('prints a text as Markdown and as it is rendered', async () => {
    const markdowns = [{ name: 'body', sortOrder: 0, value: '# So *it* is' }];
    const printed = await expanded('{{ body }}|{{ items.body[0].html | raw }}', { markdowns });
    expect(printed).toBe('# So *it* is|<h1 id="so-it-is">So <em>it</em> is</h1>\n');
  });

  test('never expands its own output', async () => {
    expect(await expanded('{{ title }}', { texts: [text('{{ entity.name }}{% if %}')] })).toBe(
      '{{ entity.name }}{% if %}',
    );
  });

  test('that fails leaves a marker with the code; the rest of the view is rendered, and the answer is not cached', async () => {
    const hostile = [
      '{% for i in (1..100000000) %}x{% endfor %}',
      '{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}x{% endfor %}{% endfor %}{% endfor %}',
      "{% render 't' %}",
    ];
    for (const source of hostile) {
      const { path } = await live({
        texts: [text('Here')],
        templates: [template(source, 't', { mediaType: 'text/html' })],
      });
      const answer = await view(editor, path);
      expect([answer.status, answer.body.texts[0].value]).toEqual([200, 'Here']);
      expect(answer.body.templates[0].value).toMatch(/^<!--.*TEMPLATE_(LIMIT|DEPTH).*-->$/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    const loop = await live({ templates: [template("{% render 'b' %}", 'a'), template("{% render 'a' %}", 'b')] });
    const answer = await view(editor, loop.path);
    expect(answer.body.templates.map((t: Body) => /TEMPLATE_DEPTH/.test(t.value))).toEqual([true, true]);
  });

  test('that fails is named in a warning with its code, on both faces', async () => {
    const { path } = await live({ templates: [template("{% render 'a' %}", 'a'), template('fine', 'b')] });
    const { body, headers } = await view(editor, path);
    const urn = String(body.templates.find((t: Body) => t.name === 'a').urn);
    const message = `Template item ${urn}: The template includes others too deep or too often.`;
    expect(headers.get('warning')).toBe(`299 - "${message}"`);
    const query = 'query ($path: String) { entityView(path: $path) { templates { value } again: templates { name } } }';
    // What was rendered once is remembered, its failure too.
    for (let asked = 0; asked < 2; asked += 1) {
      const { extensions } = await editor.graph(query, { path });
      expect(extensions?.['warnings']).toEqual([{ code: 'TEMPLATE_DEPTH', message }]);
    }
    expect((await view(editor, `${path}?render=RAW`)).headers.get('warning')).toBeNull();
  });

  test('that fails is not rendered where nothing rendered is selected, in a fragment or by another type either', async () => {
    const { path } = await live({ texts: [text('Here')], templates: [template("{% render 'a' %}", 'a')] });
    const warned = async (selection: string): Promise<boolean> => {
      const query = `query ($path: String!) { entityView(path: $path) ${selection}`;
      const { data, extensions } = await editor.graph(query, { path });
      expect(data?.entityView).not.toBeNull();
      return extensions?.['warnings'] !== undefined;
    };
    const plain = ['{ name } }', '{ texts { value } } }', '{ ...Some } } fragment Some on Entity { texts { name } }'];
    const rendered = [
      '{ texts { name } templates { value } } }',
      '{ ...Some } } fragment Some on Entity { templates { name } }',
      '{ ... on Entity { again: templates { urn } } } }',
      '{ template(name: "a") { value } } }',
    ];
    expect(await Promise.all([...plain, ...rendered].map(warned))).toEqual([
      ...plain.map(() => false),
      ...rendered.map(() => true),
    ]);
  });
});

describe('a reference in a template', () => {
  test('resolves to the entity it names, as this reader may see it', async () => {
    const author = await page(editor, '/author', {
      status: 'PUBLISH',
      texts: [text('Ada'), text('Real name', 'name')],
    });
    const { urn, path } = await live({
      references: [{ name: 'author', sortOrder: 0, entityReference: author.urn }],
      templates: [template('{% if author %}by {{ author.title }}, {{ author.name }}{% else %}by nobody{% endif %}')],
    });
    const grant = (objectUrn: string) => ({ label: 'READ', objectUrn, objectScope: 'ENTITY' });
    const both = await reader(service, editor, [grant(urn), grant(author.urn)]);
    const one = await reader(service, editor, [grant(urn)]);
    const seen = async (): Promise<string[]> =>
      Promise.all([both, one].map(async (as) => (await view(as, path)).body.templates[0].value));
    expect(await seen()).toEqual(['by Ada, Real name', 'by nobody']);
    await editor.rest('PUT', `/n/v1/textitem/${String(author.texts[0].urn)}`, { body: { value: 'Draft' } });
    expect(await seen()).toEqual(['by Ada, Real name', 'by nobody']);
    await change(editor, author.urn, { status: 'DRAFT_UNPUBLISHED' });
    expect(await seen()).toEqual(['by nobody', 'by nobody']);
    expect((await view(editor, path)).body.templates[0].value).toBe('by nobody');
  });
});

describe('markdown', () => {
  test('is sanitized HTML in the view, and byte for byte what was written everywhere else', async () => {
    const dirty = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[x](javascript:alert(1)) [y](JaVa\tScRiPt:alert(1))',
      '<svg onload=alert(1)>',
      '<a href="java&#115;cript:alert(1)">z</a>',
      '<iframe srcdoc="<script>1</script>">',
      '<!-- a -->',
      '  **bold** \r\n| a |\n|---|\n| b |\n',
    ].join('\n\n');
    const { path, markdowns } = await live({ markdowns: [{ name: 'body', sortOrder: 0, value: dirty }] });
    const shown: string = (await view(editor, path)).body.markdowns[0].value;
    expect(shown).toContain('<strong>bold</strong>');
    expect(shown).not.toMatch(/<script|<svg|<iframe|<[^>]+ on\w+=|href="[^"]*script:|<!--/i);
    const { body } = await editor.rest('GET', `/n/v1/markdownitem/${String(markdowns[0].urn)}`);
    expect(body.value).toBe(dirty);
    const { markdownItem } = await editor.data(`query ($urn: ID!) { markdownItem(urn: $urn) { value } }`, {
      urn: markdowns[0].urn,
    });
    expect(markdownItem.value).toBe(dirty);
  });

  test('of any shape is rendered', async () => {
    for (const letter of ['[', '>', '*', '`', '<']) {
      const { path } = await live({ markdowns: [{ name: 'body', sortOrder: 0, value: letter.repeat(65_535) }] });
      expect((await view(editor, path)).status).toBe(200);
    }
  });
});
