// A page is rendered when something that it shows has changed, and only then: whatever changes is in the next answer, and
// what has not is answered, with 304 too, without rendering.
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import type { Client } from '../support/client.ts';
import { change, page, reader, text, view, write, type Body } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: TestService;
let editor: Tenant;
let one: Body;
let other: Body;
let visitor: Client;
// Long templates are rendered by threads: each job is a message to one.
const long = `{% comment %}${'x'.repeat(32_000)}{% endcomment %}`;
let jobs: MockInstance<Worker['postMessage']>;

type Grant = { readonly label: string; readonly objectUrn: string; readonly objectScope: string };

const template = (value: string): Record<string, unknown> => ({ name: 'all', sortOrder: 9, value: long + value });

beforeAll(async () => {
  service = await startService();
  editor = await service.tenant();
  other = await page(editor, '/other', { status: 'PUBLISH', texts: [text('Other')] });
  one = await page(editor, '/one', {
    status: 'PUBLISH',
    texts: [text('One')],
    markdowns: [{ name: 'lead', sortOrder: 0, value: '*Lead*' }],
    references: [{ name: 'other', sortOrder: 0, entityReference: other.urn }],
    templates: [template('{{ title }} {{ other.title }}')],
  });
  const read = (objectUrn: string): Grant => ({ label: 'READ', objectUrn, objectScope: 'ENTITY' });
  visitor = await reader(service, editor, [read(one.urn), read(other.urn)]);
});
beforeEach(() => {
  jobs = vi.spyOn(Worker.prototype, 'postMessage');
});
afterAll(() => service.close());

interface Seen {
  readonly status: number;
  readonly shown: string;
  readonly tag: string;
}

const address = '/one?variant=b';

async function seen(headers: Readonly<Record<string, string>> = {}): Promise<Seen> {
  const { status, body, headers: answered } = await view(visitor, address, headers);
  return { status, shown: String(body?.templates?.[0]?.value ?? ''), tag: answered.get('etag') ?? '' };
}

/** What the visitor sees next, which is rendered; from then on it is not, in full or unchanged. */
async function next(): Promise<string> {
  const before = jobs.mock.calls.length;
  const first = await seen();
  expect(first.status).toBe(200);
  expect(jobs.mock.calls.length - before).toBe(1);
  expect(await seen()).toEqual(first);
  expect((await seen({ 'if-none-match': first.tag })).status).toBe(304);
  expect(jobs.mock.calls.length - before).toBe(1);
  return first.shown;
}

const publish = async (urn: string): Promise<void> => {
  expect((await change(editor, urn, { status: 'PUBLISH' })).status).toBe(200);
};
const put = async (path: string, body: Readonly<Record<string, unknown>>): Promise<void> => {
  const answer = await editor.rest('PATCH', `/n/v1/${path}`, { body });
  expect(answer.status, answer.text).toBe(200);
};

test('whatever a page shows is rendered once, and again when it has changed', async () => {
  expect(await next()).toBe('One Other');
  const { tag } = await seen();

  // A draft is shown to nobody here.
  const before = jobs.mock.calls.length;
  await write(editor, one.texts[0].urn, 'Two');
  expect((await seen({ 'if-none-match': tag })).status).toBe(304);
  expect(jobs.mock.calls.length).toBe(before);
  // An item
  await publish(one.urn);
  expect(await next()).toBe('Two Other');
  // A template
  await put(`templateitem/${String(one.templates[0].urn)}`, { value: `${long}{{ title }}, {{ other.title }}` });
  await publish(one.urn);
  expect(await next()).toBe('Two, Other');
  // What it refers to
  await write(editor, other.texts[0].urn, 'Another');
  await publish(other.urn);
  expect(await next()).toBe('Two, Another');
  // A publication whose time comes
  await write(editor, one.texts[0].urn, 'Later');
  const publishTimestamp = new Date(Date.now() + 1_000).toISOString();
  await put(`entity/${String(one.urn)}`, { status: 'PUBLISH', publishTimestamp });
  await vi.waitFor(async () => expect((await seen()).shown).toBe('Later, Another'), { timeout: 10_000, interval: 50 });
  // A variant
  const texts = [text('Variant')];
  const variant = await page(editor, '/one', { variant: 'b', status: 'PUBLISH', texts });
  const grant = await roleGrant(one.urn);
  await made(editor, 'permission', { ...grant, urn: crypto.randomUUID(), objectUrn: variant.urn });
  expect(await next()).toBe('Variant, Another');
  // A right
  const { urn } = await roleGrant(other.urn);
  expect((await editor.rest('DELETE', `/n/v1/permission/${urn}`)).status).toBe(204);
  expect(await next()).toBe('Variant, ');
  // What is deleted
  expect((await editor.rest('DELETE', `/n/v1/textitem/${String(variant.texts[0].urn)}`)).status).toBe(204);
  await publish(variant.urn);
  expect(await next()).toBe('Later, ');
  for (const entity of [variant.urn, one.urn])
    expect((await editor.rest('DELETE', `/n/v1/entity/${String(entity)}`)).status).toBe(204);
  expect((await seen()).status).toBe(404);
});

// The right of the visitor's role on that object.
async function roleGrant(objectUrn: string): Promise<Readonly<Record<string, string>> & { readonly urn: string }> {
  const { body } = await editor.rest('GET', `/n/v1/permissions?filter[objectUrn]=${objectUrn}`);
  const { urn, subjectUrn, subjectScope, objectScope, label } = body.permissions[0];
  return { urn, subjectUrn, subjectScope, objectScope, label, owner: editor.company };
}
