// One bar on every page for people: it shows who is signed in and signs them out, or leads to sign-in, and refuses a wrong
// token where it was typed.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFindings } from '../support/axe.ts';
import { makePerson, signedIn } from '../support/browser.ts';
import { hasChromium, startChromium, watch } from '../support/chromium.ts';
import { authorizeQuery, createNativeClient, newPkce } from '../support/oauth.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let admin: Tenant;
let person: Awaited<ReturnType<typeof signedIn>>;
const said: string[] = [];
const email = 'ada@reader.example';
const name = `Person ${email}`;
const paths = ['/', '/docs', '/docs/guides/rest', '/docs/configuration', '/docs/rest', '/graphql/ide'];

beforeAll(async () => {
  service = await startService({ DEVELOPMENT_SIGN_IN: '1' }, { say: (line) => said.push(line) });
  admin = await service.tenant();
  await makePerson(admin, email, ['ADMIN']);
  person = await signedIn({ url: service.url, said }, email);
});
afterAll(() => service.close());

const open = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(service.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const barOf = (text: string): string => /<header class="bar">[^]*<\/header>/.exec(text)?.[0] ?? '';

describe('The bar', () => {
  test.each([...paths, '/signin', '/absent'])(
    'of %s names the person and signs out; the page is kept nowhere',
    async (path) => {
      const answer = await open(path, { cookie: person.cookies() });
      const bar = barOf(await answer.text());
      expect(bar).toContain(`Signed in as <strong>${name}</strong>`);
      expect(bar).toContain(`<input type="hidden" name="csrfToken" value="${person.csrfToken}" />`);
      expect(bar).toContain('<form class="account" method="post" action="/signin/out">');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('etag')).toBeNull();
    },
  );

  test.each(paths)('of %s leads nobody to sign-in and back, in a page that is the same for all', async (path) => {
    for (const cookie of ['', 'commonplace_session=x', person.cookies().replace(/.{3}$/, 'AAA')]) {
      const answer = await open(path, cookie ? { cookie } : {});
      const bar = barOf(await answer.text());
      expect(bar).toContain(`<a class="account" href="/signin?returnTo=${encodeURIComponent(path)}">Sign in</a>`);
      expect(bar).not.toContain('Sign out');
      expect(answer.headers.get('cache-control')).toBe('public, no-cache');
      expect(answer.headers.get('vary')).toMatch(/\bCookie\b/);
    }
  });

  test('is the same for a bearer token as for nobody', async () => {
    const answer = await open('/docs', { authorization: `Bearer ${admin.token}` });
    expect(barOf(await answer.text())).toContain('>Sign in</a>');
  });

  test('shows a name as text', async () => {
    const odd = 'odd@reader.example';
    const urn = await makePerson(admin, odd);
    await admin.rest('PATCH', `/n/v1/identity/${urn}`, { body: { name: '<img src=x>"&' } });
    const oddPerson = await signedIn({ url: service.url, said }, odd);
    const bar = barOf(await (await open('/docs', { cookie: oddPerson.cookies() })).text());
    expect(bar).toContain('<strong>&#60;img src=x&#62;&#34;&#38;</strong>');
  });

  test('offers no sign-in where there is none', async () => {
    const other = await startService({});
    const text = await (await fetch(`${other.url}/docs`, { headers: { accept: 'text/html' } })).text();
    await other.close();
    expect(barOf(text)).not.toMatch(/Sign (in|out)/);
  });
});

