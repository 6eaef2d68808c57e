// What people say about pages in the desk, in a real browser, with the demo: who is mentioned, and what readers write.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { hasChromium, startChromium } from '../support/chromium.ts';
import { edge, inTwoHours, membership } from '../support/community.ts';
import { book, bookUrn, clean, openDesk, startDeskService, type DeskService } from '../support/desk.ts';
import { create } from '../support/repeat.ts';
import { bareTask } from '../support/work.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 180_000 });

let service: DeskService;
let browser: Browser;
const ines = { email: 'ines@reader.example' };
const tomasz = { email: 'tomasz@reader.example' };

const urnOf = async (list: string, where: string): Promise<string> => {
  const data = await service.client(service.token).data(`{ ${list}(where: ${where}) { nodes { urn } } }`);
  return String(data[list].nodes[0].urn);
};

describe.skipIf(!hasChromium)('What is said in the desk', () => {
  beforeAll(async () => {
    service = await startDeskService();
    browser = await startChromium();
    browser.on('context', (context) => context.setDefaultTimeout(15_000));
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  test('people are mentioned in a post by keyboard, and see it in their inbox', async () => {
    const thread = await urnOf('messageThreads', '{ name: { eq: "The cover" } }');
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    await go(`/thread/${thread}`, 'The cover');
    await page.getByLabel('Your post').fill('Is the printer told?');
    const chooser = page.getByRole('combobox', { name: 'Mention' });
    for (const name of ['Noor Rahman', 'Tomasz Brandt']) {
      await chooser.focus();
      await page.keyboard.type(name.slice(0, 5));
      await page.getByRole('option', { name }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await page.getByRole('row', { name }).waitFor();
      expect(await chooser.inputValue()).toBe('');
    }
    await expectAccessible(page, 'a post with mentions');
    // Noor does not belong to the group.
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Only who can read the thread can be mentioned.').waitFor();
    await page.getByRole('row', { name: 'Noor Rahman' }).focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => page.getByRole('row', { name: 'Noor Rahman' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Send' }).click();
    const post = page.getByRole('listitem').filter({ hasText: 'Is the printer told?' });
    await post.getByText('Mentions Tomasz Brandt').waitFor();
    expect(await page.getByRole('row').count()).toBe(0);
    const query = `query ($urn: ID!) { messageThread(urn: $urn) { posts(last: 1) { nodes { content mentions { name } } } } }`;
    const { messageThread } = await service.client(service.token).data(query, { urn: thread });
    expect(messageThread.posts.nodes).toEqual([
      { content: 'Is the printer told?', mentions: [{ name: 'Tomasz Brandt' }] },
    ]);
    const other = await openDesk(browser, service, tomasz);
    await other.go('/inbox', 'Inbox');
    await other.page.getByRole('listitem').filter({ hasText: 'The cover' }).getByText('mentions you').waitFor();
    expect([watched, other.watched]).toEqual([clean, clean]);
    await context.close();
    await other.context.close();
  });

  test('My day names the tasks that somebody returned, until they go on', async () => {
    const admin = service.client(service.token);
    const person = await urnOf('identities', '{ name: { eq: "Ines Calloway" } }');
    const leila = await urnOf('identities', '{ name: { eq: "Leïla Haddad" } }');
    const { workflows, projects } = await admin.data(
      '{ workflows(first: 1) { nodes { owner { urn } stages { urn name } } } projects(first: 1) { nodes { urn } } }',
    );
    const { owner, stages } = workflows.nodes[0] as { owner: { urn: string }; stages: { urn: string; name: string }[] };
    const stage = (name: string): string => stages.find((one) => one.name === name)?.urn ?? '';
    const make = async (title: string, more: Record<string, unknown> = {}): Promise<string> => {
      const task = { ...bareTask, owner: owner.urn, project: projects.nodes[0].urn, assignee: person, title };
      return String((await create(admin, 'task', { ...task, ...more })).body.urn);
    };
    const change = async (urn: string, input: Record<string, unknown>): Promise<void> => {
      const text =
        'mutation ($urn: ID!, $input: UpdateTaskInput!) { updateTask(urn: $urn, input: $input) { userErrors { code } } }';
      expect(await admin.data(text, { urn, input })).toEqual({ updateTask: { userErrors: [] } });
    };
    const back = await make('Shorten the preface', { workflowStage: stage('Review'), associatedEntities: [bookUrn] });
    const forth = await make('Order the paper', { workflowStage: stage('To do') });
    const given = await make('Ask for the rights', { workflowStage: stage('To do') });
    const ended = await make('Sweep the floor', { status: 'COMPLETED' });
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    await go('/', 'My day');
    const returned = page.getByRole('region', { name: 'What was returned to me' });
    await returned.getByText('Nothing was returned to you.').waitFor();
    await change(back, { workflowStage: stage('To do') });
    await change(forth, { workflowStage: stage('Review') });
    await change(given, { assignee: leila });
    await change(given, { assignee: person });
    await change(ended, { status: 'IN_PROGRESS' });
    // It is shown without asking for it.
    const titles = (): Promise<readonly string[]> => returned.getByRole('link').allInnerTexts();
    await expect
      .poll(titles, { timeout: 30_000 })
      .toEqual(['Sweep the floor', 'Ask for the rights', 'Shorten the preface', book]);
    await expectAccessible(page, 'what was returned');
    await returned.getByRole('link', { name: 'Shorten the preface' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Shorten the preface' }).waitFor();
    await change(back, { workflowStage: stage('Review') });
    await go('/', 'My day');
    await expect.poll(titles).toEqual(['Sweep the floor', 'Ask for the rights']);
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a comment of a reader is removed and brought back, removed for good by a moderator, and its thread is closed', async () => {
    const admin = service.client(service.token);
    const circle = await urnOf('groups', '{ name: { eq: "Reading circle" } }');
    const { group } = await admin.data('query ($urn: ID!) { group(urn: $urn) { owner { urn } } }', { urn: circle });
    const owner = String(group.owner.urn);
    const make = async (path: string, body: Record<string, unknown>) =>
      (await create(admin, path, { owner, ...body })).body as Record<string, { urn: string }> & { bearerToken: string };
    // An app through which somebody reads: it sees what is public, and takes part in the circle.
    const app = await make('apiclient', { name: 'A reader' });
    const client = String(app['urn']);
    const reading = await make('apiclientbearertoken', { apiClient: client, expirationTimestamp: inTwoHours() });
    const reader = service.client(reading.bearerToken);
    const { apiClient } = await admin.data('query ($urn: ID!) { apiClient(urn: $urn) { identity { urn } } }', {
      urn: client,
    });
    for (const [scope, urn] of [
      ['ENTITY', bookUrn],
      ['GROUP', circle],
    ] as const)
      await make('permission', edge('API_CLIENT', client, scope, urn, 'COMMENT'));
    await make('groupmembership', membership(circle, String(apiClient.identity.urn)));
    const moderator = await urnOf('identities', '{ name: { eq: "Ines Calloway" } }');
    await make('groupmembership', membership(circle, moderator, { role: 'MODERATOR' }));

    const start = `mutation ($input: CreateMessageThreadInput!) {
      createMessageThread(input: $input) { messageThread { urn } userErrors { message } } }`;
    const input = { group: circle, purpose: 'ENTITY_DISCUSSION', entities: [bookUrn], name: 'Of a reader' };
    const { createMessageThread: begun } = await reader.data(start, { input });
    const thread = String(begun.messageThread.urn);
    const write = async (content: string, replyTo: string | null = null) => {
      const post = `mutation ($input: CreateThreadPostInput!) {
        createThreadPost(input: $input) { threadPost { urn } userErrors { code } } }`;
      const { createThreadPost } = await reader.data(post, { input: { messageThread: thread, content, replyTo } });
      return createThreadPost as { threadPost: { urn: string } | null; userErrors: { code: string }[] };
    };
    const kind = await write('I keep one, too.');
    await write('So does my sister.', kind.threadPost?.urn);
    await write('Buy my watches!');
    const read = async (): Promise<readonly string[]> => {
      const query = 'query ($urn: ID!) { messageThread(urn: $urn) { posts(first: 9) { nodes { content } } } }';
      const { messageThread } = await reader.data(query, { urn: thread });
      return (messageThread.posts.nodes as readonly { content: string }[]).map(({ content }) => content);
    };
    const all = ['I keep one, too.', 'So does my sister.', 'Buy my watches!'];
    expect(await read()).toEqual(all);

    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    await go(`/page/${bookUrn}/around`, book);
    const comments = page.getByRole('region', { name: 'Comments of readers' });
    const comment = (text: string) => comments.getByRole('listitem').filter({ hasText: text });
    const remove = comment('Buy my watches!').getByRole('button', { name: 'Remove A reader: Buy my watches!' });
    await remove.focus();
    await expectAccessible(page, 'comments of readers');
    await remove.press('Enter');
    await comments.getByText('The post of A reader is removed.').waitFor();
    await expect.poll(() => comment('Buy my watches!').count()).toBe(0);
    expect(await read()).toEqual(all.slice(0, 2));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await comment('Buy my watches!').waitFor();
    expect(await read()).toEqual(all);

    // A moderator of the group could not bring it back, and is asked before. The two tabs see the same.
    const other = await openDesk(browser, service, ines);
    await other.go(`/page/${bookUrn}/around`, book);
    await other.page.getByRole('button', { name: 'Remove A reader: Buy my watches!' }).click();
    const dialog = other.page.getByRole('dialog', { name: 'Remove this post?' });
    await dialog.getByText('Only who administers the company can bring it back.').waitFor();
    await expectAccessible(other.page, 'the removal of a post');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await other.page
      .getByRole('region', { name: 'Comments of readers' })
      .getByText(/ is removed\.$/)
      .waitFor();
    await expect.poll(() => comment('Buy my watches!').count(), { timeout: 30_000 }).toBe(0);
    expect(await read()).toEqual(all.slice(0, 2));
    expect(await other.page.getByRole('button', { name: 'Bring back' }).count()).toBe(0);

    // What was answered leaves its place.
    await comment('So does my sister.').getByRole('link', { name: 'Of a reader' }).click();
    await page.getByRole('heading', { level: 1, name: 'Of a reader' }).waitFor();
    await page.getByRole('button', { name: 'Remove A reader: I keep one, too.' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^It was answered/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('This post was deleted.').waitFor();
    expect(await read()).toEqual(['', 'So does my sister.']);
    await page.getByRole('button', { name: 'Close the thread' }).click();
    await page.getByRole('button', { name: 'Open the thread again' }).waitFor();
    expect(await write('Hello?')).toEqual({ threadPost: null, userErrors: [{ code: 'CONFLICT' }] });
    await expectAccessible(page, 'a moderated thread');
    await page.getByRole('button', { name: 'Open the thread again' }).click();
    await page.getByRole('button', { name: 'Close the thread' }).waitFor();
    expect((await write('Hello again.')).userErrors).toEqual([]);

    // Who belongs to the group, and no more than that, moderates nothing.
    const member = await openDesk(browser, service, tomasz);
    await member.go(`/thread/${thread}`, 'Of a reader');
    await member.page.getByText('Hello again.', { exact: true }).waitFor();
    await member.page.getByLabel('Your post').waitFor();
    expect(await member.page.getByRole('button', { name: /^Remove|^Close the thread/ }).count()).toBe(0);
    const met = [watched, other.watched, member.watched];
    expect(met).toEqual([clean, clean, clean]);
    for (const tab of [context, other.context, member.context]) await tab.close();
  });
});
