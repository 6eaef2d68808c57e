// Helpers for tests of webhooks: a subscription, a change to be notified of, and the outcome of a delivery.
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { Tenant } from './service.ts';

/** What came over the wire: a test knows the shape of its request, and what it reads is asserted. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Wire = any;

/** A secret of Standard Webhooks. */
export const hookSecret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

/** A body as most are: of a change of a page, without its content. */
export function thinBody(trigger: string): string {
  const url = (kind: string, urn: string): string => `https://api.example.com/n/v1/${kind}/${urn}`;
  const [page, company] = ['aaaaaaaa-0000-4000-8000-aaaaaaaaaaaa', 'cccccccc-0000-4000-8000-cccccccccccc'] as const;
  return JSON.stringify({
    type: 'entity.update',
    timestamp: '2026-11-25T20:00:00.000Z',
    id: trigger,
    sequence: 4711,
    cursor: 'AAAAAAAAAAAAEmc',
    completeUntilSequence: 4709,
    subject: 'ENTITY',
    event: 'UPDATE',
    targetUrn: page,
    targetUrl: url('entity', page),
    targetVersion: 7,
    owner: { urn: company, url: url('company', company) },
    actor: { urn: 'bbbbbbbb-0000-4000-8000-bbbbbbbbbbbb', type: 'IDENTITY' },
    changedFields: ['name', 'updatedTimestamp'],
    data: { urn: page, url: url('entity', page) },
  });
}

/** An API client of the tenant, with a token of its own. */
export async function apiClient(
  tenant: Tenant,
  accessLevel: 'COMPANY' | 'RESTRICTED' = 'COMPANY',
): Promise<{ readonly urn: string; readonly clientID: string; readonly token: string }> {
  const made = await tenant.rest('POST', '/n/v1/apiclient', {
    body: { owner: tenant.company, name: 'Receiver', accessLevel },
  });
  if (made.status !== 201) throw new Error(made.text);
  const end = new Date(Date.now() + 3_600_000).toISOString();
  const token = await tenant.rest('POST', '/n/v1/apiclientbearertoken', {
    body: { apiClient: made.body.urn, expirationTimestamp: end },
  });
  if (token.status !== 201) throw new Error(token.text);
  return { urn: made.body.urn, clientID: made.body.clientID, token: token.body.bearerToken };
}

/** Creates a subscription to ENTITY events; `more` replaces members. Returns its urn. */
export async function subscribe(
  caller: Client,
  client: string,
  destinationUrl: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const made = await caller.rest('POST', '/n/v1/webhooksubscription', {
    body: {
      apiClient: client,
      subject: 'ENTITY',
      event: 'ALL',
      destinationUrl,
      secret: hookSecret,
      eventsPerMinute: 6000,
      ...more,
    },
  });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.urn;
}

/** Creates an entity; returns its urn. */
export async function entity(tenant: Tenant, name = 'Page'): Promise<string> {
  const urn = crypto.randomUUID();
  const made = await tenant.rest('POST', '/n/v1/entity', {
    body: { urn, owner: tenant.company, name, language: 'en', status: 'DRAFT_UNPUBLISHED' },
  });
  if (made.status !== 201) throw new Error(made.text);
  return urn;
}

/** Renames an entity. */
export async function rename(caller: Client, urn: string, name: string): Promise<void> {
  const answer = await caller.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name } });
  if (answer.status !== 200) throw new Error(answer.text);
}

/** The deliveries of a subscription, oldest first. */
export async function deliveries(caller: Client, subscription: string): Promise<Wire[]> {
  const list = await caller.rest('GET', `/n/v1/webhookdeliveries?filter[subscription]=${subscription}&limit=200`);
  if (list.status !== 200) throw new Error(list.text);
  return list.body.webhookdeliveries;
}

/** Repeats the request until the answer matches; the test's own time limit ends it. */
export async function eventually<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  // What takes long is asked for less often: each answer takes time from what is waited for.
  for (let pause = 10; ; pause = Math.min(pause * 1.5, 60)) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    await wait(pause);
  }
}

/** The delivery once it has one of the statuses. */
export async function settled(caller: Client, urn: string, ...statuses: string[]): Promise<Wire> {
  const wanted = statuses.length > 0 ? statuses : ['SUCCEEDED', 'FAILED', 'DISCARDED'];
  const answer = await eventually(
    () => caller.rest('GET', `/n/v1/webhookdelivery/${urn}`),
    ({ body }) => wanted.includes(body?.status),
  );
  return answer.body;
}
