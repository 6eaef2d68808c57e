// A real browser, if the machine has one.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Whether a browser is installed. */
export const hasChromium = executablePath !== undefined;

/** Starts it. Its pages wait for what they are to show for as long as a test may take: how long that is depends on the machine. */
export async function startChromium(): Promise<Browser> {
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: flags });
  browser.on('context', (context) => context.setDefaultTimeout(0));
  return browser;
}

/** What a page complained of and requested elsewhere, as it happens. */
export interface Watched {
  /** Violations of the content policy, and errors of scripts. */
  readonly problems: readonly string[];
  /** Addresses outside the service. */
  readonly outside: readonly string[];
}

/** Watches a page of the service at `url`. */
export function watch(page: Page, url: string): Watched {
  const problems: string[] = [];
  const outside: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Refused to/.test(message.text()))
      problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) outside.push(request.url());
  });
  return { problems, outside };
}

/** The pictures there are. */
type Picture = 'ide' | 'operations' | 'webhooks' | `desk-${string}`;

/**
 * Takes a picture that the README or a guide shows, into docs/pictures: of the page, or of `part` of it. Only when asked for by
 * `npm run pictures`.
 */
export async function keepPicture(page: Page, name: Picture, part?: Locator): Promise<void> {
  if (process.env['PICTURES'] !== '1') return;
  await page.setViewportSize({ width: 1400, height: 900 });
  await (part ?? page).screenshot({
    path: fileURLToPath(new URL(`../../docs/pictures/${name}.png`, import.meta.url)),
  });
}
