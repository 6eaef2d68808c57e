// What a request says of the state that it was made for, read by the table of headers (domain/requestHeaders.ts), and checked. Resource
// reference 1.6, 16.5; RFC 9110, 13.1 and 13.2.2.
import type { Resource } from '../contract/resource.ts';
import { readTags, strongVersions, versionOfNone, type TagCondition } from '../domain/entityTag.ts';
import { notFound, ServiceError } from '../domain/errors.ts';
import { isSurelyUnmodified, readDate } from '../domain/httpDate.ts';
import {
  requestHeaders,
  table,
  type HeaderName,
  type RequestHeader,
  type RequestKind,
} from '../domain/requestHeaders.ts';
import { requireCondition } from './authorize.ts';
import type { Context, Row } from './context.ts';
import { readResource } from './readResource.ts';
import { warnOnIgnoredCondition } from './warnings.ts';

/** Headers as Node names them. */
export type SentHeaders = Readonly<Partial<Record<string, string | readonly string[]>>>;

/** The conditions of a request; null for those that it does not set, or that it has no effect with. Dates are seconds since 1970. */
export interface Conditions {
  readonly match: TagCondition | null;
  readonly noneMatch: TagCondition | null;
  readonly unmodifiedSince: number | null;
  readonly modifiedSince: number | null;
}

/** The conditions of a request. Throws BAD_REQUEST for a list of tags that is none; what is no date says nothing. */
export function readConditions(headers: SentHeaders, kind: RequestKind): Conditions {
  const sent = (header: HeaderName): string | undefined => {
    const { kinds }: RequestHeader = requestHeaders[header];
    const value = kinds.includes(kind) ? headers[header] : undefined;
    return typeof value === 'string' || value === undefined ? value : value.join(', ');
  };
  return {
    match: readTags('If-Match', sent('if-match')),
    noneMatch: readTags('If-None-Match', sent('if-none-match')),
    unmodifiedSince: readDate(sent('if-unmodified-since')),
    modifiedSince: readDate(sent('if-modified-since')),
  };
}

/**
 * Says of a write which of its conditions it does not check. Throws BAD_REQUEST where handling is strict: it would go through
 * although its caller asked for it to be refused.
 */
export function passOverConditions(
  context: Pick<Context, 'remarks'>,
  headers: SentHeaders,
  kind: RequestKind,
  isStrict: boolean,
): void {
  if (kind === 'READ') return;
  for (const [header, { name, kinds, guardsWrites }] of table) {
    if (!guardsWrites || kinds.includes(kind) || headers[header] === undefined) continue;
    if (isStrict) throw new ServiceError('BAD_REQUEST', `${name} is not checked by this request.`);
    warnOnIgnoredCondition(context, name);
  }
}

/** The conditions as they were sent: two requests under one key that differ in them are two requests. */
export function sentConditions(headers: SentHeaders): string {
  const guards = table.filter(([header, { guardsWrites }]) => guardsWrites && headers[header] !== undefined);
  return guards.map(([header]) => `${header}: ${String(headers[header])}`).join('\n');
}

/** The resource that a write names. */
interface Named {
  readonly resource: Resource;
  readonly urn: string;
}

/**
 * The version that the conditions of a write require, or one that no resource has where they cannot hold; null when any version is
 * accepted. Throws PRECONDITION_REQUIRED where the caller's client must send If-Match, and NOT_FOUND.
 */
export async function requiredVersion(
  context: Context,
  named: Named,
  { match, noneMatch, unmodifiedSince }: Omit<Conditions, 'modifiedSince'>,
): Promise<string | null> {
  requireCondition(context.viewer, match);
  if (noneMatch !== null && (await isNamed(context, noneMatch, named))) return versionOfNone;
  // A date counts where no tag is named (RFC 9110, 13.2.2), and what was looked at is what is written.
  if (match === null && unmodifiedSince !== null) {
    const { version, updatedTimestamp } = await currentRow(context, named);
    return isSurelyUnmodified(updatedTimestamp, unmodifiedSince) ? version : versionOfNone;
  }
  if (match === null || match === '*') return null;
  const versions = strongVersions(match);
  const [only, ...others] = versions;
  if (only !== undefined && others.length === 0 && isVersion(only)) return only;
  const { version } = await currentRow(context, named);
  // The right to the change is decided first, as where the tag is of another version.
  return versions.includes(version) ? version : versionOfNone;
}

// Of what is there, `*` names every version; weak tags count, as RFC 9110 (13.1.2) compares them.
async function isNamed(context: Context, tags: TagCondition, named: Named): Promise<boolean> {
  const { version } = await currentRow(context, named);
  return tags === '*' || strongVersions(tags.map(({ value }) => ({ value, isWeak: false }))).includes(version);
}

const isVersion = (value: string): boolean => /^[1-9]\d{0,17}$/.test(value);

async function currentRow(context: Context, { resource, urn }: Named): Promise<Row> {
  const row = await readResource(context, resource, urn);
  if (!row) throw notFound();
  return row;
}
