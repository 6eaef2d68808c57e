// The desk in a browser, as a person or a token uses it.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signedIn, type LinkSignIn } from './browser.ts';
import { watch, type Watched } from './chromium.ts';
import { startDemoService, type DemoService } from './demo.ts';

type DemoParts = NonNullable<Parameters<typeof startDemoService>[1]>;

/** A service with the demo, and the lines that it printed for people. */
export type DeskService = DemoService & { readonly said: readonly string[] };

/** The urn of the page of the demo that the tests open, and its name. */
export const bookUrn = '019a0000-0000-7000-8000-000000000004';
export const book = 'How to keep a commonplace book';

/** What a tab has met that met no fault and asked no other server for anything. */
export const clean = { problems: [], outside: [] };

/** Starts a service with the demo that people sign in to by links, and by what the settings say beside. */
export async function startDeskService(
  more: Omit<DemoParts, 'say'> = {},
  settings: Parameters<typeof startDemoService>[0] = {},
): Promise<DeskService> {
  const said: string[] = [];
  const environment = { DEVELOPMENT_SIGN_IN: '1', ...settings };
  const demo = await startDemoService(environment, { ...more, say: (line) => said.push(line) });
  return { ...demo, said };
}

/** A tab of the desk. */
export interface DeskTab {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly watched: Watched;
  /** Goes to a screen, and waits until its title is shown. */
  readonly go: (path: string, title: string | RegExp) => Promise<void>;
}

/** Who uses it: a token, or the person of the demo with that e-mail address. */
export type DeskUser = { readonly token: string } | { readonly email: string };

/** Adds an item to the page that is shown, and waits for its control. */
export async function addItem(page: Page, kind: string, name: string): Promise<void> {
  await page.getByLabel('Kind').selectOption(kind);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('region', { name, exact: true }).waitFor();
}

/** Waits until what was typed into an item is saved. */
export async function seeSaved(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name, exact: true }).locator('[data-state=saved]').waitFor();
}

/** Opens a tab of a context of its own. */
export async function openDesk(browser: Browser, service: LinkSignIn, user: DeskUser): Promise<DeskTab> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'Europe/Berlin' });
  if ('token' in user)
    // Frames that show pages have no storage.
    await context.addInitScript(
      `if (top === window) sessionStorage.setItem('commonplace.token', ${JSON.stringify(user.token)})`,
    );
  else {
    const visitor = await signedIn(service, user.email);
    const parsed = visitor
      .cookies()
      .split('; ')
      .map((one) => ({ name: one.slice(0, one.indexOf('=')), value: one.slice(one.indexOf('=') + 1) }));
    await context.addCookies(parsed.map((cookie) => ({ ...cookie, url: service.url })));
  }
  const page = await context.newPage();
  const watched = watch(page, service.url);
  return {
    page,
    context,
    watched,
    go: async (path, title) => {
      await page.goto(`${service.url}/desk${path}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    },
  };
}
