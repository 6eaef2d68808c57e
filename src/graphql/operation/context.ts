// The context passed to each resolver: the actions' own context, for the caller of this request.
import type { Context } from '../../engine/context.ts';

/** The context of a GraphQL request. */
export type GraphContext = Context;

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

/**
 * How the languages of views were chosen and where their paths lead, by the names of the fields, and what was accepted with a warning;
 * null for nothing. In an order that does not depend on what was ready first.
 */
export function saidBeside({ remarks }: GraphContext): Record<string, unknown> | null {
  const { languages, redirects, warnings } = remarks;
  if (languages.size === 0 && redirects.size === 0 && warnings.length === 0) return null;
  return {
    ...(languages.size > 0 && { language: Object.fromEntries([...languages].sort(byName)) }),
    ...(redirects.size > 0 && { redirects: Object.fromEntries([...redirects].sort(byName)) }),
    ...(warnings.length > 0 && { warnings }),
  };
}
