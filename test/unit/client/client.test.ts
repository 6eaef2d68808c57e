// The client package against answers that a service gives seldom: refusals, cuts, waits, and signatures at their ends.
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createGraph,
  CursorExpiredError,
  CursorLostError,
  followEvents,
  GraphError,
  verifyWebhook,
  type FollowedEvent,
  type FollowOptions,
} from '../../../client/src/index.ts';

const framed = (...results: readonly unknown[]): string =>
  results.map((result) => `event: next\ndata: ${JSON.stringify(result)}\n\n`).join('');
const event = (sequence: number) => ({ id: String(sequence), cursor: `c${String(sequence)}`, sequence });
const told = (...sequences: readonly number[]): string =>
  `:\n\n${framed(...sequences.map((one) => ({ data: { events: event(one) } })))}`;
const refused = (code: string, more: Readonly<Record<string, unknown>> = {}): string =>
  framed({ errors: [{ message: 'No.', extensions: { code, ...more } }] });

describe('followEvents', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  interface Followed {
    readonly heard: readonly (string | number)[];
    readonly requests: readonly { readonly url: string; readonly init: RequestInit }[];
    readonly waits: readonly number[];
    readonly error: unknown;
  }

  /** Follows until `count` events are heard; one answer for each request, the last one for all that follow. */
  async function follow(
    count: number,
    answers: readonly (() => Response)[],
    more: Partial<FollowOptions> = {},
  ): Promise<Followed> {
    const requests: { url: string; init: RequestInit }[] = [];
    const waits: number[] = [];
    const heard: (string | number)[] = [];
    const events = followEvents({
      url: 'https://content.example/',
      fetch: async (url, init = {}) => {
        requests.push({ url: String(url), init });
        const answer = answers[Math.min(requests.length, answers.length) - 1];
        return answer ? answer() : expect.fail('there is an answer');
      },
      onCut: (_error, wait) => {
        waits.push(wait);
        setImmediate(() => vi.advanceTimersByTime(wait));
      },
      ...more,
    });
    try {
      for await (const one of events) {
        heard.push((one satisfies FollowedEvent).sequence);
        if (heard.length >= count) break;
      }
      return { heard, requests, waits, error: null };
    } catch (error) {
      return { heard, requests, waits, error };
    }
  }

  const ok = (body: string) => () => new Response(body);
  const answer =
    (status: number, body = '', headers: Readonly<Record<string, string>> = {}) =>
    () =>
      new Response(body, { status, headers });
  const bodies = ({ requests }: Followed): unknown[] =>
    requests.map(({ init }) => (JSON.parse(String(init.body)) as { variables: unknown }).variables);

  test('asks for what is wanted, and goes on behind the last event that was handled', async () => {
    const wanted = { subjects: ['TASK'], events: ['CREATE'], targetUrns: ['u'] };
    const followed = await follow(3, [ok(told(1, 2)), ok(told(3))], {
      ...wanted,
      after: 'c0',
      token: async () => 'secret',
    });
    expect(followed).toMatchObject({ heard: [1, 2, 3], error: null });
    expect(bodies(followed)).toEqual(['c0', 'c2'].map((after) => ({ after, ...wanted })));
    const [first] = followed.requests;
    expect(first?.url).toBe('https://content.example/graphql/stream');
    expect(first?.init).toMatchObject({
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization: 'Bearer secret' },
    });
    const open = await follow(1, [ok(told(1))]);
    expect(open.requests[0]?.init.headers).not.toHaveProperty('authorization');
  });

  test('reads a letter whose bytes come in two pieces', async () => {
    const bytes = new TextEncoder().encode('data: {"data":{"events":{"cursor":"c","subject":"GRÜN"}}}\n\n');
    const at = bytes.indexOf(0xc3) + 1;
    const body = new ReadableStream({
      start(controller) {
        for (const piece of [bytes.slice(0, at), bytes.slice(at)]) controller.enqueue(piece);
      },
    });
    const events = followEvents({ url: 'https://content.example', fetch: async () => new Response(body) });
    expect((await events.next()).value).toMatchObject({ subject: 'GRÜN' });
    await events.return();
  });

  test.each([500, 502, 503, 429])('goes on after an answer of %i', async (status) => {
    expect(await follow(1, [answer(status), ok(told(1))])).toMatchObject({ heard: [1], error: null });
  });

  test.each([400, 401, 403, 404, 499])('ends with an answer of %i', async (status) => {
    const followed = await follow(1, [answer(status, JSON.stringify({ code: 'X', detail: 'No.' })), ok(told(1))]);
    expect(followed).toMatchObject({ heard: [], waits: [], error: { code: 'X', message: 'No.', status } });
    expect(followed.error).toBeInstanceOf(GraphError);
  });

  test.each(['RATE_LIMITED', 'UNAVAILABLE', 'TIMEOUT', 'INTERNAL_ERROR'])(
    'goes on after %s in the stream',
    async (code) => {
      expect(await follow(1, [ok(refused(code)), ok(told(1))])).toMatchObject({ heard: [1], error: null });
    },
  );

  test.each(['UNAUTHENTICATED', 'FORBIDDEN', 'VALIDATION_FAILED'])('ends with %s in the stream', async (code) => {
    expect(await follow(2, [ok(told(1) + refused(code))])).toMatchObject({ heard: [1], error: { code } });
  });

  test('ends when its cursor is too old, and when events were lost, which says up to where', async () => {
    const old = await follow(1, [ok(refused('CURSOR_EXPIRED'))]);
    expect(old.error).toBeInstanceOf(CursorExpiredError);
    for (const lastCommonCursor of ['1.7', undefined]) {
      const { error, waits } = await follow(1, [ok(refused('CURSOR_LOST', { lastCommonCursor }))]);
      expect(error).toBeInstanceOf(CursorLostError);
      expect([(error as CursorLostError).lastCommonCursor, waits]).toEqual([lastCommonCursor ?? null, []]);
    }
    const early = await follow(1, [answer(400, JSON.stringify({ code: 'CURSOR_EXPIRED' }))]);
    expect(early.error).toBeInstanceOf(CursorExpiredError);
  });

  test('waits twice as long after each cut, half a minute at most, and begins again once it has heard something', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const cuts = Array.from({ length: 8 }, () => ok(''));
    const { waits, error } = await follow(2, [...cuts, ok(told(1)), ok(told(2))]);
    expect(error).toBeNull();
    const longest = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 500];
    // From half of it to the whole.
    expect(waits).toEqual(longest.map((most) => most * 0.75));
  });

  test('waits as long as the service asks for', async () => {
    const { waits } = await follow(1, [
      answer(503, '', { 'retry-after': '7' }),
      answer(429, '', { 'retry-after': 'soon' }),
      ok(told(1)),
    ]);
    expect(waits[0]).toBe(7_000);
    expect(waits[1]).toBeLessThanOrEqual(1_000);
  });

  test('ends at its signal: before a request, and while it waits', async () => {
    const before = await follow(1, [ok(told(1))], { signal: AbortSignal.abort() });
    expect([before.heard, before.requests]).toEqual([[], []]);
    const stop = new AbortController();
    const onCut = (): void => void setImmediate(() => stop.abort());
    const waiting = await follow(1, [ok(''), ok(told(1))], { signal: stop.signal, onCut });
    expect([waiting.heard, waiting.requests.length, waiting.error]).toEqual([[], 1, null]);
    const end = new AbortController();
    const cut = (): never => {
      end.abort();
      throw new Error('cut');
    };
    const during = await follow(1, [cut], { signal: end.signal });
    expect([during.heard, during.waits, during.error]).toEqual([[], [], null]);
  });

  test('ends its request once nobody follows any more', async () => {
    const { requests } = await follow(1, [ok(told(1, 2))]);
    expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([true]);
  });
});

