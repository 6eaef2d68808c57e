// Pages that are expensive to render: they are rendered outside the event loop, and each page is rendered only once.
import { beforeAll, expect, test } from 'vitest';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let tenant: Tenant;
let page: string;

const expensive =
  '{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}';

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  page = crypto.randomUUID();
  const made = await tenant.rest('POST', '/n/v1/entity', {
    body: {
      urn: page,
      owner: tenant.company,
      name: 'Dear',
      language: 'en',
      status: 'DRAFT_UNPUBLISHED',
      templates: Array.from({ length: 8 }, (_, at) => ({
        name: `t${String(at)}`,
        sortOrder: at,
        value: `${String(at)}${expensive}`,
      })),
    },
  });
  expect(made.status, made.text).toBe(201);
});

test('viewing a page of hostile templates under many aliases leaves the service responsive to others', async () => {
  const at = (second: number): string => `2030-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;
  const aliases = Array.from(
    { length: 15 },
    (_, n) => `a${String(n)}: entityView(urn: $urn, version: LATEST, atTimestamp: "${at(n)}") { templates { value } }`,
  );
  const state = { isDone: false };
  const attack = tenant
    .graph(`query ($urn: ID!) { ${aliases.join(' ')} }`, { urn: page })
    .finally(() => (state.isDone = true));
  let answered = 0;
  let slowest = 0;
  while (!state.isDone) {
    const began = performance.now();
    const { status } = await service.client(null).rest('GET', '/healthz');
    slowest = Math.max(slowest, performance.now() - began);
    expect(status).toBe(200);
    answered += 1;
  }
  const { errors, data } = await attack;
  expect(errors).toBeUndefined();
  expect(data.a3.templates[0].value).toBe('<!-- template error: TEMPLATE_LIMIT -->');
  expect(data.a14).toEqual(data.a0);
  // Each template would block the event loop for more than a second.
  expect(answered).toBeGreaterThan(10);
  expect(slowest).toBeLessThan(5_000);
});

test('a page is rendered once for all of its readers', async () => {
  const path = `/v/v1/entityview/${page}?version=LATEST`;
  const [first, again] = [await tenant.rest('GET', path), await tenant.rest('GET', path)];
  expect(first.status, first.text).toBe(200);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
});
