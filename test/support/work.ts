// Helpers for tests about work: tasks, workflows, identities, and callers with few rights.
import { bareTask } from './bareTask.ts';
import type { Client } from './client.ts';
import { create } from './repeat.ts';
import type { SharedService, Tenant } from './service.ts';

export { bareTask };

/** Creates a resource over REST and returns its body; fails the test when it is refused. */
// A test knows the shape of its request; what it reads is asserted.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export async function made(client: Client, kind: string, body: Readonly<Record<string, unknown>>): Promise<any> {
  return (await create(client, kind, body)).body;
}

/** Creates a task and returns its urn. */
export async function task(
  client: Client,
  title: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return (await made(client, 'task', { ...bareTask, title, ...more })).urn;
}

/** A caller of the tenant who holds the labels on an object, and nothing else. */
export async function helper(
  service: SharedService,
  tenant: Tenant,
  grants: readonly { readonly label: string; readonly objectUrn: string; readonly objectScope: string }[],
): Promise<Client & { readonly identity: string }> {
  const client = await made(tenant, 'apiclient', {
    owner: tenant.company,
    name: 'Helper',
    type: 'SERVER',
    accessLevel: 'RESTRICTED',
  });
  const token = await made(tenant, 'apiclientbearertoken', {
    apiClient: client.urn,
    expirationTimestamp: new Date(Date.now() + 3_600_000).toISOString(),
  });
  for (const grant of grants) {
    await made(tenant, 'permission', {
      owner: tenant.company,
      subjectUrn: client.urn,
      subjectScope: 'API_CLIENT',
      ...grant,
    });
  }
  return { ...service.client(token.bearerToken), identity: client.identity.urn };
}
