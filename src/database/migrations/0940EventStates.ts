// What FULL webhook bodies say is kept with the event. Events from before have none: they are delivered without it.
import { Statements } from './statements.ts';

/** Adds the table, and what finds the subscriptions that want it. */
export class EventStates1795940000000 extends Statements {
  readonly name = 'EventStates1795940000000';
  protected readonly statements = [
    `CREATE TABLE "event_state" ("trigger" uuid NOT NULL, "api_client" uuid NOT NULL, "tenant" uuid NOT NULL, "data" text NOT NULL, "shown" json NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_event_state" PRIMARY KEY ("trigger", "api_client"))`,
    `CREATE INDEX "ix_event_state_created" ON "event_state" ("created_timestamp")`,
    `CREATE INDEX "ix_webhook_subscription_full" ON "webhook_subscription" ("tenant", "subject") WHERE "payload" = 'FULL' AND "status" = 'ACTIVE' AND "deleted_timestamp" IS NULL`,
    `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "event_state" FOR EACH ROW WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
  ];
}
