// How PostgreSQL's text becomes plain values on every connection: 64 bit integers stay text, instants become canonical
// UTC text and never Date objects, JSON is parsed.
import pg from 'pg';
import { canonicalFraction } from '../../domain/instant.ts';

const instantTypes = [1184, 1114];

/** `2026-11-21 04:57:43.1+00`, as a session in UTC prints it, to `2026-11-21T04:57:43.100Z`. */
function instantFromPostgres(text: string): string {
  const zone = text.lastIndexOf('+');
  const local = zone > 0 ? text.slice(0, zone) : text;
  const point = local.indexOf('.');
  const seconds = (point > 0 ? local.slice(0, point) : local).replace(' ', 'T');
  return `${seconds}.${canonicalFraction(point > 0 ? local.slice(point + 1) : '')}Z`;
}

/** The `types` option of every pg pool and client of the service. */
export const columnParsers = {
  getTypeParser(oid: number, format?: string): (value: string) => unknown {
    if (format !== 'binary' && instantTypes.includes(oid)) return instantFromPostgres;
    // pg's own table types its parsers loosely; text in, value out is what it promises.
    return pg.types.getTypeParser(oid, 'text') as (value: string) => unknown;
  },
};
