// A failover that Patroni makes, of gateways behind HAProxy: the settings of Debian's programs and of the service fit together.
import { rmSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { createTenant } from '../../src/actions/access/bootstrap.ts';
import { createClient } from '../support/client.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import { makeFolder, startGateway } from './gateway.ts';
import { missingPackages, startPatroni } from './patroni.ts';

const skipped = missingPackages.length === 0 ? '' : ` (skipped: ${missingPackages.join(', ')} not installed)`;

test.skipIf(missingPackages.length > 0)(
  `what was acknowledged is there after Patroni has promoted the standby, and writers go on at one address${skipped}`,
  async () => {
    const folder = makeFolder();
    const cluster = await startPatroni(folder);
    const gateway = await startGateway({
      ...webhookKeys(),
      DATABASE_URL: cluster.hosts,
      DATABASE_READ_URLS: cluster.hosts,
    });
    try {
      const { companyUrn: owner, token } = await createTenant(gateway.services, { name: 'Tenant', token: null });
      const client = createClient(await cluster.balance([gateway.url]), token);
      const write = async (): Promise<string> => {
        const answer = await client.rest('POST', '/n/v1/role', { body: { owner, name: crypto.randomUUID() } });
        expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
        return answer.body.urn;
      };
      // HAProxy sends nothing before it has found the gateway ready.
      const before = await vi.waitFor(write, { timeout: 30_000, interval: 50 });
      await cluster.failover();
      const after = await vi.waitFor(write, { timeout: 30_000, interval: 50 });
      for (const urn of [before, after]) expect((await client.rest('GET', `/n/v1/role/${urn}`)).status).toBe(200);
    } finally {
      await gateway.close();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
  300_000,
);
