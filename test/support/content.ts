// Helpers for tests about content: pages with items, readers with few rights, and time that passes without waiting.
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Client, RestAnswer } from './client.ts';
import { withClient } from './database.ts';
import { patiently } from './repeat.ts';
import type { SharedService, Tenant } from './service.ts';
import { made } from './work.ts';

/** The body of a resource, as a test reads it. */
// A test knows the shape of its request; what it reads is asserted.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Body = any;

/** A text item for a page. */
export const text = (value: string, name = 'title', sortOrder = 0): Record<string, unknown> => ({
  name,
  sortOrder,
  value,
});

/** Creates an entity over REST and returns its body. */
export function page(tenant: Tenant, path: string | null, more: Readonly<Record<string, unknown>> = {}): Promise<Body> {
  return made(tenant, 'entity', {
    urn: crypto.randomUUID(),
    owner: tenant.company,
    name: 'Page',
    language: 'en',
    status: 'DRAFT_UNPUBLISHED',
    ...(path === null ? {} : { path }),
    ...more,
  });
}

/** A small picture, as PNG. */
export function picture(): Promise<Buffer> {
  return sharp({ create: { width: 20, height: 10, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
}

/** Uploads a file of an image item as its default format, from which those of all formats are made; answers the urn of that file. */
export async function upload(url: string, { token }: Tenant, item: string, file: Buffer): Promise<string> {
  const form = new FormData();
  form.append('imageItemFormat', 'default');
  form.append('src', new Blob([new Uint8Array(file)]), 'picture.png');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/n/v1/imageitemfile/${item}`, { method: 'POST', headers, body: form });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as Body).urn as string;
}

/** Changes an entity over REST. */
export function change(client: Client, urn: string, body: Readonly<Record<string, unknown>>): Promise<RestAnswer> {
  return client.rest('PUT', `/n/v1/entity/${urn}`, { body });
}

/** Writes a text item's value and returns the item. */
export async function write(client: Client, item: string, value: string): Promise<Body> {
  const answer = await client.rest('PUT', `/n/v1/textitem/${item}`, { body: { value } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Reads the view of a path. */
export function view(
  client: Client,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RestAnswer> {
  return patiently(() => client.rest('GET', `/v/v1/entityview${path}`, { headers }));
}

/** The values of a view's texts, by name; null when there is no view. */
export async function titles(client: Client, path: string): Promise<string[] | null> {
  const answer = await view(client, path);
  if (answer.status === 404) return null;
  expect(answer.status, answer.text).toBe(200);
  return answer.body.texts.map((item: Body) => item.value);
}

/** A caller who holds the labels on objects through a role, and nothing else; so they apply to views too; with the
 * urn of its client and its token. */
export async function reader(
  service: SharedService,
  tenant: Tenant,
  grants: readonly { readonly label: string; readonly objectUrn: string; readonly objectScope: string }[],
): Promise<Client & { readonly urn: string; readonly token: string }> {
  const { company: owner } = tenant;
  const client = await made(tenant, 'apiclient', { owner, name: 'Reader', accessLevel: 'RESTRICTED' });
  const role = await made(tenant, 'role', { owner, name: `Role ${crypto.randomUUID()}`, apiClients: [client.urn] });
  for (const grant of grants) {
    await made(tenant, 'permission', { owner, subjectUrn: role.urn, subjectScope: 'ROLE', ...grant });
  }
  const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
  const token = await made(tenant, 'apiclientbearertoken', { apiClient: client.urn, expirationTimestamp });
  return { ...service.client(token.bearerToken), urn: client.urn, token: token.bearerToken };
}

/** Grants everyone READ on an entity. */
export async function openToEveryone(tenant: Tenant, entity: string): Promise<void> {
  await made(tenant, 'permission', {
    owner: tenant.company,
    subjectUrn: tenant.company,
    subjectScope: 'EVERYONE',
    objectUrn: entity,
    objectScope: 'ENTITY',
    label: 'READ',
  });
}

/** Runs SQL on the service's database. */
export function sql(
  service: SharedService,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  return withClient(service.databaseUrl, async (client) => {
    const answer = await client.query<Record<string, unknown>>(statement, [...values]);
    return answer.rows;
  });
}

/** Moves all times of an entity back by so many seconds, as if that much time had passed. */
export async function letPass(service: SharedService, entity: string, seconds: number): Promise<void> {
  const by = `make_interval(secs => ${String(seconds)})`;
  const back = (table: string, key: string, columns: readonly string[]): string =>
    `UPDATE "${table}" SET ${columns.map((c) => `"${c}" = "${c}" - ${by}`).join(', ')} WHERE "${key}" = '${entity}'`;
  await sql(
    service,
    [
      back('item_value', 'entity', ['created_timestamp']),
      back('item_live', 'entity', ['from_timestamp', 'until_timestamp']),
      back('entity', 'urn', [
        'created_timestamp',
        'live_timestamp',
        'live_publish_timestamp',
        'publish_timestamp',
        'unpublish_timestamp',
      ]),
    ].join('; '),
  );
}

/** Runs the work while no publisher can finish: none can announce. The work may read, and write by `sql`. */
export function withoutPublisher<T>(service: SharedService, work: () => Promise<T>): Promise<T> {
  return withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN; LOCK TABLE "webhook_trigger" IN SHARE MODE');
    try {
      return await work();
    } finally {
      await client.query('ROLLBACK');
    }
  });
}

/** The events announced of a resource, oldest first, as `EVENT field,field`. */
export async function eventsOf(service: SharedService, urn: string): Promise<string[]> {
  const rows = await sql(
    service,
    `SELECT "event", array_to_string("changed_fields", ',') AS fields FROM "webhook_trigger" WHERE "target_urn" = $1 ORDER BY "position"`,
    [urn],
  );
  return rows.map((row) => `${String(row['event'])} ${String(row['fields'])}`.trim());
}
