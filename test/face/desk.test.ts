// The desk in a real browser, with the demo: who is let in and how, what is loaded, and that every screen can be used by everyone.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLocalCode } from '../../src/http/localLink.ts';
import { expectAccessible, seriousFindings } from '../support/axe.ts';
import { hasChromium, startChromium, watch } from '../support/chromium.ts';
import {
  addItem,
  book,
  bookUrn,
  clean,
  openDesk,
  seeSaved,
  startDeskService,
  type DeskService,
} from '../support/desk.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

const localCode = createLocalCode();
let service: DeskService;
let browser: Browser;
/** What others change is shown after an event and a query, which take long on a busy machine. */
const heard = { timeout: 30_000 };
const ines = { email: 'ines@reader.example' };

describe.skipIf(!hasChromium)('The desk', () => {
  beforeAll(async () => {
    service = await startDeskService({ localCode });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  test('opens from the link of a start, loads at most 250 kB first, and nothing from elsewhere', async () => {
    const page = await browser.newPage();
    const watched = watch(page, service.url);
    const sizes: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/assets/')) sizes.push(Number(response.headers()['content-length'] ?? NaN));
    });
    await page.goto(`${service.url}/desk#open=${localCode.code}`);
    await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    await page.getByText(/^Token of /).waitFor();
    expect(page.url()).toBe(`${service.url}/desk`);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(2);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(250_000);
    expect(watched).toEqual(clean);
    await page.close();
  });

  test('shows the list of pages after few requests, each question of it asked once', async () => {
    const { page, watched, context } = await openDesk(browser, service, { token: service.token });
    const asked: string[] = [];
    const sizes: number[] = [];
    page.on('request', (request) => {
      const operation = /(?:query|mutation) (\w+)/.exec(request.postData() ?? '')?.[1];
      asked.push(operation ?? new URL(request.url()).pathname);
    });
    page.on('response', (response) => {
      if (response.url().includes('/assets/')) sizes.push(Number(response.headers()['content-length'] ?? NaN));
    });
    await page.goto(`${service.url}/desk/content`);
    await page.getByRole('link', { name: book }).first().waitFor();
    const first = [...asked];
    const files = first.filter((one) => one.startsWith('/assets/'));
    expect(files.length).toBeGreaterThan(3);
    expect(files.length).toBeLessThan(12);
    expect(first.filter((one) => one === 'Pages')).toEqual(['Pages']);
    // The document, the session, the list, and what stands around it.
    expect(first.length - files.length).toBeLessThan(10);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
    // What the screen needs is asked for with the document, and not by its first script.
    const document = await (await fetch(`${service.url}/desk/content`)).text();
    for (const file of files) expect(document).toContain(file);
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('is where a person arrives who signs in, and who is greeted there by name', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/desk`);
    await page.getByRole('heading', { level: 1, name: 'Sign in to the desk' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Token').fill('ccs_wrong');
    await page.keyboard.press('Enter');
    await page.getByText('This token is not valid.').waitFor();
    await page.goto(`${service.url}/signin`);
    await page.getByLabel('E-mail address').fill(ines.email);
    const before = service.said.length;
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Look at the terminal' }).waitFor();
    await expect.poll(() => service.said.slice(before).length).toBe(1);
    await page.goto(/http\S+/.exec(service.said.at(-1) ?? '')?.[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/desk');
    await page.getByText('Good to see you, Ines Calloway.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in to the desk' }).waitFor();
    await page.close();
  });

  test('every screen is free of accessibility findings, in light and dark, on a phone and a wide window', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    for (const [path, title] of screens) {
      await go(path, title);
      await expectAccessible(page, path);
    }
    expect(watched).toEqual(clean);
    await context.close();
  }, 300_000);

  test('an editor writes a page and publishes it, and it is read without a token over REST', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    await go('/content', 'Content');
    await page.getByRole('button', { name: 'New page' }).click();
    await page.getByLabel('Company').selectOption('The Commonplace Reader');
    await page.getByLabel('Name', { exact: true }).fill('Opening hours');
    await page.getByLabel('Path', { exact: true }).fill('/hours');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Opening hours' }).waitFor();
    await addItem(page, 'Text', 'title');
    await page.getByLabel('title', { exact: true }).getByRole('textbox').fill('When we are open');
    await addItem(page, 'Markdown', 'body');
    await page.getByRole('textbox', { name: 'body' }).fill('From **nine** to six.');
    await addItem(page, 'Money', 'price');
    await page.getByLabel('Amount').fill('twelve');
    await page.getByText('An amount is needed, such as 12.50.').waitFor();
    await page.getByLabel('Amount').fill('12.50');
    for (const name of ['title', 'body', 'price']) await seeSaved(page, name);
    const read = (): Promise<Response> => fetch(`${service.url}/v/v1/entityview/hours`);
    expect((await read()).status).toBe(404);
    await page.getByRole('button', { name: 'Publish …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('title new').waitFor();
    await dialog.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('The page is live.').waitFor();
    const view = (await (await read()).json()) as Record<string, readonly { name: string; value: string }[]>;
    expect(view['texts']?.map(({ name, value }) => [name, value])).toEqual([['title', 'When we are open']]);
    expect(view['markdowns']?.[0]?.value).toContain('<strong>nine</strong>');
    expect(view['money']?.[0]?.value).toBe('12.50');
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a place is set on a map: by the arrow keys, a click and dragging; the map is loaded for it alone', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    const admin = service.client(service.token);
    const { body } = await admin.rest('GET', `/n/v1/entity/${bookUrn}`);
    const urn = crypto.randomUUID();
    const entity = { urn, owner: body.owner.urn, name: 'The mill', path: '/mill', language: 'en' };
    await admin.rest('POST', '/n/v1/entity', { body: { ...entity, status: 'DRAFT_UNPUBLISHED' } });
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    const mapLoaded = (): boolean => scripts.some((url) => url.includes('WorldMap'));
    await go(`/page/${urn}`, 'The mill');
    await page.getByText('Add an item').waitFor();
    expect(mapLoaded()).toBe(false);
    await addItem(page, 'Place', 'site');
    const map = page.getByRole('application', { name: 'Map of site' });
    await map.waitFor();
    expect(mapLoaded()).toBe(true);
    const typed = async (): Promise<readonly number[]> => {
      await seeSaved(page, 'site');
      const fields = await Promise.all(['Latitude', 'Longitude'].map((name) => page.getByLabel(name).inputValue()));
      return fields.map(Number);
    };
    await map.focus();
    for (const key of ['Shift+ArrowUp', 'ArrowUp', 'Shift+ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    expect(await typed()).toEqual([11, 9]);
    await page.getByText('The point is at 11° north, 9° east, Nigeria.').waitFor();
    const box = await map.boundingBox();
    if (!box) throw new Error('The map is not shown.');
    const at = (latitude: number, longitude: number): readonly [number, number] => [
      box.x + ((longitude + 180) / 360) * box.width,
      box.y + ((90 - latitude) / 180) * box.height,
    ];
    const near = ([latitude = NaN, longitude = NaN]: readonly number[], place: readonly [number, number]): boolean =>
      Math.abs(latitude - place[0]) < 1 && Math.abs(longitude - place[1]) < 1;
    await page.mouse.click(...at(-25, 135));
    await expect.poll(async () => near(await typed(), [-25, 135])).toBe(true);
    await page.getByText(/^The point is at .*° south, .*° east, Australia\.$/).waitFor();
    await page.mouse.move(...at(-25, 135));
    await page.mouse.down();
    await page.mouse.move(...at(10, -20), { steps: 4 });
    await page.mouse.move(...at(52, -100), { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => near(await typed(), [52, -100])).toBe(true);
    await page.getByText(/° north, .*° west, Canada\.$/).waitFor();
    // Closer, a step is shorter; what is typed in the fields moves the point.
    await map.focus();
    await page.getByLabel('Latitude').fill('48.2');
    await page.getByLabel('Longitude').fill('16.37');
    await page.getByText('The point is at 48.2° north, 16.37° east, Austria.').waitFor();
    for (let pressed = 0; pressed < 4; pressed += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    await map.focus();
    await page.keyboard.press('ArrowUp');
    expect(await typed()).toEqual([48.263, 16.37]);
    await page.getByLabel('Latitude').fill('91');
    await page.getByText('A latitude is from -90 to 90, a longitude from -180 to 180.').waitFor();
    await page.getByLabel('Latitude').fill('48.25');
    await seeSaved(page, 'site');
    const query = 'query ($urn: ID!) { entity(urn: $urn) { latLongs { name latitude longitude } } }';
    expect(await admin.data(query, { urn })).toEqual({
      entity: { latLongs: [{ name: 'site', latitude: 48.25, longitude: 16.37 }] },
    });
    await expectAccessible(page, 'a map');
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('who edits a page is told who else does, until the other leaves', async () => {
    const first = await openDesk(browser, service, ines);
    const second = await openDesk(browser, service, { token: service.token });
    for (const { go } of [first, second]) await go(`/page/${bookUrn}`, book);
    await second.page.getByRole('region', { name: 'Summary', exact: true }).getByRole('textbox').focus();
    await first.page.getByText('Administrator edits this page, too.').waitFor();
    // What oneself does is not told.
    expect(await second.page.getByText('edits this page, too.').count()).toBe(0);
    expect(await seriousFindings(first.page)).toEqual([]);
    await second.page.getByRole('link', { name: 'Content', exact: true }).click();
    await expect.poll(() => first.page.getByText('edits this page, too.').count(), heard).toBe(0);
    for (const { watched, context } of [first, second]) {
      expect(watched).toEqual(clean);
      await context.close();
    }
  });

  test('two editors of one value see both values, and choosing loses neither', async () => {
    const first = await openDesk(browser, service, ines);
    const second = await openDesk(browser, service, { token: service.token });
    for (const { go } of [first, second]) await go(`/page/${bookUrn}`, book);
    // What the second one saves is held back until the first has saved.
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    await second.page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('UpdateText')) await gate;
      await route.continue();
    });
    const summary = (tab: typeof first) => tab.page.getByLabel('Summary', { exact: true }).getByRole('textbox');
    await summary(second).fill('What the second wrote.');
    await summary(first).fill('What the first wrote.');
    await seeSaved(first.page, 'Summary');
    letGo();
    const conflict = second.page.getByRole('alertdialog');
    await conflict.getByText('What the first wrote.').waitFor();
    expect(await conflict.getByText('What the second wrote.').count()).toBe(1);
    expect(await seriousFindings(second.page)).toEqual([]);
    await conflict.getByRole('button', { name: 'Keep yours' }).click();
    await seeSaved(second.page, 'Summary');
    // The first hears of it without asking, and its own value is in the history, with its author.
    await expect.poll(() => summary(first).inputValue(), heard).toBe('What the second wrote.');
    await first.page.getByRole('button', { name: 'History of Summary' }).click();
    const values = first.page.getByRole('dialog').getByRole('listitem');
    await values.first().waitFor();
    expect(await values.nth(0).innerText()).toContain('Administrator');
    expect([
      await values.nth(0).locator('del').allInnerTexts(),
      await values.nth(0).locator('ins').allInnerTexts(),
    ]).toEqual([['first'], ['second']]);
    expect(await values.nth(1).innerText()).toContain('Ines Calloway');
    await values.nth(1).getByRole('button', { name: 'Return to this value' }).click();
    await expect.poll(() => summary(second).inputValue(), heard).toBe('What the first wrote.');
    expect([first.watched, second.watched]).toEqual([clean, clean]);
    await first.context.close();
    await second.context.close();
  });

  test('a scheduled page is seen in the slider when it will be live, and not before', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    const admin = service.client(service.token);
    const { body } = await admin.rest('GET', `/n/v1/entity/${bookUrn}`);
    const made = await admin.rest('POST', '/n/v1/entity', {
      body: {
        urn: crypto.randomUUID(),
        owner: body.owner.urn,
        ...{ name: 'Winter issue', path: '/winter', language: 'en', status: 'DRAFT_UNPUBLISHED' },
        texts: [{ name: 'title', sortOrder: 0, value: 'The winter issue is here' }],
      },
    });
    await go(`/page/${made.body.urn}`, 'Winter issue');
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByLabel('When').selectOption('Later');
    const inTwoDays = new Date(Date.now() + 2 * 24 * 3_600_000).toISOString().slice(0, 16);
    await page.getByLabel('Goes live').fill(inTwoDays);
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('The publication is scheduled.').waitFor();
    await page.getByRole('link', { name: 'Time' }).click();
    await page.getByText('Nothing is live at this moment.').waitFor();
    await page.getByRole('button', { name: /^Goes live by the schedule/ }).click();
    await page.getByText('The winter issue is here').waitFor();
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await page.getByText('Nothing is live at this moment.').waitFor();
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a person who may only comment is shown no control that would fail', async () => {
    const { page, go, context } = await openDesk(browser, service, { email: 'tomasz@reader.example' });
    await go('/content', 'Content');
    await page.locator('.pages tbody a').first().waitFor();
    expect(await page.getByRole('button', { name: 'New page' }).count()).toBe(0);
    await go(`/page/${bookUrn}`, book);
    await page.getByText('You may read this page, and not change it.').waitFor();
    const controls = page
      .locator('main')
      .locator('input:enabled, textarea:enabled, select:enabled, [contenteditable=true]');
    expect([
      await controls.count(),
      await page.locator('main').getByRole('button', { disabled: false }).count(),
    ]).toEqual([0, 0]);
    await context.close();
  });

  test('says when the service cannot be reached, and when it can again', async () => {
    const { page, go, context } = await openDesk(browser, service, ines);
    await go('/content', 'Content');
    await page.locator('.pages tbody a').first().waitFor();
    await context.setOffline(true);
    await page.getByLabel('Name or path').fill('index');
    await page.getByText('The service cannot be reached.').waitFor();
    await context.setOffline(false);
    await page.getByLabel('Name or path').fill('canal');
    await page.getByRole('link', { name: 'A walk along the old canal' }).waitFor();
    await expect.poll(() => page.getByText('The service cannot be reached.').count()).toBe(0);
    await context.close();
  });

  test('can be used by keyboard: a way in front leads to the screen, and a followed link to its title', async () => {
    const { page, go, context } = await openDesk(browser, service, ines);
    await go('', 'My day');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement?.id')).toBe('screen');
    await page.getByRole('navigation').getByRole('link', { name: 'Content' }).focus();
    await page.keyboard.press('Enter');
    const title = page.getByRole('heading', { level: 1, name: 'Content' });
    await title.waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Content');
    await context.close();
  });
});

const screens: readonly (readonly [path: string, title: string])[] = [
  ['', 'My day'],
  ['/content', 'Content'],
  ['/content?view=tree', 'Content'],
  [`/page/${bookUrn}`, book],
  [`/page/${bookUrn}/time`, book],
];
