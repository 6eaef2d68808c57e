// Webhook deliveries: a receiver is notified of changes, can verify their origin, and gets the same bytes on every
// attempt.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startReceiver, type Received, type Receiver } from '../support/receiver.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import {
  apiClient,
  deliveries,
  entity,
  eventually,
  hookSecret,
  rename,
  settled,
  subscribe,
  type Wire,
} from '../support/webhooks.ts';

let service: TestService;
let tenant: Tenant;
let client: { urn: string; clientID: string; token: string };
const receivers: Receiver[] = [];

const waits = [0.05, 0.05, 0.05];

beforeAll(async () => {
  service = await startService(
    { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' },
    {
      webhookOptions: {
        // Whatever there is to do is said: nothing is found by chance.
        pollMillis: 3_600_000,
        stopMillis: 200,
        totalMillis: 600,
        connectMillis: 400,
        schedule: { waits, jitter: 0.1, longestRetryAfter: 36_000 },
      },
    },
  );
  tenant = await service.tenant();
  client = await apiClient(tenant);
});
afterAll(() => service.close());
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receiver(): Promise<Receiver> {
  const started = await startReceiver();
  receivers.push(started);
  return started;
}

function header(request: Received | undefined, name: string): string {
  return String(request?.headers[name]);
}

describe('an event', () => {
  test('is delivered to subscriptions of its subject, event and target, and to no other', async () => {
    const [all, creates, deletes, targeted, others, foreign] = await Promise.all(
      Array.from({ length: 6 }, () => receiver()),
    );
    const urn = await entity(tenant, 'Before');
    await subscribe(tenant, client.urn, all!.url);
    await subscribe(tenant, client.urn, creates!.url, { event: 'CREATE' });
    await subscribe(tenant, client.urn, deletes!.url, { event: 'DELETE' });
    await subscribe(tenant, client.urn, targeted!.url, { targetUrn: urn });
    await subscribe(tenant, client.urn, others!.url, { subject: 'TASK' });
    const stranger = await service.tenant();
    await subscribe(stranger, (await apiClient(stranger)).urn, foreign!.url);

    const fresh = await entity(tenant);
    await rename(tenant, urn, 'After');
    expect((await tenant.rest('DELETE', `/n/v1/entity/${fresh}`)).status).toBe(204);

    const kinds = (list: readonly Received[]): string[] => list.map((r) => r.json.type).sort();
    expect(kinds(await all!.until(3))).toEqual(['entity.create', 'entity.delete', 'entity.update']);
    expect(kinds(await creates!.until(1))).toEqual(['entity.create']);
    expect(kinds(await deletes!.until(1))).toEqual(['entity.delete']);
    expect(kinds(await targeted!.until(1))).toEqual(['entity.update']);
    expect(all!.received).toHaveLength(3);
    expect([others!.received, foreign!.received]).toEqual([[], []]);
  });

  test('names what changed, where and by whom, without the new values', async () => {
    const hook = await receiver();
    const urn = await entity(tenant, 'First');
    const subscription = await subscribe(tenant, client.urn, hook.url, { event: 'UPDATE', targetUrn: urn });
    await rename(tenant, urn, 'Second');
    const [request] = await hook.until(1);
    const { json } = request!;
    const [delivery] = await deliveries(tenant, subscription);
    expect(json).toEqual({
      type: 'entity.update',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
      id: delivery.trigger.urn,
      sequence: delivery.sequence,
      cursor: `1.${String(delivery.sequence)}`,
      completeUntilSequence: delivery.sequence - 1,
      subject: 'ENTITY',
      event: 'UPDATE',
      targetUrn: urn,
      targetUrl: `${service.url}/n/v1/entity/${urn}`,
      targetVersion: 2,
      owner: { urn: tenant.company, url: `${service.url}/n/v1/company/${tenant.company}` },
      actor: { urn: expect.any(String) as unknown, type: 'IDENTITY' },
      changedFields: ['name', 'updatedTimestamp'],
      data: { urn, url: `${service.url}/n/v1/entity/${urn}` },
    });
    expect(request!.method).toBe('POST');
    expect(header(request, 'content-type')).toBe('application/json');
    expect(header(request, 'webhook-id')).toBe(delivery.urn);
    expect(header(request, 'webhook-attempt')).toBe('1');
    const digest = createHash('sha256').update(request!.body).digest('base64');
    expect(header(request, 'content-digest')).toBe(`sha-256=:${digest}:`);
    const done = await settled(tenant, delivery.urn);
    expect(done).toMatchObject({
      status: 'SUCCEEDED',
      attemptCount: 1,
      bodyDigest: digest,
      nextAttemptTimestamp: null,
    });
    expect(done.attempts).toMatchObject([{ number: 1, responseStatus: 204, errorCode: null, isManual: false }]);
  });

  test('in full carries the resource as the client reads it; a deletion carries the last state', async () => {
    const hook = await receiver();
    const urn = await entity(tenant, 'Whole');
    await subscribe(tenant, client.urn, hook.url, { payload: 'FULL', targetUrn: urn });
    await rename(tenant, urn, 'Whole again');
    const [update] = await hook.until(1);
    expect(update!.json.data).toMatchObject({ urn, name: 'Whole again', status: 'DRAFT_UNPUBLISHED', texts: [] });
    await tenant.rest('DELETE', `/n/v1/entity/${urn}`);
    const [, removal] = await hook.until(2);
    expect(removal!.json).toMatchObject({ type: 'entity.delete', data: { urn, name: 'Whole again' } });
  });

  test('in full of a deletion says what the client read: drafts only to who sees them', async () => {
    const hook = await receiver();
    const [all, readers] = [await receiver(), await apiClient(tenant, 'RESTRICTED')];
    const urn = await entity(tenant, 'Live');
    await tenant.rest('PATCH', `/n/v1/entity/${urn}`, { body: { status: 'PUBLISH' } });
    await tenant.rest('POST', '/n/v1/permission', {
      body: {
        ...{ owner: tenant.company, subjectUrn: readers.urn, subjectScope: 'API_CLIENT' },
        ...{ objectUrn: urn, objectScope: 'ENTITY', label: 'READ' },
      },
    });
    await subscribe(tenant, readers.urn, hook.url, { event: 'DELETE', payload: 'FULL', targetUrn: urn });
    await subscribe(tenant, client.urn, all.url, { event: 'DELETE', payload: 'FULL', targetUrn: urn });
    await tenant.rest('POST', '/n/v1/textitem', { body: { entity: urn, name: 'title', sortOrder: 0, value: 'Draft' } });
    expect((await tenant.rest('GET', `/n/v1/entity/${urn}`)).body.status).toBe('PUBLISHED_WITH_DRAFTS');
    await tenant.rest('DELETE', `/n/v1/entity/${urn}`);
    const [removal] = await hook.until(1);
    expect(removal!.json.data).toMatchObject({ urn, status: 'PUBLISHED', texts: [] });
    const [whole] = await all.until(1);
    expect(whole!.json.data).toMatchObject({ urn, status: 'PUBLISHED_WITH_DRAFTS', texts: [{ value: 'Draft' }] });
  });

  test('in full of the deletion of an item that was never live shows it to who sees drafts', async () => {
    const hook = await receiver();
    await subscribe(tenant, client.urn, hook.url, { subject: 'TEXT_ITEM', event: 'DELETE', payload: 'FULL' });
    const page = await entity(tenant);
    const text = { name: 'title', sortOrder: 0, value: 'Never live' };
    const { urn } = (await tenant.rest('POST', '/n/v1/textitem', { body: { entity: page, ...text } })).body;
    expect((await tenant.rest('DELETE', `/n/v1/textitem/${String(urn)}`)).status).toBe(204);
    const [removal] = await hook.until(1);
    expect(removal!.json.targetUrn).toBe(urn);
    expect(removal!.json.data).toMatchObject({ urn, value: 'Never live' });
  });

  test('in full is not longer than 256 KiB: beyond that it names the resource alone', async () => {
    const hook = await receiver();
    await subscribe(tenant, client.urn, hook.url, { subject: 'PROJECT', event: 'CREATE', payload: 'FULL' });
    const make = async (description: string): Promise<string> => {
      const body = { owner: tenant.company, name: 'Long', description };
      return (await tenant.rest('POST', '/n/v1/project', { body })).body.urn;
    };
    const [whole, cut] = [await make('é'.repeat(65_536)), await make('😀'.repeat(65_536))];
    const sent = await hook.until(2);
    const dataOf = (urn: string): unknown => sent.find(({ json }) => json.targetUrn === urn)?.json.data;
    expect(dataOf(whole)).toMatchObject({ urn: whole, description: 'é'.repeat(65_536) });
    expect(dataOf(cut)).toEqual({ urn: cut, url: `${service.url}/n/v1/project/${cut}` });
  });

  test('of an item names the entity it belongs to', async () => {
    const hook = await receiver();
    await subscribe(tenant, client.urn, hook.url, { subject: 'TEXT_ITEM', event: 'CREATE' });
    const page = await entity(tenant);
    const item = await tenant.rest('POST', '/n/v1/textitem', {
      body: { entity: page, name: 'title', sortOrder: 0, value: 'Hello' },
    });
    expect(item.status).toBe(201);
    const [request] = await hook.until(1);
    expect(request!.json.data).toEqual({
      urn: item.body.urn,
      url: `${service.url}/n/v1/textitem/${item.body.urn}`,
      entity: { urn: page, url: `${service.url}/n/v1/entity/${page}` },
    });
  });

  test('of a refused change is never delivered', async () => {
    const hook = await receiver();
    const urn = await entity(tenant);
    await subscribe(tenant, client.urn, hook.url, { targetUrn: urn });
    const refused = await tenant.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: 'x'.repeat(1025) } });
    expect(refused.status).toBe(422);
    await rename(tenant, urn, 'Allowed');
    const [request] = await hook.until(1);
    expect(request!.json.targetVersion).toBe(2);
    expect(hook.received).toHaveLength(1);
  });
});

