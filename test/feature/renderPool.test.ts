// The rendering threads: the event loop stays free, results equal those of the renderer itself and are cached, failures
// too, and a job that does not end is aborted.
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createJobRenderer, lazyMarkdown, type RenderJob } from '../../src/rendering/renderJob.ts';
import { createRenderPool, type RenderPool, type RenderPoolOptions } from '../../src/rendering/renderPool.ts';
import { fakeTimers } from '../support/fakeTimers.ts';

/** A pool that hands every job to a thread. */
const createThreadedPool = (options: Partial<RenderPoolOptions> = {}): RenderPool =>
  createRenderPool({ millisecondsHere: 0, ...options });

const pool = createThreadedPool();
afterAll(() => pool.stop());

const job = (source: string, more: Partial<RenderJob> = {}): RenderJob => ({
  markdowns: [],
  templates: [{ source, mediaType: 'text/html' }],
  data: {},
  partials: {},
  ...more,
});

const endless =
  '{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}';

describe('a page', () => {
  it('is rendered in a thread as in the main thread', async () => {
    const page = job('{{ title }} {{ about.html | raw }} {% render "foot" %}{{ list[1] }}', {
      markdowns: ['# One', '*two* <script>'],
      data: { title: '<b>', about: { html: lazyMarkdown('**x**') }, list: [1, 9007199254740993n] },
      partials: { foot: 'foot' },
    });
    const expected = createJobRenderer()(page);
    expect(expected.templates[0]?.text).toContain('&lt;b&gt; <p><strong>x</strong></p>');
    expect(await pool.render(page)).toEqual(expected);
  });

  it('has the HTML of a text where only a template that it includes names it', () => {
    const page = job('{% render "body" %}', {
      data: { about: { html: lazyMarkdown('**x**') } },
      partials: { body: '{{ about.html | raw }}' },
    });
    expect(createJobRenderer()(page).templates[0]?.text).toBe('<p><strong>x</strong></p>\n');
  });

  it('has the HTML of a text however a template names it', () => {
    const page = job('{{ about["html"] | raw }}', { data: { about: { html: lazyMarkdown('**x**') } } });
    expect(createJobRenderer()(page).templates[0]?.text).toBe('<p><strong>x</strong></p>\n');
  });

  it.each([
    ['an ordinary one at once', job('{{ 1 }}', { markdowns: ['*x*'.repeat(100)] }), 0],
    ['one of many characters in a thread', job('{{ 1 }}', { markdowns: ['x'.repeat(32_000)] }), 1],
    ['one that takes long in a thread', job(endless), 1],
  ])('is rendered where it disturbs nobody, %s', async (_, page, jobs) => {
    const usual = createRenderPool();
    const given = vi.spyOn(Worker.prototype, 'postMessage');
    expect(await usual.render(page)).toEqual(createJobRenderer()(page));
    expect(given).toHaveBeenCalledTimes(jobs);
    await usual.stop();
  });

  it('is rendered once, also when it fails, and costs the same each time', async () => {
    const [first, again] = [await pool.render(job(endless)), await pool.render(job(endless))];
    expect(first.templates[0]?.error?.code).toBe('TEMPLATE_LIMIT');
    expect(first.units).toBeGreaterThan(99_000);
    expect(again).toBe(first);
    const small = job('', { templates: [], markdowns: ['*hi*'] });
    const [here, known] = [await pool.render(small), await pool.render(small)];
    expect(here.units).toBeGreaterThan(0);
    expect(known).toBe(here);
    const together = await Promise.all([1, 2, 3].map(() => pool.render(job('{{ 1 | plus: 1 }}'))));
    expect(together[1]).toBe(together[0]);
  });

  it('is tried again where the clock ended it, and not where its own steps did', async () => {
    const patient = createThreadedPool({ failureMillis: 1 });
    const slow = job('{{ list | where_exp: "x", rule }}', {
      data: { list: Array(5000).fill('a'), rule: `${'x == 1 or '.repeat(6000)}x == 2` },
    });
    const [first, counted] = [await patient.render(slow), await patient.render(job(endless))];
    expect(first.templates[0]).toMatchObject({ error: { code: 'TEMPLATE_LIMIT' }, isByClock: true });
    // Rendering it takes longer than it is kept.
    expect(await patient.render(slow)).not.toBe(first);
    expect(await patient.render(job(endless))).toBe(counted);
    await patient.stop();
  });

  it('is told from one that differs in a number, or in a text that reads like it', async () => {
    for (const value of [5n, 6n, '5', '5n', 5]) {
      const page = job('{{ value | json }}', { data: { value } });
      expect((await pool.render(page)).templates).toEqual(createJobRenderer()(page).templates);
    }
  });

  it('has its texts under whatever names their authors gave them', () => {
    const data = { items: JSON.parse('{"__proto__":{"html":"x"},"constructor":{"html":"y"}}') as unknown };
    const page = job('{{ items.__proto__.html }}{{ items.constructor.html }}', { data });
    expect(createJobRenderer()(page).templates).toEqual([{ text: 'xy' }]);
  });

  it('that shows the time is rendered again', async () => {
    const page = job('{{ "now" | date: "%s%N" }}');
    await vi.waitFor(async () => {
      const [one, other] = [await pool.render(page), await pool.render(page)];
      expect(one.templates[0]?.text).not.toBe(other.templates[0]?.text);
    });
  });

  it.each([
    [
      'takes an item at random',
      job('{{ list | sample: 100 | join }}', { data: { list: Array.from({ length: 200 }, (_, at) => at) } }),
    ],
    ['includes the time', job('{% render "t" %}', { partials: { t: '{{ "now" | date: "%s%N" }}' } })],
  ])('that %s is rendered again', async (_, page) => {
    await vi.waitFor(async () => {
      const [one, other] = [await pool.render(page), await pool.render(page)];
      expect(one.templates[0]?.text).not.toBe(other.templates[0]?.text);
    });
  });

  it('that shows the time is rendered once where it fails', async () => {
    const failing = job(`{{ "now" | date: "%Y" }}${endless}`);
    const [first, again] = [await pool.render(failing), await pool.render(failing)];
    expect(first.templates[0]?.error?.code).toBe('TEMPLATE_LIMIT');
    expect(again).toBe(first);
  });

  it('that shows the time is rendered again a minute after it failed', async () => {
    // Whole, so that a minute later is a minute and no rounding more.
    const began = Math.ceil(performance.now());
    const clock = vi.spyOn(performance, 'now').mockReturnValue(began);
    const failing = job(`{{ "now" | date: "%m" }}${endless}`);
    const first = await pool.render(failing);
    clock.mockReturnValue(began + 60_000);
    expect(await pool.render(failing)).toBe(first);
    clock.mockReturnValue(began + 60_001);
    // The cache looks at the clock once in a millisecond.
    await vi.waitFor(async () => expect(await pool.render(failing)).not.toBe(first));
  });

  it('that is expensive leaves the event loop free', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      handle = setImmediate(count);
    };
    let handle = setImmediate(count);
    const expensive = Array.from({ length: 8 }, (_, at) => job(`${String(at)}${endless}`));
    await Promise.all(expensive.map((page) => pool.render(page)));
    clearImmediate(handle);
    expect(turns).toBeGreaterThan(100);
  });
});