describe('run', () => {
  const run = (answer: () => Response, sent: RequestInit[] = []): Promise<unknown> =>
    createGraph({
      url: 'https://content.example//',
      token: 'secret',
      fetch: async (url, init = {}) => {
        sent.push({ ...init, referrer: String(url) });
        return answer();
      },
    }).run('{ a }', { b: 1 });

  test('sends the operation with its variables, and gives the data', async () => {
    const sent: RequestInit[] = [];
    expect(await run(() => Response.json({ data: { a: 1 } }), sent)).toEqual({ a: 1 });
    expect(sent).toEqual([
      {
        referrer: 'https://content.example/graphql',
        method: 'POST',
        headers: {
          accept: 'application/graphql-response+json, application/json',
          'content-type': 'application/json',
          authorization: 'Bearer secret',
        },
        body: JSON.stringify({ query: '{ a }', variables: { b: 1 } }),
      },
    ]);
  });

  test('hands on the signal that ends it', async () => {
    const sent: RequestInit[] = [];
    const send: typeof fetch = async (_url, init = {}) => {
      sent.push(init);
      return Response.json({ data: { a: 1 } });
    };
    const { signal } = new AbortController();
    await createGraph({ url: 'https://content.example', fetch: send }).run('{ a }', {}, { signal });
    expect(sent.map((init) => init.signal)).toEqual([signal]);
  });

  test.each([
    [{ data: { a: 1 }, errors: [{ message: 'No.', extensions: { code: 'X' } }] }, 200, { message: 'No.', code: 'X' }],
    [{ data: null, errors: [] }, 200, { message: 'HTTP 200', code: 'HTTP' }],
    [{}, 200, { message: 'HTTP 200', code: 'HTTP' }],
    [{ detail: 'Slow down.', code: 'RATE_LIMITED' }, 429, { message: 'Slow down.', code: 'RATE_LIMITED' }],
  ])('rejects for %j with %i', async (body, status, expected) => {
    const headers = { 'retry-after': '3' };
    await expect(run(() => Response.json(body, { status, headers }))).rejects.toMatchObject({
      name: 'GraphError',
      status,
      retryAfter: 3,
      lastCommonCursor: null,
      ...expected,
    });
  });

  test('rejects for what is no answer of the service', async () => {
    await expect(run(() => new Response('<html>', { status: 502 }))).rejects.toMatchObject({
      message: 'HTTP 502',
      code: 'HTTP',
      status: 502,
      retryAfter: null,
    });
  });
});

