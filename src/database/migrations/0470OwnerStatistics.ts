// An owner is of one tenant, which the planner is told: it took the two conditions of a list for independent ones, and read and sorted
// a whole tenant for its first page once there were many tenants.
import type { QueryRunner } from 'typeorm';
import { ForwardOnly } from './statements.ts';

const statements = [
  `CREATE STATISTICS "st_item_owner" (dependencies) ON "tenant", "owner" FROM "item"`,
  `CREATE STATISTICS "st_api_client_owner" (dependencies) ON "tenant", "owner" FROM "api_client"`,
  `CREATE STATISTICS "st_api_client_bearer_token_owner" (dependencies) ON "tenant", "owner" FROM "api_client_bearer_token"`,
  `CREATE STATISTICS "st_o_auth_token_owner" (dependencies) ON "tenant", "owner" FROM "o_auth_token"`,
  `CREATE STATISTICS "st_permission_owner" (dependencies) ON "tenant", "owner" FROM "permission"`,
  `CREATE STATISTICS "st_permission_tenant" (dependencies) ON "tenant", "subject_urn" FROM "permission"`,
  `CREATE STATISTICS "st_role_owner" (dependencies) ON "tenant", "owner" FROM "role"`,
  `CREATE STATISTICS "st_group_owner" (dependencies) ON "tenant", "owner" FROM "group"`,
  `CREATE STATISTICS "st_group_membership_owner" (dependencies) ON "tenant", "owner" FROM "group_membership"`,
  `CREATE STATISTICS "st_message_thread_owner" (dependencies) ON "tenant", "owner" FROM "message_thread"`,
  `CREATE STATISTICS "st_message_thread_notification_owner" (dependencies) ON "tenant", "owner" FROM "message_thread_notification"`,
  `CREATE STATISTICS "st_thread_post_owner" (dependencies) ON "tenant", "owner" FROM "thread_post"`,
  `CREATE STATISTICS "st_entity_owner" (dependencies) ON "tenant", "owner" FROM "entity"`,
  `CREATE STATISTICS "st_entity_list_owner" (dependencies) ON "tenant", "owner" FROM "entity_list"`,
  `CREATE STATISTICS "st_entity_list_item_owner" (dependencies) ON "tenant", "owner" FROM "entity_list_item"`,
  `CREATE STATISTICS "st_image_item_file_owner" (dependencies) ON "tenant", "owner" FROM "image_item_file"`,
  `CREATE STATISTICS "st_webhook_delivery_owner" (dependencies) ON "tenant", "owner" FROM "webhook_delivery"`,
  `CREATE STATISTICS "st_webhook_subscription_owner" (dependencies) ON "tenant", "owner" FROM "webhook_subscription"`,
  `CREATE STATISTICS "st_webhook_trigger_owner" (dependencies) ON "tenant", "owner" FROM "webhook_trigger"`,
  `CREATE STATISTICS "st_address_owner" (dependencies) ON "tenant", "owner" FROM "address"`,
  `CREATE STATISTICS "st_client_identifier_owner" (dependencies) ON "tenant", "owner" FROM "client_identifier"`,
  `CREATE STATISTICS "st_company_owner" (dependencies) ON "tenant", "owner" FROM "company"`,
  `CREATE STATISTICS "st_email_owner" (dependencies) ON "tenant", "owner" FROM "email"`,
  `CREATE STATISTICS "st_identity_owner" (dependencies) ON "tenant", "owner" FROM "identity"`,
  `CREATE STATISTICS "st_organisation_owner" (dependencies) ON "tenant", "owner" FROM "organisation"`,
  `CREATE STATISTICS "st_person_owner" (dependencies) ON "tenant", "owner" FROM "person"`,
  `CREATE STATISTICS "st_person_name_owner" (dependencies) ON "tenant", "owner" FROM "person_name"`,
  `CREATE STATISTICS "st_telephone_owner" (dependencies) ON "tenant", "owner" FROM "telephone"`,
  `CREATE STATISTICS "st_search_owner" (dependencies) ON "tenant", "owner" FROM "search"`,
  `CREATE STATISTICS "st_payment_invoice_owner" (dependencies) ON "tenant", "owner" FROM "payment_invoice"`,
  `CREATE STATISTICS "st_project_owner" (dependencies) ON "tenant", "owner" FROM "project"`,
  `CREATE STATISTICS "st_task_owner" (dependencies) ON "tenant", "owner" FROM "task"`,
  `CREATE STATISTICS "st_task_log_owner" (dependencies) ON "tenant", "owner" FROM "task_log"`,
  `CREATE STATISTICS "st_workflow_owner" (dependencies) ON "tenant", "owner" FROM "workflow"`,
  `CREATE STATISTICS "st_workflow_stage_owner" (dependencies) ON "tenant", "owner" FROM "workflow_stage"`,
  `DO $$ DECLARE held record; is_filled boolean; BEGIN
     FOR held IN SELECT c.relname FROM pg_statistic_ext s JOIN pg_class c ON c.oid = s.stxrelid
       WHERE s.stxname = 'st_' || c.relname || '_owner' AND c.relnamespace = current_schema()::regnamespace LOOP
       -- As analyzeFilled does (statements.ts).
       EXECUTE format('SELECT EXISTS (SELECT FROM %I)', held.relname) INTO is_filled;
       IF is_filled THEN EXECUTE format('ANALYZE %I', held.relname); END IF;
     END LOOP;
   END $$`,
];

/** Makes the statistics, and has them gathered. */
export class OwnerStatistics1795368000000 extends ForwardOnly {
  readonly name = 'OwnerStatistics1795368000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }
}
