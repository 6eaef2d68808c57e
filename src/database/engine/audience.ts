// Who sees what is live of an entity: everyone, also without a token, or those who were granted it. The edges that give everyone
// VIEW are looked at by themselves, on the entity and on the companies above it. Resource reference 16.1.
import { groupBy } from '../../domain/groupBy.ts';
import { labelsThatGive } from '../../domain/label.ts';
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';
import { aboveSql, edgeHolds } from './edges.ts';

/** Whom what is live of an entity is shown to. */
export type Audience = 'EVERYONE' | 'GRANTED';

const viewing = labelsThatGive('VIEW')
  .map((label) => `'${label}'`)
  .join(', ');

const isForEveryone = `g."subject_scope" = 'EVERYONE' AND g."label" IN (${viewing})`;

const onEntity = (urn: string): string => `g."object_urn" = ${urn} AND g."object_scope" = 'ENTITY'`;

const onCompanies = (owner: string): string =>
  `g."object_urn" IN (${aboveSql(owner)}) AND g."object_scope" = 'COMPANY'`;

/** The audience of the entity that is the row `alias`, as SQL. Each of the two is looked up by what the edges are on. */
export function audienceSql(alias: string): string {
  const holds = `${isForEveryone} AND ${edgeHolds('g', null, new Parameters())}`;
  const some = (on: string): string => `EXISTS (SELECT 1 FROM "permission" g WHERE ${on} AND ${holds})`;
  return (
    `(CASE WHEN ${some(onEntity(`${alias}."urn"`))} OR ${some(onCompanies(`${alias}."owner"`))}` +
    ` THEN 'EVERYONE' ELSE 'GRANTED' END)`
  );
}

/** An edge that gives everyone VIEW of an entity. */
export interface PublicEdge {
  readonly urn: string;
  readonly owner: string;
  readonly objectUrn: string;
  readonly label: string;
  /** Whether it holds now; else it begins later. */
  readonly holds: boolean;
}

/**
 * The edges on each of the entities, and on its owner and the companies above, that give everyone VIEW now or from some time on, by the
 * urn of the entity; those without any are missing.
 */
export async function publicEdges(
  executor: Executor,
  entities: readonly { readonly urn: string; readonly owner: string }[],
): Promise<Map<string, PublicEdge[]>> {
  if (entities.length === 0) return new Map();
  const p = new Parameters();
  const columns = (['urn', 'owner'] as const).map((name) =>
    p.add(
      entities.map((entity) => entity[name]),
      'uuid[]',
    ),
  );
  const counts =
    `${isForEveryone} AND g."deleted_timestamp" IS NULL` +
    ` AND (g."to_timestamp" IS NULL OR g."to_timestamp" > statement_timestamp())`;
  const some = [onEntity('w.urn'), onCompanies('w.owner')].map(
    (on) => `SELECT g.* FROM "permission" g WHERE ${on} AND ${counts}`,
  );
  const text =
    `SELECT w.urn AS "of", g."urn", g."owner", g."object_urn" AS "objectUrn", g."label", ${edgeHolds('g', null, p)} AS holds` +
    ` FROM unnest(${columns.join(', ')}) AS w(urn, owner) CROSS JOIN LATERAL (${some.join(' UNION ALL ')}) g ORDER BY g."urn"`;
  const edges = await rowsOf<PublicEdge & { readonly of: string }>(executor, prepared(text, p));
  return groupBy(edges, ({ of }) => of);
}
