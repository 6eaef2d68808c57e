// The context passed to each resolver: the actions' own context, for the caller of this request.
import type { Context } from '../../engine/context.ts';

/** The context of a GraphQL request. */
export type GraphContext = Context;

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

/**
 * How the languages of views were chosen, by the names of the fields, and what was accepted with a warning; null for nothing. In an order
 * that does not depend on what was ready first.
 */
export function saidBeside({ remarks: { languages, warnings } }: GraphContext): Record<string, unknown> | null {
  if (languages.size === 0 && warnings.length === 0) return null;
  return {
    ...(languages.size > 0 && { language: Object.fromEntries([...languages].sort(byName)) }),
    ...(warnings.length > 0 && { warnings }),
  };
}
