// Pages as a tree by their paths: below `/articles` stands `/articles/the-night-shift`, of the same owner, in the same language and variant.
// Nothing is stored of it: a page has a key, and one more that is the key of the page above it, both made of its columns. Resource
// reference 16.22.

const keyOf = (alias: string, path: string): string =>
  `md5(${alias}"owner"::text || ' ' || ${alias}"language" || ' ' || ${alias}"variant" || ' ' || ${path})`;

/** What the pages below a page know it by, as SQL of its columns behind the prefix. Null without a path. */
export const pathKey = (prefix: string): string => keyOf(prefix, `${prefix}"path"`);

/** The `pathKey` of the page above, whether there is one or not. An index holds it. */
export const parentKey = (prefix: string): string => keyOf(prefix, `regexp_replace(${prefix}"path", '/[^/]*$', '')`);

/** The conditions that the row `parent` stands above the row `child`. */
export function isParentSql(parent: string, child: string): string {
  const path = `regexp_replace(${child}."path", '/[^/]*$', '')`;
  const same = ['owner', 'language', 'variant'].map((name) => `${parent}."${name}" = ${child}."${name}"`);
  return [
    `${parent}."deleted_timestamp" IS NULL AND md5(${parent}."path") = md5(${path}) AND ${parent}."path" = ${path}`,
    ...same,
  ].join(' AND ');
}
