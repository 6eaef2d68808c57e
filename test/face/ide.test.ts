// The GraphQL IDE and the REST reference in a real browser: without any external network, under their policy, with the
// demo data.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLocalCode } from '../../src/http/localLink.ts';
import { seriousFindings } from '../support/axe.ts';
import { hasChromium, keepPicture, startChromium, watch } from '../support/chromium.ts';
import { startDemoService, type DemoService } from '../support/demo.ts';
import { openIde, runInIde, seeInAnswer } from '../support/ide.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

const localCode = createLocalCode();
let service: DemoService;
let browser: Browser;

// Skipped on a machine without a browser.
describe.skipIf(!hasChromium)('In a browser', () => {
  beforeAll(async () => {
    service = await startDemoService({}, { localCode });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const open = async (path: string): Promise<{ page: Page; watched: ReturnType<typeof watch> }> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const watched = watch(page, service.url);
    await page.goto(service.url + path);
    return { page, watched };
  };
  const clean = { problems: [], outside: [] };

  test('the start page links to the others and has no serious accessibility finding', async () => {
    const { page, watched } = await open('/');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'GraphQL IDE' }).click();
    await page.waitForURL('**/graphql/ide');
    expect(watched).toEqual(clean);
    await page.context().close();
  });

  test('the IDE opens without an error, runs an example without a token, and keeps it across a reload', async () => {
    const { page, watched } = await open('/graphql/ide');
    await openIde(page);
    expect(await page.locator('.graphiql-tab').allInnerTexts()).toEqual([
      'HomeInSummer',
      'TitleHistory',
      'Threads',
      'Board',
      'ChangeHeadline',
      'Live',
    ]);
    expect(await page.locator('.graphiql-response').textContent()).not.toContain('errors');
    await page.locator('.graphiql-execute-button').click();
    await seeInAnswer(page, 'The Summer Reader');
    await keepPicture(page, 'ide');
    await page.getByRole('button', { name: 'Show History' }).click();
    await page.locator('.graphiql-history-item', { hasText: 'HomeInSummer' }).waitFor();
    await page.reload();
    await page.locator('.graphiql-history-item', { hasText: 'HomeInSummer' }).waitFor();
    expect(await seriousFindings(page, ['.graphiql-container'])).toEqual([]);
    expect(watched).toEqual(clean);
    await page.context().close();
  });

  test('an administrator sees what the last query ran, and nobody else does', async () => {
    const { page, watched } = await open('/graphql/ide');
    await openIde(page);
    await page.locator('.graphiql-execute-button').click();
    await seeInAnswer(page, 'The Summer Reader');
    await page.getByRole('button', { name: 'Show Explain' }).click();
    const explain = page.getByRole('button', { name: 'Explain the last query' });
    await explain.click();
    await page.getByText('extensions.explain needs ADMIN').waitFor();
    await page.evaluate(`sessionStorage.setItem('commonplace.token', ${JSON.stringify(service.token)})`);
    await explain.click();
    await page.getByText(/^\d+ statements, [\d.]+ ms, charged \d+$/).waitFor();
    expect(await page.locator('.explain tbody tr').count()).toBeGreaterThan(0);
    // What GraphiQL itself is made of stands beside the panel.
    expect(await seriousFindings(page, ['.graphiql-sessions'])).toEqual([]);
    expect(watched.outside).toEqual([]);
    await page.context().close();
  });

  test('each example is as wide as its editor at most', async () => {
    const { page } = await open('/graphql/ide');
    await page.setViewportSize({ width: 1400, height: 900 });
    await openIde(page);
    const editor = page.locator('.graphiql-query-editor');
    for (const name of await page.locator('.graphiql-tab').allInnerTexts()) {
      await page.getByRole('tab', { name }).click();
      await editor.locator('.view-lines').filter({ hasText: name }).waitFor();
      const bar = editor.locator('.scrollbar.horizontal');
      expect([name, (await bar.getAttribute('class'))?.includes('invisible')]).toEqual([name, true]);
    }
    await page.context().close();
  });

  test('the start link signs this tab in once, and the token is stored nowhere else', async () => {
    const { page, watched } = await open(`/graphql/ide#open=${localCode.code}`);
    await openIde(page);
    // It is no token that was printed, and says how long it lasts.
    await page.getByText(/^Token ccs_a_\w+… of this tab, until \d\d:\d\d/).waitFor();
    expect(page.url()).toBe(`${service.url}/graphql/ide`);
    await page.getByRole('tab', { name: 'TitleHistory' }).click();
    await page.locator('.graphiql-query-editor .view-lines').filter({ hasText: 'query TitleHistory' }).waitFor();
    await page.locator('.graphiql-execute-button').click();
    await seeInAnswer(page, 'How to keep a commonplace book, and why');
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('ccs_a_');
    const second = await open(`/graphql/ide#open=${localCode.code}`);
    await second.page.getByText('This link was already used').waitFor();
    await page.getByRole('button', { name: 'Forget' }).click();
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('ccs_a_');
    expect(watched).toEqual(clean);
    await second.page.context().close();
    await page.context().close();
  });

  test('the documentation in the IDE lists kinds first and filters last', async () => {
    const { page, watched } = await open('/graphql/ide');
    await openIde(page);
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    const types = page.locator('.graphiql-doc-explorer-content a.graphiql-doc-explorer-type-name');
    await types.getByText('TextItem', { exact: true }).first().waitFor();
    const names = await types.allTextContents();
    expect(names.slice(0, 3)).toEqual(['Query', 'Mutation', 'Subscription']);
    expect(names.indexOf('Entity')).toBeLessThan(names.indexOf('AccessLevel'));
    expect(names.indexOf('AccessLevel')).toBeLessThan(names.indexOf('CreateEntityInput'));
    expect(names.indexOf('CreateEntityInput')).toBeLessThan(names.indexOf('StringFilter'));
    expect(names).toContain('StringFilter');
    expect(watched).toEqual(clean);
    await page.context().close();
  });

  test('the REST reference opens on where to start, and each of these operations exists', async () => {
    const { page, watched } = await open('/docs/rest');
    await page.getByRole('heading', { name: 'Start here' }).waitFor();
    const first = page.locator('.first a');
    expect(await first.count()).toBe(7);
    expect(await seriousFindings(page)).toEqual([]);
    await first.first().click();
    await page.getByRole('heading', { name: 'Read the rendered view of an entity' }).waitFor();
    expect(watched).toEqual(clean);
    await page.context().close();
  });

  test('on a phone the answer stands below the query, and an operation is shown from its title on', async () => {
    const { page, watched } = await open('/graphql/ide');
    await page.setViewportSize({ width: 390, height: 844 });
    await openIde(page);
    const query = await page.locator('.graphiql-query-editor').boundingBox();
    const answer = await page.locator('.graphiql-response').boundingBox();
    expect(answer?.width).toBeGreaterThan(250);
    const text = await page.locator('.graphiql-query-editor .monaco-editor').first().boundingBox();
    expect(text?.width).toBeGreaterThan(250);
    await page.locator('.graphiql-execute-button').click();
    await seeInAnswer(page, 'The Summer Reader');
    expect(answer?.y).toBeGreaterThan((query?.y ?? 0) + (query?.height ?? 0));
    await page.goto(`${service.url}/docs/rest`);
    await page.getByRole('link', { name: 'Create a webhook subscription' }).click();
    const title = page.getByRole('heading', { level: 1, name: 'Create a webhook subscription' });
    await title.waitFor();
    await expect.poll(async () => (await title.boundingBox())?.y).toBeLessThan(250);
    // Its parts scroll, the page does not.
    const heights = '[document.documentElement.scrollHeight, innerHeight]';
    expect(await page.evaluate<number[]>(heights)).toEqual([844, 844]);
    expect((await title.boundingBox())?.y).toBeGreaterThan(100);
    expect(watched).toEqual(clean);
    await page.context().close();
  });

  test('the guides are found from the start page, lead to each other, and on a phone only wide parts scroll sideways', async () => {
    const { page, watched } = await open('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Guides' }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'Operating' }).click();
    await page.getByRole('heading', { level: 1, name: 'Operating' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Configuration', exact: false }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await seriousFindings(page)).toEqual([]);
    const root = 'document.documentElement';
    const widths = await page.evaluate<number[]>(`[${root}.scrollWidth, ${root}.clientWidth]`);
    expect(widths).toEqual([390, 390]);
    expect(watched).toEqual(clean);
    await page.context().close();
  });

  test('a subscription in the IDE shows a change made elsewhere', async () => {
    const { page, watched } = await open('/graphql/ide');
    await openIde(page);
    await page.getByLabel('Token').fill(service.token);
    await page.getByRole('button', { name: 'Use' }).click();
    await page.getByText(/^Token ccs_a_\w+… in use/).waitFor();
    await runInIde(page, 'subscription Heard { events(subjects: [TEXT_ITEM]) { subject changedFields } }');
    const headline = '/n/v1/textitem/019a0000-0000-7000-8000-000000000003';
    let count = 0;
    await expect
      .poll(
        async () => {
          count += 1;
          await service.client(service.token).rest('PATCH', headline, { body: { value: `Headline ${String(count)}` } });
          return page.locator('.graphiql-response').textContent();
        },
        { timeout: 30_000 },
      )
      .toContain('TEXT_ITEM');
    expect(watched).toEqual(clean);
    await page.context().close();
  });

  test('the REST reference finds an operation, tries it with the token, and shows the command', async () => {
    const { page, watched } = await open('/docs/rest');
    await page.getByLabel('Token').fill(service.token);
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox', { name: 'Filter operations' }).fill('get textitem/{urn}');
    await page.getByRole('link', { name: 'get /textitem/{urn}', exact: true }).click();
    await page.getByRole('heading', { name: 'Try it' }).waitFor();
    expect(await page.locator('article').innerText()).not.toContain('`');
    expect(await page.locator('article p code').count()).toBeGreaterThan(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.locator('summary', { hasText: '404' }).click();
    await page.getByText('Example: NOT_FOUND').click();
    await page.locator('pre', { hasText: '"httpCode": 404' }).waitFor();
    await page.getByLabel('urn path, required').fill('019a0000-0000-7000-8000-000000000005');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.answer').filter({ hasText: '200 OK' }).waitFor();
    expect(await page.locator('.answer .result').textContent()).toContain('How to keep a commonplace book');
    expect(await page.locator('pre', { hasText: 'curl' }).textContent()).not.toContain('ccs_a_');
    expect(watched).toEqual(clean);
    await page.context().close();
  });
});
