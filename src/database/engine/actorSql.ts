// Who made a change, as it is kept with what was changed: under the name that the identity or the client had then. Resource
// reference 16.18.
import type { Actor } from '../../domain/actor.ts';
import type { Parameters } from '../connection/statement.ts';

/** The actor with its present name as SQL of a JSON object, compact and in the order of the members of `Actor`. */
export function actorSql({ urn, type }: Actor, p: Parameters): string {
  if (urn === null) return `'${JSON.stringify({ urn, type, name: null })}'::json`;
  const head = p.add(JSON.stringify({ urn, type, name: null }).replace(/null\}$/, ''), 'text');
  const table = type === 'IDENTITY' ? 'identity' : 'api_client';
  const name = `(SELECT to_json(n."name")::text FROM "${table}" n WHERE n."urn" = ${p.add(urn, 'uuid')})`;
  return `(${head} || coalesce(${name}, 'null') || '}')::json`;
}

/** An actor that is kept in the column, without its name, as SQL. */
export function namelessSql(column: string): string {
  return `('{"urn":' || (${column}->'urn')::text || ',"type":' || (${column}->'type')::text || ',"name":null}')::json`;
}
