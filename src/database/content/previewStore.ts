// Preview links as they are looked up: by the hash of the secret in them.
import { firstOf, Parameters, prepared, type Executor } from '../connection/statement.ts';
import { isEnabled } from '../engine/tenant.ts';

/** What a link shows. */
export interface PreviewedPage {
  /** The urns of the version that is shown and of the variant over it; the first one names the page. */
  readonly shown: readonly string[];
  readonly contentVersion: 'PUBLISHED' | 'LATEST';
  readonly variant: string | null;
  readonly atTimestamp: string | null;
  readonly expirationTimestamp: string;
}

/** What the link shows whose secret has that hash (SHA-256, hex); null for one that was revoked, has expired or was never made. */
export async function previewedPage(executor: Executor, tokenHash: string): Promise<PreviewedPage | null> {
  const p = new Parameters();
  const text =
    `SELECT l."shown", l."content_version" AS "contentVersion", l."variant", l."at_timestamp" AS "atTimestamp",` +
    ` l."expiration_timestamp" AS "expirationTimestamp" FROM "preview_link" l WHERE l."token_hash" = ${p.add(tokenHash, 'text')}` +
    ` AND l."deleted_timestamp" IS NULL AND l."expiration_timestamp" > statement_timestamp() AND ${isEnabled('l."tenant"')}`;
  return firstOf<PreviewedPage>(executor, prepared(text, p));
}

/** Forgets the secret of a link, so that it opens nothing, should the link be restored. */
export async function forgetPreview(executor: Executor, urn: string): Promise<void> {
  const p = new Parameters();
  await executor.query(
    prepared(`UPDATE "preview_link" SET "token_hash" = NULL WHERE "urn" = ${p.add(urn, 'uuid')}`, p),
  );
}
