// Types of pages in the desk, in a real browser, with the demo: forms by the fields of a type, and types that are made and changed.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { hasChromium, startChromium } from '../support/chromium.ts';
import { book, bookUrn, clean, openDesk, seeSaved, startDeskService, type DeskService } from '../support/desk.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 180_000 });

let service: DeskService;
let browser: Browser;
let articleType = '';
const ines = { email: 'ines@reader.example' };
const tomasz = { email: 'tomasz@reader.example' };

const box = (page: Page, field: string) => page.getByRole('region', { name: field, exact: true }).getByRole('textbox');

describe.skipIf(!hasChromium)('Types in the desk', () => {
  beforeAll(async () => {
    service = await startDeskService();
    const { entityTypes } = await service
      .client(service.token)
      .data('{ entityTypes(where: { name: { eq: "Article" } }) { nodes { urn } } }');
    articleType = entityTypes.nodes[0].urn;
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const read = (urn: string) => service.client(service.token).rest('GET', `/n/v1/entity/${urn}`);

  test('a type is made, and a page of it has its fields, their defaults, limits and choices', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    await go('/types', 'Types');
    await page.getByRole('link', { name: 'New type' }).click();
    await page.getByRole('heading', { level: 1, name: 'New type' }).waitFor();
    await page.getByLabel('Company').selectOption('The Commonplace Reader');
    await page.getByLabel('Name', { exact: true }).fill('Recipe');
    const field = async (label: string, name: string): Promise<ReturnType<Page['getByRole']>> => {
      await page.getByRole('button', { name: 'Add a field' }).click();
      await page.getByRole('group', { name: 'New field' }).getByLabel('Label in the form').fill(label);
      const group = page.getByRole('group', { name: label, exact: true });
      await group.getByLabel('Name of the items').fill(name);
      return group;
    };
    const title = await field('Title', 'title');
    await title.getByLabel('Help in the form').fill('What the dish is called.');
    await title.getByText('A published page has it').click();
    await title.getByLabel('Most characters').fill('20');
    const course = await field('Course', 'course');
    await course.getByLabel('Choices').fill('starter\nmain\ndessert');
    await course.getByText('New pages begin with a value').click();
    await course.getByLabel('Begins with').fill('main');
    const steps = await field('Steps', 'steps');
    await steps.getByLabel('Kind').selectOption('Text');
    await steps.getByText('A page may have several').click();
    await steps.getByLabel('Most items').fill('3');
    const minutes = await field('Minutes', 'minutes');
    await minutes.getByLabel('Kind').selectOption('Whole number');
    await minutes.getByLabel('Largest number').fill('600');
    await page.getByRole('button', { name: 'Create the type' }).click();
    await page.getByText('The type was created.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Recipe' }).waitFor();

    await go('/content', 'Content');
    await page.getByRole('button', { name: 'New page' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Company').selectOption('The Commonplace Reader');
    await dialog.getByLabel('Type').selectOption('Recipe');
    await dialog.getByLabel('Name', { exact: true }).fill('Bread soup');
    await dialog.getByLabel('Path', { exact: true }).fill('/recipes/bread-soup');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bread soup' }).waitFor();
    const urn = page.url().split('/').at(-1) ?? '';
    expect(await page.getByRole('combobox', { name: 'Course' }).inputValue()).toBe('main');
    await page.getByText('What the dish is called.').waitFor();
    await page.getByRole('region', { name: 'Title', exact: true }).getByText('Required.').waitFor();

    // A field without an item is created while one types into it, without losing the place.
    await box(page, 'Title').pressSequentially('Bread soup');
    await seeSaved(page, 'Title');
    await box(page, 'Title').press('End');
    await page.keyboard.type(' of the house, with parsley');
    await page.getByText('37 of at most 20 characters.').waitFor();
    await seeSaved(page, 'Title');
    await page.getByText(/^Before it can be published: .*20/).waitFor();
    await box(page, 'Minutes').fill('900');
    await seeSaved(page, 'Minutes');
    await page.getByText('Before it can be published: At most 600.').waitFor();
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByRole('dialog').getByText('What keeps it from being published').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await box(page, 'Title').fill('Bread soup');
    await box(page, 'Minutes').fill('45');
    for (const name of ['Title', 'Minutes']) await seeSaved(page, name);
    await expect.poll(() => page.getByText(/^Before it can be published/).count()).toBe(0);

    // Several items of one field: added, ordered, and no more than the type allows.
    for (const [index, step] of ['Soak', 'Boil', 'Serve'].entries()) {
      await page.getByRole('button', { name: 'Add to Steps' }).click();
      await box(page, `Steps ${index + 1}`).fill(step);
      await page.getByRole('button', { name: `Move up Steps ${index + 1}` }).waitFor();
    }
    expect(await page.getByRole('button', { name: 'Add to Steps' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Move up Steps 3' }).press('Enter');
    await page.getByText('Steps: moved to place 2.').waitFor();
    await expect.poll(() => box(page, 'Steps 2').inputValue()).toBe('Serve');

    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('The page is live.').waitFor();
    const { body } = await read(urn);
    const all = body.texts as readonly { name: string; value: string; sortOrder: number }[];
    const steps3 = all.filter(({ name }) => name === 'steps').sort((a, b) => a.sortOrder - b.sortOrder);
    expect([body.status, body.longs[0].value, steps3.map(({ value }) => value)]).toEqual([
      'PUBLISHED',
      45,
      ['Soak', 'Serve', 'Boil'],
    ]);
    expect(all.filter(({ name }) => name === 'title').map(({ value }) => value)).toEqual(['Bread soup']);
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a reference offers the pages of the types that it may lead to', async () => {
    const { page, go, context } = await openDesk(browser, service, ines);
    await go(`/page/${bookUrn}`, book);
    const author = page.getByRole('region', { name: 'Author', exact: true }).getByRole('combobox');
    // Scrolling closes a list that is open, so it is scrolled before.
    await author.click();
    await page.getByRole('option').first().waitFor();
    await author.fill('e');
    await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(0);
    const offered = await page.getByRole('option').allInnerTexts();
    const query =
      '{ entities(first: 200, where: { entityType: { where: { name: { eq: "Author" } } } }) { nodes { name } } }';
    const { entities } = (await service.client(service.token).data(query)) as {
      entities: { nodes: { name: string }[] };
    };
    expect(offered.length).toBeGreaterThan(0);
    for (const one of offered) expect(entities.nodes.some(({ name }) => one.startsWith(name))).toBe(true);
    await context.close();
  });

  test('a change of a type shows beforehand which pages break it, live and as drafts', async () => {
    const admin = service.client(service.token);
    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    await go(`/types/${articleType}`, 'Article');
    await page.getByText('Summary', { exact: true }).first().click();
    const summary = page.getByRole('group', { name: 'Summary', exact: true });
    await summary.getByLabel('Most characters').fill('5');
    expect(await page.getByRole('button', { name: 'Save the type' }).count()).toBe(0);
    await page.getByRole('button', { name: 'See what breaks' }).click();
    const plan = page.getByRole('region', { name: 'What the change would break' });
    await plan.getByText(/pages would break the fields:$/).waitFor();
    const broken = plan.getByRole('listitem').filter({ has: page.getByRole('link', { name: book }) });
    await broken.getByText('live: summary: At most 5 characters.').waitFor();
    await summary.getByLabel('Most characters').fill('280');
    await plan.waitFor({ state: 'detached' });
    // Somebody else was first: neither is lost.
    const before = await admin.rest('GET', `/n/v1/entitytype/${articleType}`);
    await admin.rest('PATCH', `/n/v1/entitytype/${articleType}`, { body: { description: 'Theirs' } });
    await page.getByRole('button', { name: 'See what breaks' }).click();
    await plan.getByText(/keep the fields\.$/).waitFor();
    await page.getByRole('button', { name: 'Save the type' }).click();
    await page.getByText('Somebody else changed this type meanwhile.').waitFor();
    await page.getByRole('button', { name: 'Save yours over it' }).click();
    await page.getByText('The type is saved.').waitFor();
    const { body } = await admin.rest('GET', `/n/v1/entitytype/${articleType}`);
    const fields = before.body.fields as readonly { name: string }[];
    expect(body.fields).toEqual(fields.map((one) => (one.name === 'summary' ? { ...one, maxLength: 280 } : one)));
    await page
      .getByText(/^Version \d+,/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Delete the type' }).click();
    await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    expect((await admin.rest('GET', `/n/v1/entitytype/${articleType}`)).status).toBe(200);
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a person who may only comment sees types, and no control that would fail', async () => {
    const { page, go, context } = await openDesk(browser, service, tomasz);
    await go('/types', 'Types');
    await page.getByRole('link', { name: 'Article', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'New type' }).count()).toBe(0);
    await go(`/types/${articleType}`, 'Article');
    await page.getByText('You may see this type, and not change it.').waitFor();
    const controls = page.locator('main').locator('input:enabled, textarea:enabled, select:enabled, button:enabled');
    expect(await controls.count()).toBe(0);
    await context.close();
  });

  test('the screens of types are free of accessibility findings, in light and dark, on a phone and a wide window', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    await go('/types', 'Types');
    await expectAccessible(page, '/types');
    await go('/types/new', 'New type');
    await page.getByRole('button', { name: 'Add a field' }).click();
    await expectAccessible(page, '/types/new');
    await go(`/types/${articleType}`, 'Article');
    for (const name of ['Summary', 'Author', 'Minutes to read'])
      await page.locator('summary').filter({ hasText: name }).first().click();
    await expectAccessible(page, '/types/article');
    expect(watched).toEqual(clean);
    await context.close();
  });
});
