// Value objects whose members the actions return under other names.
import type { AuditPage, EdgeChange } from '../../actions/access/permissionAudit.ts';
import { subjectUrl } from '../../actions/work/subjectUrl.ts';
import type { Dependency } from '../../domain/dependencyGraph.ts';
import type { BulkResult } from '../../engine/bulk.ts';
import type { GraphContext } from '../context.ts';
import { refusalsOf, type UserError } from '../errors.ts';

type Source = Readonly<Record<string, unknown>>;

/** Their resolvers, by type. */
export const valueTypes = {
  BulkResult: { userErrors: ({ error }: BulkResult): UserError[] => (error ? refusalsOf(error) : []) },
  PermissionAudit: { isMorePages: ({ hasMore }: AuditPage) => hasMore },
  PermissionChange: {
    permissionUrn: ({ permission }: EdgeChange) => permission,
    ownerUrn: ({ owner }: EdgeChange) => owner,
    subject: ({ subjectScope, subjectUrn }: EdgeChange) => ({ scope: subjectScope, urn: subjectUrn }),
    object: ({ objectScope, objectUrn }: EdgeChange) => ({ scope: objectScope, urn: objectUrn }),
  },
  TaskDependencyEdge: { task: ({ from }: Dependency) => from, blockedBy: ({ to }: Dependency) => to },
  TaskLogSubject: { url: (subject: Source, _: unknown, context: GraphContext) => subjectUrl(context, subject) },
};
