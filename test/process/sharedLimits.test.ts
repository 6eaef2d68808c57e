// Two processes of one database share their counts: a request served by one is not available to the other.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { makeServicePlayground, type ReadyService, type ServicePlayground } from './serviceProcess.ts';

let playground: ServicePlayground;
let first: ReadyService;
let second: ReadyService;

beforeAll(async () => {
  playground = makeServicePlayground();
  first = await playground.startReady({ DEMO: '0' });
  second = await playground.startReady({ DEMO: '0' });
});
afterAll(() => playground.clear());

test('two processes together serve an API client no more requests than one', async () => {
  const admin = createClient(first.url, first.adminTokens[0] ?? '');
  const { company } = (await admin.data('{ clientContext { company { urn } } }')).clientContext;
  const made = await admin.rest('POST', '/n/v1/apiclient', {
    body: { owner: company.urn, name: 'Limited', accessLevel: 'COMPANY', requestsPerMinute: 25 },
  });
  const { body } = await admin.rest('POST', '/n/v1/apiclientbearertoken', {
    body: { apiClient: made.body.urn, expirationTimestamp: new Date(Date.now() + 86_400_000).toISOString() },
  });
  const clients = [first, second].map(({ url }) => createClient(url, body.bearerToken as string));
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      clients.map((client) => client.rest('GET', `/n/v1/company/${String(company.urn)}`)),
    ).flat(),
  );
  const served = answers.filter(({ status }) => status === 200);
  expect(served).toHaveLength(25);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(55);
});
