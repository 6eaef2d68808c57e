// Items name assets by links, in texts and as pictures: an index finds all of them. It takes the place of the one of links alone.
import { Statements } from './statements.ts';

const text = ['href', 'src', 'medium_src', 'large_src', 'value_string']
  .map((column) => `coalesce("${column}", '')`)
  .join(` || ' ' || `);
const urn = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';

/** Makes the function and the indexes. */
export class NamedAssets1795994000000 extends Statements {
  readonly name = 'NamedAssets1795994000000';
  protected readonly statements = [
    `CREATE FUNCTION "named_assets"("value" text) RETURNS uuid[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $named_assets$
  SELECT coalesce(array_agg(DISTINCT m[1]::uuid), '{}') FROM regexp_matches("value", '/v/v1/asset/(${urn})', 'g') m
$named_assets$`,
    `DROP INDEX "ix_item_asset"`,
    `DROP INDEX "ix_item_value_asset"`,
    ...['item', 'item_value'].map(
      (table) =>
        `CREATE INDEX "ix_${table}_asset" ON "${table}" USING gin ("named_assets"(${text})) WITH (gin_pending_list_limit=256) WHERE strpos(${text}, '/v/v1/asset/') > 0`,
    ),
  ];
}
