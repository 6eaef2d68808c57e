// Unique sets of values become constraints that a transaction may check at its end: two rows of one bulk change places. PostgreSQL has
// no deferrable unique index with a condition, so each is an exclusion constraint on the same keys.
import { Statements } from './statements.ts';

/** Replaces the unique indexes of living rows. */
export class DeferredSets1795850000000 extends Statements {
  readonly name = 'DeferredSets1795850000000';
  protected readonly statements = [
    `DROP INDEX "uq_email__identity__email"`,
    `DROP INDEX "uq_workflow_stage__workflow__name"`,
    `DROP INDEX "uq_item__entity__name__sort_order"`,
    `DROP INDEX "uq_entity__owner__path__language__variant"`,
    `DROP INDEX "uq_group_membership__identity__group"`,
    `DROP INDEX "uq_client_identifier__owner__domain__token"`,
    `DROP INDEX "uq_role__owner__name"`,
    `DROP INDEX "uq_entity_list_item__entity_list__entity"`,
    `DROP INDEX "uq_payment_invoice__owner__number"`,
    `DROP INDEX "uq_message_thread_notification__message_thread__identity"`,
    `ALTER TABLE "item" ADD CONSTRAINT "uq_item__entity__name__sort_order" EXCLUDE USING btree ("tenant" WITH =, "entity" WITH =, "kind" WITH =, md5("name") WITH =, "sort_order" WITH =) WHERE ("deleted_timestamp" IS NULL) DEFERRABLE INITIALLY IMMEDIATE`,
    `ALTER TABLE "role" ADD CONSTRAINT "uq_role__owner__name" EXCLUDE USING btree ("tenant" WITH =, "owner" WITH =, "name" WITH =) WHERE ("deleted_timestamp" IS NULL) DEFERRABLE INITIALLY IMMEDIATE`,
    `ALTER TABLE "group_membership" ADD CONSTRAINT "uq_group_membership__identity__group" EXCLUDE USING btree ("tenant" WITH =, "identity" WITH =, "group" WITH =) WHERE ("deleted_timestamp" IS NULL) DEFERRABLE INITIALLY IMMEDIATE`,
    `ALTER TABLE "message_thread_notification" ADD CONSTRAINT "uq_message_thread_notification__message_thread__identity" EXCLUDE USING btree ("tenant" WITH =, "message_thread" WITH =, "identity" WITH =) WHERE ("deleted_timestamp" IS NULL) DEFERRABLE INITIALLY IMMEDIATE`,
    `ALTER TABLE "email" ADD CONSTRAINT "uq_email__identity__email" EXCLUDE USING btree ("tenant" WITH =, "identity" WITH =, "email" WITH =) WHERE ("deleted_timestamp" IS NULL) DEFERRABLE INITIALLY IMMEDIATE`,
    `ALTER TABLE "entity" ADD CONSTRAINT "uq_entity__owner__path__language__variant" EXCLUDE USING btree ("tenant" WITH =, "owner" WITH =, md5("path") WITH =, "language" WITH =, "variant" WITH =) WHERE ("deleted_timestamp" IS NULL) DEFERRABLE INITIALLY IMMEDIATE`,
    `ALTER TABLE "entity_list_item" ADD CONSTRAINT "uq_entity_list_item__entity_list__entity" EXCLUDE USING btree ("tenant" WITH =, "entity_list" WITH =, "entity" WITH =) WHERE ("deleted_timestamp" IS NULL) DEFERRABLE INITIALLY IMMEDIATE`,
    `ALTER TABLE "client_identifier" ADD CONSTRAINT "uq_client_identifier__owner__domain__token" EXCLUDE USING btree ("tenant" WITH =, "owner" WITH =, "domain" WITH =, md5("token") WITH =) WHERE ("deleted_timestamp" IS NULL AND NOT "is_released") DEFERRABLE INITIALLY IMMEDIATE`,
    `ALTER TABLE "payment_invoice" ADD CONSTRAINT "uq_payment_invoice__owner__number" EXCLUDE USING btree ("tenant" WITH =, "owner" WITH =, "number" WITH =) WHERE ("deleted_timestamp" IS NULL) DEFERRABLE INITIALLY IMMEDIATE`,
    `ALTER TABLE "workflow_stage" ADD CONSTRAINT "uq_workflow_stage__workflow__name" EXCLUDE USING btree ("tenant" WITH =, "workflow" WITH =, "name" WITH =) WHERE ("deleted_timestamp" IS NULL) DEFERRABLE INITIALLY IMMEDIATE`,
  ];
}