describe('verifyWebhook', () => {
  const now = Date.parse('2026-01-01T00:00:00.000Z');
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const secret = 'a secret of mine';
  const signed = (seconds: number, version = 'v1') => {
    const time = String(now / 1000 + seconds);
    const signature = createHmac('sha256', secret).update(`id.${time}.{}`).digest('base64');
    return { 'webhook-id': 'id', 'webhook-timestamp': time, 'webhook-signature': `${version},${signature}` };
  };

  test.each([
    [300, undefined, true],
    [-300, undefined, true],
    [301, undefined, false],
    [-301, undefined, false],
    [5, 5, true],
    [6, 5, false],
    [-6, 5, false],
  ])('of a time %i seconds away, with a tolerance of %s, is %s', async (seconds, tolerance, expected) => {
    expect(await verifyWebhook(secret, signed(seconds), '{}', tolerance)).toBe(expected);
  });

  test('takes v1 alone, a time in digits alone, and no empty secret', async () => {
    for (const version of ['v1a', 'v2', 'v1.'])
      expect(await verifyWebhook(secret, signed(0, version), '{}')).toBe(false);
    expect(await verifyWebhook(secret, signed(0.5), '{}')).toBe(false);
    expect(await verifyWebhook('whsec_', signed(0), '{}')).toBe(false);
    expect(await verifyWebhook('whsec_%', signed(0), '{}')).toBe(false);
    expect(await verifyWebhook(secret, { ...signed(0), 'webhook-signature': 'v1,%' }, '{}')).toBe(false);
  });
});
