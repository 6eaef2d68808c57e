// The first schema: a table per kind, one for all items and one for their histories, and the tables of the service itself, as
// the contract states them; the functions and triggers that no contract states; and the rows that a new database begins with.
import { Statements } from './statements.ts';

const tables = [
  `CREATE TABLE "resource" ("urn" uuid NOT NULL, "kind" text NOT NULL, "created_as" text, CONSTRAINT "pk_resource" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "item" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "is_published" boolean NOT NULL, "sort_order" integer NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "name" text, "value_boolean" boolean, "entity" uuid NOT NULL, "value_date_time" timestamptz, "value_float" float8, "alt_text" text, "src" text, "medium_src" text, "large_src" text, "value_json" json, "latitude" float8, "longitude" float8, "rel" text, "href" text, "text" text, "lang" text, "value_long" bigint, "value_string" text, "currency_code" text, "unit_value" bigint, "entity_reference" uuid, "relation" text, "media_type" text, "kind" text NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "entry" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_item" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "item_value" ("urn" uuid NOT NULL, "item_urn" uuid NOT NULL, "tenant" uuid NOT NULL, "kind" text NOT NULL, "version" bigint NOT NULL, "entity" uuid NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "is_tombstone" boolean NOT NULL, "actor" json, "sort_order" integer, "name" text, "value_boolean" boolean, "value_date_time" timestamptz, "value_float" float8, "alt_text" text, "src" text, "medium_src" text, "large_src" text, "value_json" json, "latitude" float8, "longitude" float8, "rel" text, "href" text, "text" text, "lang" text, "value_long" bigint, "value_string" text, "currency_code" text, "unit_value" bigint, "entity_reference" uuid, "relation" text, "media_type" text, CONSTRAINT "pk_item_value" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "api_client" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "owner" uuid NOT NULL, "client_id" text NOT NULL, "scope" text NOT NULL, "name" text NOT NULL, "type" text NOT NULL, "access_level" text NOT NULL, "identity" uuid, "status" text NOT NULL, "allowed_origins" text[] NOT NULL, "redirect_uris" text[] NOT NULL, "grant_types" text[] NOT NULL, "require_if_match" boolean NOT NULL, "trusted_documents_only" boolean NOT NULL, "requests_per_minute" integer NOT NULL, "last_used_timestamp" timestamptz(3), "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "tenant" uuid NOT NULL, "client_secret_hash" text, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_api_client" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "api_client_bearer_token" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "api_client" uuid NOT NULL, "expiration_timestamp" timestamptz NOT NULL, "name" text, "token_prefix" text NOT NULL, "labels" text[] NOT NULL, "last_used_timestamp" timestamptz(3), "revoked_timestamp" timestamptz(3), "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "token_hash" text, "narrows_roles" boolean, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_api_client_bearer_token" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "o_auth_token" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "api_client" uuid, "identity" uuid, "grant_type" text NOT NULL, "scope" text NOT NULL, "token_type" text NOT NULL, "issued_timestamp" timestamptz(3) NOT NULL, "expiration_timestamp" timestamptz(3) NOT NULL, "refresh_expiration_timestamp" timestamptz(3), "revoked_timestamp" timestamptz(3), "family_urn" uuid NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "access_hash" text, "refresh_hash" text, "granted_scope" text, "refresh_used_timestamp" timestamptz(3), "family_expiration_timestamp" timestamptz(3), "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_o_auth_token" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "permission" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "owner" uuid NOT NULL, "subject_urn" uuid NOT NULL, "subject_scope" text NOT NULL, "object_urn" uuid NOT NULL, "object_scope" text NOT NULL, "label" text NOT NULL, "from_timestamp" timestamptz, "to_timestamp" timestamptz, "granted_by" json NOT NULL, "reason" text, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_permission" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "role" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "owner" uuid NOT NULL, "name" text NOT NULL, "description" text, "is_built_in" boolean NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_role" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "group" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "name" text NOT NULL, "description" text, "entity" uuid, "join_policy" text NOT NULL, "visibility" text NOT NULL, "tenant" uuid NOT NULL, "is_chat" boolean NOT NULL DEFAULT false, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_group" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "group_membership" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "identity" uuid NOT NULL, "group" uuid NOT NULL, "status" text NOT NULL, "status_timestamp" timestamptz(3) NOT NULL, "status_actor" uuid, "enrollment" text NOT NULL, "role" text NOT NULL, "email_notification" text NOT NULL, "sms_notification" text NOT NULL, "in_app_notification" text NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "member_opt_out" boolean NOT NULL DEFAULT false, "owner_ban" boolean NOT NULL DEFAULT false, "owner_agreed" boolean NOT NULL DEFAULT false, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_group_membership" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "message_thread" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "name" text, "purpose" text NOT NULL, "group" uuid NOT NULL, "is_closed" boolean NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "last_position" bigint NOT NULL DEFAULT 0, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_message_thread" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "message_thread_notification" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "message_thread" uuid, "identity" uuid, "notification_count" integer NOT NULL, "mention_count" integer NOT NULL, "first_unread_post" uuid, "last_read_post" uuid, "level" text NOT NULL, "is_following" boolean NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "last_read_position" bigint NOT NULL DEFAULT 0, "told_count" integer NOT NULL DEFAULT 0, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_message_thread_notification" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "thread_post" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "message_thread" uuid NOT NULL, "author_identity" uuid NOT NULL, "content" text NOT NULL, "reply_to" uuid, "edited_timestamp" timestamptz(3), "is_deleted" boolean NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "position" bigint NOT NULL DEFAULT 0, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_thread_post" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "entity" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "name" text NOT NULL, "path" text, "language" text NOT NULL, "variant" text NOT NULL, "status" text NOT NULL, "publish_timestamp" timestamptz, "unpublish_timestamp" timestamptz, "live_timestamp" timestamptz, "last_error" text, "tenant" uuid NOT NULL, "publish_requested_by" json, "deleted_timestamp" timestamptz(3), "live_version" bigint NOT NULL DEFAULT 1, "live_updated_timestamp" timestamptz(3) NOT NULL DEFAULT now(), CONSTRAINT "pk_entity" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "entity_list" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "name" text NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_entity_list" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "entity_list_item" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "sort_order" integer NOT NULL, "entity" uuid NOT NULL, "entity_list" uuid NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_entity_list_item" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "image_item_file" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "image_item" uuid NOT NULL, "image_item_format" text NOT NULL, "content_type" text NOT NULL, "byte_length" bigint NOT NULL, "width" integer NOT NULL, "height" integer NOT NULL, "focal_x" float8 NOT NULL, "focal_y" float8 NOT NULL, "blur_hash" text, "digest" text NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "sha256" text NOT NULL, "is_derived" boolean NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_image_item_file" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "webhook_delivery" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "trigger" uuid, "subscription" uuid, "status" text NOT NULL, "discard_reason" text, "attempt_count" integer NOT NULL, "next_attempt_timestamp" timestamptz(3), "body_digest" text, "completed_timestamp" timestamptz(3), "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "target_urn" uuid, "position" bigint, "schedule_step" integer NOT NULL, "is_test" boolean NOT NULL, "is_manual" boolean NOT NULL, "may_read" boolean, "deleted_timestamp" timestamptz(3), "log_epoch" integer, CONSTRAINT "pk_webhook_delivery" PRIMARY KEY ("urn")) WITH (fillfactor = 50)`,
  `CREATE TABLE "webhook_subscription" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "api_client" uuid NOT NULL, "subject" text NOT NULL, "event" text NOT NULL, "destination_url" text NOT NULL, "auth" text NOT NULL, "events_per_minute" integer NOT NULL, "expiration_timestamp" timestamptz, "target_urn" uuid, "payload" text NOT NULL, "ordering" text NOT NULL, "status" text NOT NULL, "disabled_reason" text, "failing_since_timestamp" timestamptz(3), "previous_secret_expiration_timestamp" timestamptz(3), "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "secret_sealed" json, "previous_secret_sealed" json, "test_passed" boolean, "deleted_timestamp" timestamptz(3), "last_exhausted_timestamp" timestamptz(3), CONSTRAINT "pk_webhook_subscription" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "webhook_trigger" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "owner" uuid NOT NULL, "subject" text NOT NULL, "event" text NOT NULL, "target_urn" uuid, "target_version" bigint, "changed_fields" text[] NOT NULL, "actor" json NOT NULL, "sequence" bigint, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "tenant" uuid NOT NULL, "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY, "deleted_timestamp" timestamptz(3), "ordinal" bigint, CONSTRAINT "pk_webhook_trigger" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "address" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "identity" uuid NOT NULL, "office_box_number" text, "area" text, "street" text NOT NULL, "locality" text, "region" text, "postal_code" text NOT NULL, "country_code" text, "address_type" text, "is_primary" boolean NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_address" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "client_identifier" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "identity" uuid NOT NULL, "domain" text NOT NULL, "token" text NOT NULL, "expires_timestamp" timestamptz, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "is_released" boolean NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_client_identifier" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "company" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "name" text NOT NULL, "parent_company" uuid, "organisation" uuid, "entity" uuid, "fallback_languages" json, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_company" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "email" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "identity" uuid NOT NULL, "email" text NOT NULL, "type" text NOT NULL, "is_primary" boolean NOT NULL, "is_verified" boolean NOT NULL, "verified_timestamp" timestamptz(3), "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_email" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "identity" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "name" text, "type" text NOT NULL, "language" text, "time_zone" text, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_identity" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "organisation" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "name" text NOT NULL, "legal_name" text, "registration_number" text, "vat_id" text, "tax_id" text, "lei_code" text, "website_url" text, "default_language" text NOT NULL, "default_currency_code" text, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_organisation" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "person" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "identity" uuid NOT NULL, "birth_date" text, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_person" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "person_name" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "person" uuid NOT NULL, "given_name" text NOT NULL, "middle_name" text, "family_name" text, "honorific_prefix" text, "honorific_suffix" text, "nickname" text, "is_preferred" boolean NOT NULL, "language" text, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_person_name" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "telephone" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "identity" uuid NOT NULL, "number" text NOT NULL, "e164" text, "extension" text, "type" text NOT NULL, "is_primary" boolean NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_telephone" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "search" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "owner" uuid NOT NULL, "query" text, "include_scopes" text[] NOT NULL, "order" text NOT NULL, "language" text NOT NULL, "filter" json, "content_version" text NOT NULL, "status" text NOT NULL, "expiration_timestamp" timestamptz(3) NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "tenant" uuid NOT NULL, "caller" uuid, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_search" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "payment_invoice" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "owner" uuid NOT NULL, "number" text NOT NULL, "customer_company" uuid, "customer_identity" uuid, "status" text NOT NULL, "currency_code" text NOT NULL, "lines" json NOT NULL, "subtotal_unit_value" bigint NOT NULL, "tax_unit_value" bigint NOT NULL, "total_unit_value" bigint NOT NULL, "paid_unit_value" bigint NOT NULL, "due_unit_value" bigint NOT NULL, "issued_timestamp" timestamptz(3), "due_timestamp" timestamptz, "paid_timestamp" timestamptz, "voided_timestamp" timestamptz(3), "reference" text, "document_url" text, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "tenant" uuid NOT NULL, "payments" json, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_payment_invoice" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "project" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "owner" uuid NOT NULL, "name" text NOT NULL, "description" text, "status" text NOT NULL, "lead" uuid, "workflow" uuid, "entity" uuid, "start_timestamp" timestamptz, "due_timestamp" timestamptz, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_project" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "task" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "owner" uuid, "title" text NOT NULL, "description" text NOT NULL, "project" uuid, "workflow_stage" uuid, "assignee" uuid, "identity_for_logs" uuid, "priority" text NOT NULL, "status" text NOT NULL, "due_timestamp" timestamptz NOT NULL, "completed_timestamp" timestamptz(3), "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_task" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "task_log" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "task" uuid NOT NULL, "identity" uuid, "activity" text NOT NULL, "subject" json, "from_value" text, "to_value" text, "comment" text, "reply_to" uuid, "sort_order" integer NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_task_log" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "workflow" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "owner" uuid NOT NULL, "name" text NOT NULL, "is_default" boolean NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_workflow" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "workflow_stage" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "workflow" uuid NOT NULL, "name" text NOT NULL, "order" integer NOT NULL, "task_status" text, "task_limit" integer, "color" text, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_workflow_stage" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "item_live" ("tenant" uuid NOT NULL, "item_urn" uuid NOT NULL, "from_timestamp" timestamptz NOT NULL, "entry" uuid NOT NULL, "entity" uuid NOT NULL, "until_timestamp" timestamptz, CONSTRAINT "pk_item_live" PRIMARY KEY ("item_urn", "from_timestamp", "entry"))`,
  `CREATE TABLE "link" ("tenant" uuid NOT NULL, "from_urn" uuid NOT NULL, "field" text NOT NULL, "to_urn" uuid NOT NULL, "position" integer NOT NULL, CONSTRAINT "pk_link" PRIMARY KEY ("from_urn", "field", "to_urn"))`,
  `CREATE TABLE "entity_redirect" ("tenant" uuid NOT NULL, "urn" uuid NOT NULL, "owner" uuid NOT NULL, "path" text NOT NULL, "language" text NOT NULL, "variant" text NOT NULL, "entity" uuid NOT NULL, "expires_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_entity_redirect" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "setting" ("name" text NOT NULL, "value" json NOT NULL, CONSTRAINT "pk_setting" PRIMARY KEY ("name"))`,
  `CREATE TABLE "membership_mark" ("tenant" uuid NOT NULL, "identity" uuid NOT NULL, "group" uuid NOT NULL, "member_opt_out" boolean NOT NULL, "owner_ban" boolean NOT NULL, CONSTRAINT "pk_membership_mark" PRIMARY KEY ("identity", "group"))`,
  `CREATE TABLE "support_thread" ("tenant" uuid NOT NULL, "owner" uuid NOT NULL, "thread" uuid NOT NULL, "author" uuid NOT NULL, CONSTRAINT "pk_support_thread" PRIMARY KEY ("owner"))`,
  `CREATE TABLE "identity_end" ("tenant" uuid NOT NULL, "urn" uuid NOT NULL, "merged_into" uuid, "ended_timestamp" timestamptz(3) NOT NULL, "actor" json NOT NULL, CONSTRAINT "pk_identity_end" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "permission_audit" ("tenant" uuid NOT NULL, "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY, "permission" uuid NOT NULL, "owner" uuid NOT NULL, "event" text NOT NULL, "subject_urn" uuid NOT NULL, "subject_scope" text NOT NULL, "object_urn" uuid NOT NULL, "object_scope" text NOT NULL, "label" text NOT NULL, "from_timestamp" timestamptz, "to_timestamp" timestamptz, "reason" text, "actor" json NOT NULL, "timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_permission_audit" PRIMARY KEY ("position"))`,
  `CREATE TABLE "o_auth_code" ("tenant" uuid NOT NULL, "code_hash" text NOT NULL, "api_client" uuid NOT NULL, "identity" uuid NOT NULL, "redirect_uri" text, "code_challenge" text NOT NULL, "scope" text NOT NULL, "family_urn" uuid NOT NULL, "expiration_timestamp" timestamptz(3) NOT NULL, "used_timestamp" timestamptz(3), CONSTRAINT "pk_o_auth_code" PRIMARY KEY ("code_hash"))`,
  `CREATE TABLE "web_session" ("tenant" uuid NOT NULL, "urn" uuid NOT NULL, "secret_hash" text NOT NULL, "identity" uuid NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "idle_timestamp" timestamptz(3) NOT NULL, "expiration_timestamp" timestamptz(3) NOT NULL, "ended_timestamp" timestamptz(3), CONSTRAINT "pk_web_session" PRIMARY KEY ("urn"))`,
  `CREATE TABLE "sign_in_account" ("issuer" text NOT NULL, "subject" text NOT NULL, "tenant" uuid NOT NULL, "identity" uuid NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_sign_in_account" PRIMARY KEY ("tenant", "issuer", "subject"))`,
  `CREATE TABLE "sign_in_attempt" ("state_hash" text NOT NULL, "browser_hash" text NOT NULL, "nonce" text NOT NULL, "code_verifier" text NOT NULL, "return_to" text NOT NULL, "expiration_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_sign_in_attempt" PRIMARY KEY ("state_hash"))`,
  `CREATE TABLE "sign_in_link" ("tenant" uuid NOT NULL, "secret_hash" text NOT NULL, "identity" uuid NOT NULL, "return_to" text NOT NULL, "expiration_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_sign_in_link" PRIMARY KEY ("secret_hash"))`,
  `CREATE UNLOGGED TABLE "request_rate" ("key" text NOT NULL, "cell" bigint NOT NULL, "counts" integer[] NOT NULL, "paced_until" float8 NOT NULL, "taken" integer NOT NULL, CONSTRAINT "pk_request_rate" PRIMARY KEY ("key")) WITH (fillfactor = 50)`,
  `CREATE TABLE "idempotency_key" ("key" text NOT NULL, "digest" text NOT NULL, "state" text NOT NULL, "answer" text, "lease_until" timestamptz(3) NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_idempotency_key" PRIMARY KEY ("key"))`,
  `CREATE TABLE "access_epoch" ("tenant" uuid NOT NULL, "epoch" bigint NOT NULL, "edge_epoch" bigint NOT NULL DEFAULT 0, CONSTRAINT "pk_access_epoch" PRIMARY KEY ("tenant")) WITH (fillfactor = 50)`,
  `CREATE TABLE "access_record" ("tenant" uuid NOT NULL, "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY, "key" text NOT NULL, "owner" uuid NOT NULL, "event" text NOT NULL, "api_client" uuid, "identity" uuid, "token" uuid, "operation" text, "target" uuid, "first_timestamp" timestamptz(3) NOT NULL, "last_timestamp" timestamptz(3) NOT NULL, "count" bigint NOT NULL, CONSTRAINT "pk_access_record" PRIMARY KEY ("position"))`,
  `CREATE TABLE "disabled_tenant" ("tenant" uuid NOT NULL, "since_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_disabled_tenant" PRIMARY KEY ("tenant"))`,
  `CREATE TABLE "event_log" ("last_sequence" bigint NOT NULL, "expired_sequence" bigint NOT NULL, "tenant" uuid NOT NULL, "last_ordinal" bigint NOT NULL, "last_urn" uuid, "common_sequence" bigint, CONSTRAINT "pk_event_log" PRIMARY KEY ("tenant"))`,
  `CREATE TABLE "webhook_pace" ("tenant" uuid NOT NULL, "subscription" uuid NOT NULL, "tat" float8 NOT NULL, "claimed" float8 NOT NULL, "slow_until" float8 NOT NULL, "failed_attempts" integer NOT NULL, "wake_timestamp" timestamptz(3), "discard_until" timestamptz, "noticed_timestamp" timestamptz(3), "discard_reason" text, "discard_from_sequence" bigint, "discard_to_sequence" bigint, CONSTRAINT "pk_webhook_pace" PRIMARY KEY ("subscription"))`,
  `CREATE TABLE "webhook_queue" ("tenant" uuid NOT NULL, "subscription" uuid NOT NULL, "target_urn" uuid NOT NULL, "position" bigint NOT NULL, "delivery" uuid NOT NULL, "sequence" bigint, "state" integer NOT NULL, "due_timestamp" timestamptz(3) NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_webhook_queue" PRIMARY KEY ("subscription", "target_urn", "position"))`,
  `CREATE TABLE "webhook_body" ("tenant" uuid NOT NULL, "delivery" uuid NOT NULL, "body" text NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_webhook_body" PRIMARY KEY ("delivery"))`,
  `CREATE TABLE "webhook_attempt" ("tenant" uuid NOT NULL, "delivery" uuid NOT NULL, "number" integer NOT NULL, "started_timestamp" timestamptz(3) NOT NULL, "duration_millis" integer NOT NULL, "response_status" integer, "error_code" text, "response_excerpt" text, "is_manual" boolean NOT NULL, "request_headers" json, CONSTRAINT "pk_webhook_attempt" PRIMARY KEY ("delivery", "number"))`,
  `CREATE TABLE "client_document" ("tenant" uuid NOT NULL, "client" uuid NOT NULL, "id" text NOT NULL, "hash" text NOT NULL, "document" text NOT NULL, "registered_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_client_document" PRIMARY KEY ("client", "id"))`,
  `CREATE TABLE "search_queue" ("tenant" uuid NOT NULL, "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY, "urn" uuid NOT NULL, CONSTRAINT "pk_search_queue" PRIMARY KEY ("id"))`,
  `CREATE TABLE "search_language" ("language" text NOT NULL, "configuration" regconfig NOT NULL, CONSTRAINT "pk_search_language" PRIMARY KEY ("language"))`,
  `CREATE TABLE "search_document" ("tenant" uuid NOT NULL, "urn" uuid NOT NULL, "kind" text NOT NULL, "owner" uuid NOT NULL, "container" uuid, "language" text NOT NULL, "name" text, "live" tsvector, "draft" tsvector, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "live_digest" uuid, "draft_digest" uuid, CONSTRAINT "pk_search_document" PRIMARY KEY ("urn"))`,
];

