// Who may do what, and what is said about a page, in the desk, in a real browser, with the demo: programs and their tokens, people who
// hold a role, a thread that is started, and what a restore leaves out.
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
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
import { passkeyDevice } from '../support/passkeyDevice.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 180_000 });

let service: DeskService;
let browser: Browser;
const ines = { email: 'ines@reader.example' };

describe.skipIf(!hasChromium)('Access in the desk', () => {
  beforeAll(async () => {
    service = await startDeskService({}, { PASSKEY_SIGN_IN: '1' });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  test('a program is made, its token is shown once, works, and is revoked', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    await go('/people?show=programs', 'People and rights');
    const made = page.getByRole('form', { name: 'New program' });
    await made.getByLabel('Name of the program').fill('Kiosk');
    await made.getByRole('button', { name: 'Make the program' }).click();
    await page.getByText('The program was made.').waitFor();
    const kiosk = page
      .getByRole('listitem')
      .filter({ has: page.getByText('Kiosk', { exact: true }) })
      .first();
    await kiosk.getByRole('button', { name: 'New token Kiosk' }).click();
    await kiosk.getByLabel('What the token is called').fill('In the hall');
    await kiosk.getByRole('button', { name: 'Make the token' }).click();
    const once = page.getByRole('alert').filter({ hasText: 'Copy the token now.' });
    const token = await once.locator('pre').innerText();
    const ask = (): Promise<Response> =>
      fetch(`${service.url}/n/v1/clientcontext`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask()).status).toBe(200);
    await once.getByRole('button', { name: 'I have it' }).click();
    await kiosk.getByText(/^In the hall, begins with/).waitFor();
    expect(await page.getByText(token).count()).toBe(0);
    await expectAccessible(page, '/people?show=programs');
    await kiosk.getByRole('button', { name: /^Revoke In the hall/ }).click();
    await page.getByText('The token was revoked.').waitFor();
    expect((await ask()).status).toBe(401);
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a role is given to a person and taken back', async () => {
    const admin = service.client(service.token);
    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    await go('/people?show=roles', 'People and rights');
    const query = '{ roles(where: { name: { eq: "Readers" } }) { nodes { name identities { name } } } }';
    const { roles } = await admin.data('{ roles(first: 50) { nodes { name isBuiltIn identities { urn } } } }');
    const role = (roles.nodes as readonly { name: string; isBuiltIn: boolean }[]).find(({ isBuiltIn }) => !isBuiltIn);
    const name = role?.name ?? '';
    const holders = async (): Promise<readonly string[]> => {
      const data = await admin.data(query.replace('Readers', name));
      return (data.roles.nodes[0].identities as readonly { name: string }[]).map((one) => one.name);
    };
    const before = await holders();
    const chooser = page.getByRole('combobox', { name: `Give ${name} to a person` });
    await chooser.fill('Noor');
    await page.getByRole('option', { name: 'Noor Rahman' }).click();
    await page.getByRole('button', { name: `Give ${name}`, exact: true }).click();
    await page.getByText('Noor Rahman holds the role.').waitFor();
    expect([...(await holders())].sort()).toEqual([...before, 'Noor Rahman'].sort());
    await page.getByRole('button', { name: `Take ${name} from Noor Rahman` }).click();
    await page.getByText('Noor Rahman does not hold the role any more.').waitFor();
    expect(await holders()).toEqual(before);
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a list of choices stays open beside its field while the page or a window is scrolled', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    const beside = async (field: Locator): Promise<number> => {
      const [own, list] = await Promise.all([field.boundingBox(), page.getByRole('listbox').boundingBox()]);
      if (!own || !list) return NaN;
      return Math.max(own.y - list.y - list.height, list.y - own.y - own.height);
    };
    const seen = async (field: Locator): Promise<void> => {
      // Two frames: a scroll is told in the next one.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      expect(await page.getByRole('listbox').count()).toBe(1);
      await expect.poll(async () => Math.abs((await beside(field)) - 8)).toBeLessThan(8);
    };
    page.setDefaultTimeout(15_000);
    await page.setViewportSize({ width: 1000, height: 500 });
    await go('/people?show=roles', 'People and rights');
    const chooser = page.getByRole('combobox').last();
    await chooser.waitFor();
    await expect.poll(() => page.getByText('Loading …').count(), { timeout: 60_000 }).toBe(0);
    // Only the upper edge of the field is in sight: the browser shows all of it when something is typed. Until all choosers are known,
    // the last is another one.
    const open = async (): Promise<number> => {
      const box = await chooser.boundingBox();
      await page.evaluate(`scrollBy(0, ${String((box?.y ?? NaN) - 494)})`);
      const { x = NaN, y = NaN } = (await chooser.boundingBox()) ?? {};
      await page.mouse.click(x + 20, y + 3);
      return page.getByRole('listbox').getByRole('option').count();
    };
    await expect.poll(open, { timeout: 15_000, interval: 500 }).toBeGreaterThan(0);
    await seen(chooser);
    for (const by of [-120, 60]) {
      await page.mouse.wheel(0, by);
      await seen(chooser);
    }
    await page.keyboard.type('Noor');
    await page.getByRole('option', { name: 'Noor Rahman' }).click();
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
    expect(await chooser.inputValue()).toBe('Noor Rahman');
    // What grows above it pushes it down, and its list with it.
    await chooser.fill('');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await page.evaluate(`document.querySelector('main').prepend(document.createElement('textarea'))`);
    await seen(chooser);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 420 });
    await go('/board', 'Board');
    await page.getByRole('button', { name: 'New task' }).click();
    const assignee = page.getByRole('dialog').getByRole('combobox', { name: 'Assigned to' });
    await assignee.fill('Le');
    await page.getByRole('option', { name: 'Leïla Haddad' }).waitFor();
    const dialog = await page.getByRole('dialog').boundingBox();
    await page.mouse.move((dialog?.x ?? NaN) + 10, 200);
    await page.mouse.wheel(0, 40);
    await seen(assignee);
    await page.getByRole('option', { name: 'Leïla Haddad' }).click();
    expect(await assignee.inputValue()).toBe('Leïla Haddad');
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a thread about a page is started together with its first post', async () => {
    const admin = service.client(service.token);
    const { groups, identities, companies } = await admin.data(
      `{ groups(where: { name: { eq: "Editors" } }) { nodes { urn } }
         identities(where: { name: { eq: "Ines Calloway" } }) { nodes { urn } } companies(first: 1) { nodes { urn } } }`,
    );
    for (const label of ['READ', 'COMMENT']) {
      const granted = await admin.rest('POST', '/n/v1/permission', {
        body: {
          ...{ owner: companies.nodes[0].urn, label, subjectScope: 'IDENTITY', subjectUrn: identities.nodes[0].urn },
          ...{ objectScope: 'GROUP', objectUrn: groups.nodes[0].urn },
        },
      });
      expect(granted.status).toBe(201);
    }
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    await go(`/page/${bookUrn}/around`, book);
    await page.getByLabel('What it is about').fill('The second paragraph');
    await page.getByLabel('Your post').fill('Is it too long?');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'The second paragraph' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Is it too long?' }).waitFor();
    const urn = page.url().split('/').at(-1) ?? '';
    const { messageThread } = await service
      .client(service.token)
      .data('query ($urn: ID!) { messageThread(urn: $urn) { entities { urn } postCount } }', { urn });
    expect(messageThread).toEqual({ entities: [{ urn: bookUrn }], postCount: 1 });
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('several pages are published together, or none of them, with the reason beside its name', async () => {
    const admin = service.client(service.token);
    const { body: owned } = await admin.rest('GET', `/n/v1/entity/${bookUrn}`);
    const { entityTypes } = await admin.data('{ entityTypes(where: { name: { eq: "Page" } }) { nodes { urn } } }');
    const make = async (name: string, entityType: string | null): Promise<string> => {
      const { status, body } = await admin.rest('POST', '/n/v1/entity', {
        body: {
          ...{ urn: crypto.randomUUID(), owner: owned.owner.urn, name, path: `/${name.replace(' ', '-')}` },
          ...{ language: 'en', status: 'DRAFT_UNPUBLISHED', entityType },
          texts: [{ name: 'title', sortOrder: 0, value: name }],
        },
      });
      expect(status).toBe(201);
      return String(body.urn);
    };
    const whole = await make('sheet one', null);
    const lacking = await make('sheet two', String(entityTypes.nodes[0].urn));
    const statuses = (): Promise<readonly string[]> =>
      Promise.all([whole, lacking].map(async (urn) => (await admin.rest('GET', `/n/v1/entity/${urn}`)).body.status));
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    await go('/content?q=sheet', 'Content');
    for (const name of ['sheet one', 'sheet two'])
      await page.getByRole('checkbox', { name: `Choose ${name} (English)` }).check();
    await page.getByText('2 pages chosen').waitFor();
    await page.getByRole('button', { name: 'Publish together …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('body: Required.').waitFor();
    await dialog.getByRole('button', { name: 'Publish all now' }).click();
    await dialog.getByRole('alert').getByText('sheet two: body: Required.').waitFor();
    expect(await statuses()).toEqual(['DRAFT_UNPUBLISHED', 'DRAFT_UNPUBLISHED']);
    expect(
      (
        await admin.rest('POST', '/n/v1/markdownitem', {
          body: { entity: lacking, name: 'body', sortOrder: 0, value: 'Here.' },
        })
      ).status,
    ).toBe(201);
    await dialog.getByRole('button', { name: 'Publish all now' }).click();
    await page.getByText('2 pages are live.').waitFor();
    expect(await statuses()).toEqual(['PUBLISHED', 'PUBLISHED']);
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a preview link shows the drafts of its page to somebody without an account, until it is revoked', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    await go(`/page/${bookUrn}`, book);
    // What the window stands over is asked for anew at once, and the window stays.
    await page.getByRole('region', { name: 'Summary', exact: true }).getByRole('textbox').fill('Not meant');
    await seeSaved(page, 'Summary');
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard drafts' }).click();
    await page.getByText('The drafts were discarded.').waitFor();
    await page.getByRole('button', { name: 'Preview links' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview links' });
    await dialog.getByText('There are none.').waitFor();
    await dialog.getByLabel('Whom the link is for').fill('For the photographer');
    await expectAccessible(page, 'preview links');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const href = await dialog.getByRole('alert').locator('pre').innerText();
    await dialog.getByText(/^For the photographer Newest/).waitFor();
    await expectAccessible(page, 'a preview link, told once');
    const open = (): Promise<Response> => fetch(href);
    const shown = await open();
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining(book)]);
    await dialog.getByRole('button', { name: 'I have it' }).click();
    await dialog.getByRole('button', { name: 'Make the link' }).waitFor();
    expect(await page.getByText(href).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Revoke For the photographer' }).click();
    await dialog.getByText('There are none.').waitFor();
    expect((await open()).status).toBe(404);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a person is made and invited, opens the address that was shown once, and is greeted by name', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    await go('/people', 'People and rights');
    const form = page.getByRole('form', { name: 'New person' });
    await form.getByLabel('Name of the person').fill('Mara Lindqvist');
    await form.getByLabel('E-mail address (may be empty)').fill('mara@reader.example');
    await form.getByRole('button', { name: 'Make the person' }).click();
    await page.getByRole('button', { name: 'Sign-in Mara Lindqvist' }).click();
    const dialog = page.getByRole('dialog', { name: 'How Mara Lindqvist signs in' });
    await dialog.getByText('There are none.').waitFor();
    await expectAccessible(page, 'an invitation');
    await dialog.getByRole('button', { name: 'Make an invitation' }).click();
    const href = await dialog.getByRole('alert').locator('pre').innerText();
    await dialog.getByRole('button', { name: 'I have it' }).click();
    expect(await page.getByText(href).count()).toBe(0);
    const device = await passkeyDevice(browser);
    await device.page.goto(href);
    await device.page.getByRole('button', { name: 'Create a passkey' }).click();
    await device.page.getByText('Good to see you, Mara Lindqvist.').waitFor();
    expect(await device.held()).toBe(1);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Sign-in Mara Lindqvist' }).click();
    await dialog.getByRole('button', { name: /^Delete the passkey made / }).click();
    await dialog.getByText('There are none.').waitFor();
    await device.context.clearCookies();
    await device.page.goto(`${new URL(href).origin}/signin`);
    await device.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await device.page.getByText('This passkey signs nobody in here').waitFor();
    expect(watched).toEqual(clean);
    await device.context.close();
    await context.close();
  });

  test('an invited editor opens the link, creates a passkey, writes a page and publishes it, and it is read without a token', async () => {
    const admin = service.client(service.token);
    const { companies } = await admin.data('{ companies(first: 20) { nodes { urn name } } }');
    const all = companies.nodes as readonly { urn: string; name: string }[];
    const company = all.find(({ name }) => name === 'The Commonplace Reader')?.urn ?? '';
    const role = crypto.randomUUID();
    const roleBody = { urn: role, owner: company, name: 'Guest editors', description: 'They write and publish.' };
    expect((await admin.rest('POST', '/n/v1/role', { body: roleBody })).status).toBe(201);
    for (const label of ['CREATE', 'UPDATE', 'PUBLISH']) {
      const grant = { owner: company, label, subjectScope: 'ROLE', subjectUrn: role };
      const body = { ...grant, objectScope: 'COMPANY', objectUrn: company };
      expect((await admin.rest('POST', '/n/v1/permission', { body })).status).toBe(201);
    }
    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    await go('/people', 'People and rights');
    const form = page.getByRole('form', { name: 'New person' });
    await form.getByLabel('Name of the person').fill('Anouk Peeters');
    await form.getByRole('button', { name: 'Make the person' }).click();
    await page.getByRole('button', { name: 'Sign-in Anouk Peeters' }).click();
    const dialog = page.getByRole('dialog', { name: 'How Anouk Peeters signs in' });
    await dialog.getByRole('button', { name: 'Make an invitation' }).click();
    const href = await dialog.getByRole('alert').locator('pre').innerText();
    await go('/people?show=roles', 'People and rights');
    await page.getByRole('combobox', { name: 'Give Guest editors to a person' }).fill('Anouk');
    await page.getByRole('option', { name: 'Anouk Peeters' }).click();
    await page.getByRole('button', { name: 'Give Guest editors', exact: true }).click();
    await page.getByText('Anouk Peeters holds the role.').waitFor();
    const device = await passkeyDevice(browser);
    const met = watch(device.page, new URL(href).origin);
    await device.page.goto(href);
    await device.page.getByRole('button', { name: 'Create a passkey' }).click();
    await device.page.getByText('Good to see you, Anouk Peeters.').waitFor();
    const desk = device.page;
    await desk.getByRole('link', { name: 'Content', exact: true }).click();
    await desk.getByRole('button', { name: 'New page' }).click();
    await desk.getByLabel('Name', { exact: true }).fill('The guest book');
    await desk.getByLabel('Path', { exact: true }).fill('/guests');
    await desk.getByRole('button', { name: 'Create' }).click();
    await desk.getByRole('heading', { level: 1, name: 'The guest book' }).waitFor();
    await addItem(desk, 'Text', 'title');
    await desk.getByRole('region', { name: 'title', exact: true }).getByRole('textbox').fill('Who was here');
    await seeSaved(desk, 'title');
    const read = (): Promise<Response> => fetch(`${service.url}/v/v1/entityview/guests`);
    expect((await read()).status).toBe(404);
    await desk.getByRole('button', { name: 'Publish …' }).click();
    await desk.getByRole('dialog').getByText('title new').waitFor();
    await desk.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    await desk.getByText('The page is live.').waitFor();
    const view = (await (await read()).json()) as Record<string, readonly { name: string; value: string }[]>;
    expect(view['texts']?.map(({ name, value }) => [name, value])).toEqual([['title', 'Who was here']]);
    // What only others may do is not offered.
    await desk.goto(`${new URL(href).origin}/desk/people`);
    await desk.getByText('Noor Rahman').or(desk.getByText('Anouk Peeters').last()).first().waitFor();
    await expect.poll(() => desk.getByText('Loading …').count(), { timeout: 30_000 }).toBe(0);
    expect(await desk.getByRole('button', { name: /^Sign-in/ }).count()).toBe(0);
    expect([watched, met]).toEqual([clean, clean]);
    await device.context.close();
    await context.close();
  });

  test('an invitation that was made is withdrawn', async () => {
    const { page, go, context } = await openDesk(browser, service, { token: service.token });
    await go('/people?q=Noor', 'People and rights');
    await page.getByRole('button', { name: 'Sign-in Noor Rahman' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make an invitation' }).click();
    const href = await dialog.getByRole('alert').locator('pre').innerText();
    expect((await fetch(href)).status).toBe(200);
    await dialog.getByRole('button', { name: 'Delete all passkeys and the invitation' }).click();
    await page.getByText('Nobody can sign in as this person by a passkey or an invitation.').waitFor();
    expect((await fetch(href)).status).toBe(410);
    await context.close();
  });

  test('a member is added to a group, made a moderator and removed', async () => {
    const admin = service.client(service.token);
    const members = async (): Promise<unknown> => {
      const query = `{ groups(where: { name: { eq: "Editors" } }) { nodes { memberships { nodes { role status identity { name } } } } } }`;
      const { groups } = await admin.data(query);
      return groups.nodes[0].memberships.nodes.find(
        (one: { identity: { name: string } }) => one.identity.name === 'Noor Rahman',
      );
    };
    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    await go('/people?show=groups', 'People and rights');
    await page.getByRole('button', { name: 'Members Editors' }).click();
    const dialog = page.getByRole('dialog', { name: 'Members of Editors' });
    if (await members()) throw new Error('Noor is meant to be no editor in the demo.');
    await dialog.getByRole('combobox', { name: 'Person to add' }).fill('Noor');
    await page.getByRole('option', { name: 'Noor Rahman' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('button', { name: 'Make moderator Noor Rahman' }).click();
    await dialog.getByRole('button', { name: 'Make plain member Noor Rahman' }).waitFor();
    expect(await members()).toEqual({ role: 'MODERATOR', status: 'ACTIVE', identity: { name: 'Noor Rahman' } });
    await expectAccessible(page, 'members of a group');
    await dialog.getByRole('button', { name: 'Remove Noor Rahman' }).click();
    await page.getByText('Noor Rahman does not belong to the group any more.').waitFor();
    expect(await members()).toBeUndefined();
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('a right on a page is given to a person, shown with its way, and ended', async () => {
    const admin = service.client(service.token);
    const { identities } = await admin.data('{ identities(where: { name: { eq: "Noor Rahman" } }) { nodes { urn } } }');
    const may = async (): Promise<boolean> => {
      const check = {
        objectUrn: bookUrn,
        label: 'UPDATE',
        subjectUrn: identities.nodes[0].urn,
        subjectScope: 'IDENTITY',
      };
      const query = 'query ($check: PermissionCheckInput!) { permissionCheck(checks: [$check]) { allowed } }';
      return (await admin.data(query, { check })).permissionCheck[0].allowed === true;
    };
    expect(await may()).toBe(false);
    const { page, watched, go, context } = await openDesk(browser, service, { token: service.token });
    await go(`/page/${bookUrn}/rights`, book);
    const form = page.getByRole('form', { name: 'Give a right' });
    await form.getByRole('button', { name: 'Give' }).click();
    await form.getByText('Choose who the right is given to.').waitFor();
    await form.getByRole('combobox', { name: 'Who it is' }).fill('Noor');
    await page.getByRole('option', { name: 'Noor Rahman' }).click();
    await form.getByLabel('May', { exact: true }).selectOption('UPDATE');
    await form.getByLabel('Why (may be empty)').fill('Guest editor');
    await form.getByRole('button', { name: 'Give' }).click();
    const granted = page.getByRole('region', { name: 'Granted on this page itself' });
    await granted.getByText('Identity “Noor Rahman” may change it').first().waitFor();
    expect(await may()).toBe(true);
    await page.getByLabel('Who may', { exact: true }).selectOption('UPDATE');
    await page.getByText('(Guest editor)').waitFor();
    await expectAccessible(page, 'rights');
    await granted.getByRole('button', { name: 'End Identity “Noor Rahman” may change it' }).click();
    await expect.poll(() => granted.getByText('Noor Rahman').count()).toBe(0);
    expect(await may()).toBe(false);
    expect(watched).toEqual(clean);
    await context.close();
  });

  test('who may not administer sees none of it', async () => {
    const { page, watched, go, context } = await openDesk(browser, service, ines);
    await go('/people', 'People and rights');
    await page.getByText('Noor Rahman').waitFor();
    await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Sign-in/ }).count()).toBe(0);
    await go('/people?show=groups', 'People and rights');
    await page.getByText('Editors', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Members/ }).count()).toBe(0);
    await go(`/page/${bookUrn}/rights`, book);
    await page.getByText('Who may see this page is shown to those who administer it.').waitFor();
    expect(await page.getByRole('form', { name: 'Give a right' }).count()).toBe(0);
    expect(watched).toEqual(clean);
    await context.close();
  });
});
