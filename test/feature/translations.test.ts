// The other languages of a page: those that are there, older than the page or not, and those that its company wants and nobody has made.
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { change, page, reader, text, write, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});

const query = `query ($urn: ID!) { entity(urn: $urn) { translations { language isMissing isOutdated entity { urn name } } } }`;

/** The languages with their states, as both faces give them; null without the page. */
async function states(client: Client, urn: string): Promise<string[] | null> {
  const { entity } = await client.data(query, { urn });
  const { status, body } = await client.rest('GET', `/n/v1/entity/${urn}?fields=translations`);
  if (entity === null) {
    expect(status).toBe(404);
    return null;
  }
  const stateOf = (one: Body): string =>
    [
      one.language,
      ...(one.isMissing ? ['missing'] : []),
      ...(one.isOutdated ? ['outdated'] : []),
      ...(one.entity ? [one.entity.urn] : []),
    ].join(' ');
  const found = entity.translations.map(stateOf);
  expect(body.translations.map(stateOf)).toEqual(found);
  return found;
}

const pageIn = (language: string, path: string, more: Record<string, unknown> = {}): Promise<Body> =>
  page(editor, path, { language, texts: [text('One')], ...more });

test('a page has the languages of its path, and is newer or older than each', async () => {
  const path = `/translations/${crypto.randomUUID()}`;
  const [en, de, fr] = [await pageIn('en', path), await pageIn('de', path), await pageIn('fr', path)];
  await pageIn('de', path, { variant: 'summer' });
  await pageIn('de', `${path}/other`);
  expect(await states(editor, en.urn)).toEqual([`de ${String(de.urn)}`, `fr ${String(fr.urn)}`]);
  await write(editor, en.texts[0].urn, 'Two');
  expect(await states(editor, en.urn)).toEqual([`de outdated ${String(de.urn)}`, `fr outdated ${String(fr.urn)}`]);
  expect(await states(editor, de.urn)).toEqual([`en ${String(en.urn)}`, `fr ${String(fr.urn)}`]);
  await write(editor, de.texts[0].urn, 'Zwei');
  expect(await states(editor, en.urn)).toEqual([`de ${String(de.urn)}`, `fr outdated ${String(fr.urn)}`]);
  await change(editor, en.urn, { name: 'Renamed' });
  expect((await states(editor, en.urn))?.[0]).toBe(`de outdated ${String(de.urn)}`);
  await editor.rest('DELETE', `/n/v1/entity/${String(fr.urn)}`);
  expect(await states(editor, en.urn)).toEqual([`de outdated ${String(de.urn)}`]);
});

test('the languages that a company names are missing where there is no page', async () => {
  const tenant = await service.tenant();
  const inTenant = (language: string, more: Record<string, unknown> = {}): Promise<Body> =>
    page(tenant, '/hello', { language, ...more });
  const [en, nl] = [await inTenant('en'), await inTenant('nl')];
  expect(await states(tenant, en.urn)).toEqual([`nl ${String(nl.urn)}`]);
  const body = { fallbackLanguages: { 'de-CH': ['de', 'en'], fr: [] } };
  expect((await tenant.rest('PATCH', `/n/v1/company/${tenant.company}`, { body })).status).toBe(200);
  expect(await states(tenant, en.urn)).toEqual(['de missing', 'de-CH missing', 'fr missing', `nl ${String(nl.urn)}`]);
  // The company below names none of its own.
  const below = await made(tenant, 'company', {
    owner: tenant.company,
    name: 'Below',
    parentCompany: { urn: tenant.company },
  });
  const inside = await page(tenant, '/hello', { language: 'fr', owner: below.urn });
  expect(await states(tenant, inside.urn)).toEqual(['de missing', 'de-CH missing', 'en missing']);
  const loose = await page(tenant, null);
  expect(await states(tenant, loose.urn)).toEqual([]);
});

test('a translation that may not be read is missing, and who sees no drafts is told of none', async () => {
  const path = `/translations/${crypto.randomUUID()}`;
  const [en, de, fr] = [
    await pageIn('en', path, { status: 'PUBLISH' }),
    await pageIn('de', path, { status: 'PUBLISH' }),
    await pageIn('fr', path),
  ];
  const on = (label: string, urn: string) => ({ label, objectUrn: urn, objectScope: 'ENTITY' });
  const plain = await reader(service, editor, [on('READ', en.urn), on('READ', de.urn)]);
  expect(await states(plain, en.urn)).toEqual([]);
  const drafts = await reader(service, editor, [on('READ_DRAFT', en.urn), on('READ', de.urn), on('READ', fr.urn)]);
  expect(await states(drafts, en.urn)).toEqual([`de ${String(de.urn)}`]);
  // An edit of what it does not see is none to it.
  await write(editor, en.texts[0].urn, 'Two');
  await write(editor, de.texts[0].urn, 'Zwei');
  expect(await states(drafts, en.urn)).toEqual([`de outdated ${String(de.urn)}`]);
  expect(await states(editor, en.urn)).toEqual([`de ${String(de.urn)}`, `fr outdated ${String(fr.urn)}`]);
  await change(editor, de.urn, { status: 'PUBLISH' });
  expect(await states(drafts, en.urn)).toEqual([`de ${String(de.urn)}`]);
  expect(await states(await service.tenant(), en.urn)).toBeNull();
});