describe('a delivery', () => {
  test('is signed so that Standard Webhooks verifies it, and by the published platform key', async () => {
    const hook = await receiver();
    const urn = await entity(tenant);
    await subscribe(tenant, client.urn, hook.url, { targetUrn: urn });
    await rename(tenant, urn, 'Signed');
    const [request] = await hook.until(1);
    const headers = Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, header(request, name)]),
    );
    expect(new Webhook(hookSecret).verify(request!.body.toString(), headers)).toEqual(request!.json);
    const wrong = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(() => new Webhook(wrong).verify(request!.body.toString(), headers)).toThrow();

    const { body } = await service.client(null).rest('GET', '/.well-known/webhook-keys');
    expect(body.keys).toHaveLength(1);
    const raw = Buffer.from(String(body.keys[0].key).replace(/^whpk_/, ''), 'base64');
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const signature = header(request, 'webhook-signature')
      .split(' ')
      .find((s) => s.startsWith('v1a,'))!
      .slice(4);
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${request!.body.toString()}`;
    expect(verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))).toBe(true);
  });

  test('has the same id and bytes on every attempt, and a new attempt number', async () => {
    const hook = await receiver();
    hook.answer((_, index) => ({
      status: index < 2 ? 500 : 200,
      headers: { 'content-type': 'text/plain' },
      body: 'so',
    }));
    const urn = await entity(tenant, 'Once');
    const subscription = await subscribe(tenant, client.urn, hook.url, { targetUrn: urn, payload: 'FULL' });
    await rename(tenant, urn, 'Twice');
    const requests = await hook.until(3);
    expect(new Set(requests.map((r) => r.body.toString('base64'))).size).toBe(1);
    expect(new Set(requests.map((r) => header(r, 'webhook-id'))).size).toBe(1);
    expect(requests.map((r) => header(r, 'webhook-attempt'))).toEqual(['1', '2', '3']);
    const [delivery] = await deliveries(tenant, subscription);
    const done = await settled(tenant, delivery.urn);
    expect(done.attempts.map((a: Wire) => [a.number, a.responseStatus, a.errorCode, a.responseExcerpt])).toEqual([
      [1, 500, 'STATUS', 'so'],
      [2, 500, 'STATUS', 'so'],
      [3, 200, null, 'so'],
    ]);
  });

  test('ends as FAILED after the last retry, and can be requested again', async () => {
    const hook = await receiver();
    hook.answer(() => ({ status: 500 }));
    const urn = await entity(tenant);
    const subscription = await subscribe(tenant, client.urn, hook.url, { targetUrn: urn });
    await rename(tenant, urn, 'Lost');
    await hook.until(waits.length + 1);
    const [delivery] = await deliveries(tenant, subscription);
    expect(await settled(tenant, delivery.urn)).toMatchObject({ status: 'FAILED', attemptCount: waits.length + 1 });
    hook.answer(() => ({ status: 200 }));
    const again = await tenant.rest('POST', `/n/v1/webhookdelivery/${delivery.urn}/redeliver`);
    expect([again.status, again.body.status]).toEqual([202, 'PENDING']);
    const done = await settled(tenant, delivery.urn, 'SUCCEEDED');
    expect(done.attempts.at(-1)).toMatchObject({ number: waits.length + 2, isManual: true });
    expect(header(hook.received.at(-1), 'webhook-id')).toBe(delivery.urn);
  });

  test('waits only for an earlier one of the same target', async () => {
    const hook = await receiver();
    const [stuck, free] = [await entity(tenant, 's0'), await entity(tenant, 'f0')];
    await subscribe(tenant, client.urn, hook.url, { event: 'UPDATE' });
    hook.answer((r, index) => ({ status: r.json.targetUrn === stuck && index < 3 ? 503 : 200 }));
    for (const name of ['1', '2', '3', '4']) {
      await rename(tenant, stuck, `s${name}`);
      await rename(tenant, free, `f${name}`);
    }
    await eventually(
      async () => hook.received.filter((r) => r.json.targetVersion === 5).map((r) => r.json.targetUrn),
      (found) => found.includes(stuck) && found.includes(free),
    );
    const versions = (urn: string): number[] =>
      hook.received.filter((r) => r.json.targetUrn === urn).map((r) => r.json.targetVersion);
    expect(versions(free)).toEqual([2, 3, 4, 5]);
    const ofStuck = versions(stuck);
    expect(ofStuck).toEqual([...ofStuck].sort());
    expect([...new Set(ofStuck)]).toEqual([2, 3, 4, 5]);
    expect(ofStuck.length).toBeGreaterThan(4);
  });
});
