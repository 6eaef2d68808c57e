// Indexes in the order of each kind's lists: a page is read by walking it and asking the grants of each row, so its cost
// does not grow with the number of grants a viewer holds. Names of more than 255 characters may be longer than an index
// entry; kinds that are ordered by such are left out.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = [
  `CREATE INDEX "ix_api_client_listed" ON "api_client" ("name", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_api_client_bearer_token_listed" ON "api_client_bearer_token" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_o_auth_token_listed" ON "o_auth_token" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_permission_listed" ON "permission" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_role_listed" ON "role" ("name", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_group_listed" ON "group" ("name", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_group_membership_listed" ON "group_membership" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_message_thread_listed" ON "message_thread" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_thread_post_listed" ON "thread_post" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_entity_listed" ON "entity" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_entity_list_item_listed" ON "entity_list_item" ("sort_order", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_image_item_file_listed" ON "image_item_file" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_webhook_delivery_listed" ON "webhook_delivery" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_webhook_subscription_listed" ON "webhook_subscription" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_address_listed" ON "address" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_client_identifier_listed" ON "client_identifier" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_email_listed" ON "email" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_person_listed" ON "person" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_person_name_listed" ON "person_name" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_telephone_listed" ON "telephone" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_search_listed" ON "search" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_payment_invoice_listed" ON "payment_invoice" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_project_listed" ON "project" ("name", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_task_listed" ON "task" ("created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_task_log_listed" ON "task_log" ("created_timestamp", "sort_order", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_workflow_listed" ON "workflow" ("name", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_workflow_stage_listed" ON "workflow_stage" ("order", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_item_listed" ON "item" ("kind", "sort_order", "urn") WHERE "deleted_timestamp" IS NULL`,
];

/** Makes the indexes of list orders. */
export class ListOrders1763700051000 implements MigrationInterface {
  readonly name = 'ListOrders1763700051000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of indexes) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of indexes) {
      const name = /CREATE INDEX ("[a-z_]+")/.exec(statement)?.[1];
      if (name) await runner.query(`DROP INDEX ${name}`);
    }
  }
}
