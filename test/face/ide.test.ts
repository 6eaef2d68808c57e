// The GraphQL IDE opens in a real browser without any outside network, under its policy, and runs queries.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasChromium, startChromium, watch } from '../support/chromium.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
let browser: Browser | null = null;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  if (hasChromium) browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await service.close();
});

// Without a browser on the machine there is nothing to open the page in.
test.skipIf(!hasChromium)('shows the schema and answers a query with the token that was typed', async () => {
  if (!browser) throw new Error('chromium did not start');
  const page = await browser.newPage();
  const { problems, outside } = watch(page, service.url);

  await page.goto(`${service.url}/graphql/ide`);
  await page.waitForSelector('.graphiql-container .graphiql-query-editor .CodeMirror');
  // CodeMirror leaves itself on the element that it drew; the script runs in the page.
  const fill = (selector: string, text: string): Promise<unknown> =>
    page.evaluate(
      `for (const element of document.querySelectorAll(${JSON.stringify(selector)})) element.CodeMirror.setValue(${JSON.stringify(text)})`,
    );
  await page.getByRole('button', { name: 'Headers' }).click();
  await fill('.graphiql-editor-tool .CodeMirror', JSON.stringify({ Authorization: `Bearer ${tenant.token}` }));
  await fill('.graphiql-query-editor .CodeMirror', '{ companies { nodes { name } } }');
  await page.locator('.graphiql-execute-button').click();
  await page.locator('.result-window').filter({ hasText: 'Tenant' }).waitFor();

  expect(problems).toEqual([]);
  expect(outside).toEqual([]);
  await page.close();
});
