// How many statements permission checks take: those of one request are made together, however many they are.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { page, reader } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import type { Client } from '../support/client.ts';

let service: TestService;
let tenant: Tenant;
let caller: Client & { readonly urn: string };
let pages: readonly string[];

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  caller = await reader(service, tenant, [{ label: 'UPDATE', objectUrn: tenant.company, objectScope: 'COMPANY' }]);
  const made: string[] = [];
  for (let at = 0; at < 10; at += 1) made.push(String((await page(tenant, `/checked/${String(at)}`)).urn));
  pages = made;
});
afterAll(() => service.close());

const labels = ['READ', 'UPDATE', 'DELETE', 'ADMIN'];

async function counted<T>(work: () => Promise<T>): Promise<{ readonly answer: T; readonly statements: number }> {
  // What is found out about the caller is known then.
  await work();
  const before = service.statements.length;
  const answer = await work();
  return { answer, statements: service.statements.length - before };
}

const asked = (): { objectUrn: string; label: string }[] =>
  pages.map((objectUrn, at) => ({ objectUrn, label: String(labels[at % labels.length]) }));
const allowed = (): boolean[] => asked().map(({ label }) => label === 'READ' || label === 'UPDATE');

const query = (fields: string): string =>
  `query ($checks: [PermissionCheckInput!]!) { permissionCheck(checks: $checks) { ${fields} } }`;

test('ten checks in one document are three statements, and six with the permissions that allow', async () => {
  const plain = await counted(() => caller.data(query('allowed'), { checks: asked() }));
  expect(plain.answer.permissionCheck.map((one: { allowed: boolean }) => one.allowed)).toEqual(allowed());
  // The caller is looked up, then the kinds, then everything else.
  expect(plain.statements).toBeLessThanOrEqual(3);
  const full = await counted(() => tenant.data(query('allowed permission { urn }'), { checks: asked() }));
  expect(full.answer.permissionCheck.every((one: { allowed: boolean }) => one.allowed)).toBe(true);
  expect(full.statements).toBeLessThanOrEqual(6);
});

test('ten checks in one REST request are as few, of one subject and of the caller, and of several kinds', async () => {
  const check = (client: Client, more: object, some = asked()): (() => Promise<unknown>) => {
    const checks = some.map((one) => ({ ...one, ...more }));
    return async () => {
      const { status, body, text } = await client.rest('POST', '/n/v1/permissioncheck', { body: { checks } });
      expect(status, text).toBe(200);
      return (body.results as { allowed: boolean }[]).map((one) => one.allowed);
    };
  };
  const own = await counted(check(caller, {}));
  expect([own.answer, own.statements <= 6]).toEqual([allowed(), true]);
  const subject = { subjectScope: 'API_CLIENT', subjectUrn: caller.urn };
  const ofAnother = await counted(check(tenant, subject));
  expect([ofAnother.answer, ofAnother.statements <= 8]).toEqual([allowed(), true]);
  const others = [...asked(), { objectUrn: tenant.company, label: 'READ' }, { objectUrn: caller.urn, label: 'READ' }];
  const mixed = await counted(check(caller, {}, others));
  expect([mixed.answer, mixed.statements]).toEqual([[...allowed(), true, true], own.statements]);
});
