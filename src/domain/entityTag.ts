// Entity tags (RFC 9110, 8.8.3 and 13.1): writing them, and reading If-Match and If-None-Match.
import { ServiceError } from './errors.ts';

/** A tag as a caller sent it; `value` is what stands between the quotes. */
export interface EntityTag {
  readonly value: string;
  readonly isWeak: boolean;
}

/** A list of tags, or `*`: any tag, as long as the resource exists. */
export type TagCondition = '*' | readonly EntityTag[];

const tag = /(W\/)?"([^"]*)"/g;

/** Stands for a tag that was recognized; no header can hold it. */
const recognized = '\u0000';

/** The strong tag of a version, and of a view's content: `"<value>"`. A value that has its quotes keeps them. */
export function entityTag(value: string): string {
  return value.startsWith('"') ? value : `"${value}"`;
}

/** What stands behind the version in the tag of a value that is live. */
const liveMark = '-live';

/**
 * The strong tag of a row: its version, and for a value of content that is live a mark that it is. A publication changes
 * what is read of an item without being a write to it.
 */
export function rowTag(row: { readonly version: string; readonly [field: string]: unknown }): string {
  return entityTag(row['isPublished'] === true ? row.version + liveMark : row.version);
}

/** Reads If-Match or If-None-Match; null without the header. Throws BAD_REQUEST when it is no list of tags. */
export function readTags(name: string, header: string | undefined): TagCondition | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return '*';
  // A comma may also stand inside a tag, so the tags are taken out before the rest is cut at commas.
  const elements = header
    .replace(tag, recognized)
    .split(',')
    .map((element) => element.trim());
  if (elements.some((element) => element !== '' && element !== recognized)) {
    throw new ServiceError('BAD_REQUEST', `${name} takes "*" or entity tags in double quotes, such as "3".`);
  }
  return [...header.matchAll(tag)].map(([, weak, value = '']) => ({ value, isWeak: weak !== undefined }));
}

/** Whether a condition of If-None-Match holds a tag: compared weakly, as a read does. */
export function namesTag(condition: TagCondition | null, tag: string): boolean {
  if (condition === null) return false;
  return condition === '*' || condition.some(({ value }) => `"${value}"` === tag);
}

/**
 * The versions that If-Match names: compared strongly, so weak tags name none. What stands behind the version in a tag does
 * not stand against a write.
 */
export function strongVersions(condition: readonly EntityTag[]): string[] {
  const named = condition.filter(({ isWeak }) => !isWeak).map(({ value }) => value);
  return named.map((value) => value.replace(/^(\d+)-.*$/, '$1'));
}

/** A version that no resource has, for tags that match none: the right to a change is decided before they are compared. */
export const versionOfNone = '0';
