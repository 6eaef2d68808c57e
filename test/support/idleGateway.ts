// A gateway whose test does the work of the webhooks in its place, and decides what the planner knows.
import { loadContract } from '../../src/contract/load.ts';
import { openDatabase, type Database } from '../../src/database/connection/database.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { assignSequence } from '../../src/database/events/eventStore.ts';
import { makeBacklog } from './backlog.ts';
import { withClient } from './database.ts';
import { startService, type Tenant, type TestService } from './service.ts';
import { apiClient, subscribe } from './webhooks.ts';

/** A gateway that places and claims nothing itself, in a database that has statistics from the test alone. */
export interface IdleGateway {
  readonly web: TestService;
  readonly owner: Tenant;
  /** For the work that the test does in place of the gateway's. */
  readonly database: Database;
  run(text: string): Promise<unknown>;
  /** A new subscription of the tenant with so many deliveries about so many targets, of which the planner does not hear. */
  backlogOf(count: number, ofTargets: number): Promise<string>;
  close(): Promise<void>;
}

/** Called with each statement. */
type Hear = (statement: Statement) => void;

/** Starts one; `ofTest` hears what the test asks the database, `ofGateway` what the gateway does. */
export async function startIdleGateway(ofTest: Hear, ofGateway: Hear = () => undefined): Promise<IdleGateway> {
  // What is heard of is a whole statement.
  const heardBy = (hear: Hear) => (statement: unknown) => hear(statement as Statement);
  const web = await startService({ ROLE: 'web' }, { onStatement: heardBy(ofGateway) });
  const owner = await web.tenant();
  const client = (await apiClient(owner)).urn;
  const database = await openDatabase({ url: web.databaseUrl, contract: loadContract(), onStatement: heardBy(ofTest) });
  // The log of the tenant begins: nobody else gives numbers here.
  await assignSequence(database, 1_000);
  const run = (text: string): Promise<unknown> => withClient(web.databaseUrl, (pg) => pg.query(text));
  const tables = `SELECT c.oid::regclass AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`;
  await run(
    `DO $$ DECLARE t record; BEGIN FOR t IN ${tables} LOOP EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', t.name); END LOOP; END $$`,
  );
  return {
    ...{ web, owner, database, run },
    async backlogOf(count, ofTargets) {
      const targets = Array.from({ length: ofTargets }, () => crypto.randomUUID());
      const subscription = await subscribe(owner, client, 'https://receiver.example.com/', { event: 'UPDATE' });
      const backlog = { subscription, owner: owner.company, count, targets, isUnnoticed: true };
      await withClient(web.databaseUrl, (pg) => makeBacklog(pg, backlog));
      return subscription;
    },
    async close() {
      await database.close();
      await web.close();
    },
  };
}
