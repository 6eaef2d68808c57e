// Every screen of the desk as somebody sees it who may read and do nothing else: no control is shown that would be refused.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasChromium, startChromium } from '../support/chromium.ts';
import { edge } from '../support/community.ts';
import { bookUrn, clean, openDesk, startDeskService, type DeskService } from '../support/desk.ts';
import { create } from '../support/repeat.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 180_000 });

let service: DeskService;
let browser: Browser;
/** What is found there by an object of each kind that has a screen. */
let details: readonly string[];

/** Buttons that change nothing that is kept, and those for posts of her own: by the beginnings of their names. */
const harmless =
  /^(Search|Show |Find|Choices of|▾|Mark |Load|Close$|More|Pause$|[A-Z_]+$|Now$|Created: |Went live: |Remove Noor Rahman: )/;

async function writing(page: Page): Promise<readonly string[]> {
  const controls = page
    .locator('main')
    .locator('button:enabled, textarea:enabled, input[type=file], [contenteditable=true]');
  const names = await controls.evaluateAll((all) =>
    (all as unknown as { ariaLabel: string | null; textContent: string | null; tagName: string }[]).map(
      ({ ariaLabel, textContent, tagName }) => (ariaLabel ?? textContent ?? '').trim() || tagName,
    ),
  );
  return [...new Set(names)].filter((name) => !harmless.test(name));
}

describe.skipIf(!hasChromium)('The desk of somebody who may read', () => {
  beforeAll(async () => {
    service = await startDeskService();
    browser = await startChromium();
    browser.on('context', (context) => context.setDefaultTimeout(15_000));
    const admin = service.client(service.token);
    const { tasks, messageThreads, entityTypes, identities, groups } = await admin.data(`{
      tasks(first: 1) { nodes { urn } }
      messageThreads(first: 1, where: { name: { eq: "The nine letters" } }) { nodes { urn } }
      entityTypes(first: 1) { nodes { urn } }
      identities(first: 1, where: { name: { eq: "Noor Rahman" } }) { nodes { urn owner { urn } } }
      groups(first: 1) { nodes { urn } }
    }`);
    expect(groups.nodes).toHaveLength(1);
    const { urn: noor, owner } = identities.nodes[0] as { urn: string; owner: { urn: string } };
    await create(admin, 'permission', { owner: owner.urn, ...edge('IDENTITY', noor, 'COMPANY', owner.urn, 'READ') });
    details = [
      ...['', '/time', '/around', '/rights'].map((part) => `/page/${bookUrn}${part}`),
      `/task/${String(tasks.nodes[0].urn)}`,
      `/thread/${String(messageThreads.nodes[0].urn)}`,
      `/types/${String(entityTypes.nodes[0].urn)}`,
      ...['groups', 'roles', 'programs'].map((show) => `/people?show=${show}`),
    ];
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  test('every place and every part of a page is shown without a control that writes', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, { email: 'noor@reader.example' });
    await go('/', 'My day');
    const places = await page
      .getByRole('navigation', { name: 'Places' })
      .getByRole('link')
      .evaluateAll((all) => (all as unknown as { pathname: string }[]).map(({ pathname }) => pathname));
    expect(places.length).toBeGreaterThan(8);
    const found: [string, readonly string[]][] = [];
    for (const path of [...places.map((one) => one.replace(/^\/desk/, '')), ...details]) {
      await go(path, /./);
      await page.waitForLoadState('networkidle');
      await expect.poll(() => page.getByText('Loading …').count(), { timeout: 15_000 }).toBe(0);
      found.push([path, await writing(page)]);
    }
    expect(found.filter(([, names]) => names.length > 0)).toEqual([]);
    expect(watched).toEqual(clean);
    await context.close();
  });
});