describe('a template', () => {
  it('is stopped after a number of steps, the same on every machine, not by the clock', async () => {
    const render = createJobRenderer();
    const units = new Set([1, 2, 3].map(() => render(job(endless)).units));
    expect(units.size).toBe(1);
    // A legal template stays legal however busy the machine is.
    const legal = job('{{ big }}'.repeat(5_000), { data: { big: 'x'.repeat(200) } });
    expect(render(legal).templates[0]?.error).toBeUndefined();
  });
});

describe('a pool', () => {
  it('aborts a job that does not end in time, and continues with the next one', async () => {
    const hasty = createThreadedPool({ threads: 1, milliseconds: 1 });
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    await expect(hasty.render(job(endless))).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(ended).toHaveBeenCalledOnce();
    await hasty.stop();
    const narrow = createThreadedPool({ threads: 1 });
    expect((await narrow.render(job('a'))).templates).toEqual([{ text: 'a' }]);
    await narrow.stop();
  });

  it('whose thread breaks refuses that job, and renders the next one in a new thread', async () => {
    const narrow = createThreadedPool({ threads: 1, milliseconds: 600_000 });
    // No text: nothing in a thread catches that.
    const breaking = job('a', { markdowns: [5 as unknown as string] });
    await expect(narrow.render(breaking)).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect((await narrow.render(job('b'))).templates).toEqual([{ text: 'b' }]);
    await narrow.stop();
  });

  it('that stops refuses what it renders', async () => {
    const stopping = createThreadedPool({ milliseconds: 600_000 });
    const rendering = expect(stopping.render(job(endless))).rejects.toMatchObject({ code: 'TIMEOUT' });
    const given = vi.spyOn(Worker.prototype, 'postMessage');
    await vi.waitFor(() => expect(given).toHaveBeenCalled());
    await stopping.stop();
    await rendering;
  });

  it('renders two jobs at once', async () => {
    const usual = createThreadedPool({ mostWaiting: 1 });
    const all = await Promise.allSettled([1, 2, 3, 4].map((at) => usual.render(job(`${String(at)}{{ 1 }}`))));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    await usual.stop();
  });

  it('refuses a job that would wait too long in the queue', async () => {
    const narrow = createThreadedPool({ threads: 1, mostWaiting: 1 });
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, (_, at) => narrow.render(job(`${String(at)}${endless}`))),
    );
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    // One is rendered and one waits.
    expect(refused).toHaveLength(3);
    for (const one of refused) expect(one).toMatchObject({ code: 'UNAVAILABLE', extras: { retryAfterSeconds: 1 } });
    await narrow.stop();
  });

  it('refuses a job after its time in the queue, and gives its place to another one', async () => {
    fakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const narrow = createThreadedPool({ threads: 1, mostWaiting: 1 });
    const first = narrow.render(job(endless));
    const late = expect(narrow.render(job('late'))).rejects.toMatchObject({ code: 'TIMEOUT' });
    vi.advanceTimersByTime(7_999);
    const refused = expect(narrow.render(job('early'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    vi.advanceTimersByTime(1);
    const next = narrow.render(job('next'));
    // The thread has its time from when it is there, by the clock.
    vi.useRealTimers();
    await Promise.all([late, refused]);
    expect((await first).templates[0]?.error?.code).toBe('TEMPLATE_LIMIT');
    expect((await next).templates).toEqual([{ text: 'next' }]);
    await narrow.stop();
  });
});
