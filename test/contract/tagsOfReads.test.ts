// Every read of the OpenAPI document has a tag, and a caller who has what it names is not sent it again: lists, histories, search,
// inboxes and logs as well as single resources. Resource reference 16.5; RFC 9110, 13.1.2 and 15.4.5.
import { beforeAll, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { RestAnswer } from '../support/client.ts';
import { picture, upload } from '../support/content.ts';
import { sampleOf } from '../support/matrix.ts';
import { openapi } from '../support/openapi.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { oneOfEach } from './everyKind.ts';
import { make } from './make.ts';

const contract = loadContract();
let service: SharedService;
let tenant: Tenant;
let urns: ReadonlyMap<string, string>;
/** Of a link to the page with the picture. */
let previewToken: string;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  const made = new Map(await oneOfEach(service, tenant));
  const page = { path: '/tagged', status: 'PUBLISH' };
  await tenant.rest('PATCH', `/n/v1/entity/${String(made.get('Entity'))}`, { body: page });
  // These are read only as they are made by a caller.
  made.set('Search', (await make(tenant, 'Search')).urn);
  made.set('ImageItemFile', await upload(service.url, tenant, String(made.get('ImageItem')), await picture()));
  const { entity } = (await tenant.rest('GET', `/n/v1/imageitem/${String(made.get('ImageItem'))}`)).body;
  const link = await tenant.rest('POST', '/n/v1/previewlink', { body: { entity: entity.urn } });
  previewToken = String(link.body.token);
  urns = made;
}, 60_000);

const urnOf = (kind: string): string => urns.get(kind) ?? '';

/** What is written while it is read, followed, or shown to a person once. */
const withoutTag = ['/graphql/stream', '/n/v1/identity/{urn}/export', '/oauth2/authorize'];

const reads = Object.entries(openapi.paths).flatMap(([template, { get }]) =>
  get?.responses['200'] && !withoutTag.includes(template) ? [template] : [],
);

/** What a path needs beside urns. */
const parameters: Readonly<Record<string, () => string>> = {
  '/n/v1/permissionholders': () => `?objectUrn=${urnOf('Entity')}&label=READ`,
  '/v/v1/entityview': () => '?path=/tagged',
};

function addressOf(template: string): string {
  const [, , , name = ''] = template.split('/');
  const { resources } = contract;
  const kind = resources.find(({ path, historyPath }) => path === name || historyPath === name)?.name ?? others[name];
  const names = { identity: urnOf('Identity'), token: previewToken, urn: urnOf(kind ?? '') };
  const filled = Object.entries(names).reduce((path, [one, value]) => path.replace(`{${one}}`, value), template);
  return filled + (parameters[template]?.() ?? '');
}

/** The kinds of other paths. */
const others: Readonly<Record<string, string>> = {
  clientcontext: 'Company',
  entityview: 'Entity',
  image: 'ImageItemFile',
  preview: 'ImageItemFile',
};

const read = (path: string, condition?: string, method = 'GET'): Promise<RestAnswer> =>
  tenant.rest(method, path, { headers: condition === undefined ? {} : { 'if-none-match': condition } });

/** What both answers say of what is read (RFC 9110, 15.4.5). */
const said = ({ headers }: RestAnswer): unknown =>
  ['etag', 'cache-control', 'content-location', 'expires', 'last-modified', 'content-language', 'link', 'warning'].map(
    (name) => headers.get(name),
  );

test('the document says of each read that it has a tag and may be answered with 304', () => {
  const lacking = Object.entries(openapi.paths).filter(([, { get }]) => {
    const answer = JSON.stringify(get?.responses['200'] ?? { ETag: '' });
    const isTagged = answer.includes('ETag') && JSON.stringify(get?.parameters ?? []).includes('ifNoneMatch');
    return get?.responses['200'] && !(isTagged && get.responses['304']);
  });
  expect(lacking.map(([template]) => template).toSorted()).toEqual(withoutTag);
  expect(reads.length).toBeGreaterThan(200);
});

/** Whoever reads a search keeps it longer, which its body and its tag say. */
const isKeptAlive = (template: string): boolean => template === '/n/v1/search/{urn}';

test.each(sampleOf(reads, 4).filter((template) => !isKeptAlive(template)))('%s', async (template) => {
  const path = addressOf(template);
  const whole = await read(path);
  expect(whole.status, whole.text).toBe(200);
  const tag = String(whole.headers.get('etag'));
  expect(tag).toMatch(/^"[\w-]+"$/);
  const isDocument = template.startsWith('/.well-known/');
  if (!isDocument) expect(whole.headers.get('cache-control')).toMatch(/^private, |^no-store$/);
  for (const condition of [tag, `W/${tag}`, `"other", W/"1-x" , ${tag}`, '*']) {
    const [again, head] = [await read(path, condition), await read(path, condition, 'HEAD')];
    expect([condition, again.status, again.text, head.status]).toEqual([condition, 304, '', 304]);
    for (const one of [again, head]) expect(said(one)).toEqual(said(whole));
    for (const name of whole.headers.get('vary')?.split(/, */) ?? []) expect(again.headers.get('vary')).toContain(name);
  }
  for (const condition of ['"other"', `"x${tag.slice(1)}`]) {
    const [again, head] = [await read(path, condition), await read(path, condition, 'HEAD')];
    expect([again.status, again.text, head.status, head.text]).toEqual([200, whole.text, 200, '']);
    expect([again, head].map(said)).toEqual([said(whole), said(whole)]);
  }
});
