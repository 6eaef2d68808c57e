// What REST answers of resources and pages of every kind, with shallow links and with links in full, to callers of every kind, on rows that
// are live, drafted, deleted and moved: a page, and a link in full, hold what a read of the resource itself is answered.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { countObjects } from '../../src/engine/answeredObjects.ts';
import { beside, isAtOnce, passing, startBothPlans, type BothPlans } from '../support/bothPlans.ts';
import { page } from '../support/content.ts';
import { bareTask, made } from '../support/work.ts';
import type { Client } from '../support/client.ts';
import { isTried, triedOf } from '../support/matrix.ts';

let both: BothPlans;

beforeAll(async () => {
  both = await startBothPlans();
});
afterAll(() => both.close());

type Answer = Awaited<ReturnType<Client['rest']>>;

/** Reads as the caller; answers what was said, and the statements that it took. */
async function readAs(name: string, address: string): Promise<{ answer: Answer; statements: string[] }> {
  const caller = both.callers.get(name);
  if (!caller) throw new Error(`There is no caller ${name}`);
  const from = both.service.statements.length;
  const answer = await caller.text.rest('GET', address);
  return { answer, statements: both.service.statements.slice(from).filter((one) => !beside.test(one)) };
}

// Bodies that were read one by one, by the caller and the address.
const alone = new Map<string, Promise<Answer>>();

function readAlone(name: string, path: string): Promise<Answer> {
  const known = alone.get(`${name} ${path}`) ?? readAs(name, path).then(({ answer }) => answer);
  alone.set(`${name} ${path}`, known);
  return known;
}

/** Expects that a body which stands in another answer is what its own address is answered, or that it may not be read. */
async function expectAlone(name: string, shown: unknown, where: string): Promise<void> {
  const { url, ...rest } = shown as Readonly<Record<string, unknown>>;
  const { status, body } = await readAlone(name, String(url).slice(both.service.url.length));
  const plain = (json: unknown): unknown => JSON.parse(JSON.stringify(json).replaceAll(passing, '"$1":""'));
  if (Object.keys(rest).length > 1) expect([status, plain(body)], where).toEqual([200, plain(shown)]);
  else expect(status, where).toBeGreaterThanOrEqual(400);
}

