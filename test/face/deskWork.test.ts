// The desk's work in a real browser, with the demo: the board, tasks, the inbox and threads, the trash, people and rights.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { hasChromium, startChromium } from '../support/chromium.ts';
import { book, bookUrn, clean, openDesk, startDeskService, type DeskService } from '../support/desk.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 180_000 });

/** The tasks and threads of the demo, by their names. */
const urns = new Map<string, string>();
let service: DeskService;
let browser: Browser;
const ines = { email: 'ines@reader.example' };
const tomasz = { email: 'tomasz@reader.example' };

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) });
const card = (page: Page, stage: string, title: string) =>
  column(page, stage)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });

async function urnBehind(page: Page, title: string): Promise<string> {
  const href = await page.getByRole('link', { name: title, exact: true }).first().getAttribute('href');
  return href?.split('/').at(-1) ?? '';
}

async function stageOf(urn: string): Promise<string | undefined> {
  const query = 'query ($urn: ID!) { task(urn: $urn) { workflowStage { name } } }';
  const { task } = await service.client(service.token).data(query, { urn });
  return task.workflowStage.name;
}

describe.skipIf(!hasChromium)('The work in the desk', () => {
  beforeAll(async () => {
    service = await startDeskService();
    const query = '{ tasks(first: 50) { nodes { urn name: title } } messageThreads(first: 50) { nodes { urn name } } }';
    const { tasks, messageThreads } = await service.client(service.token).data(query);
    for (const { urn, name } of [...tasks.nodes, ...messageThreads.nodes]) urns.set(name, urn);
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  test('a task is moved by keyboard and by dragging, which the graph and another tab see', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    const other = await openDesk(browser, service, { token: service.token });
    for (const tab of [page, other.page]) {
      await (tab === page ? go : other.go)('/board', 'Board');
      await card(tab, 'To do', 'Print the address labels').waitFor();
    }
    // All cards are in sight: near an edge, dragging scrolls the page.
    await page.setViewportSize({ width: 1440, height: 2000 });
    const urn = await urnBehind(page, 'Print the address labels');
    await page.getByLabel('Stage of Print the address labels').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText('“Print the address labels” is in In progress.').waitFor();
    expect(await stageOf(urn)).toBe('In progress');
    await card(page, 'In progress', 'Print the address labels').waitFor();
    await card(other.page, 'In progress', 'Print the address labels').waitFor();
    const from = await card(page, 'In progress', 'Print the address labels').boundingBox();
    const to = await column(page, 'Review').boundingBox();
    if (!from || !to) throw new Error('The card or the column is not shown.');
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y + 12, { steps: 5 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 20 });
    await page.mouse.up();
    await page.getByText(/^“Print the address labels” is .*in Review\.$/).waitFor();
    expect(await stageOf(urn)).toBe('Review');
    expect([watched, other.watched]).toEqual([clean, clean]);
    await context.close();
    await other.context.close();
  });

  test('the order within a stage is changed by keyboard and by dragging, which the graph and another window see', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    const other = await openDesk(browser, service, { token: service.token });
    // All cards are in sight: near an edge, dragging scrolls the page.
    await page.setViewportSize({ width: 1440, height: 2000 });
    const titles = (tab: Page): Promise<readonly string[]> =>
      column(tab, 'To do').getByRole('listitem').getByRole('link').allInnerTexts();
    const kept = async (): Promise<readonly string[]> => {
      const query = `query ($stage: String) { tasks(first: 50, orderBy: [{ field: RANK }],
        where: { workflowStage: { where: { name: { eq: $stage } } } }) { nodes { title } } }`;
      const { tasks } = await service.client(service.token).data(query, { stage: 'To do' });
      return (tasks.nodes as readonly { title: string }[]).map(({ title }) => title);
    };
    for (const tab of [page, other.page]) {
      await (tab === page ? go : other.go)('/board', 'Board');
      await expect.poll(async () => (await titles(tab)).length, { timeout: 30_000 }).toBeGreaterThan(2);
    }
    const before = await kept();
    expect(await titles(page)).toEqual(before);
    const [first = '', second = '', ...rest] = before;
    const button = (way: string, title: string) => page.getByRole('button', { name: `Move ${way} ${title}` });
    const seen = async (order: readonly string[]): Promise<void> => {
      await expect.poll(kept, { timeout: 30_000 }).toEqual(order);
      for (const tab of [page, other.page]) await expect.poll(() => titles(tab), { timeout: 30_000 }).toEqual(order);
    };
    await expect.poll(() => button('up', first).isDisabled()).toBe(true);
    await button('down', first).focus();
    await page.keyboard.press('Enter');
    await page.getByText(`“${first}” is after “${second}” in To do.`).waitFor();
    await seen([second, first, ...rest]);
    // The keyboard goes on where the task is now, and at its other button where there is no further way.
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement?.textContent');
    expect(await focused()).toContain(`Move down ${first}`);
    await button('up', first).focus();
    await page.keyboard.press('Enter');
    await seen(before);
    await expect.poll(focused).toContain(`Move down ${first}`);
    const drag = async (title: string, onto: string): Promise<void> => {
      const from = await card(page, 'To do', title).boundingBox();
      const to = await card(page, 'To do', onto).boundingBox();
      if (!from || !to) throw new Error('A card is not shown.');
      await page.mouse.move(from.x + 8, from.y + 8);
      await page.mouse.down();
      await page.mouse.move(from.x + 20, from.y + 20, { steps: 5 });
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 20 });
      await page.mouse.up();
    };
    const last = rest.at(-1) ?? '';
    await drag(first, last);
    await page.getByText(`“${first}” is after “${last}” in To do.`).waitFor();
    await seen([second, ...rest, first]);
    await drag(first, second);
    await page.getByText(`“${first}” is before “${second}” in To do.`).waitFor();
    await seen(before);
    expect([watched, other.watched]).toEqual([clean, clean]);
    await context.close();
    await other.context.close();
  });

  test('a full stage and one that a blocked task may not enter are not offered', async () => {
    const { page, go, context } = await openDesk(browser, service, ines);
    await go('/board', 'Board');
    await card(page, 'To do', 'Lay out the issue').getByText('waits for 2 tasks').waitFor();
    const options = page.getByLabel('Stage of Lay out the issue').locator('option');
    await expect.poll(() => options.filter({ hasText: 'Done' }).innerText()).toBe('Done (waits for other tasks)');
    const admin = service.client(service.token);
    const query = '{ workflows(first: 1) { nodes { stages { urn name version } } } }';
    interface Stages {
      readonly workflows: {
        readonly nodes: readonly { readonly stages: readonly { urn: string; name: string; version: string }[] }[];
      };
    }
    const data = (await admin.data(query)) as Stages;
    const stage = data.workflows.nodes[0]?.stages.find(({ name }) => name === 'In progress');
    const limit =
      'mutation ($urn: ID!) { updateWorkflowStage(urn: $urn, input: { taskLimit: 1 }) { userErrors { code } } }';
    const limited = await admin.data(limit, { urn: stage?.urn });
    expect(limited).toEqual({ updateWorkflowStage: { userErrors: [] } });
    await go('/board', 'Board');
    await column(page, 'In progress')
      .getByText(/of at most 1/)
      .waitFor();
    await expect.poll(() => options.filter({ hasText: 'In progress' }).innerText()).toBe('In progress (full)');
    await context.close();
  });

  test('a task is made, assigned, changed and commented on', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    await go('/board', 'Board');
    await page.getByRole('button', { name: 'New task' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Ring the printer');
    await dialog.getByLabel('Description').fill('Before nine.');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await card(page, 'To do', 'Ring the printer').getByText('Not assigned').waitFor();
    await page.getByRole('link', { name: 'Ring the printer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ring the printer' }).waitFor();
    await page.getByRole('combobox', { name: 'Assigned to' }).fill('Leïla');
    await page.getByRole('option', { name: 'Leïla Haddad' }).click();
    await page.getByLabel('Priority').selectOption('High');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The task is saved.').waitFor();
    await page.getByLabel('Comment').fill('She has the number.');
    await page.getByRole('button', { name: 'Add the comment' }).click();
    await page.getByRole('listitem').filter({ hasText: 'She has the number.' }).waitFor();
    const urn = page.url().split('/').at(-1) ?? '';
    const query =
      'query ($urn: ID!) { task(urn: $urn) { description priority assignee { name } logs(first: 20) { nodes { comment } } } }';
    const { task } = await service.client(service.token).data(query, { urn });
    expect(task).toMatchObject({
      ...{ description: 'Before nine.', priority: 'HIGH', assignee: { name: 'Leïla Haddad' } },
      logs: { nodes: expect.arrayContaining([{ comment: 'She has the number.' }]) as unknown },
    });
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a change of a task that somebody else changed meanwhile shows both', async () => {
    const { page, go, context } = await openDesk(browser, service, ines);
    await go('/board', 'Board');
    const urn = await urnBehind(page, 'Read the printer’s proof');
    await go(`/task/${urn}`, 'Read the printer’s proof');
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine.');
    const change =
      'mutation ($urn: ID!) { updateTask(urn: $urn, input: { description: "Theirs." }) { userErrors { code } } }';
    await service.client(service.token).data(change, { urn });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('alert');
    await conflict.getByText('Theirs.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Mine.');
    await conflict.getByRole('button', { name: 'Save yours over it' }).click();
    await page.getByText('The task is saved.').waitFor();
    const { body } = await service.client(service.token).rest('GET', `/n/v1/task/${urn}`);
    expect(body.description).toBe('Mine.');
    await context.close();
  });

  test('a person who may only comment sees tasks, and no control that would fail', async () => {
    const { page, go, context } = await openDesk(browser, service, tomasz);
    await go('/board', 'Board');
    await card(page, 'Review', 'Proofread the praise of the index').waitFor();
    expect(await page.getByLabel(/^Stage of/).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^New task|^Move / }).count()).toBe(0);
    const urn = await urnBehind(page, 'Proofread the praise of the index');
    await go(`/task/${urn}`, 'Proofread the praise of the index');
    await page.getByLabel('Comment').waitFor();
    const controls = page.locator('main').locator('input:enabled, textarea:enabled, select:enabled');
    expect(await controls.count()).toBe(1);
    await go(`/page/${bookUrn}/rights`, book);
    await page.getByText('Who may see this page is shown to those who administer it.').waitFor();
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Rights', exact: true }).count()).toBe(0);
    await context.close();
  });

  test('a thread is found in the inbox, answered and marked as read', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    await go('/inbox', 'Inbox');
    await page.getByRole('link', { name: 'The cover' }).click();
    await page.getByRole('heading', { level: 1, name: 'The cover' }).waitFor();
    const noticed = page.getByRole('listitem').filter({ hasText: 'I noticed.' });
    await noticed.getByRole('button', { name: /^Answer/ }).click();
    await page.getByLabel('Your post').fill('You would.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('listitem').filter({ hasText: 'You would.' }).waitFor();
    const thread = page.url().split('/').at(-1) ?? '';
    const query = `query ($urn: ID!) { messageThread(urn: $urn) { posts(last: 1) { nodes
      { content authorIdentity { name } replyTo { content } } } } }`;
    const { messageThread } = await service.client(service.token).data(query, { urn: thread });
    expect(messageThread).toEqual({
      posts: {
        nodes: [
          { content: 'You would.', authorIdentity: { name: 'Ines Calloway' }, replyTo: { content: 'I noticed.' } },
        ],
      },
    });
    await page.getByRole('button', { name: 'Mark as read' }).click();
    await page.getByText('The thread is marked as read.').waitFor();
    await go('/inbox', 'Inbox');
    await page.getByText('You have read everything.').or(page.getByRole('listitem').first()).first().waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'The cover' }).count()).toBe(0);
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a deleted page is brought back', async () => {
    const admin = service.client(service.token);
    const { body: owned } = await admin.rest('GET', `/n/v1/entity/${bookUrn}`);
    const made = await admin.rest('POST', '/n/v1/entity', {
      body: {
        ...{ urn: crypto.randomUUID(), owner: owned.owner.urn, name: 'Old notice', path: '/notice', language: 'en' },
        status: 'DRAFT_UNPUBLISHED',
      },
    });
    const { urn } = made.body;
    const remove = 'mutation ($urn: ID!) { deleteEntity(urn: $urn) { userErrors { code } } }';
    expect(await admin.data(remove, { urn })).toEqual({ deleteEntity: { userErrors: [] } });
    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    await go('/trash', 'Trash');
    await page.getByRole('button', { name: 'Bring back Old notice' }).click();
    await page.getByText('“Old notice” is back.').waitFor();
    expect((await admin.rest('GET', `/n/v1/entity/${urn}`)).body.name).toBe('Old notice');
    await expect.poll(() => page.getByRole('button', { name: 'Bring back Old notice' }).count()).toBe(0);
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('people, groups and roles are listed, and why somebody may read a page is said', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    await go('/people', 'People and rights');
    await page.getByRole('listitem').filter({ hasText: 'ines@reader.example' }).waitFor();
    await page.getByLabel('Shows').selectOption('Groups');
    await page.getByRole('listitem').filter({ hasText: 'Reading circle' }).getByText('Noor Rahman').waitFor();
    await page.getByLabel('Shows').selectOption('Roles');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Apps that show the magazine.' })
      .getByText('Reader app')
      .last()
      .waitFor();
    await go(`/page/${bookUrn}/rights`, book);
    await page.getByRole('listitem').filter({ hasText: 'Identity “Ines Calloway”' }).first().waitFor();
    await page.getByLabel('Who may', { exact: true }).selectOption('change it');
    await page.getByRole('heading', { name: 'Those who may change it' }).waitFor();
    await page.getByRole('combobox', { name: 'Ask about a person' }).fill('Noor');
    await page.getByRole('option', { name: 'Noor Rahman' }).click();
    await page.getByRole('heading', { name: 'Noor Rahman may not change it' }).waitFor();
    expect(watched).toEqual(clean);
    await context.close();
  });

  test.each<[name: string, user: typeof ines | null, screens: readonly (readonly [path: string, title: string])[]]>([
    [
      'tasks',
      ines,
      [
        ['/board', 'Board'],
        ['/task/{Draw the cover}', 'Draw the cover'],
      ],
    ],
    [
      'threads',
      ines,
      [
        ['/inbox', 'Inbox'],
        ['/thread/{The cover}', 'The cover'],
        [`/page/${bookUrn}/around`, book],
      ],
    ],
    [
      'the trash and rights',
      null,
      [
        ['/trash', 'Trash'],
        [`/page/${bookUrn}/rights`, book],
      ],
    ],
    [
      'people',
      null,
      ['', '?show=groups', '?show=roles'].map((show): [string, string] => [`/people${show}`, 'People and rights']),
    ],
  ])(
    'the screens of %s are free of accessibility findings, in light and dark, on a phone and a wide window',
    async (_name, user, screens) => {
      const { page, watched, go, context } = await openDesk(browser, service, user ?? { token: service.token });
      for (const [path, title] of screens) {
        await go(
          path.replace(/\{(.*)\}/, (_all: string, name: string) => urns.get(name) ?? ''),
          title,
        );
        await expect.poll(() => page.getByText('Loading …').count(), { timeout: 30_000 }).toBe(0);
        await expectAccessible(page, path);
      }
      expect(watched).toEqual(clean);
      await context.close();
    },
  );
});
