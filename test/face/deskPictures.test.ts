// Ten screens of the desk as a person sees them who opens their address, with the demo; `npm run pictures` takes the pictures of the
// README from here.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasChromium, keepPicture, startChromium } from '../support/chromium.ts';
import { book, bookUrn, openDesk, startDeskService, type DeskService } from '../support/desk.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let service: DeskService;
let browser: Browser;
const ines = { email: 'ines@reader.example' };

describe.skipIf(!hasChromium)('Ten screens of the desk', () => {
  beforeAll(async () => {
    service = await startDeskService();
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  test('open by their address, for an editor and for an administrator', async () => {
    const admin = service.client(service.token);
    const { entityTypes } = await admin.data('{ entityTypes(where: { name: { eq: "Article" } }) { nodes { urn } } }');
    const editor = await openDesk(browser, service, ines);
    const operator = await openDesk(browser, service, { token: service.token });
    const screens = [
      [editor, 'desk-day', '', 'My day', 'Good to see you, Ines Calloway.'],
      [editor, 'desk-content', '/content', 'Content', book],
      [editor, 'desk-page', `/page/${bookUrn}`, book, 'Saved as draft|One or two sentences for lists.'],
      [editor, 'desk-time', `/page/${bookUrn}/time`, book, 'Move in time'],
      [editor, 'desk-board', '/board', 'Board', 'Draw the cover'],
      [editor, 'desk-inbox', '/inbox', 'Inbox', 'The cover'],
      [editor, 'desk-type', `/types/${String(entityTypes.nodes[0].urn)}`, 'Article', 'Minutes to read'],
      [operator, 'desk-rights', `/page/${bookUrn}/rights`, book, 'Ines Calloway'],
      [operator, 'desk-people', '/people', 'People and rights', 'ines@reader.example'],
      [operator, 'desk-programs', '/people?show=programs', 'People and rights', 'Reader app'],
    ] as const;
    for (const [{ page, go }, name, path, title, text] of screens) {
      await go(path, title);
      await page.getByRole('main').getByText(new RegExp(text)).first().waitFor();
      await expect.poll(() => page.getByText('Loading …').count(), { timeout: 60_000 }).toBe(0);
      await keepPicture(page, name);
    }
    for (const { watched, context } of [editor, operator]) {
      expect(watched).toEqual({ problems: [], outside: [] });
      await context.close();
    }
  });
});