describe.skipIf(!hasChromium)('In a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  const visit = async (
    path: string,
    { isSignedIn = true, dark = false, width = 1280 }: { isSignedIn?: boolean; dark?: boolean; width?: number } = {},
  ): Promise<{ page: Page } & ReturnType<typeof watch>> => {
    const colorScheme = dark ? ('dark' as const) : ('light' as const);
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    const cookies = isSignedIn ? (await signedIn({ url: service.url, said }, email)).cookies() : '';
    for (const cookie of cookies.split('; ').filter(Boolean)) {
      const [cookieName = '', value = ''] = cookie.split('=');
      await context.addCookies([{ name: cookieName, value, url: service.url }]);
    }
    const page = await context.newPage();
    const watched = watch(page, service.url);
    await page.goto(service.url + path);
    return { page, ...watched };
  };
  const draw = async (page: Page, file: string): Promise<void> => {
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${file}.png` });
  };
  const widthOf = (page: Page): Promise<number> => page.evaluate<number>('document.documentElement.scrollWidth');

  test.each(['/docs', '/docs/rest'])(
    'a person signs out by keyboard on %s, and is offered sign-in there again',
    async (path) => {
      const { page, problems, outside } = await visit(path);
      await page.getByText(`Signed in as ${name}`).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('E-mail address').waitFor();
      await page.goto(service.url + path);
      await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
      expect(await page.getByText('Signed in as').count()).toBe(0);
      expect({ problems, outside }).toEqual({ problems: [], outside: [] });
      await page.context().close();
    },
  );

  test.each([
    ['light', 1280],
    ['dark', 390],
  ])('every page is accessible and fits, %s and %i pixels wide, signed in or not', async (scheme, width) => {
    for (const isSignedIn of [true, false]) {
      const { page, problems } = await visit('/', { isSignedIn, dark: scheme === 'dark', width });
      for (const path of ['/', '/docs/configuration', '/signin', '/docs/rest']) {
        await page.goto(service.url + path);
        if (path === '/docs/rest') await page.getByRole('heading', { level: 1 }).first().waitFor();
        await draw(page, `bar${path.replaceAll('/', '-')}-${scheme}-${isSignedIn ? 'in' : 'out'}`);
        expect([path, await seriousFindings(page), await widthOf(page)]).toEqual([path, [], width]);
      }
      expect(problems).toEqual([]);
      await page.context().close();
    }
  });

  test('the settings keep their meaning on a phone: each value stands under its setting, with the name of its column', async () => {
    const { page } = await visit('/docs/configuration', { isSignedIn: false, width: 390 });
    const shown = await page.evaluate<{ label: string; top: number; right: number }[]>(`
      [...[...document.querySelectorAll('tr')].find((row) => row.textContent.includes('The TCP port to listen on')).cells]
        .map((cell) => ({ label: getComputedStyle(cell, '::before').content, ...cell.getBoundingClientRect().toJSON() }))
    `);
    expect(shown.map(({ label }) => label)).toEqual(['"Setting: "', '"Default: "', '"Meaning: "']);
    const tops = shown.map(({ top }) => top);
    expect(tops).toEqual([...new Set(tops)].toSorted((one, other) => one - other));
    expect(shown.every(({ right }) => right <= 390)).toBe(true);
    await page.context().close();
  });

  test.each(['/graphql/ide', '/docs/rest'])(
    '%s refuses a wrong token where it was typed, and keeps it nowhere',
    async (path) => {
      const { page } = await visit(path, { isSignedIn: false });
      const field = page.getByLabel('Token', { exact: true });
      await field.fill('ccs_a_wrong');
      await page.keyboard.press('Enter');
      await page.getByRole('banner').getByRole('alert').filter({ hasText: 'This token is not valid.' }).waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await page.evaluate('[document.activeElement.id, JSON.stringify({ ...sessionStorage })]')).toEqual([
        'token-text',
        expect.not.stringContaining('ccs_a_wrong'),
      ]);
      await page.keyboard.type(admin.token);
      await page.keyboard.press('Enter');
      await page.getByText(/^Token \w+… in use/).waitFor();
      expect(await page.getByRole('alert').filter({ hasText: 'not valid' }).count()).toBe(0);
      await page.context().close();
    },
  );

  test('who is signed in needs no token, but can use one', async () => {
    const { page } = await visit('/docs/rest');
    expect(await page.getByLabel('Token', { exact: true }).isVisible()).toBe(false);
    await page.getByText('Use a token').click();
    await page.getByLabel('Token', { exact: true }).fill(admin.token);
    await page.keyboard.press('Enter');
    await page.getByText(/^Token \w+… in use/).waitFor();
    await page.reload();
    await page.getByText(/^Token \w+… in use/).waitFor();
    await page.context().close();
  });

  test('a token that ended since it was typed is forgotten, and a new one can be typed at once', async () => {
    const { page } = await visit('/docs/rest', { isSignedIn: false });
    await page.evaluate(`sessionStorage.setItem('commonplace.token', 'ccs_a_ended')`);
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'The token of this tab is not valid any more.' }).waitFor();
    await page.getByLabel('Token', { exact: true }).fill(admin.token);
    await page.keyboard.press('Enter');
    await page.getByText(/^Token \w+… in use/).waitFor();
    await page.context().close();
  });

  test.each([
    ['light', 1280],
    ['dark', 390],
  ])(
    'the consent page looks like the others and is accessible, %s and %i pixels wide: Allow is the primary button',
    async (scheme, width) => {
      const client = await createNativeClient(admin, { redirectUris: ['https://app.example/back'] });
      const query = authorizeQuery(client, newPkce().challenge, {
        redirect_uri: 'https://app.example/back',
        scope: 'read write offline_access',
      });
      const { page, problems, outside } = await visit(`/oauth2/authorize?${query}`, { dark: scheme === 'dark', width });
      await page.getByRole('heading', { name: /^Allow .* to use your account\?$/ }).waitFor();
      await page.getByText('Stay signed in for up to 90 days').waitFor();
      await page.getByText(`Signed in as ${name}`).waitFor();
      await draw(page, `consent-${scheme}`);
      const colors = await page.evaluate<string[]>(
        `[...document.querySelectorAll('main button')].map((one) => one.textContent + getComputedStyle(one).backgroundColor)`,
      );
      expect(colors).toEqual(
        scheme === 'dark'
          ? ['Allowrgb(229, 160, 107)', 'Denyrgb(23, 22, 27)']
          : ['Allowrgb(122, 59, 18)', 'Denyrgb(251, 250, 247)'],
      );
      expect([await seriousFindings(page), await widthOf(page)]).toEqual([[], width]);
      expect({ problems, outside }).toEqual({ problems: [], outside: [] });
      await page.context().close();
    },
  );
});
