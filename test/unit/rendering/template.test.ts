// Templates: values, escaping by media type, other items, and the errors that an author sees.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createTemplateRenderer, type RenderTemplateOptions } from '../../../src/rendering/template.ts';

const renderer = createTemplateRenderer();

function render(source: string, options: Partial<RenderTemplateOptions> = {}) {
  return renderer.render({ source, mediaType: 'text/html', context: {}, partials: {}, ...options });
}

describe('a template', () => {
  it('prints items by name, lists of items and fields of its data', () => {
    const context = {
      title: 'One',
      items: { para: [{ value: 'a' }, { value: 'b' }] },
      entity: { path: '/x' },
      author: { title: 'Ada' },
    };
    const source =
      '{{ title }} by {{ author.title }} at {{ entity.path }}:{% for p in items.para %} {{ forloop.index }}{{ p.value }}{% endfor %}';
    expect(render(source, { context })).toEqual({ text: 'One by Ada at /x: 1a 2b' });
  });

  it('prints nothing for missing values', () => {
    expect(render('[{{ a }}{{ a.b.c }}{{ a[0] }}{% for x in a %}x{% endfor %}]')).toEqual({ text: '[]' });
  });

  it.each([
    [true, 'true'],
    [1.5, '1.5'],
    [9007199254740993n, '9007199254740993'],
    [null, ''],
    [['a', 1, null, ['b']], 'a1b'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new Date(NaN), ''],
    [{ a: [1], toString: 'x' }, '{"a":[1],"toString":"x"}'],
    [{ a: 9007199254740993n }, '{"a":"9007199254740993"}'],
  ])('prints %o as %s', (value, text) => {
    expect(render('{{ v }}', { context: { v: value }, mediaType: 'text/plain' })).toEqual({ text });
  });

  it('shows dates in UTC and in English on every machine', () => {
    const source = "{{ '2026-03-04T23:30:00.000Z' | date: '%A %-d %B %Y %H:%M %z' }}";
    expect(render(source).text).toBe('Wednesday 4 March 2026 23:30 +0000');
    vi.stubEnv('TZ', 'Asia/Tokyo');
    try {
      const elsewhere = createTemplateRenderer();
      const shown = elsewhere.render({ source, mediaType: 'text/html', context: {}, partials: {} });
      expect(shown.text).toBe('Wednesday 4 March 2026 23:30 +0000');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('leaves its input values unchanged', () => {
    const context = { title: 'One' };
    expect(render('{% increment title %}{% assign title = "Two" %}', { context }).text).toBe('0');
    expect(context).toEqual({ title: 'One' });
  });
});

describe('output', () => {
  const context = { v: `<a b="c">'&</a>\n\\` };

  it('is escaped for HTML', () => {
    expect(render('{{ v }}', { context }).text).toBe('&lt;a b=&quot;c&quot;&gt;&#39;&amp;&lt;/a&gt;\n\\');
  });

  it('is escaped as the inside of a JSON string', () => {
    const { text } = render('{"v":"{{ v }}","n":{{ n }}}', {
      context: { ...context, n: 3 },
      mediaType: 'application/json',
    });
    expect(JSON.parse(text)).toEqual({ v: context.v, n: 3 });
  });

  it('cannot break out of a JSON string', () => {
    const hostile = { v: '","admin":true,"x":"' };
    const { text } = render('{"v":"{{ v }}"}', { context: hostile, mediaType: 'application/json' });
    expect(JSON.parse(text)).toEqual(hostile);
  });

  it('is not escaped in plain text', () => {
    expect(render('{{ v }}', { context, mediaType: 'text/plain' }).text).toBe(context.v);
  });

  it('is not escaped with raw, and only then', () => {
    expect(render('{{ v | raw }}', { context }).text).toBe(context.v);
    expect(render('{{ v | raw | upcase }}', { context: { v: '<a>' } }).text).toBe('&lt;A&gt;');
    expect(render('{% echo v %}{% cycle v %}', { context: { v: '<a>' } }).text).toBe('&lt;a&gt;&lt;a&gt;');
  });

  it('is never parsed as a template again', () => {
    const hostile = { v: '{{ 7 | times: 7 }}{% assign x = 1 %}' };
    const source = "{{ v }}{% capture c %}{{ v }}{% endcapture %}{{ c | raw }}{% render 'p' %}";
    const { text } = render(source, { context: hostile, partials: { p: '{{ v }}' }, mediaType: 'text/plain' });
    expect(text).toBe(hostile.v.repeat(3));
  });
});

describe('other templates', () => {
  const partials = { part: '<{{ title }}{{ x }}>', page: '[{% block body %}-{% endblock %}]', 'my name': 'found' };
  const context = { title: 'T' };

  it('are rendered and included by name, with access to the items', () => {
    expect(render("{% render 'part', x: 1 %}{% include 'part' %}", { partials, context }).text).toBe('<T1><T>');
    expect(render("{% render 'my name' %}", { partials }).text).toBe('found');
  });

  it('serve as layouts', () => {
    expect(render("{% layout 'page' %}{% block body %}{{ title }}{% endblock %}", { partials, context }).text).toBe(
      '[T]',
    );
  });

  it('see the variables of the other one with include, and not with render', () => {
    expect(render("{% assign x = 2 %}{% include 'part' %}{% render 'part' %}", { partials }).text).toBe('<2><>');
  });

  it('that were not passed in print nothing', () => {
    const source = "[{% render 'draft' %}{% include 'draft' %}{% render 'constructor' %}{% render '__proto__' %}]";
    expect(render(source, { partials })).toEqual({ text: '[]' });
  });

  it('that do not parse fail the template that includes them', () => {
    expect(render("a{% render 'bad' %}", { partials: { bad: '{% if %}' } }).error?.code).toBe('TEMPLATE_PARSE');
  });

  it('are never files', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'template-'));
    try {
      writeFileSync(path.join(folder, 'secret'), 'SECRET');
      symlinkSync(path.join(folder, 'secret'), path.join(folder, 'link'));
      const up = path.relative(process.cwd(), folder);
      const names = [
        'package.json',
        './package.json',
        '../../etc/passwd',
        '/etc/passwd',
        `${folder}/link`,
        `${up}/link`,
      ];
      for (const name of names) {
        for (const tag of ['render', 'include', 'layout']) {
          expect(render(`{% ${tag} "${name}" %}`)).toEqual({ text: '' });
          expect(render(`{% ${tag} name %}`, { context: { name } })).toEqual({ text: '' });
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a value that is not data', () => {
  it.each([
    'x.constructor',
    'x.constructor.constructor',
    'x.__proto__',
    'x.toString',
    'x["__defineGetter__"]',
    'text.constructor',
    'list.map',
    'constructor',
    '__proto__',
    'hasOwnProperty',
    'getter',
    'x.getter',
    'method',
    'x.method',
    'promise',
    'x.promise',
  ])('{{ %s }} is empty', (expression) => {
    const active = {
      get getter() {
        return 'LEAK';
      },
      method: () => 'LEAK',
      promise: Promise.resolve('LEAK'),
    };
    const x = Object.defineProperties({}, Object.getOwnPropertyDescriptors(active));
    const context = Object.defineProperties({ x, text: 't', list: [] }, Object.getOwnPropertyDescriptors(active));
    expect(render(`[{{ ${expression} }}]`, { context })).toEqual({ text: '[]' });
    const partials = { p: `{{ ${expression} }}` };
    expect(render("[{% render 'p', x: x %}]", { context, partials })).toEqual({ text: '[]' });
  });
});

describe('a template on write', () => {
  it.each([
    '',
    'plain text',
    '{{ a | upcase }}{% if a %}b{% endif %}',
    '{% raw %}{{ {% x %}{% endraw %}',
    "{% render 'later' %}",
  ])('is accepted: %j', (source) => {
    expect(renderer.parse(source)).toEqual({});
  });

  it.each([
    ['a\n  {% nope %}', 'tag "nope" not found', 2, 3],
    ['{{ a | nope }}', 'undefined filter: nope', 1, 1],
    ['a\n{% if a %}', 'tag {% if a %} not closed', 2, 1],
    ['\n\n {{ a', 'output "{{ a" not closed', 3, 2],
    ['{% endif %}', 'tag "endif" not found', 1, 1],
  ])('is refused with its position: %j', (source, message, line, column) => {
    expect(renderer.parse(source)).toEqual({ problem: { message, line, column } });
  });

  it('is refused in at most 201 characters', () => {
    const messageOf = (length: number): string | undefined =>
      renderer.parse(`{% for ${'x'.repeat(length)} %}`).problem?.message;
    expect(messageOf(177)).toBe(`illegal tag: {% for ${'x'.repeat(177)} %}`);
    expect(messageOf(178)).toBe(`illegal tag: {% for ${'x'.repeat(178)} %…`);
    expect(messageOf(5000)).toBe(`illegal tag: {% for ${'x'.repeat(180)}…`);
  });
});

describe('a template that fails', () => {
  const source = 'secret text {{ v | url_decode }}';
  const context = { v: '%' };
  const error = { code: 'TEMPLATE_RENDER', message: 'The template failed while it was rendered.' };

  it('shows a comment in HTML', () => {
    expect(render(source, { context })).toEqual({ text: '<!-- template error: TEMPLATE_RENDER -->', error });
  });

  it('shows a note in plain text', () => {
    expect(render(source, { context, mediaType: 'text/plain' })).toEqual({
      text: '[template error: TEMPLATE_RENDER]',
      error,
    });
  });

  it('shows a string in JSON', () => {
    const result = render(source, { context, mediaType: 'application/json' });
    expect(JSON.parse(result.text)).toBe('[template error: TEMPLATE_RENDER]');
    expect(result.error).toEqual(error);
  });

  it('reports that it does not parse', () => {
    expect(render('secret {% nope %}')).toEqual({
      text: '<!-- template error: TEMPLATE_PARSE -->',
      error: { code: 'TEMPLATE_PARSE', message: 'The template is not valid Liquid.' },
    });
  });

  it('leaves the next one unaffected', () => {
    render("{% render 'self' %}", { partials: { self: "{% render 'self' %}" } });
    expect(render("{% render 'p' %}", { partials: { p: 'ok' } })).toEqual({ text: 'ok' });
  });
});
