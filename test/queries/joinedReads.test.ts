// Reads of single rows that come together are few statements, and everybody is answered what he is answered alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { page, reader, write } from '../support/content.ts';
import { openRoundTrips, type RoundTrips } from '../support/roundTrips.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
let trips: RoundTrips;
let urns: string[];
let callers: Client[];

beforeAll(async () => {
  service = await startService({}, { way: async (url) => (trips = await openRoundTrips(url)).url });
  tenant = await service.tenant();
  const texts = Array.from({ length: 12 }, (_, at) => ({ name: 'text', sortOrder: at, value: `Text ${String(at)}` }));
  const open = await page(tenant, '/open', { texts, status: 'PUBLISH' });
  const closed = await page(tenant, '/closed', { texts, status: 'PUBLISH' });
  // Who sees no drafts is shown what stood here before; a long value leaves the database as bytes.
  await write(tenant, closed.texts[3].urn, 'A draft');
  await write(tenant, closed.texts[4].urn, 'ü'.repeat(3_000));
  const absent = [crypto.randomUUID(), open.urn];
  urns = [...open.texts, ...closed.texts].map(({ urn }: { urn: string }) => urn).concat(absent);
  callers = [
    tenant,
    await reader(service, tenant, [{ label: 'READ', objectUrn: closed.urn, objectScope: 'ENTITY' }]),
    await service.tenant(),
  ];
});
afterAll(async () => {
  await service.close();
  await trips.close();
});

const selection = {
  urn: 'urn value version entity { urn name }',
  history: 'history { history(first: 5) { nodes { version value } } }',
};
const documents = {
  single: `query One($urn: ID!) { one: textItem(urn: $urn) { ${selection.urn} } }`,
  node: `query One($urn: ID!) { one: node(urn: $urn) { ... on TextItem { ${selection.urn} } } }`,
  history: `query One($urn: ID!) { one: textItem(urn: $urn) { urn ${selection.history} } }`,
};
// A history is refused to who may not see drafts.
const overGraph = (document: string) => async (client: Client, urn: string) => {
  const { data, errors } = await client.graph(document, { urn });
  if (errors) return errors.map(({ extensions }) => String(extensions['code'])).join();
  return data.one?.urn ? JSON.stringify(data.one) : null;
};
const faces: Readonly<Record<string, (client: Client, urn: string) => Promise<string | null>>> = {
  'the graph': overGraph(documents.single),
  'the graph, by the urn alone': overGraph(documents.node),
  'the graph, with its history': overGraph(documents.history),
  async REST(client, urn) {
    const { status, text, headers } = await client.rest('GET', `/n/v1/textitem/${urn}`);
    return status === 404 ? null : `${String(status)} ${String(headers.get('etag'))} ${text}`;
  },
};

test.each(Object.entries(faces))('over %s', async (face, read) => {
  const asked = callers.flatMap((client) => urns.map((urn) => [client, urn] as const));
  const alone: (string | null)[] = [];
  for (const [client, urn] of asked) alone.push(await read(client, urn));
  // Both pages, one of them, and nothing of another tenant; the draft is seen by the first caller alone.
  const found = callers.map((_client, at) => alone.slice(at * urns.length, (at + 1) * urns.length));
  expect(found.map((answers) => answers.filter((answer) => answer !== null).length)).toEqual([24, 12, 0]);
  expect(found.map((answers) => answers[12 + 3]?.includes('A draft'))).toEqual([true, false, undefined]);
  expect(new Set(found[1]).has('FORBIDDEN')).toBe(face.endsWith('history'));
  const before = trips.aloneWith('').length;
  expect(await Promise.all(asked.map(([client, urn]) => read(client, urn)))).toEqual(alone);
  const lists = /\{[0-9a-f-]{36}(?:,[0-9a-f-]{36})+\}/g;
  const joined = trips.aloneWith('').slice(before).join('').match(lists) ?? [];
  expect(joined.filter((list) => urns.some((urn) => list.includes(urn))).length).toBeGreaterThan(0);
});
