// The address of what a line of a task log points at.
import { urlOf, resourceOf } from '../../contract/resource.ts';
import type { Context } from '../../engine/context.ts';

/** The kind that each type of a subject stands for. */
const subjectKinds: Readonly<Record<string, string>> = {
  WORKFLOW_STAGE: 'WorkflowStage',
  ASSOCIATION: 'Task',
  DEPENDENCY: 'Task',
  ENTITY: 'Entity',
  IDENTITY: 'Identity',
  COMPANY: 'Company',
  PROJECT: 'Project',
  ASSIGNEE: 'Identity',
};

/** The absolute address of a subject `{ urn, type }`; null for anything else. */
export function subjectUrl(
  parts: Pick<Context, 'baseUrl' | 'contract'>,
  { urn, type }: { readonly urn?: unknown; readonly type?: unknown },
): string | null {
  const kind = subjectKinds[String(type)];
  return kind === undefined || typeof urn !== 'string' ? null : urlOf(parts, resourceOf(parts.contract, kind), urn);
}
