// Paths have one spelling, so that a page is found however its address was escaped (resource reference 16.12). What was stored in
// another one is spelled anew. Where two pages of a company then have one path, the page that has it already, or else the older one,
// keeps it; the other one is numbered and named in the log, so that neither is lost.
import type { QueryRunner } from 'typeorm';
import { spellPath } from '../../domain/selector.ts';
import { ForwardOnly } from './statements.ts';

/** The languages and variants of a page whose path is spelled anew, and how it was spelled. */
interface Spelled {
  readonly owner: string;
  readonly path: string;
}

const atOnce = 5_000;
// Whatever may not be spelled as it should be.
const suspect = `"path" ~ '[^A-Za-z0-9._~/-]'`;

/** Spells stored paths and former ones anew. */
export class OnePathSpelling1795900000000 extends ForwardOnly {
  readonly name = 'OnePathSpelling1795900000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const page of await misspelledPages(runner)) await spellPage(runner, page);
    for (const { urn, path } of await misspelled<{ urn: string; path: string }>(runner, 'entity_redirect'))
      await runner.query(`UPDATE "entity_redirect" SET "path" = $2 WHERE "urn" = $1`, [urn, spellPath(path)]);
  }
}

async function misspelled<Row extends { urn: string; path: string }>(
  runner: QueryRunner,
  table: string,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    // The statement names the columns.
    const rows = (await runner.query(
      `SELECT * FROM "${table}" WHERE ${suspect} AND "urn" > $1 ORDER BY "urn" LIMIT ${String(atOnce)}`,
      [last],
    )) as Row[];
    found.push(...rows.filter(({ path }) => spellPath(path) !== path));
    const end = rows.at(-1);
    if (!end) return found;
    last = end.urn;
  }
}

async function misspelledPages(runner: QueryRunner): Promise<Spelled[]> {
  const rows = await misspelled<{ urn: string; path: string; owner: string; created_timestamp: Date }>(
    runner,
    'entity',
  );
  const oldestFirst = rows.sort((one, other) => Number(one.created_timestamp) - Number(other.created_timestamp));
  return [...new Map(oldestFirst.map(({ owner, path }) => [`${owner} ${path}`, { owner, path }])).values()];
}

// All languages of a page have its path, so that they move together.
async function spellPage(runner: QueryRunner, { owner, path }: Spelled): Promise<void> {
  const spelled = spellPath(path);
  let next = spelled;
  for (let number = 2; await isTaken(runner, { owner, path }, next); number += 1) next = `${spelled}-${String(number)}`;
  // The statement names the columns.
  const [rows] = (await runner.query(
    `UPDATE "entity" SET "path" = $3, "version" = "version" + 1, "updated_timestamp" = now()` +
      ` WHERE "owner" = $1 AND md5("path") = md5($2) AND "path" = $2 RETURNING "urn"`,
    [owner, path, next],
  )) as [{ urn: string }[], number];
  if (next === spelled) return;
  const message =
    `The path ${path} is one with ${spelled}, where company ${owner} has another page: it is now ${next}` +
    ` (${rows.map(({ urn }) => urn).join(', ')})`;
  runner.dataSource.logger.log('info', message, runner);
}

async function isTaken(runner: QueryRunner, { owner, path }: Spelled, by: string): Promise<boolean> {
  // The statement names the column.
  const [row] = (await runner.query(
    `SELECT EXISTS (SELECT 1 FROM "entity" t JOIN "entity" o ON o."owner" = t."owner" AND o."language" = t."language"` +
      ` AND o."variant" = t."variant" WHERE t."owner" = $1 AND md5(t."path") = md5($2) AND t."path" = $2` +
      ` AND md5(o."path") = md5($3) AND o."path" = $3 AND t."deleted_timestamp" IS NULL AND o."deleted_timestamp" IS NULL) AS taken`,
    [owner, path, by],
  )) as { taken: boolean }[];
  return row?.taken === true;
}
