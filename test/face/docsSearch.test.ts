// The guides in a real browser: the search, by keyboard alone and without any other host, copied examples, and the way to the next guide.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { seriousFindings } from '../support/axe.ts';
import { hasChromium, startChromium, watch } from '../support/chromium.ts';
import { startService, type TestService } from '../support/service.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

let service: TestService;
let browser: Browser;

describe.skipIf(!hasChromium)('In a browser, a guide', () => {
  beforeAll(async () => {
    service = await startService();
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const open = async (
    path: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; watched: ReturnType<typeof watch> }> => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options });
    const page = await context.newPage();
    const watched = watch(page, service.url);
    await page.goto(service.url + path);
    return { page, watched };
  };
  const clean = { problems: [], outside: [] };

  test('is found by its words from any other one, with the keyboard alone', async () => {
    const { page, watched } = await open('/docs/guides/import');
    await page.keyboard.press('/');
    await page.keyboard.type('rotate a tok');
    const found = page.locator('.search li');
    await found.first().waitFor();
    expect(await found.first().textContent()).toMatch(/Tokens/);
    expect(await page.getByRole('status').textContent()).toMatch(/^\d+ sections found/);
    expect(await page.locator('.search mark').first().textContent()).toMatch(/^(rotate|tok)/i);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const first = found.first().getByRole('link');
    const address = await first.getAttribute('href');
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(address);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${String(address)}`);
    expect(await page.locator('h1').textContent()).toContain('oken');

    const search = page.getByRole('searchbox', { name: 'Search the guides' });
    await search.fill('wordpres exprt');
    await found.first().waitFor();
    expect(await found.first().textContent()).toContain('Import');
    await search.fill('qqqxyz');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Nothing was found.');
    expect(await found.count()).toBe(0);
    await search.fill('passkey');
    await search.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/docs/guides/tokens');
    expect(watched).toEqual(clean);
    await page.context().close();
  });

  test('says so when the search cannot be loaded, and can be searched once it can', async () => {
    const { page } = await open('/docs');
    await page.route('**/docs/sections.json', (route) => route.abort());
    const search = page.getByRole('searchbox', { name: 'Search the guides' });
    await search.fill('web');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('The search could not be loaded. Try again.');
    await page.unroute('**/docs/sections.json');
    await search.fill('webhook');
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/sections found/);
    await page.context().close();
  });

  test('has examples that can be copied, and leads to the next one and to all others', async () => {
    const { page, watched } = await open('/docs/guides/webhooks');
    const example = page.locator('.code').first();
    const button = example.getByRole('button', { name: 'Copy' });
    await button.click();
    await example.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe((await example.locator('pre').textContent())?.trimEnd());
    const current = page.getByRole('navigation', { name: 'Guides' }).locator('[aria-current=page]');
    expect(await current.textContent()).toMatch(/Receiving webhooks/);
    const next = page.locator('a[rel=next]');
    const address = await next.getAttribute('href');
    await next.click();
    await page.waitForURL(`**${String(address)}`);
    expect(await page.locator('a[rel=prev]').textContent()).toBe('Before: Receiving webhooks');
    expect(watched).toEqual(clean);
    await page.context().close();
  });

  test('stands below a closed list on a phone', async () => {
    const { page } = await open('/docs/guides/webhooks', { viewport: { width: 380, height: 700 } });
    expect(await page.locator('.side details').getAttribute('open')).toBeNull();
    await page.getByText('All guides').click();
    await page.getByRole('link', { name: 'Live events' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(380);
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
  });
});
