// A page is rendered when something that it shows has changed, and only then: whatever changes is in the next answer, and
// what has not is answered, with 304 too, without rendering.
import { Worker } from 'node:worker_threads';
import { beforeAll, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import type { Client } from '../support/client.ts';
import { change, page, reader, text, view, write, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: SharedService;
let editor: Tenant;
// Long templates are rendered by threads: each job is a message to one.
const long = `{% comment %}${'x'.repeat(32_000)}{% endcomment %}`;
let jobs: MockInstance<Worker['postMessage']>;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});
beforeEach(() => {
  jobs = vi.spyOn(Worker.prototype, 'postMessage');
});

interface Seen {
  readonly status: number;
  readonly shown: string;
  readonly tag: string;
}

/** A page that refers to another one, as a visitor of both sees it. No other has its template. */
interface Stage {
  readonly one: Body;
  readonly other: Body;
  readonly seen: (headers?: Readonly<Record<string, string>>) => Promise<Seen>;
  /** What the visitor sees next, which is rendered; from then on it is not, in full or unchanged. */
  readonly next: () => Promise<string>;
}

type Grant = { readonly label: string; readonly objectUrn: string; readonly objectScope: string };

async function stage(): Promise<Stage> {
  const mark = crypto.randomUUID();
  const path = `/page-${mark}`;
  const other = await page(editor, `${path}-other`, { status: 'PUBLISH', texts: [text('Other')] });
  const one = await page(editor, path, {
    status: 'PUBLISH',
    texts: [text('One')],
    markdowns: [{ name: 'lead', sortOrder: 0, value: '*Lead*' }],
    references: [{ name: 'other', sortOrder: 0, entityReference: other.urn }],
    templates: [
      { name: 'all', sortOrder: 9, value: `${long}{% comment %}${mark}{% endcomment %}{{ title }} {{ other.title }}` },
    ],
  });
  const read = (objectUrn: string): Grant => ({ label: 'READ', objectUrn, objectScope: 'ENTITY' });
  const visitor: Client = await reader(service, editor, [read(one.urn), read(other.urn)]);
  const seen: Stage['seen'] = async (headers = {}) => {
    const { status, body, headers: answered } = await view(visitor, `${path}?variant=b`, headers);
    return { status, shown: String(body?.templates?.[0]?.value ?? ''), tag: answered.get('etag') ?? '' };
  };
  const next = async (): Promise<string> => {
    const before = jobs.mock.calls.length;
    const first = await seen();
    expect(first.status).toBe(200);
    expect(jobs.mock.calls.length - before).toBe(1);
    expect(await seen()).toEqual(first);
    expect((await seen({ 'if-none-match': first.tag })).status).toBe(304);
    expect(jobs.mock.calls.length - before).toBe(1);
    return first.shown;
  };
  expect(await next()).toBe('One Other');
  return { one, other, seen, next };
}

const publish = async (urn: string): Promise<void> => {
  expect((await change(editor, urn, { status: 'PUBLISH' })).status).toBe(200);
};
const put = async (path: string, body: Readonly<Record<string, unknown>>): Promise<void> => {
  const answer = await editor.rest('PATCH', `/n/v1/${path}`, { body });
  expect(answer.status, answer.text).toBe(200);
};
const remove = async (path: string): Promise<void> => {
  expect((await editor.rest('DELETE', `/n/v1/${path}`)).status).toBe(204);
};

/** A variant of the page that the visitor may read as it does the page. */
async function variantOf({ one }: Stage): Promise<Body> {
  const variant = await page(editor, String(one.path), { variant: 'b', status: 'PUBLISH', texts: [text('Variant')] });
  const grant = await roleGrant(one.urn);
  await made(editor, 'permission', { ...grant, urn: crypto.randomUUID(), objectUrn: variant.urn });
  return variant;
}

describe('What a page shows is rendered once', () => {
  test('and not again for a draft, which is shown to nobody here', async () => {
    const { one, seen } = await stage();
    const { tag } = await seen();
    const before = jobs.mock.calls.length;
    await write(editor, one.texts[0].urn, 'Two');
    expect((await seen({ 'if-none-match': tag })).status).toBe(304);
    expect(jobs.mock.calls.length).toBe(before);
  });

  test('and again when an item was published', async () => {
    const { one, next } = await stage();
    await write(editor, one.texts[0].urn, 'Two');
    await publish(one.urn);
    expect(await next()).toBe('Two Other');
  });

  test('and again when its template was published', async () => {
    const { one, next } = await stage();
    await put(`templateitem/${String(one.templates[0].urn)}`, {
      value: `${long}${String(one.path)} {{ title }}, {{ other.title }}`,
    });
    await publish(one.urn);
    expect(await next()).toBe(`${String(one.path)} One, Other`);
  });

  test('and again when what it refers to was published', async () => {
    const { other, next } = await stage();
    await write(editor, other.texts[0].urn, 'Another');
    await publish(other.urn);
    expect(await next()).toBe('One Another');
  });

  test('and again when the time of a publication comes', async () => {
    const { one, seen } = await stage();
    await write(editor, one.texts[0].urn, 'Later');
    const publishTimestamp = new Date(Date.now() + 500).toISOString();
    await put(`entity/${String(one.urn)}`, { status: 'PUBLISH', publishTimestamp });
    await vi.waitFor(async () => expect((await seen()).shown).toBe('Later Other'), { timeout: 10_000, interval: 50 });
  });

  test('and again when there is a variant, and when that one shows less', async () => {
    const some = await stage();
    const variant = await variantOf(some);
    expect(await some.next()).toBe('Variant Other');
    // Of the page, what nobody has seen yet.
    await write(editor, some.one.texts[0].urn, 'Two');
    await publish(some.one.urn);
    await remove(`textitem/${String(variant.texts[0].urn)}`);
    await publish(variant.urn);
    expect(await some.next()).toBe('Two Other');
  });

  test('and again when the right to what it refers to has gone', async () => {
    const { other, next } = await stage();
    await remove(`permission/${(await roleGrant(other.urn)).urn}`);
    expect(await next()).toBe('One ');
  });

  test('and again when its variant was deleted; without the page there is none', async () => {
    const some = await stage();
    const variant = await variantOf(some);
    expect(await some.next()).toBe('Variant Other');
    await remove(`entity/${String(variant.urn)}`);
    expect((await some.seen()).shown).toBe('One Other');
    await remove(`entity/${String(some.one.urn)}`);
    expect((await some.seen()).status).toBe(404);
  });
});

// The right of the visitor's role on that object.
async function roleGrant(objectUrn: string): Promise<Readonly<Record<string, string>> & { readonly urn: string }> {
  const { body } = await editor.rest('GET', `/n/v1/permissions?filter[objectUrn]=${objectUrn}`);
  const { urn, subjectUrn, subjectScope, objectScope, label } = body.permissions[0];
  return { urn, subjectUrn, subjectScope, objectScope, label, owner: editor.company };
}
