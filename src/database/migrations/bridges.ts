// What a database of a release lacks of the migrations that were folded into the first one since. A release is never left behind:
// what is folded is what its databases have, or it stands here. `test/upgrades` has a database of each.

/** The oldest release whose databases are taken over. */
export const oldestRelease = '0.2.0';

/** By the name of the folded migration, the statements that it ran. */
export const bridges: Readonly<Record<string, readonly string[]>> = {
  // 0.2.0 was made just before.
  AccessRecord1795317100000: [
    `CREATE TABLE "access_record" ("tenant" uuid NOT NULL, "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY, "key" text NOT NULL,` +
      ` "owner" uuid NOT NULL, "event" text NOT NULL, "api_client" uuid, "identity" uuid, "token" uuid, "operation" text, "target" uuid,` +
      ` "first_timestamp" timestamptz(3) NOT NULL, "last_timestamp" timestamptz(3) NOT NULL, "count" bigint NOT NULL,` +
      ` CONSTRAINT "pk_access_record" PRIMARY KEY ("position"))`,
    `CREATE UNIQUE INDEX "uq_access_record__tenant__key" ON "access_record" ("tenant", "key")`,
    `CREATE INDEX "ix_access_record_listed" ON "access_record" ("tenant", "position")`,
    `CREATE INDEX "ix_access_record_last" ON "access_record" ("last_timestamp")`,
    `CREATE TRIGGER "keep_tenant" BEFORE UPDATE OF "tenant" ON "access_record" FOR EACH ROW` +
      ` WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
  ],
};
