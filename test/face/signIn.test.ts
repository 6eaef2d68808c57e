// The sign-in pages in a real browser, by keyboard only: a printed link, the session, the IDE, a subscription, and
// signing out.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson } from '../support/browser.ts';
import { hasChromium, startChromium, watch } from '../support/chromium.ts';
import { openIde, runInIde, seeInAnswer } from '../support/ide.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let admin: Tenant;
let browser: Browser | null = null;
const said: string[] = [];
const email = 'ines@reader.example';

beforeAll(async () => {
  service = await startService({ DEVELOPMENT_SIGN_IN: '1' }, { say: (line) => said.push(line) });
  admin = await service.tenant();
  await makePerson(admin, email, ['ADMIN']);
  if (hasChromium) browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await service.close();
});

async function newPage(): Promise<Page> {
  if (!browser) throw new Error('chromium did not start');
  return (await browser.newContext()).newPage();
}

// If SCREENSHOTS names a folder, screenshots of the pages are saved there.
async function draw(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

// The page moves the focus to its first control; keys pressed before that are lost.
async function focused(page: Page, selector: string): Promise<void> {
  await expect.poll(() => page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)).toBe(true);
}

async function signIn(page: Page, returnTo: string): Promise<void> {
  await page.goto(`${service.url}/signin?returnTo=${encodeURIComponent(returnTo)}`);
  await focused(page, 'input[name=email]');
  await draw(page, 'sign-in');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Look at the terminal' }).waitFor();
  await draw(page, 'printed');
  const line = said.findLast((one) => one.startsWith('sign-in link'));
  await page.goto(line?.slice(line.indexOf('http')) ?? '');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await focused(page, 'button');
  await draw(page, 'confirm');
  await page.keyboard.press('Enter');
}

// In a separate tab: the policy of the sign-in pages forbids them to fetch.
async function contextOf(page: Page): Promise<unknown> {
  const tab = await page.context().newPage();
  await tab.goto(`${service.url}/n/v1/clientcontext`);
  const text = await tab.locator('body').innerText();
  await tab.close();
  return JSON.parse(text) as unknown;
}

// Skipped on a machine without a browser.
test.skipIf(!hasChromium)('A person signs in with a printed link, is recognized, and signs out.', async () => {
  const page = await newPage();
  const { problems, outside } = watch(page, service.url);
  await page.goto(`${service.url}/signin`);
  expect(await page.getByLabel('E-mail address').getAttribute('type')).toBe('email');
  await signIn(page, '/signin');
  await page.getByText(`You are signed in as Person ${email}.`).waitFor();
  await draw(page, 'signed-in');
  expect(await contextOf(page)).toMatchObject({
    hasSession: true,
    sessionKind: 'WEB_SESSION',
    user: { role: 'ADMIN' },
  });

  // The cookie is HttpOnly.
  expect(await page.evaluate('document.cookie')).toBe('');
  await page.getByRole('button', { name: 'Sign out' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('E-mail address').waitFor();
  expect(await contextOf(page)).toMatchObject({ hasSession: false, sessionKind: 'ANONYMOUS' });

  const used = said.findLast((one) => one.startsWith('sign-in link'));
  await page.goto(used?.slice(used.indexOf('http')) ?? '');
  await page.getByRole('alert').filter({ hasText: 'used already' }).waitFor();
  await draw(page, 'problem');
  expect({ problems, outside }).toEqual({ problems: [], outside: [] });
  await page.context().close();
});

test.skipIf(!hasChromium)(
  'The IDE runs queries and subscriptions as the person who signed in, without a token.',
  async () => {
    const page = await newPage();
    const { problems, outside } = watch(page, service.url);
    await signIn(page, '/graphql/ide');
    await openIde(page);
    const run = (query: string): Promise<void> => runInIde(page, query);
    const result = (text: string): Promise<void> => seeInAnswer(page, text);
    await run('query SignedIn { clientContext { sessionKind identity { name } } }');
    await result('WEB_SESSION');
    await result(`Person ${email}`);
    await run(
      `mutation Make { createProject(input: { owner: "${admin.company}", name: "By the person" }) { project { name } } }`,
    );
    await result('By the person');
    await run('subscription Changes { events { subject } }');
    await expect
      .poll(async () => {
        await admin.rest('POST', '/n/v1/project', { body: { owner: admin.company, name: 'Heard' } });
        return page.locator('.graphiql-response').textContent();
      })
      .toContain('PROJECT');
    expect({ problems, outside }).toEqual({ problems: [], outside: [] });
    await page.context().close();
  },
);

test.skipIf(!hasChromium)(
  'A page of another site cannot write with the session, nor send its forms, nor frame its pages.',
  async () => {
    const page = await newPage();
    await signIn(page, '/signin');
    await page.getByText('You are signed in as').waitFor();
    const foreign = await page.context().newPage();
    await foreign.route('http://evil.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<iframe></iframe>' }),
    );
    await foreign.goto('http://evil.test/');
    const read = `fetch('${service.url}/n/v1/clientcontext', { credentials: 'include' })`;
    const end = `fetch('${service.url}/n/v1/clientcontext', { method: 'DELETE', credentials: 'include' })`;
    const body = JSON.stringify('{"query":"mutation { endSession { isEnded } }"}');
    const blind = `fetch('${service.url}/graphql', { method: 'POST', mode: 'no-cors', credentials: 'include', body: ${body} })`;
    for (const attempt of [read, end])
      expect(await foreign.evaluate(`${attempt}.catch(() => 'refused')`)).toBe('refused');
    await foreign.evaluate(`${blind}.then(() => null, () => null)`);
    await foreign.evaluate(`new Promise((resolve) => {
    const frame = document.querySelector('iframe');
    frame.onload = resolve;
    frame.src = '${service.url}/signin';
  })`);
    expect(foreign.frames()[1]?.url()).toMatch(/^chrome-error:/);
    expect(await contextOf(page)).toMatchObject({ hasSession: true });
    await page.context().close();
  },
);
