// No template can exceed its cost limits: each is refused or cut by a bound, with its code.
import { describe, expect, it } from 'vitest';
import { createRenderBudget, createTemplateRenderer } from '../../../src/rendering/template.ts';
import { failureCodeOf } from '../../../src/rendering/templateFailure.ts';

const renderer = createTemplateRenderer();

/** The code that says which bound ended the rendering. */
function codeOf(source: string, partials: Record<string, string> = {}, context: Record<string, unknown> = {}) {
  const result = renderer.render({ source, mediaType: 'text/html', context, partials });
  if (result.error) expect(result.text).toBe(`<!-- template error: ${result.error.code} -->`);
  return result.error?.code;
}

const doubled = (step: string): string => `{% assign a = "x,y" | split: "," %}${step.repeat(40)}`;

describe('a template that costs too much', () => {
  it.each([
    ['a long loop', '{% for i in (1..100000000) %}{% endfor %}'],
    ['a long loop of its own making', '{% assign n = 100000 | times: 1000 %}{% for i in (1..n) %}{% endfor %}'],
    [
      'loops in loops',
      '{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}',
    ],
    ['a table of tables', '{% for i in (1..1000) %}{% tablerow j in (1..1000) %}{% endtablerow %}{% endfor %}'],
    ['a wide date', "{{ 0 | date: '%9999999d' }}"],
    ['a wide fraction', "{{ 0 | date: '%9999999N' }}"],
    ['a date of 30,000 months', `{{ 0 | date: '${'%B'.repeat(30_000)}' }}`],
    ['a text doubled by append', `{% assign a = "xxxx" %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`],
    ['a text doubled by replace', `{% assign a = "xxxx" %}${'{% assign a = a | replace: "x", "xx" %}'.repeat(40)}`],
    [
      'a text that one filter makes long of two short ones',
      `{% assign a = "${'x'.repeat(3_000)}" %}{% assign b = a | replace: "x", a %}`,
    ],
    [
      'a text doubled by capture',
      '{% assign a = "xx" %}{% for i in (1..60) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}',
    ],
    [
      'a text doubled by capture and raw',
      '{% assign a = "xx" %}{% for i in (1..60) %}{% capture a %}{{ a | raw }}{{ a | raw }}{% endcapture %}{% endfor %}',
    ],
    ['a list doubled by concat', `${doubled('{% assign a = a | concat: a %}')}{{ a }}`],
    ['a list that holds itself', `${doubled('{% assign a = a | push: a %}')}{{ a }}`],
    ['a list that holds itself, compared', `${doubled('{% assign a = a | push: a %}')}{% if a > a %}{% endif %}`],
    ['groups of groups', `${doubled('{% assign a = a | concat: a | group_by: "k" %}')}{{ a | json }}`],
    ['a page full of one text', `{% for i in (1..100) %}${'z'.repeat(60_000)}{% endfor %}`],
    ['a page full of raw text', `{% for i in (1..1000) %}{% raw %}${'z'.repeat(60_000)}{% endraw %}{% endfor %}`],
    [
      'text that is never printed',
      `{% capture a %}{% for i in (1..1000) %}${'z'.repeat(60_000)}{% endfor %}{% endcapture %}`,
    ],
    [
      'raw text that is never printed',
      `{% capture a %}{% for i in (1..1000) %}{% raw %}${'z'.repeat(60_000)}{% endraw %}{% endfor %}{% endcapture %}`,
    ],
    ['a list that holds itself, and is never printed', doubled('{% assign a = a | push: a %}')],
    ['a range that is never walked', '{% assign a = (1..8000001) %}'],
    ['a range that ends below what can be counted', '{% for i in (1..-9007199254740994) %}{% endfor %}'],
    ['5,000 nested ifs', `${'{%if 1%}'.repeat(5000)}${'{%endif%}'.repeat(5000)}`],
    ['5,000 nested ifs in one tag', `{% liquid\n${'if true\n'.repeat(5000)}${'endif\n'.repeat(5000)}%}`],
    ['101 nested ifs', `${'{%if 1%}'.repeat(101)}${'{%endif%}'.repeat(101)}`],
    [
      'a range up to the last number to which 1 can be added',
      '{% for i in (9007199254740990..9007199254740991) %}{% endfor %}',
    ],
    ['a range where adding 1 changes nothing', '{% for i in (9007199254740992..9007199254740994) %}{% endfor %}'],
    ['such a range in a filter', '{{ "a" | split: "," | where_exp: "x", "(9007199254740992..9007199254740994)" }}'],
  ])('is stopped: %s', (_name, source) => {
    expect(codeOf(source)).toBe('TEMPLATE_LIMIT');
  });

  it.each([
    [100, undefined],
    [300, 'TEMPLATE_LIMIT'],
  ])('pays for %i conversions of a date as for text, however short what they come to is', (count, code) => {
    // Of 8,000,000 characters nearly all are spent.
    const source = `{% capture a %}{{ text }}{% endcapture %}{% assign b = 0 | date: '${'%B'.repeat(count)}' %}`;
    expect(codeOf(source, {}, { text: 'x'.repeat(7_900_000) })).toBe(code);
  });

  it.each([
    ['long texts of the data', 1_000, { text: 'z'.repeat(60_000) }],
    ['characters that are escaped', 50, '&'.repeat(60_000)],
  ])('is stopped when it writes out %s, which are never printed', (_, rounds, thing) => {
    const source = `{% capture a %}{% for i in (1..${rounds}) %}{{ thing }}{% endfor %}{% endcapture %}`;
    expect(codeOf(source, {}, { thing })).toBe('TEMPLATE_LIMIT');
  });

  it.each(['escape', 'json', 'url_encode', 'xml_escape', 'newline_to_br'])(
    'is stopped when %s makes much more of a text, which is never printed',
    (filter) => {
      const text = (filter === 'newline_to_br' ? '\n' : '"').repeat(2_700_000);
      expect(codeOf(`{% assign a = text | ${filter} %}`, {}, { text })).toBe('TEMPLATE_LIMIT');
    },
  );

  it('is stopped when a filter works on the data for too long', () => {
    const context = { list: Array(5000).fill('a'), rule: `${'x == 1 or '.repeat(6000)}x == 2` };
    expect(codeOf('{{ list | where_exp: "x", rule }}', {}, context)).toBe('TEMPLATE_LIMIT');
  });

  it('may strip 140 KB of half-open tags', () => {
    expect(codeOf('{{ text | strip_html }}', {}, { text: '<script'.repeat(20_000) })).toBeUndefined();
  });

  it('is refused on write with what it nests too deep, and where', () => {
    expect(renderer.parse(`a\n${'{%if 1%}'.repeat(101)}${'{%endif%}'.repeat(101)}`).problem).toEqual({
      message: 'The template takes too much time, memory or output.',
      line: 2,
      column: 793,
    });
  });
});

