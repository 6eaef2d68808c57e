// The address of what a line of a task log points at.
import { urlOf, resourceOf } from '../../contract/resource.ts';
import { subjectKinds } from '../../domain/taskActivity.ts';
import type { Context } from '../../engine/context.ts';

/** The absolute address of a subject `{ urn, type }`; null for anything else. */
export function subjectUrl(
  parts: Pick<Context, 'baseUrl' | 'contract'>,
  { urn, type }: { readonly urn?: unknown; readonly type?: unknown },
): string | null {
  const kind = (subjectKinds as Readonly<Record<string, string | undefined>>)[String(type)];
  return kind === undefined || typeof urn !== 'string' ? null : urlOf(parts, resourceOf(parts.contract, kind), urn);
}
