// The desk in a real browser while the service is away and comes back, on the same address and the same data.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { hasChromium, startChromium } from '../support/chromium.ts';
import { book, bookUrn, clean, openDesk, startDeskService, type DeskService } from '../support/desk.ts';
import { freePort } from '../support/freePort.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 180_000 });

let service: DeskService;
let browser: Browser;

describe.skipIf(!hasChromium)('The desk, and a service that is away', () => {
  beforeAll(async () => {
    service = await startDeskService();
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  test('says so, comes back by itself, and shows what changed meanwhile and what changes then', async () => {
    const again = { environment: { PORT: String(await freePort()) } };
    const before = await service.another(again);
    // Others go on writing, by another process.
    const rename = async (name: string): Promise<void> => {
      const text =
        'mutation ($urn: ID!, $name: String) { updateEntity(urn: $urn, input: { name: $name }) { userErrors { code } } }';
      const made = await service.client(service.token).data(text, { urn: bookUrn, name });
      expect(made).toEqual({ updateEntity: { userErrors: [] } });
    };
    const at = { url: before.url, said: service.said };
    const { page, watched, go, context } = await openDesk(browser, at, { token: service.token });
    page.setDefaultTimeout(15_000);
    await go('/content', 'Content');
    await page.getByRole('link', { name: book, exact: true }).first().waitFor();
    await before.close();
    const away = page.getByRole('status').getByText('The service cannot be reached.');
    await away.waitFor();
    await rename('How to keep two books');
    // What was there can still be read, and nothing of it is newer than it is.
    await page.getByRole('link', { name: book, exact: true }).first().waitFor();
    await expectAccessible(page, 'a service that is away');
    const after = await service.another(again);
    expect(after.url).toBe(before.url);
    await page.getByRole('link', { name: 'How to keep two books' }).first().waitFor({ timeout: 30_000 });
    await expect.poll(() => away.count()).toBe(0);
    // It follows again.
    await rename('How to keep three books');
    await page.getByRole('link', { name: 'How to keep three books' }).first().waitFor();
    expect(watched).toEqual(clean);
    await context.close();
    await after.close();
  });
});