describe('limits that ordinary templates do not reach', () => {
  it('allow a list that holds itself, up to eight million characters and entries', () => {
    const steps = (count: number): string =>
      `{% assign a = "x,y" | split: "," %}${'{% assign a = a | push: a %}'.repeat(count)}`;
    expect([20, 21].map((count) => codeOf(steps(count)))).toEqual([undefined, 'TEMPLATE_LIMIT']);
  });

  it('allow a source of 65,535 characters of any script', () => {
    expect(renderer.parse('😀'.repeat(65_535))).toEqual({});
    expect(renderer.parse('x'.repeat(200_001)).problem?.message).toBe(
      'The template takes too much time, memory or output.',
    );
  });

  it('allow 100 nested blocks', () => {
    const source = `${'{%if 1%}'.repeat(99)}x${'{%endif%}'.repeat(99)}`;
    expect(renderer.parse(source)).toEqual({});
    expect(codeOf(source)).toBeUndefined();
  });

  it('allow exactly one MiB, counted in UTF-8, and no byte more', () => {
    const render = (context: Record<string, unknown>) =>
      renderer.render({ source: '{{ a }}{{ b }}', mediaType: 'text/plain', context, partials: {} });
    const text = 'é'.repeat(512 * 1024);
    expect(render({ a: text }).text).toBe(text);
    expect(render({ a: text, b: 'b' }).error?.code).toBe('TEMPLATE_LIMIT');
  });

  it('allow 100,000 steps, and not one more', () => {
    // The loop itself takes two steps of the outer list, and each round as many as its texts and one more.
    const rounds = (count: number, more = ''): string => `{% for i in (1..${count}) %}x{% endfor %}${more}`;
    expect(codeOf(rounds(49_999))).toBeUndefined();
    expect(codeOf(rounds(49_998, '{{ a }}{{ a }}'))).toBeUndefined();
    expect(codeOf(rounds(49_999, '{{ a }}'))).toBe('TEMPLATE_LIMIT');
  });

  it('allow a list of 1,000 items to be filtered, sorted and printed', () => {
    const items = Array.from({ length: 1000 }, (_, index) => ({ value: `${'some text '.repeat(10)}${index}` }));
    const source =
      '{% assign s = items | sort: "value" %}{% for i in s %}<li>{{ i.value | truncate: 60 | upcase }}</li>{% endfor %}';
    expect(codeOf(source, {}, { items })).toBeUndefined();
  });
});

