// A translation beside its original in the desk, in a real browser, with the demo.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { hasChromium, startChromium } from '../support/chromium.ts';
import { picture } from '../support/content.ts';
import { bookUrn, clean, openDesk, seeSaved, startDeskService, type DeskService } from '../support/desk.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 180_000 });

let service: DeskService;
let browser: Browser;
const ines = { email: 'ines@reader.example' };
const tomasz = { email: 'tomasz@reader.example' };

interface Image {
  readonly src: string | null;
  readonly altText: string | null;
}

describe.skipIf(!hasChromium)('Translations in the desk', () => {
  beforeAll(async () => {
    service = await startDeskService();
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const admin = () => service.client(service.token);
  const imageOf = async (urn: string): Promise<Image | undefined> => {
    const { entity } = await admin().data('query ($urn: ID!) { entity(urn: $urn) { images { src altText } } }', {
      urn,
    });
    return (entity.images as readonly Image[])[0];
  };
  const bytesAt = async (src: string | null | undefined): Promise<string> => {
    const answer = await fetch(src ?? '', { headers: { authorization: `Bearer ${service.token}` } });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer()).toString('base64');
  };
  const upload = async (image: string): Promise<void> => {
    const form = new FormData();
    form.append('imageItemFormat', 'DEFAULT');
    form.append('src', new Blob([new Uint8Array(await picture())]), 'picture.png');
    const headers = { authorization: `Bearer ${service.token}` };
    const answer = await fetch(`${service.url}/n/v1/imageitemfile/${image}`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(201);
  };

  test('a missing one is made beside its original by keyboard, falls behind it, and takes its picture over', async () => {
    const { owner } = (await admin().rest('GET', `/n/v1/entity/${bookUrn}`)).body;
    const languages = { fallbackLanguages: { nl: ['en'] } };
    expect((await admin().rest('PATCH', `/n/v1/company/${String(owner.urn)}`, { body: languages })).status).toBe(200);
    const entity = { urn: crypto.randomUUID(), owner, name: 'The primer', path: '/primer', language: 'en' };
    const texts = [{ name: 'title', sortOrder: 0, value: 'The first words' }];
    const images = [{ name: 'cover', sortOrder: 0, altText: 'A closed book' }];
    const body = { ...entity, texts, images, status: 'DRAFT_UNPUBLISHED' };
    const made = await admin().rest('POST', '/n/v1/entity', { body });
    expect(made.status, made.text).toBe(201);
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    page.setDefaultTimeout(15_000);
    await go(`/page/${entity.urn}`, 'The primer');
    const list = page.getByRole('region', { name: 'Translations' }).getByRole('listitem');
    const dutch = list.filter({ hasText: 'Dutch' });
    await dutch.getByText('missing', { exact: true }).waitFor();
    const make = dutch.getByRole('button', { name: 'New translation in Dutch' });
    await make.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Translation of The primer' });
    await expect.poll(() => dialog.getByLabel('Language').inputValue(), { timeout: 15_000 }).toBe('nl');
    await dialog.getByLabel('Name', { exact: true }).fill('Het eerste boek');
    await dialog.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Het eerste boek' }).waitFor();
    const translation = /page\/([^?]+)\?/.exec(page.url())?.[1] ?? '';
    await page.getByText('Beside the fields stands what The primer says in English.').waitFor();
    const title = page.getByRole('region', { name: 'title', exact: true });
    const original = title.getByRole('region', { name: 'title in English' });
    await original.getByText('The first words').waitFor();
    // What is beside is read alone.
    expect(await original.locator('input, textarea, button').count()).toBe(0);
    await title.getByRole('textbox').fill('De eerste woorden');
    await seeSaved(page, 'title');
    await original.getByText('The first words').waitFor();
    await upload(made.body.images[0].urn as string);
    const change = await admin().rest('PATCH', `/n/v1/textitem/${String(made.body.texts[0].urn)}`, {
      body: { value: 'The very first words' },
    });
    expect(change.status, change.text).toBe(200);
    await go(`/page/${entity.urn}`, 'The primer');
    await dutch.getByText('older than this page').waitFor();
    await expectAccessible(page, 'the translations of a page');
    await dutch.getByRole('link', { name: 'Beside this page Dutch' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Het eerste boek' }).waitFor();
    await original.getByText('The very first words').waitFor();
    expect((await imageOf(translation))?.src).toBeNull();
    const cover = page.getByRole('region', { name: 'cover', exact: true });
    await cover.getByRole('img', { name: 'A closed book' }).waitFor();
    await expectAccessible(page, 'a translation beside its original');
    await cover.getByRole('button', { name: 'Use this picture cover' }).press('Enter');
    await page.getByText('The picture is taken over, as a draft.').waitFor();
    const [there, here] = [await imageOf(entity.urn), await imageOf(translation)];
    expect(here?.src).not.toBe(there?.src);
    expect(await bytesAt(here?.src)).toBe(await bytesAt(there?.src));
    await page.getByRole('link', { name: 'Show the page alone' }).click();
    await expect.poll(() => original.count(), { timeout: 15_000 }).toBe(0);
    expect(watched).toEqual(clean);
    await context.close();
    const seen = await openDesk(browser, service, tomasz);
    await seen.go(`/page/${bookUrn}`, /./);
    await seen.page.getByText('You may read this page, and not change it.').waitFor({ timeout: 15_000 });
    expect(await seen.page.getByRole('button', { name: /^New translation/ }).count()).toBe(0);
    await seen.context.close();
  });
});
