// The rows of entity types: whether one is used, and keeping its versions. Resource reference 16.19.
import type { Actor } from '../../domain/actor.ts';
import type { RowExecutor } from '../connection/statement.ts';
import { selectFrom, written, type Written } from '../connection/written.ts';
import type { Row } from '../engine/row.ts';

const entityOf = written<{ type: string }>((manager) =>
  selectFrom(manager, 'entity', 'e')
    .select('e.urn', 'urn')
    .where('e.entity_type = :type')
    .andWhere('e.deleted_timestamp IS NULL')
    .limit(1),
);

/** Whether a living entity is of the type. */
export async function isUsed(executor: RowExecutor, type: string): Promise<boolean> {
  return (await executor.query(entityOf(executor, { type }))).length > 0;
}

/** What a version is kept as. */
interface KeptVersion {
  readonly urn: string;
  readonly version: string;
  readonly now: string;
  readonly content: string;
  /** The actor as JSON, up to its name: the one that it has then is added. */
  readonly actor: string;
  readonly by: string | null;
}

// An actor is kept compact, in the order of the members of `Actor`.
const versionBy = (table: 'identity' | 'api_client'): Written<KeptVersion> =>
  written((manager) => {
    const name = selectFrom(manager, table, 'n').select('to_json(n.name)::text').where('n.urn = :by::uuid');
    const named = `(:actor::text || coalesce((${name.getQuery()}), 'null') || '}')::json`;
    const columns = ['tenant', 'entity_type', 'version', 'timestamp', 'actor', 'content'];
    return (
      manager
        .createQueryBuilder()
        .insert()
        .into<Record<string, unknown>>('entity_type_version', columns)
        .valuesFromSelect(
          selectFrom(manager, 'entity_type', 't')
            .select('t.tenant')
            .addSelect(':urn::uuid')
            .addSelect(':version::bigint')
            .addSelect(':now::timestamptz')
            .addSelect(named)
            .addSelect(':content::json')
            .where('t.urn = :urn::uuid'),
        )
        // A write that changes nothing has no version of its own.
        .orIgnore()
    );
  });

const versions = { IDENTITY: versionBy('identity'), API_CLIENT: versionBy('api_client') };

/** Keeps what a type says now, and who wrote it. */
export async function keepTypeVersion(
  transaction: RowExecutor,
  { urn, version, name, description, fields }: Row<'EntityType'>,
  by: Actor,
  now: string,
): Promise<void> {
  const actor = JSON.stringify({ urn: by.urn, type: by.type, name: null }).replace(/null\}$/, '');
  const content = JSON.stringify({ name, description, fields });
  const statement = by.type === 'IDENTITY' ? versions.IDENTITY : versions.API_CLIENT;
  await transaction.query(statement(transaction, { urn, version, now, content, actor, by: by.urn }));
}
