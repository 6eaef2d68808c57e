// A page in time, in the desk, in a real browser, with the demo: its whole history and the way back, and what readers see when.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { hasChromium, startChromium } from '../support/chromium.ts';
import { bookUrn, clean, openDesk, startDeskService, type DeskService } from '../support/desk.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 180_000 });

let service: DeskService;
let browser: Browser;
const ines = { email: 'ines@reader.example' };
const tomasz = { email: 'tomasz@reader.example' };

interface Made {
  readonly urn: string;
  readonly owner: string;
  readonly texts: readonly { readonly urn: string }[];
}

describe.skipIf(!hasChromium)('A page in time', () => {
  beforeAll(async () => {
    service = await startDeskService();
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const admin = () => service.client(service.token);
  const open = async (user: Parameters<typeof openDesk>[2]): ReturnType<typeof openDesk> => {
    const tab = await openDesk(browser, service, user);
    tab.page.setDefaultTimeout(15_000);
    return tab;
  };

  /** Makes a draft of the company of the demo that holds these texts, by their names. */
  async function draft(name: string, path: string, values: Readonly<Record<string, string>>): Promise<Made> {
    const owner = (await admin().rest('GET', `/n/v1/entity/${bookUrn}`)).body.owner.urn as string;
    const texts = Object.entries(values).map(([item, value]) => ({ name: item, sortOrder: 0, value }));
    const entity = { urn: crypto.randomUUID(), owner: { urn: owner }, name, path, language: 'en', texts };
    const made = await admin().rest('POST', '/n/v1/entity', { body: { ...entity, status: 'DRAFT_UNPUBLISHED' } });
    expect(made.status, made.text).toBe(201);
    return { urn: made.body.urn as string, owner, texts: made.body.texts as Made['texts'] };
  }

  const write = async (urn: string | undefined, value: string): Promise<void> => {
    const answer = await admin().rest('PATCH', `/n/v1/textitem/${urn ?? ''}`, { body: { value } });
    expect(answer.status, answer.text).toBe(200);
  };
  const textsOf = async (urn: string): Promise<readonly string[]> => {
    const { entity } = await admin().data('query ($urn: ID!) { entity(urn: $urn) { texts { name value } } }', { urn });
    const all = entity.texts as readonly { readonly name: string; readonly value: string }[];
    return all.map(({ name, value }) => `${name}: ${value}`).sort();
  };
  const history = (page: Page) => page.getByRole('region', { name: 'History of the page' }).getByRole('listitem');

  test('its history names who wrote what, and by keyboard it returns to a moment, but not over what others wrote meanwhile', async () => {
    const { urn, texts } = await draft('The almanac', '/almanac', { aside: 'By the way', title: 'A first title' });
    const [aside, title] = texts.map((one) => one.urn);
    await write(title, 'A second title');
    expect((await admin().rest('DELETE', `/n/v1/textitem/${aside ?? ''}`)).status).toBe(204);
    const { page, watched, go, context } = await open(ines);
    await go(`/page/${urn}/time`, 'The almanac');
    const rows = history(page);
    await expect.poll(() => rows.count(), { timeout: 15_000 }).toBe(4);
    expect(await rows.nth(0).innerText()).toMatch(/Administrator\s*aside\s*removed/);
    expect([
      await rows.nth(0).locator('del').innerText(),
      await rows.nth(1).locator('del, ins').allInnerTexts(),
    ]).toEqual(['By the way', ['first', 'second']]);
    // Nothing was written since the newest one.
    expect(await rows.nth(0).getByRole('button').count()).toBe(0);
    await expectAccessible(page, 'the history of a page');
    const back = rows.nth(3).getByRole('button', { name: 'Return to this' });
    await back.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 items change, as drafts.').waitFor();
    await dialog.getByText('was removed and comes back').waitFor();
    await dialog.getByText('returns to its value of then').waitFor();
    await expectAccessible(page, 'what a return changes');
    await write(title, 'A third title');
    await dialog.getByRole('button', { name: 'Return the page' }).press('Enter');
    await dialog.getByText(/^Nothing was changed: Administrator wrote title at /).waitFor();
    expect(await textsOf(urn)).toEqual(['title: A third title']);
    await page.keyboard.press('Escape');
    await expect.poll(() => rows.count(), { timeout: 15_000 }).toBe(5);
    // The page itself counts, too.
    await rows.last().getByRole('button', { name: 'Return to this' }).click();
    await dialog.getByText('2 items change, as drafts.').waitFor();
    const renamed = await admin().rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: 'The new almanac' } });
    expect(renamed.status, renamed.text).toBe(200);
    await dialog.getByRole('button', { name: 'Return the page' }).click();
    await dialog.getByText(/^Nothing was changed: somebody changed the page itself/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { level: 1, name: 'The new almanac' }).waitFor();
    await rows.last().getByRole('button', { name: 'Return to this' }).press('Enter');
    await dialog.getByRole('button', { name: 'Return the page' }).press('Enter');
    await page.getByText('The page is as it was then, as drafts.').waitFor();
    expect(await textsOf(urn)).toEqual(['aside: By the way', 'title: A first title']);
    await rows.first().getByText('Ines Calloway').waitFor();
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('what cannot come back is named, and who may not write is offered no way back', async () => {
    const { urn, owner, texts } = await draft('The index', '/index-of-then', { title: 'One' });
    const other = await draft('A page that goes', '/gone-since', {});
    const reference = { entity: { urn }, name: 'next', sortOrder: 0, entityReference: { urn: other.urn } };
    const made = await admin().rest('POST', '/n/v1/referenceitem', { body: reference });
    expect(made.status, made.text).toBe(201);
    expect((await admin().rest('DELETE', `/n/v1/referenceitem/${String(made.body.urn)}`)).status).toBe(204);
    expect((await admin().rest('DELETE', `/n/v1/entity/${other.urn}`)).status).toBe(204);
    const seen = await open(tomasz);
    const { identities } = await admin().data(
      '{ identities(where: { name: { containsFold: "tomasz" } }) { nodes { urn } } }',
    );
    for (const label of ['VIEW', 'READ_DRAFT']) {
      const edge = {
        subjectUrn: identities.nodes[0]?.urn,
        subjectScope: 'IDENTITY',
        objectUrn: urn,
        objectScope: 'ENTITY',
      };
      const given = await admin().rest('POST', '/n/v1/permission', { body: { owner: { urn: owner }, ...edge, label } });
      expect(given.status, given.text).toBe(201);
    }
    await seen.go(`/page/${urn}/time`, 'The index');
    await expect.poll(() => history(seen.page).count(), { timeout: 15_000 }).toBe(3);
    expect(await seen.page.getByRole('button', { name: 'Return to this' }).count()).toBe(0);
    // Whoever sees no drafts sees no history.
    await seen.go(`/page/${bookUrn}/time`, /./);
    await seen.page.getByRole('region', { name: 'The page as readers see it' }).waitFor();
    expect(await seen.page.getByRole('heading', { name: 'History of the page' }).count()).toBe(0);
    await seen.context.close();
    await write(texts[0]?.urn, 'Two');
    const { page, watched, go, context } = await open(ines);
    await go(`/page/${urn}/time`, 'The index');
    const added = history(page).filter({ hasText: 'next' }).filter({ hasText: 'added' });
    await added.getByRole('button', { name: 'Return to this' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Return the page' }).click();
    await page.getByText(/The page was returned, but not all of it: NOT_RESTORED/).waitFor();
    expect(await textsOf(urn)).toEqual(['title: One']);
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('is shown as anyone sees it without a token, who may not look ahead', async () => {
    const { urn, texts } = await draft('The ledger', '/ledger', { title: 'What was spent' });
    const { page, watched, go, context } = await open(ines);
    const published = await admin().rest('PATCH', `/n/v1/entity/${urn}`, { body: { status: 'PUBLISH' } });
    expect(published.status, published.text).toBe(200);
    await write(texts[0]?.urn, 'What was kept');
    await go(`/page/${urn}/time`, 'The ledger');
    const view = page.getByRole('region', { name: 'The page as readers see it' });
    await view.getByText('What was spent').waitFor();
    await page.getByLabel('Values').selectOption('Newest, with drafts');
    await view.getByText('What was kept').waitFor();
    const reader = page.getByLabel('Reader', { exact: true });
    await reader.focus();
    await page.keyboard.press('ArrowDown');
    expect(await reader.inputValue()).toBe('anyone');
    // Drafts are offered to nobody without a token.
    await view.getByText('What was spent').waitFor();
    expect(await page.getByLabel('Values').count()).toBe(0);
    await expectAccessible(page, 'the page as anyone sees it');
    await page.getByLabel('Date and time').fill('2999-01-01T00:00');
    await page.getByText('Without a token nobody may look ahead.').waitFor();
    const taken = await admin().rest('PATCH', `/n/v1/entity/${urn}`, { body: { status: 'DRAFT_UNPUBLISHED' } });
    expect(taken.status, taken.text).toBe(200);
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await view.getByText('Nothing is live at this moment.').waitFor();
    expect(watched).toEqual(clean);
    await context.close();
  });

  // On a machine that stands still for seconds the moment comes before the page was looked at.
  test(
    'is scheduled, seen in the slider at its moment before, and live without a token once it has come',
    { retry: 2 },
    async () => {
      const path = `/spring-${crypto.randomUUID()}`;
      const { urn } = await draft('The spring issue', path, { title: 'The spring issue is here' });
      const read = (): Promise<Response> => fetch(`${service.url}/v/v1/entityview${path}`);
      expect((await read()).status).toBe(404);
      const { page, watched, go, context } = await open(ines);
      const ahead = await context.newPage();
      await ahead.goto(`${service.url}/desk/page/${urn}/time`);
      await ahead.getByText('Nothing is live at this moment.').waitFor({ timeout: 15_000 });
      await go(`/page/${urn}`, 'The spring issue');
      await page.getByRole('button', { name: 'Publish …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('title new').waitFor();
      await dialog.getByLabel('When').selectOption('Later');
      const moment = Math.ceil(Date.now() / 1_000) * 1_000 + 4_000;
      const inBerlin = (at: number): string =>
        new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).replace(' ', 'T');
      await dialog.getByLabel('Goes live').fill(inBerlin(moment));
      await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
      await page.getByText('The publication is scheduled.').waitFor();
      await ahead.getByLabel('Date and time').fill(inBerlin(moment + 1_000));
      await ahead.getByText('The spring issue is here').waitFor({ timeout: 15_000 });
      const early = await read();
      expect([Date.now() < moment, early.status]).toEqual([true, 404]);
      await ahead.getByLabel('Date and time').fill(inBerlin(moment - 1_000));
      await ahead.getByText('Nothing is live at this moment.').waitFor({ timeout: 15_000 });
      await expect.poll(async () => (await read()).status, { timeout: 15_000 }).toBe(200);
      expect(Date.now()).toBeGreaterThanOrEqual(moment);
      const view = (await (await read()).json()) as { readonly texts: readonly { readonly value: string }[] };
      expect(view.texts.map(({ value }) => value)).toEqual(['The spring issue is here']);
      await ahead.getByLabel('Reader', { exact: true }).selectOption('Anyone, without a token');
      await ahead.getByRole('button', { name: 'Now', exact: true }).click();
      await ahead.getByText('The spring issue is here').waitFor({ timeout: 15_000 });
      expect(watched).toEqual(clean);
      await context.close();
    },
  );
});
