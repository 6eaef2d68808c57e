// Which sizes of images go first where there is no room for all, and which are made of nothing any more.
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

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
