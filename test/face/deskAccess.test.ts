// Who may do what, and what is said about a page, in the desk, in a real browser, with the demo: programs and their tokens, people who
// hold a role, a thread that is started, and what a restore leaves out.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { hasChromium, startChromium } from '../support/chromium.ts';
import { book, bookUrn, clean, openDesk, startDeskService, type DeskService } from '../support/desk.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 180_000 });

let service: DeskService;
let browser: Browser;
const ines = { email: 'ines@reader.example' };

describe.skipIf(!hasChromium)('Access in the desk', () => {
  beforeAll(async () => {
    service = await startDeskService();
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
    await chooser.click();
    await page.getByRole('option').first().waitFor();
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
});
