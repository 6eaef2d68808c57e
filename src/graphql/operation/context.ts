// The context passed to each resolver: the actions' own context, for the caller of this request.
import type { Context } from '../../engine/context.ts';

/** The context of a GraphQL request. */
export type GraphContext = Context;

/** How the languages of views were chosen, by the names of the fields, and what was accepted with a warning; null for nothing. */
export function saidBeside({ remarks: { languages, warnings } }: GraphContext): Record<string, unknown> | null {
  if (languages.size === 0 && warnings.length === 0) return null;
  return {
    ...(languages.size > 0 && { language: Object.fromEntries(languages) }),
    ...(warnings.length > 0 && { warnings }),
  };
}
