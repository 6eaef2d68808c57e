// A tenant with one resource of every kind, and callers who may not read all of it: of another tenant with the same
// resources, and of this one without grants, with READ alone, with a narrowed token, and with VIEW alone.
import { loadContract } from '../../src/contract/load.ts';
import { isUpdatable, type Field, type Resource } from '../../src/contract/resource.ts';
import type { Client } from '../support/client.ts';
import { community, type Community } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { eventually } from '../support/webhooks.ts';
import { oneOfEach } from './everyKind.ts';

const contract = loadContract();

/** The kinds that can be read. */
export const readKinds = contract.resources.filter((kind) => kind.operations.has('READ'));

/** A caller, and what it may not read. */
export interface Outsider {
  readonly name: string;
  readonly client: Client;
  readonly token: string;
  /** Resources of the tenant that are 404 to the caller, by the name of their kind. */
  readonly unreadable: ReadonlyMap<string, string>;
  /** Resources that it may read, by the name of their kind: of its own tenant where it is of another. */
  readonly readable: ReadonlyMap<string, string>;
}

/** Who may not read what. */
export interface Divided {
  readonly town: Community;
  readonly urns: ReadonlyMap<string, string>;
  readonly outsiders: readonly Outsider[];
}

/** The callers, by name. */
export const outsiderNames = [
  'of another tenant',
  'without grants',
  'with READ alone',
  'with a narrowed token',
  'with VIEW alone',
] as const;

let shared: Promise<Divided> | undefined;

/** Those of the shared service, made once for all files of a worker, which change nothing of what they find there. */
export function sharedDivided(): Promise<Divided> {
  return (shared ??= sharedService().then(divide));
}

/** Makes the tenants and the callers. */
export async function divide(service: SharedService): Promise<Divided> {
  const town = await community(service);
  const urns = await oneOfEach(service, town.admin);
  const foreign = await service.tenant();
  const foreignUrns = await oneOfEach(service, foreign);
  const strong = (await town.person('Strong', ['ADMIN'])).client;
  const token = await town.admin.rest('POST', '/n/v1/apiclientbearertoken', {
    body: {
      apiClient: strong,
      expirationTimestamp: new Date(Date.now() + 3_600_000).toISOString(),
      labels: ['READ'],
    },
  });
  const narrowed = token.body.bearerToken as string;
  const clients: Readonly<Record<(typeof outsiderNames)[number], Client & { readonly token: string }>> = {
    'of another tenant': foreign,
    'without grants': await town.person('Without', []),
    'with READ alone': await town.person('Reader', ['READ']),
    'with a narrowed token': { ...service.client(narrowed), token: narrowed },
    'with VIEW alone': await town.person('Viewer', ['VIEW']),
  };
  const outsiders: Outsider[] = [];
  for (const name of outsiderNames) {
    const client = clients[name];
    const unreadable = await amongOf(client, urns, 404);
    const readable = await amongOf(client, client === foreign ? foreignUrns : urns, 200);
    outsiders.push({ name, client, token: client.token, unreadable, readable });
  }
  return { town, urns, outsiders };
}

const isText = (field: Field): boolean => field.typeName === 'String' && !field.isList && isUpdatable(field);

/** The fields of a kind that take a text. */
export const textsOf = (kind: Resource): readonly Field[] => kind.fields.filter(isText);

/** Writes a word of its own into each text of the resource that takes one; answers those words. */
export async function writeWords(admin: Client, kind: Resource, urn: string): Promise<string[]> {
  const words = textsOf(kind).map(({ name }) => [name, `canary${crypto.randomUUID().replaceAll('-', '')}`] as const);
  const take = async (some: typeof words): Promise<boolean> => {
    const body = Object.fromEntries(some);
    return (await admin.rest('PATCH', `/n/v1/${kind.path}/${urn}`, { body })).status === 200;
  };
  if (words.length === 0) return [];
  const taken: string[] = [];
  // Where not all are taken at once, those that are.
  for (const some of (await take(words)) ? [words] : words.map((one) => [one]))
    if (some === words || (await take(some))) taken.push(...some.map(([, word]) => word));
  return taken;
}

/** Those of the resources that the caller is answered so when it reads them. */
export async function amongOf(
  client: Client,
  urns: ReadonlyMap<string, string>,
  answer: 200 | 404,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { name, path } of readKinds) {
    const urn = urns.get(name) ?? '';
    if ((await client.rest('GET', `/n/v1/${path}/${urn}`)).status === answer) found.set(name, urn);
  }
  return found;
}

/** What a write without a right leaves behind: who came, and when. */
const ownTraces = ['access_record', 'api_client', 'api_client_bearer_token'];

/** A digest of each table's rows of the tenant, by table, once what was written is indexed and no subscription is to be looked at: both end by themselves. */
export async function digestsOf(service: SharedService, tenant: string): Promise<Map<string, string>> {
  return withClient(service.databaseUrl, async (client) => {
    const queued = `(SELECT 1 FROM "search_queue" WHERE "tenant" = $1 LIMIT 1)
      UNION ALL (SELECT 1 FROM "search_row_queue" WHERE "tenant" = $1 LIMIT 1)
      UNION ALL (SELECT 1 FROM "webhook_pace" WHERE "tenant" = $1 AND "wake_timestamp" IS NOT NULL LIMIT 1)`;
    await eventually(
      async () => (await client.query(queued, [tenant])).rows.length,
      (rows) => rows === 0,
    );
    const { rows: tables } = await client.query(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant'
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
    );
    const found = new Map<string, string>();
    for (const { name } of tables as { name: string }[]) {
      if (ownTraces.includes(name)) continue;
      const text = `SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS digest FROM "${name}" t WHERE t."tenant" = $1`;
      found.set(name, String((await client.query(text, [tenant])).rows[0].digest));
    }
    return found;
  });
}
