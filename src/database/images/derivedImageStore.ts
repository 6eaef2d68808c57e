// Which sizes of images were made and kept, and which of them go first where there is no room for all.
import { firstOf, onlyRow, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** A picture that is kept: where its bytes are. */
export interface DerivedImage {
  readonly sha256: string;
  readonly contentType: string;
}

/** One that is to be kept. */
export interface NewDerivedImage extends DerivedImage {
  readonly key: string;
  /** The SHA-256 of the stored image that it is made of. */
  readonly source: string;
  readonly byteLength: number;
}

/** What is kept under a key. `isOld` says that its use was not noted for an hour. */
export async function derivedImage(
  executor: Pick<Executor, 'query'>,
  key: string,
): Promise<(DerivedImage & { readonly isOld: boolean }) | null> {
  const p = new Parameters();
  const text =
    `SELECT "sha256", "content_type", "used_timestamp" < now() - interval '1 hour' AS "is_old"` +
    ` FROM "derived_image" WHERE "key" = ${p.add(key, 'text')}`;
  const row = await firstOf<{ sha256: string; content_type: string; is_old: boolean }>(executor, prepared(text, p));
  return row && { sha256: row.sha256, contentType: row.content_type, isOld: row.is_old };
}

/** Notes that what is kept under a key was used now. */
export async function noteUse(executor: Executor, key: string): Promise<void> {
  const p = new Parameters();
  const text = `UPDATE "derived_image" SET "used_timestamp" = now() WHERE "key" = ${p.add(key, 'text')}`;
  await executor.query(prepared(text, p));
}

/** Keeps a picture under its key, in place of another one that was made twice at once. */
export async function keepDerived(executor: Executor, made: NewDerivedImage): Promise<void> {
  const p = new Parameters();
  const values = [
    p.add(made.key, 'text'),
    p.add(made.source, 'text'),
    p.add(made.sha256, 'text'),
    p.add(made.contentType, 'text'),
    p.add(made.byteLength, 'bigint'),
  ];
  const text =
    `INSERT INTO "derived_image" ("key", "source", "sha256", "content_type", "byte_length", "used_timestamp")` +
    ` VALUES (${values.join(', ')}, now()) ON CONFLICT ("key") DO UPDATE SET "sha256" = excluded."sha256",` +
    ` "content_type" = excluded."content_type", "byte_length" = excluded."byte_length", "used_timestamp" = now()`;
  await executor.query(prepared(text, p));
}

/** The bytes of all that is kept. */
export async function derivedBytes(executor: Executor): Promise<number> {
  const text = `SELECT coalesce(sum("byte_length"), 0)::float8 AS "bytes" FROM "derived_image"`;
  return (await onlyRow<{ bytes: number }>(executor, prepared(text, new Parameters()))).bytes;
}

/** Forgets what was used longest ago, until no more than so many bytes are left; at most so many at once. Returns the digests. */
export async function forgetUnused(executor: Executor, mostBytes: number, limit: number): Promise<string[]> {
  const p = new Parameters();
  const text =
    `WITH "aged" AS (SELECT "key", "used_timestamp", sum("byte_length") OVER (ORDER BY "used_timestamp" DESC, "key") AS "bytes"` +
    ` FROM "derived_image"), "gone" AS (SELECT "key" FROM "aged" WHERE "bytes" > ${p.add(mostBytes, 'float8')}` +
    ` ORDER BY "used_timestamp", "key" LIMIT ${p.add(limit, 'integer')})` +
    ` DELETE FROM "derived_image" d USING "gone" WHERE d."key" = "gone"."key" RETURNING d."sha256"`;
  return digestsOf(executor, text, p);
}

/** Forgets what is made of images that no row names any more, at most so many at once. Returns the digests. */
export async function forgetOrphans(executor: Executor, limit: number): Promise<string[]> {
  const p = new Parameters();
  const text =
    `DELETE FROM "derived_image" WHERE "key" IN (SELECT d."key" FROM "derived_image" d WHERE NOT EXISTS` +
    ` (SELECT 1 FROM "image_item_file" f WHERE f."sha256" = d."source") LIMIT ${p.add(limit, 'integer')}) RETURNING "sha256"`;
  return digestsOf(executor, text, p);
}

async function digestsOf(executor: Executor, text: string, p: Parameters): Promise<string[]> {
  return (await rowsOf<{ sha256: string }>(executor, prepared(text, p))).map(({ sha256 }) => sha256);
}
