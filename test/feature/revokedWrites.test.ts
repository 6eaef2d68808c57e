// A right that was taken by an acknowledged change gives no write in one statement (engine/callerProof.ts), though its caller was
// decided before: whatever it was that gave the right.
import { afterAll, describe, expect, test } from 'vitest';
import { withClient } from '../support/database.ts';
import { startDraftWrites } from '../support/draftWrites.ts';

const { service, admin, make, draft, change, changeOver, sentBy, versionOf, stop } = await startDraftWrites();
const { company } = service;
afterAll(stop);

describe('After an acknowledged revocation nothing is written', () => {
  /** A writer, and what ends its access. */
  interface Case {
    readonly token: string;
    readonly item: string;
    readonly revoke: () => Promise<unknown>;
  }
  const inTwoHours = (): string => new Date(Date.now() + 7_200_000).toISOString();
  const edge = (subjectScope: string, subjectUrn: string, objectScope: string, objectUrn: string): Promise<string> =>
    make('permission', { subjectScope, subjectUrn, objectScope, objectUrn, label: 'UPDATE' });
  const ended = async (at: string, method = 'DELETE', body?: unknown): Promise<void> => {
    const answer = await admin.rest(method, `/n/v1/${at}`, body === undefined ? {} : { body });
    expect([at, answer.status < 300]).toEqual([at, true]);
  };
  async function writer(): Promise<{ app: string; person: string; token: { urn: string; text: string } }> {
    const client = await make('apiclient', { name: 'Writer' });
    const person = String((await admin.rest('GET', `/n/v1/apiclient/${client}`)).body.identity.urn);
    const body = { apiClient: client, expirationTimestamp: inTwoHours() };
    const issued = await admin.rest('POST', '/n/v1/apiclientbearertoken', { body });
    return { app: client, person, token: { urn: issued.body.urn, text: issued.body.bearerToken } };
  }

  const cases: Readonly<Record<string, () => Promise<Case>>> = {
    'of an edge on a company': async () => {
      const [{ item }, { app: client, token: own }] = [await draft(), await writer()];
      const right = await edge('API_CLIENT', client, 'COMPANY', company);
      return { token: own.text, item, revoke: () => ended(`permission/${right}`) };
    },
    'of an edge on the entity alone': async () => {
      const [{ item, entity }, { app: client, token: own }] = [await draft(), await writer()];
      const right = await edge('API_CLIENT', client, 'ENTITY', entity);
      return { token: own.text, item, revoke: () => ended(`permission/${right}`) };
    },
    'of a role': async () => {
      const [{ item }, { app: client, token: own }] = [await draft(), await writer()];
      const role = await make('role', { name: `Writers ${client}`, apiClients: [client] });
      await edge('ROLE', role, 'COMPANY', company);
      return { token: own.text, item, revoke: () => ended(`role/${role}`) };
    },
    'of who holds a role': async () => {
      const [{ item }, { app: client, token: own }] = [await draft(), await writer()];
      const role = await make('role', { name: `Writers ${client}`, apiClients: [client] });
      await edge('ROLE', role, 'COMPANY', company);
      return { token: own.text, item, revoke: () => ended(`role/${role}`, 'PATCH', { apiClients: [] }) };
    },
    'of a membership': async () => {
      const [{ item }, { person, token: own }] = [await draft(), await writer()];
      const group = await make('group', { name: 'Writers' });
      await edge('GROUP', group, 'COMPANY', company);
      const membership = await make('groupmembership', {
        ...{ group, identity: person, status: 'ACTIVE', enrollment: 'BY_OWNER_WITHOUT_CONSENT' },
        ...{ emailNotification: 'SUBSCRIBED', smsNotification: 'UNSUBSCRIBED', inAppNotification: 'SUBSCRIBED' },
      });
      return { token: own.text, item, revoke: () => ended(`groupmembership/${membership}`) };
    },
    'of the link to a company': async () => {
      const [{ item }, { person, token: own }] = [await draft(), await writer()];
      const guests = await make('company', { name: 'Guests', parentCompany: company });
      await edge('COMPANY', guests, 'COMPANY', company);
      await ended(`identity/${person}`, 'PATCH', { companies: [guests] });
      return { token: own.text, item, revoke: () => ended(`identity/${person}`, 'PATCH', { companies: [] }) };
    },
    'that ends a window': async () => {
      const [{ item }, { app: client, token: own }] = [await draft(), await writer()];
      const right = await edge('API_CLIENT', client, 'COMPANY', company);
      const toTimestamp = new Date(Date.now() - 1_000).toISOString();
      return { token: own.text, item, revoke: () => ended(`permission/${right}`, 'PATCH', { toTimestamp }) };
    },
    'of a token': async () => {
      const [{ item }, { app: client, token: own }] = [await draft(), await writer()];
      await edge('API_CLIENT', client, 'COMPANY', company);
      return { token: own.text, item, revoke: () => ended(`apiclientbearertoken/${own.urn}`) };
    },
    'of a client': async () => {
      const [{ item }, { app: client, token: own }] = [await draft(), await writer()];
      await edge('API_CLIENT', client, 'COMPANY', company);
      return { token: own.text, item, revoke: () => ended(`apiclient/${client}`, 'PATCH', { status: 'DISABLED' }) };
    },
  };

  for (const [name, prepare] of Object.entries(cases))
    test.each(['REST', 'graph'] as const)(`${name}, over %s`, async (face) => {
      const one = await prepare();
      const set = (value: string): Promise<string> =>
        changeOver[face](one.item, value, { authorization: `Bearer ${one.token}` });
      // The caller is known after the first one, an operation of the graph after the second.
      for (const value of ['One', 'Two']) expect(await set(value)).toMatch(/^200/);
      expect(await sentBy(() => set('Three'))).toEqual(['WRITE']);
      const before = await versionOf(one.item);
      await one.revoke();
      let refused = '';
      const sent = await sentBy(async () => (refused = await set('Late')));
      // The write was tried on the word of the earlier decision.
      expect(sent.slice(0, 2)).toEqual(['WRITE', 'EPOCH']);
      expect(refused).toMatch(/^40[134]|"code":"(NOT_FOUND|FORBIDDEN)"/);
      expect(await versionOf(one.item)).toEqual(before);
    });

  test('when a window has closed with time', async () => {
    const [{ item }, { app: client, token: own }] = [await draft(), await writer()];
    const toTimestamp = new Date(Date.now() + 3_000).toISOString();
    await make('permission', {
      ...{ subjectScope: 'API_CLIENT', subjectUrn: client, objectScope: 'COMPANY', objectUrn: company },
      ...{ label: 'UPDATE', toTimestamp },
    });
    const as = { authorization: `Bearer ${own.text}` };
    expect(await change(`textitem/${item}`, '{"value":"Two"}', as)).toMatch(/^200/);
    const before = await versionOf(item);
    const hasClosed = (): Promise<unknown> =>
      withClient(service.databaseUrl, async (database) => {
        const { rows } = await database.query('SELECT clock_timestamp() >= $1::timestamptz AS is', [toTimestamp]);
        return rows[0]?.is;
      });
    await expect.poll(hasClosed, { timeout: 20_000, interval: 50 }).toBe(true);
    let refused = '';
    const sent = await sentBy(async () => (refused = await change(`textitem/${item}`, '{"value":"Late"}', as)));
    expect(sent.slice(0, 2)).toEqual(['WRITE', 'EPOCH']);
    expect(refused).toMatch(/^404/);
    expect(await versionOf(item)).toEqual(before);
  });

  test('whatever changes at the same time: no write begins after it and is carried out', async () => {
    const [{ item }, { app: client, token: own }] = [await draft(), await writer()];
    const right = await edge('API_CLIENT', client, 'COMPANY', company);
    const as = { authorization: `Bearer ${own.text}` };
    const now = { isRevoked: false };
    const late: number[] = [];
    const writing = Array.from({ length: 4 }, async (_, who) => {
      for (let at = 0, left = 10; left > 0; at += 1) {
        const begunAfter = now.isRevoked;
        const answer = await change(`textitem/${item}`, JSON.stringify({ value: `${String(who)} ${String(at)}` }), as);
        if (!begunAfter) continue;
        left -= 1;
        if (answer.startsWith('2')) late.push(at);
      }
    });
    await ended(`permission/${right}`);
    now.isRevoked = true;
    await Promise.all(writing);
    expect(late).toEqual([]);
  });
});
