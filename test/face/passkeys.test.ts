// Invitations and passkeys in a real browser with an authenticator of its own (WebAuthn over CDP): an invitation registers one passkey,
// which signs in; a second one is the way back; sessions and passkeys are ended by their person. Resource reference 16.24.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { makePerson } from '../support/browser.ts';
import { hasChromium, startChromium, watch } from '../support/chromium.ts';
import { sql, type Body } from '../support/content.ts';
import { passkeyDevice, type Device } from '../support/passkeyDevice.ts';
import { sharedService, startService, type Tenant, type TestService } from '../support/service.ts';
import { helper } from '../support/work.ts';

let service: TestService;
let admin: Tenant;
let browser: Browser | undefined;
let site: string;

beforeAll(async () => {
  service = await startService({ PASSKEY_SIGN_IN: '1' });
  admin = await service.tenant();
  site = service.url.replace('127.0.0.1', 'localhost');
  if (hasChromium) browser = await startChromium();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await service.close();
});

let people = 0;
const person = (): Promise<string> => makePerson(admin, `person${String(++people)}@reader.example`, ['READ']);
const invite = async (identity: string): Promise<string> => {
  const { status, body, text } = await admin.rest('POST', `/n/v1/identity/${identity}/invite`, { body: {} });
  expect(status, text).toBe(201);
  return String(body.href);
};

const device = (): Promise<Device> => {
  if (!browser) throw new Error('chromium did not start');
  return passkeyDevice(browser);
};

const press = async ({ page }: Device, name: string): Promise<void> => page.getByRole('button', { name }).click();

/** Who the browser is signed in as, by what the service says to it. */
const signedInAs = async ({ context }: Device): Promise<string | null> => {
  const answer = await context.request.get(`${site}/n/v1/clientcontext`);
  const { identity } = (await answer.json()) as { readonly identity: { readonly urn: string } | null };
  return identity?.urn ?? null;
};

async function join(identity: string): Promise<Device> {
  const own = await device();
  await own.page.goto(await invite(identity));
  await press(own, 'Create a passkey');
  await own.page.waitForURL(`${site}/desk**`);
  return own;
}

test('Each invitation is in the record of access: who was invited, and by whom', async () => {
  const identity = await person();
  const audit = async (as: Tenant, filter: string): Promise<unknown[]> => {
    const { body } = await as.rest('GET', `/n/v1/accessaudit?event=INVITATION${filter}`);
    return body.records.map((one: Body) => [one.targetUrn, one.identityUrn, one.ownerUrn, Number(one.count)]);
  };
  await invite(identity);
  await invite(identity);
  const { clientContext } = await admin.data('{ clientContext { identity { urn } } }');
  const one = [identity, clientContext.identity.urn, admin.company, 1];
  expect(await audit(admin, `&target=${identity}`)).toEqual([one, one]);
  expect(await audit(admin, `&target=${await person()}`)).toEqual([]);
  expect(await audit(await service.tenant(), '')).toEqual([]);
});

describe.skipIf(!hasChromium)('An invitation', () => {
  test('registers a passkey, which signs in afterwards, under the strict policy and for everyone', async () => {
    const identity = await person();
    const own = await device();
    const { problems, outside } = watch(own.page, site);
    const address = await invite(identity);
    await own.page.goto(address);
    await expectAccessible(own.page, '/signin/invitation');
    await press(own, 'Create a passkey');
    await own.page.waitForURL(`${site}/desk**`);
    expect([await own.held(), await signedInAs(own)]).toEqual([1, identity]);
    await own.context.clearCookies();
    await own.page.goto(`${site}/signin?returnTo=/docs`);
    await expectAccessible(own.page, '/signin');
    await press(own, 'Sign in with a passkey');
    await own.page.waitForURL(`${site}/docs`);
    expect(await signedInAs(own)).toBe(identity);
    expect([problems, outside]).toEqual([[], []]);
    const rows = await sql(service, `SELECT "secret_hash" FROM "invitation" WHERE "identity" = $1`, [identity]);
    expect(rows).toEqual([]);
    await own.page.goto(address);
    expect(await own.page.getByRole('alert').textContent()).toContain('This invitation was used');
  });

  test('is over after seven days, and once there is a newer one', async () => {
    const identity = await person();
    const own = await device();
    const [first, second] = [await invite(identity), await invite(identity)];
    expect((await own.page.goto(first))?.status()).toBe(410);
    expect((await own.page.goto(second))?.status()).toBe(200);
    const days = `SELECT round(extract(epoch FROM "expiration_timestamp" - now()) / 86400) AS days FROM "invitation" WHERE "identity" = $1`;
    expect((await sql(service, days, [identity])).map((row) => Number(row['days']))).toEqual([7]);
    await sql(service, `UPDATE "invitation" SET "expiration_timestamp" = now() WHERE "identity" = $1`, [identity]);
    await press(own, 'Create a passkey');
    await own.page.getByText('This page is too old').waitFor();
    expect((await own.page.goto(second))?.status()).toBe(410);
  });

  test('is the way back for who has lost every passkey, and old ones can be deleted', async () => {
    const identity = await person();
    const lost = await join(identity);
    await admin.rest('DELETE', `/n/v1/identity/${identity}/passkeys`);
    await lost.context.clearCookies();
    await lost.page.goto(`${site}/signin`);
    await press(lost, 'Sign in with a passkey');
    await lost.page.getByText('This passkey signs nobody in here').waitFor();
    expect(await signedInAs(lost)).toBeNull();
    expect(await signedInAs(await join(identity))).toBe(identity);
  });
});

