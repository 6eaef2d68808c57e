// Claims of deliveries beside as many as a test wants, and what they cost: PostgreSQL's blocks are counted, never time.
import { loadContract } from '../../src/contract/load.ts';
import { openDatabase, type Database } from '../../src/database/connection/database.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { makeBacklog, placeAll } from './backlog.ts';
import { withClient } from './database.ts';
import { startService, type Tenant, type TestService } from './service.ts';
import { apiClient, subscribe } from './webhooks.ts';

/** A service whose own workers claim nothing: the test does the work that is measured. */
export interface Claims {
  readonly service: TestService;
  readonly tenant: Tenant;
  /** Whose subscriptions they are. */
  readonly client: string;
  readonly database: Database;
  /** What was sent on `database`. */
  readonly sent: Statement[];
  /** What the service's own loop has asked, which places deliveries and claims none. */
  readonly asked: readonly string[];
  /** A subscription with so many deliveries waiting, all numbered. */
  waiting(count: number, targets: number): Promise<string>;
  /** Blocks read by the statements of some work, each executed once more and rolled back. */
  blocksOf(work: () => Promise<unknown>, of?: TestService): Promise<number>;
  close(): Promise<void>;
}

/** How much is claimed at once. */
export const limits = { subscriptions: 16, perSubscription: 10, leaseSeconds: 60, minuteSeconds: 60, lateSeconds: 1 };

/** Starts the service. */
export async function openClaims(): Promise<Claims> {
  const sent: Statement[] = [];
  const asked: string[] = [];
  const webhookOptions = { inFlight: 0, pollMillis: 3_600_000 };
  const service = await startService({}, { webhookOptions, onStatement: ({ text }) => asked.push(text) });
  const tenant = await service.tenant();
  const client = (await apiClient(tenant)).urn;
  const database = await openDatabase({
    url: service.databaseUrl,
    contract: loadContract(),
    // Whole: this is what it is given.
    onStatement: (statement) => sent.push(statement as Statement),
  });
  return {
    ...{ service, tenant, client, database, sent, asked },
    async waiting(count, targets) {
      // A claim looks at no target.
      const urns = Array.from({ length: targets }, () => crypto.randomUUID());
      const subscription = await subscribe(tenant, client, 'https://receiver.example.com/', { event: 'UPDATE' });
      const backlog = { subscription, owner: tenant.company, count, targets: urns };
      await withClient(service.databaseUrl, (pg) => makeBacklog(pg, backlog));
      await placeAll(database);
      await withClient(service.databaseUrl, (pg) => pg.query('VACUUM ANALYZE "webhook_delivery", "webhook_queue"'));
      return subscription;
    },
    async blocksOf(work, of = service) {
      // Plans are cached from the third execution on; what is counted is the work.
      sent.length = 0;
      await work();
      return blocksOfStatements([...sent], of.databaseUrl);
    },
    async close() {
      await database.close();
      await service.close();
    },
  };
}

function blocksOfStatements(statements: readonly Statement[], databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (pg) => {
    let blocks = 0;
    await pg.query('BEGIN');
    for (const { text, values } of statements) {
      const { rows } = await pg.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        [...values],
      );
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
      blocks += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    }
    await pg.query('ROLLBACK');
    return blocks;
  });
}