const indexesAndConstraints = [
  `CREATE INDEX "ix_item_entity" ON "item" ("entity", "kind", "sort_order")`,
  `CREATE INDEX "ix_item_entity_reference" ON "item" ("entity_reference")`,
  `CREATE INDEX "ix_item_listed" ON "item" ("tenant", "kind", "sort_order", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_item__entity__name__sort_order" ON "item" ("tenant", "entity", "kind", md5("name"), "sort_order") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "ix_item_value_item" ON "item_value" ("item_urn", "version")`,
  `CREATE INDEX "ix_item_value_entity" ON "item_value" ("entity", "created_timestamp")`,
  `CREATE INDEX "ix_api_client_identity" ON "api_client" ("identity")`,
  `CREATE INDEX "ix_api_client_listed" ON "api_client" ("tenant", "name", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_api_client__client_id" ON "api_client" ("client_id")`,
  `CREATE INDEX "ix_api_client_bearer_token_api_client" ON "api_client_bearer_token" ("api_client")`,
  `CREATE INDEX "ix_api_client_bearer_token_listed" ON "api_client_bearer_token" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_api_client_bearer_token__token_hash" ON "api_client_bearer_token" ("token_hash")`,
  `CREATE INDEX "ix_o_auth_token_api_client" ON "o_auth_token" ("api_client")`,
  `CREATE INDEX "ix_o_auth_token_identity" ON "o_auth_token" ("identity")`,
  `CREATE INDEX "ix_o_auth_token_listed" ON "o_auth_token" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "ix_o_auth_token_access" ON "o_auth_token" ("access_hash")`,
  `CREATE UNIQUE INDEX "ix_o_auth_token_refresh" ON "o_auth_token" ("refresh_hash")`,
  `CREATE INDEX "ix_o_auth_token_family" ON "o_auth_token" ("family_urn")`,
  `CREATE INDEX "ix_o_auth_token_expiration" ON "o_auth_token" ("expiration_timestamp")`,
  `CREATE INDEX "ix_permission_listed" ON "permission" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_permission_subject" ON "permission" ("subject_urn", "object_scope", "label") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_permission_edge" ON "permission" ("object_urn", "subject_urn") INCLUDE ("label", "object_scope", "subject_scope", "from_timestamp", "to_timestamp") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_role_listed" ON "role" ("tenant", "name", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_role__owner__name" ON "role" ("tenant", "owner", "name") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_group_entity" ON "group" ("entity")`,
  `CREATE INDEX "ix_group_listed" ON "group" ("tenant", "name", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_group_membership_identity" ON "group_membership" ("identity")`,
  `CREATE INDEX "ix_group_membership_group" ON "group_membership" ("group")`,
  `CREATE INDEX "ix_group_membership_status_actor" ON "group_membership" ("status_actor")`,
  `CREATE INDEX "ix_group_membership_listed" ON "group_membership" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_group_membership__identity__group" ON "group_membership" ("tenant", "identity", "group") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_message_thread_group" ON "message_thread" ("group")`,
  `CREATE INDEX "ix_message_thread_listed" ON "message_thread" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_message_thread_notification_message_thread" ON "message_thread_notification" ("message_thread")`,
  `CREATE INDEX "ix_message_thread_notification_identity" ON "message_thread_notification" ("identity")`,
  `CREATE INDEX "ix_message_thread_notification_first_unread_post" ON "message_thread_notification" ("first_unread_post")`,
  `CREATE INDEX "ix_message_thread_notification_last_read_post" ON "message_thread_notification" ("last_read_post")`,
  `CREATE INDEX "ix_message_thread_notification_listed" ON "message_thread_notification" ("tenant", "updated_timestamp" DESC, "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_message_thread_notification__message_thread__identity" ON "message_thread_notification" ("tenant", "message_thread", "identity") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_message_thread_notification_inbox" ON "message_thread_notification" ("identity", "updated_timestamp" DESC) WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_thread_post_message_thread" ON "thread_post" ("message_thread")`,
  `CREATE INDEX "ix_thread_post_author_identity" ON "thread_post" ("author_identity")`,
  `CREATE INDEX "ix_thread_post_reply_to" ON "thread_post" ("reply_to")`,
  `CREATE INDEX "ix_thread_post_listed" ON "thread_post" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_thread_post__message_thread__position" ON "thread_post" ("message_thread", "position")`,
  `CREATE INDEX "ix_thread_post_written" ON "thread_post" ("message_thread", "created_timestamp", "urn")`,
  `CREATE INDEX "ix_entity_listed" ON "entity" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_entity_by_updated_timestamp" ON "entity" ("tenant", "updated_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_entity_with_name" ON "entity" ("tenant", md5("name")) WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_entity__owner__path__language__variant" ON "entity" ("tenant", "owner", md5("path"), "language", "variant") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_entity_path" ON "entity" (md5("path")) WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_entity_publish_due" ON "entity" ("publish_timestamp") WHERE "status" = 'PUBLISH_PENDING' AND "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_entity_unpublish_due" ON "entity" ("unpublish_timestamp") WHERE "live_timestamp" IS NOT NULL AND "unpublish_timestamp" IS NOT NULL AND "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_entity_list_listed" ON "entity_list" ("tenant", "name", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_entity_list_item_entity" ON "entity_list_item" ("entity")`,
  `CREATE INDEX "ix_entity_list_item_entity_list" ON "entity_list_item" ("entity_list")`,
  `CREATE INDEX "ix_entity_list_item_listed" ON "entity_list_item" ("tenant", "sort_order", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_entity_list_item__entity_list__entity" ON "entity_list_item" ("tenant", "entity_list", "entity") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_image_item_file_image_item" ON "image_item_file" ("image_item")`,
  `CREATE INDEX "ix_image_item_file_listed" ON "image_item_file" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_webhook_delivery_trigger" ON "webhook_delivery" ("trigger")`,
  `CREATE INDEX "ix_webhook_delivery_listed" ON "webhook_delivery" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_webhook_delivery_deleted" ON "webhook_delivery" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_webhook_delivery_subscription_listed" ON "webhook_delivery" ("subscription", "created_timestamp", "urn")`,
  `CREATE INDEX "ix_webhook_subscription_api_client" ON "webhook_subscription" ("api_client")`,
  `CREATE INDEX "ix_webhook_subscription_listed" ON "webhook_subscription" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_webhook_subscription_match" ON "webhook_subscription" ("owner", "subject") WHERE "status" = 'ACTIVE' AND "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_webhook_subscription_expiration" ON "webhook_subscription" ("expiration_timestamp") WHERE "expiration_timestamp" IS NOT NULL AND "status" <> 'EXPIRED' AND "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_webhook_trigger_owner" ON "webhook_trigger" ("owner")`,
  `CREATE INDEX "ix_webhook_trigger_listed" ON "webhook_trigger" ("tenant", "sequence", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_webhook_trigger_deleted" ON "webhook_trigger" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `CREATE UNIQUE INDEX "uq_webhook_trigger__position" ON "webhook_trigger" ("position")`,
  `CREATE UNIQUE INDEX "uq_webhook_trigger__tenant__sequence" ON "webhook_trigger" ("tenant", "sequence")`,
  `CREATE UNIQUE INDEX "uq_webhook_trigger__ordinal" ON "webhook_trigger" ("ordinal")`,
  `CREATE INDEX "ix_webhook_trigger_target" ON "webhook_trigger" ("target_urn", "position")`,
  `CREATE INDEX "ix_webhook_trigger_unsequenced" ON "webhook_trigger" ("position") WHERE "sequence" IS NULL`,
  `CREATE INDEX "ix_address_identity" ON "address" ("identity")`,
  `CREATE INDEX "ix_address_listed" ON "address" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_client_identifier_identity" ON "client_identifier" ("identity")`,
  `CREATE INDEX "ix_client_identifier_listed" ON "client_identifier" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_client_identifier__owner__domain__token" ON "client_identifier" ("tenant", "owner", "domain", md5("token")) WHERE "deleted_timestamp" IS NULL AND NOT "is_released"`,
  `CREATE INDEX "ix_company_parent_company" ON "company" ("parent_company")`,
  `CREATE INDEX "ix_company_organisation" ON "company" ("organisation")`,
  `CREATE INDEX "ix_company_entity" ON "company" ("entity")`,
  `CREATE INDEX "ix_email_identity" ON "email" ("identity")`,
  `CREATE INDEX "ix_email_listed" ON "email" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_email__identity__email" ON "email" ("tenant", "identity", "email") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_email_sign_in" ON "email" (md5(lower("email" COLLATE "C"))) WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_identity_with_name" ON "identity" ("tenant", md5("name")) WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_person_identity" ON "person" ("identity")`,
  `CREATE INDEX "ix_person_listed" ON "person" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_person_name_person" ON "person_name" ("person")`,
  `CREATE INDEX "ix_person_name_listed" ON "person_name" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_telephone_identity" ON "telephone" ("identity")`,
  `CREATE INDEX "ix_telephone_listed" ON "telephone" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_search_listed" ON "search" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_search_caller" ON "search" ("caller", "expiration_timestamp")`,
  `CREATE INDEX "ix_payment_invoice_customer_company" ON "payment_invoice" ("customer_company")`,
  `CREATE INDEX "ix_payment_invoice_customer_identity" ON "payment_invoice" ("customer_identity")`,
  `CREATE INDEX "ix_payment_invoice_listed" ON "payment_invoice" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_payment_invoice__owner__number" ON "payment_invoice" ("tenant", "owner", "number") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_project_lead" ON "project" ("lead")`,
  `CREATE INDEX "ix_project_workflow" ON "project" ("workflow")`,
  `CREATE INDEX "ix_project_entity" ON "project" ("entity")`,
  `CREATE INDEX "ix_task_project" ON "task" ("project")`,
  `CREATE INDEX "ix_task_workflow_stage" ON "task" ("workflow_stage")`,
  `CREATE INDEX "ix_task_assignee" ON "task" ("assignee")`,
  `CREATE INDEX "ix_task_identity_for_logs" ON "task" ("identity_for_logs")`,
  `CREATE INDEX "ix_task_listed" ON "task" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_task_by_due_timestamp" ON "task" ("tenant", "due_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_task_by_updated_timestamp" ON "task" ("tenant", "updated_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_task_log_task" ON "task_log" ("task")`,
  `CREATE INDEX "ix_task_log_identity" ON "task_log" ("identity")`,
  `CREATE INDEX "ix_task_log_reply_to" ON "task_log" ("reply_to")`,
  `CREATE INDEX "ix_task_log_listed" ON "task_log" ("tenant", "created_timestamp", "sort_order", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_workflow_stage_workflow" ON "workflow_stage" ("workflow")`,
  `CREATE INDEX "ix_workflow_stage_listed" ON "workflow_stage" ("tenant", "order", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_workflow_stage__workflow__name" ON "workflow_stage" ("tenant", "workflow", "name") WHERE "deleted_timestamp" IS NULL`,
  `CREATE UNIQUE INDEX "uq_item_live_now" ON "item_live" ("item_urn") WHERE "until_timestamp" IS NULL`,
  `CREATE INDEX "ix_item_live_entity" ON "item_live" ("entity", "from_timestamp")`,
  `CREATE INDEX "ix_item_live_entry" ON "item_live" ("entry")`,
  `CREATE INDEX "ix_link_to" ON "link" ("to_urn", "field")`,
  `CREATE INDEX "ix_entity_redirect_path" ON "entity_redirect" (md5("path"))`,
  `CREATE INDEX "ix_membership_mark_group" ON "membership_mark" ("group")`,
  `CREATE INDEX "ix_support_thread_thread" ON "support_thread" ("thread")`,
  `CREATE INDEX "ix_support_thread_author" ON "support_thread" ("author")`,
  `CREATE INDEX "ix_identity_end_merged_into" ON "identity_end" ("merged_into")`,
  `CREATE INDEX "ix_permission_audit_owner" ON "permission_audit" ("owner", "position")`,
  `CREATE INDEX "ix_o_auth_code_expiration" ON "o_auth_code" ("expiration_timestamp")`,
  `CREATE UNIQUE INDEX "uq_web_session__secret_hash" ON "web_session" ("secret_hash")`,
  `CREATE INDEX "ix_web_session_identity" ON "web_session" ("identity")`,
  `CREATE INDEX "ix_web_session_expiration" ON "web_session" ("expiration_timestamp")`,
  `CREATE INDEX "ix_sign_in_account_identity" ON "sign_in_account" ("identity")`,
  `CREATE INDEX "ix_sign_in_attempt_expiration" ON "sign_in_attempt" ("expiration_timestamp")`,
  `CREATE INDEX "ix_sign_in_link_expiration" ON "sign_in_link" ("expiration_timestamp")`,
  `CREATE INDEX "ix_idempotency_key_created_timestamp" ON "idempotency_key" ("created_timestamp")`,
  `CREATE UNIQUE INDEX "uq_access_record__tenant__key" ON "access_record" ("tenant", "key")`,
  `CREATE INDEX "ix_access_record_listed" ON "access_record" ("tenant", "position")`,
  `CREATE INDEX "ix_access_record_last" ON "access_record" ("last_timestamp")`,
  `CREATE INDEX "ix_event_log_last_ordinal" ON "event_log" ("last_ordinal")`,
  `CREATE INDEX "ix_webhook_pace_wake" ON "webhook_pace" ("wake_timestamp") WHERE "wake_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_webhook_pace_discard" ON "webhook_pace" ("subscription") WHERE "discard_reason" IS NOT NULL`,
  `CREATE INDEX "ix_webhook_queue_state" ON "webhook_queue" ("state", "subscription", "sequence" NULLS FIRST) WHERE "state" > 0`,
  `CREATE INDEX "ix_webhook_queue_timed" ON "webhook_queue" ("due_timestamp") WHERE "state" IN (2, 4)`,
  `CREATE INDEX "ix_webhook_body_created" ON "webhook_body" ("created_timestamp")`,
  `CREATE INDEX "ix_client_document_hash" ON "client_document" ("client", "hash")`,
  `CREATE INDEX "ix_search_queue_tenant" ON "search_queue" ("tenant", "id")`,
  `CREATE INDEX "ix_search_document_live" ON "search_document" USING gin ("live")`,
  `CREATE INDEX "ix_search_document_draft" ON "search_document" USING gin ("draft")`,
  `CREATE INDEX "ix_search_document_created" ON "search_document" ("kind", "created_timestamp" DESC, "urn")`,
  `CREATE INDEX "ix_search_document_updated" ON "search_document" ("kind", "updated_timestamp" DESC, "urn")`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_kind" CHECK ("kind" IN ('BooleanItem', 'DateTimeItem', 'DoubleItem', 'ImageItem', 'JsonItem', 'LatLongItem', 'LinkItem', 'LongItem', 'MarkdownItem', 'MoneyItem', 'ReferenceItem', 'TemplateItem', 'TextItem'))`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_booleanitem" CHECK ("kind" <> 'BooleanItem' OR ("name" IS NOT NULL AND "value_boolean" IS NOT NULL))`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_datetimeitem" CHECK ("kind" <> 'DateTimeItem' OR ("name" IS NOT NULL AND "value_date_time" IS NOT NULL))`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_doubleitem" CHECK ("kind" <> 'DoubleItem' OR ("name" IS NOT NULL AND "value_float" IS NOT NULL))`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_imageitem" CHECK ("kind" <> 'ImageItem' OR ("name" IS NOT NULL))`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_jsonitem" CHECK ("kind" <> 'JsonItem' OR ("name" IS NOT NULL AND "value_json" IS NOT NULL))`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_latlongitem" CHECK ("kind" <> 'LatLongItem' OR ("name" IS NOT NULL AND "latitude" IS NOT NULL AND "longitude" IS NOT NULL))`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_linkitem" CHECK ("kind" <> 'LinkItem' OR ("href" IS NOT NULL))`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_longitem" CHECK ("kind" <> 'LongItem' OR ("name" IS NOT NULL AND "value_long" IS NOT NULL))`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_markdownitem" CHECK ("kind" <> 'MarkdownItem' OR ("name" IS NOT NULL AND "value_string" IS NOT NULL))`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_moneyitem" CHECK ("kind" <> 'MoneyItem' OR ("name" IS NOT NULL AND "currency_code" IS NOT NULL AND "unit_value" IS NOT NULL))`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_referenceitem" CHECK ("kind" <> 'ReferenceItem' OR ("name" IS NOT NULL AND "entity_reference" IS NOT NULL))`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_templateitem" CHECK ("kind" <> 'TemplateItem' OR ("name" IS NOT NULL AND "value_string" IS NOT NULL AND "media_type" IS NOT NULL))`,
  `ALTER TABLE "item" ADD CONSTRAINT "ck_item_textitem" CHECK ("kind" <> 'TextItem' OR ("name" IS NOT NULL AND "value_string" IS NOT NULL))`,
  `ALTER TABLE "item_value" ADD CONSTRAINT "fk_item_value_item" FOREIGN KEY ("item_urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "api_client" ADD CONSTRAINT "ck_api_client_status" CHECK ("status" IN ('ACTIVE', 'DISABLED'))`,
  `ALTER TABLE "permission" ADD CONSTRAINT "ck_permission_window" CHECK ("from_timestamp" IS NULL OR "to_timestamp" IS NULL OR "from_timestamp" < "to_timestamp")`,
  `ALTER TABLE "group_membership" ADD CONSTRAINT "ck_group_membership_status" CHECK ("status" IN ('PENDING_ACCEPTANCE', 'PENDING_APPROVAL', 'ACTIVE', 'BLOCKED_BY_MEMBER', 'BANNED_BY_OWNER'))`,
  `ALTER TABLE "entity" ADD CONSTRAINT "ck_entity_status" CHECK ("status" IN ('DRAFT_UNPUBLISHED', 'PUBLISH_PENDING', 'PUBLISH', 'PUBLISHED', 'PUBLISHED_WITH_DRAFTS'))`,
  `ALTER TABLE "entity" ADD CONSTRAINT "ck_entity_pending" CHECK ("status" <> 'PUBLISH_PENDING' OR "publish_timestamp" IS NOT NULL)`,
  `ALTER TABLE "entity" ADD CONSTRAINT "ck_entity_live" CHECK ("status" NOT IN ('PUBLISHED', 'PUBLISHED_WITH_DRAFTS') OR "live_timestamp" IS NOT NULL)`,
  `ALTER TABLE "webhook_delivery" ADD CONSTRAINT "ck_webhook_delivery_status" CHECK ("status" IN ('PENDING', 'IN_FLIGHT', 'RETRYING', 'SUCCEEDED', 'FAILED', 'DISCARDED'))`,
  `ALTER TABLE "webhook_subscription" ADD CONSTRAINT "ck_webhook_subscription_status" CHECK ("status" IN ('ACTIVE', 'PAUSED', 'DISABLED', 'EXPIRED'))`,
  `ALTER TABLE "search" ADD CONSTRAINT "ck_search_status" CHECK ("status" IN ('PENDING', 'RUNNING', 'PARTIAL_RESULT', 'FULL_RESULT', 'FAILED'))`,
  `ALTER TABLE "payment_invoice" ADD CONSTRAINT "ck_payment_invoice_status" CHECK ("status" IN ('DRAFT', 'OPEN', 'PAID', 'VOID', 'UNCOLLECTIBLE'))`,
  `ALTER TABLE "project" ADD CONSTRAINT "ck_project_status" CHECK ("status" IN ('ACTIVE', 'ON_HOLD', 'COMPLETED', 'ARCHIVED'))`,
  `ALTER TABLE "task" ADD CONSTRAINT "ck_task_status" CHECK ("status" IN ('UNDEFINED', 'PENDING', 'IN_PROGRESS', 'BLOCKED', 'COMPLETED', 'CLOSED'))`,
  `ALTER TABLE "item_live" ADD CONSTRAINT "ck_item_live_period" CHECK ("until_timestamp" IS NULL OR "until_timestamp" >= "from_timestamp")`,
  `ALTER TABLE "item_live" ADD CONSTRAINT "fk_item_live_item" FOREIGN KEY ("item_urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "link" ADD CONSTRAINT "fk_link_from" FOREIGN KEY ("from_urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "link" ADD CONSTRAINT "fk_link_to" FOREIGN KEY ("to_urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "entity_redirect" ADD CONSTRAINT "fk_entity_redirect_entity" FOREIGN KEY ("entity") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "membership_mark" ADD CONSTRAINT "fk_membership_mark_identity" FOREIGN KEY ("identity") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "membership_mark" ADD CONSTRAINT "fk_membership_mark_group" FOREIGN KEY ("group") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "support_thread" ADD CONSTRAINT "fk_support_thread_owner" FOREIGN KEY ("owner") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "support_thread" ADD CONSTRAINT "fk_support_thread_thread" FOREIGN KEY ("thread") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "support_thread" ADD CONSTRAINT "fk_support_thread_author" FOREIGN KEY ("author") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "identity_end" ADD CONSTRAINT "fk_identity_end_urn" FOREIGN KEY ("urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "identity_end" ADD CONSTRAINT "fk_identity_end_merged_into" FOREIGN KEY ("merged_into") REFERENCES "resource" ("urn") ON DELETE SET NULL`,
  `ALTER TABLE "o_auth_code" ADD CONSTRAINT "fk_o_auth_code_api_client" FOREIGN KEY ("api_client") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "o_auth_code" ADD CONSTRAINT "fk_o_auth_code_identity" FOREIGN KEY ("identity") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "web_session" ADD CONSTRAINT "fk_web_session_identity" FOREIGN KEY ("identity") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "sign_in_account" ADD CONSTRAINT "fk_sign_in_account_tenant" FOREIGN KEY ("tenant") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "sign_in_account" ADD CONSTRAINT "fk_sign_in_account_identity" FOREIGN KEY ("identity") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "sign_in_link" ADD CONSTRAINT "fk_sign_in_link_identity" FOREIGN KEY ("identity") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "webhook_pace" ADD CONSTRAINT "fk_webhook_pace_subscription" FOREIGN KEY ("subscription") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "client_document" ADD CONSTRAINT "fk_client_document_client" FOREIGN KEY ("client") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `ALTER TABLE "search_document" ADD CONSTRAINT "fk_search_document_urn" FOREIGN KEY ("urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  `CREATE STATISTICS "st_permission_subject" (mcv) ON "subject_urn", "object_scope" FROM "permission"`,
];

// The rows of these tables are resources that an owner has, and stay for some days when they are deleted.
const kinds =
  `item api_client api_client_bearer_token o_auth_token permission role group group_membership message_thread message_thread_notification thread_post entity entity_list entity_list_item image_item_file webhook_subscription address client_identifier company email identity organisation person person_name telephone search payment_invoice project task task_log workflow workflow_stage`.split(
    ' ',
  );

const ofEachKind = kinds.flatMap((kind) => [
  `CREATE INDEX "ix_${kind}_owner" ON "${kind}" ("owner")`,
  `CREATE INDEX "ix_${kind}_deleted" ON "${kind}" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
  `ALTER TABLE "${kind}" ADD CONSTRAINT "fk_${kind}_urn" FOREIGN KEY ("urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
]);

// The tenant of a row is set with the row and never changes. Predicates, keys and indexes begin with it, so that a row that
// changed its tenant would leave what it belongs to and show where it does not: the database refuses that, regardless of the caller.
const keepTenant = [
  `CREATE FUNCTION "keep_tenant"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     RAISE EXCEPTION 'the tenant of a row never changes' USING ERRCODE = 'integrity_constraint_violation', TABLE = TG_TABLE_NAME;
   END $$`,
  // Every table that has a tenant by now; what comes later brings its own (npm run migration).
  `DO $$ DECLARE held record; BEGIN
     FOR held IN SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant' AND NOT a.attisdropped
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition LOOP
       EXECUTE format('CREATE TRIGGER "keep_tenant" BEFORE UPDATE OF "tenant" ON %I FOR EACH ROW
         WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()', held.relname);
     END LOOP;
   END $$`,
];

// An entity counts its changes; viewers who may not see drafts are shown the count of those that they can see. For any
// write of the row, the database distinguishes the two: a status that moves because of a draft or a plan is not counted.
// What everyone who may read a live entity is shown of it.
const shown = [
  'owner',
  'name',
  'path',
  'language',
  'variant',
  'unpublish_timestamp',
  'live_timestamp',
  'deleted_timestamp',
];

const live = (row: string): string => shown.map((column) => `${row}."${column}"`).join(', ');

const liveEntities = [
  `CREATE FUNCTION "mark_live_entity"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN` +
    ` IF TG_OP = 'INSERT' OR ROW(${live('NEW')}) IS DISTINCT FROM ROW(${live('OLD')}) THEN` +
    ` NEW."live_version" := NEW."version"; NEW."live_updated_timestamp" := NEW."updated_timestamp"; END IF;` +
    ` RETURN NEW; END $$`,
  `CREATE TRIGGER "mark_live_entity" BEFORE INSERT OR UPDATE ON "entity" FOR EACH ROW EXECUTE FUNCTION "mark_live_entity"()`,
];

// What a caller may do is decided once and cached for as long as nothing that the decision read has changed. Each
// tenant has a counter for that, the access epoch: triggers raise it in the transaction of every such change, regardless of
// who makes it, at its end, so that it is locked no longer than the commit takes.
interface Watched {
  readonly table: string;
  /** A change of one of these moves the epoch. */
  readonly columns: readonly string[];
  /** Whether a new row matters to callers that exist already. */
  readonly inserts: boolean;
  /** Which rows matter at all, as a condition on ROW; absent for all. */
  readonly only?: string;
  /** A change that matters besides those of columns. */
  readonly orWhen?: string;
  /** Which removed rows matter; what has ended is purged without consequence. */
  readonly onlyDeleted?: string;
}

const hasNotExpired = 'ROW."expiration_timestamp" > now()';

const watched: readonly Watched[] = [
  {
    table: 'api_client_bearer_token',
    columns: [
      'urn',
      'owner',
      'api_client',
      'token_hash',
      'labels',
      'narrows_roles',
      'expiration_timestamp',
      'revoked_timestamp',
      'deleted_timestamp',
    ],
    inserts: false,
    onlyDeleted: hasNotExpired,
  },
  {
    table: 'o_auth_token',
    columns: [
      'urn',
      'owner',
      'api_client',
      'identity',
      'access_hash',
      'grant_type',
      'scope',
      'expiration_timestamp',
      'revoked_timestamp',
      'deleted_timestamp',
    ],
    inserts: false,
    onlyDeleted: hasNotExpired,
  },
  {
    table: 'web_session',
    columns: ['urn', 'identity', 'secret_hash', 'expiration_timestamp', 'ended_timestamp'],
    inserts: false,
    // Use extends the idle end repeatedly; a decision that knows the nearer one is made again there.
    orWhen: 'NEW."idle_timestamp" < OLD."idle_timestamp"',
    onlyDeleted: hasNotExpired,
  },
  {
    table: 'api_client',
    columns: [
      'urn',
      'owner',
      'identity',
      'access_level',
      'type',
      'scope',
      'status',
      'allowed_origins',
      'require_if_match',
      'trusted_documents_only',
      'requests_per_minute',
      'deleted_timestamp',
    ],
    inserts: false,
  },
  { table: 'identity', columns: ['urn', 'owner', 'type', 'deleted_timestamp'], inserts: false },
  { table: 'role', columns: ['urn', 'owner', 'deleted_timestamp'], inserts: true },
  { table: 'group', columns: ['urn', 'owner', 'deleted_timestamp'], inserts: true },
  { table: 'company', columns: ['urn', 'owner', 'parent_company', 'deleted_timestamp'], inserts: true },
  {
    table: 'group_membership',
    columns: ['urn', 'owner', 'group', 'identity', 'role', 'status', 'deleted_timestamp'],
    inserts: true,
  },
  {
    table: 'permission',
    columns: [
      'urn',
      'owner',
      'subject_urn',
      'subject_scope',
      'object_urn',
      'object_scope',
      'label',
      'from_timestamp',
      'to_timestamp',
      'deleted_timestamp',
    ],
    inserts: true,
    // Edges on all other objects are looked up by the statement that reads these.
    only: `ROW."object_scope" IN ('COMPANY', 'GROUP', 'ROLE')`,
  },
  {
    table: 'link',
    columns: ['from_urn', 'field', 'to_urn'],
    inserts: true,
    only: `ROW."field" IN ('Identity.companies', 'ApiClientBearerToken.roles')`,
  },
];

const accessEpoch = [
  `CREATE FUNCTION "move_tenant_epoch"("moved" uuid) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    key text := moved::text;
    seen text := coalesce(current_setting('commonplace.moved_epochs', true), '');
  BEGIN
    -- Once in a transaction is enough: nobody sees the change before its end.
    IF position(key IN seen) > 0 THEN RETURN; END IF;
    PERFORM set_config('commonplace.moved_epochs', seen || ' ' || key, true);
    INSERT INTO "access_epoch" ("tenant", "epoch") VALUES (key::uuid, 1)
      ON CONFLICT ("tenant") DO UPDATE SET "epoch" = "access_epoch"."epoch" + 1;
  END $$`,
  `CREATE FUNCTION "move_access_epoch"() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    changed record;
  BEGIN
    FOR pass IN 1..2 LOOP
      IF pass = 1 THEN
        CONTINUE WHEN TG_OP = 'INSERT';
        changed := OLD;
      ELSE
        CONTINUE WHEN TG_OP = 'DELETE';
        changed := NEW;
      END IF;
      PERFORM "move_tenant_epoch"(changed.tenant);
    END LOOP;
    RETURN NULL;
  END $$`,
  ...watched.flatMap(triggersOf),
  // That a tenant is disabled is a row.
  ...['INSERT', 'DELETE'].map(
    (event) =>
      `CREATE CONSTRAINT TRIGGER "access_epoch_${event.toLowerCase()}" AFTER ${event} ON "disabled_tenant"
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "move_access_epoch"()`,
  ),
];

function triggersOf({ table, columns, inserts, only, orWhen = 'false', onlyDeleted }: Watched): string[] {
  const matters = (row: 'OLD' | 'NEW', condition: string | undefined): string =>
    (condition ?? 'true').replaceAll('ROW.', `${row}.`);
  const all = (row: string): string => columns.map((column) => `${row}."${column}"`).join(', ');
  const differs = `ROW(${all('OLD')}, OLD."tenant") IS DISTINCT FROM ROW(${all('NEW')}, NEW."tenant") OR ${orWhen}`;
  const events: readonly (readonly [string, string])[] = [
    ...(inserts ? [['INSERT', matters('NEW', only)] as const] : []),
    ['UPDATE', `(${differs}) AND ((${matters('OLD', only)}) OR (${matters('NEW', only)}))`],
    ['DELETE', matters('OLD', onlyDeleted ?? only)],
  ];
  return events.map(
    ([event, condition]) =>
      `CREATE CONSTRAINT TRIGGER "access_epoch_${event.toLowerCase()}" AFTER ${event} ON "${table}"` +
      ` DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION "move_access_epoch"()`,
  );
}

// Edges on single resources are no part of what is decided once for a caller: the statement that reads the resource looks
// them up. Where a replica runs that statement, it must have replayed whatever took an edge away. A second counter of each
// tenant says that such a change was made; new edges do not move it, so that sharing a resource locks nothing.
const edgeColumns = [
  'subject_urn',
  'subject_scope',
  'object_urn',
  'object_scope',
  'label',
  'from_timestamp',
  'to_timestamp',
];
const edge = (row: string): string =>
  [...edgeColumns, 'deleted_timestamp'].map((name) => `${row}."${name}"`).join(', ');
// The others move the access epoch.
const wasHeld = `OLD."object_scope" NOT IN ('COMPANY', 'GROUP', 'ROLE') AND OLD."deleted_timestamp" IS NULL`;

const edgeEpoch = [
  `CREATE FUNCTION "move_edge_epoch"() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    key text := OLD.tenant::text;
    seen text := coalesce(current_setting('commonplace.moved_edges', true), '');
  BEGIN
    -- As of "move_tenant_epoch": once in a transaction, at its end.
    IF position(key IN seen) > 0 THEN RETURN NULL; END IF;
    PERFORM set_config('commonplace.moved_edges', seen || ' ' || key, true);
    INSERT INTO "access_epoch" ("tenant", "epoch", "edge_epoch") VALUES (key::uuid, 0, 1)
      ON CONFLICT ("tenant") DO UPDATE SET "edge_epoch" = "access_epoch"."edge_epoch" + 1;
    RETURN NULL;
  END $$`,
  `CREATE CONSTRAINT TRIGGER "edge_epoch_update" AFTER UPDATE ON "permission" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW` +
    ` WHEN (${wasHeld} AND ROW(${edge('OLD')}) IS DISTINCT FROM ROW(${edge('NEW')})) EXECUTE FUNCTION "move_edge_epoch"()`,
  `CREATE CONSTRAINT TRIGGER "edge_epoch_delete" AFTER DELETE ON "permission" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW` +
    ` WHEN (${wasHeld}) EXECUTE FUNCTION "move_edge_epoch"()`,
];

// The text configurations of PostgreSQL that stem a language.
const configurations: Readonly<Record<string, string>> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  nb: 'norwegian',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

const rows = Object.entries(configurations).map(([language, name]) => `('${language}', '${name}')`);

const firstRows = [
  // A server built without one of the stemmers searches that language by whole words.
  `INSERT INTO "search_language" SELECT l.language, c.oid FROM (VALUES ${rows.join(', ')}) AS l(language, name)` +
    ` JOIN pg_ts_config c ON c.cfgname = l.name AND c.cfgnamespace = 'pg_catalog'::regnamespace`,
  // A database without resources has nothing that the search index lacks.
  `INSERT INTO "setting" ("name", "value") VALUES ('search index', '"COMPLETE"'), ('event log', '{"epoch":1}')`,
];

/** The migrations that this one stands for, the oldest first: a database that ran them all is as this one leaves it. */
export const foldedMigrations = [
  'Initial1795219200000',
  'Purge1795219250000',
  'AccessEpoch1795219300000',
  'DeliveryLanes1795292237038',
  'WebhookExhausted1795294491544',
  'ClientDocuments1795294600000',
  'SearchQueue1795295191287',
  'LiveEntities1795295900000',
  'IdempotencyKeys1795296900000',
  'CreatedAs1795302036232',
  'LogPerTenant1795302100000',
  'ListLookups1795305333864',
  'KeepTenant1795305914000',
  'FineInstants1795308000000',
  'OneAddress1795308060000',
  'SearchDigests1795315000000',
  'DisabledTenant1795316000000',
  'EdgeEpoch1795308500000',
  'DeliveryQueue1795317000000',
  'AccessRecord1795317100000',
];

/** Makes every table, and the first rows of the settings and of the languages of the search index. */
export class Initial1795320000000 extends Statements {
  readonly name = 'Initial1795320000000';

  protected readonly statements = [
    ...tables,
    ...indexesAndConstraints,
    ...ofEachKind,
    ...keepTenant,
    ...liveEntities,
    ...accessEpoch,
    ...edgeEpoch,
    ...firstRows,
  ];
}
