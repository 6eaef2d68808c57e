// The desk in a real browser, with the demo: who is let in and how, what is loaded, and that every screen can be used by everyone.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLocalCode } from '../../src/http/localLink.ts';
import { seriousFindings } from '../support/axe.ts';
import { hasChromium, startChromium, watch } from '../support/chromium.ts';
import { startDemoService, type DemoService } from '../support/demo.ts';
import { openDesk } from '../support/desk.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

const localCode = createLocalCode();
const said: string[] = [];
let service: DemoService & { readonly said: readonly string[] };
let browser: Browser;
const clean = { problems: [], outside: [] };
const ines = { email: 'ines@reader.example' };

describe.skipIf(!hasChromium)('The desk', () => {
  beforeAll(async () => {
    const demo = await startDemoService({ DEVELOPMENT_SIGN_IN: '1' }, { localCode, say: (line) => said.push(line) });
    service = { ...demo, said };
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  test('opens from the link of a start, loads at most 250 kB first, and nothing from elsewhere', async () => {
    const page = await browser.newPage();
    const watched = watch(page, service.url);
    const sizes: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/assets/')) sizes.push(Number(response.headers()['content-length'] ?? NaN));
    });
    await page.goto(`${service.url}/desk#open=${localCode.code}`);
    await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    await page.getByText(/^Token of /).waitFor();
    expect(page.url()).toBe(`${service.url}/desk`);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(2);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(250_000);
    expect(watched).toEqual(clean);
    await page.close();
  });

  test('is where a person arrives who signs in, and who is greeted there by name', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/desk`);
    await page.getByRole('heading', { level: 1, name: 'Sign in to the desk' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Token').fill('ccs_wrong');
    await page.keyboard.press('Enter');
    await page.getByText('This token is not valid.').waitFor();
    await page.goto(`${service.url}/signin`);
    await page.getByLabel('E-mail address').fill(ines.email);
    const before = said.length;
    await page.keyboard.press('Enter');
    await expect.poll(() => said.slice(before).length).toBe(1);
    await page.goto(/http\S+/.exec(said.at(-1) ?? '')?.[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/desk');
    await page.getByText('Good to see you, Ines Calloway.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in to the desk' }).waitFor();
    await page.close();
  });

  test('every screen is free of accessibility findings, in light and dark, on a phone and a wide window', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    for (const [path, title] of screens) {
      await go(path, title);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect([path, width, colorScheme, await seriousFindings(page)]).toEqual([path, width, colorScheme, []]);
        }
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect([path, width, await page.evaluate<number>(overflow)]).toEqual([path, width, 0]);
      }
    }
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('can be used by keyboard: a way in front leads to the screen, and a followed link to its title', async () => {
    const { page, go, context } = await openDesk(browser, service, ines);
    await go('', 'My day');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement?.id')).toBe('screen');
    await page.getByRole('navigation').getByRole('link', { name: 'Content' }).focus();
    await page.keyboard.press('Enter');
    const title = page.getByRole('heading', { level: 1, name: 'Content' });
    await title.waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Content');
    await context.close();
  });
});

const screens: readonly (readonly [path: string, title: string])[] = [
  ['', 'My day'],
  ['/content', 'Content'],
];
