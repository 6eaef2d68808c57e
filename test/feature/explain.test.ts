// An administrator who asks for it is told what an operation ran: its statements, their times and rows, and nobody else is.
import { beforeAll, expect, test } from 'vitest';
import { page, reader, text } from '../support/content.ts';
import type { Client } from '../support/client.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let admin: Tenant;
let urn: string;

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
  ({ urn } = await page(admin, null, { texts: [text('One')] }));
});

interface Explained {
  readonly milliseconds: number;
  readonly statementCount: number;
  readonly statements: readonly { text: string; after: number; milliseconds: number; rows: number | null }[];
}

const one = 'query ($urn: ID!) { entity(urn: $urn) { name texts { value } } }';

const ask = async (
  client: Client,
  query: string,
  variables: Record<string, unknown>,
  extensions?: Record<string, unknown>,
): Promise<{ status: number; data: unknown; errors?: { extensions: { code: string } }[]; explain?: Explained }> => {
  const { status, body } = await client.rest('POST', '/graphql', { body: { query, variables, extensions } });
  return { status, data: body.data, errors: body.errors, explain: body.extensions?.explain };
};

test('is told the statements of a read, in order, with their times and rows', async () => {
  const { data, explain } = await ask(admin, one, { urn }, { explain: true });
  expect(data).toMatchObject({ entity: { texts: [{ value: 'One' }] } });
  const [statement] = explain?.statements ?? [];
  expect(explain?.statements).toHaveLength(explain?.statementCount ?? -1);
  expect(explain?.statements.some(({ text: sql, rows }) => sql.includes('"entity"') && rows === 1)).toBe(true);
  expect(statement?.milliseconds).toBeGreaterThan(0);
  expect(explain?.milliseconds).toBeGreaterThanOrEqual((statement?.after ?? 0) + (statement?.milliseconds ?? 0));
  // Texts hold no values.
  expect(JSON.stringify(explain)).not.toContain(urn);
});

test('is told those of a change, and of the answer to a GET', async () => {
  const change = 'mutation ($urn: ID!) { updateEntity(urn: $urn, input: { name: "Two" }) { entity { name } } }';
  const { explain } = await ask(admin, change, { urn }, { explain: true });
  expect(explain?.statements.some(({ text: sql }) => sql.includes('UPDATE "entity"'))).toBe(true);
  const parameters = new URLSearchParams({
    query: one,
    variables: JSON.stringify({ urn }),
    extensions: JSON.stringify({ explain: true }),
  });
  const { body } = await admin.rest('GET', `/graphql?${parameters.toString()}`);
  expect(body.extensions.explain.statementCount).toBeGreaterThan(0);
});

test('is told nothing unless asked, and of no other request', async () => {
  expect((await ask(admin, one, { urn })).explain).toBeUndefined();
  expect((await ask(admin, one, { urn }, { explain: 'yes' })).explain).toBeUndefined();
  const change =
    'mutation ($urn: ID!, $name: String!) { updateEntity(urn: $urn, input: { name: $name }) { entity { name } } }';
  const [read] = await Promise.all([
    ask(admin, '{ __typename }', {}, { explain: true }),
    ...Array.from({ length: 8 }, (_, at) => ask(admin, change, { urn, name: `Name ${String(at)}` })),
  ]);
  expect(read.explain?.statements.filter(({ text: sql }) => sql.includes('"entity"'))).toEqual([]);
});

test('callers who do not administer the tenant are refused', async () => {
  const few = await reader(service, admin, [{ label: 'READ', objectUrn: admin.company, objectScope: 'COMPANY' }]);
  const refused = await ask(few, one, { urn }, { explain: true });
  expect([refused.status, refused.errors?.[0]?.extensions.code]).toEqual([403, 'FORBIDDEN']);
  expect([refused.data, refused.explain]).toEqual([undefined, undefined]);
  const nobody = await ask(service.client(null), '{ __typename }', {}, { explain: true });
  expect(nobody.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});
