// Operations in the desk, in a real browser, with the demo: events as they happen, by the names of what changed, an interruption
// that leaves no gap, webhooks with redelivery, limits, and use by keyboard only.
import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectAccessible, seriousFindings } from '../support/axe.ts';
import { hasChromium, keepPicture, startChromium, type Watched } from '../support/chromium.ts';
import type { Client } from '../support/client.ts';
import { withClient } from '../support/database.ts';
import { startDemoService, type DemoService } from '../support/demo.ts';
import { openDesk } from '../support/desk.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

/** A machine under load is slow. */
const patient = { timeout: 30_000 };
const headline = '/n/v1/textitem/019a0000-0000-7000-8000-000000000003';
let service: DemoService;
let admin: Client;
let receiver: Receiver;
let browser: Browser;

// Skipped on a machine without a browser.
describe.skipIf(!hasChromium)('Operations in the desk', () => {
  beforeAll(async () => {
    service = await startDemoService({ WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8', RATE_LIMITS: '1' });
    admin = service.client(service.token);
    receiver = await startReceiver();
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await receiver.close();
    await service.close();
  });

  /** Opens the page signed in; `onSocket` may intercept its socket. */
  const open = async (
    onSocket?: (socket: WebSocketRoute) => void,
    token = service.token,
  ): Promise<{ page: Page } & Watched> => {
    const { page, watched } = await openDesk(browser, { ...service, said: [] }, { token });
    if (onSocket) await page.routeWebSocket('**/graphql', onSocket);
    // The address of the page that this was before.
    await page.goto(`${service.url}/dashboard`);
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor();
    expect(page.url()).toBe(`${service.url}/desk/operations`);
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    return { page, ...watched };
  };
  const rows = (page: Page) => page.getByRole('region', { name: 'List of events' }).locator('tbody tr');
  const numbers = async (page: Page): Promise<number[]> =>
    (await rows(page).locator('td:last-child').allTextContents()).map(Number);
  const change = async (value: string): Promise<void> => {
    expect((await admin.rest('PATCH', headline, { body: { value } })).status).toBe(200);
  };

  test('shows stored and new events, filters them, pauses, and opens the object', async () => {
    const { page, problems, outside } = await open();
    await rows(page).nth(20).waitFor();
    // Everything the demo wrote is counted, in the minutes it was written.
    const { webhookTriggers } = await admin.data('{ webhookTriggers(first: 1) { totalCount } }');
    const rate = page.getByRole('region', { name: 'Events per minute' });
    const counts = await rate.locator('td').allTextContents();
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(webhookTriggers.totalCount);
    const [around, drawn] = [await rate.boundingBox(), await rate.locator('.uplot').boundingBox()];
    // Its title and its margins are beside it, and nothing else.
    expect((around?.height ?? 0) - (drawn?.height ?? 0)).toBeLessThan(80);
    await page.getByLabel('Kind').selectOption('TEXT_ITEM');
    const before = await rows(page).count();
    await change('First');
    await expect.poll(() => rows(page).count(), patient).toBe(before + 1);
    await page.getByRole('button', { name: 'Pause' }).click();
    await change('Second');
    await page.getByRole('button', { name: 'Resume (1 new)' }).waitFor();
    expect(await rows(page).count()).toBe(before + 1);
    await page.getByRole('button', { name: 'Resume (1 new)' }).click();
    await expect.poll(() => rows(page).count(), patient).toBe(before + 2);
    await rows(page).first().getByRole('cell', { name: 'Administrator', exact: true }).waitFor(patient);
    await rows(page)
      .first()
      .getByRole('cell', { name: /^headline of “/ })
      .waitFor(patient);
    await rows(page).first().getByRole('button').click();
    await page.getByRole('dialog').getByText('"value": "Second"').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('list').getByText('In praise of the index').waitFor();
    expect({ problems, outside }).toEqual({ problems: [], outside: [] });
    await page.context().close();
  });

  test('shows which API clients are near a limit', async () => {
    const { page, problems, outside } = await open();
    const limits = page.getByRole('region', { name: 'You' });
    await limits.getByText('Requests a minute').waitFor();
    const owner = '019a0000-0000-7000-8000-000000000001';
    const made = await admin.rest('POST', '/n/v1/apiclient', {
      body: { owner, name: 'Busy kiosk', accessLevel: 'COMPANY', requestsPerMinute: 10 },
    });
    const { body } = await admin.rest('POST', '/n/v1/apiclientbearertoken', {
      body: { apiClient: made.body.urn, expirationTimestamp: new Date(Date.now() + 86_400_000).toISOString() },
    });
    const kiosk = service.client(String(body.bearerToken));
    for (let sent = 0; sent < 9; sent += 1) await kiosk.rest('GET', headline);
    await change('Seen by the kiosk');
    await limits.getByText('Busy kiosk, requests: 9 of 10 (nearly used up)').waitFor(patient);
    expect({ problems, outside }).toEqual({ problems: [], outside: [] });
    await page.context().close();
  });

  test('resumes after an interruption without a gap or a repeat, and says so', async () => {
    const sockets: WebSocketRoute[] = [];
    const { page } = await open((socket) => {
      sockets.push(socket);
      socket.connectToServer();
    });
    await change('Before the cut');
    const seen = async (): Promise<number> => Math.max(...(await numbers(page)));
    const { events } = await admin.data(`{ events(first: 1) { nodes { sequence } } }`);
    expect(Number(events.nodes[0].sequence)).toBeGreaterThan(0);
    const last = await seen();
    for (const socket of sockets) await socket.close();
    await page.getByRole('status').filter({ hasText: 'Connection lost' }).waitFor();
    await change('During the cut');
    await page
      .getByRole('status')
      .filter({ hasText: /Live again after \d+ s, without a gap/ })
      .waitFor();
    await change('After the cut');
    await expect.poll(seen, patient).toBeGreaterThanOrEqual(last + 2);
    const all = await numbers(page);
    expect(new Set(all).size).toBe(all.length);
    const shown = all.filter((one) => one > last).sort((a, b) => a - b);
    expect(shown).toEqual(Array.from({ length: shown.length }, (_, index) => last + 1 + index));
    await page.context().close();
  });

  test('shows webhooks with their deliveries, and sends one again', async () => {
    const { clientContext } = await admin.data('{ clientContext { client { urn } } }');
    const input = {
      apiClient: clientContext.client.urn,
      subject: 'TASK',
      event: 'ALL',
      destinationUrl: receiver.url,
      secret: 'a secret of some length',
      eventsPerMinute: 600,
    };
    const made = await admin.rest('POST', '/n/v1/webhooksubscription', { body: input });
    expect(made.status).toBe(201);
    const { page, problems, outside } = await open();
    const hook = page.locator('.hook');
    await hook.getByText(receiver.url).waitFor();
    await hook.getByRole('button', { name: 'Send a test' }).click();
    await expect.poll(() => receiver.received.length, patient).toBe(1);
    await hook.locator('tbody tr').filter({ hasText: 'SUCCEEDED' }).waitFor();
    await hook.getByRole('button', { name: /^Redeliver/ }).click();
    await expect.poll(() => receiver.received.length, patient).toBe(2);
    await hook.locator('.figures', { hasText: /Waiting0.*Succeeded100\.0 %/ }).waitFor();
    await hook
      .getByRole('button', { name: /^As sent/ })
      .first()
      .click();
    await hook.locator('.sent pre', { hasText: 'webhook-signature' }).first().waitFor();
    expect(await hook.locator('.sent pre').first().textContent()).toBe(
      JSON.stringify(receiver.received[0]?.json, null, 2),
    );
    expect(await seriousFindings(page)).toEqual([]);
    receiver.answer(() => ({ status: 500 }));
    const { tasks } = await admin.data('{ tasks(first: 1) { nodes { urn } } }');
    await admin.rest('PATCH', `/n/v1/task/${String(tasks.nodes[0].urn)}`, { body: { title: 'Retried' } });
    await hook.locator('tbody tr').filter({ hasText: 'RETRYING' }).first().waitFor();
    // What is on and fails says both, in words.
    await hook.getByText('ACTIVE', { exact: true }).waitFor();
    await hook.getByText(/^Failing since .+: The answer had a status of failure, HTTP 500$/).waitFor(patient);
    await hook.getByRole('button', { name: /^Skip/ }).click();
    await hook.locator('tbody tr').filter({ hasText: 'DISCARDED' }).waitFor();
    await hook.locator('.figures', { hasText: 'Waiting0' }).waitFor();
    await keepPicture(page, 'webhooks', hook);
    await hook.getByRole('button', { name: 'Pause' }).click();
    await hook.getByText('PAUSED').waitFor();
    await hook.getByRole('button', { name: 'Switch on' }).click();
    await hook.getByText('ACTIVE').waitFor();
    expect({ problems, outside }).toEqual({ problems: [], outside: [] });
    await page.context().close();
  });

  test('shows who was connected, and what waits for the search index', async () => {
    const { page, problems, outside } = await open();
    const present = page.getByRole('region', { name: 'Connected in the last 5 minutes' });
    await present.getByText('Administrator').waitFor();
    const search = page.getByRole('region', { name: 'Search' });
    await search.getByText('Everything is indexed.').waitFor();
    await withClient(service.databaseUrl, async (client) => {
      // As long as another process fills the index, this one does not.
      await vi.waitFor(async () => {
        const { rows } = await client.query('SELECT pg_try_advisory_lock(727279) AS "is"');
        expect(rows).toEqual([{ is: true }]);
      });
      await change('Waits for the index');
      await search.getByText('Changed pages that wait to be indexed: 1').waitFor();
      await client.query('SELECT pg_advisory_unlock(727279)');
    });
    await change('Indexed with the one before');
    await search.getByText('Everything is indexed.').waitFor();
    await keepPicture(page, 'operations');
    expect(await seriousFindings(page)).toEqual([]);
    expect({ problems, outside }).toEqual({ problems: [], outside: [] });
    await page.context().close();
  });

  test('shows who was connected to administrators only', async () => {
    const { clientContext } = await admin.data('{ clientContext { company { urn } } }');
    const owner = String(clientContext.company.urn);
    const client = await admin.rest('POST', '/n/v1/apiclient', {
      body: { owner, name: 'Reads only', accessLevel: 'RESTRICTED' },
    });
    const edge = { subjectScope: 'API_CLIENT', subjectUrn: client.body.urn, objectScope: 'COMPANY', objectUrn: owner };
    expect((await admin.rest('POST', '/n/v1/permission', { body: { owner, ...edge, label: 'READ' } })).status).toBe(
      201,
    );
    const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
    const made = await admin.rest('POST', '/n/v1/apiclientbearertoken', {
      body: { owner, apiClient: client.body.urn, expirationTimestamp },
    });
    const { page, problems } = await open(undefined, String(made.body.bearerToken));
    await page.getByRole('region', { name: 'Search' }).waitFor();
    await page.getByText('Reads only of').waitFor();
    const asked = page.waitForResponse(async (response) => (await response.text()).includes('FORBIDDEN'));
    await change('Has the state read again');
    await asked;
    expect(await page.getByRole('region', { name: /^Connected/ }).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('is free of accessibility findings, in light and dark, on a phone and a wide window', async () => {
    const { page, problems } = await open();
    await page.locator('.timeline li').first().waitFor();
    await expectAccessible(page, '/operations');
    // Nothing is to be scrolled sideways, and tables stay tables for those who hear them.
    await page.setViewportSize({ width: 390, height: 800 });
    const wide = `[document.documentElement, ...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth)`;
    expect(await page.evaluate(`document.querySelectorAll('.scroll').length`)).toBeGreaterThan(1);
    expect(await page.evaluate(`${wide}.length`)).toBe(0);
    expect(await rows(page).first().getByRole('cell').count()).toBe(7);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('works by keyboard only', async () => {
    const { page } = await open();
    await rows(page).first().waitFor();
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent');
    const tabTo = async (text: RegExp): Promise<void> => {
      for (let steps = 0; steps < 60; steps += 1) {
        await page.keyboard.press('Tab');
        if (text.test(await focused())) return;
      }
      throw new Error(`Tab does not reach ${String(text)}`);
    };
    await tabTo(/^Pause$/);
    await page.keyboard.press('Space');
    expect(await focused()).toMatch(/^Resume/);
    await page.keyboard.press('Space');
    await tabTo(/^[A-Z]+_[A-Z_]+$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('"urn"').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count(), patient).toBe(0);
    await page.context().close();
  });
});
