// Assets in the desk, in a real browser, with the demo: uploads of many, alt texts by language, other bytes, and where one is used.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { hasChromium, startChromium } from '../support/chromium.ts';
import { book, bookUrn, clean, openDesk, startDeskService, type DeskService } from '../support/desk.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 180_000 });

let service: DeskService;
let browser: Browser;
const tomasz = { email: 'tomasz@reader.example' };
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const files = [
  { name: 'dot.png', mimeType: 'image/png', buffer: pixel },
  { name: 'prices.txt', mimeType: 'text/plain', buffer: Buffer.from('A print costs 40 EUR.\n') },
  { name: 'hours.txt', mimeType: 'text/plain', buffer: Buffer.from('From nine to six.\n') },
];

describe.skipIf(!hasChromium)('Assets in the desk', () => {
  beforeAll(async () => {
    service = await startDeskService();
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  test('many files are uploaded, found, described in two languages, replaced and linked to', async () => {
    const admin = service.client(service.token);
    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    await go('/assets', 'Assets');
    // One upload fails once, as on a bad connection, and is sent again.
    let isCut = true;
    await page.route('**/n/v1/asset/*', async (route) => {
      if (isCut) {
        isCut = false;
        await route.abort();
      } else await route.continue();
    });
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await choosing).setFiles(files);
    await page.getByText('The service could not be reached.').waitFor();
    await page.getByText('2 of 3 uploaded.').waitFor();
    await page.getByRole('button', { name: /^Try again/ }).click();
    await page.getByText('3 of 3 uploaded.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('prices');
    await page.keyboard.press('Enter');
    const link = page.getByRole('main').getByRole('link', { name: 'prices.txt' });
    await link.waitFor();
    await expect.poll(() => page.getByRole('main').getByRole('link').count()).toBe(1);
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'prices.txt' }).waitFor();
    await page.getByText('No page that you may see uses it.').waitFor();
    for (const text of ['Was ein Druck kostet', 'What a print costs']) {
      await page.getByRole('button', { name: 'Add a language' }).click();
      await page.getByLabel('Text').last().fill(text);
    }
    const languages = page.getByLabel('Language');
    await languages.nth(1).selectOption('en');
    await languages.nth(0).selectOption('de');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The asset is saved.').waitFor();
    const again = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Replace the file' }).click();
    await (await again).setFiles([{ ...files[1]!, buffer: Buffer.from('A print costs 45 EUR.\n') }]);
    await page.getByText('The file was replaced, under the same address.').waitFor();
    const urn = page.url().split('/').at(-1) ?? '';
    const { body } = await admin.rest('GET', `/n/v1/asset/${urn}`);
    expect(body).toMatchObject({
      name: 'prices.txt',
      altTexts: [
        { language: 'de', text: 'Was ein Druck kostet' },
        { language: 'en', text: 'What a print costs' },
      ],
    });
    const bytes = await fetch(body.src, { headers: { authorization: `Bearer ${service.token}` } });
    expect(await bytes.text()).toBe('A print costs 45 EUR.\n');
    const linked = await admin.rest('POST', '/n/v1/linkitem', {
      body: { entity: bookUrn, name: 'prices', sortOrder: 0, href: body.src },
    });
    expect(linked.status).toBe(201);
    // What uses it is said as it happens.
    await page.getByRole('link', { name: book }).waitFor();
    await page.getByRole('button', { name: 'Delete the asset' }).click();
    await page.getByText(/^Refused: /).waitFor();
    expect((await admin.rest('GET', `/n/v1/asset/${urn}`)).status).toBe(200);
    await expectAccessible(page, '/assets/one');
    await go('/assets?kind=image', 'Assets');
    await page.getByRole('link', { name: 'dot.png' }).locator('img').waitFor();
    await expectAccessible(page, '/assets');
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a person who may only comment sees files, and no control that would fail', async () => {
    const { page, go, context } = await openDesk(browser, service, tomasz);
    await go('/assets', 'Assets');
    await page.getByRole('link', { name: 'hours.txt' }).click();
    await page.getByRole('heading', { level: 1, name: 'hours.txt' }).waitFor();
    const controls = page.getByRole('main').locator('input:enabled, textarea:enabled, select:enabled, button:enabled');
    expect(await controls.count()).toBe(0);
    await context.close();
  });
});
