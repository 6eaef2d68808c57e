// Deleted rows are removed for good after some days, the oldest first: an index of them in each table of a kind. It holds
// nothing of rows that live.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE INDEX "ix_webhook_trigger_deleted" ON "webhook_trigger" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_item_deleted" ON "item" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_api_client_deleted" ON "api_client" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_api_client_bearer_token_deleted" ON "api_client_bearer_token" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_o_auth_token_deleted" ON "o_auth_token" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_permission_deleted" ON "permission" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_role_deleted" ON "role" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_group_deleted" ON "group" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_group_membership_deleted" ON "group_membership" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_message_thread_deleted" ON "message_thread" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_message_thread_notification_deleted" ON "message_thread_notification" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_thread_post_deleted" ON "thread_post" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_entity_deleted" ON "entity" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_entity_list_deleted" ON "entity_list" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_entity_list_item_deleted" ON "entity_list_item" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_image_item_file_deleted" ON "image_item_file" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_webhook_delivery_deleted" ON "webhook_delivery" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_webhook_subscription_deleted" ON "webhook_subscription" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_address_deleted" ON "address" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_client_identifier_deleted" ON "client_identifier" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_company_deleted" ON "company" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_email_deleted" ON "email" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_identity_deleted" ON "identity" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_organisation_deleted" ON "organisation" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_person_deleted" ON "person" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_person_name_deleted" ON "person_name" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_telephone_deleted" ON "telephone" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_search_deleted" ON "search" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_payment_invoice_deleted" ON "payment_invoice" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_project_deleted" ON "project" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_task_deleted" ON "task" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_task_log_deleted" ON "task_log" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_workflow_deleted" ON "workflow" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_workflow_stage_deleted" ON "workflow_stage" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
];

/** Makes the indexes of deleted rows. */
export class Purge1795219250000 implements MigrationInterface {
  readonly name = 'Purge1795219250000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