/** `p0` includes `p1` so many times, and so on; the last one prints. */
function chain(length: number, times: number): Record<string, string> {
  const bodyOf = (index: number): string => (index === length - 1 ? 'x' : `{% render 'p${index + 1}' %}`.repeat(times));
  return Object.fromEntries(Array.from({ length }, (_, index) => [`p${index}`, bodyOf(index)]));
}

describe('templates that include templates', () => {
  it.each(['render', 'include', 'layout'])('are cut when one includes itself by %s', (tag) => {
    expect(codeOf(`{% ${tag} 'a' %}`, { a: `x{% ${tag} 'a' %}` })).toBe('TEMPLATE_DEPTH');
  });

  it('are cut when two include each other', () => {
    expect(codeOf("{% render 'a' %}", { a: "{% include 'b' %}", b: "{% render 'a' %}" })).toBe('TEMPLATE_DEPTH');
  });

  it('may be 10 deep and not 11', () => {
    expect(codeOf("{% render 'p0' %}", chain(10, 1))).toBeUndefined();
    expect(codeOf("{% render 'p0' %}", chain(11, 1))).toBe('TEMPLATE_DEPTH');
    expect(codeOf("{% render 'p0' %}", chain(100, 1))).toBe('TEMPLATE_DEPTH');
  });

  it.each(['render', 'include', 'layout'])('may follow one another however deep each is: by %s', (tag) => {
    expect(codeOf("{% render 'a' %}".repeat(20), { a: `{% ${tag} 'b' %}`, b: 'x' })).toBeUndefined();
  });

  it('make together no more than one template may', () => {
    const a = `{% assign a = "xxxx" %}${'{% assign a = a | append: a %}'.repeat(17)}`;
    expect(codeOf("{% render 'a' %}".repeat(2), { a })).toBeUndefined();
    expect(codeOf("{% render 'a' %}".repeat(5), { a })).toBe('TEMPLATE_LIMIT');
  });

  it('are cut when they branch 2^20 times, or only too often', () => {
    expect(codeOf("{% render 'p0' %}", chain(20, 2))).toBe('TEMPLATE_DEPTH');
    expect(codeOf("{% render 'p0' %}", chain(10, 2))).toBe('TEMPLATE_DEPTH');
  });

  it('may be included 1,000 times and not 1,001', () => {
    const source = (times: number): string => `{% for i in (1..${times}) %}{% render 'a' %}{% endfor %}`;
    expect(codeOf(source(1000), { a: 'x' })).toBeUndefined();
    expect(codeOf(source(1001), { a: 'x' })).toBe('TEMPLATE_DEPTH');
    expect(codeOf("{% render 'a' for (1..1001) as x %}", { a: 'x' })).toBe('TEMPLATE_DEPTH');
  });
});

describe('the templates of one view', () => {
  const options = { mediaType: 'text/plain', context: {}, partials: { a: 'x' } } as const;

  it('have 1,000 inclusions and 400,000 steps unless said otherwise', () => {
    const budget = createRenderBudget();
    budget.step(400_000);
    expect(() => budget.step(1)).toThrow(expect.objectContaining({ code: 'TEMPLATE_LIMIT' }));
    for (let at = 0; at < 1_000; at += 1) budget.expand();
    expect(() => budget.expand()).toThrow(expect.objectContaining({ code: 'TEMPLATE_DEPTH' }));
  });

  it('share their number of inclusions', () => {
    const budget = createRenderBudget({ expansions: 3 });
    const render = () => renderer.render({ ...options, source: "{% render 'a' %}{% render 'a' %}", budget });
    expect(render().text).toBe('xx');
    expect(render().error?.code).toBe('TEMPLATE_DEPTH');
  });

  it('may take as many steps as there are, and not one more', () => {
    const codeWith = (steps: number): string | undefined =>
      renderer.render({ ...options, source: 'x', budget: createRenderBudget({ steps }) }).error?.code;
    // One list of one text: its length and one more.
    expect(codeWith(2)).toBeUndefined();
    expect(codeWith(1)).toBe('TEMPLATE_LIMIT');
  });

  it('share their number of steps', () => {
    const budget = createRenderBudget({ steps: 50 });
    const loop =
      '{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}';
    expect(renderer.render({ ...options, source: loop, budget }).error?.code).toBe('TEMPLATE_LIMIT');
    expect(renderer.render({ ...options, source: 'harmless', budget }).error?.code).toBe('TEMPLATE_LIMIT');
    expect(renderer.render({ ...options, source: 'harmless' })).toEqual({ text: 'harmless' });
  });
});

it.each([
  [new RangeError('Invalid string length'), 'TEMPLATE_LIMIT'],
  [new Error('anything else'), 'TEMPLATE_RENDER'],
  ['no error at all', 'TEMPLATE_RENDER'],
])('an engine that gives up with %s has a code for it', (error, code) => {
  expect(failureCodeOf(error)).toBe(code);
});
