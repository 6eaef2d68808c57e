// What a caller may do is decided once and cached for as long as nothing that the decision read has changed. Each
// tenant has a counter for that, the access epoch: triggers raise it in the transaction of every such change, regardless of
// who makes it, at its end, so that it is locked no longer than the commit takes.
import type { MigrationInterface, QueryRunner } from 'typeorm';

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

const functions = [
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

/** Makes the access epoch and what moves it. */
export class AccessEpoch1795219300000 implements MigrationInterface {
  readonly name = 'AccessEpoch1795219300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "access_epoch" ("tenant" uuid NOT NULL, "epoch" bigint NOT NULL, CONSTRAINT "pk_access_epoch" PRIMARY KEY ("tenant")) WITH (fillfactor = 50)`,
    );
    for (const statement of functions) await runner.query(statement);
    for (const statement of watched.flatMap(triggersOf)) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
