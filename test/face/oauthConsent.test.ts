// The consent page in a real browser: its policy allows it to look and work as intended, and the browser returns to the
// application. RFC 6749 section 4.1; RFC 8252 section 7.3.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasChromium, startChromium } from '../support/chromium.ts';
import { authorizeQuery, codeForm, createNativeClient, newPkce, postToken, signIn } from '../support/oauth.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let admin: Tenant;
let browser: Browser | undefined;
let app: Server;
const called: string[] = [];

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
  app = createServer((request, response) => {
    called.push(request.url ?? '');
    response.end('<title>The app</title>');
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  if (hasChromium) browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  app.close();
});

test.skipIf(!hasChromium)('a person consents in a browser, and the application gets a valid code', async () => {
  if (!browser) throw new Error('chromium did not start');
  const client = await createNativeClient(admin, { redirectUris: ['http://127.0.0.1/back'] });
  const person = await signIn(service, admin);
  // The server listens on TCP, so its address has a port.
  const redirect_uri = `http://127.0.0.1:${String((app.address() as AddressInfo).port)}/back`;
  const { verifier, challenge } = newPkce();
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  const [name = '', value = ''] = person.cookie.split('=');
  await page.context().addCookies([{ name, value, url: service.url }]);
  await page.goto(`${service.url}/oauth2/authorize?${authorizeQuery(client, challenge, { redirect_uri })}`);
  expect(await page.title()).toBe('Allow Reader app to use your account? · Commonplace');
  expect(await page.evaluate('getComputedStyle(document.body).marginTop')).toBe('0px');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${redirect_uri}*`);
  expect(await page.title()).toBe('The app');
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  const answer = await postToken(service, client, { ...codeForm({ code, verifier }), redirect_uri });
  expect([answer.status, problems]).toEqual([200, []]);
  expect(called.filter((url) => url.startsWith('/back'))).toHaveLength(1);
});