describe('REST answers', () => {
  const { resources } = loadContract();
  const pathOf = (kind: string): string => resources.find(({ name }) => name === kind)?.path ?? '';

  test(
    'one resource of every kind with what stands in it, or some members of it, by one statement',
    { timeout: 120_000 },
    async () => {
      const found = new Map<string, number>();
      // What was decided about a caller before its rights changed is decided anew.
      for (const { text: caller } of both.callers.values()) await caller.rest('GET', '/n/v1/companies?limit=1');
      for (const [row, name] of [...both.callers.keys()].entries()) {
        for (const { kind, urn } of both.urns.filter((_, column) => isTried(row, column, 3))) {
          const { answer, statements } = await readAs(name, `/n/v1/${pathOf(kind)}/${urn}`);
          if (answer.status !== 200) continue;
          found.set(name, (found.get(name) ?? 0) + 1);
          const [, , , ...shown] = Object.keys(answer.body as object).slice(0, 6);
          const some = await readAs(name, `/n/v1/${pathOf(kind)}/${urn}?fields=${shown.join()}`);
          expect(answer.body).toMatchObject(some.answer.body as object);
          expect(Object.keys(some.answer.body as object).sort()).toEqual([...new Set(['url', 'urn', ...shown])].sort());
          const once = ['Entity', 'TextItem', 'Identity', 'EntityList', 'Task', 'Workflow'].includes(kind);
          // The urn may be that of one value of an item's history.
          if (once && (answer.body.itemUrn ?? urn) === answer.body.urn)
            expect({ kind, urn, all: statements.length }).toEqual({ kind, urn, all: 1 });
        }
      }
      expect(found.get('nobody') ?? 0).toBe(0);
      expect(found.get('one with single edges')).toBeGreaterThan(triedOf(12, 3));
      expect(found.get('an administrator')).toBeGreaterThan(found.get('one with single edges') ?? 0);
    },
  );

  test('pages of every kind, to their end and back, with the bodies of their rows', { timeout: 120_000 }, async () => {
    const listed = resources.filter(({ operations }) => operations.has('LIST'));
    for (const [row, name] of [...both.callers.keys()].entries()) {
      for (const { plural } of listed.filter((_, column) => isTried(row, column, 3))) {
        const expectRows = async (address: string): Promise<Answer> => {
          const { answer } = await readAs(name, address);
          const rows = (answer.body[plural] ?? []) as unknown[];
          for (const one of rows) await expectAlone(name, one, `${name}: ${address}`);
          return answer;
        };
        const { status, body } = await expectRows(`/n/v1/${plural}?limit=3&count=true`);
        const { nextUrl, after } = body.pagination ?? {};
        if (typeof nextUrl === 'string') await expectRows(nextUrl.slice(both.service.url.length));
        if (typeof after === 'string') await expectRows(`/n/v1/${plural}?limit=2&before=${after}`);
        expect([plural, status === 200 || body.code === 'OWNER_REQUIRED' || body.code === 'UNAUTHENTICATED']).toEqual([
          plural,
          true,
        ]);
      }
    }
    const inFull = await readAs('an administrator', '/n/v1/entities?expand=owner&limit=5');
    expect(inFull.answer.body.entities[0].owner.name).toBeTypeOf('string');
    const after = '/n/v1/tasks?filter[title]=After&sort=-updatedTimestamp&fields=title,blockedBy';
    const { answer } = await readAs('an administrator', after);
    expect(
      answer.body.tasks.map(({ title, blockedBy }: Record<string, unknown[]>) => [title, blockedBy?.length]),
    ).toEqual([['After', 1]]);
  });

  test('links in full, of every kind, as the resource itself', { timeout: 240_000 }, async () => {
    const once = new Set<string>();
    for (const [row, name] of [...both.callers.keys()].entries()) {
      for (const { kind, urn } of both.urns.filter((_, column) => isTried(row, column, 3))) {
        const resource = resources.find((one) => one.name === kind);
        const links = resource?.fields.filter(({ typeClass, rest }) => typeClass === 'LINK' && !rest.isUrnOnly) ?? [];
        for (const { name: link, storage, isPaged } of links) {
          const where = `${name}: /n/v1/${pathOf(kind)}/${urn}?expand=${link}`;
          const { answer, statements } = await readAs(name, where.slice(name.length + 2));
          expect(answer.status, where).toBe((await readAlone(name, `/n/v1/${pathOf(kind)}/${urn}`)).status);
          if (answer.status !== 200) continue;
          if (statements.length === 1) once.add(`${kind}.${link}`);
          // Children stand without the link back.
          if (storage === 'INVERSE' && !isPaged) continue;
          const shown = [answer.body[link]].flat() as unknown[];
          for (const one of shown) if (one !== null) await expectAlone(name, one, where);
        }
      }
    }
    expect(once.size).toBeGreaterThan(triedOf(80, 3));
  });

  test('amounts in the language of their page, for whoever may read that page and for whoever may not', async () => {
    const money = [
      { name: 'price', sortOrder: 0, currencyCode: 'EUR', unitValue: '-123456789012345678' },
      { name: 'price', sortOrder: 1, currencyCode: 'JPY', unitValue: '7' },
    ];
    const priced = await page(both.admin, '/preis', { status: 'PUBLISH', language: 'de', money });
    const { answer } = await readAs('an administrator', '/n/v1/entities?filter[path]=/preis');
    expect(answer.body.entities[0].money[0]).toMatchObject({
      value: '-1234567890123456.78',
      formattedValue: '-1.234.567.890.123.456,78\u00a0€',
      currencySymbol: '€',
    });
    const amounts = `/n/v1/moneyitems?filter[urn]=${String(priced.money[0].urn)}`;
    const grant = { owner: both.admin.company, subjectScope: 'EVERYONE', subjectUrn: both.admin.company };
    const body = { ...grant, objectScope: 'MONEY_ITEM', objectUrn: priced.money[0].urn, label: 'READ' };
    expect((await both.admin.rest('POST', '/n/v1/permission', { body })).status).toBe(201);
    const shared = await readAs('one with single edges', amounts);
    expect(shared.answer.body.moneyitems[0].formattedValue).toBe('-€1,234,567,890,123,456.78');
  });

  test('the newest posts of each thread, with the address of those before them', async () => {
    const talk = await made(both.admin, 'messagethread', { group: both.urnOf('Group', 0), name: 'Long' });
    for (let at = 0; at < 53; at += 1) {
      const body = { messageThread: talk.urn, authorIdentity: both.person, content: `Post ${String(at)}` };
      await made(both.admin, 'threadpost', body);
    }
    for (const name of both.callers.keys()) {
      const { body } = (await readAs(name, '/n/v1/messagethreads?count=true')).answer;
      for (const one of (body.messagethreads ?? []) as unknown[]) await expectAlone(name, one, name);
    }
    const { answer } = await readAs('an administrator', '/n/v1/messagethreads?sort=-createdTimestamp&limit=1');
    const [{ posts, pagination }] = answer.body.messagethreads;
    expect([posts.length, posts[0].content, pagination.isMorePages]).toEqual([50, 'Post 3', true]);
    const before = await readAs('an administrator', pagination.nextUrl.slice(both.service.url.length));
    expect(before.answer.body.posts.map((post: { content: string }) => post.content)).toEqual([
      'Post 0',
      'Post 1',
      'Post 2',
    ]);
    for (const [asked, shown] of [
      ['limit=2', ['Post 51', 'Post 52']],
      ['limit=2&sort=content', ['Post 0', 'Post 1']],
      [`limit=2&after=${String(before.answer.body.pagination.after)}`, ['Post 3', 'Post 4']],
    ] as const) {
      const { body } = (await readAs('an administrator', `/n/v1/messagethread/${String(talk.urn)}?${asked}`)).answer;
      expect([asked, body.posts.map((post: { content: string }) => post.content)]).toEqual([asked, shown]);
    }
    const oldest = await readAs(
      'an administrator',
      `/n/v1/messagethread/${String(talk.urn)}?sort=createdTimestamp&limit=2`,
    );
    const next = await readAs('an administrator', oldest.answer.body.pagination.nextUrl.slice(both.service.url.length));
    expect(next.answer.body.posts.map((post: { content: string }) => post.content)).toEqual(['Post 2', 'Post 3']);
  });

  test('what a write is answered with, under the tag that the next read has', async () => {
    const texts = [{ name: 'one', sortOrder: 0, value: 'x' }];
    const doubles = [{ name: 'large', sortOrder: 0, value: 0.25 }];
    const { urn } = await page(both.admin, '/tagged', { texts, doubles, status: 'PUBLISH' });
    const written = await both.admin.rest('PATCH', `/n/v1/entity/${String(urn)}`, { body: { name: 'Tagged' } });
    const tag = String(written.headers.get('etag'));
    expect(tag).toMatch(/^"\d+-[0-9a-f]{32}"$/);
    const { answer } = await readAs('an administrator', `/n/v1/entity/${String(urn)}`);
    expect([answer.headers.get('etag'), answer.text]).toEqual([tag, written.text]);
    const again = await both.admin.rest('GET', `/n/v1/entity/${String(urn)}`, { headers: { 'If-None-Match': tag } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('long pages, with what JSON escapes where a cursor stands', async () => {
    const words = 'x'.repeat(60_000);
    const names = ['a "quoted" \\ line\n', 'b\u2028ü"', 'c, "NODES" : [', 'd"}}'];
    for (const [at, name] of names.entries())
      await page(both.admin, `/escaped-${String(at)}`, {
        name,
        status: 'PUBLISH',
        texts: [{ name: 'long', sortOrder: 0, value: words }],
        jsons: [{ name: '{"a":', sortOrder: 0, value: { '"a"': ['{"b":', { c: {} }] } }],
      });
    const found: string[] = [];
    let address: string | null = '/n/v1/entities?sort=name&limit=1';
    while (address !== null) {
      const { answer } = await readAs('an administrator', address);
      const { nextUrl } = answer.body.pagination as { nextUrl: string | null };
      found.push(...answer.body.entities.map(({ name, urn }: { name: string; urn: string }) => `${urn} ${name}`));
      address = nextUrl?.slice(both.service.url.length) ?? null;
    }
    expect(names.filter((name) => found.some((one) => one.endsWith(` ${name}`)))).toEqual(names);
    expect(new Set(found).size).toBe(found.length);
  });

  test('more parts than a statement may hold, in as many statements as there are levels', async () => {
    const texts = Array.from({ length: 120 }, (_, sortOrder) => ({ name: 'one', sortOrder, value: 'x' }));
    await page(both.admin, '/many', { status: 'PUBLISH', texts });
    const { answer, statements } = await readAs('an administrator', '/n/v1/entities?filter[path]=/many&limit=200');
    expect(answer.body.entities[0].texts).toHaveLength(120);
    // The page, which of them are in its lists, and these, after one that did not hold them.
    expect([statements.length, statements.filter(isAtOnce).length]).toEqual([4, 4]);
  });

  describe('of work', () => {
    let tasks: string[];
    beforeAll(async () => {
      const project = await made(both.admin, 'project', { owner: both.admin.company, name: 'Long' });
      const operations = Array.from({ length: 90 }, () => crypto.randomUUID()).map((urn, at) => ({
        method: 'POST',
        path: '/n/v1/task',
        body: { ...bareTask, urn, owner: both.admin.company, title: `Task ${String(at)}`, project: project.urn },
      }));
      const { status, body } = await both.admin.rest('POST', '/n/v1/bulk', { body: { mode: 'ATOMIC', operations } });
      expect(status).toBe(200);
      expect(body.results.every((one: { status: number }) => one.status === 201)).toBe(true);
      tasks = operations.map((one) => one.body.urn);
    });

    test('long lists of links by their first page', async () => {
      const { answer } = await readAs('an administrator', '/n/v1/projects?filter[name]=Long');
      expect(answer.body.projects[0].tasks).toHaveLength(50);
    });

    test('links in their order, of which answers count none', async () => {
      const associatedTasks = [tasks[7], tasks[3], tasks[5], tasks[1]];
      const body = { ...bareTask, owner: both.admin.company, title: 'Some', associatedTasks };
      await made(both.admin, 'task', body);
      const { answer } = await readAs('an administrator', '/n/v1/tasks?filter[title]=Some');
      const [one] = answer.body.tasks;
      expect(one.associatedTasks.map(({ urn }: { urn: string }) => urn)).toEqual(associatedTasks);
      // The task and the pagination.
      expect(countObjects(`{"data":${answer.text}}`, null)).toBe(2);
      const whole = await readAs('an administrator', '/n/v1/entities?filter[path]=/many');
      expect(countObjects(`{"data":${whole.answer.text}}`, null)).toBe(1 + 120 + 1);
    });

    test('more links than a statement may hold', async () => {
      const body = { ...bareTask, owner: both.admin.company, title: 'All', associatedTasks: tasks };
      await made(both.admin, 'task', body);
      const { answer } = await readAs('an administrator', '/n/v1/tasks?filter[title]=All&limit=200');
      expect(answer.body.tasks[0].associatedTasks).toHaveLength(90);
    });
  });
});

test('Long answers that are sent at the same time are each its own.', async () => {
  const letters = ['a', 'b', 'c', 'd'];
  for (const letter of letters) {
    const texts = Array.from({ length: 14 }, (_, sortOrder) => ({
      name: 'long',
      sortOrder,
      value: letter.repeat(60_000),
    }));
    await page(both.admin, `/long-${letter}`, { name: `Long ${letter}`, status: 'PUBLISH', texts });
  }
  const caller = both.callers.get('an administrator')?.text;
  const read = async (letter: string): Promise<string> =>
    (await caller?.rest('GET', `/n/v1/entities?filter[name]=Long ${letter}&limit=1`))?.text ?? '';
  const alone = new Map<string, string>();
  for (const letter of letters) alone.set(letter, await read(letter));
  for (const letter of letters) expect(alone.get(letter)).toContain(`"value":"${letter.repeat(60_000)}"`);
  await Promise.all(
    [...letters, ...letters, ...letters].map(async (letter) => {
      const text = await read(letter);
      // Not by expect, which would print a megabyte.
      if (text !== alone.get(letter)) throw new Error(`Another answer for ${letter}`);
    }),
  );
});