describe.skipIf(!hasChromium)('A person', () => {
  test('sees where it is signed in, ends that, and adds and deletes passkeys', async () => {
    const identity = await person();
    const [one, other] = [await join(identity), await join(identity)];
    await one.page.goto(`${site}/signin`);
    await expectAccessible(one.page, '/signin, signed in');
    await one.page.getByRole('button', { name: /^End: Another browser/ }).click();
    await expect.poll(() => signedInAs(other)).toBeNull();
    await one.page.getByRole('button', { name: /^End: This browser/ }).waitFor();
    expect(await signedInAs(one)).toBe(identity);
    const listed = (await admin.rest('GET', `/n/v1/identity/${identity}/passkeys`)).body.passkeys;
    expect(listed).toHaveLength(2);
    await press(one, 'Add a passkey');
    await one.page.getByText('This device has a passkey of yours already.').waitFor();
    await one.page
      .getByRole('button', { name: /^Delete: / })
      .first()
      .click();
    await one.page.waitForURL(`${site}/signin`);
    const query = 'query ($urn: ID!) { identityPasskeys(urn: $urn) { urn createdTimestamp lastUsedTimestamp } }';
    await expect
      .poll(async () => (await admin.data(query, { urn: identity })).identityPasskeys)
      .toEqual([expect.objectContaining({ lastUsedTimestamp: null })]);
  });

  test('is let in by no answer that is sent twice, made for another challenge, or for another person', async () => {
    const identity = await person();
    const own = await join(identity);
    await own.context.clearCookies();
    await own.page.goto(`${site}/signin`);
    const sent: string[] = [];
    own.page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/signin/passkey') sent.push(request.postData() ?? '');
    });
    await press(own, 'Sign in with a passkey');
    await own.page.waitForURL(`${site}/desk**`);
    const [form = ''] = sent;
    const again = (raw: string, origin = site): Promise<Response> =>
      fetch(`${service.url}/signin/passkey`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin,
          'sec-fetch-site': origin === site ? 'same-origin' : 'cross-site',
        },
        body: raw,
      });
    for (const raw of [form, 'response=', 'response={}', `response=${encodeURIComponent('{"id":1}')}`]) {
      const answer = await again(raw);
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    }
    expect((await again(form, 'https://evil.example')).status).toBe(403);
    await sql(service, `UPDATE "passkey" SET "counter" = 1000000 WHERE "identity" = $1`, [identity]);
    await own.context.clearCookies();
    await own.page.goto(`${site}/signin`);
    await press(own, 'Sign in with a passkey');
    await own.page.getByText('This passkey signs nobody in here').waitFor();
  });
});

describe('Who invites', () => {
  test('administers the whole tenant, with a token that is not narrowed; others are refused', async () => {
    const identity = await person();
    const grant = { label: 'ADMIN', objectUrn: identity, objectScope: 'IDENTITY' };
    const mere = await helper(service, admin, [grant]);
    const path = `/n/v1/identity/${identity}/invite`;
    expect((await mere.rest('POST', path, { body: {} })).status).toBe(403);
    expect((await (await service.tenant()).rest('POST', path, { body: {} })).status).toBe(404);
    expect((await service.client(null).rest('POST', path, { body: {} })).status).toBe(401);
    const mutation = `mutation ($urn: ID!) { inviteIdentity(urn: $urn) { invitation { href } userErrors { code } } }`;
    expect((await admin.data(mutation, { urn: identity })).inviteIdentity).toMatchObject({
      invitation: { href: expect.stringMatching(`^${site}/signin/invitation\\?token=[\\w-]{43}$`) as string },
      userErrors: [],
    });
    const body: Body = { owner: admin.company, name: 'Office', type: 'ORGANISATION' };
    const office = await admin.rest('POST', '/n/v1/identity', { body });
    if (office.status === 201)
      expect((await admin.rest('POST', `/n/v1/identity/${String(office.body.urn)}/invite`, { body: {} })).status).toBe(
        409,
      );
  });

  test('is refused where nobody signs in with passkeys', async () => {
    const without = await sharedService();
    const tenant = await without.tenant();
    const identity = await makePerson(tenant, 'nobody@reader.example', ['READ']);
    const answer = await tenant.rest('POST', `/n/v1/identity/${identity}/invite`, { body: {} });
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      409,
      'CONFLICT',
      expect.stringContaining('PASSKEY_SIGN_IN'),
    ]);
    expect(await sql(without, 'SELECT 1 FROM "invitation" WHERE "identity" = $1', [identity])).toEqual([]);
  });
});
